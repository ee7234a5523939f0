"""Lessons over HTTP: a step answers as a table would, and keeps nothing.

A request brings the moves that the learner has made in the step so far; they are made again, which takes a
few milliseconds, and then the message is answered as by a socket. So a step can be left, taken up again or
shared by its address. Each right or wrong answer to a step is a scenario too, and
testing/contract/test_lessons.py runs every one of them.
"""

from collections.abc import Iterator

from sevenfold.book.lessons import (
    LEARNER,
    Attempt,
    Lessons,
    LessonStep,
    UnknownLesson,
    find_step,
    load_lessons,
)
from sevenfold.bots.levels import Level
from sevenfold.core.match import AnyMatch
from sevenfold.core.violations import IllegalMove
from sevenfold.core.written import take_apart
from sevenfold.games import load_game, package_of
from sevenfold.server.errors import LessonUnknown, Malformed, NotYourTurn, Stale
from sevenfold.server.protocol.from_client import AskHint, Hello, Play, Select
from sevenfold.server.protocol.from_server import Hint, ServerMessage
from sevenfold.server.protocol.lessons import LessonAnswer, LessonBook, LessonInfo, LessonTry, StepInfo
from sevenfold.server.protocol.table import TableInfo
from sevenfold.server.storage.rows import SeatHolder
from sevenfold.server.tables.making import made_up_table
from sevenfold.server.tables.sent import seat_updates
from sevenfold.server.tables.sent.presence import Presence, table_info
from sevenfold.server.tables.sent.seat_updates import SeatView

TABLE = "lesson"
"""The table id of all lessons, so that the same players sit at each."""


def book(lessons: Lessons, texts: dict[str, str]) -> LessonBook:
    """The lessons as they are sent."""
    return LessonBook(
        lessons=tuple(
            LessonInfo(
                lesson.lesson,
                (
                    *(StepInfo(step.step, step.at, check=False) for step in lesson.steps),
                    *(StepInfo(step.step, step.at, check=True) for step in lesson.checks),
                ),
                tuple(lesson.hides),
            )
            for lesson in lessons.lessons
        ),
        texts=texts,
    )


def answer(game: str, lesson: str, step: str, data: LessonTry) -> LessonAnswer:
    """The answer to a message. Raises LessonUnknown, Malformed, NotYourTurn, Stale."""
    try:
        found = find_step(load_lessons(package_of(game)), game, lesson, step)
    except UnknownLesson:
        raise LessonUnknown(lesson=lesson, step=step) from None
    attempt = _again(game, found, data.made)
    messages = tuple(_messages(attempt, data.message))
    say = None if attempt.say is None else f"{lesson}.{step}.{attempt.say}"
    return LessonAnswer(messages=messages, outcome=attempt.outcome, say=say)


def _again(game: str, step: LessonStep, made: tuple[str, ...]) -> Attempt:
    """The step after the moves that were made in it. Raises Malformed if one is not legal there."""
    attempt = Attempt(load_game(game), step)
    for text in made:
        try:
            attempt.play(text)
        except IllegalMove:
            raise Malformed(at="$.made") from None
        for _ in attempt.play_replies():
            pass
    return attempt


def _messages(attempt: Attempt, message: Hello | Play | Select | AskHint) -> list[ServerMessage]:
    view = _view(attempt)
    if isinstance(message, Hello):
        return [seat_updates.snapshot(view, table_of(attempt.match))]
    if message.version != view.version:
        raise Stale
    if isinstance(message, Select):
        return [seat_updates.choices(view, message.cards)]
    if isinstance(message, AskHint):
        return [_hint(attempt, view.version)]
    return _play(attempt, message)


def _play(attempt: Attempt, message: Play) -> list[ServerMessage]:
    """The learner's move, and an update for each move that follows."""
    try:
        attempt.play(message.move)
    except IllegalMove as refusal:
        return [seat_updates.refused(_view(attempt), message.version, message.move, refusal)]
    updates: list[ServerMessage] = []
    since = message.version
    for view in _views(attempt):
        if view.version > since:
            updates.append(seat_updates.update(view, since))
            since = view.version
    return updates


def _views(attempt: Attempt) -> Iterator[SeatView]:
    """What the learner sees after their own move, and after each that follows."""
    yield _view(attempt)
    for _ in attempt.play_replies():
        yield _view(attempt)


def _hint(attempt: Attempt, version: int) -> Hint:
    """A move that is right. Raises NotYourTurn after the end of the step."""
    move = attempt.hint()
    if move is None:
        raise NotYourTurn
    return Hint(version=version, move=take_apart(move), reason=None)


def _view(attempt: Attempt) -> SeatView:
    """The learner's view: claims are open while the learner is asked, and all of the clock is shown."""
    match = attempt.match
    asked = match.claims_open and match.game.rules.default_move(match.state) is not None
    return SeatView(match, LEARNER, asked, clock_steps_hidden=0)


LEARNERS_PERSON = 0
"""The person of a learner, who needs no session."""


def table_of(match: AnyMatch, learner: int = LEARNER, id_: str = TABLE) -> TableInfo:
    """A table made up for a match, with one person and bots."""
    seats = tuple(
        SeatHolder(person=LEARNERS_PERSON) if seat == learner else SeatHolder(bot=Level.MEDIUM)
        for seat in range(match.players)
    )
    row = made_up_table(match, id_, seats)  # a lesson has "Back" instead of taking back
    return table_info(Presence(row, "missing", connected=frozenset({learner})), learner)

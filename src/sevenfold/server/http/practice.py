"""Practice over HTTP: a position answers as a table would, and says what its moves are worth."""

from functools import cache

from sevenfold.core.game import AnyGame
from sevenfold.core.match import AnyMatch
from sevenfold.core.remarks import Reason
from sevenfold.core.violations import IllegalMove
from sevenfold.core.written import take_apart
from sevenfold.games import load_game, package_of
from sevenfold.search.practice import Practice, load_practice, set_up
from sevenfold.server.errors import PracticeUnknown, Stale
from sevenfold.server.http.lessons import table_of
from sevenfold.server.protocol.from_client import AskHint, Hello, Select
from sevenfold.server.protocol.from_server import Hint, ServerMessage
from sevenfold.server.protocol.practice import PracticeAnswer, PracticeTry, PracticeVerdict, TriedMove
from sevenfold.server.tables.sent import seat_updates
from sevenfold.server.tables.sent.seat_updates import SeatView

TABLE = "practice"
"""The table id of all positions."""


@cache
def positions(game: str) -> tuple[Practice, ...]:
    """The positions for practice that a game has."""
    return load_practice(package_of(game))


def answer(game: str, number: int, data: PracticeTry) -> PracticeAnswer:
    """The answer to a message at the position of this number, from 1 on. Raises PracticeUnknown, Stale."""
    kept = positions(game)
    if not 1 <= number <= len(kept):
        raise PracticeUnknown(number=str(number))
    position = kept[number - 1]
    engine = load_game(game)
    match: AnyMatch = set_up(engine, position)
    view = SeatView(match, position.seat, match.claims_open, clock_steps_hidden=0)
    message = data.message
    if isinstance(message, Hello):
        return _said(seat_updates.snapshot(view, table_of(match, position.seat, TABLE)))
    if message.version != view.version:
        raise Stale
    if isinstance(message, Select):
        return _said(seat_updates.choices(view, message.cards))
    if isinstance(message, AskHint):
        return _said(_hint(engine, match, position, view.version))
    verdict = _verdict(engine, match, position, message.move)
    try:
        match.play_text(position.seat, message.move)
    except IllegalMove as refusal:
        return _said(seat_updates.refused(view, message.version, message.move, refusal))
    return PracticeAnswer((), verdict)


def _said(message: ServerMessage) -> PracticeAnswer:
    return PracticeAnswer((message,), None)


def _hint(game: AnyGame, match: AnyMatch, position: Practice, version: int) -> Hint:
    """The best move, and why."""
    return Hint(version=version, move=take_apart(position.best), reason=_reason(game, match, position))


def _reason(game: AnyGame, match: AnyMatch, position: Practice) -> Reason | None:
    if game.reasons is None:
        return None
    return game.reasons.explain(match.seen(position.seat), position.seat, game.notation.parse(position.best))


def _verdict(game: AnyGame, match: AnyMatch, position: Practice, chosen: str) -> PracticeVerdict:
    """What the position's moves are worth, and how the one that was chosen stands among them."""
    text = game.notation.write(game.notation.parse(chosen))
    return PracticeVerdict(
        chosen=take_apart(text),
        is_best=text == position.best,
        best=take_apart(position.best),
        reason=_reason(game, match, position),
        others=tuple(TriedMove(take_apart(tried.move), tried.behind) for tried in position.others),
    )

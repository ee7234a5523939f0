"""Every lesson of every game: right and wrong ways are played by the rules, and its words are counted."""

import re
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache

import msgspec
import pytest

from sevenfold.book.lessons import (
    LEARNER,
    Attempt,
    Lesson,
    Lessons,
    LessonStep,
    Outcome,
    Way,
    load_lesson_texts,
    load_lessons,
    scenario_of,
    ways_of,
)
from sevenfold.book.rulebook import load_rule_book
from sevenfold.book.texts import Language
from sevenfold.core.legal import legal_moves
from sevenfold.core.scenarios import run_scenario
from sevenfold.core.violations import IllegalMove
from sevenfold.games import load_game, package_of
from sevenfold.testing.contract.tables import FINISHED, GAMES

MOST_WORDS = 120
"""The most words of a lesson, in English."""
SECONDS_A_MOVE = 2
"""The time for what the learner does, and the same for what follows."""

each_game = pytest.mark.parametrize(
    "game", [name for name in FINISHED if load_lessons(package_of(name)).lessons]
)
each_language = pytest.mark.parametrize("language", Language)


@cache
def lessons(game: str) -> Lessons:
    return load_lessons(package_of(game))


@cache
def texts(game: str, language: Language) -> dict[str, str]:
    return load_lesson_texts(package_of(game), language)


STEPS = [
    (game, lesson, step) for game in GAMES for lesson in lessons(game).lessons for step in lesson.all_steps
]
each_step = pytest.mark.parametrize(
    ("game", "lesson", "step"),
    STEPS,
    ids=[f"{game}-{lesson.lesson}-{step.step}" for game, lesson, step in STEPS],
)


def attempt(game: str, step: LessonStep) -> Attempt:
    return Attempt(load_game(game), step)


def go(tried: Attempt, text: str) -> Outcome:
    tried.play(text)
    for _ in tried.play_replies():
        pass
    return tried.outcome


def moves_of(game: str, way: Way) -> Iterator[str]:
    return map(load_game(game).notation.write, way.moves)


# --- positions and ways ---------------------------------------------------------------------------------


@each_step
def test_a_way_is_a_scenario_that_comes_out_as_it_says(game: str, lesson: Lesson, step: LessonStep) -> None:
    for way in ways_of(load_game(game), step):
        raw = msgspec.to_builtins(scenario_of(game, step, way.lines))
        outcome = run_scenario(raw, load_game)
        assert outcome.failure == "", f"{lesson.lesson} {way.say}: step {outcome.step}"


@each_step
def test_a_way_is_answered_as_right_or_wrong(game: str, lesson: Lesson, step: LessonStep) -> None:
    assert step.right, lesson.lesson
    for way in ways_of(load_game(game), step):
        tried = attempt(game, step)
        outcome = Outcome.OPEN
        for text in moves_of(game, way):
            assert LEARNER in tried.match.acting
            assert outcome is Outcome.OPEN, text
            outcome = go(tried, text)
        if way.refused is None:
            assert (outcome, tried.say) == (Outcome.WRONG if way.say else Outcome.RIGHT, way.say)
            continue
        text = load_game(game).notation.write(way.refused)
        with pytest.raises(IllegalMove):
            tried.play(text)
        assert tried.say == way.say
        assert tried.outcome is Outcome.OPEN


@each_step
def test_hints_alone_lead_through_a_step(game: str, lesson: Lesson, step: LessonStep) -> None:
    tried = attempt(game, step)
    while (hint := tried.hint()) is not None:
        go(tried, hint)
    assert tried.outcome is Outcome.RIGHT, lesson.lesson


@each_step
def test_any_other_legal_move_has_an_outcome(game: str, lesson: Lesson, step: LessonStep) -> None:
    loaded = load_game(game)
    seen = attempt(game, step).match.seen(LEARNER)
    for move in legal_moves(loaded.rules, seen, LEARNER):
        tried = attempt(game, step)
        version = tried.match.version
        go(tried, loaded.notation.write(move))
        assert tried.match.version > version
        if tried.outcome is Outcome.OPEN:
            assert LEARNER in tried.match.acting, lesson.lesson


@each_game
def test_a_check_is_a_position_that_no_step_has_shown(game: str) -> None:
    shown = [step.deal for lesson in lessons(game).lessons for step in lesson.steps]
    for lesson in lessons(game).lessons:
        assert lesson.checks, lesson.lesson
        assert all(check.deal not in shown for check in lesson.checks)


# --- what is taught -------------------------------------------------------------------------------------


@each_game
def test_every_rule_is_taught_once_or_is_for_later(game: str) -> None:
    taught = Counter(
        rule for lesson in lessons(game).lessons for step in lesson.all_steps for rule in step.teaches
    )
    rules = {rule.id for rule in load_rule_book(package_of(game), game, Language.EN).rules}
    assert rules == lessons(game).rules
    assert taught.keys().isdisjoint(lessons(game).later)
    assert set(taught.values()) == {1}


@each_game
def test_names_are_used_once(game: str) -> None:
    names = [lesson.lesson for lesson in lessons(game).lessons]
    assert len(set(names)) == len(names) > 0
    for lesson in lessons(game).lessons:
        steps = [step.step for step in lesson.all_steps]
        assert len(set(steps)) == len(steps)
        assert 6 <= len(lesson.steps) <= 10


# --- words ----------------------------------------------------------------------------------------------


@each_game
@each_language
def test_the_sentences_are_those_that_the_lessons_ask_for(game: str, language: Language) -> None:
    coach = load_game(game).coach
    assert coach is not None
    tips = {f"coach.{code}" for code in coach.TIPS}
    assert texts(game, language).keys() == lessons(game).keys | tips


@each_game
@each_language
def test_sentences_name_players_by_their_seats(game: str, language: Language) -> None:
    for key, text in texts(game, language).items():
        if key.startswith("coach."):
            continue
        named = set(re.findall(r"\{(\w+)\}", text))
        assert named <= {"seat1", "seat2", "seat3"}, key
        assert named == set(re.findall(r"\{(\w+)\}", texts(game, Language.EN)[key])), key
        assert not re.search("['<>]", text), key


def sentences(text: str) -> list[str]:
    return [part for part in re.split(r"(?<=[.!?。！？])\s*(?!\d)", text) if part]


@each_game
@each_language
def test_a_step_says_two_sentences_at_most(game: str, language: Language) -> None:
    for lesson in lessons(game).lessons:
        for step in lesson.steps:
            assert len(sentences(texts(game, language)[f"{lesson.lesson}.{step.step}"])) <= 2, step.step


@each_game
def test_a_lesson_takes_three_minutes(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    """At a second for each sentence, and two seconds for each move and for what follows."""
    for lesson in lessons(game).lessons:
        said = [texts(game, Language.EN)[f"{lesson.lesson}.{step.step}"] for step in lesson.steps]
        words = sum(len(text.split()) for text in said)
        moves = sum(
            len(ways_of(load_game(game), step)[0].moves) + 1 for step in (*lesson.steps, *lesson.checks)
        )
        seconds = sum(len(sentences(text)) for text in said) + SECONDS_A_MOVE * moves
        with capsys.disabled():
            sys.stdout.write(f"\n{game} {lesson.lesson}: {words} words, {seconds} s")
        assert words <= MOST_WORDS
        assert seconds <= 180


@each_game
def test_no_japanese_sentence_of_a_lesson_is_joined_by_a_colon(game: str) -> None:
    assert [key for key, text in texts(game, Language.JA).items() if re.search("[:：]", text)] == []

"""What the lessons of LockSeven teach, and that none uses what a later one explains."""

import re

import pytest

from sevenfold.book.lessons import LEARNER, Attempt, LessonStep, load_lesson_texts, load_lessons
from sevenfold.book.texts import Language
from sevenfold.games import load_game, package_of
from sevenfold.games.lockseven.view import LockSevenView

LOCKSEVEN = load_game("lockseven")
LESSONS = load_lessons(package_of("lockseven"))
ROLES = {
    Language.EN: "Host|Defense|Attack|partner|called|bottom|against three",
    Language.ZH_HANS: "庄|闲|同伴|定牌|底牌|一打三",
    Language.JA: "親|守備|攻撃|パートナー|コール|底札|1人で",
}
"""Words for who is on whose side, and for what makes them so."""
TRUMPS = re.compile(r"(RJ|BJ|7[SHDC]|[2-9TJQKA]S)")
"""The trumps of a position with spades as trump."""


def test_lessons_before_roles_are_explained_hide_them_and_do_not_speak_of_them() -> None:
    hiding = [lesson for lesson in LESSONS.lessons if "roles" in lesson.hides]
    assert [lesson.lesson for lesson in hiding] == ["tricks", "pairs"]
    for language, words in ROLES.items():
        texts = load_lesson_texts(package_of("lockseven"), language)
        for lesson in hiding:
            said = {key: text for key, text in texts.items() if key.startswith(f"{lesson.lesson}.")}
            assert [key for key, text in said.items() if re.search(words, text)] == []


@pytest.mark.parametrize(
    ("rule", "step"),
    {
        "LS-1.2": "tricks.twins",  # the order of play
        "LS-3.3": "partners.reveal",  # the called seven stays after an anti-call
        "LS-4.3": "call.order",  # the order of the pairs
        "LS-6.1": "call.lead",  # who leads first
        "LS-9.2": "partners.factor",  # by what the bottom is multiplied
        "LS-9.4": "partners.steps",  # the steps
    }.items(),
)
def test_a_step_teaches_what_nobody_guesses(rule: str, step: str) -> None:
    teaching = [
        f"{lesson.lesson}.{each.step}"
        for lesson in LESSONS.lessons
        for each in lesson.all_steps
        if rule in each.teaches
    ]
    assert teaching == [step]


def test_ls_5_4_a_step_leads_a_tractor_of_trumps() -> None:
    leads = [
        str(way[0][0]).split()
        for lesson in LESSONS.lessons
        for step in lesson.steps
        if not step.before and (step.position or {}).get("trump") == "S"
        for way in step.right
    ]
    assert any(len(cards) == 4 and all(map(TRUMPS.fullmatch, cards)) for cards in leads)


def test_ls_4_3_the_step_names_the_pairs_from_the_strongest_down() -> None:
    names = {
        Language.EN: ("red joker", "black joker"),
        Language.ZH_HANS: ("大王", "小王"),
        Language.JA: ("赤ジョーカー", "黒ジョーカー"),
    }
    for language, jokers in names.items():
        text = load_lesson_texts(package_of("lockseven"), language)["call.order"]
        # what was shown comes before the order
        places = [text.rindex(name) for name in (*jokers, "7♠", "7♥", "7♣", "7♦")]
        assert places == sorted(places)


def test_ls_3_3_the_called_seven_stays_though_another_suit_is_trump() -> None:
    for name in ("reveal", "feed", "attack"):
        step = next(step for step in LESSONS.lessons[-1].steps if step.step == name)
        assert step.position is not None
        assert step.position["called"] != step.position["trump"]


@pytest.mark.parametrize(
    "step",
    [
        pytest.param(step, id=f"{lesson.lesson}-{step.step}")
        for lesson in LESSONS.lessons
        if "roles" not in lesson.hides
        for step in lesson.all_steps
        if step.step != "alone"
    ],
)
def test_ls_3_6_nobody_plays_alone_before_that_is_explained(step: LessonStep) -> None:
    """In a short deal the Host would, if nobody were dealt the other called card."""
    tried = Attempt(LOCKSEVEN, step)
    while (hint := tried.hint()) is not None:
        tried.play(hint)
        for _ in tried.play_replies():
            pass
    view = tried.match.view(LEARNER)
    assert isinstance(view, LockSevenView)
    assert not view.alone

"""The questions of HiddenPartner: who is asked when, as often in each class, and the same for everybody."""

from collections import Counter
from hashlib import sha256
from typing import Any

import numpy as np
import pytest

from sevenfold.games.lockseven.bot.partnership import partner_known_to
from sevenfold.games.lockseven.state import HAND_SIZE, SEATS, Phase
from sevenfold.suite.agents import Entrant, load_entrant
from sevenfold.suite.belief import BY_POSTERIOR, BY_WORLDS, EVEN, PARTNER, beliefs, even_partner, partner_loss
from sevenfold.suite.meeting import silently
from sevenfold.suite.partner import (
    BEGINS,
    CELLS,
    CLASSES,
    EACH,
    KNOWN,
    PartnerQuestion,
    partner_questions,
    partner_shares,
)
from sevenfold.suite.pool import RULES
from sevenfold.suite.tasks import find_task

TASK = find_task("HiddenPartner-v1")

OF_VERSION_1 = "ab259074ef57346236c4cb68502f5b67717e16a429a03d5618c9e14ebfdd0ac4"
"""The hash of which round, seat and moment each question is about."""


@pytest.fixture(scope="module")
def questions() -> list[PartnerQuestion]:
    """All questions of a whole run."""
    return list(partner_questions(TASK))


def test_there_are_ten_times_the_85_questions_as_many_of_each_class(questions: list[PartnerQuestion]) -> None:
    often = Counter((int(each.of_host), each.stage, each.partner) for each in questions)
    assert often == dict.fromkeys(CELLS, EACH)
    assert len(questions) >= 850


def test_no_round_gives_two_questions(questions: list[PartnerQuestion]) -> None:
    assert len({each.round for each in questions}) == len(questions)


def test_the_questions_are_those_of_version_1(questions: list[PartnerQuestion]) -> None:
    """What to do when this fails is what docs/benchmark.md says of version 2. Never write the hash anew."""
    lines = "".join(
        f"{each.round} {each.seat} {each.partner} {sum(each.seen.hand_sizes)}\n" for each in questions
    )
    assert sha256(lines.encode()).hexdigest() == OF_VERSION_1


def test_who_is_asked_cannot_tell_the_partner_by_the_rules(questions: list[PartnerQuestion]) -> None:
    for each in questions:
        seen, state = each.seen, each.state
        assert (seen.phase, state.turn) == (Phase.PLAY, each.seat)
        assert partner_known_to(seen, each.seat) < 0
        assert state.partner == (each.seat + 1 + each.partner) % SEATS != each.seat
        assert each.of_host == (each.seat == state.host)
        played = HAND_SIZE - seen.hand_sizes[each.seat]
        assert each.stage == sum(played >= begins for begins in BEGINS)


def test_fewer_questions_are_the_beginning_of_more(questions: list[PartnerQuestion]) -> None:
    few = [each.round for each in partner_questions(TASK, 2)]
    assert few == [each.round for each in questions[: 2 * len(CELLS)]]


def test_no_other_game_has_a_question() -> None:
    assert not list(partner_questions(find_task("Widow-v1")))


class Knowing:
    """Says the partner with more or less certainty; it is told of the questions beforehand."""

    def __init__(self, certainty: float) -> None:
        rows = [each.partner for each in partner_questions(TASK, 1)]
        self.said = np.where(np.eye(SEATS - 1)[rows] == 1, certainty, (1 - certainty) / 2)

    def belief(self, _observation: Any, _mask: Any) -> Any:
        """The chances of all rows."""
        return {PARTNER: self.said}


def test_an_agent_is_asked_beside_what_needs_no_learning_in_each_class() -> None:
    good, bad = (Entrant(f"m:{certainty}", TASK, 0, Knowing(certainty), None) for certainty in (0.9, 0.1))
    found = {(of.by, of.question): of for of in beliefs(TASK, good, 2, silently)}
    names = [f"{PARTNER}{which}" for which in CLASSES]
    known = sum(each.posterior is not None for each in partner_questions(TASK, 1))
    for name in names:
        assert found[good.name, name].loss == pytest.approx(-np.log(0.9), abs=1e-3)
        assert found[EVEN, name].loss > found[good.name, name].loss
    assert found[good.name, PARTNER].answers == len(CELLS)
    assert [found[EVEN, name].answers for name in names] == [18, 9, 9, 6, 6, 6, known]
    ceiling = found[BY_POSTERIOR, f"{PARTNER}{KNOWN}"]
    assert ceiling.answers == known
    assert ceiling.loss < found[BY_WORLDS, f"{PARTNER}{KNOWN}"].loss
    worse = {(of.by, of.question): of for of in beliefs(TASK, bad, 2, silently)}
    assert worse[bad.name, PARTNER].loss == pytest.approx(-np.log(0.1), abs=1e-3)
    assert worse[BY_WORLDS, PARTNER] == found[BY_WORLDS, PARTNER]


def test_who_says_nothing_of_the_partner_has_no_row_for_it() -> None:
    found = beliefs(TASK, load_entrant(RULES, TASK), 2, silently)
    assert {of.by for of in found} == {EVEN, BY_WORLDS, BY_POSTERIOR}


def test_the_host_has_three_to_guess_from_and_others_two(questions: list[PartnerQuestion]) -> None:
    for each in questions[: len(CELLS)]:
        shares = partner_shares(TASK.played, each)
        assert shares.sum() == pytest.approx(1)
        assert shares[each.partner] > 0
        may_be = int((shares > 0).sum())
        assert may_be in ((2, 3) if each.of_host else (2,))
        loss = partner_loss(each, even_partner(shares)).loss
        assert loss == pytest.approx(np.log(may_be), abs=0.01)

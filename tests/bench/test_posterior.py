"""The posterior of the partner: worlds in which rules players do what was seen, found in two ways."""

from itertools import islice

import numpy as np
import pytest

from bench.suite.posterior import (
    DEALT,
    Watched,
    _agree,
    begun,
    fitting,
    posterior,
    watched,
)
from sevenfold.compiled.cpu.batch import Batch
from sevenfold.games.lockseven.state import SEATS
from sevenfold.suite.partner import (
    CELLS,
    CHUNK,
    PartnerQuestion,
    partner_questions,
    read_posterior,
    seed_of_chunk,
)
from sevenfold.suite.tasks import find_task

TASK = find_task("HiddenPartner-v1")


@pytest.fixture(scope="module")
def questions() -> list[PartnerQuestion]:
    """The first of each class."""
    return list(partner_questions(TASK, 1))


@pytest.fixture(scope="module")
def early(questions: list[PartnerQuestion]) -> Watched:
    """A Host's first trick: few moves were seen, so many worlds fit."""
    return watched(TASK, questions[1])


def shuffled(of: Watched, count: int, seed: int) -> np.ndarray:
    """Deals with the hidden cards in another order."""
    rng, orders = np.random.default_rng(seed), np.repeat(of.order[None], count, axis=0)
    for order in orders:
        order[of.hidden] = rng.permutation(order[of.hidden])
    return orders


def test_a_deal_begins_as_the_rules_begin_it(early: Watched, questions: list[PartnerQuestion]) -> None:
    chunk, number = divmod(questions[1].round, CHUNK)
    seed = seed_of_chunk(TASK, chunk)
    dealt = Batch.deal(TASK.played, TASK.options, TASK.players, CHUNK, seed).states[number]
    assert begun(early, early.order[None])[0].tobytes() == dealt.tobytes()


def test_the_true_world_fits_what_was_seen_in_it(questions: list[PartnerQuestion]) -> None:
    for question in questions[:6]:
        of = watched(TASK, question)
        rows, states = fitting(of, of.order[None], len(of.seen) - 1)
        assert rows.tolist() == [0]
        assert states["partner"][0] == question.state.partner
        assert states["hands"][0].tolist() == list(question.state.hands)


def test_worlds_that_fit_have_the_seats_own_cards_and_the_same_call(early: Watched) -> None:
    rows, states = fitting(early, shuffled(early, 500, 1), len(early.seen) - 1)
    assert 5 < len(rows) < 500
    assert set(states["hands"][:, early.seat].tolist()) == {int(early.seen[-1]["hands"][early.seat])}
    assert set(states["host"].tolist()) == {early.host}


def test_a_world_in_which_a_card_that_was_played_lies_elsewhere_does_not_fit(
    questions: list[PartnerQuestion],
) -> None:
    of = watched(TASK, questions[8])
    kind = next(kind for kind in range(54) if int(of.seen[-1]["played"][of.host]) >> kind & 1)
    places = (of.first + np.arange(DEALT)) % SEATS
    others = np.flatnonzero((places != of.seat) & (places != of.host))
    exchanged = of.order.copy()
    for place, other in zip(np.flatnonzero(of.order == kind), others, strict=False):
        exchanged[[place, other]] = exchanged[[other, place]]
    assert len(fitting(of, of.order[None], len(of.seen) - 1)[0]) == 1
    assert len(fitting(of, exchanged[None], len(of.seen) - 1)[0]) == 0


def test_exchanges_find_the_shares_that_rejection_finds(early: Watched) -> None:
    _, states = fitting(early, shuffled(early, 4000, 2), len(early.seen) - 1)
    others = (early.seat + np.arange(1, SEATS)) % SEATS
    by_rejection = (states["partner"][:, None] == others).mean(axis=0)
    assert len(states) > 200
    assert posterior(early, 3, 300) == pytest.approx(by_rejection, abs=0.12)


def test_where_too_few_worlds_are_left_nothing_is_said(questions: list[PartnerQuestion]) -> None:
    assert posterior(watched(TASK, questions[1]), 1, 20) is None


def test_worlds_agree_on_a_partner_once_tricks_are_played(early: Watched) -> None:
    _, at_first = fitting(early, early.order[None], 0)
    _, later = fitting(early, early.order[None], len(early.seen) - 1)
    assert not _agree(at_first)
    assert _agree(later)


def test_what_is_known_of_the_questions_is_a_chance_for_each_row() -> None:
    known = {number: of for number, of in read_posterior().items() if of is not None}
    assert len(known) > 50
    for of in known.values():
        assert len(of) == SEATS - 1
        assert sum(of) == pytest.approx(1, abs=1e-3)


def test_what_is_lost_by_the_posterior_is_about_what_it_says_is_open() -> None:
    """So it is where chances are right: sampled worlds neither favour the true one nor forget it."""
    losses, open_ = [], []
    for number, of in read_posterior().items():
        if of is not None:
            chances, row = np.array(of), CELLS[number % len(CELLS)][2]
            losses.append(-np.log(max(chances[row], 1 / 400)))
            open_.append(-(chances[chances > 0] * np.log(chances[chances > 0])).sum())
    assert np.mean(losses) == pytest.approx(np.mean(open_), abs=0.05)


def test_only_the_first_questions_were_tried() -> None:
    tried = list(read_posterior())
    assert tried == list(islice(range(len(CELLS) * 50), len(tried)))

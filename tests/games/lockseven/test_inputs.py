"""What networks are told of a moment, and of the single cards that may be played there."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import sevenfold
from sevenfold.cards.masks import kinds_of, lowest, popcount
from sevenfold.games.lockseven.bot import inputs, leading
from sevenfold.games.lockseven.order import suit_of
from sevenfold.games.lockseven.state import Phase, Seen

GAME: Any = sevenfold.load_game("lockseven")


def moments(seed: int) -> Iterator[tuple[Any, Seen, int]]:
    """The moments of a round in which now and then a move is random, with what a seat sees, and the seat."""
    match: Any = sevenfold.new_match(GAME, seed=seed)
    rng = Random(seed)
    while not match.round_over:
        seat = match.acting[0]
        seen = match.seen(seat)
        yield match, seen, seat
        match.play(seat, match.legal(seat).choice(rng) if rng.random() < 0.1 else GAME.choose(seen, seat))


@pytest.mark.parametrize("seed", [1, 2, 4])
def test_a_network_weighs_follows_to_one_card_and_leads_of_one(seed: int) -> None:
    for _, seen, seat in moments(seed):
        follows = seen.phase == Phase.PLAY and seat != seen.leader and seen.led_size == 1
        leads = seen.phase == Phase.PLAY and seat == seen.leader
        single = (
            leads and popcount(leading.lead(seen, seat).cards) == 1 and not leading.lead(seen, seat).twice
        )
        assert (inputs.situation(seen, seat) >= 0) == (follows or single)


@pytest.mark.parametrize("seed", [1, 2, 4])
def test_facts_have_rows_of_their_own_and_cards_that_may_be_played_numbers(seed: int) -> None:
    weighed = 0
    for match, seen, seat in moments(seed):
        row = inputs.situation(seen, seat)
        if row < 0:
            continue
        out = inputs.unseen_cards(seen, seat)
        indices, rows = [0] * inputs.SUITS, [0] * inputs.MOST_ROWS
        inputs.index_suits(seen, seat, out, indices)
        told = rows[: inputs.list_rows(seen, seat, out, indices, rows)]
        assert sorted(indices) == [0, 1, 2, 3]
        assert len(set(told)) == len(told)
        assert max(told) < inputs.ROWS
        kinds = list(kinds_of(inputs.playable(seen, seat)))
        assert len({inputs.card_index(kind, indices) for kind in kinds}) == len(kinds)
        for kind in kinds:
            assert inputs.play(seen, seat, kind) in match.legal(seat)
            numbers = [0.0] * inputs.NUMBERS
            worth = inputs.card_worth(seen, seat, kind, out, row)
            inputs.list_numbers(seen, seat, kind, out, worth, numbers)
            assert numbers[0] == worth
            assert 0 <= numbers[1] <= 1
        weighed += 1
    assert weighed > 20


def test_by_what_rules_take_cards_to_be_worth_a_lead_of_one_card_is_theirs() -> None:
    compared = 0
    for _, seen, seat in moments(5):
        row = inputs.situation(seen, seat)
        if row < 2:
            continue
        out = inputs.unseen_cards(seen, seat)
        by_rules = leading.lead(seen, seat).cards
        worths = {
            1 << kind: inputs.card_worth(seen, seat, kind, out, row) for kind in kinds_of(seen.hands[seat])
        }
        assert worths[by_rules] == pytest.approx(
            leading.value(seen, seat, by_rules, 0, suit_of(lowest(by_rules), seen.trump), out)
        )
        compared += 1
    assert compared > 3

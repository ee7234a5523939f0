"""What networks are told of a moment, and of the leads that may be made there."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import sevenfold
from sevenfold.cards.masks import kinds_of, lowest
from sevenfold.core.network import read_weights, weight_count
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
def test_networks_weigh_the_leads_of_the_host_the_partner_and_the_attack(seed: int) -> None:
    for match, seen, seat in moments(seed):
        leads = seen.phase == Phase.PLAY and seat == seen.leader
        host, partner = match.state.host, match.state.partner
        role = 0 if seat == host else 1 if seat == partner else 2
        assert inputs.situation(seen, seat) == (role if leads else -1)


@pytest.mark.parametrize("seed", [1, 2, 4])
def test_facts_have_rows_of_their_own_and_leads_have_numbers(seed: int) -> None:
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
    assert weighed > 10


@pytest.mark.parametrize("seed", [5, 6])
def test_the_lead_of_the_rules_is_among_those_that_are_weighed_with_its_worth(seed: int) -> None:
    for _, seen, seat in moments(seed):
        row = inputs.situation(seen, seat)
        if row < 0:
            continue
        out, by_rules = inputs.unseen_cards(seen, seat), leading.lead(seen, seat)
        options = list(kinds_of(inputs.playable(seen, seat)))
        moves = [inputs.play(seen, seat, option) for option in options]
        assert len(set(moves)) == len(moves)
        suit = suit_of(lowest(by_rules.cards), seen.trump)
        worth = inputs.card_worth(seen, seat, options[moves.index(by_rules)], out, row)
        value = leading.value(seen, seat, by_rules.cards, by_rules.twice, suit, out)
        assert worth == pytest.approx(inputs.WORTHS[row] * value)


def test_the_weights_are_those_of_all_networks() -> None:
    weights = read_weights("sevenfold.games.lockseven.bot")
    assert len(weights) == inputs.NETWORKS * weight_count(inputs.SHAPE)

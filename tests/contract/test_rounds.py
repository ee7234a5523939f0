"""Rounds of every game, played at random: the cards, whose turn it is, chance, and what they bring."""

from collections import Counter
from random import Random

from hypothesis import given, settings

from sevenfold.core import violations
from sevenfold.core.moves import CHANCE
from tests.contract.tables import Table, any_move, every_table, generators, moments, sizes


@every_table
@given(rng=generators, size=sizes)
def test_no_card_is_lost_or_made(table: Table, rng: Random, size: int | None) -> None:
    deal = table.deal(rng, size)
    cards = Counter(kind for hand in (*deal.hands, deal.rest) for kind in hand)
    for match in moments(table.begin(deal, rng), rng):
        assert Counter(table.facts.cards_everywhere(match.state)) == cards


@every_table
@given(rng=generators, size=sizes)
def test_somebody_can_always_move_until_the_round_is_over(
    table: Table, rng: Random, size: int | None
) -> None:
    rules = table.game.rules
    for match in moments(table.begin(table.deal(rng, size), rng), rng):
        states = (bool(match.acting), rules.chance(match.state) > 0, match.round_over)
        assert sum(states) == 1, "players act, or chance is due, or the round is over"
        assert all(0 <= seat < table.players for seat in match.acting)
        for seat in match.acting:
            extension = match.extend(seat)
            assert extension.cards or extension.moves


@every_table
@given(rng=generators, size=sizes)
def test_the_moves_that_extend_leads_to_are_legal(table: Table, rng: Random, size: int | None) -> None:
    for match in moments(table.begin(table.deal(rng, size), rng), rng):
        if not match.round_over:
            seat, move = any_move(match, rng)
            assert table.game.rules.check(match.state, seat, move) == violations.OK


@every_table
@given(rng=generators, size=sizes)
def test_the_outcomes_of_chance_are_different_and_legal(table: Table, rng: Random, size: int | None) -> None:
    rules = table.game.rules
    for match in moments(table.begin(table.deal(rng, size), rng), rng):
        moves = [rules.chance_move(match.state, index) for index in range(rules.chance(match.state))]
        assert len(set(moves)) == len(moves)
        assert all(rules.check(match.state, CHANCE, move) == violations.OK for move in moves)


@every_table
@given(rng=generators, size=sizes)
def test_a_round_ends_in_time_and_its_result_adds_up(table: Table, rng: Random, size: int | None) -> None:
    deal = table.deal(rng, size)
    match = table.begin(deal, rng)
    for _ in moments(match, rng):
        assert match.version <= 1 + table.facts.MOST_MOVES
        if not match.round_over:
            assert match.standing.result is None
            assert match.standing.next_first is None
            assert match.standing.winners == ()
    if match.thrown_in:
        assert match.standing.result is None
        assert not match.over
        return
    assert len(match.standing.result or ()) == table.players
    assert table.facts.adds_up(match.state, len(deal.hands[0]))
    assert match.over or match.standing.next_first in range(table.players)


@every_table
@settings(max_examples=10)
@given(rng=generators)
def test_totals_are_the_sum_of_the_rounds(table: Table, rng: Random) -> None:
    match = table.begin(table.deal(rng), rng)
    for played in range(1, 5):
        for _ in moments(match, rng):
            assert len(match.standing.results) == played - 1 + match.round_over
        assert match.standing.round == played
        assert match.standing.scores == tuple(map(sum, zip(*match.standing.results, strict=True)))
        first = match.standing.next_first
        if first is None:
            break
        match.deal(table.deal(rng), first)
    assert match.over == bool(match.winners)

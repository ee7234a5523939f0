"""Plain and compiled are one game: the same dice give the same moves, and states are the same to the byte."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import numpy as np

from sevenfold.cards.masks import mask_of
from sevenfold.compiled.cpu.batch import MOVE, Batch
from sevenfold.compiled.cpu.rollouts import in_plain_python, mean_results
from sevenfold.compiled.layout import write
from sevenfold.core import playout
from sevenfold.core.dice import dice_for
from sevenfold.core.legal import legal_moves
from sevenfold.core.match import Match
from sevenfold.core.moves import Move
from sevenfold.core.visibility import duplicate, view
from sevenfold.testing.contract.tables import TableCase, every_table, moments, nonsense

ROUNDS = 30


def dealt(table: TableCase, seed: int, rounds: int = ROUNDS) -> list[Any]:
    """Rounds just begun, with hands of all sizes and any seat first."""
    rng = Random(seed)
    sizes = [rng.choice((None, None, 3, 5)) for _ in range(rounds)]
    return [table.begin(table.deal(rng, size), rng).state for size in sizes]


def compiled(table: TableCase, states: Sequence[Any]) -> Batch[Any]:
    return Batch.of(table.game, states)


def move_by_move(
    table: TableCase, seed: int, policy_seats: Sequence[int], rounds: int = ROUNDS
) -> Iterator[tuple[list[Any], Batch[Any]]]:
    """The same rounds at both speeds, after each move."""
    game, states = table.game, dealt(table, seed, rounds)
    batch = compiled(table, states)
    dice, rolled = batch.dice(seed), [dice_for(seed, number) for number in range(rounds)]
    seen = duplicate(states[0])
    while not all(game.rules.over(state) for state in states):
        batch.playout(dice, policy_seats, max_moves=1)
        for number, state in enumerate(states):
            _, rolled[number] = playout.playout(
                game.rules, game.choose, mask_of(policy_seats), state, seen, rolled[number], 1
            )
        yield states, batch


@every_table
def test_random_rounds_are_the_same_move_by_move(table: TableCase) -> None:
    for states, batch in move_by_move(table, 1, ()):
        assert batch.states.tobytes() == compiled(table, states).states.tobytes()
    assert [batch[number] for number in range(ROUNDS)] == states
    assert batch.returns()[:, : table.players].tolist() == [table.game.returns(s) for s in states]


@every_table
def test_rounds_by_the_rule_based_player_are_the_same_move_by_move(table: TableCase) -> None:
    """Seat 0 plays at random, so that the others come into positions that they would not reach themselves."""
    for states, batch in move_by_move(table, 3, range(1, table.players)):
        assert batch.states.tobytes() == compiled(table, states).states.tobytes()


@every_table
def test_the_standing_and_every_view_are_the_same(table: TableCase) -> None:
    for states, batch in move_by_move(table, 4, (), rounds=8):
        acting, outcomes = batch.to_act()
        assert acting.tolist() == [table.game.rules.acting(state) for state in states]
        assert outcomes.tolist() == [table.game.rules.chance(state) for state in states]
        for seat in (None, *range(table.players)):
            seen = np.zeros_like(batch.states)
            for number, state in enumerate(states):
                write(view(state, seat), seen, number)
            assert batch.views(seat).states.tobytes() == seen.tobytes()


@every_table
def test_the_legal_moves_are_the_same(table: TableCase) -> None:
    rng = Random(5)
    for match in moments(table.begin(table.deal(rng, 4), rng), rng):
        batch = compiled(table, [match.state])
        for seat in range(table.players):
            assert batch.legal(0, seat) == legal_moves(table.game.rules, match.state, seat)


@every_table
def test_the_same_moves_are_refused_for_the_same_violations(table: TableCase) -> None:
    rng = Random(6)
    for match in moments(table.begin(table.deal(rng), rng), rng):
        tried = [(seat, move) for move in nonsense(match, rng) for seat in range(-1, table.players)]
        batch = Batch(table.game, np.repeat(compiled(table, [match.state]).states, len(tried)))
        found = batch.step(np.array([(seat, *move) for seat, move in tried], MOVE))
        assert found.tolist() == [after_check(match, seat, move) for seat, move in tried]


def after_check(match: Match[Any, Any], seat: int, move: Move) -> int:
    return match.game.rules.check(match.state, seat, move)


@every_table
def test_rollouts_come_out_the_same_at_both_speeds(table: TableCase) -> None:
    worlds = dealt(table, 7, 5)
    assert mean_results(table.game, worlds, 12, 8, [1]) == in_plain_python(table.game, worlds, 12, 8, [1])

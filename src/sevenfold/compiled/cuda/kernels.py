"""The kernels of a batch on a GPU: one round a thread, by the functions that the CPU's loops call."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np

from sevenfold.compiled.cuda.binding import Binding, kernel
from sevenfold.core.dice import dice_for
from sevenfold.core.game import Game
from sevenfold.core.playout import NO_LIMIT, playout

Kernel = Any
cuda: Any = import_module("numba.cuda")


@dataclass(frozen=True)
class BatchKernels:
    """`words` has a column for each round. What threads add to, such as `made`, is 0 before."""

    seed_dice: Kernel
    """(seed, dice): dice for each round."""
    to_act: Kernel
    """(words, acting, outcomes): the seats that may act, and the outcomes of the chance that is due."""
    playout: Kernel
    """(words, policy_seats, dice, max_moves, made): as `core.playout.playout`; `made[0]` counts the moves."""
    rollouts: Kernel
    """(words, policy_seats, count, seed, totals): a thread for each of `count` rollouts. What it brings each
    seat is added to `totals`, and last how many moves were made."""
    returns: Kernel
    """(words, results): what each seat gets of each round that is over; the rows of the others stay."""


_made: dict[tuple[str, Callable[..., Any] | None], BatchKernels] = {}


def load_kernels(game: Game[Any, Any, Any], *, by_player: bool) -> BatchKernels:
    """A game's kernels, not yet compiled. `by_player` says whether the game's player has a seat.

    Raises CudaUnavailable.
    """
    key = game.meta.name, game.choose if by_player else None
    if key not in _made:
        binding, seats = Binding(game, by_player=by_player), game.meta.players.max
        _made[key] = BatchKernels(
            make_seed_dice(binding),
            _to_act(binding),
            _playout(binding),
            _rollouts(binding, seats),
            _returns(binding),
        )
    return _made[key]


def make_seed_dice(binding: Binding) -> Kernel:
    """The kernel (seed, dice): dice for each round."""
    seed_of = binding.bind(dice_for)

    def seed_dice(seed: int, dice: Any) -> None:
        index = cuda.grid(1)
        if index < len(dice):
            dice[index] = seed_of(seed, index)

    return kernel(seed_dice)


def _to_act(binding: Binding) -> Kernel:
    rules, load, record = binding.rules, binding.load, binding.record

    def to_act(words: Any, acting: Any, outcomes: Any) -> None:
        index = cuda.grid(1)
        if index < len(acting):
            states = cuda.local.array(1, record)
            load(words, index, states[0])
            acting[index], outcomes[index] = rules.acting(states[0]), rules.chance(states[0])

    return kernel(to_act)


def _playout(binding: Binding) -> Kernel:
    rules, choose, play = binding.rules, binding.choose, binding.bind(playout)
    load, store, record = binding.load, binding.store, binding.record

    def play_each(words: Any, policy_seats: int, dice: Any, max_moves: int, made: Any) -> None:
        index = cuda.grid(1)
        if index < len(dice):
            states, seen = cuda.local.array(1, record), cuda.local.array(1, record)
            load(words, index, states[0])
            before = int(dice[index])  # in the simulator it is of NumPy, and would overflow
            moves, dice[index] = play(rules, choose, policy_seats, states[0], seen[0], before, max_moves)
            store(states[0], words, index)
            cuda.atomic.add(made, 0, moves)

    return kernel(play_each)


def _rollouts(binding: Binding, seats: int) -> Kernel:
    rules, choose, play = binding.rules, binding.choose, binding.bind(playout)
    load, record, seed_of = binding.load, binding.record, binding.bind(dice_for)

    def rollouts(words: Any, policy_seats: int, count: int, seed: int, totals: Any) -> None:
        number = cuda.grid(1)
        if number < count:
            states, seen = cuda.local.array(1, record), cuda.local.array(1, record)
            load(words, number % words.shape[1], states[0])
            dice = seed_of(seed, number)
            moves, dice = play(rules, choose, policy_seats, states[0], seen[0], dice, NO_LIMIT)
            result = cuda.local.array(seats, np.int64)
            for seat in range(seats):
                result[seat] = 0  # a smaller table does not write it
            if rules.over(states[0]):  # a round that was left has no result
                rules.write_returns(states[0], result)
            for seat in range(seats):
                cuda.atomic.add(totals, seat, result[seat])
            cuda.atomic.add(totals, seats, moves)

    return kernel(rollouts)


def _returns(binding: Binding) -> Kernel:
    rules, load, record = binding.rules, binding.load, binding.record

    def returns(words: Any, results: Any) -> None:
        index = cuda.grid(1)
        if index < len(results):
            states = cuda.local.array(1, record)
            load(words, index, states[0])
            if rules.over(states[0]):
                rules.write_returns(states[0], results[index])

    return kernel(returns)

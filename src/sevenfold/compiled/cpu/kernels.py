"""The entry points of a compiled game: each loops over a batch of records, and calls `core`.

They run without the GIL, and are compiled at their first call, never at import.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from sevenfold.compiled.cpu.compiler import kernel
from sevenfold.compiled.layout import DealtCards
from sevenfold.core import violations
from sevenfold.core.deal import MatchSoFar
from sevenfold.core.dice import dice_for, shuffle
from sevenfold.core.game import Game
from sevenfold.core.legal import legal_moves
from sevenfold.core.moves import Move
from sevenfold.core.playout import playout, rollouts
from sevenfold.core.trials import TrialBuffers, trials
from sevenfold.core.visibility import see
from sevenfold.core.worlds import draw_worlds

Kernel = Callable[..., Any]


@dataclass(frozen=True)
class Kernels:
    """A game's entry points. `states`, `worlds` are arrays of records; `state`, `seen` have one each."""

    deal: Kernel
    """(states, pack, players, hand_size, first, seed, memory): deal out to blank states; `first` moves on.
    `memory` is the totals before each round and what is carried on: zeros."""
    seed_dice: Kernel
    """(dice, seed): dice for each round."""
    playout: Kernel
    """(states, seen, policy_seats, dice, max_moves): as `core.playout.playout`, with dice for each round."""
    rollouts: Kernel
    """(worlds, state, seen, policy_seats, first, end, seed, result, totals): as `core.playout.rollouts`."""
    step: Kernel
    """(states, moves, found): make each move that is legal; its violation, or OK, goes to `found`."""
    legal: Kernel
    """(states, index, seat): the legal moves of a seat, a row each."""
    views: Kernel
    """(states, seat, seen): what a seat may see, or with -1 a spectator."""
    to_act: Kernel
    """(states, acting, outcomes): the seats that may act, and the outcomes of the chance that is due."""
    returns: Kernel
    """(states, results): what each seat gets of each round that is over; the rows of the others stay."""
    worlds: Kernel
    """(view, seat, layout, worlds, dice): as `core.worlds.draw_worlds`, of the view `view[0]`."""
    trials: Kernel
    """(states, layout, result, ...): as `core.trials.trials`, with the buffers; a row for a move."""


def make_kernels(game: Game[Any, Any, Any], folder: Path) -> Kernels:
    """The entry points, to be compiled when they are called."""
    parts = game.rules, game.choose, game.sample
    return Kernels(*(kernel(each, *parts, folder, game.meta.name) for each in FUNCTIONS))


def _deal(
    rules: Any,
    _choose: Any,
    _sample: Any,
    states: Any,
    pack: Any,
    players: int,
    hand_size: int,
    first: int,
    seed: int,
    memory: Any,
) -> None:
    dealt = players * hand_size
    for index in range(len(states)):
        cards = pack.copy()
        shuffle(cards, dice_for(seed, index))
        deal = DealtCards(cards[:dealt].reshape(players, hand_size), cards[dealt:])
        so_far = MatchSoFar(index + 1, index + 1, memory[0], memory[1])
        rules.apply_deal(states[index], deal, (first + index) % players, so_far)


def _seed_dice(_rules: Any, _choose: Any, _sample: Any, dice: Any, seed: int) -> None:
    for index in range(len(dice)):
        dice[index] = dice_for(seed, index)


def _playout(
    rules: Any,
    choose: Any,
    _sample: Any,
    states: Any,
    seen: Any,
    policy_seats: int,
    dice: Any,
    max_moves: int,
) -> int:
    moves = 0
    for index in range(len(states)):
        made, after = playout(rules, choose, policy_seats, states[index], seen[0], dice[index], max_moves)
        moves += made
        dice[index] = after
    return moves


def _rollouts(
    rules: Any,
    choose: Any,
    _sample: Any,
    worlds: Any,
    state: Any,
    seen: Any,
    policy_seats: int,
    first: int,
    end: int,
    seed: int,
    result: Any,
    totals: Any,
) -> int:
    return rollouts(rules, choose, policy_seats, worlds, state[0], seen[0], first, end, seed, result, totals)


def _step(rules: Any, _choose: Any, _sample: Any, states: Any, moves: Any, found: Any) -> None:
    for index in range(len(states)):
        made = moves[index]
        move = Move(made.kind, made.cards, made.twice, made.arg)
        found[index] = rules.check(states[index], made.seat, move)
        if found[index] == violations.OK:
            rules.apply(states[index], made.seat, move)


def _legal(rules: Any, _choose: Any, _sample: Any, states: Any, index: int, seat: int) -> Any:
    moves = legal_moves(rules, states[index], seat)
    rows = np.empty((len(moves), 4), np.int64)
    for row in range(len(moves)):
        rows[row, 0] = moves[row].kind
        rows[row, 1] = moves[row].cards
        rows[row, 2] = moves[row].twice
        rows[row, 3] = moves[row].arg
    return rows


def _views(_rules: Any, _choose: Any, _sample: Any, states: Any, seat: int, seen: Any) -> None:
    for index in range(len(states)):
        see(states[index], seat, seen[index])


def _to_act(rules: Any, _choose: Any, _sample: Any, states: Any, acting: Any, outcomes: Any) -> None:
    for index in range(len(states)):
        acting[index] = rules.acting(states[index])
        outcomes[index] = rules.chance(states[index])


def _returns(rules: Any, _choose: Any, _sample: Any, states: Any, results: Any) -> None:
    for index in range(len(states)):
        if rules.over(states[index]):
            rules.write_returns(states[index], results[index])


def _worlds(
    _rules: Any, _choose: Any, sample: Any, view: Any, seat: int, layout: Any, worlds: Any, dice: int
) -> bool:
    return draw_worlds(sample, view[0], seat, layout, worlds, dice)


def _trials(
    rules: Any,
    choose: Any,
    sample: Any,
    states: Any,
    layout: Any,
    result: Any,
    seat: int,
    moves: Any,
    policy_seats: int,
    seed: int,
    progress: Any,
    worlds: int,
    max_moves: int,
    results: Any,
) -> Any:
    buffers = TrialBuffers(states[0], states[1], states[2], states[3], layout, result)
    return trials(
        rules, choose, sample, buffers, seat, moves, policy_seats, seed, progress, worlds, max_moves, results
    )


FUNCTIONS: tuple[Kernel, ...] = (
    *(_deal, _seed_dice, _playout, _rollouts, _step, _legal, _views, _to_act, _returns),
    *(_worlds, _trials),
)
"""In the order of `Kernels`."""

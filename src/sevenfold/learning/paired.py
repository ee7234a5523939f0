"""What was learnt against what was there: the same deals from every seat, compiled."""

from typing import Any

import numpy as np

from sevenfold.cards.masks import lowest
from sevenfold.compiled.cpu.batch import Batch
from sevenfold.compiled.cpu.engine import entry_points, load_engine
from sevenfold.core.dice import SEEDS, dice_for, roll
from sevenfold.core.duplicate import Interval, interval
from sevenfold.core.game import AnyGame
from sevenfold.core.moves import CHANCE
from sevenfold.core.playout import drawn_move
from sevenfold.core.visibility import assign, see


def one_among_others(
    rules: Any,
    choose: Any,
    others: Any,
    states: Any,
    state: Any,
    seen: Any,
    seats: int,
    seed: int,
    found: Any,
) -> None:
    """Play each deal from each seat by `choose`, with `others` at all other seats."""
    for index in range(len(states)):
        for own in range(seats):
            assign(state[0], states[index])
            dice = dice_for(seed, index)
            while not rules.over(state[0]):
                if rules.chance(state[0]):
                    move, dice = drawn_move(rules, state[0], roll, dice)
                    rules.apply(state[0], CHANCE, move)
                    continue
                seat = lowest(rules.acting(state[0]))
                see(state[0], seat, seen[0])
                move = choose(seen[0], seat) if seat == own else others(seen[0], seat)
                rules.apply(state[0], seat, move)
            rules.write_returns(state[0], found[index, own])


def ahead_of(game: AnyGame, others: AnyGame, deals: int, seed: int) -> Interval:
    """By how much a game's player is ahead of another's, one among these at every seat of each deal, in what
    a round of the default options brings. One deal is one sample.

    Raises CompiledUnavailable.
    """
    players, sign = game.meta.seats(None), game.meta.sign
    batch = Batch.deal(game, game.meta.options(), players, deals, seed % SEEDS)
    scratch = [np.zeros_like(batch.states[:1]) for _ in range(2)]
    found = np.zeros((deals, players, game.meta.players.max), np.int64)
    _compiled(game, others)(batch._states, *scratch, players, seed % SEEDS, found)
    own = np.mean([found[:, seat, seat] for seat in range(players)], axis=0)
    everybody = found[:, :, :players].sum(axis=2).mean(axis=1)
    by = sign * (own - (everybody - own) / (players - 1))
    return interval(by.tolist())


def _compiled(game: AnyGame, others: AnyGame) -> Any:
    load_engine(others)
    parts = game.rules, game.choose, others.choose
    return entry_points(game, [one_among_others], parts, parts[1:])[0]

"""Players made from a function that answers an observation with an action."""

from collections.abc import Callable
from typing import Any

import numpy as np

from sevenfold.bots.players import Player
from sevenfold.core.game import AnyGame
from sevenfold.core.moves import Move
from sevenfold.envs.encoding import Encoding, Observation
from sevenfold.envs.observing import write_mask
from sevenfold.envs.turns import choose_on
from sevenfold.envs.vector import IllegalAction, Mask

Act = Callable[[Observation, Mask], int]
"""A function from an observation and a mask, rows of those of `VectorEnv`, to an action."""


def action_player(game: AnyGame, act: Act) -> Player[Any]:
    """A player for tables and arenas: it asks `act` until the actions make a move.

    The player raises IllegalAction where the mask does not allow an action.
    """
    encodings: dict[int, Encoding] = {}
    rules = game.rules

    def choose(seen: Any, seat: int) -> Move:
        players = _players(game, seen)
        if players not in encodings:
            encodings[players] = Encoding(game, players)
        encoding = encodings[players]
        kinds = encoding.room.kinds
        mask = np.zeros(kinds + encoding.room.max_moves, np.int8)
        cards = twice = 0
        index = -1
        while index < 0:
            write_mask(
                rules.addable(seen, seat, cards, twice),
                rules.count_moves(seen, seat, cards, twice),
                kinds,
                mask,
            )
            action = int(act(encoding.encode(seen, seat, cards, twice), mask))
            if not (0 <= action < len(mask) and mask[action]):
                raise IllegalAction(0, action)
            cards, twice, index = choose_on(rules, seen, seat, cards, twice, kinds, action)
        return rules.nth_move(seen, seat, cards, twice, index)

    return choose


def _players(game: AnyGame, seen: Any) -> int:
    """How many play; where that differs from table to table, the state says it."""
    seats = game.meta.players
    return seats.default if seats.min == seats.max else int(seen.players)

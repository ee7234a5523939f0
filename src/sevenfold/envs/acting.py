"""Players made from a function that answers an observation with an action."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from operator import index
from typing import Any

import numpy as np

from sevenfold.bots.players import Player
from sevenfold.core.game import AnyGame
from sevenfold.core.moves import Move
from sevenfold.core.standing import MatchScore
from sevenfold.envs.encoding import Encoding, Observation
from sevenfold.envs.observing import write_mask
from sevenfold.envs.turns import choose_on
from sevenfold.envs.vector import IllegalAction, Mask

Act = Callable[[Observation, Mask], int]
"""A function from an observation and a mask, rows of those of `VectorEnv`, to an action."""


def action_player(game: AnyGame, act: Act, match: bool = False) -> Player[Any]:
    """A player for tables and arenas: it asks `act` until the actions make a move.

    With `match` the observations are those of a `MatchVectorEnv`, with the score. In a round by itself that
    is the score of a match that has just begun.

    The player raises IllegalAction where the mask does not allow an action. It can be copied and pickled if
    `act` can.
    """
    return ActionPlayer(game, act, match)


@dataclass(frozen=True)
class ActionPlayer:
    """A player that asks `act`, with the encoding for as many players as there are."""

    game: AnyGame
    act: Act
    match: bool = False
    score: MatchScore | None = None

    def in_match(self, score: MatchScore) -> "ActionPlayer":
        """The player in a match that stands so."""
        return replace(self, score=score)

    def __call__(self, seen: Any, seat: int) -> Move:
        """Its move. Raises IllegalAction."""
        rules, encoding = self.game.rules, _encoding(self.game, self.game.players_of(seen), self.match)
        score = self._numbers(encoding.players)
        kinds = encoding.declared.kinds
        mask = np.zeros(kinds + encoding.declared.max_moves, np.int8)
        cards = twice = 0
        which = -1
        while which < 0:
            addable = rules.addable(seen, seat, cards, twice)
            write_mask(addable, rules.count_moves(seen, seat, cards, twice), kinds, mask)
            action = _allowed(self.act(encoding.encode(seen, seat, cards, twice, score=score), mask), mask)
            cards, twice, which = choose_on(rules, seen, seat, cards, twice, kinds, action)
        return rules.nth_move(seen, seat, cards, twice, which)

    def _numbers(self, players: int) -> tuple[int, ...]:
        """What an observation has of the score."""
        if not self.match:
            return ()
        return (0,) * players + (1,) if self.score is None else (*self.score.totals, self.score.round_number)


_encodings: dict[tuple[str, int, bool], Encoding] = {}


def _encoding(game: AnyGame, players: int, match: bool) -> Encoding:
    key = game.meta.name, players, match
    if key not in _encodings:
        _encodings[key] = Encoding(game, players, match)
    return _encodings[key]


def _allowed(answer: Any, mask: Mask) -> int:
    try:
        action = index(answer)
    except TypeError:
        raise IllegalAction(0, answer) from None
    if not (0 <= action < len(mask) and mask[action]):
        raise IllegalAction(0, action)
    return action

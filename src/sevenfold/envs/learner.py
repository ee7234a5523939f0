"""Rounds in which a learner has one seat and players by name have the others."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sevenfold.bots.players import WrongNumberOfPlayers, find_player, seat_players
from sevenfold.compiled.arrays import whole_numbers
from sevenfold.core.given import NoSuchSeat as NoSuchSeat
from sevenfold.core.given import seat_number, seed_number
from sevenfold.envs.opponents import policy_among
from sevenfold.envs.turns import NOBODY
from sevenfold.envs.vector import IllegalAction, VectorEnv
from sevenfold.games import load_game

RANDOM = "random"


class LearnerRounds:
    """`n` rounds. The learner has `seat`; `opponents` is a player's name for all others, or one for each.

    `rules`, `learnt`, `medium` and `random` act within a step, without the interpreter; others are asked one
    by one, and so are learnt ones beside rule-based ones. No player looks at a clock.

    Raises NoSuchSeat, UnknownPlayer, NothingLearnt, WrongNumberOfPlayers and what VectorEnv raises.
    """

    def __init__(
        self,
        game: str,
        n: int,
        seat: int = 0,
        opponents: str | Sequence[str] = "rules",
        options: Mapping[str, object] | None = None,
        preset: str | None = None,
        players: int | None = None,
        history: int = 0,
    ) -> None:
        loaded = load_game(game)
        seats = loaded.meta.seats(players)
        self.seat = seat = seat_number(seat, seats)
        names = _names(opponents, seats, seat)
        for name in set(names.values()):
            find_player(name)(loaded, Random(0))
        policy, policy_seats = policy_among(loaded, names)
        random_seats = [other for other, name in names.items() if name == RANDOM]
        self.env = VectorEnv(
            game,
            n,
            options=options,
            preset=preset,
            players=players,
            auto_reset=False,
            policy=policy,
            policy_seats=policy_seats,
            random_seats=random_seats,
            history=history,
        )
        acting = {*policy_seats, *random_seats}
        self._asked = {other: name for other, name in names.items() if other not in acting}
        self._players: dict[int, Any] = {}
        self._ended = np.zeros(n, np.bool_)
        self._returns = np.zeros(n, np.int64)
        self.cut_short: dict[str, NDArray[np.bool_]] = {
            name: np.zeros(n, np.bool_) for name in self.env.cut_short
        }
        """As `VectorEnv.cut_short`, whoever made the last move."""
        self.illegal: NDArray[np.bool_] = np.zeros(n, np.bool_)
        """The rounds that the learner lost in the last step, by an illegal action."""

    def reset(self, seed: int | None = None, where: NDArray[np.bool_] | None = None) -> None:
        """Deal, and let the others act until the learner is to. A round that ends before is dealt afresh."""
        if seed is not None:
            seed = seed_number(seed)
            rng = Random(seed)
            seated = {
                other: seat_players(self.env.game, [name], 1, rng)[0] for other, name in self._asked.items()
            }
            self._players = seated
        wanted = np.ones(self.env.n, np.bool_) if where is None else where
        while wanted.any():
            self.env.reset(seed, wanted)
            seed = None
            self._let_others_act(wanted)
            wanted = wanted & (self.env.to_act != self.seat)

    def step(self, actions: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Take an action in each open round. Returns what each brought the learner, and which rounds ended.

        An illegal action ends its round with the worst result of the game. Raises WrongArray.
        """
        self.illegal[:] = False
        try:
            ended = self.env.step(actions)
        except IllegalAction:
            self._find_illegal(whole_numbers("actions", actions, self.env.n))
            self.env.abandon(self.illegal)
            ended = self.env.step(actions) | self.illegal
        self._ended[:] = ended
        self._returns[:] = self.env.returns[:, self.seat]
        self._returns[self.illegal] = self.env.worst_result
        for name, rounds in self.env.cut_short.items():
            self.cut_short[name][:] = rounds
        self._let_others_act(~self._ended)
        return self._returns, self._ended

    def _find_illegal(self, actions: NDArray[np.int64]) -> None:
        env = self.env
        inside = (actions >= 0) & (actions < env.num_actions)
        allowed = env.mask()[np.arange(env.n), np.where(inside, actions, 0)] == 1
        self.illegal[:] = (env.to_act != NOBODY) & ~(inside & allowed)

    def _let_others_act(self, where: NDArray[np.bool_]) -> None:
        if self._asked:
            for index in np.flatnonzero(where).tolist():
                self._play_others(index)

    def _play_others(self, index: int) -> None:
        while (seat := int(self.env.to_act[index])) in self._players:
            self.env.ask(index, self._players[seat])
            if self.env.ended[index]:
                self._ended[index] = True
                self._returns[index] = self.env.returns[index, self.seat]
                for name, rounds in self.env.cut_short.items():
                    self.cut_short[name][index] = rounds[index]


def _names(opponents: str | Sequence[str], seats: int, learner: int) -> dict[int, str]:
    """The player's name at each seat but the learner's."""
    names = [opponents] * (seats - 1) if isinstance(opponents, str) else list(opponents)
    if len(names) != seats - 1:
        raise WrongNumberOfPlayers(names, seats - 1)
    return dict(zip((seat for seat in range(seats) if seat != learner), names, strict=True))

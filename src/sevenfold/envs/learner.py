"""Rounds in which a learner has one seat and players by name have the others."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sevenfold.bots.players import WrongNumberOfPlayers, seat_players
from sevenfold.envs.vector import VectorEnv
from sevenfold.games import load_game

COMPILED = ("rules", "random")
"""Players that act within a step, without the interpreter; others are asked one by one."""


class NoSuchSeat(ValueError):
    """A seat that the table does not have."""

    def __init__(self, seat: int, players: int) -> None:
        super().__init__(f"there is no seat {seat}; the seats are 0 to {players - 1}")
        self.seat = seat


class LearnerRounds:
    """`n` rounds. The learner has `seat`; `opponents` is a player's name for all others, or one for each.

    Raises NoSuchSeat, UnknownPlayer, WrongNumberOfPlayers and what VectorEnv raises.
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
    ) -> None:
        seats = load_game(game).meta.seats(players)
        if not 0 <= seat < seats:
            raise NoSuchSeat(seat, seats)
        self.seat = seat
        names = _names(opponents, seats, seat)
        self.env = VectorEnv(
            game,
            n,
            options=options,
            preset=preset,
            players=players,
            auto_reset=False,
            policy_seats=[other for other, name in names.items() if name == "rules"],
            random_seats=[other for other, name in names.items() if name == "random"],
        )
        self._asked = {other: name for other, name in names.items() if name not in COMPILED}
        self._players: dict[int, Any] = {}
        self._ended = np.zeros(n, np.bool_)
        self._returns = np.zeros(n, np.int64)

    def reset(self, seed: int | None = None, where: NDArray[np.bool_] | None = None) -> None:
        """Deal, and let the others act until the learner is to. A round that ends before is dealt afresh."""
        if seed is not None:
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

        Raises IllegalAction.
        """
        self._ended[:] = self.env.step(actions)
        self._returns[:] = self.env.returns[:, self.seat]
        self._let_others_act(~self._ended)
        return self._returns, self._ended

    def _let_others_act(self, where: NDArray[np.bool_]) -> None:
        if self._asked:
            for index in np.flatnonzero(where).tolist():
                self._play_others(index)

    def _play_others(self, index: int) -> None:
        while (seat := int(self.env.to_act[index])) in self._players:
            self.env.play(index, self._players[seat](self.env.game.seen(self.env.state(index), seat), seat))
            if self.env.ended[index]:
                self._ended[index] = True
                self._returns[index] = self.env.returns[index, self.seat]


def _names(opponents: str | Sequence[str], seats: int, learner: int) -> dict[int, str]:
    """The player's name at each seat but the learner's."""
    names = [opponents] * (seats - 1) if isinstance(opponents, str) else list(opponents)
    if len(names) != seats - 1:
        raise WrongNumberOfPlayers(names, seats - 1)
    return dict(zip((seat for seat in range(seats) if seat != learner), names, strict=True))

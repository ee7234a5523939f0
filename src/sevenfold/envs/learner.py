"""Rounds or matches in which a learner has one seat and players by name have the others."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sevenfold.bots.players import WrongNumberOfPlayers, find_player, seat_players
from sevenfold.compiled.arrays import whole_numbers
from sevenfold.core.given import NoSuchSeat as NoSuchSeat
from sevenfold.core.given import seat_number, seed_number
from sevenfold.envs.matches import MatchVectorEnv, check_reward, rewards, worst_rewards
from sevenfold.envs.opponents import policy_among
from sevenfold.envs.turns import NOBODY
from sevenfold.envs.vector import IllegalAction, VectorEnv
from sevenfold.games import load_game

RANDOM = "random"


class LearnerRounds:
    """`n` rounds. The learner has `seat`; `opponents` is a player's name for all others, or one for each.

    `rules`, `learnt`, `medium` and `random` act within a step, without the interpreter; others are asked one
    by one, and so are learnt ones beside rule-based ones. No player looks at a clock. With `match` they play
    matches, and `reward` says what the learner is given.

    Raises NoSuchSeat, UnknownPlayer, NothingLearnt, WrongNumberOfPlayers, NoSuchReward and what VectorEnv
    raises.
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
        match: bool = False,
        reward: str = "points",
    ) -> None:
        loaded = load_game(game)
        seats = loaded.meta.seats(players)
        self.seat = seat = seat_number(seat, seats)
        names = _names(opponents, seats, seat)
        for name in set(names.values()):
            find_player(name)(loaded, Random(0))
        policy, policy_seats = policy_among(loaded, names)
        random_seats = [other for other, name in names.items() if name == RANDOM]
        self.env = (MatchVectorEnv if match else VectorEnv)(
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
        self.reward = check_reward(reward, self.env)
        acting = {*policy_seats, *random_seats}
        self._asked = {other: name for other, name in names.items() if other not in acting}
        self._players: dict[int, Any] = {}
        self._ended = np.zeros(n, np.bool_)
        self._rewards = np.zeros(n, np.float64)
        self.told: dict[str, NDArray[Any]] = {name: told.copy() for name, told in self._of_the_end().items()}
        """Of the episodes that ended in the last step: the reasons of `VectorEnv.cut_short`, and of a match
        the learner's `outcome`."""
        self.illegal: NDArray[np.bool_] = np.zeros(n, np.bool_)
        """Where the learner's action was illegal in the last step, which ends the round, or the match."""

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

    def step(self, actions: NDArray[np.int64]) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        """Take an action in each open round. Returns the learner's rewards, and which episodes ended.

        An illegal action ends the round, or the match, with the worst result that was ahead. Raises
        WrongArray.
        """
        self.illegal[:] = False
        try:
            ended = self.env.step(actions)
        except IllegalAction:
            self._find_illegal(whole_numbers("actions", actions, self.env.n))
            self.env.abandon(self.illegal)
            ended = self.env.step(actions) | self.illegal
        self._ended[:] = ended
        self._rewards[:] = rewards(self.env, self.reward)[:, self.seat]
        if self.illegal.any():
            self._rewards[self.illegal] = worst_rewards(self.env, self.reward)[self.illegal]
        for name, told in self._of_the_end().items():
            self.told[name][:] = told
        self._let_others_act(~self._ended)
        return self._rewards, self._ended

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
            self._rewards[index] += rewards(self.env, self.reward)[index, self.seat]
            if self.env.ended[index]:
                self._ended[index] = True
                for name, told in self._of_the_end().items():
                    self.told[name][index] = told[index]

    def _of_the_end(self) -> dict[str, NDArray[Any]]:
        """What is told of the episodes that ended in the last step of `env`."""
        if isinstance(self.env, MatchVectorEnv):
            return {**self.env.cut_short, "outcome": self.env.outcomes[:, self.seat]}
        return {**self.env.cut_short}


def _names(opponents: str | Sequence[str], seats: int, learner: int) -> dict[int, str]:
    """The player's name at each seat but the learner's."""
    names = [opponents] * (seats - 1) if isinstance(opponents, str) else list(opponents)
    if len(names) != seats - 1:
        raise WrongNumberOfPlayers(names, seats - 1)
    return dict(zip((seat for seat in range(seats) if seat != learner), names, strict=True))

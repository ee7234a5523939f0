"""Rounds or matches in which a learner has one seat and players by name have the others."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sevenfold.bots.players import seat_players
from sevenfold.compiled.arrays import whole_numbers
from sevenfold.core.given import NoSuchSeat as NoSuchSeat
from sevenfold.core.given import seat_number, seed_number
from sevenfold.envs.matches import MatchVectorEnv, NoLastRound, check_reward, rewards, worst_rewards
from sevenfold.envs.opponents import Opponents, acting_within, names_beside, names_by_seat
from sevenfold.envs.turns import NOBODY
from sevenfold.envs.vector import IllegalAction, VectorEnv
from sevenfold.games import load_game


@dataclass(frozen=True, kw_only=True)
class Episodes:
    """What is played: rounds, or with `match` matches, and what each seat is given for them."""

    game: str
    options: Mapping[str, object] | None = None
    preset: str | None = None
    players: int | None = None
    history: int = 0
    match: bool = False
    last_round: int | None = None
    reward: str = "points"
    threads: int = 1

    def make(self, n: int, opponents: Opponents) -> VectorEnv:
        """`n` of them, which are not dealt anew by themselves.

        Raises NoLastRound, NoSuchReward, and what VectorEnv and MatchVectorEnv raise.
        """
        given = self.game, n, 0, self.options, self.preset, self.players, False, opponents
        kept: dict[str, Any] = {"history": self.history, "threads": self.threads}
        if self.match:
            env: VectorEnv = MatchVectorEnv(*given, **kept, last_round=self.last_round)
        elif self.last_round is not None:
            raise NoLastRound
        else:
            env = VectorEnv(*given, **kept)
        check_reward(self.reward, env)
        return env


class LearnerRounds:
    """`n` rounds or matches, in which `opponents` have seats. The learner has `seat`, and they all others; or
    with None every seat without an opponent is a learner's.

    `rules`, `learnt`, `medium` and `random` act within a step, without the interpreter; others are asked one
    by one, and so are learnt ones beside rule-based ones. No player looks at a clock.

    Raises NoSuchSeat, LearnersSeat, UnknownPlayer, NothingLearnt, WrongNumberOfPlayers and what `Episodes`
    raises.
    """

    def __init__(
        self, episodes: Episodes, n: int = 1, opponents: Opponents = "rules", seat: int | None = 0
    ) -> None:
        loaded = load_game(episodes.game)
        players = loaded.meta.seats(episodes.players)
        if seat is None:
            names = names_by_seat(loaded, opponents, players)
        else:
            names = names_beside(loaded, opponents, players, seat_number(seat, players))
        within = acting_within(loaded, names)
        self._asked = within.asked
        self.env = episodes.make(n, {at: name for at, name in names.items() if at not in within.asked})
        self.seats = [at for at in range(players) if at not in names]
        """The learners'."""
        self.reward = episodes.reward
        self._players: dict[int, Any] = {}
        self._seeded = False
        self._ended = np.zeros(n, np.bool_)
        self._rewards = np.zeros((n, players), np.float64)
        self._told = self._of_the_end()
        self._nowhere = np.zeros(n, np.bool_)
        self.illegal: NDArray[np.bool_] = self._nowhere
        """Where the learner's action was illegal in the last step, which ends the round, or the match."""

    def drawn_seed(self) -> int | None:
        """A seed at random for the first `reset`; None after it, since the sequence goes on."""
        return None if self._seeded else seed_number(None)

    def reset(self, seed: int | None = None, where: NDArray[np.bool_] | None = None) -> None:
        """Deal, and let the others act until the learner is to. A round that ends before is dealt afresh."""
        if seed is not None:
            self._seeded, seed = True, seed_number(seed)
            rng = Random(seed)
            seated = {
                other: seat_players(self.env.game, [name], 1, rng)[0] for other, name in self._asked.items()
            }
            self._players = seated
        wanted = np.ones(self.env.n, np.bool_) if where is None else where
        while wanted.any():
            self.env.reset(seed, wanted)
            seed = None
            if self._asked:
                self._let_others_act(wanted)
            wanted = wanted & (self.env.to_act == NOBODY)

    def step(self, actions: NDArray[np.int64]) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        """Take an action in each open round. Returns the rewards of all seats, and which episodes ended.

        An illegal action ends the round, or the match, with the worst result that was ahead for whoever took
        it, and 0 for all others. Raises WrongArray.
        """
        env, acting = self.env, None
        self.illegal = self._nowhere
        try:
            ended = env.step(actions)
        except IllegalAction:
            acting = env.to_act
            self._find_illegal(whole_numbers("actions", actions, env.n))
            env.abandon(self.illegal)
            ended = env.step(actions) | self.illegal
        self._ended = ended
        self._rewards = rewards(env, self.reward).astype(np.float64)
        if acting is not None:
            worst = worst_rewards(env, self.reward)[self.illegal]
            self._rewards[self.illegal, acting[self.illegal]] = worst
        if self._asked or ended.any():
            self._told = self._of_the_end()
        if self._asked:
            self._let_others_act(~self._ended)
        return self._rewards, self._ended

    def _find_illegal(self, actions: NDArray[np.int64]) -> None:
        env = self.env
        inside = (actions >= 0) & (actions < env.num_actions)
        allowed = env.mask()[np.arange(env.n), np.where(inside, actions, 0)] == 1
        self.illegal = (env.to_act != NOBODY) & ~(inside & allowed)

    def _let_others_act(self, where: NDArray[np.bool_]) -> None:
        for index in np.flatnonzero(where).tolist():
            self._play_others(index)

    def _play_others(self, index: int) -> None:
        while (seat := int(self.env.to_act[index])) in self._players:
            self.env.ask(index, self._players[seat])
            self._rewards[index] += rewards(self.env, self.reward)[index]
            if self.env.ended[index]:
                self._ended[index] = True
                for name, told in self._of_the_end().items():
                    self._told[name][index] = told[index]

    def told(self, seat: int) -> dict[str, NDArray[Any]]:
        """What is told of the episodes that ended in the last step: the reasons of `VectorEnv.cut_short`, and
        of a match the seat's `outcome`.
        """
        return {name: told[:, seat] if told.ndim > 1 else told for name, told in self._told.items()}

    def _of_the_end(self) -> dict[str, NDArray[Any]]:
        told: dict[str, NDArray[Any]] = {name: marked.copy() for name, marked in self.env.cut_short.items()}
        return {**told, "outcome": self.env.outcomes} if isinstance(self.env, MatchVectorEnv) else told

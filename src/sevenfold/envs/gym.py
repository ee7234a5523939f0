"""One seat of a game as a Gymnasium environment, alone or many at once; named players have the others.

An episode is a round, or a match.
"""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any, cast

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from sevenfold.compiled.arrays import rounds_mask
from sevenfold.core.given import WrongNumber, checked_int
from sevenfold.envs.learner import Episodes, LearnerRounds
from sevenfold.envs.opponents import Opponents
from sevenfold.envs.rendering import RENDER_MODES, render
from sevenfold.envs.turns import NOBODY
from sevenfold.envs.vector import VectorEnv
from sevenfold.errors import SevenfoldError

Info = dict[str, Any]
Observed = dict[str, NDArray[Any]]


class NotAnAction(SevenfoldError, ValueError):
    """What is not in the action space."""

    def __init__(self, action: object, actions: int, whose: str = "") -> None:
        said = f"{whose}: " if whose else ""
        super().__init__(f"{said}an action is a number from 0 to {actions - 1}, not {action!r}")
        self.action = action


def action_number(action: object, actions: int, whose: str = "") -> int:
    """The action that was given, of Python's type. Raises NotAnAction."""
    try:
        return checked_int("an action", action, 0, actions - 1)
    except WrongNumber:
        raise NotAnAction(action, actions, whose) from None


def observation_space(env: VectorEnv) -> spaces.Space[Observed]:
    """What one seat observes: `observation`, explained by `Encoding.describe`, and `action_mask`.

    Where the environment has a history, `history` too: as many tokens, explained by `Encoding.tokens`.
    """
    encoding = env.encoding
    parts: dict[str, spaces.Space[Any]] = {
        "observation": spaces.Box(bound(encoding.lows), bound(encoding.highs), (encoding.length,), np.int16),
        "action_mask": spaces.Box(0, 1, (env.num_actions,), np.int8),
    }
    if env.history:
        most = np.tile(np.array(encoding.tokens.sizes, np.int16) - 1, (env.history, 1))
        parts["history"] = spaces.Box(np.zeros_like(most), most, dtype=np.int16)
    space: Any = spaces.Dict(parts)
    return cast(spaces.Space[Observed], space)


def observed_by(env: VectorEnv, seat: int) -> Observed:
    """What a seat observes of each round."""
    observed: Observed = {"observation": env.observe(seat=seat), "action_mask": env.mask()}
    if env.history:
        observed["history"] = env.observe_history(env.history, seat=seat)
    return observed


def bound(values: NDArray[np.int16]) -> Any:
    """A bound of a space: one number where it is the same everywhere."""
    return int(values[0]) if (values == values[0]).all() else values


class SeatEnv(gymnasium.Env[Observed, np.int64]):
    """One seat of a round. The reward is what the round brings the seat, at its end.

    `opponents` have the other seats: a player's name for all of them, a list with one for each, or names by
    seat. With `match` it is a seat of a match, which ends after round `last_round` at the latest. The reward
    is then what each round brings when it ends, or with `reward="win"` the seat's share of the win, at the
    end of the match; `info["outcome"]` has that there too.

    An action that the mask does not allow ends the episode with the worst result that was ahead, and
    `info["illegal_action"]` is true then. `info["action_mask"]` is the mask that is also in the observation.
    At the end of a round of LockSeven `info["thrown_in"]` and `info["conceded"]` say if it was cut short.
    `history` is how many tokens the observation has of what the seat was told, under `history`.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  as the library declares it
        "render_modes": RENDER_MODES,
        "render_fps": 2,
    }

    def __init__(
        self,
        game: str,
        seat: int = 0,
        opponents: Opponents = "rules",
        options: Mapping[str, object] | None = None,
        preset: str | None = None,
        players: int | None = None,
        render_mode: str | None = None,
        history: int = 0,
        match: bool = False,
        last_round: int | None = None,
        reward: str = "points",
    ) -> None:
        self.render_mode = render_mode
        episodes = Episodes(
            game=game,
            options=options,
            preset=preset,
            players=players,
            history=history,
            match=match,
            last_round=last_round,
            reward=reward,
        )
        self._rounds = LearnerRounds(episodes, 1, opponents, seat)
        self._seat = self._rounds.seats[0]
        self._env = self._rounds.env
        self.observation_space = observation_space(self._env)
        self.action_space = spaces.Discrete(self._env.num_actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observed, Info]:
        """Deal a round, or begin a match. After the first it needs no seed: the sequence goes on.

        Without one the first draws it, and tells it as `info["seed"]`.
        """
        drawn = self._rounds.drawn_seed() if seed is None else None
        seed = drawn if seed is None else seed
        super().reset(seed=seed, options=options)
        self._rounds.reset(seed)
        observed, info = self._observed()
        return observed, info if drawn is None else {**info, "seed": drawn}

    def step(self, action: np.int64) -> tuple[Observed, float, bool, bool, Info]:
        """Take an action, and let the others act until the seat is to act again or the episode is over.

        Raises NotAnAction for what is not in the action space, and Gymnasium's ResetNeeded after the end.
        """
        if self._env.to_act[0] == NOBODY:
            raise ResetNeeded("the round is over; call reset() to deal the next one")
        rewards, ended = self._rounds.step(np.array([action_number(action, self._env.num_actions)]))
        observed, info = self._observed()
        if self._rounds.illegal[0]:
            info["illegal_action"] = True
        if ended[0]:
            info |= {name: rounds[0].item() for name, rounds in self._rounds.told(self._seat).items()}
        return observed, float(rewards[0, self._seat]), bool(ended[0]), False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """The mask of legal actions as MaskablePPO of sb3-contrib asks for it."""
        masks: NDArray[np.bool_] = self._env.mask()[0] == 1
        return masks

    def _observed(self) -> tuple[Observed, Info]:
        observed = {name: rows[0] for name, rows in observed_by(self._env, self._seat).items()}
        return observed, {"action_mask": observed["action_mask"]}

    def render(self) -> Any:
        """The round as the seat sees it: text for `ansi`, an RGB picture for `rgb_array`."""
        if self.render_mode is None:
            return None
        return render(self._env.game, self._env.state(0), self._seat, self.render_mode)

    def __copy__(self) -> "SeatEnv":
        return deepcopy(self)  # a round can be played on only once


class SeatVectorEnv(gymnasium.vector.VectorEnv[Observed, NDArray[np.int64], NDArray[Any]]):
    """One seat in each of many rounds, or matches, with the rewards and the end of `SeatEnv`.

    `autoreset_mode` is NEXT_STEP or SAME_STEP, as Gymnasium defines them.

    With NEXT_STEP the row of a round that ended is the last one of that round, and its mask is all 0. In the
    next step any action is taken there, and deals the next round: that is no decision, and its reward is 0.
    `action_masks` has all actions there, so that a distribution over them is never empty.

    An action that the mask does not allow ends its round with the worst result of the game. `info` has
    arrays, as those of Gymnasium's own vector environments: the mask, and where rounds ended what `SeatEnv`
    says of them. With SAME_STEP `final_obs` and `final_info` have the last observation and info of the rounds
    that ended. `threads` are those of `VectorEnv`.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        seat: int = 0,
        opponents: Opponents = "rules",
        options: Mapping[str, object] | None = None,
        preset: str | None = None,
        players: int | None = None,
        autoreset_mode: AutoresetMode = AutoresetMode.NEXT_STEP,
        render_mode: str | None = None,
        history: int = 0,
        match: bool = False,
        last_round: int | None = None,
        reward: str = "points",
        threads: int = 1,
    ) -> None:
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {**SeatEnv.metadata, "autoreset_mode": self.autoreset_mode}
        episodes = Episodes(
            game=game,
            options=options,
            preset=preset,
            players=players,
            history=history,
            match=match,
            last_round=last_round,
            reward=reward,
            threads=threads,
        )
        self._rounds = LearnerRounds(episodes, num_envs, opponents, seat)
        self._seat = self._rounds.seats[0]
        self._env = self._rounds.env
        self.single_observation_space = observation_space(self._env)
        self.single_action_space = spaces.Discrete(self._env.num_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._over = np.zeros(num_envs, np.bool_)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observed, Info]:
        """Deal everywhere, or where `options["reset_mask"]` is true; the seed is as in `SeatEnv`."""
        drawn = self._rounds.drawn_seed() if seed is None else None
        seed = drawn if seed is None else seed
        super().reset(seed=seed, options=options)
        mask = (options or {}).get("reset_mask")
        where = None if mask is None else rounds_mask(mask, self.num_envs)
        self._rounds.reset(seed, where)
        self._over[slice(None) if where is None else where] = False
        observed = self._observed()
        dealt = np.ones(self.num_envs, np.bool_) if where is None else where.copy()
        info = self._masks(observed, dealt)
        if drawn is not None:
            info |= {"seed": np.full(self.num_envs, drawn), "_seed": np.ones(self.num_envs, np.bool_)}
        return observed, info

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observed, NDArray[Any], NDArray[Any], NDArray[Any], Info]:
        """Take an action in each round. Raises WrongArray."""
        before = self._over.copy()
        rewards, terminations = self._rounds.step(actions)
        info = self._of_the_end(terminations)
        self._over |= terminations
        if self.autoreset_mode is AutoresetMode.SAME_STEP and terminations.any():
            info = self._final(terminations, info)
            self._deal_anew(terminations)
        elif self.autoreset_mode is AutoresetMode.NEXT_STEP and before.any():
            self._deal_anew(before)
        observed = self._observed()
        info |= self._masks(observed, np.ones(self.num_envs, np.bool_))
        return observed, rewards[:, self._seat], terminations, np.zeros(self.num_envs, np.bool_), info

    def action_masks(self) -> NDArray[np.bool_]:
        """The masks of legal actions, a row a round, as MaskablePPO of sb3-contrib asks for them.

        Where a round is about to be dealt anew, every action is allowed.
        """
        masks: NDArray[np.bool_] = self._env.mask() == 1
        masks[self._over] = True
        return masks

    def _of_the_end(self, ended: NDArray[np.bool_]) -> Info:
        """What `SeatEnv` says of rounds that ended. A name with `_` before it says which rounds it is for."""
        info: Info = {}
        illegal = self._rounds.illegal
        if illegal.any():
            info |= {"illegal_action": illegal, "_illegal_action": illegal.copy()}
        if ended.any():
            for name, rounds in self._rounds.told(self._seat).items():
                info |= {name: rounds, f"_{name}": ended.copy()}
        return info

    def _masks(self, observed: Observed, of: NDArray[np.bool_]) -> Info:
        return {"action_mask": observed["action_mask"], "_action_mask": of}

    def _deal_anew(self, where: NDArray[np.bool_]) -> None:
        self._rounds.reset(where=where)
        self._over[where] = False

    def _final(self, ended: NDArray[np.bool_], info: Info) -> Info:
        """The last observations of the rounds that ended, for the others None, and their last info."""
        observed = self._observed()
        final = np.full(self.num_envs, None, object)
        for index in np.flatnonzero(ended).tolist():
            final[index] = {name: rows[index] for name, rows in observed.items()}
        info = {**info, **self._masks(observed, ended.copy())}
        return {
            "final_obs": final,
            "_final_obs": ended.copy(),
            "final_info": info,
            "_final_info": ended.copy(),
        }

    def _observed(self) -> Observed:
        return observed_by(self._env, self._seat)

    def render(self) -> tuple[Any, ...] | None:
        """Each round as the seat sees it."""
        if self.render_mode is None:
            return None
        states = (self._env.state(index) for index in range(self.num_envs))
        return tuple(render(self._env.game, state, self._seat, self.render_mode) for state in states)

    def __copy__(self) -> "SeatVectorEnv":
        return deepcopy(self)

"""A whole game as a PettingZoo environment: every seat is an agent, and they act in turn."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from sevenfold.envs.gym import observation_space
from sevenfold.envs.rendering import RENDER_MODES, render
from sevenfold.envs.turns import NOBODY
from sevenfold.envs.vector import VectorEnv

Observed = dict[str, NDArray[Any]]


class GameEnv(AECEnv[str, Observed, int]):  # type: ignore[misc]  # the library has no types
    """A round in which each seat is an agent, `seat_0` and so on. What the round brought comes at its end.

    An observation has the mask of legal actions too, which is all 0 for an agent that is not to act. The
    mask is also in `infos`. Raises IllegalAction; `aec_env` wraps it as PettingZoo's own games are wrapped.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  as the library declares it
        "render_modes": RENDER_MODES,
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        game: str,
        preset: str | None = None,
        options: Mapping[str, object] | None = None,
        players: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self._env = VectorEnv(game, 1, options=options, preset=preset, players=players, auto_reset=False)
        self.metadata = {**self.metadata, "name": f"{game}_v{self._env.encoding.room.version}"}
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self._env.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        space, actions = observation_space(self._env), spaces.Discrete(self._env.num_actions)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: spaces.Discrete(actions.n) for agent in self.possible_agents}
        self._seeded = False

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent may do; the mask says what now."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Deal a round. Without a seed the sequence goes on; it begins at random."""
        if seed is None and not self._seeded:
            seed = int(np.random.default_rng().integers(1 << 62))
        self._seeded = True
        self._env.reset(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        seat = int(self._env.to_act[0])
        if seat != NOBODY:
            self.agent_selection = self.possible_agents[seat]
        self._mask = self._env.mask()[0].copy()
        self._none = np.zeros_like(self._mask)
        for agent, info in self.infos.items():
            info["action_mask"] = self._mask if self._seats[agent] == seat else self._none

    def observe(self, agent: str) -> Observed:
        """What an agent sees now."""
        seat = self._seats[agent]
        mask = self._mask if seat == self._env.to_act[0] else self._none
        return {"observation": self._env.observe(seat=seat)[0].copy(), "action_mask": mask.copy()}

    def step(self, action: int | None) -> None:
        """The selected agent acts. Raises IllegalAction."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0
        ended = self._env.step(np.array([action], np.int64))[0]
        self._clear_rewards()
        if ended:
            self.rewards = {agent: int(self._env.returns[0, seat]) for agent, seat in self._seats.items()}
            self.terminations = dict.fromkeys(self.agents, True)
        self._select()
        self._accumulate_rewards()

    def render(self) -> Any:
        """The round as all see it: text for `ansi`, an RGB picture for `rgb_array`."""
        if self.render_mode is None:
            return None
        return render(self._env.game, self._env.state(0), None, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""


def aec_env(
    game: str,
    preset: str | None = None,
    options: Mapping[str, object] | None = None,
    players: int | None = None,
    render_mode: str | None = None,
) -> AECEnv[str, Observed, int]:
    """A game for PettingZoo. An illegal action ends the round, with -1 for the agent that took it."""
    env: Any = GameEnv(game, preset, options, players, render_mode)
    env = wrappers.TerminateIllegalWrapper(env, illegal_reward=-1)
    env = wrappers.AssertOutOfBoundsWrapper(env)
    return wrappers.OrderEnforcingWrapper(env)

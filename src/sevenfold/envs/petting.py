"""A round or a match as a PettingZoo environment: every seat is an agent, and they act in turn."""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from sevenfold.envs.gym import action_number, observation_space
from sevenfold.envs.learner import Episodes, LearnerRounds
from sevenfold.envs.opponents import Opponents
from sevenfold.envs.rendering import RENDER_MODES, render
from sevenfold.envs.turns import NOBODY

Observed = dict[str, NDArray[Any]]


class GameEnv(AECEnv[str, Observed, int]):  # type: ignore[misc]  # the library has no types
    """A round in which each seat without an opponent is an agent, `seat_0` and so on. What the round brought
    comes at its end.

    With `match` it is a match. The rewards are then what each round brings when it ends, or with
    `reward="win"` each agent's share of the win, at the end of the match; `infos` have that there as
    `outcome` too.

    An observation has the mask of legal actions too, which is all 0 for an agent that is not to act. The
    mask is also in `infos`. An illegal action ends the episode, with the worst result that was ahead for the
    agent that took it and 0 for the others; its `infos` has `illegal_action`. Where the last round was one
    of LockSeven, `thrown_in` and `conceded` say whether it was cut short. PettingZoo's wrappers end its own
    games in the same way, but take twice the time, since each wrapper passes every attribute on.
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
        opponents: Opponents = None,
        match: bool = False,
        last_round: int | None = None,
        reward: str = "points",
    ) -> None:
        super().__init__()
        episodes = Episodes(
            game=game,
            options=options,
            preset=preset,
            players=players,
            match=match,
            last_round=last_round,
            reward=reward,
        )
        self._rounds = LearnerRounds(episodes, 1, opponents, seat=None)
        self._env = self._rounds.env
        name = f"{game}_match" if match else game
        self.metadata = {**self.metadata, "name": f"{name}_v{self._env.encoding.declared.version}"}
        self.render_mode = render_mode
        self._seats = {f"seat_{seat}": seat for seat in self._rounds.seats}
        self.possible_agents = list(self._seats)
        space, actions = observation_space(self._env), spaces.Discrete(self._env.num_actions)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: spaces.Discrete(actions.n) for agent in self.possible_agents}
        self._action = np.zeros(1, np.int64)
        self._mask = self._none = np.zeros(self._env.num_actions, np.int8)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent may do; the mask says what now."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Deal a round, or begin a match. Without a seed the sequence goes on.

        The first draws one then, and tells it as `seed` in `infos`.
        """
        drawn = self._rounds.drawn_seed() if seed is None else None
        self._rounds.reset(drawn if seed is None else seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        told = {} if drawn is None else {"seed": drawn}
        self.infos: dict[str, dict[str, Any]] = {agent: {**told} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        seat = int(self._env.to_act[0])
        if seat != NOBODY:
            self.agent_selection = f"seat_{seat}"
        self._mask = self._env.mask()[0]
        self._tell(seat)

    def _tell(self, seat: int) -> None:
        for agent, info in self.infos.items():
            info["action_mask"] = self._mask if self._seats[agent] == seat else self._none

    def observe(self, agent: str) -> Observed:
        """What an agent sees now."""
        seat = self._seats[agent]
        mask = self._mask if seat == self._env.to_act[0] else self._none
        return {"observation": self._env.observe(seat=seat)[0], "action_mask": mask.copy()}

    def step(self, action: int | None) -> None:
        """Let the selected agent act; None is the action of an agent for whom the episode is over.

        Raises NotAnAction where the action is not in the action space.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        action = action_number(action, len(self._mask), agent)
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        self._action[0] = action
        rewards, ended = self._rounds.step(self._action)
        self.rewards = {agent: rewards[0, seat].item() for agent, seat in self._seats.items()}
        if ended[0]:
            self._end(agent)
        self._select()
        self._accumulate_rewards()

    def _end(self, agent: str) -> None:
        """Say that the episode is over, by the action of an agent."""
        illegal = bool(self._rounds.illegal[0])
        self.terminations = dict.fromkeys(self.agents, True)
        if illegal:
            EnvLogger.warn_on_illegal_move()
            self.infos[agent]["illegal_action"] = True
            self.truncations = dict.fromkeys(self.agents, True)
            return
        for each, info in self.infos.items():
            info |= {name: told[0].item() for name, told in self._rounds.told(self._seats[each]).items()}

    def render(self) -> Any:
        """The round as all see it: text for `ansi`, an RGB picture for `rgb_array`."""
        if self.render_mode is None:
            return None
        return render(self._env.game, self._env.state(0), None, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""

    def __copy__(self) -> "GameEnv":
        return deepcopy(self)  # a round can be played on only once


class InOrder(OrderEnforcingWrapper[str, Observed, int]):  # type: ignore[misc]  # the library has no types
    """Reports calls in the wrong order, as PettingZoo's own games do. A copy has its own environment."""

    def __copy__(self) -> "InOrder":
        return deepcopy(self)

    def __str__(self) -> str:
        return str(self.env)


def aec_env(
    game: str,
    preset: str | None = None,
    options: Mapping[str, object] | None = None,
    players: int | None = None,
    render_mode: str | None = None,
    opponents: Opponents = None,
    match: bool = False,
    last_round: int | None = None,
    reward: str = "points",
) -> AECEnv[str, Observed, int]:
    """A game for PettingZoo, in a wrapper that reports calls in the wrong order.

    Each seat is an agent, but those of `opponents`: a player's name for every seat but seat 0, a list with
    one for each of these, or names by seat. An episode is a round, or with `match` a match, which ends after
    round `last_round` at the latest. `reward` is then `points`, what each round brings, or `win`, the share
    of the win at the end.
    """
    return InOrder(
        GameEnv(*(game, preset, options, players, render_mode, opponents, match, last_round, reward))
    )

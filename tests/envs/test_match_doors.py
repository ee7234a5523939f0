"""Matches as episodes in Gymnasium and PettingZoo, by the conformance suites of these libraries."""

import warnings
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from pettingzoo.test import api_test, render_test, seed_test
from pettingzoo.utils import turn_based_aec_to_parallel

from sevenfold.envs import aec_env
from sevenfold.envs.encoding import encoded_games
from sevenfold.envs.gym import SeatEnv, SeatVectorEnv
from sevenfold.envs.matches import NoLastRound, NoSuchReward
from sevenfold.envs.registration import environment_id
from tests.envs.short_matches import short_match

GAMES = pytest.mark.parametrize("game", encoded_games())


@pytest.fixture(autouse=True)
def warnings_of_the_suites() -> Iterator[None]:
    """The suites warn of what they merely find unusual, such as observations with a mask."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        yield


def make(game: str, **given: Any) -> Any:
    return gymnasium.make(environment_id(game), match=True, options=short_match(game), **given).unwrapped


def agents(game: str, **given: Any) -> Any:
    return aec_env(game, match=True, options=short_match(game), **given)


# --- Gymnasium ------------------------------------------------------------------------------------


@GAMES
def test_gymnasium_checks_a_match(game: str) -> None:
    check_env(make(game))


def any_action(mask: Any, rng: np.random.Generator) -> int:
    """At random: LockSeven's match has no end while nobody calls."""
    return int(rng.choice(np.flatnonzero(mask)))


def play(env: Any, seed: int) -> tuple[list[float], dict[str, Any], Any]:
    """The rewards of a match, what is told at its end, and the last observation."""
    rewards, terminated, rng = [], False, np.random.default_rng(seed)
    observed, info = env.reset(seed=seed)
    while not terminated:
        assert env.observation_space.contains(observed)
        assert "outcome" not in info
        observed, reward, terminated, truncated, info = env.step(any_action(info["action_mask"], rng))
        assert not truncated
        rewards.append(reward)
    return rewards, info, observed["observation"]


@pytest.mark.parametrize("opponents", ["rules", "random", "easy"])
@GAMES
def test_a_seat_is_given_what_each_round_brings_or_its_share_of_the_win(game: str, opponents: str) -> None:
    players = len(agents(game).possible_agents)
    for seed in range(3):
        points, info, seen = play(make(game, opponents=opponents), seed)
        shares, same, _ = play(make(game, opponents=opponents, reward="win"), seed)
        totals = seen[-players - 1 : -1]  # the viewer's first
        assert sum(points) == totals[0]
        won = np.flatnonzero(totals == totals.max()).tolist()
        outcome = 1 / len(won) if 0 in won else 0
        assert info["outcome"] == same["outcome"] == outcome
        assert shares == [*[0.0] * (len(points) - 1), outcome]


def test_there_is_no_win_in_a_round_and_no_other_reward() -> None:
    for given, said in (
        ({"reward": "win"}, "reward is 'win' in matches only: ask for match=True"),
        ({"match": True, "reward": "glory"}, "reward is 'points', or in matches 'win', not 'glory'"),
    ):
        with pytest.raises(NoSuchReward, match=said):
            gymnasium.make("sevenfold/Trump7-v1", **given)
        with pytest.raises(NoSuchReward):
            aec_env("trump7", **given)


@pytest.mark.parametrize("game", ["trump7"])
def test_every_door_can_be_told_the_last_round(game: str) -> None:
    ends = []
    for last_round in (1, 2):
        given: dict[str, Any] = {"match": True, "last_round": last_round}
        one = gymnasium.make(environment_id(game), **given)
        several = gymnasium.make_vec(environment_id(game), num_envs=1, **given)
        env = aec_env(game, **given)
        env.reset(seed=3)
        rounds = [each.unwrapped._env.last_round for each in (one, several, env)]  # type: ignore[union-attr]
        assert rounds == [last_round] * 3
        ends.append(len(play(one.unwrapped, 3)[0]))
    assert ends[0] < ends[1]


@pytest.mark.parametrize("make", [SeatEnv, SeatVectorEnv, aec_env])
def test_a_round_has_no_last_round(make: Any) -> None:
    with pytest.raises(NoLastRound, match="last_round is for matches: ask for match=True"):
        make("trump7", last_round=2)


@pytest.mark.parametrize("reward", ["points", "win"])
@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@GAMES
def test_many_matches_say_what_gymnasium_s_own_vector_environment_says(
    game: str, mode: AutoresetMode, reward: str
) -> None:
    given: dict[str, Any] = {"match": True, "options": short_match(game), "reward": reward}
    ours = SeatVectorEnv(game, 1, autoreset_mode=mode, **given)
    theirs: Any = SyncVectorEnv([lambda: SeatEnv(game, **given)], autoreset_mode=mode)
    same(ours.reset(seed=4), theirs.reset(seed=4))
    ended, rng = 0, np.random.default_rng(1)
    while ended < 4:
        masks = ours.action_masks()
        refused = ended == 2 and not masks.all()
        action = any_action(~masks[0] if refused else masks[0], rng)
        told, expected = ours.step(np.array([action])), theirs.step(np.array([action]))
        same(told, expected)
        ended += int(told[2][0])


def same(ours: Any, theirs: Any) -> None:
    """Compare what two vector environments say, of any depth."""
    if isinstance(theirs, dict):
        assert ours.keys() == theirs.keys()
        for name in theirs:
            same(ours[name], theirs[name])
    elif isinstance(theirs, tuple) or (isinstance(theirs, np.ndarray) and theirs.dtype == object):
        for one, other in zip(ours, theirs, strict=True):
            same(one, other)
    else:
        assert np.array_equal(ours, theirs)


# --- PettingZoo -----------------------------------------------------------------------------------


@GAMES
def test_pettingzoo_checks_a_match(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(agents(game), num_cycles=300)
    seed_test(lambda: agents(game), num_cycles=50)
    render_test(lambda **given: agents(game, **given))
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("reward", ["points", "win"])
@GAMES
def test_agents_are_given_what_each_round_brings_or_their_share_of_the_win(game: str, reward: str) -> None:
    env = agents(game, reward=reward)
    env.reset(seed=5)
    given, rng = dict.fromkeys(env.possible_agents, 0.0), np.random.default_rng(5)
    for agent in env.agent_iter():
        observed, reward_now, terminated, truncated, info = env.last()
        given[agent] += reward_now
        env.step(None if terminated or truncated else any_action(observed["action_mask"], rng))
        if terminated:
            totals = observed["observation"][-len(given) - 1 : -1]
            expected = totals[0] if reward == "points" else info["outcome"]
            assert given[agent] == pytest.approx(expected)
            assert (info["outcome"] > 0) == (totals[0] == totals.max())


# --- an illegal action ----------------------------------------------------------------------------


@pytest.mark.parametrize(("reward", "worst"), [("points", -18), ("win", 0)])
@pytest.mark.parametrize("game", ["trump7"])
def test_an_illegal_action_costs_the_worst_of_each_round_left(game: str, reward: str, worst: int) -> None:
    env = make(game, reward=reward)
    _, info = env.reset(seed=3)
    wrong = int(info["action_mask"].argmin())
    _, given, terminated, _, info = env.step(wrong)
    assert (given, terminated, info["illegal_action"], info["outcome"]) == (worst, True, True, 0)

    agent_env = agents(game, reward=reward)
    agent_env.reset(seed=3)
    agent = agent_env.agent_selection
    agent_env.step(int(agent_env.observe(agent)["action_mask"].argmin()))
    assert agent_env.rewards[agent] == worst
    assert all(agent_env.terminations.values())

    parallel = turn_based_aec_to_parallel(agents(game, reward=reward))
    observed, _ = parallel.reset(seed=3)
    actions = {each: int(seen["action_mask"].argmin()) for each, seen in observed.items()}
    _, rewards, *_ = parallel.step(actions)
    assert rewards[parallel.aec_env.agent_selection] == worst

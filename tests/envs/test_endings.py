"""How a round ends in each interface: by its rules, by a deal that is thrown in, by an illegal action."""

import warnings
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from sevenfold.compiled.cpu.batch import Batch
from sevenfold.core.options import describe
from sevenfold.envs import IllegalAction, VectorEnv, aec_env
from sevenfold.envs.encoding import encoded_games, load_encoding
from sevenfold.envs.gym import NotAnAction, SeatEnv, SeatVectorEnv
from sevenfold.envs.registration import environment_id
from sevenfold.games import load_game

GAMES = pytest.mark.parametrize("game", encoded_games())
WORST = {"lockup": 0, "trump7": -6, "seven_bridge": 0, "lockseven": -9}
"""Read off the rules; `worst_result` is what the game itself says."""


@pytest.fixture(autouse=True)
def warnings_of_pettingzoo() -> Iterator[None]:
    """It warns of every illegal action."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        yield


def worst_result(game: str) -> int:
    """What the game says of its usual table."""
    return VectorEnv(game, 1).worst_result


def wrong(mask: Any) -> int:
    """An action that a mask does not allow."""
    return int(np.flatnonzero(mask == 0)[0])


# --- the worst result -----------------------------------------------------------------------------


@pytest.mark.parametrize("game", WORST)
def test_the_worst_result_is_that_of_the_rules(game: str) -> None:
    assert worst_result(game) == WORST[game]


@pytest.mark.parametrize(
    ("options", "worst"),
    [
        ({"losers": "minus"}, -((4 * 7 + 3 * 10) << 4)),
        ({"losers": "penalty"}, -2 * ((4 * 7 + 3 * 10) << 4)),
        ({"losers": "minus", "values": "pips"}, -(4 * 20 + 3 * 13)),
        ({"losers": "minus", "ace_value": 15}, -((4 * 7 + 3 * 15) << 4)),
        ({"losers": "minus", "joker": "yes"}, -((4 * 7 + 2 * 10) << 4) * 5),
    ],
    ids=str,
)
def test_the_dearest_hand_of_seven_bridge(options: dict[str, str], worst: int) -> None:
    made = load_game("seven_bridge").meta.make_options(None, options)
    assert load_encoding("seven_bridge").worst(made, 3) == worst


@GAMES
def test_no_round_is_worse_than_the_worst(game: str) -> None:
    meta = load_game(game).meta
    for spec, players in product(describe(meta.options), {meta.players.min, meta.players.max}):
        for value in spec.choices:
            options = meta.make_options(None, {spec.name: value})
            batch = Batch.deal(load_game(game), options, players, 200, seed=3)
            batch.playout(batch.dice(4))
            assert batch.returns()[:, :players].min() >= load_encoding(game).worst(options, players)


# --- an illegal action ----------------------------------------------------------------------------


@GAMES
def test_an_illegal_action_ends_the_round_of_gymnasium_with_the_worst_result(game: str) -> None:
    env: Any = gymnasium.make(environment_id(game)).unwrapped
    _, info = env.reset(seed=3)
    observed, reward, terminated, truncated, info = env.step(wrong(info["action_mask"]))
    assert (reward, terminated, truncated, info["illegal_action"]) == (worst_result(game), True, False, True)
    assert not observed["action_mask"].any()
    with pytest.raises(ResetNeeded):
        env.step(0)
    _, info = env.reset()
    assert "illegal_action" not in info
    *_, info = env.step(int(info["action_mask"].argmax()))
    assert "illegal_action" not in info


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@GAMES
def test_an_illegal_action_ends_one_of_many_rounds(game: str, mode: AutoresetMode) -> None:
    env: Any = gymnasium.make_vec(environment_id(game), num_envs=3, autoreset_mode=mode)
    observed, info = env.reset(seed=3)
    actions = observed["action_mask"].argmax(axis=1)
    actions[1] = wrong(observed["action_mask"][1])
    before = observed["observation"].copy()
    observed, rewards, terminations, truncations, info = env.step(actions)
    assert terminations[1]
    assert rewards[1] == worst_result(game)
    assert not truncations.any()
    told = info["final_info"] if mode is AutoresetMode.SAME_STEP else info
    assert told["illegal_action"].tolist() == told["_illegal_action"].tolist() == [False, True, False]
    if mode is AutoresetMode.NEXT_STEP:
        assert not observed["action_mask"][1].any()
        observed, rewards, terminations, _, info = env.step(env.action_masks().argmax(axis=1))
        assert not rewards.any()
        assert not terminations[1]
    assert "illegal_action" not in info
    assert observed["action_mask"][1].any()
    assert (observed["observation"][1] != before[1]).any()


@GAMES
def test_an_illegal_action_ends_the_round_of_pettingzoo_with_the_worst_result(game: str) -> None:
    env = aec_env(game)
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(wrong(env.observe(agent)["action_mask"]))
    worst = worst_result(game)
    assert env.rewards == {each: worst if each == agent else 0 for each in env.possible_agents}
    assert all(env.terminations.values())
    assert all(env.truncations.values())
    assert [each for each, info in env.infos.items() if info.get("illegal_action")] == [agent]
    assert not any(env.observe(each)["action_mask"].any() for each in env.agents)
    for _ in env.agent_iter():
        env.step(None)
    assert env.agents == []
    env.reset()
    assert env.observe(env.agent_selection)["action_mask"].any()


@GAMES
def test_an_illegal_action_costs_as_much_in_pettingzoo_s_parallel_form(game: str) -> None:
    env = turn_based_aec_to_parallel(aec_env(game))
    observed, infos = env.reset(seed=1)
    agent = env.aec_env.agent_selection
    actions = {each: wrong(seen["action_mask"]) for each, seen in observed.items()}
    _, rewards, terminations, _, infos = env.step(actions)
    assert rewards[agent] == worst_result(game)
    assert all(terminations.values())
    assert infos[agent]["illegal_action"]


@GAMES
def test_the_fast_environment_names_an_illegal_action(game: str) -> None:
    env = VectorEnv(game, 2)
    actions = env.sample().copy()
    actions[1] = wrong(env.mask()[1])
    with pytest.raises(IllegalAction):
        env.step(actions)


@pytest.mark.parametrize("action", [-1, 53, 1.5, "0", None, np.array([0, 1])], ids=repr)
@pytest.mark.parametrize("game", ["lockup"])
def test_gymnasium_refuses_what_is_no_action_and_nothing_changes(game: str, action: Any) -> None:
    env = SeatEnv(game)
    before = env.reset(seed=3)[0]
    with pytest.raises(NotAnAction, match="an action is a number from 0 to 52"):
        env.step(action)
    after = env._observed()[0]
    assert all((after[name] == before[name]).all() for name in before)


# --- what MaskablePPO and Gymnasium's vector API ask for --------------------------------------------


@GAMES
def test_masks_are_asked_for_as_by_maskable_ppo(game: str) -> None:
    env: Any = gymnasium.make(environment_id(game))
    observed, _ = env.reset(seed=3)
    masks = env.get_wrapper_attr("action_masks")()
    assert masks.dtype == np.bool_
    assert np.array_equal(masks, observed["action_mask"] == 1)
    many: Any = gymnasium.make_vec(environment_id(game), num_envs=3)
    observed, _ = many.reset(seed=3)
    assert np.array_equal(many.action_masks(), observed["action_mask"] == 1)


def same(ours: Any, theirs: Any, path: str = "info") -> None:
    """Compare what two vector environments say, of any depth."""
    if isinstance(theirs, tuple):
        for one, other in zip(ours, theirs, strict=True):
            same(one, other, path)
    elif isinstance(theirs, dict):
        assert ours.keys() == theirs.keys(), path
        for name in theirs:
            same(ours[name], theirs[name], f"{path}.{name}")
    elif isinstance(theirs, np.ndarray) and theirs.dtype == object:
        for one, other in zip(ours, theirs, strict=True):
            same(one, other, path)
    else:
        assert np.array_equal(ours, theirs), path


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@GAMES
def test_many_rounds_say_what_gymnasium_s_own_vector_environment_says(game: str, mode: AutoresetMode) -> None:
    ours = SeatVectorEnv(game, 1, autoreset_mode=mode)
    theirs: Any = SyncVectorEnv([lambda: SeatEnv(game)], autoreset_mode=mode)
    same(ours.reset(seed=4), theirs.reset(seed=4))
    ended = 0
    for step in range(120):
        masks = ours.action_masks()
        refused = step % 13 == 12 and not masks.all()
        actions = np.array([wrong(masks[0]) if refused else int(masks[0].argmax())])
        told, expected = ours.step(actions), theirs.step(actions)
        same(told, expected)
        ended += int(told[2][0])
    assert ended > 5


# --- a deal that is thrown in, or conceded ----------------------------------------------------------


def first_allowed(mask: Any) -> int:
    return int(mask.argmax())


def end_of_agents(choose: Callable[[Any], int], seed: int) -> dict[str, Any]:
    env = aec_env("lockseven")
    env.reset(seed=seed)
    for _ in range(2000):
        observed, _, terminated, _, info = env.last()
        if terminated:
            assert env.truncations == dict.fromkeys(env.agents, False)
            return {**info, "rewards": env.rewards}
        env.step(choose(observed["action_mask"]))
    raise AssertionError("it did not end")


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", ["lockseven"])
def test_a_deal_in_which_nobody_calls_ends_the_round(game: str, seed: int) -> None:
    info = end_of_agents(first_allowed, seed)
    assert (info["thrown_in"], info["conceded"]) == (True, False)
    assert not any(info["rewards"].values())

    env = VectorEnv(game, 4, seed=seed)
    while not env.ended.any():
        env.step(env.mask().argmax(axis=1))
    assert env.cut_short["thrown_in"].tolist() == env.ended.tolist()
    assert not env.cut_short["conceded"].any()
    assert not env.returns.any()
    assert (env.to_act >= 0).all()

    seat = SeatEnv(game, opponents="random")
    _, told = seat.reset(seed=seed)
    ends = set()
    for _ in range(300):
        _, reward, terminated, _, told = seat.step(np.int64(first_allowed(seat.action_masks())))
        if terminated:
            ends.add(told["thrown_in"])
            assert not (told["thrown_in"] and reward)
            seat.reset()
        else:
            assert "thrown_in" not in told
    assert ends


@pytest.mark.parametrize("game", ["lockseven"])
def test_a_host_who_concedes_ends_the_round(game: str) -> None:
    for seed in range(40):
        env = VectorEnv(game, 8, seed=seed, auto_reset=False)
        while (env.to_act >= 0).any():
            env.step(
                np.where(
                    env.mask()[:, env.encoding.declared.kinds :].any(axis=1), any_move(env), env.sample()
                )
            )
            for index in np.flatnonzero(env.cut_short["conceded"]):
                assert env.state(int(index)).conceded
                assert env.ended[index]
                return
    raise AssertionError("nobody conceded")


def any_move(env: VectorEnv) -> Any:
    """Of the moves that the cards chosen make, one at random."""
    kinds = env.encoding.declared.kinds
    mask = env.mask()[:, kinds:]
    rng = np.random.default_rng(int(env.mask().sum()))
    return kinds + (rng.random(mask.shape) * mask).argmax(axis=1)


@GAMES
def test_only_lockseven_has_rounds_that_are_cut_short(game: str) -> None:
    names = ["thrown_in", "conceded"] if game == "lockseven" else []
    assert [*VectorEnv(game, 1).cut_short] == names


@GAMES
def test_abandoned_rounds_wait_for_a_reset(game: str) -> None:
    env = VectorEnv(game, 3)
    some = np.array([True, False, True])
    env.abandon(some)
    assert (env.to_act == -1).tolist() == some.tolist()
    assert env.mask().any(axis=1).tolist() == (~some).tolist()
    kept = env.state(0)
    env.step(env.sample())
    assert env.state(0) == kept
    env.reset(where=some)
    assert (env.to_act >= 0).all()

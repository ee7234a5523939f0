"""Matches, batches and environments are copied and pickled, and a copy goes on as the original does."""

import copy
import pickle
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from random import Random
from typing import Any

import cloudpickle
import gymnasium
import pyspiel
import pytest
from joblib.externals.loky import get_reusable_executor

import sevenfold
import sevenfold.envs.openspiel
from sevenfold.compiled.cpu.batch import Batch
from sevenfold.core.game import AnyGame
from sevenfold.envs import Encoding, MatchVectorEnv, VectorEnv, action_player, aec_env
from sevenfold.envs.encoding import encoded_games
from sevenfold.envs.registration import environment_id
from sevenfold.games import load_game

GAMES = pytest.mark.parametrize("game", encoded_games())


# --- how each is made, and what it does next ------------------------------------------------------


def a_match(game: str) -> Any:
    match = sevenfold.new_match(load_game(game), seed=5)
    for _ in range(6):
        seat = match.acting[0]
        match.play(seat, match.legal(seat)[0])
    match.ledger(0)
    return match


def play_out(match: Any) -> Any:
    rng = Random(3)
    while not match.round_over:
        seat = match.acting[0]
        match.play(seat, match.legal(seat).choice(rng))
    match.next_round()
    told = [event for seat in (0, 1, None) for event in match.ledger(seat).events()]
    return match.log, match.standing, told


def a_batch(game: str) -> Any:
    loaded = load_game(game)
    return Batch.deal(loaded, loaded.meta.options(), loaded.meta.seats(None), 3, seed=2)


def finish_batch(batch: Any) -> Any:
    return batch.playout(batch.dice(4)), batch.returns().tolist()


def a_vector_env(game: str) -> Any:
    env = VectorEnv(game, 3, seed=2, opponents={1: "rules"})
    for _ in range(5):
        env.step(env.sample())
    return env


def a_match_vector_env(game: str) -> Any:
    env = MatchVectorEnv(game, 3, seed=2, opponents={1: "rules"}, last_round=1)
    for _ in range(5):
        env.step(env.sample())
    return env


def step_vector_env(env: Any) -> Any:
    steps = []
    for _ in range(60):
        actions = env.sample().tolist()
        env.step(actions)
        steps.append((actions, env.observe().sum(axis=1).tolist(), env.returns.tolist(), env.to_act.tolist()))
    env.reset(seed=9)
    return steps, env.observe().tolist(), env.advise().tolist()


def agents_of(game: str, **given: Any) -> Any:
    env = aec_env(game, **given)
    env.reset(seed=2)
    return env


def let_agents_act(env: Any) -> Any:
    told = []
    for agent in env.agent_iter(300):  # a match in which nobody calls does not end
        observed, reward, terminated, truncated, _ = env.last()
        told.append((agent, observed["observation"].tolist(), reward))
        env.step(None if terminated or truncated else int(observed["action_mask"].argmax()))
    return told


def a_seat(game: str, **given: Any) -> Any:
    env = gymnasium.make(environment_id(game), **given).unwrapped
    env.reset(seed=2)
    return env


def take_the_seat(env: Any) -> Any:
    told = []
    for _ in range(40):
        observed, reward, terminated, _, info = env.step(int(env.action_masks().argmax()))
        told.append((observed["observation"].tolist(), reward, terminated, sorted(info)))
        if terminated:
            env.reset()
    return told


def seats_of(game: str) -> Any:
    env = gymnasium.make_vec(environment_id(game), num_envs=2)
    env.reset(seed=2)
    return env


def take_the_seats(env: Any) -> Any:
    told = []
    for _ in range(40):
        observed, rewards, ended, _, _ = env.step(env.action_masks().argmax(axis=1))
        told.append((observed["observation"].tolist(), rewards.tolist(), ended.tolist()))
    return told


def a_state(game: str, **parameters: Any) -> Any:
    loaded = pyspiel.load_game(f"sevenfold_{game}", parameters)
    state = loaded.new_initial_state()
    for _ in range(3 if parameters["chance"] == "sampled" else 200):
        state.apply_action(state.legal_actions()[0])
        if state.is_terminal():
            break
    return state


def finish_state(state: Any) -> Any:
    told = [state.history(), str(state), state.current_player()]
    while not state.is_terminal():
        if not state.is_chance_node():
            told.append(state.observation_tensor())
        state.apply_action(state.legal_actions()[-1])
    return told, state.history(), state.returns()


def deal_with_spiel(game: Any) -> Any:
    return str(game), finish_state(game.new_initial_state())


THINGS: dict[str, tuple[Callable[[str], Any], Callable[[Any], Any]]] = {
    "match": (a_match, play_out),
    "batch": (a_batch, finish_batch),
    "VectorEnv": (a_vector_env, step_vector_env),
    "MatchVectorEnv": (a_match_vector_env, step_vector_env),
    "PettingZoo": (agents_of, let_agents_act),
    "PettingZoo, match": (lambda game: agents_of(game, match=True), let_agents_act),
    "Gymnasium": (a_seat, take_the_seat),
    "Gymnasium, match": (lambda game: a_seat(game, match=True), take_the_seat),
    "Gymnasium, asked players": (lambda game: a_seat(game, opponents="easy"), take_the_seat),
    "Gymnasium, vector": (seats_of, take_the_seats),
    "OpenSpiel's game": (
        lambda game: pyspiel.load_game(f"sevenfold_{game}", {"chance": "sampled", "seed": 3}),
        deal_with_spiel,
    ),
    "OpenSpiel's explicit state": (lambda game: a_state(game, chance="explicit"), finish_state),
    "OpenSpiel's sampled state": (lambda game: a_state(game, chance="sampled", seed=3), finish_state),
}
WAYS: dict[str, Callable[[Any], Any]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda thing: pickle.loads(pickle.dumps(thing)),
    "cloudpickle": lambda thing: pickle.loads(cloudpickle.dumps(thing)),
}
SHARES_ITS_DICE = [("OpenSpiel's sampled state", "copy"), ("OpenSpiel's sampled state", "deepcopy")]
"""The states of one game draw from one source, as OpenSpiel has it; so does a state's clone."""


@pytest.mark.parametrize("thing", THINGS)
@GAMES
def test_a_copy_goes_on_as_the_original_does(game: str, thing: str) -> None:
    make, go_on = THINGS[thing]
    expected = go_on(make(game))
    for way, copied in WAYS.items():
        original = make(game)
        made = copied(original)
        assert type(made) is type(original)
        if (thing, way) not in SHARES_ITS_DICE:
            assert go_on(made) == expected, way
            assert go_on(original) == expected, way
        else:
            assert made.history() == original.history()
            go_on(made)
            assert original.history() == make(game).history()


@GAMES
def test_a_copy_of_a_match_is_quick_and_apart(game: str) -> None:
    match = a_match(game)
    other = match.copy()
    assert type(other) is type(match)
    version = match.version
    assert play_out(other) == play_out(a_match(game))
    assert match.version == version
    assert match.state == a_match(game).state


def in_a_process(pickled: bytes, go_on: Callable[[Any], Any]) -> Any:
    return go_on(pickle.loads(pickled))


@GAMES
def test_all_of_them_go_on_in_a_process_that_was_spawned(game: str) -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        for make, go_on in THINGS.values():
            asked = pool.submit(in_a_process, pickle.dumps(make(game)), go_on)
            assert asked.result() == go_on(make(game))


@pytest.mark.parametrize("game", ["trump7"])
def test_a_worker_is_sent_functions_that_hold_environments(game: str) -> None:
    env, player = a_vector_env(game), action_player(load_game(game), lambda _, mask: int(mask.argmax()))
    match = a_match(game)

    def work() -> Any:
        seat = match.acting[0]
        return step_vector_env(env), player(match.seen(seat), seat)

    try:
        assert get_reusable_executor(1).submit(work).result() == work_again(game)
    finally:
        get_reusable_executor().shutdown()


def work_again(game: str) -> Any:
    match, player = a_match(game), action_player(load_game(game), lambda _, mask: int(mask.argmax()))
    seat = match.acting[0]
    return step_vector_env(a_vector_env(game)), player(match.seen(seat), seat)


# --- what they are made of ------------------------------------------------------------------------


@pytest.mark.parametrize("way", WAYS)
@GAMES
def test_a_game_is_the_same_game_again(game: str, way: str) -> None:
    for loaded in (load_game(game), load_game(game).by_learnt()):
        assert WAYS[way](loaded) == loaded
    encoding: Encoding = WAYS[way](Encoding(load_game(game), load_game(game).meta.seats(None)))
    assert encoding.describe() == Encoding(load_game(game), encoding.players).describe()


@pytest.mark.parametrize("name", ["random", "rules", "easy", "medium", "hard", "expert"])
def test_players_of_ours_can_be_pickled(name: str) -> None:
    game: AnyGame = load_game("trump7")
    match = a_match("trump7")
    seat = match.acting[0]
    moves = []
    ways: list[Callable[[Any], Any]] = [lambda player: player, WAYS["pickle"], WAYS["deepcopy"]]
    for copied in ways:
        (player,) = sevenfold.seat_players(game, [name], 1, Random(3))
        moves.append(copied(player)(match.seen(seat), seat))
    assert len(set(moves)) == 1

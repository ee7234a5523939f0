"""The environments by the conformance suites of the libraries that they are for."""

import unittest
import warnings
from collections.abc import Iterator
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from open_spiel.integration_tests import api_test as spiel_test
from open_spiel.python.algorithms import exploitability, ismcts, mcts
from open_spiel.python.algorithms.cfr import CFRSolver
from pettingzoo.test import api_test, render_test, seed_test

import sevenfold.envs.openspiel  # noqa: F401  it registers
from sevenfold.envs import aec_env
from sevenfold.envs.learner import NoSuchSeat
from sevenfold.envs.registration import environment_id
from sevenfold.games import ROOMS

GAMES = pytest.mark.parametrize("game", ROOMS)


@pytest.fixture(autouse=True)
def warnings_of_the_suites() -> Iterator[None]:
    """The suites warn of what they merely find unusual, such as observations with a mask."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        yield


def legal(info: dict[str, Any]) -> Any:
    rows = np.atleast_2d(info["action_mask"])
    return np.array([int(row.argmax()) for row in rows])


def test_the_names_are_those_of_the_games() -> None:
    assert [environment_id(game) for game in ROOMS] == [
        "sevenfold/Lockup-v1",
        "sevenfold/Trump7-v1",
        "sevenfold/SevenBridge-v1",
        "sevenfold/LockSeven-v1",
    ]


# --- Gymnasium ------------------------------------------------------------------------------------


@GAMES
def test_gymnasium_checks_the_environment(game: str) -> None:
    check_env(gymnasium.make(environment_id(game)).unwrapped)


@GAMES
def test_a_round_of_gymnasium_ends_with_what_it_brought(game: str) -> None:
    env = gymnasium.make(environment_id(game), opponents="random")
    observed, info = env.reset(seed=3)
    terminated = False
    reward: object = 0.0
    while not terminated:
        assert env.observation_space.contains(observed)
        assert np.array_equal(observed["action_mask"], info["action_mask"])
        observed, reward, terminated, truncated, info = env.step(legal(info)[0])
        assert not truncated
        assert terminated or reward == 0
    assert not observed["action_mask"].any()


def test_gymnasium_refuses_an_illegal_action_and_nothing_changes() -> None:
    env = gymnasium.make("sevenfold/Lockup-v1")
    observed, info = env.reset(seed=3)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    after, reward, terminated, _, info = env.step(wrong)
    assert info["illegal_action"]
    assert not terminated
    assert reward == 0
    assert np.array_equal(after["observation"], observed["observation"])


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_many_rounds_of_gymnasium_are_dealt_anew_as_declared(mode: AutoresetMode) -> None:
    env: Any = gymnasium.make_vec("sevenfold/Trump7-v1", num_envs=4, autoreset_mode=mode)
    assert env.metadata["autoreset_mode"] is mode
    observed, info = env.reset(seed=5)
    ended_before = np.zeros(4, np.bool_)
    rounds = 0
    for _ in range(60):
        observed, rewards, terminations, _, info = env.step(legal(info))
        assert env.observation_space.contains(observed)
        live = observed["action_mask"].any(axis=1)
        assert (live == ((mode is AutoresetMode.SAME_STEP) | ~terminations)).all()
        if mode is AutoresetMode.NEXT_STEP:
            assert not (ended_before & terminations).any()
            assert not rewards[ended_before].any()
        elif terminations.any():
            assert [final is not None for final in info["final_obs"]] == terminations.tolist()
        ended_before, rounds = terminations, rounds + int(terminations.sum())
    assert rounds >= 4


def test_a_seat_that_is_not_there_is_named() -> None:
    with pytest.raises(NoSuchSeat, match="there is no seat 3; the seats are 0 to 2"):
        gymnasium.make("sevenfold/Trump7-v1", seat=3)


@pytest.mark.parametrize(("mode", "kind"), [("ansi", str), ("rgb_array", np.ndarray)])
def test_a_round_is_drawn(mode: str, kind: type[Any]) -> None:
    env = gymnasium.make("sevenfold/Trump7-v1", render_mode=mode)
    env.reset(seed=1)
    assert isinstance(env.render(), kind)


# --- PettingZoo -----------------------------------------------------------------------------------


@GAMES
def test_pettingzoo_checks_the_environment(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(aec_env(game), num_cycles=100)
    seed_test(lambda: aec_env(game), num_cycles=20)
    render_test(lambda **given: aec_env(game, **given))
    assert "Passed API test" in capsys.readouterr().out


def test_pettingzoo_has_it_in_its_registry() -> None:
    env = pettingzoo.make("aec", "sevenfold/Lockup-v1")
    env.reset(seed=1)
    assert env.agent_selection in env.possible_agents


# --- OpenSpiel ------------------------------------------------------------------------------------


@pytest.mark.parametrize("chance", ["explicit", "sampled"])
@pytest.mark.parametrize("game", ROOMS)
def test_openspiel_plays_it_at_random(game: str, chance: str) -> None:
    loaded = pyspiel.load_game(f"sevenfold_{game}", {"chance": chance})
    pyspiel.random_sim_test(loaded, num_sims=1, serialize=chance == "explicit", verbose=False)


def test_a_state_of_openspiel_is_kept_and_goes_on() -> None:
    game = pyspiel.load_game("sevenfold_lockup", {"chance": "sampled", "seed": 2, "lockup_loss": "at_once"})
    state = game.new_initial_state()
    state.apply_action(0)
    state.apply_action(state.legal_actions()[-1])
    other = game.deserialize_state(state.serialize())
    assert (str(other), other.legal_actions()) == (str(state), state.legal_actions())
    assert other.round.state == state.round.state
    other.apply_action(other.legal_actions()[0])
    assert other.round.state != state.round.state


def test_openspiel_options_are_parameters() -> None:
    loaded = pyspiel.load_game("sevenfold_seven_bridge", {"players": 4, "joker": "yes", "chance": "sampled"})
    assert loaded.num_players() == 4


def test_openspiel_searches_with_our_worlds() -> None:
    game = pyspiel.load_game("sevenfold_trump7", {"chance": "sampled", "seed": 2})
    state = game.new_initial_state()
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(game=game, uct_c=4.0, evaluator=evaluator, max_simulations=5)
    while not state.is_terminal():
        state.apply_action(0 if state.is_chance_node() else bot.step(state))
    assert sum(abs(points) for points in state.returns()) > 0


def test_a_world_shows_the_player_the_same() -> None:
    game = pyspiel.load_game("sevenfold_lockup", {"chance": "sampled", "seed": 2})
    state = game.new_initial_state()
    state.apply_action(0)
    player = state.current_player()
    other = state.resample_from_infostate(player, lambda: 0.25)
    assert other.information_state_string(player) == state.information_state_string(player)
    assert other.round.state != state.round.state


OF_ITS_OWN_GAMES = ("test_number_of_nodes", "test_game_is_perfect_recall", "test_constant_sum")
"""Checks by figures that the suite keeps of its own games, and one that a single trick cannot pass."""


def test_openspiel_checks_the_interface_on_a_whole_tree() -> None:
    game = pyspiel.load_game("sevenfold_lockup", {"deck": "AS KS QH JC", "hand_size": 1})
    names = {"game": game, "game_name": "sevenfold_lockup"}
    checks = unittest.TestSuite()
    for base in (spiel_test.EnforceAPIOnPartialTreeBase, spiel_test.EnforceAPIOnFullTreeBase):
        made = type("Checks", (base,), names)
        found = unittest.TestLoader().getTestCaseNames(made)
        checks.addTests(made(name) for name in found if name not in OF_ITS_OWN_GAMES)
    done = checks.run(unittest.TestResult())
    assert done.testsRun == 10
    assert [text for _, text in done.failures + done.errors] == []
    spiel_test._assert_is_perfect_recall(game)


def test_a_short_deck_is_solved() -> None:
    game = pyspiel.load_game("sevenfold_lockup", {"deck": "AS KS QH JC", "hand_size": 1})
    solver = CFRSolver(game)
    before = exploitability.nash_conv(game, solver.average_policy())
    for _ in range(3):
        solver.evaluate_and_update_policy()
    assert exploitability.nash_conv(game, solver.average_policy()) <= before

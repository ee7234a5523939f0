"""The environments by the conformance suites of the libraries that they are for."""

import unittest
import warnings
from collections.abc import Iterator
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pettingzoo
import pyspiel
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from open_spiel.python.algorithms import expected_game_score, exploitability, ismcts, mcts
from open_spiel.python.algorithms.best_response import BestResponsePolicy
from open_spiel.python.algorithms.cfr import CFRPlusSolver
from open_spiel.python.policy import UniformRandomPolicy
from pettingzoo.test import api_test, render_test, seed_test

import sevenfold.envs.openspiel  # noqa: F401  it registers the games
from sevenfold.core.moves import CHANCE
from sevenfold.envs import IllegalAction, VectorEnv, aec_env
from sevenfold.envs.encoding import encoded_games, load_encoding
from sevenfold.envs.gym import bound
from sevenfold.envs.learner import NoSuchSeat
from sevenfold.envs.registration import environment_id
from sevenfold.envs.spiel_parameters import read_setting
from sevenfold.envs.spiel_round import ascending
from sevenfold.envs.turns import choose_on

GAMES = pytest.mark.parametrize("game", encoded_games())
LOCKUP = pytest.mark.parametrize("game", ["lockup"])
"""Named in the test's id, so that it runs where Lockup is compiled."""


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
    named = {
        "lockup": "sevenfold/Lockup-v1",
        "trump7": "sevenfold/Trump7-v1",
        "seven_bridge": "sevenfold/SevenBridge-v2",
        "lockseven": "sevenfold/LockSeven-v3",
    }
    assert {game: environment_id(game) for game in named} == named


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


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_many_rounds_of_gymnasium_are_dealt_anew_as_declared(mode: AutoresetMode) -> None:
    env: Any = gymnasium.make_vec("sevenfold/Trump7-v1", num_envs=4, autoreset_mode=mode)
    assert env.metadata["autoreset_mode"] is mode
    observed, info = env.reset(seed=5)
    ended_before = np.zeros(4, np.bool_)
    rounds = 0
    for _ in range(60):
        observed, rewards, terminations, _, info = env.step(env.action_masks().argmax(axis=1))
        assert env.observation_space.contains(observed)
        live = observed["action_mask"].any(axis=1)
        assert (live == ((mode is AutoresetMode.SAME_STEP) | ~terminations)).all()
        assert (env.action_masks() == ((observed["action_mask"] == 1) | ~live[:, None])).all()
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


@GAMES
def test_a_bound_of_the_space_is_one_number_where_it_is_the_same(game: str) -> None:
    space: Any = gymnasium.make(environment_id(game)).observation_space["observation"]  # type: ignore[index]
    encoding = VectorEnv(game, 1).encoding
    assert (space.low == encoding.lows).all()
    assert (space.high == encoding.highs).all()
    assert bound(np.array([0, 0])) == 0
    assert bound(encoding.highs) is encoding.highs


def doors(game: str) -> dict[str, Any]:
    """Every door that is told its seed by `reset`, as a function from a seed to what is seen and told."""
    one, agents = gymnasium.make(environment_id(game), opponents="easy"), aec_env(game, opponents={1: "easy"})
    several: Any = gymnasium.make_vec(environment_id(game), num_envs=2, opponents="easy")
    theirs: Any = SyncVectorEnv([lambda: gymnasium.make(environment_id(game), opponents="easy")])

    def of(env: Any) -> Any:
        def reset(seed: int | None) -> tuple[list[int], Any]:
            observed, info = env.reset(seed=seed)
            return observed["observation"].tolist(), info.get("seed")

        return reset

    def reset_agents(seed: int | None) -> tuple[list[int], Any]:
        agents.reset(seed=seed)
        return agents.last()[0]["observation"].tolist(), agents.last()[4].get("seed")

    return {"one": of(one), "several": of(several), "Gymnasium's": of(theirs), "agents": reset_agents}


@pytest.mark.parametrize("door", ["one", "several", "Gymnasium's", "agents"])
@pytest.mark.parametrize("game", ["trump7"])
def test_a_seed_that_was_drawn_is_told(game: str, door: str) -> None:
    reset = doors(game)[door]
    seen, drawn = reset(None)
    seed = int(np.ravel(drawn)[0])
    assert reset(None) != (seen, None)
    assert reset(seed) == (seen, None)
    assert doors(game)[door](seed) == (seen, None)
    assert reset(10**30) == reset(10**30) != reset(10**30 % (1 << 62))
    assert reset(None)[1] is None


@pytest.mark.parametrize("game", ["trump7"])
def test_numbers_at_random_that_were_asked_for_before_the_first_round_take_no_seed(game: str) -> None:
    """Such an environment began with seed 0, and its opponents that are asked were missing."""
    tried = []
    for _ in range(2):
        env: Any = gymnasium.make(environment_id(game), opponents="easy").unwrapped
        env.np_random.integers(9)
        observed, info = env.reset()
        assert env.np_random_seed == info["seed"]
        tried.append(observed["observation"].tolist())
    assert tried[0] != tried[1]


@pytest.mark.parametrize("game", ["trump7"])
def test_openspiel_takes_each_seed_as_another(game: str) -> None:
    dealt = []
    for seed in (5, -5):
        state = pyspiel.load_game(
            f"sevenfold_{game}", {"chance": "sampled", "seed": seed}
        ).new_initial_state()
        state.apply_action(0)
        dealt.append(str(state))
    assert dealt[0] != dealt[1]


# --- PettingZoo -----------------------------------------------------------------------------------


@GAMES
def test_pettingzoo_checks_the_environment(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(aec_env(game), num_cycles=100)
    seed_test(lambda: aec_env(game), num_cycles=20)
    render_test(lambda **given: aec_env(game, **given))
    assert "Passed API test" in capsys.readouterr().out


@LOCKUP
def test_pettingzoo_has_it_in_its_registry(game: str) -> None:
    env = pettingzoo.make("aec", environment_id(game))
    env.reset(seed=1)
    assert env.agent_selection in env.possible_agents


@LOCKUP
@pytest.mark.parametrize("action", [-1, 53, None, 1.5, "0", np.array([0, 1])], ids=repr)
def test_pettingzoo_refuses_what_is_no_action_and_nothing_changes(game: str, action: Any) -> None:
    env = aec_env(game)
    env.reset(seed=1)
    before = env.last()[0]
    with pytest.raises(ValueError, match="an action is a number from 0 to 52"):
        env.step(action)
    after = env.last()[0]
    assert all((after[name] == before[name]).all() for name in before)


# --- OpenSpiel ------------------------------------------------------------------------------------


@pytest.mark.parametrize("chance", ["explicit", "sampled"])
@GAMES
def test_openspiel_plays_it_at_random(game: str, chance: str) -> None:
    loaded = pyspiel.load_game(f"sevenfold_{game}", {"chance": chance})
    pyspiel.random_sim_test(loaded, num_sims=1, serialize=chance == "explicit", verbose=False)


@GAMES
def test_openspiel_s_rounds_are_those_of_the_plain_rules(game: str) -> None:
    state = pyspiel.load_game(f"sevenfold_{game}", {"chance": "sampled", "seed": 4}).new_initial_state()
    library, rng = pyspiel.State, Random(2)
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(0)
            continue
        setting, before, position = state.round.setting, state.round.state, state.round.position
        rules, seat = setting.game.rules, state.current_player()
        for player in (seat, (seat + 1) % setting.players):  # what goes past C++ is what goes through it
            assert state.observation_tensor(player) == library.observation_tensor(state, player)
            assert state.legal_actions(player) == library.legal_actions(state, player)
        action = rng.choice(state.legal_actions())
        cards = before, seat, position.chosen, position.chosen_twice
        cards_then, twice, index = choose_on(rules, *cards, setting.kinds, action)
        if index >= 0:
            rules.apply(before, seat, rules.nth_move(before, seat, cards_then, twice, index))
        state.apply_action(action)
        assert state.round.state == before
    assert state.returns() == setting.game.returns(before)


@LOCKUP
def test_openspiel_refuses_an_illegal_action_and_nothing_changes(game: str) -> None:
    state = pyspiel.load_game(f"sevenfold_{game}", {"chance": "sampled", "seed": 4}).new_initial_state()
    state.apply_action(0)
    before = state.round.position
    for wrong in (min({*range(53)} - {*state.legal_actions()}), 52, 53):
        with pytest.raises(IllegalAction):
            state.apply_action(wrong)
    assert state.round.position == before


@LOCKUP
def test_a_state_of_openspiel_is_kept_and_goes_on(game: str) -> None:
    given = {"chance": "sampled", "seed": 2, "lockup_loss": "at_once"}
    loaded = pyspiel.load_game(f"sevenfold_{game}", given)
    state = loaded.new_initial_state()
    state.apply_action(0)
    state.apply_action(state.legal_actions()[-1])
    other = loaded.deserialize_state(state.serialize())
    assert (str(other), other.legal_actions()) == (str(state), state.legal_actions())
    assert other.round.state == state.round.state
    other.apply_action(other.legal_actions()[0])
    assert other.round.state != state.round.state


def test_openspiel_options_are_parameters() -> None:
    loaded = pyspiel.load_game("sevenfold_seven_bridge", {"players": 4, "joker": "yes", "chance": "sampled"})
    assert loaded.num_players() == 4


def test_openspiel_knows_the_worst_result() -> None:
    given = {"losers": "penalty", "joker": "yes", "ace_value": "15", "chance": "sampled"}
    loaded = pyspiel.load_game("sevenfold_seven_bridge", given)
    options = loaded.setting.options
    assert loaded.min_utility() == load_encoding("seven_bridge").worst(options, 3) < -1000
    assert loaded.max_utility() == 0


def test_openspiel_knows_the_best_result() -> None:
    """Four sevens and KKK in one hand, seven tens in the other, a concealed win (SB-6.2, SB-6.4)."""
    loaded = pyspiel.load_game("sevenfold_seven_bridge", {"players": 3, "chance": "sampled"})
    assert loaded.max_utility() >= 2 * ((4 * 7 + 3 * 10) * 2**4 + 7 * 10)


BOUNDS: dict[str, tuple[dict[str, object], float, float, float | None]] = {
    "lockup": ({"lockup_loss": "at_once"}, 0, 13, None),
    "trump7": ({}, -6, 6, None),
    "seven_bridge": ({"losers": "minus"}, -928, 3712, None),
    "lockseven": ({"concede": "loss"}, -9, 9, 0),
}
"""Options, the least and the best result, and the sum of all, read off the rules."""
LONGEST = {"lockup": 52, "trump7": 33, "seven_bridge": 1000, "lockseven": 1000}
"""How many actions a round has at most; 1000 where the rules set no such bound."""


@pytest.mark.parametrize("game", BOUNDS)
def test_results_and_lengths_are_within_what_openspiel_is_told(game: str) -> None:
    """Of rounds at random, many at once; the sum is always the same where it is said to be."""
    options, least, most, total = BOUNDS[game]
    loaded = pyspiel.load_game(f"sevenfold_{game}", {**options, "chance": "sampled"})
    assert (loaded.min_utility(), loaded.max_utility(), loaded.utility_sum()) == (least, most, total)
    zero_sum = loaded.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    assert zero_sum == (total == 0)
    env = VectorEnv(game, 64, seed=1, options=options)
    lengths = np.zeros(env.n, np.int64)
    for _ in range(600):
        ended = env.step(env.sample())
        lengths += 1
        assert (lengths <= loaded.max_game_length()).all()
        lengths[ended] = 0
        assert least <= env.returns.min()
        assert env.returns.max() <= most
        if total is not None:
            assert not (env.returns.sum(axis=1) - total).any()


@pytest.mark.parametrize("game", LONGEST)
def test_a_tensor_has_space_for_the_longest_round_and_no_more(game: str) -> None:
    loaded = pyspiel.load_game(f"sevenfold_{game}", {"chance": "sampled", "seed": 3})
    assert loaded.information_state_tensor_shape() == [loaded.setting.encoding.length + 2 * LONGEST[game]]
    state = loaded.new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[-1])
    assert len(state.information_state_tensor(0)) == loaded.information_state_tensor_shape()[0]


@GAMES
def test_a_player_knows_the_cards_that_they_are_dealt_and_no_others(game: str) -> None:
    """While cards are dealt one by one; in LockSeven that is one, since hands grow while players may call."""
    loaded = pyspiel.load_game(f"sevenfold_{game}")
    private = loaded.make_py_observer(
        pyspiel.IIGObservationType(False, False, pyspiel.PrivateInfoType.SINGLE_PLAYER)
    )
    public = loaded.make_py_observer(pyspiel.IIGObservationType(True, False, pyspiel.PrivateInfoType.NONE))
    state, players = loaded.new_initial_state(), loaded.num_players()
    pack, size = loaded.setting.game.rules.pack(loaded.setting.options), loaded.setting.hand_size
    dealt: list[int] = []
    for card in range(players * size - 1):
        outcome = state.legal_actions()[-1] if card % 2 else state.legal_actions()[0]
        state.apply_action(outcome)
        dealt.append(outcome)
        for seat in range(players):
            known = size if game != "lockseven" else int(seat == 0)
            hand = dealt[seat * size : seat * size + known]
            assert private.string_from(state, seat) == pack.write(hand)
        assert public.string_from(state, 0) == ""


@GAMES
def test_openspiel_checks_private_and_public_strings(game: str) -> None:
    from open_spiel.integration_tests import api_test as spiel_test

    loaded = pyspiel.load_game(f"sevenfold_{game}")
    names = {"game": loaded, "game_name": f"sevenfold_{game}", "game_type": loaded.get_type()}
    made = type("Checks", (spiel_test.EnforceAPIOnPartialTreeBase,), names)
    kept = ("test_private_information_contents", "test_no_invalid_public_observations")
    done = unittest.TestSuite(map(made, kept)).run(unittest.TestResult())
    assert [text for _, text in done.failures + done.errors] == []


def test_openspiel_searches_with_our_worlds() -> None:
    game = pyspiel.load_game("sevenfold_trump7", {"chance": "sampled", "seed": 2})
    state = game.new_initial_state()
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(game=game, uct_c=4.0, evaluator=evaluator, max_simulations=5)
    while not state.is_terminal():
        state.apply_action(0 if state.is_chance_node() else bot.step(state))
    assert sum(abs(points) for points in state.returns()) > 0


@LOCKUP
def test_a_world_shows_the_player_the_same(game: str) -> None:
    state = pyspiel.load_game(f"sevenfold_{game}", {"chance": "sampled", "seed": 2}).new_initial_state()
    state.apply_action(0)
    player = state.current_player()
    other = state.resample_from_infostate(player, lambda: 0.25)
    assert other.information_state_string(player) == state.information_state_string(player)
    assert other.information_state_tensor(player) == state.information_state_tensor(player)
    assert other.round.state != state.round.state


@pytest.mark.parametrize("player", range(4))
@LOCKUP
def test_a_tensor_does_not_tell_which_card_another_lost(game: str, player: int) -> None:
    loss = {"chance": "sampled", "seed": 2, "lockup_loss": "at_once"}
    loaded = pyspiel.load_game(f"sevenfold_{game}", loss)
    state = loaded.new_initial_state()
    while not any(entry.seat == CHANCE for entry in state.round.entries):
        state.apply_action(0 if state.is_chance_node() else state.legal_actions()[0])
    longest = 2 * loaded.max_game_length()
    steps = np.reshape(state.information_state_tensor(player)[-longest:], (-1, 2))
    at = next(index for index, entry in enumerate(state.round.entries) if entry.seat == CHANCE)
    assert steps[at - 1].all()
    assert not steps[at].any()


OF_ITS_OWN_GAMES = ("test_number_of_nodes", "test_game_is_perfect_recall", "test_constant_sum")
"""Checks by figures that the suite keeps of its own games, and one that a single trick cannot pass."""


@LOCKUP
def test_openspiel_checks_the_interface_on_a_whole_tree(game: str) -> None:
    from open_spiel.integration_tests import api_test as spiel_test  # it takes seconds, and only here

    loaded = pyspiel.load_game(f"sevenfold_{game}", {"deck": "AS KS QH JC", "hand_size": 1})
    names = {"game": loaded, "game_name": f"sevenfold_{game}"}
    checks = unittest.TestSuite()
    for base in (spiel_test.EnforceAPIOnPartialTreeBase, spiel_test.EnforceAPIOnFullTreeBase):
        made = type("Checks", (base,), names)
        found = unittest.TestLoader().getTestCaseNames(made)
        checks.addTests(made(name) for name in found if name not in OF_ITS_OWN_GAMES)
    done = checks.run(unittest.TestResult())
    assert done.testsRun == 10
    assert [text for _, text in done.failures + done.errors] == []
    spiel_test._assert_is_perfect_recall(loaded)


TINY = {"deck": "JC AC KS JD KH QS JS QD", "hand_size": 2, "dealt": "JC AC KS JD"}
"""Two players hold what everybody knows; four cards are dealt to the others."""


@LOCKUP
def test_exploitability_falls_on_a_tiny_deal(game: str) -> None:
    loaded = pyspiel.load_game(f"sevenfold_{game}", TINY)
    solver = CFRPlusSolver(loaded)
    found = []
    for _ in range(3):
        found.append(exploitability.nash_conv(loaded, solver.average_policy()))
        for _ in range(2):
            solver.evaluate_and_update_policy()
    assert found[0] > found[1] > found[2]


@LOCKUP
def test_a_best_response_wins_by_knowing_the_others(game: str) -> None:
    loaded = pyspiel.load_game(f"sevenfold_{game}", TINY)
    uniform, root = UniformRandomPolicy(loaded), loaded.new_initial_state()
    answer = BestResponsePolicy(loaded, 2, uniform)
    assert answer.value(root) > expected_game_score.policy_value(root, [uniform] * 4)[2]


@LOCKUP
def test_a_hand_is_dealt_in_ascending_order(game: str) -> None:
    loaded = pyspiel.load_game(f"sevenfold_{game}", TINY)
    assert {(history[0] < history[1], history[2] < history[3]) for history in deals(loaded)} == {(True, True)}
    assert sorted(deals(loaded).values()) == pytest.approx([1 / 6] * 6)


def deals(game: Any) -> dict[tuple[int, ...], float]:
    """The orders in which cards can be dealt, with the chance of each."""
    found, open_ = {}, [(game.new_initial_state(), 1.0)]
    while open_:
        state, chance = open_.pop()
        if state.is_chance_node():
            open_ += [(state.child(kind), chance * part) for kind, part in state.chance_outcomes()]
        else:
            found[tuple(state.history())] = chance
    return found


@pytest.mark.parametrize(
    ("left", "hand", "wanted", "expected"),
    [
        ((1, 2, 3), (), 2, {1: 2 / 3, 2: 1 / 3}),
        ((2, 3), (1,), 1, {2: 1 / 2, 3: 1 / 2}),
        ((1, 1, 2), (), 2, {1: 1.0}),
        ((1, 2), (1,), 1, {1: 1 / 3, 2: 2 / 3}),
    ],
    ids=["lowest first", "then any higher", "one of two twins", "the other twin"],
)
def test_all_hands_are_equally_likely(
    left: tuple[int, ...], hand: tuple[int, ...], wanted: int, expected: dict[int, float]
) -> None:
    assert dict(ascending(left, hand, wanted)) == pytest.approx(expected)


def test_a_deal_whose_order_matters_is_dealt_card_by_card() -> None:
    expected = {
        "lockup": [False] * 5,
        "trump7": [False] * 4,
        "seven_bridge": [False, False, False, True],  # the stock
        "lockseven": [True, True, True, True, False],  # one may call while cards are dealt
    }
    ordered = {game: [part[1] for part in read_setting(game, {}).parts] for game in expected}
    assert ordered == expected


def test_cards_that_the_deck_does_not_have_are_not_dealt() -> None:
    with pytest.raises(Exception, match="dealt=2S: the deck does not have all of these cards"):
        pyspiel.load_game("sevenfold_lockup", {**TINY, "dealt": "2S"})

"""Players by name in environments: compiled ones, those of a version, and those that search."""

from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest

import sevenfold
from sevenfold.bots.players import PLAYERS, NothingLearnt, UnknownPlayer, find_player
from sevenfold.bots.registering import found_player
from sevenfold.bots.registry import OtherPlayerVersion, known_player, known_players
from sevenfold.envs import VectorEnv
from sevenfold.envs.encoding import encoded_games
from sevenfold.envs.learner import LearnerRounds
from sevenfold.envs.opponents import NoPolicy
from sevenfold.games import load_game

GAMES = pytest.mark.parametrize("game", encoded_games())
LEARNT = [game for game in encoded_games() if load_game(game).learnt is not None]


# --- which players there are ----------------------------------------------------------------------


@GAMES
def test_each_player_is_the_one_that_the_registry_has(game: str) -> None:
    """`python -m sevenfold.bots.registering` gives the next version to a player that plays otherwise."""
    known = known_players(game)
    assert [found_player(load_game(game), each.name) for each in known] == known
    missing = set(PLAYERS) - {each.name for each in known}
    assert missing == (set() if game in LEARNT else {"learnt"})


@GAMES
def test_players_that_search_count_moves_and_learnt_ones_have_weights(game: str) -> None:
    known = {each.name: each for each in known_players(game)}
    assert [each.name for each in known.values() if each.budget] == ["hard", "expert"]
    assert {each.name for each in known.values() if each.weights} == (
        {"learnt", "medium", "hard", "expert"} if game in LEARNT else set()
    )
    (expert,) = sevenfold.seat_players(load_game(game), ["expert"], 1, Random(1))
    assert (expert.budget.moves, expert.budget.milliseconds) == (known["expert"].budget, None)  # type: ignore[attr-defined]


@pytest.mark.parametrize("game", ["trump7"])
def test_a_player_of_a_version_is_that_version_or_none(game: str) -> None:
    loaded = load_game(game)
    assert find_player(known_player(game, "learnt").pinned)(loaded, Random(1)) == loaded.learnt
    for wanted in ("learnt@99", "rules@x"):
        with pytest.raises(OtherPlayerVersion, match=f"{wanted} is wanted in trump7, and this Sevenfold has"):
            find_player(wanted)(loaded, Random(1))
    assert find_player("rules@")(loaded, Random(1)) == loaded.choose


@pytest.mark.parametrize(
    "name", ["search:", "search:0", "search:-5", "search:many", "search:1e3", "nobody@1"]
)
def test_what_is_no_player_is_refused(name: str) -> None:
    with pytest.raises(UnknownPlayer, match="search:MOVES"):
        find_player(name)


@pytest.mark.parametrize("game", ["trump7"])
def test_a_search_has_the_budget_that_is_named(game: str) -> None:
    (player,) = sevenfold.seat_players(load_game(game), ["search:300"], 1, Random(1))
    assert (player.budget.moves, player.budget.milliseconds) == (300, None)  # type: ignore[attr-defined]
    match = sevenfold.new_match(load_game(game), seed=1)
    seat = match.acting[0]
    assert player(match.seen(seat), seat) in match.legal(seat)


# --- in environments ------------------------------------------------------------------------------


@pytest.mark.parametrize("game", LEARNT)
def test_the_learnt_player_acts_within_a_step_as_it_does_at_a_table(game: str) -> None:
    within = VectorEnv(game, 4, seed=5, policy="learnt", policy_seats=[1, 2], auto_reset=False)
    asked = VectorEnv(game, 4, seed=5, auto_reset=False)
    learnt = load_game(game).learnt
    assert learnt is not None
    while (within.to_act >= 0).any():
        let_others(asked, learnt)
        live = within.to_act >= 0
        assert within.observe()[live].tolist() == asked.observe()[live].tolist()
        actions = within.mask().argmax(axis=1)
        ended = within.step(actions)
        asked.step(actions)
        if ended.any():
            let_others(asked, learnt)
    for index in range(4):
        assert within.state(index) == asked.state(index)


def let_others(env: VectorEnv, player: Any) -> None:
    for index in range(env.n):
        while env.to_act[index] in (1, 2):
            env.ask(index, player)


@pytest.mark.parametrize(
    ("names", "policy", "within"),
    [
        (["learnt", "random"], "learnt", [1, 2]),
        (["medium", "medium"], "learnt", [1, 2]),
        (["rules", "learnt"], "rules", [1]),
        (["search:50", "rules"], "rules", [2]),
        (["learnt@1", "learnt"], "learnt", [2]),
    ],
    ids=repr,
)
def test_players_act_within_a_step_where_they_can(names: list[str], policy: str, within: list[int]) -> None:
    rounds = LearnerRounds("trump7", 2, opponents=names)
    rounds.reset(3)
    setting = rounds.env._setting
    seats = setting.policy_seats | setting.random_seats
    assert [seat for seat in range(3) if seats >> seat & 1] == within
    assert rounds.env.game == (load_game("trump7").by_learnt() if policy == "learnt" else load_game("trump7"))
    while (rounds.env.to_act >= 0).any():
        rounds.step(rounds.env.mask().argmax(axis=1))


@pytest.mark.parametrize("game", ["trump7"])
def test_gymnasium_takes_the_learnt_player_by_name(game: str) -> None:
    env: Any = gymnasium.make_vec("sevenfold/Trump7-v1", num_envs=3, opponents="learnt")
    _, info = env.reset(seed=1)
    for _ in range(20):
        _, _, _, _, info = env.step(info["action_mask"].argmax(axis=1))
    assert known_player(game, "learnt").weights


@pytest.mark.parametrize("game", ["lockseven"])
def test_a_game_without_a_learnt_player_says_so(game: str) -> None:
    with pytest.raises(NothingLearnt, match="lockseven has no learnt player: name medium or rules instead"):
        LearnerRounds(game, 1, opponents="learnt")
    with pytest.raises(NothingLearnt):
        VectorEnv(game, 1, policy="learnt")
    assert VectorEnv(game, 1, policy="medium").game == load_game(game)


def test_a_policy_is_a_player_that_is_compiled() -> None:
    with pytest.raises(NoPolicy, match="policy is rules, learnt, medium, not 'expert'"):
        VectorEnv("trump7", 1, policy="expert")


@pytest.mark.parametrize("game", ["trump7"])
def test_players_that_search_answer_a_seed_alike(game: str) -> None:
    told = []
    for _ in range(2):
        rounds = LearnerRounds(game, 1, opponents="search:200")
        rounds.reset(4)
        while rounds.env.to_act[0] >= 0:
            returns, _ = rounds.step(np.array([rounds.env.mask()[0].argmax()]))
        told.append((rounds.env.state(0), returns.tolist()))
    assert told[0] == told[1]

"""Players by name in environments: compiled ones, those of a version, and those that search."""

from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest

import sevenfold
from sevenfold.bots.players import PLAYERS, NothingLearnt, UnknownPlayer, WrongNumberOfPlayers, find_player
from sevenfold.bots.registering import found_player
from sevenfold.bots.registry import OtherPlayerVersion, known_player, known_players
from sevenfold.envs import MatchVectorEnv, VectorEnv, aec_env
from sevenfold.envs.encoding import encoded_games
from sevenfold.envs.learner import Episodes, LearnerRounds
from sevenfold.envs.opponents import LearnersSeat, NobodyAsked, NotWithin
from sevenfold.games import load_game
from sevenfold.testing.contract.tables import FINISHED

REGISTERED = [game for game in encoded_games() if known_players(game)]
"""The games whose players have versions; those of a draft have none yet."""
GAMES = pytest.mark.parametrize("game", REGISTERED)
LEARNT = [game for game in encoded_games() if load_game(game).learnt is not None]


# --- which players there are ----------------------------------------------------------------------


def test_the_players_of_every_finished_game_have_versions() -> None:
    assert set(FINISHED) <= set(REGISTERED)


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
    within = VectorEnv(game, 4, seed=5, opponents={1: "learnt", 2: "learnt"}, auto_reset=False)
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
    rounds = LearnerRounds(Episodes(game="trump7"), 2, names)
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


@pytest.mark.parametrize("game", ["seven_bridge"])
def test_a_game_without_a_learnt_player_says_so(game: str) -> None:
    with pytest.raises(
        NothingLearnt, match="seven_bridge has no learnt player: name medium or rules instead"
    ):
        LearnerRounds(Episodes(game=game), opponents="learnt")
    with pytest.raises(NothingLearnt):
        VectorEnv(game, 1, opponents="learnt")
    assert VectorEnv(game, 1, opponents="medium").game == load_game(game)


@pytest.mark.parametrize(
    ("opponents", "name"), [("expert", "expert"), (["rules", "learnt"], "learnt"), ({2: "easy"}, "easy")]
)
def test_many_rounds_at_once_have_players_that_are_compiled(opponents: Any, name: str) -> None:
    with pytest.raises(NotWithin, match=f"opponents: '{name}' at seat . cannot act within a step"):
        VectorEnv("trump7", 1, opponents=opponents)


@pytest.mark.parametrize("game", ["trump7"])
def test_players_that_search_answer_a_seed_alike(game: str) -> None:
    told = []
    for _ in range(2):
        rounds = LearnerRounds(Episodes(game=game), opponents="search:200")
        rounds.reset(4)
        while rounds.env.to_act[0] >= 0:
            returns, _ = rounds.step(np.array([rounds.env.mask()[0].argmax()]))
        told.append((rounds.env.state(0), returns.tolist()))
    assert told[0] == told[1]


# --- at every door --------------------------------------------------------------------------------


FORMS: list[Any] = ["rules", ["rules", "rules"], ("rules", "rules"), {1: "rules", 2: "rules"}]


@pytest.mark.parametrize("opponents", FORMS, ids=repr)
@pytest.mark.parametrize("game", ["trump7"])
def test_opponents_are_named_alike_at_every_door(game: str, opponents: Any) -> None:
    wanted = VectorEnv(game, 1, 5, opponents=["rules", "rules"], auto_reset=False)
    matches = MatchVectorEnv(game, 1, 5, opponents=opponents, auto_reset=False)
    many = VectorEnv(game, 1, 5, opponents=opponents)
    assert many.state(0) == matches.state(0) == wanted.state(0)
    one: Any = gymnasium.make("sevenfold/Trump7-v1", opponents=opponents)
    several: Any = gymnasium.make_vec("sevenfold/Trump7-v1", num_envs=1, opponents=opponents)
    agents: Any = aec_env(game, opponents=opponents)
    agents.reset(seed=5)
    assert agents.agents == agents.possible_agents == ["seat_0"]
    seen = wanted.observe()[0].tolist()
    assert one.reset(seed=5)[0]["observation"].tolist() == seen
    assert several.reset(seed=5)[0]["observation"][0].tolist() == seen
    assert agents.last()[0]["observation"].tolist() == seen


@pytest.mark.parametrize(
    "opponents", [{1: "rules"}, {0: "easy", 2: "random"}, {1: "search:100"}, None], ids=repr
)
@pytest.mark.parametrize("game", ["trump7"])
def test_the_other_seats_are_agents(game: str, opponents: Any) -> None:
    seats = [seat for seat in range(3) if seat not in (opponents or {})]
    env: Any = aec_env(game, opponents=opponents, match=True, last_round=2)
    env.reset(seed=3)
    assert env.possible_agents == [f"seat_{seat}" for seat in seats]
    brought = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observed, reward, terminated, _, _ = env.last()
        brought[agent] += reward
        env.step(None if terminated else int(observed["action_mask"].argmax()))
    totals = env.unwrapped._env.totals[0]
    assert brought == {f"seat_{seat}": totals[seat] for seat in seats}


def test_a_learner_s_seat_has_no_opponent_and_all_others_do() -> None:
    with pytest.raises(LearnersSeat, match="seat 1 is the learner's"):
        gymnasium.make("sevenfold/Trump7-v1", seat=1, opponents={1: "rules", 2: "rules"})
    for missing in (None, {2: "rules"}):
        with pytest.raises(WrongNumberOfPlayers):
            gymnasium.make("sevenfold/Trump7-v1", seat=1, opponents=missing)
    with pytest.raises(NobodyAsked):
        aec_env("trump7", opponents=dict.fromkeys(range(3), "easy"))

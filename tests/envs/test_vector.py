"""Many rounds at once, beside the plain rules."""

from typing import Any

import numpy as np
import pytest

from sevenfold.compiled.arrays import WrongArray
from sevenfold.core.moves import CHANCE
from sevenfold.core.seeded import new_match
from sevenfold.core.visibility import duplicate
from sevenfold.envs import IllegalAction, MatchVectorEnv, VectorEnv, action_player
from sevenfold.envs.encoding import encoded_games
from sevenfold.envs.kernels import load_kernels
from sevenfold.envs.turns import choose_on
from sevenfold.games import load_game

STEPS = 150
GAMES = pytest.mark.parametrize("game", encoded_games())


def make(game: str, n: int = 3, **given: object) -> VectorEnv:
    return VectorEnv(game, n, **{"seed": 7, **given})  # type: ignore[arg-type]


@GAMES
def test_a_step_is_the_move_of_the_plain_rules(game: str) -> None:
    env = make(game, n=1, auto_reset=False)
    rules, kinds = env.game.rules, env.encoding.declared.kinds
    state, cards, twice = env.state(0), 0, 0
    while not env.ended[0]:
        seat, action = int(env.to_act[0]), int(env.sample()[0])
        observation = env.encoding.encode(env.game.seen(state, seat), seat, cards, twice)
        assert np.array_equal(env.observe()[0], observation)
        cards, twice, index = choose_on(rules, state, seat, cards, twice, kinds, action)
        if index >= 0:
            rules.apply(state, seat, rules.nth_move(state, seat, cards, twice, index))
            cards = twice = 0
        env.step(np.array([action]))
        if rules.chance(state) or rules.thrown_in(state):  # drawn, or dealt afresh, by the environment
            state = env.state(0)
        assert env.state(0) == state
    assert rules.over(state)
    assert env.returns[0].tolist() == env.game.returns(state)
    assert env.to_act[0] == -1
    assert not env.mask().any()


@GAMES
def test_the_mask_is_what_the_rules_allow(game: str) -> None:
    env = make(game)
    rules, kinds = env.game.rules, env.encoding.declared.kinds
    for _ in range(STEPS):
        mask = env.mask()
        for index in range(env.n):
            state, seat = env.state(index), int(env.to_act[index])
            if not env.observe()[index, -2 * kinds :].any():  # nothing is chosen yet
                addable = rules.addable(state, seat, 0, 0)
                assert mask[index, :kinds].tolist() == [addable >> kind & 1 for kind in range(kinds)]
                assert mask[index, kinds:].sum() == rules.count_moves(state, seat, 0, 0)
        env.step(env.sample())


@GAMES
def test_rounds_follow_from_seed_and_number(game: str) -> None:
    few, many = make(game, n=2), make(game, n=5)
    assert [few.state(index) for index in range(2)] == [many.state(index) for index in range(2)]
    first = many.state(4)
    many.step(many.sample())
    many.reset(7)
    assert many.state(4) == first
    many.reset(8)
    assert many.state(4) != first


def test_copies_are_dealt_the_same_cards() -> None:
    env, alone = make("trump7", n=6, copies=3), make("trump7", n=2)
    assert [env.state(index) for index in range(6)] == [alone.state(index // 3) for index in range(6)]
    for _ in range(60):  # the same cards are played, and the next deals are the same too
        env.step(env.mask().argmax(axis=1))
    assert env.state(0) != env.state(3)
    assert [env.state(index) for index in (1, 2, 4, 5)] == [env.state(index) for index in (0, 0, 3, 3)]
    with pytest.raises(ValueError, match="copies is the number of rounds with the same cards"):
        make("trump7", copies=0)


def test_rows_for_some_rounds_alone() -> None:
    env = make("trump7", n=4)
    some = np.array([False, True, False, True])
    assert np.array_equal(env.observe(where=some), env.observe()[some])
    assert np.array_equal(env.mask(where=some), env.mask()[some])
    with pytest.raises(WrongArray, match="2 rows or more of 34 columns, not int8 of shape"):
        env.mask(np.zeros((1, env.num_actions), np.int8), where=some)


@GAMES
def test_an_illegal_action_is_refused_and_nothing_changes(game: str) -> None:
    env = make(game)
    before = [env.state(index) for index in range(env.n)]
    actions = env.sample()
    for wrong in (-1, env.num_actions, int(np.flatnonzero(env.mask()[1] == 0)[0])):
        actions[1] = wrong
        with pytest.raises(IllegalAction, match=f"round 1 does not allow action {wrong}"):
            env.step(actions)
    assert [env.state(index) for index in range(env.n)] == before


@GAMES
def test_rounds_go_on_by_themselves(game: str) -> None:
    env = make(game)
    ended = 0
    for _ in range(5 * STEPS):
        ended += int(env.step(env.sample()).sum())
    assert ended > env.n
    assert (env.to_act >= 0).all()


@GAMES
def test_players_of_ours_have_the_other_seats(game: str) -> None:
    players = load_game(game).meta.seats(None)
    env = make(game, opponents=["rules", *["random"] * (players - 2)])
    for _ in range(STEPS):
        assert (env.to_act == 0).all()
        env.step(env.sample())


@GAMES
def test_advice_is_the_move_of_the_rule_based_player(game: str) -> None:
    env = make(game, n=1, auto_reset=False)
    rules, kinds = env.game.rules, env.encoding.declared.kinds
    wanted, moves = None, 0
    while not env.ended[0]:
        state, seat = env.state(0), int(env.to_act[0])
        cards, twice = env.chosen(0)
        if not cards:
            wanted = env.game.choose(env.game.seen(state, seat), seat)
        cards, twice, index = choose_on(rules, state, seat, cards, twice, kinds, int(env.advise()[0]))
        if index >= 0:
            assert rules.nth_move(state, seat, cards, twice, index) == wanted
            moves += 1
        env.step(env.advise())
    assert moves > 10


def test_where_nobody_is_asked_there_is_no_environment() -> None:
    with pytest.raises(ValueError, match="leave a seat"):
        make("trump7", opponents={0: "rules", 1: "rules", 2: "random"})


def test_a_view_is_given_in_an_array_of_ones_own() -> None:
    env = make("trump7")
    mine = np.zeros((env.n, env.encoding.length), np.int16)
    assert env.observe(out=mine) is mine
    assert np.array_equal(mine, env.observe())


def given_by(env: VectorEnv) -> dict[str, Any]:
    """Every array that an environment gives."""
    arrays = {name: getattr(env, name)() for name in ("observe", "mask", "sample", "advise", "worst_ahead")}
    arrays |= {"observe_history": env.observe_history(4), **env.cut_short}
    arrays["some"] = env.observe(where=np.ones(env.n, np.bool_))
    names = ("to_act", "returns", "ended", "totals", "round_number", "round_ended", "winners", "outcomes")
    return {**arrays, **{name: getattr(env, name) for name in names if hasattr(env, name)}}


@pytest.mark.parametrize("kind", [VectorEnv, MatchVectorEnv])
@pytest.mark.parametrize("game", ["lockseven"])
def test_what_is_kept_of_a_step_stays_as_it_was(game: str, kind: type[VectorEnv]) -> None:
    """A replay buffer was filled with one array, as it was after the last step."""
    env = kind(game, 6, 7, history=4)
    kept: list[dict[str, Any]] = []
    copies: list[dict[str, Any]] = []
    for step in range(STEPS):
        kept.append({**given_by(env), "step": env.step(env.sample())})
        copies.append({name: array.copy() for name, array in kept[-1].items()})
        if step == STEPS // 2:
            env.restore(1, env.save(0))
            env.reset(where=env.ended)
    for arrays, wanted in zip(kept, copies, strict=True):
        assert all(np.array_equal(arrays[name], wanted[name]) for name in wanted)


def test_what_is_written_into_an_array_changes_no_round() -> None:
    env, wanted = make("trump7"), make("trump7")
    for array in given_by(kept := make("trump7", history=4)).values():
        array[:] = 1
    assert [kept.state(index) for index in range(3)] == [wanted.state(index) for index in range(3)]
    env.to_act[:] = 9
    assert np.array_equal(env.to_act, wanted.to_act)


def test_actions_are_written_into_an_array_of_ones_own() -> None:
    env, same = make("trump7"), make("trump7")
    mine = np.zeros(env.n, np.int64)
    assert env.sample(out=mine) is mine
    assert np.array_equal(mine, same.sample())
    assert env.advise(out=mine) is mine
    assert np.array_equal(mine, same.advise())


@pytest.mark.parametrize("game", ["lockup"])
def test_chance_that_is_due_is_drawn(game: str) -> None:
    env = make(game, options={"lockup_loss": "at_once"})
    for _ in range(STEPS):
        assert not any(env.game.rules.chance(duplicate(env.state(index))) for index in range(env.n))
        assert (env.to_act != CHANCE).all()
        env.step(env.sample())


def test_there_is_a_round_at_least() -> None:
    with pytest.raises(ValueError, match="n is the number of rounds"):
        VectorEnv("lockup", 0)


@GAMES
def test_a_player_of_actions_plays_whole_moves(game: str) -> None:
    loaded = load_game(game)
    match = new_match(loaded, seed=3)
    player = action_player(loaded, lambda _, mask: int(mask.argmax()))
    for _ in range(30):
        if match.round_over:
            break
        seat = match.acting[0]
        match.play(seat, player(match.seen(seat), seat))
    with pytest.raises(IllegalAction):
        action_player(loaded, lambda _, mask: len(mask))(match.seen(0), 0)


def test_what_an_entry_point_calls_becomes_machine_code_with_it() -> None:
    """By Numba alone LockSeven's rules took twice as long to compile."""
    advance: Any = load_kernels(make("trump7").game).advance
    made = {type(compiled.library).__module__ for compiled in advance.overloads.values()}
    assert made == {"sevenfold.compiled.cpu.linking"}

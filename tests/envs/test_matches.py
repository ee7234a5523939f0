"""Many matches at once, beside `Match` and the plain rules."""

import pickle
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from sevenfold.compiled.arrays import WrongArray
from sevenfold.core.deal import dealt
from sevenfold.core.dice import dice_for, roll, shuffle
from sevenfold.core.given import WrongNumber
from sevenfold.core.match import Match
from sevenfold.core.moves import CHANCE
from sevenfold.core.playout import drawn_move
from sevenfold.envs import Encoding, MatchVectorEnv, VectorEnv, WrongSave
from sevenfold.envs.encoding import encoded_games
from sevenfold.envs.turns import choose_on
from tests.envs.short_matches import short_match

GAMES = pytest.mark.parametrize("game", encoded_games())
MATCHES: list[tuple[str, dict[str, object], tuple[int, ...]]] = [
    ("lockup", {"options": {"target": 12}}, ()),
    ("lockup", {"options": {"lockup_loss": "at_once", "target": 9}}, (1, 3)),
    ("trump7", {"options": {"deals": 6}}, ()),
    ("trump7", {"last_round": 2}, (0,)),
    ("seven_bridge", {"options": {"hands": 3, "losers": "minus"}, "players": 2}, ()),
    ("seven_bridge", {"preset": "nintendo", "options": {"target": 60}}, (2,)),
    ("seven_bridge", {"options": {"losers": "penalty", "target": 100}, "players": 5}, ()),
    ("lockseven", {"options": {"rounds": 3}}, ()),
    ("lockseven", {"options": {"rounds": 12, "target": 2, "concede": "loss"}}, (0, 1, 2)),
]
"""Matches with all the ways in which they end, and the seats that the rule-based player has."""


def make(game: str, n: int = 3, **given: Any) -> MatchVectorEnv:
    return MatchVectorEnv(game, n, **{"seed": 7, "options": short_match(game), **given})


class Replay:
    """A match by the plain rules, with the deals, the chance and the players of a MatchVectorEnv."""

    def __init__(self, env: MatchVectorEnv, seed: int, index: int, policy: tuple[int, ...]) -> None:
        self.env, self.policy = env, policy
        self.stream = dice_for(seed, index)
        deal, first = self.cards(1)
        self.match: Match[Any, Any] = Match(
            env.game, env.options, env.players, deal, first, last_round=env.last_round
        )
        self.go_on()

    def cards(self, number: int) -> Any:
        """A deal, and who is first in it where it is the first one."""
        rules, env = self.env.game.rules, self.env
        first, drawn = roll(dice_for(self.stream, number - 1), env.players)
        cards = list(rules.pack(env.options).cards)
        shuffle(cards, drawn)
        self.dice = dice_for(dice_for(self.stream, number - 1), 1)
        return dealt(cards, env.players, rules.hand_size(env.options, env.players)), first

    def go_on(self) -> None:
        """Deal, draw chance and let the rule-based player act, until another seat is to act."""
        match, rules = self.match, self.env.game.rules
        while not match.over:
            if match.round_over:
                match.deal(self.cards(match.deals + 1)[0], match.next_first)
            elif rules.chance(match.state):
                move, self.dice = drawn_move(rules, match.state, roll, self.dice)
                match.play(CHANCE, move)
            elif match.acting[0] in self.policy:
                seat = match.acting[0]
                match.play(seat, match.game.choose(match.seen(seat), seat))
            else:
                break


@pytest.mark.parametrize("index", range(2))
@pytest.mark.parametrize(("game", "given", "policy"), MATCHES)
def test_a_match_is_that_of_the_rules(
    game: str, given: dict[str, Any], policy: tuple[int, ...], index: int
) -> None:
    """Move by move: who is first, the number of each round and deal, the totals, the winners, the length."""
    env = MatchVectorEnv(
        game, 2, seed=11, auto_reset=False, opponents=dict.fromkeys(policy, "rules"), **given
    )
    replay = Replay(env, 11, index, policy)
    match, rules, kinds = replay.match, env.game.rules, env.encoding.declared.kinds
    chosen = 0, 0
    while not match.over:
        assert env.state(index) == match.state
        assert env.to_act[index] == match.acting[0]
        assert env.round_number[index] == match.round_number
        assert env.totals[index].tolist() == list(match.totals)
        before, deals = match.totals, match.deals
        actions = env.sample().copy()
        seat = int(env.to_act[index])
        cards, twice, which = choose_on(rules, match.state, seat, *chosen, kinds, int(actions[index]))
        chosen = cards, twice
        if which >= 0:
            match.play(seat, rules.nth_move(match.state, seat, cards, twice, which))
            replay.go_on()
            chosen = 0, 0
        env.step(actions)
        assert env.round_ended[index] == (match.deals > deals or match.over)
        assert (env.returns[index] == np.subtract(match.totals, before)).all()
        assert env.ended[index] == match.over
    assert env.to_act[index] == -1
    assert env.totals[index].tolist() == list(match.totals)
    assert env.round_number[index] == match.round_number == len(match.results)
    assert np.flatnonzero(env.winners[index]).tolist() == list(match.winners)
    assert env.outcomes[index].sum() == pytest.approx(1)


# --- deals, and where matches begin and end ---------------------------------------------------------


@GAMES
def test_matches_follow_from_seed_and_number(game: str) -> None:
    few, many = make(game, n=2), make(game, n=5)
    for _ in range(300):
        actions = many.mask().argmax(axis=1)
        few.step(actions[:2])
        many.step(actions)
        assert [few.state(index) for index in range(2)] == [many.state(index) for index in range(2)]
        assert (few.totals == many.totals[:2]).all()
    many.reset(7)
    assert [many.state(index) for index in range(5)] == [make(game, n=5).state(index) for index in range(5)]


@GAMES
def test_the_first_deal_is_that_of_the_rounds(game: str) -> None:
    matches, rounds = make(game), VectorEnv(game, 3, seed=7, options=short_match(game))
    assert [matches.state(index) for index in range(3)] == [rounds.state(index) for index in range(3)]


def test_copies_have_the_same_deals() -> None:
    env, alone = make("trump7", n=6, copies=3), make("trump7", n=2)
    for _ in range(200):  # the next matches too
        actions = alone.mask().argmax(axis=1)
        assert [env.state(index) for index in range(6)] == [alone.state(index // 3) for index in range(6)]
        alone.step(actions)
        env.step(np.repeat(actions, 3))


@GAMES
def test_the_next_match_begins_in_the_step_in_which_one_ended(game: str) -> None:
    env, ended = make(game), 0
    firsts = [env.state(index) for index in range(env.n)]
    while ended < 5:
        for index in np.flatnonzero(env.step(env.sample())).tolist():
            ended += 1
            assert env.round_ended[index]
            assert env.winners[index].any()
            assert env.outcomes[index].sum() == pytest.approx(1)
            assert (env.round_number[index], env.totals[index].any()) == (1, False)
            assert env.state(index) not in firsts
            firsts.append(env.state(index))
        assert (env.to_act >= 0).all()
        assert not env.outcomes[~env.ended].any()
        assert not env.returns[~env.round_ended].any()


def test_a_reset_begins_some_matches_and_the_others_go_on() -> None:
    env, some = make("trump7", n=3), np.array([True, False, True])
    while not (env.round_number == 2).all():
        env.step(env.sample())
    other = env.copy()
    env.reset(seed=99, where=some)
    assert env.round_number.tolist() == [1, 2, 1]
    assert [env.state(index) for index in (0, 2)] == [
        make("trump7", seed=99).state(index) for index in (0, 2)
    ]
    while not other.ended[1]:
        assert env.state(1) == other.state(1)
        actions = other.mask().argmax(axis=1)
        actions[some] = env.mask(where=some).argmax(axis=1)
        env.step(actions)
        actions[some] = other.mask(where=some).argmax(axis=1)
        other.step(actions)
    assert env.ended[1]
    assert env.state(1) == other.state(1)


@pytest.mark.parametrize("game", ["lockseven"])
def test_a_deal_that_is_thrown_in_counts_no_round(game: str) -> None:
    env = make(game, n=8, auto_reset=False)
    found = 0
    for _ in range(2000):
        before, totals = env.round_number.copy(), env.totals.copy()
        env.step(env.mask().argmax(axis=1))  # who is asked never calls
        thrown = env.cut_short["thrown_in"] & ~env.ended & (env.round_number == before)
        assert env.round_ended[thrown].all()
        assert (env.totals[thrown] == totals[thrown]).all()
        found += int(thrown.sum())
    assert found > 8


@GAMES
def test_a_match_can_be_told_its_last_round(game: str) -> None:
    env = MatchVectorEnv(game, 4, seed=2, last_round=1, auto_reset=False)
    while (env.to_act >= 0).any():
        env.step(env.sample())
        assert (env.round_number == 1).all()
        best = env.totals.max(axis=1, keepdims=True)
        assert (env.winners[env.ended] == (env.totals == best)[env.ended]).all()
    with pytest.raises(WrongNumber):
        MatchVectorEnv(game, 1, last_round=0)


def test_the_worst_ahead_is_that_of_each_round_left() -> None:
    env = make("trump7")
    assert env.worst_ahead().tolist() == [-18] * 3
    while not env.round_ended[0]:
        env.step(env.sample())
    assert env.worst_ahead()[0] == -12
    assert make("lockup").worst_ahead().tolist() == [0] * 3
    assert VectorEnv("trump7", 2).worst_ahead().tolist() == [-6] * 2


# --- observations -----------------------------------------------------------------------------------


@GAMES
def test_an_observation_is_that_of_the_round_and_then_the_score(game: str) -> None:
    env = make(game)
    rounds = Encoding(env.game, env.players)
    assert env.encoding.name == f"{rounds.name}-match-v1"
    assert env.encoding.length == rounds.length + env.players + 1
    for _ in range(300):
        seen, to_act = env.observe(), env.to_act
        assert (seen >= env.encoding.lows).all()
        assert (seen <= env.encoding.highs).all()
        for index, seat in enumerate(to_act.tolist()):
            view, chosen = env.game.seen(env.state(index), seat), env.chosen(index)
            totals, number = env.totals[index], int(env.round_number[index])
            assert (seen[index, : rounds.length] == rounds.encode(view, seat, *chosen)).all()
            assert seen[index, rounds.length :].tolist() == [*np.roll(totals, -seat), number]
            score = [*totals.tolist(), number]
            assert (seen[index] == env.encoding.encode(view, seat, *chosen, score=score)).all()
        assert env.encoding.decode(seen[0], int(to_act[0])) == rounds.decode(
            seen[0, : rounds.length], int(to_act[0])
        )
        env.step(env.sample())
    assert env.observe(seat=0)[:, rounds.length].tolist() == env.totals[:, 0].tolist()


def test_a_total_beyond_what_16_bits_hold_is_the_nearest_that_they_do() -> None:
    env = make("trump7", n=1)
    saved = env.save(0)
    changed = replace(saved, score=(40_000, -40_000, 5, 2))
    env.restore(0, replace(changed, seal=changed._seal()))
    seen, seat = env.observe()[0], int(env.to_act[0])
    assert seen[-4:].tolist() == [*np.roll([32_767, -32_768, 5], -seat), 2]
    view = env.game.seen(env.state(0), seat)
    assert (seen == env.encoding.encode(view, seat, score=(40_000, -40_000, 5, 2))).all()


def test_an_encoding_of_matches_is_told_the_score_and_one_of_rounds_is_not() -> None:
    env = make("trump7", n=1)
    view, seat = env.game.seen(env.state(0), 0), 0
    with pytest.raises(WrongArray, match="score: 4 numbers"):
        env.encoding.encode(view, seat)
    with pytest.raises(WrongArray, match="score: 0 numbers"):
        Encoding(env.game, 3).encode(view, seat, score=(0, 0, 0, 1))


# --- kept and put back ------------------------------------------------------------------------------


def goes_on(env: MatchVectorEnv, index: int) -> list[Any]:
    """All that is told of one match until two have ended there."""
    told: list[Any] = []
    while sum(ended for *_, ended in told) < 2:
        seen, actions = env.observe()[index].tolist(), env.sample().copy()
        ended = bool(env.step(actions)[index])
        told.append((seen, int(actions[index]), env.returns[index].tolist(), env.state(index), ended))
    return told


@pytest.mark.parametrize("kept", [MatchVectorEnv.copy, deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@GAMES
def test_a_copy_goes_on_alike(game: str, kept: Callable[[MatchVectorEnv], MatchVectorEnv]) -> None:
    env = make(game)
    while not (env.round_number[1] == 2 or env.ended[1]):
        env.step(env.sample())
    other = kept(env)
    assert (other.totals == env.totals).all()
    assert goes_on(other, 1) == goes_on(env, 1)


@GAMES
def test_a_match_is_put_into_another_place(game: str) -> None:
    env, other = make(game), make(game, n=2, seed=9)
    while not (env.round_number[1] == 2 or env.ended[1]):
        env.step(env.sample())
    saved = env.save(1)
    other.restore(0, saved)
    assert other.save(0) == saved
    assert other.totals[0].tolist() == env.totals[1].tolist()
    assert goes_on(other, 0) == goes_on(env, 1)
    with pytest.raises(WrongSave):
        VectorEnv(game, 1, options=short_match(game)).restore(0, saved)
    with pytest.raises(WrongSave, match="changed"):
        other.restore(0, replace(saved, score=saved.score[:-1]))

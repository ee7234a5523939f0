"""Players that know the score: told alike at tables, in environments and wherever a match is played."""

from functools import partial
from random import Random
from typing import Any

import numpy as np
import pytest

from sevenfold.arena.rounds import play_round
from sevenfold.bots.levels import Level, SearchPlayer, budget_of, search_player
from sevenfold.bots.players import PLAYERS, ask_player
from sevenfold.core.moves import Move
from sevenfold.core.seeded import SeededMatch, new_match
from sevenfold.core.standing import MatchScore
from sevenfold.envs import MatchVectorEnv, VectorEnv, action_player
from sevenfold.envs.learner import Episodes, LearnerRounds
from sevenfold.games import load_game
from sevenfold.search.standing import chance_to_win

GAME: Any = load_game("trump7")


class Listener:
    """Plays by the rules, and keeps what it was told."""

    def __init__(self) -> None:
        self.told: list[MatchScore | None] = []

    def in_match(self, score: MatchScore) -> Any:
        return partial(self._choose, score)

    def __call__(self, seen: Any, seat: int) -> Move:
        return self._choose(None, seen, seat)

    def _choose(self, score: MatchScore | None, seen: Any, seat: int) -> Move:
        self.told.append(score)
        move: Move = GAME.choose(seen, seat)
        return move


def test_a_match_says_how_it_stood_before_its_round() -> None:
    match: SeededMatch[Any, Any] = new_match(GAME, seed=3, options={"deals": 12})
    for number in range(3):
        before = tuple(map(sum, zip((0,) * 3, *match.results, strict=True)))
        score = MatchScore(match.options, before, number)
        while not match.round_over:
            assert match.score == score
            match.play(match.acting[0], GAME.choose(match.seen(match.acting[0]), match.acting[0]))
        assert match.score == score
        match.next_round()


def test_who_does_not_want_to_know_the_score_is_not_told() -> None:
    match = new_match(GAME, seed=3)
    seat = match.acting[0]
    assert ask_player(GAME.choose, match.seen(seat), seat, match.score) == GAME.choose(match.seen(seat), seat)


def test_in_environments_a_match_has_a_score_and_a_round_has_none() -> None:
    player = Listener()
    env = MatchVectorEnv("trump7", n=2, seed=1, last_round=3)
    seen = set[tuple[int, ...]]()
    for _ in range(90):
        number, totals = int(env.round_number[1]), tuple(env.totals[1].tolist())
        env.ask(1, player)
        assert player.told[-1] == MatchScore(env.options, totals, number - 1, 3)
        seen.add((number, *totals))
    assert {number for number, *_ in seen} == {1, 2, 3}
    rounds = VectorEnv("trump7", n=1)
    rounds.ask(0, player)
    assert player.told[-1] is None


@pytest.mark.parametrize("match", [True, False])
def test_opponents_of_a_learner_know_the_score_of_a_match(
    match: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = Listener()
    monkeypatch.setitem(PLAYERS, "listener", lambda _game, _rng: player)
    rounds = LearnerRounds(Episodes(game="trump7", match=match), opponents="listener")
    rounds.reset(seed=2)
    while not rounds.env.ended[0] and len(player.told) < 80:
        rounds.step(np.array([rounds.env.mask()[0].argmax()]))
    numbers = {score and score.round_number for score in player.told}
    assert numbers == ({1, 2, 3, 4} if match else {None})


def test_rounds_of_the_arena_stand_by_themselves() -> None:
    player, state = Listener(), new_match(GAME, seed=3).state
    assert len(list(play_round(GAME, state, [player] * 3, lambda *_: 0))) == len(player.told)
    assert set(player.told) == {None}


def test_a_policy_of_matches_sees_what_its_environment_showed_it() -> None:
    asked = list[Any]()

    def act(observation: Any, mask: Any) -> int:
        asked.append(observation)
        return int(mask.argmax())

    env, player = MatchVectorEnv("trump7", n=1, seed=1), action_player(GAME, act, match=True)
    while env.round_number[0] < 3:
        seen = env.observe()[0]
        asked.clear()
        env.ask(0, player)
        assert (asked[0] == seen).all()
    state, seat = env.state(0), int(env.to_act[0])
    by_itself = env.encoding.encode(state, seat, score=(0, 0, 0, 1))
    player(GAME.seen(state, seat), seat)
    assert (asked[-1] == by_itself).all()


def test_who_searches_plays_to_win_the_match() -> None:
    """As at tables: a seat that must win this round to win the match values nothing else."""
    player = search_player(GAME, Random(1), budget_of(GAME, Level.HARD))
    score = MatchScore(GAME.meta.options(), (30, 0, 0), 4, last_round=5)
    assert isinstance(player, SearchPlayer)
    assert player.in_match(score).standing == score
    worth = chance_to_win(GAME, score, 1)
    assert worth((0, 31, -31)) - worth((0, 29, -29)) > 0.9

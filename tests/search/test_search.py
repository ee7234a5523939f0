"""Search: moves tried in the same worlds, compared pair by pair, and decided within a budget."""

from dataclasses import replace
from itertools import count
from random import Random
from typing import Any

import pytest

from sevenfold.bots.levels import search_player
from sevenfold.core import violations
from sevenfold.core.game import AnyGame
from sevenfold.core.legal import legal_moves
from sevenfold.core.match import Match
from sevenfold.core.moves import Move
from sevenfold.games import load_game
from sevenfold.games.trump7 import rules
from sevenfold.search import decide as decide_module
from sevenfold.search.advice import advise
from sevenfold.search.candidates import moves_to_try
from sevenfold.search.decide import Budget, decide
from sevenfold.search.evaluate import Tally, ahead_of_others, evaluate
from sevenfold.search.trials import PlainTrials, Trials
from sevenfold.testing.contract.laws.secrets import scramble
from sevenfold.testing.contract.tables import every_game
from sevenfold.testing.contract.test_worlds import some_moments
from tests.games.trump7.positions import played


def a_moment(game: AnyGame, seed: int) -> tuple[Match[Any, Any], int]:
    """Some moment of a round at which a seat has a choice."""
    rng = Random(seed)
    while True:
        for match in some_moments(game, rng):
            for seat in match.acting:
                if rng.random() < 0.2 and len(moves_to_try(game, match.seen(seat), seat)) > 1:
                    return match, seat


# --- trials -------------------------------------------------------------------------------------------


@every_game
def test_plain_python_and_compiled_code_find_the_same(game: AnyGame) -> None:
    match, seat = a_moment(game, 1)
    seen = match.seen(seat)
    moves = moves_to_try(game, seen, seat)[:3]
    for player in (game, game.by_learnt()):
        plain, compiled = PlainTrials(player, seen, seat, 7), Trials(player, seen, seat, 7)
        rows = [result for world in compiled.run(moves, 3) for results in world for result in results]
        assert plain.run(moves, 3, 1 << 40) == rows
        assert plain.progress.moves == compiled.moves


@every_game
def test_trials_in_parts_are_trials_at_once(game: AnyGame) -> None:
    match, seat = a_moment(game, 2)
    moves = moves_to_try(game, match.seen(seat), seat)[:2]
    whole, parts = (Trials(game, match.seen(seat), seat, 3) for _ in range(2))
    assert whole.run(moves, 6) == [row for count in (1, 2, 3) for row in parts.run(moves, count)]


@every_game
def test_a_move_is_as_good_as_itself(game: AnyGame) -> None:
    match, seat = a_moment(game, 3)
    move = game.choose(match.seen(seat), seat)
    first, second = evaluate(game, match.seen(seat), seat, [move, move], worlds=20, seed=1)
    assert second.mean == first.mean
    assert (second.ahead, second.error, second.worlds) == (0, 0, 20)


def test_a_tally_has_the_errors_of_paired_differences() -> None:
    tally = Tally(2)
    for values in ([1.0, 3.0], [2.0, 4.0], [6.0, 11.0]):
        tally.add(values)
    by, error = tally.ahead(1, 0)
    assert by == pytest.approx(3)
    assert error == pytest.approx((3 / 3) ** 0.5)
    assert tally.ahead(0, 1)[0] == pytest.approx(-3)


def test_a_round_is_worth_what_one_is_ahead_of_the_others() -> None:
    most = load_game("trump7").meta
    assert ahead_of_others(most, 1)((4, 2, 0)) == 0
    assert ahead_of_others(most, 0)((4, 2, 0)) == 3


def test_where_the_lowest_total_wins_less_is_worth_more() -> None:
    assert ahead_of_others(replace(load_game("trump7").meta, best_total="lowest"), 0)((4, 2, 0)) == -3


# --- decisions ----------------------------------------------------------------------------------------


@every_game
def test_a_decision_is_legal_and_the_same_again(game: AnyGame) -> None:
    for seed in range(6):
        match, seat = a_moment(game, seed)
        decision = decide(game, match.seen(seat), seat, Budget(3000), seed)
        assert game.rules.check(match.state, seat, decision.move) == violations.OK
        assert decide(game, match.seen(seat), seat, Budget(3000), seed) == decision


def test_half_of_the_time_is_left_to_confirm_what_was_nominated(monkeypatch: pytest.MonkeyPatch) -> None:
    game: Any = load_game("trump7")
    fools = replace(game, choose=foolish, meta=replace(game.meta, name="fools"))
    match = played(HANDS, "take S, discard QH 9C", "7C 9C")
    ticks = count()
    monkeypatch.setattr(decide_module, "perf_counter", lambda: next(ticks) / 1000)
    monkeypatch.setattr(decide_module, "SLICE", 200)
    short, long = (
        decide(fools, match.seen(0), 0, Budget(1 << 40, milliseconds), 1).values[0].worlds
        for milliseconds in (2, 20)
    )
    assert long > 5 * short


@every_game
def test_the_clock_ends_a_search(game: AnyGame) -> None:
    match, seat = a_moment(game, 4)
    decision = decide(game, match.seen(seat), seat, Budget(1 << 40, milliseconds=1), 1)
    assert game.rules.check(match.state, seat, decision.move) == violations.OK


HANDS = ["QS JS TS QH", "KS 9S QD JD", "8S 7S QC JC"]


def foolish(view: Any, seat: int) -> Move:
    """Plays the lowest card that it may; by a set, so that it is not compiled."""
    return min({*legal_moves(rules, view, seat)}, key=lambda move: move.cards)


def test_a_move_that_wins_more_is_made_instead_of_the_rule_players() -> None:
    game: Any = load_game("trump7")
    fools = replace(game, choose=foolish, meta=replace(game.meta, name="fools"))
    match = played(HANDS, "take S, discard QH 9C", "7C 9C")
    decision = decide(fools, match.seen(0), 0, Budget(3000), 1)
    rule, best = decision.values
    assert rule.move == foolish(match.seen(0), 0) != decision.move == best.move
    assert best.ahead > 2 * best.error


@every_game
def test_all_moves_are_tried_where_they_are_few(game: AnyGame) -> None:
    for match in some_moments(game, Random(6)):
        for seat in match.acting:
            seen = match.seen(seat)
            tried = moves_to_try(game, seen, seat)
            assert tried[0] == game.choose(seen, seat)
            assert len(set(tried)) == len(tried) <= 80
            assert all(game.rules.check(match.state, seat, move) == violations.OK for move in tried)


@every_game
def test_a_player_that_searches_chooses_by_what_it_sees(game: AnyGame) -> None:
    for seed in range(8):
        match, seat = a_moment(game, seed)
        player = search_player(game, Random(1), Budget(1000))
        other = scramble(match.state, seat, len(match.pack.names), Random(seed))
        assert player(other, seat) == player(match.seen(seat), seat)


# --- advice -------------------------------------------------------------------------------------------


def test_a_loss_is_told_where_it_is_sure_and_the_smallest_first() -> None:
    game: Any = load_game("trump7")
    fools = replace(game, choose=foolish, meta=replace(game.meta, name="fools"))
    match = played(HANDS, "take S, discard QH 9C", "7C 9C")
    advice = advise(fools, match.seen(0), 0, Budget(6000), 1)
    assert advice.move != foolish(match.seen(0), 0)
    assert foolish(match.seen(0), 0) in [loss.move for loss in advice.losses]
    assert all(loss.by > 0 and loss.move != advice.move for loss in advice.losses)
    assert [loss.by for loss in advice.losses] == sorted(loss.by for loss in advice.losses)


def test_where_there_is_one_move_nothing_is_lost() -> None:
    game: Any = load_game("trump7")
    match = played(HANDS, "take S, discard QH 9C", "7C 9C")
    while len(moves_to_try(game, match.seen(match.acting[0]), match.acting[0])) > 1:
        match.play(match.acting[0], game.choose(match.seen(match.acting[0]), match.acting[0]))
    seat = match.acting[0]
    assert advise(game, match.seen(seat), seat, Budget(100), 1).losses == ()


@every_game
def test_advice_is_a_legal_move_with_a_reason(game: AnyGame) -> None:
    match, seat = a_moment(game, 5)
    advice = advise(game, match.seen(seat), seat, Budget(600), 1)
    assert game.rules.check(match.state, seat, advice.move) == violations.OK
    assert game.reasons or game.meta.draft
    if game.reasons:
        reason = game.reasons.explain(match.seen(seat), seat, advice.move)
        assert reason is None or reason.code in game.reasons.REASONS

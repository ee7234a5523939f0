"""Reviews: what is found of a round, by whose eyes, and what is not called a loss."""

from dataclasses import replace
from random import Random
from typing import Any

import msgspec
import pytest

from sevenfold import Evaluation, Luck, Review, review
from sevenfold.core.deal import Deal
from sevenfold.core.game import AnyGame
from sevenfold.core.given import NoSuchSeat, WrongNumber
from sevenfold.core.legal import legal_moves
from sevenfold.core.moves import Move
from sevenfold.core.round import Round, RoundNotOver
from sevenfold.core.seeded import SeededMatch, new_match
from sevenfold.core.worlds import NoSample
from sevenfold.games import load_game
from sevenfold.search.evaluation import MOMENTS
from sevenfold.search.luck import luck_of
from sevenfold.search.review import Reviewer
from sevenfold.testing.contract.laws.secrets import scramble
from sevenfold.testing.contract.tables import every_game

FEW = 60
"""Worlds for what does not depend on their number."""


def played(game: AnyGame, seed: int, instead: tuple[int, str] | None = None) -> SeededMatch[Any, Any]:
    """A round by the game's best player without a search; after entry `instead[0]` another move is made."""
    match = new_match(game, seed=seed)
    choose = game.by_learnt().choose
    while not match.round_over:
        seat = match.acting[0]
        move = choose(match.seen(seat), seat)
        if instead and match.version == instead[0]:
            move = match.read(instead[1])
        match.play(seat, move)
    return match


def decision(by: float, error: float, at: int = 1, *, is_hard: bool = False) -> Evaluation:
    """A decision at which another move is better by this much."""
    return Evaluation(
        at=at,
        phase="play",
        kind="play",
        played=Move(1, 1),
        other=Move(1, 2),
        value=0.0,
        by=by,
        error=error,
        worlds=300,
        expected=0.0,
        tried=2,
        all_tried=True,
        is_hard=is_hard,
    )


def of(*decisions: Evaluation) -> Review:
    """A review that consists of these decisions."""
    return Review(
        seat=1,
        known=False,
        worlds=600,
        result=(0, 5, 0),
        dealt_at=3,
        ended_at=50,
        decisions=decisions,
        luck=Luck(2.0, 0.5, 0.1),
    )


# --- what is found ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "seed", "after", "seat", "bad", "kind"),
    [
        ("lockup", 9, 12, 2, "JH", "play"),
        ("trump7", 11, 3, 2, "7H", "play"),
        ("trump7", 9, 2, 2, "take H", "take"),
    ],
)
def test_a_planted_blunder_is_the_first_moment(
    name: str, seed: int, after: int, seat: int, bad: str, kind: str
) -> None:
    match = played(load_game(name), seed, (after, bad))
    first = review(match, seat, worlds=200, seed=1).moments[0]
    assert (first.at, first.kind, match.write(first.played)) == (after + 1, kind, bad)
    assert first.by > 0.9
    assert first.expected == pytest.approx(first.value + first.by)


@pytest.mark.parametrize(
    ("by", "error", "is_loss"),
    [(3.01, 1.0, True), (2.99, 1.0, False), (-4.0, 1.0, False), (0.0, 0.0, False), (1.0, 0.0, True)],
)
def test_nothing_below_three_standard_errors_is_a_loss(by: float, error: float, is_loss: bool) -> None:
    one = decision(by, error)
    assert one.is_loss == is_loss
    assert of(one).moments == ((one,) if is_loss else ())
    assert of(one).lost == (by if is_loss else 0)
    assert not one.is_well_evaluated


def test_the_more_moves_were_compared_the_clearer_a_loss_must_be() -> None:
    one = decision(3.3, 1.0)
    assert one.is_loss
    assert not replace(one, tried=20).is_loss
    well = replace(decision(-3.3, 1.0, is_hard=True), tried=20)
    assert not well.is_well_evaluated


def test_the_moments_are_the_three_that_lost_most_the_costliest_first() -> None:
    costs = [decision(by, 0.1, at) for at, by in enumerate((0.5, 3.0, 0.1, 1.0, 2.0))]
    assert [moment.by for moment in of(*costs).moments] == [3.0, 2.0, 1.0]
    assert of(*costs).lost == 6.5
    assert MOMENTS == 3


def test_a_hard_choice_is_well_judged_if_it_is_surely_better_than_all_others() -> None:
    easy, unsure, found = decision(-4, 1), decision(-2.9, 1, is_hard=True), decision(-4, 1, is_hard=True)
    assert of(easy, unsure, found).well_evaluated == (found,)


def test_the_curve_goes_from_the_deal_by_each_decision_to_the_result() -> None:
    assert of(decision(1, 0.1, 7), decision(0, 0, 9)).curve == ((3, 2.0), (7, 0.0), (9, 0.0), (50, 5.0))
    assert replace(of(), result=None).curve == ((3, 2.0),)


def test_what_speaks_for_the_better_move_is_told_only_if_it_differs() -> None:
    match = played(load_game("lockup"), 9, (12, "JH"))
    decisions = review(match, 2, worlds=FEW).decisions
    assert {(each.reason_other == each.reason_played) == (each.why is None) for each in decisions} == {True}
    assert any(each.why for each in decisions)
    assert any(each.why is None for each in decisions)


def test_a_loss_is_told_by_fresh_worlds_twice_as_many() -> None:
    match = played(load_game("lockup"), 9, (12, "JH"))
    told = {each.is_loss: each.worlds for each in review(match, 2, worlds=100).decisions}
    assert told == {True: 100, False: 50}


# --- which decisions ----------------------------------------------------------------------------------


@every_game
def test_every_decision_is_judged_and_forced_moves_are_skipped(game: AnyGame) -> None:
    match = played(game, 5)
    seat = max(match.round.steps[-1].seat, 0)
    judged: list[Evaluation] = []
    whole = review(match, seat, worlds=16, found=judged.append)
    steps = {step.version: step for step in match.round.steps if step.seat == seat}
    listed = {at: step for at, step in steps.items() if game.rules.is_listed(step.before)}
    free = [at for at, step in listed.items() if len(legal_moves(game.rules, step.before, seat)) > 1]
    assert [each.at for each in judged if each.at in listed] == free
    assert {each.at for each in judged} <= set(steps)
    assert whole.decisions == tuple(judged)
    assert all(each.played != each.other and each.tried >= 2 for each in judged)


def test_where_moves_are_too_many_some_are_not_compared() -> None:
    match = played(load_game("trump7"), 9, (2, "take H"))
    told = {each.phase: (each.tried, each.all_tried) for each in review(match, 2, worlds=16).decisions}
    assert told["bid"] == (5, True)
    assert told["discard"] == (10, False)


def test_where_the_game_proposes_the_move_made_alone_another_is_compared(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sevenfold.search.review.moves_to_try", lambda _game, _seen, _seat: ())
    match = played(load_game("lockup"), 9, (12, "JH"))
    decisions = review(match, 2, worlds=16).decisions
    assert {each.tried for each in decisions} == {2}
    assert len(Reviewer(match.round, 2, worlds=16)) == len(decisions)


def test_moves_that_were_taken_back_are_not_judged() -> None:
    game: AnyGame = load_game("lockup")
    match = new_match(game, seed=3)
    seat = match.acting[0]
    match.play(seat, match.legal(seat)[0])
    match.take_back(seat, 1)
    while not match.round_over:
        acting = match.acting[0]
        match.play(acting, game.choose(match.seen(acting), acting))
    first = review(match, seat, worlds=16).decisions[0]
    assert first.at == 4  # the deal, the move taken back, the taking back


# --- by whose eyes ------------------------------------------------------------------------------------


def with_other_secrets(round_: Round[Any, Any], seat: int, rng: Random) -> Round[Any, Any]:
    """The round with other values wherever the seat could not see, at every moment of it."""
    other, cards = round_.copy(), len(round_.game.rules.pack(round_.options).names)
    other.steps = [
        msgspec.structs.replace(
            step, before=scramble(step.before, seat, cards, rng), after=scramble(step.after, seat, cards, rng)
        )
        for step in round_.steps
    ]
    hands = [(0,) * len(hand) if owner != seat else hand for owner, hand in enumerate(round_.deal.hands)]
    other.deal = Deal(tuple(hands), (0,) * len(round_.deal.rest))
    return other


@every_game
def test_law_2_what_the_seat_could_not_see_changes_nothing(game: AnyGame) -> None:
    round_ = played(game, 6).round
    reviewers = [Reviewer(each, 1, worlds=16) for each in (round_, with_other_secrets(round_, 1, Random(1)))]
    first, second = (reviewer.put_together(reviewer.evaluated()) for reviewer in reviewers)
    assert first == second


def test_the_same_seed_gives_the_same_review_and_another_seed_another() -> None:
    match = played(load_game("trump7"), 11)
    one, again, other = (review(match, 0, worlds=FEW, seed=seed) for seed in (1, 1, 2))
    assert one == again != other


def test_with_all_cards_known_a_move_is_worth_what_came_of_it() -> None:
    """In Trump 7 nothing is left to chance, and the players here play as a review plays on."""
    match = played(load_game("trump7"), 11)
    result = match.standing.result
    assert result is not None
    for seat in range(match.players):
        decisions = review(match, seat, known=True).decisions
        assert {(each.value, each.error) for each in decisions} <= {(result[seat], 0)}
        assert {(each.is_hard, each.why) for each in decisions} <= {(False, None)}


# --- the luck of the deal -----------------------------------------------------------------------------


def test_good_cards_are_worth_more_than_others() -> None:
    game: AnyGame = load_game("lockup")
    match = new_match(game, seed=1)
    pack = match.pack
    hands = [
        pack.read(hand)
        for hand in ("AS AH AD KS KH KD QS QH QD JS JH JD TS", "2S 3S 4S 5S 6S 7S 8S 9S 2H 3H 4H 5H 6H")
    ]
    left = [kind for kind in pack.cards if not any(kind in hand for hand in hands)]
    deal = Deal((*map(tuple, hands), tuple(left[:13]), tuple(left[13:])))
    round_ = match.round
    round_.deal = deal
    strong, weak = (luck_of(game, round_, seat, 60, 1) for seat in (0, 1))
    assert strong.by > 5 * strong.error
    assert weak.by < -5 * weak.error
    assert strong.by == strong.value - strong.average


# --- what cannot be reviewed --------------------------------------------------------------------------


def test_a_round_that_is_played_has_no_review_and_the_last_one_over_is_meant() -> None:
    game: AnyGame = load_game("lockup")
    with pytest.raises(RoundNotOver):
        review(new_match(game, seed=1), 0)
    match = played(game, 1)
    whole = review(match, 0, worlds=16)
    match.next_round()
    assert review(match, 0, worlds=16) == whole == review(match, 0, worlds=16, round_number=1)
    with pytest.raises(RoundNotOver):
        review(match, 0, round_number=2)


@pytest.mark.parametrize(
    ("seat", "asked", "error"),
    [
        (4, {}, NoSuchSeat),
        (0, {"round_number": 2}, WrongNumber),
        (0, {"round_number": 0}, WrongNumber),
        (0, {"worlds": 1}, WrongNumber),
        (0, {"seed": "one"}, WrongNumber),
    ],
)
def test_what_is_not_there_is_an_error_of_its_own(
    seat: int, asked: dict[str, Any], error: type[Exception]
) -> None:
    with pytest.raises(error):
        review(played(load_game("lockup"), 1), seat, **asked)


def test_a_game_without_a_sample_has_no_review() -> None:
    match = played(load_game("lockup"), 1)
    match.round.game = replace(match.game, sample=None)
    with pytest.raises(NoSample):
        review(match, 0)

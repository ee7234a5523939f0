"""The rules against the oracle, move by move, on rounds of every size with every mix of options."""

from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from sevenfold.core.deal import Deal
from sevenfold.core.match import Match
from sevenfold.core.moves import CHANCE
from sevenfold.games.lockup import rules
from sevenfold.games.lockup.game import GAME
from sevenfold.games.lockup.meta import META
from sevenfold.games.lockup.state import PACK
from tests.games.lockup.oracle import Loss, Oracle, Play, Told, winner

NO_MOVES = ["", "RJ", "AS KS", "AS AS", "pass", "2 lose", "5 lose AS", "2 lose AS KS", "2 lose AS AS"]
LOSSES = [f"{seat} lose {card}" for seat in range(4) for card in ("2C", "AS", "TH", "7D")]
MOVES = {text: GAME.notation.parse(text) for text in (*PACK.names, *LOSSES, *NO_MOVES)}
SEATS = ((0, 0), (1, 1), (2, 2), (3, 3), (CHANCE, "*"))
MIXES = list(product(("same_rank", "any"), ("each_trick", "at_once")))


@st.composite
def beginnings(draw: st.DrawFn) -> tuple[list[list[str]], int]:
    """Hands of one size, and who leads first; half of the deals have as many clubs as possible."""
    cards = draw(st.permutations(PACK.names))
    if draw(st.booleans()):
        cards = sorted(cards, key=lambda card: not card.endswith("C"))
    size = draw(st.sampled_from([*range(8), 13]))
    cards = draw(st.permutations(cards[: 4 * size]))
    return [cards[seat::4] for seat in range(4)], draw(st.integers(0, 3))


@st.composite
def staircases(draw: st.DrawFn) -> tuple[list[list[str]], int]:
    """Four clubs, then three, two and one: the only way to lock all four up, and all of it forced.

    The leader holds nothing but low clubs; the player to the right takes four clubs, then the one beyond
    that three, the last one two, and the leader, alone, is locked up by their own club.
    """
    size = draw(st.integers(4, 7))
    low = draw(st.permutations(["2C", "3C", "4C", "5C", "6C", "7C", "8C"]))[:size]
    others = draw(st.permutations([card for card in PACK.names if not card.endswith("C")]))
    clubs = [low, ["9C", "TC", "JC"], ["QC", "KC"], ["AC"]]
    hands = [held + [others.pop() for _ in range(size - len(held))] for held in clubs]
    first = draw(st.integers(0, 3))
    return hands[-first:] + hands[:-first], first


def chosen(rng: Random, moves: list[str], clubs_wanted: bool) -> str:
    clubs = [move for move in moves if move.endswith("C")]
    return rng.choice(clubs if clubs_wanted and clubs else moves)


def assert_same(match: Match[Any, Any], oracle: Oracle, told: Told) -> None:
    view: Any = match.view(None)
    assert list(match.acting) == told.acting
    assert match.round_over == told.over
    assert view.leader == oracle.leader(told)
    assert list(view.locked) == told.locked
    assert list(view.tricks) == told.taken
    table = [] if told.over else told.current.table
    assert [(pile.seat, *pile.cards) for pile in view.table] == table
    for seat in range(4):
        assert set(match.view(seat).hand) == told.hands[seat]
        assert view.hand_sizes[seat] == len(told.hands[seat])


def assert_same_moves(match: Match[Any, Any], oracle: Oracle, told: Told) -> None:
    for seat, moves in oracle.legal(told).items():
        cards = rules.playable(match.state, seat) if seat in match.acting else 0
        assert set(PACK.write_mask(cards).split()) == moves
    for text, move in MOVES.items():
        for seat, word in SEATS:
            name = GAME.violation_name(rules.check(match.state, seat, move))
            assert name == (oracle.violation(told, word, text) or "ok"), (word, text)
    outcomes = [rules.chance_move(match.state, index) for index in range(rules.chance(match.state))]
    assert sorted(map(GAME.notation.write, outcomes)) == oracle.chances(told)


@pytest.mark.parametrize(("picture_club", "lockup_loss"), MIXES)
@given(beginning=beginnings() | staircases(), rng=st.randoms(use_true_random=True))
def test_a_round_goes_as_the_oracle_tells_it(
    picture_club: str, lockup_loss: str, beginning: tuple[list[list[str]], int], rng: Random
) -> None:
    options = META.make_options(None, {"picture_club": picture_club, "lockup_loss": lockup_loss})
    hands, first = beginning
    deal = Deal(tuple(tuple(map(PACK.kind, hand)) for hand in hands))
    match = Match(GAME, options, 4, deal, first)
    oracle = Oracle(hands, first, picture_club, lockup_loss)
    history: list[Play | Loss] = []
    clubs_wanted = rng.random() < 0.7
    while True:
        told = oracle.tell(history)
        assert_same(match, oracle, told)
        assert_same_moves(match, oracle, told)
        if told.over:
            break
        if told.owed:
            seat = rng.choice(sorted(told.owed))
            card = chosen(rng, sorted(told.hands[seat]), clubs_wanted=False)
            match.play_text(CHANCE, f"{seat} lose {card}")
            history.append(Loss(seat, card))
        else:
            (seat,) = told.acting
            card = chosen(rng, sorted(oracle.legal(told)[seat]), clubs_wanted)
            match.play_text(seat, card)
            history.append(Play(seat, card))
    assert list(match.standing.result or ()) == told.taken
    assert match.standing.next_first == oracle.next_first()
    passed = sum(trick.leader is None for trick in told.tricks)
    event(f"tricks that passed: {passed}")
    assert sum(told.taken) + passed == len(hands[0])


@given(totals=st.lists(st.integers(0, 30), min_size=4, max_size=4).map(tuple), target=st.integers(1, 200))
def test_a_match_ends_as_the_oracle_says(totals: tuple[int, ...], target: int) -> None:
    options = META.make_options(None, {"target": target})
    best = winner(totals, target)
    assert rules.winners(options, totals, 1) == (() if best is None else (best,))  # type: ignore[arg-type]

"""The rules against the oracle, move by move, on deals of every size."""

from random import Random
from typing import Any

from hypothesis import event, example, given, settings
from hypothesis import strategies as st

from sevenfold.core.deal import Deal
from sevenfold.core.legal import legal_moves
from sevenfold.core.match import Match
from sevenfold.core.moves import CHANCE
from sevenfold.games.trump7 import rules
from sevenfold.games.trump7.game import GAME
from sevenfold.games.trump7.meta import Trump7Options
from sevenfold.games.trump7.state import PACK
from tests.games.trump7 import oracle
from tests.games.trump7.oracle import Told

NO_MOVES = ["", "RJ", "6H", "QH KH", "pass H", "take", "take N", "JK N", "QH QH", "JK S S", "call H"]
WITH_SUIT = [f"{card} {suit}" for card in ("JK", "QH", "9C") for suit in "SHDC"]
PUT_AWAY = ["discard", "discard QH", "discard QH 9C", "discard QH QH", "discard QH 9C 7D", "discard 6H 9C"]
MOVES = [*oracle.PACK, "pass", *(f"take {suit}" for suit in "SHDC"), *WITH_SUIT, *PUT_AWAY, *NO_MOVES]
PARSED = {text: GAME.notation.parse(text) for text in MOVES}

Dealt = tuple[list[list[str]], list[str], int]


def divided(cards: list[str], size: int, first: int) -> Dealt:
    return [cards[2 + seat :: 3][:size] for seat in range(3)], cards[:2], first


@st.composite
def deals(draw: st.DrawFn) -> Dealt:
    """Hands of one size, the widow, and who is eldest hand; some deals without a point but the joker's."""
    poor = draw(st.booleans())
    cards = [card for card in oracle.PACK if not poor or card[0] not in "QJTK"]
    size = draw(st.sampled_from([1, 2, 3] if poor else [*range(1, 9), 9, 9, 9]))
    return divided(draw(st.permutations(cards)), size, draw(st.integers(0, 2)))


def assert_same(match: Match[Any, Any], told: Told) -> None:
    view: Any = match.view(None)
    assert list(match.acting) == ([] if told.seat is None else [told.seat])
    assert match.round_over == (told.stage == "over")
    assert (view.phase, view.leader) == (told.stage, told.leader)
    assert (view.player, view.trump) == (told.player, told.trump)
    assert view.leaster == (told.player is None and told.stage in ("play", "over"))
    assert list(view.points) == told.points
    assert list(view.tricks) == [told.takers.count(seat) for seat in range(3)]
    table = told.tricks[-1].plays if told.stage == "play" else []
    assert [(pile.seat, *pile.cards) for pile in view.table] == table
    for seat in range(3):
        assert set(match.view(seat).hand) == set(told.hands[seat])
        assert view.hand_sizes[seat] == len(told.hands[seat])


def assert_same_moves(match: Match[Any, Any], told: Told) -> None:
    for seat in range(3):
        moves = [GAME.notation.write(move) for move in legal_moves(GAME.rules, match.seen(seat), seat)]
        expected = [GAME.notation.write(GAME.notation.parse(move)) for move in oracle.legal(told, seat)]
        assert sorted(moves) == sorted(expected)
        for text, move in PARSED.items():
            found = GAME.violation_name(rules.check(match.state, seat, move))
            assert found == (oracle.violation(told, seat, text) or "ok"), (seat, text)
    asked = GAME.violation_name(rules.check(match.state, CHANCE, PARSED["pass"]))
    assert asked == ("over" if told.stage == "over" else "not_your_turn")


def assert_same_sight(match: Match[Any, Any], told: Told) -> None:
    """T7-2.5."""
    for viewer in (None, 0, 1, 2):
        view: Any = match.view(viewer)
        sees_all = told.stage == "over"
        own = viewer is not None and viewer == told.player
        assert set(view.widow) == (set(told.widow) if sees_all or own else set())
        assert set(view.discards) == (set(told.discards) if sees_all or own else set())


def chosen(rng: Random, moves: list[str], wants_leaster: bool) -> str:
    return "pass" if wants_leaster and "pass" in moves else rng.choice(moves)


@given(dealt=deals(), rng=st.randoms(use_true_random=True), wants_leaster=st.booleans())
def test_a_deal_goes_as_the_oracle_tells_it(dealt: Dealt, rng: Random, wants_leaster: bool) -> None:
    hands, widow, first = dealt
    deal = Deal(tuple(tuple(map(PACK.kind, hand)) for hand in hands), tuple(map(PACK.kind, widow)))
    match = Match(GAME, Trump7Options(), 3, deal, first)
    history: list[str] = []
    while True:
        told = oracle.tell(hands, widow, first, history)
        assert_same(match, told)
        assert_same_moves(match, told)
        assert_same_sight(match, told)
        if told.seat is None:
            break
        history.append(chosen(rng, oracle.legal(told, told.seat), wants_leaster))
        match.play_text(told.seat, history[-1])
    event(f"leaster: {told.player is None}, result {sorted(oracle.result(told))}")
    assert list(match.standing.result or ()) == oracle.result(told)
    assert GAME.returns(match.seen(None)) == oracle.result(told)
    assert match.standing.next_first == oracle.to_the_right(first)


@settings(max_examples=200)
@given(
    cards=st.permutations([card for card in oracle.PACK if card[0] in "987"]),
    rng=st.randoms(use_true_random=True),
)
def test_ties_in_a_leaster_are_broken_as_the_oracle_says(cards: list[str], rng: Random) -> None:
    """Three tricks without a point in them: if each has taken one, all three tie."""
    hands, widow, first = divided(cards, 3, 0)
    deal = Deal(tuple(tuple(map(PACK.kind, hand)) for hand in hands), tuple(map(PACK.kind, widow)))
    match = Match(GAME, Trump7Options(), 3, deal, first)
    history: list[str] = []
    while (told := oracle.tell(hands, widow, first, history)).seat is not None:
        history.append(chosen(rng, oracle.legal(told, told.seat), wants_leaster=True))
        match.play_text(told.seat, history[-1])
    event(f"takers: {sorted(told.takers)}")
    assert list(match.standing.result or ()) == oracle.result(told)


@given(
    totals=st.tuples(*[st.integers(-30, 30)] * 3),
    deals=st.integers(1, 40).map(lambda third: 3 * third),
    before_the_last=st.integers(0, 2),
)
@example(totals=(4, 4, -8), deals=12, before_the_last=0)
@example(totals=(0, 0, 0), deals=3, before_the_last=0)
def test_a_match_ends_as_the_oracle_says(totals: tuple[int, ...], deals: int, before_the_last: int) -> None:
    played = deals - before_the_last
    winners = rules.winners(Trump7Options(deals=deals), totals, played)
    assert list(winners) == oracle.match_winners(totals, deals, played)

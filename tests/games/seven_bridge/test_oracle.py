"""The rules against the oracle, move by move, on hands of every size with every mix of options."""

from collections.abc import Iterator
from itertools import combinations, product
from random import Random
from typing import Any

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from sevenfold.cards.masks import mask_of
from sevenfold.core.deal import Deal
from sevenfold.core.legal import legal_moves
from sevenfold.core.match import Match
from sevenfold.core.moves import CHANCE
from sevenfold.core.options import describe
from sevenfold.games.seven_bridge import rules
from sevenfold.games.seven_bridge.game import GAME
from sevenfold.games.seven_bridge.melds import is_meld, namings, takes
from sevenfold.games.seven_bridge.meta import META
from sevenfold.games.seven_bridge.state import JOKER_PACK
from tests.games.seven_bridge import oracle
from tests.games.seven_bridge.oracle import CARDS, JOKER, RANKS, SUITS, Hand, Options, names

WORDS = ("draw", "chi", "pon", "pass", "meld", "lay", "discard")
MOST_HELD = 6
"""Legal moves of larger hands are not found by trying all of them: with a joker that takes seconds."""

mixes = st.fixed_dictionaries(
    {spec.name: st.sampled_from(spec.choices) for spec in describe(META.options) if spec.choices}
)


@st.composite
def beginnings(draw: st.DrawFn) -> tuple[Options, list[list[str]], list[str], int]:
    """Options, hands and what is left: of all cards, or of few ranks or suits, where melds abound."""
    options = draw(mixes)
    among = draw(st.sampled_from(["A23456789TJQK", "56789", "A2QK7", "678"]))
    suits = draw(st.sampled_from(["CDHS", "HS", "S"]))
    cards = [card for card in CARDS if card[0] in among and card[1] in suits]
    if options["joker"] == "yes":
        cards.append(JOKER)
    cards = draw(st.permutations(cards))
    players = draw(st.integers(2, 6))
    size = draw(st.integers(1, min(5, max(1, (len(cards) - 1) // players))))
    players = min(players, len(cards) // size)
    hands = [cards[seat * size : seat * size + size] for seat in range(players)]
    return options, hands, cards[players * size :], draw(st.integers(0, players - 1))


def some_moves(rng: Random, hand: Hand, seat: int) -> list[str]:
    """Well-formed moves, most of them with cards that the seat holds."""
    texts = ["draw", "pass"]
    held = sorted(hand.hands[seat]) if rng.random() < 0.8 else [*CARDS, JOKER]
    for word in rng.choices(WORDS, k=12):
        cards = rng.sample(held, min(rng.choice((1, 1, 2, 2, 2, 3, 3, 4)), len(held)))
        near = [name.split("=")[-1] for name in (*cards, *hand.pile[-1:])]
        named = [
            rng.choice([JOKER, *names(JOKER), *[f"{JOKER}={card}" for card in near if card != JOKER] * 20])
            if card == JOKER
            else card
            for card in cards
        ]
        number = [str(rng.randrange(len(hand.melds) + 1))] if word == "lay" else []
        if named or word != "lay":
            texts.append(" ".join([word, *named, *number]))
    return texts


def assert_same(match: Match[Any, Any], hand: Hand) -> None:
    view: Any = match.view(None)
    assert list(match.acting) == hand.acting
    assert match.round_over == hand.over
    assert [set(cards) for cards in hand.melds] == [
        {card.split("=")[-1] for card in pile.cards} for pile in view.table
    ]
    assert view.discards == tuple(hand.pile)
    assert view.stock == len(hand.stock)
    assert view.hand_sizes == tuple(map(len, hand.hands))
    for seat in range(match.players):
        assert set(match.view(seat).hand) == hand.hands[seat]
        assert match.view(seat).count == oracle.count(hand.hands[seat], hand.options)  # type: ignore[attr-defined]


def assert_same_violations(match: Match[Any, Any], hand: Hand, rng: Random) -> None:
    for seat in range(match.players):
        seen = match.seen(seat)
        for text in some_moves(rng, hand, seat):
            move = GAME.notation.parse(text)
            violation = rules.check(seen, seat, move)
            assert GAME.violation_name(violation) == (hand.violation(seat, text) or "ok"), (seat, text)
            assert rules.check(match.state, seat, move) == violation
    for text in ("draw", "draw JK", f"draw {rng.choice(CARDS)}", "pass", f"discard {rng.choice(CARDS)}"):
        name = GAME.violation_name(rules.check(match.state, CHANCE, GAME.notation.parse(text)))
        assert name == (hand.violation("*", text) or "ok"), text


def written(match: Match[Any, Any], seat: int) -> list[str]:
    return [GAME.notation.write(move) for move in legal_moves(rules, match.seen(seat), seat)]


def same_moves(texts: list[str]) -> set[object]:
    return {GAME.notation.parse(text) for text in texts}


@given(beginning=beginnings(), rng=st.randoms(use_true_random=True))
def test_a_hand_goes_as_the_oracle_tells_it(
    beginning: tuple[Options, list[list[str]], list[str], int], rng: Random
) -> None:
    options, hands, rest, first = beginning
    kinds = [tuple(map(JOKER_PACK.kind, cards)) for cards in (*hands, rest)]
    match = Match(
        GAME, META.make_options(None, options), len(hands), Deal(tuple(kinds[:-1]), kinds[-1]), first
    )
    hand = Hand(options, [set(cards) for cards in hands], rest, first)
    while True:
        assert_same(match, hand)
        assert_same_violations(match, hand, rng)
        if hand.over:
            break
        if hand.phase == "chance":
            moves = [rules.chance_move(match.state, index) for index in range(rules.chance(match.state))]
            assert sorted(map(GAME.notation.write, moves)) == sorted(f"draw {card}" for card in hand.stock)
            text = f"draw {rng.choice(hand.stock)}"
            match.play_text(CHANCE, text)
            hand.play("*", text)
            continue
        (seat,) = match.acting
        legal = written(match, seat)
        assert len(same_moves(legal)) == len(legal)
        if len(hand.hands[seat]) <= MOST_HELD:
            assert same_moves(legal) == same_moves(list(hand.legal(seat)))
        laid = [text for text in legal if text.split()[0] in ("meld", "lay", "chi", "pon")]
        text = rng.choice(laid if laid and rng.random() < 0.5 else legal)
        match.play_text(seat, text)
        hand.play(seat, text)
    assert list(match.standing.result or ()) == hand.result
    event(f"stock made anew {hand.remade} times")
    event("void" if not any(map(bool, hand.result or ())) else "somebody went out")


@st.composite
def near_melds(draw: st.DrawFn) -> set[str]:
    """Some cards of one suit or one rank, or one card instead of one of them."""
    suit, rank = draw(st.sampled_from(CARDS))[1], draw(st.sampled_from(CARDS))[0]
    start, size = draw(st.integers(0, 12)), draw(st.integers(1, 13))
    run = [CARDS[CARDS.index("A" + suit) + index % 13] for index in range(start, start + size)]
    cards = draw(st.sampled_from([run, [rank + suit for suit in "CDHS"[-size:]]]))
    stray = draw(st.sampled_from(CARDS))
    return {stray if draw(st.integers(0, 9)) == 0 else card for card in cards}


@given(cards=near_melds(), ace_high=st.integers(0, 1))
def test_what_is_a_meld_and_what_it_takes(cards: set[str], ace_high: int) -> None:
    mask = sum(1 << JOKER_PACK.kind(card) for card in cards)
    melds = {card: oracle.is_meld([*cards, card], bool(ace_high)) for card in CARDS if card not in cards}
    good = {card for card, meld in melds.items() if meld}
    assert is_meld(mask, ace_high) == oracle.is_meld(list(cards), bool(ace_high))
    if is_meld(mask, ace_high):
        assert set(JOKER_PACK.write_mask(takes(mask, ace_high)).split()) == good
    if len(cards) > 1:
        assert set(JOKER_PACK.write_mask(namings(mask, ace_high)).split()) == good


def all_melds(ace_high: bool) -> Iterator[list[str]]:
    """Every meld that there is: the sevens, the sets, and the runs round each suit that are sequences."""
    for first, size in product(range(len(CARDS)), range(1, 14)):
        suit = CARDS[first][1]
        run = [RANKS[(first + step) % 13] + suit for step in range(size)]
        if oracle.is_meld(run, ace_high):
            yield run
    for rank, size in product(RANKS, (2, 3, 4)):
        yield from filter(oracle.is_set, map(list, combinations([rank + suit for suit in SUITS], size)))


@pytest.mark.parametrize("ace_high", [False, True])
def test_every_meld_takes_the_cards_that_make_a_meld_with_it(ace_high: bool) -> None:
    for cards in all_melds(ace_high):
        mask = mask_of(map(JOKER_PACK.kind, cards))
        good = {card for card in set(CARDS) - set(cards) if oracle.is_meld([*cards, card], ace_high)}
        assert is_meld(mask, ace_high)
        assert set(JOKER_PACK.write_mask(takes(mask, ace_high)).split()) == good

"""Why the rule-based player would make a bid, put cards away or play a card."""

from sevenfold.cards.masks import lowest
from sevenfold.core.moves import Move
from sevenfold.core.remarks import Reason
from sevenfold.core.tricks import NO_SUIT, trick_cards
from sevenfold.games.trump7.bot.bidding import bid
from sevenfold.games.trump7.bot.chances import prospect, suit_to_follow, trumps_drawn
from sevenfold.games.trump7.bot.weights import WEIGHTS
from sevenfold.games.trump7.rules import playable, suit_cards, taking_card, unseen_cards
from sevenfold.games.trump7.scoring import card_points
from sevenfold.games.trump7.state import PACK, SUITS, Kind, Seen, State

REASONS = (
    *(
        "only",
        "strong_suit",
        "no_strong_suit",
        "safe_points",
        "void",
        "weak_pair",
        "stays_under",
        "costs_least",
    ),
    *("takes", "side_takes", "draws_trumps", "gives_little", "best_card"),
)

LIKELY, UNLIKELY = 0.7, 0.3
"""A trick is said to be won from the first chance up, and lost from the second down."""


def explain(view: Seen, seat: int, move: Move) -> Reason | None:
    """The reason for a move that the seat may make; None for a bid that the player would not make."""
    if move.kind in (Kind.TAKE, Kind.PASS) and bid(view.hands[seat], WEIGHTS) != move:
        return None
    if move.kind == Kind.TAKE:
        return Reason(code="strong_suit", suit=PACK.suits[move.arg])
    if move.kind == Kind.PASS:
        return Reason(code="no_strong_suit")
    if move.kind == Kind.DISCARD:
        return _put_away(view, seat, move.cards)
    if playable(view, seat) == move.cards:
        return Reason(code="only")
    kind = lowest(move.cards)
    if view.leaster:
        led = suit_to_follow(view, seat, kind)
        takes = taking_card(view, led, trick_cards(view.trick) | move.cards) == kind
        return Reason(code="costs_least" if takes else "stays_under")
    return _play(view, seat, kind)


def _put_away(view: State, seat: int, cards: int) -> Reason:
    points = card_points(cards, view.trump)
    if points:
        return Reason(code="safe_points", count=points)
    left = view.hands[seat] & ~cards
    trumps = left & suit_cards(view, view.trump)
    for suit in range(SUITS):
        if (
            suit != view.trump
            and trumps
            and cards & suit_cards(view, suit)
            and not left & suit_cards(view, suit)
        ):
            return Reason(code="void", suit=PACK.suits[suit])
    return Reason(code="weak_pair")


def _play(view: State, seat: int, kind: int) -> Reason:
    led = suit_to_follow(view, seat, kind)
    cards = trick_cards(view.trick) | 1 << kind
    winning = taking_card(view, led, cards)
    ours, _ = prospect(view, seat, kind, led, unseen_cards(view, seat))
    if ours >= LIKELY and winning == kind:
        return Reason(code="takes", count=card_points(cards, view.trump))
    if ours >= LIKELY:
        return Reason(code="side_takes", count=card_points(1 << kind, view.trump))
    if view.suit_led == NO_SUIT:
        hidden = unseen_cards(view, seat)
        draws = led == view.trump and seat == view.player and trumps_drawn(view, seat, hidden) > 0
        return Reason(code="draws_trumps" if draws else "best_card")
    if ours <= UNLIKELY:
        return Reason(code="gives_little", count=card_points(1 << kind, view.trump))
    return Reason(code="best_card")

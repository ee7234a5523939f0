"""Whether the rule-based player takes the widow, and what it puts away."""

from sevenfold.cards.masks import lowest, popcount
from sevenfold.core.moves import Move
from sevenfold.games.trump7.bot.chances import worth_kept
from sevenfold.games.trump7.bot.weights import Weights
from sevenfold.games.trump7.rules import WIDOW_SIZE, suit_cards
from sevenfold.games.trump7.scoring import JACKS, QUEENS, TENS, card_points
from sevenfold.games.trump7.state import JOKER_CARD, PACK_CARDS, RANKS, SUIT_CARDS, SUITS, Kind, State


def bid(hand: int, weights: Weights) -> Move:
    """Take the widow with the best trump suit, if it is good enough."""
    best, most = 0, hand_worth(hand, 0, weights)
    for suit in range(1, SUITS):
        worth = hand_worth(hand, suit, weights)
        if worth > most:
            best, most = suit, worth
    return Move(Kind.TAKE, 0, 0, best) if most >= weights.enough_to_take else Move(Kind.PASS, 0, 0, 0)


def hand_worth(hand: int, trump: int, weights: Weights) -> float:
    """What a hand with a trump suit is worth to the Player."""
    trumps = hand & SUIT_CARDS << trump * RANKS
    worth = weights.trump * popcount(trumps) + weights.queen * popcount(hand & QUEENS)
    worth += weights.jack * popcount(hand & JACKS) + weights.ten * popcount(hand & TENS)
    if hand & JOKER_CARD:
        worth += weights.joker
    if trumps >> trump * RANKS & 1:
        worth += weights.trump_seven
    return worth


def cards_to_put_away(view: State, seat: int, weights: Weights) -> int:
    """The two cards that gain most by being put away; no trumps, not even the 7, if there are others."""
    hand = view.hands[seat]
    candidates = hand & ~suit_cards(view, view.trump)
    if popcount(candidates) < WIDOW_SIZE:
        candidates = hand
    best, most = 0, 0.0
    while candidates:
        one = candidates & -candidates
        candidates ^= one
        others = candidates
        while others:
            other = others & -others
            others ^= other
            gained = gained_by_putting_away(view, hand, one | other, weights)
            if best == 0 or gained > most:
                best, most = one | other, gained
    return best


def gained_by_putting_away(view: State, hand: int, cards: int, weights: Weights) -> float:
    """The points made safe and the suits emptied, less what the cards might have brought in play."""
    gained = weights.point_away * card_points(cards, view.trump)
    for suit in range(SUITS):
        of_suit = suit_cards(view, suit)
        if hand & of_suit and not hand & of_suit & ~cards:
            gained += weights.void
    while cards:
        gained -= weights.kept_away * worth_kept(view, lowest(cards), PACK_CARDS & ~hand)
        cards &= cards - 1
    return gained

"""The rule-based player of Spades. It knows nothing but its view, and is compiled as it stands."""

from sevenfold.cards.masks import popcount
from sevenfold.core.moves import Move
from sevenfold.core.tricks import highest_rank, lowest_rank, trick_cards, winning_cards
from sevenfold_spades.rules import contract, most, playable, side_tricks, suit_cards, winning_seat
from sevenfold_spades.state import RANKS, SIDES, SPADES, SUITS, Kind, Phase, Seen, partner


def choose(view: Seen, seat: int) -> Move:
    """A bid for the tricks in sight; then cheap tricks until the contract is made, and after that no more."""
    if view.phase == Phase.BID:
        return Move(Kind.BID, 0, 0, min(max(_tricks_in(view.hands[seat]), 1), most(view, seat)))
    return Move(Kind.PLAY, 1 << _card(view, seat), 0, 0)


def _tricks_in(hand: int) -> int:
    """About how many tricks a hand takes: aces, guarded kings, and long spades."""
    found = max(popcount(hand & SPADES) - 3, 0)
    for suit in range(SUITS):
        cards = hand & suit_cards(suit)
        found += cards >> suit * RANKS + RANKS - 1 & 1
        found += int(popcount(cards) > 1) & cards >> suit * RANKS + RANKS - 2 & 1
    return found


def _weakest(cards: int) -> int:
    """The card of the lowest rank, a spade last of all."""
    return lowest_rank(cards & ~SPADES or cards, RANKS)


def _card(view: Seen, seat: int) -> int:
    """While tricks are wanted the strongest to lead, or the weakest that takes one; else the weakest."""
    cards, side = playable(view, seat), seat % SIDES
    is_made = view.bids[seat] == 0 or side_tricks(view, side) >= contract(view, side)
    if is_made or winning_seat(view) == partner(seat):
        return _weakest(cards)
    if seat == view.leader:
        return highest_rank(cards & ~SPADES or cards, RANKS)
    taking = winning_cards(trick_cards(view.trick), cards, SPADES, suit_cards(view.suit_led))
    return _weakest(taking or cards)

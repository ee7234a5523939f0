"""The rule-based player of Stub. It knows nothing but its view, and is compiled as it stands."""

from sevenfold.cards.masks import kinds_of, popcount
from sevenfold.core.moves import Move
from sevenfold.core.tricks import longest_suit, lowest_rank, trick_cards, winning_cards
from sevenfold.games._stub.rules import playable, suit_cards, winning_seat
from sevenfold.games._stub.state import RANKS, SEATS, SUITS, Kind, Phase, Seen, partner


def choose(view: Seen, seat: int) -> Move:
    """The move of a cautious player."""
    #: if bids
    if view.phase == Phase.BID:
        return _bid(view, seat)
    #: end
    #: if widow
    if view.phase == Phase.DISCARD:
        return Move(Kind.DISCARD, 1 << lowest_rank(view.hands[seat], RANKS), 0, 0)
    #: end
    #: if trump
    if view.phase == Phase.CALL:
        return Move(Kind.CALL, 0, 0, longest_suit(view.hands[seat], RANKS, SUITS))
    #: end
    return Move(Kind.PLAY, 1 << _card(view, seat), 0, 0)


#: if bids
def _bid(view: Seen, seat: int) -> Move:
    """As many tricks as there are aces and kings in the hand."""
    tricks = 0
    for kind in kinds_of(view.hands[seat]):
        tricks += int(kind % RANKS >= RANKS - 2)
    if tricks <= view.bid:
        return Move(Kind.PASS, 0, 0, 0)
    return Move(Kind.BID, 0, 0, tricks)


#: end
def _card(view: Seen, seat: int) -> int:
    """The weakest card that takes the trick for certain, or else the weakest of all."""
    cards = playable(view, seat)
    #: if partners
    if winning_seat(view) == partner(seat):
        return lowest_rank(cards, RANKS)
    #: end
    return lowest_rank(_sure_to_take(view, cards) or cards, RANKS)


def _sure_to_take(view: Seen, cards: int) -> int:
    """The cards that beat the trick so far, for the last to play to it; a leader's best card is not sure."""
    table = trick_cards(view.trick)
    if popcount(table) < SEATS - 1:
        return 0
    #: if trump
    return winning_cards(table, cards, suit_cards(view.trump), suit_cards(view.suit_led))
    #: else
    #: return winning_cards(table, cards, 0, suit_cards(view.suit_led))
    #: end

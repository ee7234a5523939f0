"""The rule-based player of Stub. It knows nothing but its view, and is compiled as it stands."""

from sevenfold.cards.masks import kinds_of, lowest, popcount
from sevenfold.core.moves import Move
from sevenfold.core.tricks import trick_cards
from sevenfold.games._stub.rules import playable, strongest, suit_cards, winning_seat
from sevenfold.games._stub.state import RANKS, SEATS, SUITS, Kind, Phase, Seen, partner


def choose(view: Seen, seat: int) -> Move:
    """The move of a cautious player."""
    #: if bids
    if view.phase == Phase.BID:
        return _bid(view, seat)
    #: end
    #: if widow
    if view.phase == Phase.DISCARD:
        return Move(Kind.DISCARD, 1 << _weakest(view.hands[seat]), 0, 0)
    #: end
    #: if trump
    if view.phase == Phase.CALL:
        return Move(Kind.CALL, 0, 0, _longest(view.hands[seat]))
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
#: if trump
def _longest(hand: int) -> int:
    """The suit of which the hand has most cards."""
    best = 0
    for suit in range(1, SUITS):
        if popcount(hand & suit_cards(suit)) > popcount(hand & suit_cards(best)):
            best = suit
    return best


#: end
def _weakest(cards: int) -> int:
    """The card of the lowest rank."""
    best = lowest(cards)
    for kind in kinds_of(cards):
        if kind % RANKS < best % RANKS:
            best = kind
    return best


def _card(view: Seen, seat: int) -> int:
    """The weakest card that takes the trick for certain, or else the weakest of all."""
    cards = playable(view, seat)
    #: if partners
    if winning_seat(view) == partner(seat):
        return _weakest(cards)
    #: end
    return _weakest(_sure_to_take(view, cards) or cards)


def _sure_to_take(view: Seen, cards: int) -> int:
    """The cards that beat the trick so far, for the last to play to it; a leader's best card is not sure."""
    table = trick_cards(view.trick)
    if popcount(table) < SEATS - 1:
        return 0
    winning = 0
    for kind in kinds_of(cards):
        if strongest(view, table | 1 << kind) == kind:
            winning |= 1 << kind
    return winning

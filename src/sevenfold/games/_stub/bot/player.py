"""The rule-based player of Stub. It knows nothing but its view, and is compiled as it stands."""

from sevenfold.cards.masks import highest, lowest, popcount
from sevenfold.core.moves import Move
from sevenfold.core.tricks import trick_cards
from sevenfold.games._stub.rules import playable, suit_cards
from sevenfold.games._stub.state import PLAY_CARD, SEATS, Seen


def choose(view: Seen, seat: int) -> Move:
    """The lowest card that takes the trick for certain, or else the lowest of all."""
    cards = playable(view, seat)
    winning = _sure_to_take(view, cards)
    return Move(PLAY_CARD, 1 << lowest(winning or cards), 0, 0)


def _sure_to_take(view: Seen, cards: int) -> int:
    """The cards that beat the trick so far, for the last to play to it; a leader's best card is not sure."""
    table = trick_cards(view.trick)
    if popcount(table) < SEATS - 1:
        return 0
    suit = suit_cards(view.suit_led)
    return cards & suit & -(2 << highest(table & suit))

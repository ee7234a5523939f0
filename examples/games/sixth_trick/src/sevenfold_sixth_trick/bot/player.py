"""The rule-based player of Sixth Trick. It knows nothing but its view, and is compiled as it stands."""

from sevenfold.core.moves import Move
from sevenfold.core.tricks import highest_rank, lowest_rank, trick_cards, winning_cards
from sevenfold_sixth_trick.rules import playable, suit_cards
from sevenfold_sixth_trick.state import RANKS, Kind, Seen

LATE = 2
"""With so many cards left it pays to have the lead; before that, to keep what can win."""


def choose(view: Seen, seat: int) -> Move:
    """The weakest card, until late in the round; then the weakest that takes the trick as it lies."""
    cards = playable(view, seat)
    if view.hand_sizes[seat] > LATE:
        return Move(Kind.PLAY, 1 << lowest_rank(cards, RANKS), 0, 0)
    if seat == view.leader:
        return Move(Kind.PLAY, 1 << highest_rank(cards, RANKS), 0, 0)
    winning = winning_cards(trick_cards(view.trick), cards, 0, suit_cards(view.suit_led))
    return Move(Kind.PLAY, 1 << lowest_rank(winning or cards, RANKS), 0, 0)

"""What a beginner plays without thinking."""

from sevenfold.core.moves import Move
from sevenfold.core.tricks import NO_CARD, NO_SUIT, highest_rank, strongest_that_takes, trick_cards
from sevenfold.games.lockup.bot.player import choose, play
from sevenfold.games.lockup.rules import playable
from sevenfold.games.lockup.state import RANKS, SUIT_CARDS, Seen


def hasty(view: Seen, seat: int) -> Move:
    """The highest card, whether it leads or can take the trick; else what the rules say."""
    cards = playable(view, seat)
    if view.suit_led == NO_SUIT:
        return play(view, seat, highest_rank(cards, RANKS))
    following = SUIT_CARDS << view.suit_led * RANKS
    kind = strongest_that_takes(trick_cards(view.trick), cards, 0, following)
    return choose(view, seat) if kind == NO_CARD else play(view, seat, kind)

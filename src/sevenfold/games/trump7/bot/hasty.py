"""What a beginner plays without thinking."""

from sevenfold.core.moves import Move
from sevenfold.core.tricks import NO_CARD, NO_SUIT, highest_rank, strongest_that_takes, trick_cards
from sevenfold.games.trump7.bot.player import choose, play
from sevenfold.games.trump7.rules import playable, suit_cards, trump_cards
from sevenfold.games.trump7.state import RANKS, Phase, Seen


def hasty(view: Seen, seat: int) -> Move:
    """The highest card, whether it leads or can take the trick; else what the rules say."""
    if view.phase != Phase.PLAY:
        return choose(view, seat)
    cards = playable(view, seat)
    if view.suit_led == NO_SUIT:
        return play(view, seat, highest_rank(cards, RANKS))
    trumps, following = trump_cards(view), suit_cards(view, view.suit_led)
    kind = strongest_that_takes(trick_cards(view.trick), cards, trumps, following)
    return choose(view, seat) if kind == NO_CARD else play(view, seat, kind)

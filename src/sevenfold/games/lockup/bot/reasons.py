"""Why the rule-based player would play a card: by what it expects of the trick."""

from sevenfold.cards.masks import lowest, popcount
from sevenfold.core.moves import Move
from sevenfold.core.remarks import Reason
from sevenfold.core.tricks import NO_SUIT, trick_cards
from sevenfold.games.lockup.bot.chances import above, chance_to_take, seats_to_play, suit_led, unseen_cards
from sevenfold.games.lockup.rules import playable
from sevenfold.games.lockup.state import CLUB_CARDS, CLUBS, RANKS, Seen

REASONS = ("only", "takes", "takes_clubs", "ducks_clubs", "gives_club", "low_lead", "may_take", "cheap")

LIKELY, UNLIKELY = 0.7, 0.3
"""A trick is said to be taken from the first chance up, and not to be taken from the second down."""


def explain(view: Seen, seat: int, move: Move) -> Reason:
    """The reason for a card that the seat may play."""
    options = playable(view, seat)
    if options == move.cards:
        return Reason(code="only")
    kind = lowest(move.cards)
    chance = chance_to_take(view, kind, unseen_cards(view, seat), seats_to_play(view, seat))
    clubs = popcount((trick_cards(view.trick) | move.cards) & CLUB_CARDS)
    if chance >= LIKELY:
        return Reason(code="takes_clubs", count=clubs) if clubs else Reason(code="takes")
    if chance > UNLIKELY:
        return Reason(code="may_take")
    if view.suit_led == NO_SUIT and options & above(kind):
        return Reason(code="low_lead")
    if kind // RANKS == CLUBS and suit_led(view, kind) != CLUBS:
        return Reason(code="gives_club")
    return Reason(code="ducks_clubs", count=clubs) if clubs else Reason(code="cheap")

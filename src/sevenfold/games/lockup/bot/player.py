"""The rule-based player of Lockup. It uses nothing but its view.

Each playable card is weighed by its features (features.py): what it brings now, in tricks, and what it may
bring if it is kept. Rollouts use this player too, so it is written to be compiled: masks, plain loops, and
floats that are only added, subtracted, multiplied and divided.
"""

from sevenfold.cards.masks import lowest
from sevenfold.core.moves import Move
from sevenfold.games.lockup.bot.chances import unseen_cards
from sevenfold.games.lockup.bot.features import card_worth, situation
from sevenfold.games.lockup.rules import playable
from sevenfold.games.lockup.state import Kind, Seen, State


def choose(view: Seen, seat: int) -> Move:
    """The card to play."""
    return play(view, seat, best_card(view, seat))


def play(_view: State, _seat: int, kind: int) -> Move:
    """The move that plays a card."""
    return Move(Kind.PLAY, 1 << kind, 0, 0)


def best_card(view: State, seat: int) -> int:
    """The kind that weighs most; of equals the lowest."""
    options = playable(view, seat)
    if options & options - 1 == 0:
        return lowest(options)
    hidden, row = unseen_cards(view, seat), situation(view, seat)
    best, most = -1, 0.0
    while options:
        kind = lowest(options)
        options &= options - 1
        worth = card_worth(view, seat, kind, hidden, row)
        if best < 0 or worth > most:
            best, most = kind, worth
    return best

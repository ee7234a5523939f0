"""The rule-based player of Trump 7. It uses nothing but its view.

Each playable card is weighed by its features (features.py). Rollouts use this player too, so it is written to
be compiled: masks, plain loops, and floats that are only added, subtracted, multiplied and divided.
"""

from sevenfold.cards.masks import lowest
from sevenfold.core.moves import Move
from sevenfold.games.trump7.bot.bidding import bid, cards_to_put_away
from sevenfold.games.trump7.bot.chances import suit_to_name
from sevenfold.games.trump7.bot.features import card_worth, situation
from sevenfold.games.trump7.bot.weights import WEIGHTS, Weights
from sevenfold.games.trump7.rules import playable, unseen_cards
from sevenfold.games.trump7.state import JOKER, JOKER_CARD, Kind, Phase, Seen, State


def choose(view: Seen, seat: int) -> Move:
    """A bid, the discards, or a card."""
    return choose_by(view, seat, WEIGHTS)


def choose_by(view: State, seat: int, weights: Weights) -> Move:
    """A bid, the discards, or a card, by these weights."""
    if view.phase == Phase.BID:
        return bid(view.hands[seat], weights)
    if view.phase == Phase.DISCARD:
        return Move(Kind.DISCARD, cards_to_put_away(view, seat, weights), 0, 0)
    return play(view, seat, best_card(view, seat))


def play(view: State, seat: int, kind: int) -> Move:
    """The move that plays a card; a joker led in a leaster names a suit."""
    if kind == JOKER and view.leaster == 1 and seat == view.leader:
        return Move(Kind.PLAY, JOKER_CARD, 0, 1 + suit_to_name(view, seat))
    return Move(Kind.PLAY, 1 << kind, 0, 0)


def best_card(view: State, seat: int) -> int:
    """The kind that weighs most; of equals the lowest."""
    options = playable(view, seat)
    if options & options - 1 == 0:
        return lowest(options)
    hidden = unseen_cards(view, seat)
    row = situation(view, seat)
    best, most = -1, 0.0
    while options:
        kind = lowest(options)
        options &= options - 1
        worth = card_worth(view, seat, kind, hidden, row)
        if best < 0 or worth > most:
            best, most = kind, worth
    return best

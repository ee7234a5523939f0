"""The learnt player of Trump 7: it bids by rules, and a small network weighs the cards that it may play.

The network was learnt by `bench.network`, which plays the game and values each card by rollouts. Rollouts use
this player too, so it is written to be compiled.
"""

from sevenfold.cards.masks import kinds_of, lowest
from sevenfold.core.moves import Move
from sevenfold.core.network import NetworkShape, note_moment, read_weights, weight_count, worth_of
from sevenfold.games.trump7.bot.features import SITUATIONS, card_worth, situation
from sevenfold.games.trump7.bot.inputs import (
    CARDS,
    MOST_ROWS,
    NUMBERS,
    ROWS,
    card_index,
    list_numbers,
    list_rows,
    suit_indices,
)
from sevenfold.games.trump7.bot.player import choose as choose_by_rules
from sevenfold.games.trump7.bot.player import play
from sevenfold.games.trump7.rules import playable, unseen_cards
from sevenfold.games.trump7.state import PLAYING, Seen, State

SHAPE = NetworkShape(rows=ROWS, choices=CARDS, numbers=NUMBERS, units=16)
NETWORKS = SITUATIONS
SIZE = weight_count(SHAPE)
"""The weights of one network; there is a network for each situation (features.py), one after the other."""

NETWORK = read_weights("sevenfold.games.trump7.bot")


def choose(view: Seen, seat: int) -> Move:
    """A bid and the discards, by the rule-based player; a card, by the network."""
    if view.phase != PLAYING:
        return choose_by_rules(view, seat)
    return play(view, seat, best_card(view, seat))


def best_card(view: State, seat: int) -> int:
    """The kind that weighs most; of equals the lowest."""
    options = playable(view, seat)
    if options & options - 1 == 0:
        return lowest(options)
    hidden, row = unseen_cards(view, seat), situation(view, seat)
    indices, first = suit_indices(view, seat, hidden), SIZE * row
    rows, layer, numbers = [0] * MOST_ROWS, [0.0] * SHAPE.units, [0.0] * NUMBERS
    count = list_rows(view, seat, hidden, indices, rows)
    note_moment(SHAPE, NETWORK, first, rows, count, layer)
    best, most = -1, 0.0
    for kind in kinds_of(options):
        list_numbers(view, seat, kind, hidden, card_worth(view, seat, kind, hidden, row), numbers)
        worth = worth_of(SHAPE, NETWORK, first, layer, card_index(kind, indices), numbers)
        if best < 0 or worth > most:
            best, most = kind, worth
    return best

"""How a learnt player weighs cards: a game says what its networks are told, and the rest is here.

A game gives a module of `Inputs`, `bot/inputs.py`. `sevenfold train` learns its networks and writes them to
`bot/network.json`; with `bot/learnt.py`, which hands both to `choose_by`, they are the game's learnt player.
Rollouts play by it too, so inputs are written to be compiled.
"""

from typing import Protocol, TypeVar

from sevenfold.cards.masks import kinds_of, lowest, popcount
from sevenfold.core.moves import Move
from sevenfold.core.network import NetworkShape, note_moment, weight_count, worth_of

V = TypeVar("V", contravariant=True)
H = TypeVar("H")

FUNCTIONS = (
    *("choose", "situation", "playable", "unseen_cards", "index_suits", "list_rows"),
    *("card_index", "card_worth", "list_numbers", "play"),
)
"""The functions of Inputs."""


class Inputs(Protocol[V, H]):
    """What a game's networks are told of a moment in which a card is to be played, and of each such card.

    `hidden` is what `unseen_cards` finds, `indices` what `index_suits` sets, `row` the situation. What is
    found once for all cards of a moment goes into `hidden`. A card is a number below 62, its kind. Where
    several cards are played together, a game may number such plays instead; only the game reads the numbers.
    """

    SHAPE: NetworkShape
    NETWORKS: int
    """How many networks there are: one for each situation."""
    SUITS: int
    """How many suits there are."""
    MOST_ROWS: int
    """The most facts that may hold at a moment."""

    def choose(self, view: V, seat: int, /) -> Move:
        """The move of the rule-based player, for what is no card."""

    def situation(self, view: V, seat: int, /) -> int:
        """Which network weighs the cards; -1 where no card is to be played."""

    def playable(self, view: V, seat: int, /) -> int:
        """The cards that the seat may play, as a mask."""

    def unseen_cards(self, view: V, seat: int, /) -> H:
        """The cards that the seat has not seen: as a mask, or with what it can tell of them."""

    def index_suits(self, view: V, seat: int, hidden: H, indices: list[int], /) -> None:
        """Set the place of each suit in an order of suits, so that what is learnt of one holds for all."""

    def list_rows(self, view: V, seat: int, hidden: H, indices: list[int], rows: list[int], /) -> int:
        """List in `rows` the numbers of the facts that hold. Returns how many they are."""

    def card_index(self, kind: int, indices: list[int], /) -> int:
        """The number of a card among the choices, by the order of suits."""

    def card_worth(self, view: V, seat: int, kind: int, hidden: H, row: int, /) -> float:
        """What the rule-based player takes a card to be worth; a network begins by it."""

    def list_numbers(
        self, view: V, seat: int, kind: int, hidden: H, worth: float, numbers: list[float], /
    ) -> None:
        """Set the numbers that describe a card; the first is `worth`, what `card_worth` finds."""

    def play(self, view: V, seat: int, kind: int, /) -> Move:
        """The move that plays a card of this kind."""


def choose_by(inputs: Inputs[V, H], weights: tuple[float, ...], view: V, seat: int) -> Move:
    """The card that weighs most by a game's networks; what is no card, by rules."""
    row = inputs.situation(view, seat)
    if row < 0:
        return inputs.choose(view, seat)
    return inputs.play(view, seat, heaviest(inputs, weights, view, seat, row))


def heaviest(inputs: Inputs[V, H], weights: tuple[float, ...], view: V, seat: int, row: int) -> int:
    """The kind that weighs most; of equals the lowest."""
    options = inputs.playable(view, seat)
    if options & options - 1 == 0:
        return lowest(options)
    shape, hidden = inputs.SHAPE, inputs.unseen_cards(view, seat)
    indices, rows = [0] * inputs.SUITS, [0] * inputs.MOST_ROWS
    layer, numbers = [0.0] * inputs.SHAPE.units, [0.0] * inputs.SHAPE.numbers
    first = weight_count(shape) * row
    inputs.index_suits(view, seat, hidden, indices)
    count = inputs.list_rows(view, seat, hidden, indices, rows)
    note_moment(shape, weights, first, rows, count, layer)
    best, most = -1, 0.0
    for kind in kinds_of(options):
        by_rules = inputs.card_worth(view, seat, kind, hidden, row)
        inputs.list_numbers(view, seat, kind, hidden, by_rules, numbers)
        worth = worth_of(shape, weights, first, layer, inputs.card_index(kind, indices), numbers)
        if best < 0 or worth > most:
            best, most = kind, worth
    return best


# --- what a game's inputs may call ------------------------------------------------------------------


def list_if(is_so: bool, row: int, rows: list[int], count: int) -> int:
    """List the row of a fact if it holds, after `count` others. Returns how many are listed then."""
    if is_so:
        rows[count] = row
        return count + 1
    return count


def list_steps(steps: int, most: int, first: int, rows: list[int], count: int) -> int:
    """List a row for each step of a number, from `first` on, but no more than `most`."""
    for step in range(min(steps, most)):
        count = list_if(True, first + step, rows, count)
    return count


def order_by_length(hand: int, hidden: int, ranks: int, indices: list[int], next_index: int) -> None:
    """Give the suits that have no index yet (-1) the next ones. The suit of which the hand has most cards
    comes first; of equals, that of which most are hidden.
    """
    suits = len(indices)
    while next_index < suits:
        longest, most = -1, -1
        for suit in range(suits):
            cards = (1 << ranks) - 1 << suit * ranks
            length = ranks * popcount(hand & cards) + popcount(hidden & cards)
            if indices[suit] < 0 and length > most:
                longest, most = suit, length
        indices[longest] = next_index
        next_index += 1

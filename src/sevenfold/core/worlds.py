"""Worlds that a seat cannot rule out: hidden cards laid out at random, by swaps.

A game's `sample.py` lists the hidden cards and the places where they lie, with the kinds that cannot be in
each. The layouts form a Markov chain: two cards are swapped again and again. A card where it cannot be is a
conflict. With n hidden cards, a swap into a conflict is accepted with chance 1/n²: rarely enough that most
layouts have none, and often enough that every layout can be reached, also where swaps without conflict would
not lead to it. Layouts with a conflict are passed through but never used. So all others come up equally
often; testing/contract/test_worlds.py counts every layout of small deals, and compares the chances in large
ones with exact counts. Successive layouts are alike, so between two worlds each card is swapped a few times.
Anything hidden besides cards, such as a suit called in secret, is drawn first (`draw_case`). A world costs 1
to 2 µs. `compiled` compiles this too.
"""

from typing import Any, NamedTuple, Protocol, TypeVar

from sevenfold.core.dice import roll
from sevenfold.core.visibility import assign
from sevenfold.errors import SevenfoldError

S = TypeVar("S")
V = TypeVar("V")
S_contra = TypeVar("S_contra", contravariant=True)
V_contra = TypeVar("V_contra", contravariant=True)

MOST_CARDS = 108
MOST_PLACES = 62
"""The most hidden cards (two packs), and the most places (the bits of a mask)."""

NO_CASE = -1

_COUNT, _SLOTS, _CONFLICTS, _CASE = range(4)
"""What `counters` of a layout holds: how many cards are listed, how many slots for cards there are, how many
conflicts, and the case that the cards are listed for."""

_AT_FIRST, _SWAPS_A_CARD, _SWAPS_AT_LEAST = 4, 2, 16
"""Swaps tried between two worlds: so many for each hidden card, and so many besides. Before the first world
there are _AT_FIRST times as many."""

_MOST_STEPS = 1 << 22
"""The steps after which no layout is taken to exist; one is usually found within a few hundred."""


class NoSample(SevenfoldError, LookupError):
    """A game whose game does not say where hidden cards may lie.

    >>> import sevenfold
    >>> print(sevenfold.NoSample("hearts"))
    hearts has no sample.py, so that no worlds can be drawn
    """

    def __init__(self, game: str) -> None:
        super().__init__(f"{game} has no sample.py, so that no worlds can be drawn")
        self.game = game


class NoWorld(SevenfoldError, RuntimeError):
    """What a seat sees is not possible, by what its game says of the hidden cards.

    >>> import sevenfold
    >>> print(sevenfold.NoWorld("lockup", 2))
    lockup: no layout of the hidden cards fits what seat 2 sees
    """

    def __init__(self, game: str, seat: int) -> None:
        super().__init__(f"{game}: no layout of the hidden cards fits what seat {seat} sees")
        self.game = game
        self.seat = seat


class Layout(NamedTuple):
    """Hidden cards and where they lie; every list but `barred` and `counters` has one entry for each card."""

    kinds: list[int]
    fits: list[int]
    """The places where a card may lie, as a mask."""
    twins: list[int]
    """The other hidden card of the same kind; a card itself where there is none."""
    apart: list[int]
    """The places where a card may not lie with its twin, as a mask."""
    places: list[int]
    """Where each card lies."""
    barred: list[int]
    """The kinds that cannot lie at each place, as a mask."""
    counters: list[int]


class Sample(Protocol[S_contra, V_contra]):
    """What a game knows of hidden cards. `seen` is always the view of the acting seat."""

    def draw_case(self, seen: V_contra, seat: int, dice: int, /) -> tuple[int, int]:
        """Draw what must be settled before the cards, such as a suit called in secret.

        Returns its number, 0 where there is nothing to settle, and the dice after it.
        """

    def list_hidden(self, seen: V_contra, seat: int, case: int, layout: Layout, /) -> None:
        """List the places with `add_place`, then with `add_card` as many hidden cards as the places hold."""

    def apply_layout(self, world: S_contra, seat: int, case: int, layout: Layout, dice: int, /) -> int:
        """Complete `world`, a copy of the view, by a layout. Returns the dice after it."""


def empty_layout() -> Layout:
    """A layout with room for the hidden cards of any game."""
    kinds, fits, twins, apart, places = ([0] * MOST_CARDS for _ in range(5))
    return Layout(kinds, fits, twins, apart, places, [0] * MOST_PLACES, [0, 0, 0, NO_CASE])


# --- for games ----------------------------------------------------------------------------------------


def add_place(layout: Layout, place: int, size: int, barred: int) -> None:
    """Add a place, 0 to 61, with room for `size` cards; kinds in the mask `barred` cannot lie there."""
    layout.barred[place] = barred
    for slot in range(layout.counters[_SLOTS], layout.counters[_SLOTS] + size):
        layout.places[slot] = place
    layout.counters[_SLOTS] += size


def add_card(layout: Layout, kind: int) -> int:
    """Add a hidden card, which may lie wherever its kind is not barred. Returns its number, from 0 on."""
    card, places, barred = layout.counters[_COUNT], layout.places, layout.barred
    fits = 0
    for slot in range(layout.counters[_SLOTS]):
        place = places[slot]
        if not barred[place] >> kind & 1:
            fits |= 1 << place
    layout.kinds[card] = kind
    layout.fits[card] = fits
    layout.twins[card] = card
    layout.apart[card] = 0
    layout.counters[_COUNT] += 1
    return card


def keep_apart(layout: Layout, card: int, twin: int, places: int) -> None:
    """Say that two cards of one kind cannot lie together at any one of `places`, a mask."""
    layout.twins[card], layout.twins[twin] = twin, card
    layout.apart[card] = layout.apart[twin] = places


def hidden_count(layout: Layout) -> int:
    """How many cards are listed."""
    return layout.counters[_COUNT]


def all_are_placed(layout: Layout) -> bool:
    """Whether the places have room for as many cards as are listed."""
    return layout.counters[_COUNT] == layout.counters[_SLOTS]


# --- the chain ----------------------------------------------------------------------------------------


def draw_world(
    sample: Sample[S, V], seen: V, seat: int, layout: Layout, world: S, dice: int
) -> tuple[bool, int]:
    """Set `world` to the next one that the seat cannot rule out, and move the layout on. Returns whether
    there is such a world, and the dice after it.
    """
    case, dice = sample.draw_case(seen, seat, dice)
    is_new = case != layout.counters[_CASE]
    if is_new:
        layout.counters[_COUNT] = layout.counters[_SLOTS] = 0
        layout.counters[_CASE] = case
        sample.list_hidden(seen, seat, case, layout)
    found, dice = move_on(layout, is_new, dice)
    if found:
        assign(world, seen)
        dice = sample.apply_layout(world, seat, case, layout, dice)
    return found, dice


def move_on(layout: Layout, is_new: bool, dice: int) -> tuple[bool, int]:
    """Lay out the cards anew; `is_new` is true when they were just listed. Returns whether any layout fits,
    and the dice after it.
    """
    swaps = _SWAPS_A_CARD * layout.counters[_COUNT] + _SWAPS_AT_LEAST
    if is_new:
        _count_conflicts(layout)
        swaps *= _AT_FIRST
    return _swap(layout, swaps, dice)


def _swap(layout: Layout, swaps: int, dice: int) -> tuple[bool, int]:
    """Try swaps until `swaps` of them left no conflict. Returns whether that came about, and the dice."""
    places, fits, apart = layout.places, layout.fits, layout.apart
    count, conflicts = layout.counters[_COUNT], layout.counters[_CONFLICTS]
    steps = 0
    while swaps > 0 and steps < _MOST_STEPS:
        card, dice = roll(dice, count)
        other, dice = roll(dice, count)
        here, there = places[card], places[other]
        if here != there:
            more = (fits[card] >> here & 1) - (fits[card] >> there & 1)
            more += (fits[other] >> there & 1) - (fits[other] >> here & 1)
            if apart[card] | apart[other]:
                more += _clashes(layout, card, other)
            is_made = True
            for _ in range(more):
                outcome, dice = roll(dice, count * count)
                is_made = is_made and outcome == 0
            if is_made:
                places[card], places[other] = there, here
                conflicts += more
        if conflicts == 0:
            swaps -= 1
        steps += 1
    layout.counters[_CONFLICTS] = conflicts
    return swaps <= 0, dice


def _clashes(layout: Layout, card: int, other: int) -> int:
    """How many more cards would lie with a twin that they must be apart from, if two cards changed places."""
    if layout.twins[card] == other:
        return 0
    here, there = layout.places[card], layout.places[other]
    more = _clash(layout, card, there) - _clash(layout, card, here)
    return more + _clash(layout, other, here) - _clash(layout, other, there)


def _clash(layout: Layout, card: int, place: int) -> int:
    """1 if a card at this place would lie with its twin where they must be apart, else 0."""
    return layout.apart[card] >> place & 1 if layout.places[layout.twins[card]] == place else 0


def _count_conflicts(layout: Layout) -> None:
    conflicts = 0
    for card in range(layout.counters[_COUNT]):
        place = layout.places[card]
        conflicts += 1 - (layout.fits[card] >> place & 1)
        if layout.twins[card] < card:
            conflicts += _clash(layout, card, place)
    layout.counters[_CONFLICTS] = conflicts


def draw_worlds(sample: Sample[S, V], seen: V, seat: int, layout: Layout, worlds: Any, dice: int) -> bool:
    """Set each of the states `worlds` to one that the seat cannot rule out. Returns whether there are any."""
    for number in range(len(worlds)):
        found, dice = draw_world(sample, seen, seat, layout, worlds[number], dice)
        if not found:
            return False
    return True

"""Views as they are written: what a seat sees, in notation. Scenarios test the same fields."""

from functools import cache
from types import NoneType
from typing import Any, get_args, get_type_hints

import msgspec

from sevenfold.core.encoding import Seat
from sevenfold.errors import SevenfoldError


class SideWithoutSeats(SevenfoldError, ValueError):
    """Partners of whom there is nobody."""

    def __init__(self) -> None:
        super().__init__(
            "a side has no seats: Partners names each seat that plays together; "
            "leave a side out of the view until somebody is in it"
        )


class Pile(msgspec.Struct, frozen=True):
    """Cards that lie open: whose they are, `None` for nobody's.

    >>> import sevenfold
    >>> match = sevenfold.new_match(sevenfold.load_game("lockup"), seed=7)
    >>> step = match.play(0, match.legal(0)[0])
    >>> match.view(1).table
    (Pile(seat=0, cards=('7S',)),)
    """

    seat: int | None
    cards: tuple[str, ...]


class NamedPart(msgspec.Struct, frozen=True):
    """A part of the cards chosen that counts as one, the highest card first; the game names its kinds."""

    kind: str
    cards: tuple[str, ...]


class ResultLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line of how a round came out: the rule that it comes from, and the key of its sentence in the texts.

    It is about one `seat`, or about the `seats` of a side or of several players, whom its sentence calls by
    their names. `count` is what the line comes to; where that is a product, it is `points` times `times`. The
    lines are in the order in which they are added up.
    """

    rule: str
    key: str
    seat: int | None = None
    seats: tuple[int, ...] = ()
    cards: tuple[str, ...] = ()
    points: int | None = None
    times: int | None = None
    count: int | None = None


class Lying(msgspec.Struct, frozen=True):
    """Cards that lie on the table besides the trick or the melds: a card turned up, a widow, a pile, a dummy.

    `cards` lie open, the top one last, and `backs` more face down. They lie before `seat`, or in the middle.
    """

    cards: tuple[str, ...] = ()
    backs: int = 0
    seat: int | None = None


class Partners(msgspec.Struct, frozen=True):
    """Seats that play together, and what they have so far; `wanted` is what they need, such as their bid.

    Raises SideWithoutSeats.

    >>> Partners((0, 2), 3, wanted=5)
    Partners(seats=(0, 2), count=3, wanted=5)
    """

    seats: tuple[int, ...]
    count: int
    wanted: int | None = None

    def __post_init__(self) -> None:
        """Raise SideWithoutSeats."""
        if not self.seats:
            raise SideWithoutSeats


class SuitGroup(msgspec.Struct, frozen=True):
    """Cards of a hand that count as one suit, from left to right; jokers alone have none."""

    suit: str | None
    cards: tuple[str, ...]


class View(msgspec.Struct, frozen=True, kw_only=True, tag_field="game"):
    """What one seat sees of a round; `seat` is None for a spectator.

    A game's own view adds its fields: a number, a `Seat`, a text or pile, a `Lying`, a tuple of `Partners`,
    or a tuple with a number a seat, None for a seat that has none yet. A table that knows nothing of the game
    can draw them by the labels in the game's texts. Where a view has `trump`, its suit, or `sorted_hand`, a
    tuple of `SuitGroup`, the hand is sorted by them.

    >>> import sevenfold
    >>> match = sevenfold.new_match(sevenfold.load_game("lockup"), seed=7)
    >>> view = match.view(0)
    >>> view.hand[:3], view.hand_sizes, view.acting, view.phase
    (('7S', 'KH', '9H'), (13, 13, 13, 13), (0,), 'play')
    """

    seat: int | None
    acting: tuple[int, ...]
    phase: str
    hand: tuple[str, ...]
    hand_sizes: tuple[int, ...]
    leader: Seat | None
    table: tuple[Pile, ...]
    """The cards played to the current trick, or the melds, in the order in which they were laid."""
    verb: str
    """The word to send before cards chosen that make no move, so that the rules say why; empty for none."""
    result_lines: tuple[ResultLine, ...]
    """How the round came out; empty before its end."""


@cache
def seat_fields(view: type[View]) -> tuple[str, ...]:
    """The fields of a view that hold a `Seat`, or several, or None."""
    hints = get_type_hints(view, include_extras=True)
    return tuple(name for name, hint in hints.items() if _is_seat(hint))


@cache
def gap_fields(view: type[View]) -> tuple[str, ...]:
    """The fields of a view with a number a seat that may be missing, such as bids: there 0 says something."""
    hints = get_type_hints(view, include_extras=True)
    return tuple(
        name
        for name, hint in hints.items()
        if any(set(get_args(each)) == {int, NoneType} for each in get_args(hint))
    )


@cache
def phases(view: type[View]) -> tuple[str, ...]:
    """The phases that a view may be in: those of a `Literal`, or of `one_of` (core/codes.py)."""
    hint = get_type_hints(view, include_extras=True)["phase"]
    said = [each for each in get_args(hint) if isinstance(each, msgspec.Meta)]
    return tuple((said[0].extra_json_schema or {})["enum"]) if said else get_args(hint)


def _is_seat(hint: Any) -> bool:
    """`Seat`, `Seat | None` or `tuple[Seat, ...]`."""
    return hint == Seat or any(map(_is_seat, get_args(hint)))

"""What a game says of its state's fields, so that a view can be written as an array of numbers.

Each field that a seat may see is described by one of the classes below. A list with an entry for each seat is
turned, so that the viewer comes first. The number of a seat is counted from the viewer in the same way.

The types of the fields say it: `Public[Seat]`, `Own[list[Cards]]`, `Public[Annotated[int, Number(13)]]`.
Where a game's `GameEncoding` names the fields itself, that counts instead.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from sevenfold.core.codes import Codes, is_codes
from sevenfold.errors import SevenfoldError


@dataclass(frozen=True)
class CardSet:
    """A set of cards: a 1 or 0 for each kind."""


@dataclass(frozen=True)
class OneCard:
    """A card: a 1 at its kind, or all 0 for none."""


@dataclass(frozen=True)
class CardOrder:
    """A list of cards, each kind at most once: where each kind stands in it, from 1 on, or 0."""


@dataclass(frozen=True)
class SeatNumber:
    """A seat: a 1 at its index, counted from the viewer, or all 0 for nobody."""


@dataclass(frozen=True)
class OneOf:
    """A number from 0 to `count` - 1: a 1 at its index. All 0 for -1, which stands for none."""

    count: int


@dataclass(frozen=True)
class Number:
    """A number from `low` to `high`, as it is."""

    high: int
    low: int = 0


@dataclass(frozen=True)
class Flags:
    """A set of `count` things: a 1 or 0 for each."""

    count: int


@dataclass(frozen=True)
class LeftOut:
    """A field that tells a player nothing they can use while they act; `why` says so."""

    why: str


@dataclass(frozen=True)
class WhoActs(LeftOut):
    """A field that says no more than who is to act, such as that another is asked first. The rules need it;
    an observation is the same without it, so that who could claim is not told (law 8).
    """


@dataclass(frozen=True)
class Each:
    """A list whose entries belong to no seat, such as melds: each entry as `feature`."""

    feature: CardSet | OneCard | SeatNumber


Seat = Annotated[int, SeatNumber()]
"""The number of a seat, in a state and in a view."""
Cards = Annotated[int, CardSet()]
"""A set of cards as a mask."""
Card = Annotated[int, OneCard()]
"""A kind of card, or NO_CARD."""
Flag = Annotated[int, Number(1)]
"""1 or 0."""

Feature = Each | CardSet | OneCard | CardOrder | SeatNumber | OneOf | Number | Flags | LeftOut


def nothing(_options: object, _players: int) -> int:
    """No result is below zero."""
    return 0


@dataclass(frozen=True)
class MoveEncoding:
    """How a game's moves become tokens of a history.

    `kinds` are the kinds of move, and `args` is how many numbers `arg` of a move may be, from 0 on. In moves
    of the kinds `seats` it is a seat.

    `outcomes` name the fields of the state that say what came of a move. Where one has changed in a seat's
    view, tokens say so: the cards that came into a set, by how much a number grew, a seat or a number in
    place of another. `("taker", "suit_led")` is told each time that `suit_led` falls back to none, also where
    `taker` is the same as before.
    """

    kinds: type[Codes]
    args: int
    seats: tuple[int, ...] = ()
    outcomes: tuple[str | tuple[str, str], ...] = ()

    @property
    def told(self) -> tuple[str, ...]:
        """The fields that `outcomes` name."""
        return tuple(each if isinstance(each, str) else each[0] for each in self.outcomes)


@dataclass(frozen=True)
class GameEncoding:
    """How a game's views become arrays.

    `version` goes up when an array could come out differently. `kinds` is the number of kinds in the largest
    pack. `max_moves` is the greatest number of legal moves that take exactly the same cards. `fields` says
    how each field is written, if the types in `state.py` do not.

    `worst` gives the worst result that a round can bring a seat, by options and number of players: what an
    illegal action costs; it is left out where nobody loses anything. `cut_short` names the fields of the
    state that are 1 where a round ended before it was played, such as a deal that was thrown in. `best`
    bounds what a round can bring a seat; without it a thousand does. `total` is what a round brings all seats
    together, in a game in which that is always the same. `longest` bounds the actions of a round, with the
    moves of chance that come after the deal; without it a thousand does. `moves` says how moves become
    tokens; without it there is no history.
    """

    version: int
    kinds: int
    max_moves: int
    worst: Callable[[Any, int], int] = nothing
    fields: Mapping[str, Feature] | None = None
    cut_short: tuple[str, ...] = ()
    best: Callable[[Any, int], int] | None = None
    total: int | None = None
    longest: Callable[[Any, int], int] | None = None
    moves: MoveEncoding | None = None


class NoFeature(SevenfoldError, TypeError):
    """A field whose type does not say which numbers it can be."""

    def __init__(self, owner: str, name: str) -> None:
        super().__init__(
            f"{owner}.{name} must say what it stands for, such as Public[Seat], Own[list[Cards]] or "
            "Public[Annotated[int, Number(13)]] (core/encoding.py)"
        )
        self.owner = owner
        self.name = name


def features_of(state: type[Any], names: Collection[str]) -> dict[str, Feature]:
    """What the types of these fields of a state say. Raises NoFeature."""
    hints = get_type_hints(state, include_extras=True)
    return {name: _feature(state, name, hints[name]) for name in names}


@cache
def who_acts(state: type[Any]) -> frozenset[str]:
    """The fields of a state that say no more than who is to act, as their types tell (`WhoActs`)."""
    hints = get_type_hints(state, include_extras=True)
    return frozenset(name for name, hint in hints.items() if isinstance(_told(hint), WhoActs))


def _feature(state: type[Any], name: str, hint: Any) -> Feature:
    if (told := _told(hint)) is None:
        raise NoFeature(state.__name__, name)
    return told


def _told(hint: Any) -> Feature | None:
    """The feature in a type, or in that of a list's entries."""
    while get_origin(hint) is not None:
        inner, *said = get_args(hint)
        if found := [each for each in map(_said, said) if each is not None]:
            return found[0]
        hint = inner
    return None


def _said(said: object) -> Feature | None:
    """A number that is one of a game's codes, such as a phase, is one of as many."""
    if is_codes(said):
        return OneOf(len(said.words))
    return said if isinstance(said, Feature) else None

"""Who may see which field of a state, and the views made from that.

A state is a dataclass of integers and fixed-length lists of integers. Each field says in its type who
may see it, so that a view is made by copying what a seat may see. Nothing is ever struck out of a full
state, so nothing can be forgotten.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from enum import Enum
from operator import attrgetter
from typing import Annotated, Any, TypeVar, cast, dataclass_transform, get_args, get_origin, get_type_hints

T = TypeVar("T")
V = TypeVar("V")


class Visibility(Enum):
    """Who may see a field."""

    PUBLIC = "public"
    """Everybody."""
    OWN = "own"
    """A list with an entry a seat; entry i is for seat i alone."""
    HIDDEN = "hidden"
    """Nobody."""


@dataclass(frozen=True, slots=True)
class _Fields:
    """A state's fields by their places in the order of declaration: views are made all the time.

    `own` and `hidden` come with what a blank state has there.
    """

    visibilities: dict[str, Visibility]
    values: Callable[[Any], Sequence[Any]]
    lists: tuple[int, ...]
    public_lists: tuple[int, ...]
    own: tuple[tuple[int, list[int]], ...]
    hidden: tuple[tuple[int, int], ...]
    hidden_lists: tuple[tuple[int, list[int]], ...]


_FIELDS: dict[type[Any], _Fields] = {}

Public = Annotated[T, Visibility.PUBLIC]
Own = Annotated[T, Visibility.OWN]
Hidden = Annotated[T, Visibility.HIDDEN]


class UndeclaredVisibility(TypeError):
    """A field of a state that does not say who may see it."""

    def __init__(self, owner: str, name: str, reason: str) -> None:
        super().__init__(f"{owner}.{name} {reason}")
        self.owner = owner
        self.name = name


def fixed(length: int, fill: int = 0) -> list[int]:
    """Declare a list field of a state: its length never changes, each entry begins as `fill`."""
    made: list[int] = field(default_factory=lambda: [fill] * length)
    return made


@dataclass_transform()
def game_state(cls: type[T]) -> type[T]:
    """Make a class the state of a game. Raises UndeclaredVisibility for a field without its visibility.

    Every field needs a default: the blank state tells the lengths, and is what a view starts from.
    """
    made = dataclass(slots=True)(cls)
    declared = _declared(made)
    blank = made()
    values = [getattr(blank, name) for name in declared]
    places = list(zip(range(len(values)), declared.values(), values, strict=True))
    _FIELDS[made] = _Fields(
        visibilities=declared,
        values=attrgetter(*declared) if len(declared) > 1 else _only_value(*declared),
        lists=tuple(place for place, _, value in places if isinstance(value, list)),
        public_lists=tuple(
            place
            for place, visibility, value in places
            if visibility is Visibility.PUBLIC and isinstance(value, list)
        ),
        own=tuple((place, value) for place, visibility, value in places if visibility is Visibility.OWN),
        hidden=tuple(
            (place, value)
            for place, visibility, value in places
            if visibility is Visibility.HIDDEN and isinstance(value, int)
        ),
        hidden_lists=tuple(
            (place, value)
            for place, visibility, value in places
            if visibility is Visibility.HIDDEN and isinstance(value, list)
        ),
    )
    return made


def _only_value(name: str) -> Callable[[Any], Sequence[Any]]:
    return lambda state: (getattr(state, name),)


def _declared(cls: type[Any]) -> dict[str, Visibility]:
    hints = get_type_hints(cls, include_extras=True)
    found: dict[str, Visibility] = {}
    for declared in fields(cls):
        hint = hints[declared.name]
        if get_origin(hint) is not Annotated or not isinstance(get_args(hint)[1], Visibility):
            reason = "must say who may see it: Public[...], Own[...] or Hidden[...]"
            raise UndeclaredVisibility(cls.__name__, declared.name, reason)
        value, visibility = get_args(hint)[:2]
        if visibility is Visibility.OWN and value != list[int]:
            raise UndeclaredVisibility(cls.__name__, declared.name, "is Own and so must be a list[int]")
        found[declared.name] = visibility
    return found


def visibilities(cls: type[Any]) -> dict[str, Visibility]:
    """The visibility of each field of a game's state, in the order of declaration."""
    return _FIELDS[cls].visibilities


def duplicate(state: T) -> T:
    """A copy of a whole state, hidden fields too."""
    cls = type(state)
    known = _FIELDS[cls]
    values = list(known.values(state))
    for place in known.lists:
        values[place] = values[place][:]
    return cls(*values)


def assign(target: object, source: object) -> None:
    """Make a state the same as another, hidden fields too."""
    known = _FIELDS[type(source)]
    for name, value in zip(known.visibilities, known.values(source), strict=True):
        setattr(target, name, value[:] if isinstance(value, list) else value)


def view(state: T, seat: int | None) -> T:
    """What a seat may see, as a state of the same type; `None` is a spectator, who owns nothing.

    What the seat may not see has the value of a blank state.
    """
    cls = type(state)
    known = _FIELDS[cls]
    values = list(known.values(state))
    for place in known.public_lists:
        values[place] = values[place][:]
    for place, blank in known.own:
        entries = blank[:]
        if seat is not None:
            entries[seat] = values[place][seat]
        values[place] = entries
    for place, number in known.hidden:
        values[place] = number
    for place, blank in known.hidden_lists:
        values[place] = blank[:]
    return cls(*values)


def see(state: T, seat: int | None, seen: V) -> None:
    """Make `seen` what a seat may see; a playout has one for all its views."""
    assign(seen, cast(V, view(state, seat)))

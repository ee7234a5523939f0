"""Who may see which field of a state, and the views made from that.

A state is a dataclass of integers and fixed-length lists of integers. Each field says in its type who
may see it, so that a view is made by copying what a seat may see. Nothing is ever struck out of a full
state, so nothing can be forgotten.
"""

from dataclasses import dataclass, field, fields
from enum import Enum
from typing import (
    Annotated,
    Any,
    NamedTuple,
    TypeVar,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

T = TypeVar("T")


class Sight(Enum):
    """Who may see a field."""

    PUBLIC = "public"
    """Everybody."""
    OWN = "own"
    """A list with an entry a seat; entry i is for seat i alone."""
    HIDDEN = "hidden"
    """Nobody."""


class _Field(NamedTuple):
    name: str
    sight: Sight
    blank: int | list[int]
    """What it is in a blank state."""


_FIELDS: dict[type[Any], tuple[_Field, ...]] = {}

Public = Annotated[T, Sight.PUBLIC]
Own = Annotated[T, Sight.OWN]
Hidden = Annotated[T, Sight.HIDDEN]


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
    """Make a class the state of a game. Raises UndeclaredVisibility for a field without its sight.

    Every field needs a default: the blank state tells the lengths, and is what a view starts from.
    """
    made = dataclass(slots=True)(cls)
    blank = made()
    _FIELDS[made] = tuple(
        _Field(name, sight, getattr(blank, name)) for name, sight in _declared(made).items()
    )
    return made


def _declared(cls: type[Any]) -> dict[str, Sight]:
    hints = get_type_hints(cls, include_extras=True)
    found: dict[str, Sight] = {}
    for declared in fields(cls):
        hint = hints[declared.name]
        if get_origin(hint) is not Annotated or not isinstance(get_args(hint)[1], Sight):
            reason = "must say who may see it: Public[...], Own[...] or Hidden[...]"
            raise UndeclaredVisibility(cls.__name__, declared.name, reason)
        value, sight = get_args(hint)[:2]
        if sight is Sight.OWN and value != list[int]:
            raise UndeclaredVisibility(cls.__name__, declared.name, "is Own and so must be a list[int]")
        found[declared.name] = sight
    return found


def sights(cls: type[Any]) -> dict[str, Sight]:
    """The sight of each field of a game's state, in the order of declaration."""
    return {field.name: field.sight for field in _FIELDS[cls]}


def duplicate(state: T) -> T:
    """A copy of a whole state, hidden fields too."""
    cls = type(state)
    values = (getattr(state, field.name) for field in _FIELDS[cls])
    return cls(*[value[:] if isinstance(value, list) else value for value in values])


def view(state: T, seat: int | None) -> T:
    """What a seat may see, as a state of the same type; `None` is a spectator, who owns nothing.

    What the seat may not see has the value of a blank state.
    """
    cls = type(state)
    public, own = Sight.PUBLIC, Sight.OWN
    seen: list[int | list[int]] = []
    for name, sight, blank in _FIELDS[cls]:
        value = getattr(state, name) if sight is public else blank
        if isinstance(value, list):
            value = value[:]
            if sight is own and seat is not None:
                value[seat] = getattr(state, name)[seat]
        seen.append(value)
    return cls(*seen)

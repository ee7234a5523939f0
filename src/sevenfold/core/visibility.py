"""Who may see which field of a state, and the views made from that.

A state is a dataclass of integers and fixed-length lists of integers. Each field says in its type who
may see it, so that a view is made by copying what a seat may see. Nothing is ever struck out of a full
state, so nothing can be forgotten.
"""

from dataclasses import dataclass, field, fields
from enum import Enum
from typing import Annotated, Any, TypeVar, dataclass_transform, get_args, get_origin, get_type_hints

T = TypeVar("T")


class Sight(Enum):
    """Who may see a field."""

    PUBLIC = "public"
    """Everybody."""
    OWN = "own"
    """A list with an entry a seat; entry i is for seat i alone."""
    HIDDEN = "hidden"
    """Nobody."""


@dataclass(frozen=True, slots=True)
class _Fields:
    """The names of a state's fields, sorted once by how they are copied: views are made all the time."""

    sights: dict[str, Sight]
    numbers: tuple[str, ...]
    lists: tuple[str, ...]
    public_numbers: tuple[str, ...]
    public_lists: tuple[str, ...]
    own: tuple[str, ...]


_FIELDS: dict[type[Any], _Fields] = {}

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
    declared = _declared(made)
    lists = tuple(name for name in declared if isinstance(getattr(blank, name), list))
    public = [name for name, sight in declared.items() if sight is Sight.PUBLIC]
    _FIELDS[made] = _Fields(
        sights=declared,
        numbers=tuple(name for name in declared if name not in lists),
        lists=lists,
        public_numbers=tuple(name for name in public if name not in lists),
        public_lists=tuple(name for name in public if name in lists),
        own=tuple(name for name, sight in declared.items() if sight is Sight.OWN),
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
    return _FIELDS[cls].sights


def _copy(source: Any, target: Any, numbers: tuple[str, ...], lists: tuple[str, ...]) -> None:
    for name in numbers:
        setattr(target, name, getattr(source, name))
    for name in lists:
        setattr(target, name, getattr(source, name)[:])


def duplicate(state: T) -> T:
    """A copy of a whole state, hidden fields too."""
    copy = type(state)()
    assign(copy, state)
    return copy


def assign(target: T, source: T) -> None:
    """Make a state the same as another, hidden fields too."""
    cls = type(source)
    _copy(source, target, _FIELDS[cls].numbers, _FIELDS[cls].lists)


def view(state: T, seat: int | None) -> T:
    """What a seat may see, as a state of the same type; `None` is a spectator, who owns nothing.

    What the seat may not see has the value of a blank state.
    """
    cls = type(state)
    seen = cls()
    _copy(state, seen, _FIELDS[cls].public_numbers, _FIELDS[cls].public_lists)
    if seat is not None:
        for name in _FIELDS[cls].own:
            getattr(seen, name)[seat] = getattr(state, name)[seat]
    return seen


def see(state: T, seat: int | None, seen: T) -> None:
    """Make `seen` what a seat may see; a playout has one for all its views."""
    assign(seen, view(state, seat))

"""Who may see which field of a state, and the views made from that.

A state is a dataclass of integers and fixed-length lists of integers. Each field says in its type who
may see it, so that a view is made by copying what a seat may see. Nothing is ever struck out of a full
state, so nothing can be forgotten.
"""

from collections.abc import Callable, Mapping
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

from sevenfold.errors import SevenfoldError

T = TypeVar("T")
V = TypeVar("V")


class Visibility(Enum):
    """Who may see a field."""

    PUBLIC = "public"
    """Everybody."""
    OWN = "own"
    """A list with one entry for each seat; entry i is for seat i alone."""
    HIDDEN = "hidden"
    """Nobody."""


_Copy = Callable[[Any, Any, int | None], None]
"""`copy(made, state, seat)` fills `made` from `state`: as it is, or as the seat sees it."""


class _Fields(NamedTuple):
    """What is known of a state's fields."""

    visibilities: dict[str, Visibility]
    whole: _Copy
    seen: _Copy


_FIELDS: dict[type[Any], _Fields] = {}

Public = Annotated[T, Visibility.PUBLIC]
Own = Annotated[T, Visibility.OWN]
Hidden = Annotated[T, Visibility.HIDDEN]


class UndeclaredVisibility(SevenfoldError, TypeError):
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
    copies = {name: f"state.{name}{_copied(blank, name)}" for name in declared}
    _FIELDS[made] = _Fields(
        declared,
        whole=_written_out(copies, blank),
        seen=_written_out({name: _seen(name, declared[name], copies, blank) for name in declared}, blank),
    )
    return made


def _copied(blank: object, name: str) -> str:
    return ".copy()" if isinstance(getattr(blank, name), list) else ""


def _seen(name: str, visibility: Visibility, copies: Mapping[str, str], blank: object) -> str:
    """What a seat sees in a field, as an expression."""
    match visibility:
        case Visibility.PUBLIC:
            return copies[name]
        case Visibility.OWN:
            return f"own(blank.{name}, state.{name}, seat)"
        case Visibility.HIDDEN:
            return f"blank.{name}{_copied(blank, name)}"


def _written_out(fields: Mapping[str, str], blank: object) -> _Copy:
    """A function that sets each field to its expression. A loop over the fields takes three times as long."""
    lines = [f"    made.{name} = {value}" for name, value in fields.items()]
    names: dict[str, Any] = {"blank": blank, "own": _own}
    exec("\n".join(["def copy(made, state, seat):", *lines]), names)
    copy: _Copy = names["copy"]
    return copy


def _own(blank: list[int], entries: list[int], seat: int | None) -> list[int]:
    own = blank.copy()
    if seat is not None:
        own[seat] = entries[seat]
    return own


def _declared(cls: type[Any]) -> dict[str, Visibility]:
    hints, plain = get_type_hints(cls, include_extras=True), get_type_hints(cls)
    found: dict[str, Visibility] = {}
    for declared in fields(cls):
        hint = hints[declared.name]
        # the type itself may be annotated, with what its numbers stand for (core/encoding.py)
        said = get_args(hint) if get_origin(hint) is Annotated else ()
        visibility = next((each for each in said if isinstance(each, Visibility)), None)
        if visibility is None:
            reason = "must say who may see it: Public[...], Own[...] or Hidden[...]"
            raise UndeclaredVisibility(cls.__name__, declared.name, reason)
        if visibility is Visibility.OWN and plain[declared.name] != list[int]:
            raise UndeclaredVisibility(cls.__name__, declared.name, "is Own and so must be a list[int]")
        found[declared.name] = visibility
    return found


def visibilities(cls: type[Any]) -> dict[str, Visibility]:
    """The visibility of each field of a game's state, in the order of declaration."""
    return _FIELDS[cls].visibilities


def duplicate(state: T) -> T:
    """A copy of a whole state, hidden fields too."""
    cls = type(state)
    made = cls.__new__(cls)
    _FIELDS[cls].whole(made, state, None)
    return made


def assign(target: object, source: object) -> None:
    """Make a state the same as another, hidden fields too."""
    _FIELDS[type(source)].whole(target, source, None)


def view(state: T, seat: int | None) -> T:
    """What a seat may see, as a state of the same type; `None` is a spectator, who owns nothing.

    What the seat may not see has the value of a blank state.
    """
    cls = type(state)
    seen = cls.__new__(cls)
    _FIELDS[cls].seen(seen, state, seat)
    return seen


def see(state: T, seat: int | None, seen: V) -> None:
    """Write what a seat may see into `seen`, so that a playout needs only one state for all its views."""
    _FIELDS[type(state)].seen(seen, state, seat)


def word_at(record: Any, word: int) -> int:
    """A number of a state, by its place in the record. Compiled code is given the record itself; plain Python
    gives the same memory as a row of int64.
    """
    number: int = record[word]
    return number

"""What a simple game need not write: `core/parts.py` adds what its `rules.py` and `view.py` have not.

These functions keep to what can be compiled.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NoReturn, Protocol, TypeVar

from sevenfold.core.deal import Deal, DealError, MatchSoFar
from sevenfold.core.events import Manner
from sevenfold.core.moves import UNREADABLE, Move
from sevenfold.core.views import NamedPart
from sevenfold.core.written import WrittenMove

V = TypeVar("V")

RULES = (
    "begins",
    "chance",
    "chance_move",
    "default_move",
    "is_listed",
    "next_first",
    "thrown_in",
    "write_carried",
)
VIEW = ("BIDS", "named_parts", "would_do")
"""What a game's `rules.py` and `view.py` need not have."""


def fill(module: Any, names: Sequence[str]) -> Any:
    """A module of a game, with the functions of these names where it has none of its own."""
    for name in names:
        if not hasattr(module, name):
            setattr(module, name, globals()[name])
    return module


class WithFirst(Protocol):
    """A state that says which seat was first, and has a list with one entry for each seat."""

    first: int
    hand_sizes: list[int]


# --- rules ----------------------------------------------------------------------------------------


def begins(state: WithFirst) -> int:
    """Whoever is `first` leads, bids or draws first."""
    return state.first


def is_listed(_state: object) -> bool:
    """The legal moves are always few enough for a record to list them."""
    return True


def default_move(_state: object) -> None:
    """There is no such move: scenarios write every move."""


def chance(_state: object) -> int:
    """Nothing is left to chance after the deal."""
    return 0


def chance_move(_state: object, _index: int) -> Move:
    """Chance is never due, so this move is never made."""
    return Move(UNREADABLE, 0, 0, 0)


def thrown_in(_state: object) -> bool:
    """Every round counts."""
    return False


def next_first(state: WithFirst, _so_far: MatchSoFar) -> int:
    """The seat after the one that was first."""
    return (state.first + 1) % len(state.hand_sizes)


def write_carried(_state: object, _out: Sequence[int]) -> None:
    """Nothing is carried on."""


# --- states from outside --------------------------------------------------------------------------


def misfit(_state: object) -> str:
    """No field is known not to fit the others."""
    return ""


# --- players --------------------------------------------------------------------------------------


def candidates(_seen: object, _seat: int) -> Sequence[Move]:
    """A seat always has so few moves that a search can try them all."""
    return ()


def beginner_view(seen: V, _seat: int) -> V:
    """A beginner remembers all."""
    return seen


# --- story ----------------------------------------------------------------------------------------


def manner(move: WrittenMove) -> Manner:
    """A move that names no cards, such as a bid or a pass, is said; cards are seen."""
    return "seen" if move.cards else "said"


# --- view and position ------------------------------------------------------------------------------

BIDS: tuple[str, ...] = ()
"""What lies among the bids says a suit or a number."""


def named_parts(_seen: object, _cards: int, _twice: int) -> tuple[NamedPart, ...]:
    """Cards chosen do not fall into parts that have names."""
    return ()


def would_do(_seen: object, _seat: int) -> None:
    """A refusal is shown with every card that may be chosen first."""


def set_up(
    _options: object, _players: int, _deal: Deal, _first: int, _position: Mapping[str, object]
) -> NoReturn:
    """There are no positions: scenarios begin with the deal."""
    raise DealError("this game has no positions: a round begins with its deal")

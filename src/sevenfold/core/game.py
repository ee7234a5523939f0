"""The Game protocol: what a room of `games/` gives to everything else."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from sevenfold.cards.pack import Pack
from sevenfold.core.deal import Deal
from sevenfold.core.events import Event
from sevenfold.core.moves import ChosenPart, Move
from sevenfold.core.options import Options, read_options
from sevenfold.core.views import View
from sevenfold.core.violations import COMMON, FIRST_OWN, NOT_YOUR_TURN

S = TypeVar("S")
S_contra = TypeVar("S_contra", contravariant=True)
S_co = TypeVar("S_co", covariant=True)
O_contra = TypeVar("O_contra", bound=Options, contravariant=True)


class UnknownPreset(LookupError):
    """A name that none of a game's presets has."""

    def __init__(self, game: str, preset: str, known: tuple[str, ...]) -> None:
        super().__init__(f"{game} has no preset {preset!r}; its presets are {', '.join(known)}")
        self.preset = preset
        self.known = known


class WrongNumberOfSeats(ValueError):
    """More or fewer players than a game takes."""

    def __init__(self, game: str, players: int, least: int, most: int) -> None:
        takes = str(least) if least == most else f"{least} to {most}"
        super().__init__(f"{game} takes {takes} players, not {players}")
        self.players = players
        self.takes = takes


@dataclass(frozen=True)
class Meta:
    """What a game is called and takes; cheap to import, without its engine.

    `players` are the least, the most and the usual number of seats. `rules_version` goes up whenever a
    log could come out differently.
    """

    name: str
    prefix: str
    players: tuple[int, int, int]
    rules_version: int
    options: type[Options]
    presets: Mapping[str, Options]

    @property
    def default_preset(self) -> str:
        """The name of the preset that has the options' defaults."""
        return next(name for name, options in self.presets.items() if options == self.options())

    def seats(self, wanted: int | None) -> int:
        """How many sit at a table; None asks for the usual number. Raises WrongNumberOfSeats."""
        least, most, usual = self.players
        if wanted is not None and not least <= wanted <= most:
            raise WrongNumberOfSeats(self.name, wanted, least, most)
        return usual if wanted is None else wanted

    def make_options(self, preset: str | None, values: Mapping[str, object]) -> Options:
        """The options of a preset, or the defaults, with these values on top.

        Raises UnknownPreset, OptionError.
        """
        if preset is not None and preset not in self.presets:
            raise UnknownPreset(self.name, preset, tuple(self.presets))
        base = self.presets[preset or self.default_preset]
        return read_options(self.options, {**msgspec.structs.asdict(base), **values})


class Rules(Protocol[S, O_contra]):
    """A game's rules. A state is changed by `apply` alone; nothing in it is random."""

    def pack(self, options: O_contra, /) -> Pack:
        """The cards that these options play with."""

    def hand_size(self, options: O_contra, players: int, /) -> int:
        """How many cards each player is dealt in a full deal."""

    def start(self, options: O_contra, players: int, deal: Deal, first: int, /) -> S:
        """The state after the deal. Raises DealError for a deal that the game does not have."""

    def empty_state(self, options: O_contra, players: int, /) -> S:
        """A state with the options, before the deal."""

    def apply_deal(self, state: S, deal: Deal, first: int, /) -> None:
        """Make a blank state one after the deal, as `start` does with a deal that the game has."""

    def acting(self, state: S, /) -> int:
        """The seats that may act, as a mask; 0 when chance is due or the round is over.

        Of a state that holds only what a seat may see: those that act as far as it can tell.
        """

    def check(self, state: S, seat: int, move: Move, /) -> int:
        """OK, or the code of the first violation of a move. Reads what the seat may see, alone."""

    def addable(self, state: S, seat: int, cards: int, twice: int, /) -> int:
        """The kinds of which the seat, which is to act, may add one to these cards towards a legal move."""

    def count_moves(self, state: S, seat: int, cards: int, twice: int, /) -> int:
        """How many legal moves the seat, which is to act, has that take exactly these cards."""

    def nth_move(self, state: S, seat: int, cards: int, twice: int, index: int, /) -> Move:
        """The move at `index` of those."""

    def default_move(self, state: S, /) -> Move | None:
        """The move that scenarios need not write for the seats that act, such as a pass; None for none."""

    def apply(self, state: S, seat: int, move: Move, /) -> None:
        """Make a move that `check` found to be OK."""

    def chance(self, state: S, /) -> int:
        """How many equally likely outcomes the chance that is due has; 0 when none is due."""

    def chance_move(self, state: S, index: int, /) -> Move:
        """Outcome `index` of the chance that is due."""

    def over(self, state: S, /) -> bool:
        """Whether the round is over."""

    def returns(self, state: S, /) -> list[int]:
        """What a round that is over brought each seat."""

    def next_first(self, state: S, /) -> int:
        """`first` of the next round."""

    def winners(self, options: O_contra, totals: tuple[int, ...], rounds: int, /) -> tuple[int, ...]:
        """Who has won the match after so many rounds; nobody while it goes on."""


class Refusals(Protocol[S_contra]):
    """What a game refuses, and what a sentence about it needs."""

    @property
    def VIOLATIONS(self) -> tuple[str, ...]:  # noqa: N802
        """The game's own violations in the order of its list; the first has the code FIRST_OWN."""

    def details(self, state: S_contra, seat: int, move: Move, violation: int, /) -> dict[str, str]:
        """The values that a sentence about a refusal needs: cards and suits in notation."""


class Notation(Protocol):
    """A game's moves as text, by docs/notation.md."""

    def parse(self, text: str, /) -> Move:
        """Read a move; one of the kind UNREADABLE where the text is none of this game's."""

    def write(self, move: Move, /) -> str:
        """A move in the game's own order of cards."""


class Viewer(Protocol[S_contra]):
    """What a seat sees, as it is sent and as scenarios test it."""

    def show(self, seen: S_contra, seat: int | None, acting: int, /) -> View:
        """The view as it is sent, from a state that holds nothing but what the seat may see."""


class Position(Protocol[S_co, O_contra]):
    """States in the middle of a round, for scenarios."""

    def set_up(
        self, options: O_contra, players: int, deal: Deal, first: int, position: Mapping[str, object], /
    ) -> S_co:
        """The state that a scenario's `position` describes. Raises DealError."""


class Story(Protocol[S_contra]):
    """What a viewer is told of a move."""

    @property
    def EVENTS(self) -> tuple[str, ...]:  # noqa: N802
        """The kinds of event that the game adds to those of every game."""

    def visible_move(self, before: S_contra, seat: int, move: Move, viewer: int | None, /) -> str | None:
        """The move as the viewer may know it, with `?` for what he may not; None for nothing at all."""

    def consequences(
        self, before: S_contra, after: S_contra, viewer: int | None, version: int, /
    ) -> list[Event]:
        """What the move brought about: a trick taken, a card lost."""


def _never(_state: object) -> bool:
    return False


def _always(_state: object) -> bool:
    return True


def _no_time(_state: object) -> int:
    return 0


def _now(state: S, _time: int) -> S:
    return state


def _not_yet(_state: object, _seat: int, _move: Move) -> int:
    return NOT_YOUR_TURN


def _no_parts(_state: object, _cards: int, _twice: int) -> tuple[ChosenPart, ...]:
    return ()


@dataclass(frozen=True)
class Game(Generic[S, O_contra]):
    """A game: its parts are the modules of its room."""

    meta: Meta
    state: type[S]
    rules: Rules[S, O_contra]
    refusals: Refusals[S]
    notation: Notation
    view: Viewer[S]
    position: Position[S, O_contra]
    story: Story[S]
    choose: Callable[[S, int], Move]
    """The rule-based player: its move from the view of the seat that is to act."""
    claims_open: Callable[[S], bool] = _never
    """Whether what lies may be claimed before play goes on, by what is public. Who is asked is known to
    himself alone: while somebody is, `rules.default_move` is his pass, and None when all have answered."""
    thrown_in: Callable[[S], bool] = _never
    """Whether a round that is over was none: it has no result, and the cards are dealt afresh."""
    is_listed: Callable[[S], bool] = _always
    """Whether the legal moves are few enough for a record to list them."""
    clock: Callable[[S], int] = _no_time
    """How much has happened by itself, one after the other and seen by all, such as cards dealt; one move can
    set off much of it."""
    as_of: Callable[[S, int], S] = _now
    """The state as it was earlier by that clock, when nobody was asked anything."""
    in_passing: Callable[[S], bool] = _never
    """Whether claims are open in passing, as after each card of a deal: one is soon asked again."""
    check_ahead: Callable[[S, int, Move], int] = _not_yet
    """OK, or the violation of a claim made before the seat is asked; what is OK stays so until it is."""
    parts_of: Callable[[S, int, int], tuple[ChosenPart, ...]] = _no_parts
    """What cards chosen fall into where several are played at once, the strongest part first, so that they
    can be named; nothing for what falls into no parts."""

    def violation_name(self, code: int) -> str:
        """The name of a violation that `check` answered: `over`, or a rule's number."""
        return COMMON[code] if code < FIRST_OWN else self.refusals.VIOLATIONS[code - FIRST_OWN]


AnyGame = Game[Any, Any]

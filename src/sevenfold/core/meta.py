"""What a game is called and takes: its seats, options and presets."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

import msgspec

from sevenfold.core.given import WrongNumber, checked_int
from sevenfold.core.options import OptionError, Options, read_options
from sevenfold.core.prepared import prepare_types
from sevenfold.errors import SevenfoldError


class UnknownPreset(SevenfoldError, LookupError):
    """A name that none of a game's presets has.

    >>> import sevenfold
    >>> game = sevenfold.load_game("lockup")
    >>> sevenfold.new_match(game, seed=7, preset="blitz")
    Traceback (most recent call last):
        ...
    sevenfold.UnknownPreset: lockup has no preset 'blitz'; its presets are author, gamerules
    """

    def __init__(self, game: str, preset: str, known: tuple[str, ...]) -> None:
        super().__init__(f"{game} has no preset {preset!r}; its presets are {', '.join(known)}")
        self.preset = preset
        self.known = known


class PresetLikeOption(SevenfoldError, ValueError):
    """A preset that has the name of an option: nobody could tell which of them a command or a test means.

    >>> import sevenfold
    >>> print(sevenfold.core.meta.PresetLikeOption("euchre", "target"))
    euchre: the preset 'target' is called like an option; give the preset another name
    """

    def __init__(self, game: str, preset: str) -> None:
        super().__init__(
            f"{game}: the preset {preset!r} is called like an option; give the preset another name"
        )
        self.preset = preset


class WrongNumberOfSeats(SevenfoldError, ValueError):
    """More or fewer players than a game takes.

    >>> import sevenfold
    >>> game = sevenfold.load_game("lockup")
    >>> sevenfold.new_match(game, seed=7, players=5)
    Traceback (most recent call last):
        ...
    sevenfold.WrongNumberOfSeats: lockup takes 4 players, not 5
    """

    def __init__(self, game: str, players: int, takes: str) -> None:
        super().__init__(f"{game} takes {takes} players, not {players}")
        self.players = players
        self.takes = takes


Unit = Literal["round", "deal", "hand"]
"""What a round is called."""


Jewel = Literal["copper", "moss", "plum", "slate"]
"""The colour of the felt and of the back of the cards, for a game without a table of its own."""


class SeatRange(msgspec.Struct, frozen=True):
    """How many seats a table of a game may have, and how many it has unless one asks for another number."""

    min: int
    max: int
    default: int

    def __contains__(self, players: int) -> bool:
        return self.min <= players <= self.max

    def __str__(self) -> str:
        return str(self.min) if self.min == self.max else f"{self.min} to {self.max}"


class DealsToTell(NamedTuple):
    """How many deals an event needs until Medium stands higher than Easy in 95 % of events, as
    `python -m bench.event_sizes` finds it. None is for more than 400: luck decides too much in one round.
    """

    own_time: int | None
    evening: int | None


@dataclass(frozen=True)
class Meta:
    """A game's name, seats and options; cheap to import, since it needs no engine.

    `rules_version` goes up whenever a log could come out differently. `best_total` says which total wins a
    match. `target` names the option that holds the total at which a match ends, where one does.
    `length` names the option that says how many rounds a match has, `unit` is what a round is called, and
    `to_right` says that play goes to the right. `first_preset` says which preset a page offers first in a
    language; in others it is the one with the defaults.

    `jewel` is the game's colour, where it has no table of its own. `deals_to_tell` is for whoever makes an
    event, where it was measured.

    `memory` is for a game whose rounds depend on what was before: on the round's number, the totals, or
    numbers of the game's own. It says how many such numbers a match carries on. It is None where each round
    is like the first. A `draft` is a game that is still being written: no test fails for what it lacks
    (`sevenfold check` names it).

    >>> import sevenfold
    >>> meta = sevenfold.load_meta("lockup")
    >>> meta.name, str(meta.players), meta.make_options(None, {"target": 30}).target
    ('lockup', '4', 30)
    """

    name: str
    prefix: str
    players: SeatRange
    rules_version: int
    options: type[Options]
    presets: Mapping[str, Options]
    first_preset: Mapping[str, str] = field(default_factory=dict)
    best_total: Literal["highest", "lowest"] = "highest"
    target: str | None = None
    memory: int | None = None
    length: str | None = None
    unit: Unit = "round"
    to_right: bool = False
    jewel: Jewel | None = None
    deals_to_tell: DealsToTell | None = None
    draft: bool = False

    def __post_init__(self) -> None:
        """Raise PresetLikeOption for a preset that has the name of an option."""
        prepare_types(self.options.__module__)
        for preset in self.presets:
            if preset in self.options.__struct_fields__:
                raise PresetLikeOption(self.name, preset)

    @property
    def default_preset(self) -> str:
        """The name of the preset that has the options' defaults."""
        return next(name for name, options in self.presets.items() if options == self.options())

    @property
    def sign(self) -> int:
        """1 or -1: the factor that makes a higher result the better one."""
        return 1 if self.best_total == "highest" else -1

    def seats(self, wanted: int | None) -> int:
        """How many sit at a table; None asks for the usual number. Raises WrongNumberOfSeats."""
        if wanted is None:
            return self.players.default
        try:
            return checked_int("players", wanted, self.players.min, self.players.max)
        except WrongNumber:
            raise WrongNumberOfSeats(self.name, wanted, str(self.players)) from None

    def check_options(self, options: Options) -> Options:
        """The options, if they are this game's and within their ranges. Raises OptionError."""
        if not isinstance(options, self.options):
            made = f"a {self.options.__name__}, as make_options() makes it"
            raise OptionError("options", options, made, ())
        return read_options(self.options, msgspec.structs.asdict(options))

    def make_options(self, preset: str | None, values: Mapping[str, object]) -> Options:
        """The options of a preset, or the defaults, with these values on top.

        Raises UnknownPreset, OptionError.
        """
        if preset is not None and preset not in self.presets:
            raise UnknownPreset(self.name, preset, tuple(self.presets))
        base = self.presets[preset or self.default_preset]
        return read_options(self.options, {**msgspec.structs.asdict(base), **values})

"""What is asked and answered over HTTP."""

from typing import Literal

import msgspec

from sevenfold.bots.levels import Level
from sevenfold.core.meta import SeatRange
from sevenfold.core.options import OptionSpec
from sevenfold.server.protocol.settings import TableSettings
from sevenfold.server.protocol.table import Salt, TableInfo


class Preset(msgspec.Struct, frozen=True):
    """A preset: a name for a set of option values."""

    name: str
    options: dict[str, str | int]


class GameInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A game: its name, seats, options and what else there is to choose."""

    name: str
    players: SeatRange
    rules_version: int
    options: tuple[OptionSpec, ...]
    presets: tuple[Preset, ...]
    first_preset: dict[str, str]
    """The preset that a page offers first, by language; in others it is the first of `presets`."""
    best_total: Literal["highest", "lowest"]
    """Which total wins a match."""
    target: str | None
    """The option that holds the total at which a match ends; None if there is no such option."""
    lessons: tuple[str, ...]
    """The names of the lessons that the game has, in order."""
    practice: int
    """How many positions for practice the game has; they are numbered from 1 on."""
    bots: tuple[str, ...]
    """The bots that can be chosen besides the levels: players of packages that the host has installed."""


class NewTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Ask for a table: a game, a preset or options or both (options go on top), how many seats.

    `pace` is how long a bot takes for a move at the most, in ms; 0 is no pause. `bots` says who the bots are,
    seat by seat: a level, or one of the game's `bots`. One stands for all.

    With `friends` the table waits: its other seats are free, `bots` does not matter, and the host starts it.
    Else it starts at once with bots, closed to newcomers until its host opens it. With `wait` it does not
    start yet, so that whoever makes it knows what is promised of its deals before they add their salt.
    """

    game: str
    preset: str | None = None
    options: dict[str, str | int | bool] = {}
    players: int | None = None
    pace: int = 900
    bots: tuple[str, ...] = (Level.MEDIUM.value,)
    friends: bool = False
    wait: bool = False
    name: str | None = None
    """The name at the table of the person who makes it; None for the session's name, if it has one."""
    settings: TableSettings = TableSettings()


class StartTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Deal the first round at a table without free seats. `salt` is what the host adds to its deals."""

    salt: Salt | None = None


class SessionInfo(msgspec.Struct, frozen=True):
    """The person's session: when it ends unless it is used before then, UTC, ISO 8601; and their name."""

    expires: str
    name: str | None = None


class Rename(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the person wants to be called at tables from now on."""

    name: str


class SeatAsked(msgspec.Struct, frozen=True):
    """The person has said that the `seat` is theirs. The others have until then to answer, UTC, ISO 8601."""

    seat: int
    until: str


class Invitation(msgspec.Struct, frozen=True, kw_only=True):
    """What a link or code leads to. Looking at it changes nothing.

    `seat`: a free seat, or an open one of a bot, can be taken. `watch`: spectators may come.
    """

    kind: Literal["seat", "watch"]
    table: TableInfo
    here: Literal["seated", "watching", "coming"] | None = None
    """What the person is at the table already. Who is coming is to have a seat there."""
    name: str | None = None
    """The person's name; None where they should be asked for one."""
    watch: str | None = None
    """The key of the link to watch by, beside one of the kind `seat`; None where nobody may watch."""
    played: int | None = None
    """The seat for which the person has played in this match: of all seats only that one is open to them."""
    returns: tuple[int, ...] = ()
    """The seats of persons who have been away for so long that whoever they are may say that it is theirs."""
    asked: SeatAsked | None = None
    """What the person has said, while the others are asked. Then they are here, or were not let in."""


class Return(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Say that the seat of somebody who is away is one's own, and what one is called."""

    seat: int
    name: str


class Join(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Come to a table by a link or code. `seat` is needed only for a link of the kind `seat`.

    `name` is for persons and spectators; None stands for the session's name.
    """

    seat: int | None = None
    name: str | None = None


class OpenTable(msgspec.Struct, frozen=True):
    """A table that waits for players and is listed, and the key of the link to it."""

    key: str
    table: TableInfo


class QrText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The text of a QR code, usually the address of a link."""

    text: str


class QrCode(msgspec.Struct, frozen=True):
    """A QR code as an SVG path: lines one unit wide in a square of `size` units, its quiet zone included."""

    size: int
    path: str


class Network(msgspec.Struct, frozen=True):
    """The host by which others in the network reach this server.

    It is None if they do not, and for somebody who asks from another machine, who knows it already.
    """

    host: str | None

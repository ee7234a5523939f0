"""Every message between client and server. The client's TypeScript types are generated from this file.

The server sends codes and values in notation, never sentences.
"""

from typing import Literal

import msgspec

from sevenfold.bots.levels import Level
from sevenfold.core.events import Event
from sevenfold.core.game import SeatRange, Unit
from sevenfold.core.lessons import Outcome
from sevenfold.core.match import Standing
from sevenfold.core.options import OptionSpec
from sevenfold.core.reasons import Reason
from sevenfold.core.views import NamedPart, View
from sevenfold.core.written import WrittenMove

# --- HTTP -----------------------------------------------------------------------------------------


class Preset(msgspec.Struct, frozen=True):
    """A preset: a name for a set of option values."""

    name: str
    options: dict[str, str | int]


class GameInfo(msgspec.Struct, frozen=True, kw_only=True):
    """What a game is called and takes."""

    name: str
    players: SeatRange
    rules_version: int
    options: tuple[OptionSpec, ...]
    presets: tuple[Preset, ...]
    best_total: Literal["highest", "lowest"]
    """Which total wins a match."""
    target: str | None
    """The option that holds the total at which a match ends; None where none does."""
    lessons: tuple[str, ...]
    """The names of the lessons that the game has, in order."""


class NewTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Ask for a table: a game, a preset or options or both (options go on top), how many seats.

    `pace` is how long a bot takes for a move at the most, in ms; 0 is no pause. `bots` says how well the bots
    play, seat by seat; one level stands for all.
    """

    game: str
    preset: str | None = None
    options: dict[str, str | int | bool] = {}
    players: int | None = None
    pace: int = 900
    bots: tuple[Level, ...] = (Level.MEDIUM,)


Search = Literal["ready", "preparing", "missing"]
"""Whether bots that search can: that takes machine code. Until it is there they play as medium ones do."""


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """Who sits at a seat. A guest has no name; `bot` says how well a bot plays."""

    seat: int
    you: bool
    bot: Level | None = None
    connected: bool = False


class TableInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A table as one of its players is told of it."""

    id: str
    game: str
    preset: str | None
    """The preset that has these options, if one has."""
    options: dict[str, str | int]
    players: int
    seats: tuple[Seat, ...]
    unit: Unit
    """What a round is called."""
    to_right: bool
    """Play goes to the right."""
    best_total: Literal["highest", "lowest"]
    """Which total wins."""
    target: int | None
    """The points that end the match, where points do."""
    length: int | None
    """The rounds that end the match, where rounds do."""
    pace: int
    search: Search
    created: str
    """UTC, ISO 8601."""
    standing: Standing


class ListedTable(TableInfo, frozen=True, kw_only=True):
    """A table in the list of the guest's tables."""

    your_turn: bool
    """The table waits for the guest: for a move, or to ask for the next round."""


class ErrorMessage(msgspec.Struct, frozen=True, tag="error"):
    """What went wrong with a request or message; nothing has changed. The codes are those of errors.py.

    Over HTTP it is the body of every answer with an error status. On a socket `stale` is followed by an
    update from the version that the client named, or a snapshot. Where the socket cannot go on, the server
    sends the error and closes it with 4000 more than the HTTP status, such as 4401 for `session_unknown`.
    """

    code: str
    values: dict[str, str] = {}


class SessionInfo(msgspec.Struct, frozen=True):
    """The guest's session: when it ends unless it is used before, UTC, ISO 8601."""

    expires: str


# --- socket: from the client ------------------------------------------------------------------------


class Hello(msgspec.Struct, frozen=True, tag="hello", forbid_unknown_fields=True):
    """The first message: `version` is the last one that the client has, None for none."""

    version: int | None = None


class Play(msgspec.Struct, frozen=True, tag="play", forbid_unknown_fields=True):
    """A move, made on what the client saw at `version`.

    While cards are dealt a claim may come at any version of the deal: it is made when the seat is next asked,
    unless a pass takes it back. Until then nothing is answered but what the next cards bring.
    """

    version: int
    move: str


class Select(msgspec.Struct, frozen=True, tag="select", forbid_unknown_fields=True):
    """Ask what can become of the cards chosen so far."""

    version: int
    cards: tuple[str, ...]


class AskHint(msgspec.Struct, frozen=True, tag="ask_hint", forbid_unknown_fields=True):
    """Ask which move is good, and why; there are up to two answers."""

    version: int


class NextRound(msgspec.Struct, frozen=True, tag="next_round", forbid_unknown_fields=True):
    """Ask for the next deal, after the end of a round."""

    version: int


class SetPace(msgspec.Struct, frozen=True, tag="set_pace", forbid_unknown_fields=True):
    """How long a bot takes for a move at the most, in ms; 0 is no pause."""

    pace: int


class SetLevel(msgspec.Struct, frozen=True, tag="set_level", forbid_unknown_fields=True):
    """How well the bot at a seat plays from the next round on; between two rounds."""

    seat: int
    level: Level


ClientMessage = Hello | Play | Select | AskHint | NextRound | SetPace | SetLevel

# --- socket: from the server ------------------------------------------------------------------------


class Choices(msgspec.Struct, frozen=True, tag="choices"):
    """What the seat may do with the cards `chosen`: which may be added, which moves they already are.

    `cards` names each kind of which one more may be added. Both are empty for a seat that is not to act.
    While something may be claimed, with nothing chosen, `moves` are all that there are, each claim whole.
    `parts` name what is chosen, the strongest first; empty where it falls into no parts.
    """

    version: int
    chosen: tuple[str, ...]
    cards: tuple[str, ...]
    moves: tuple[WrittenMove, ...]
    parts: tuple[NamedPart, ...]


class Snapshot(msgspec.Struct, frozen=True, tag="snapshot", kw_only=True):
    """Everything a client needs to draw the table. `events` are those of this round."""

    version: int
    table: TableInfo
    view: View
    standing: Standing
    choices: Choices
    events: tuple[Event, ...]


class Update(msgspec.Struct, frozen=True, tag="update", kw_only=True):
    """What happened after version `since`; the view is what came of it."""

    since: int
    version: int
    view: View
    standing: Standing
    choices: Choices
    events: tuple[Event, ...]


class RefusedMove(msgspec.Struct, frozen=True, tag="refused", kw_only=True):
    """A move that the rules refuse: `rule` is the rule's number or a common violation; `choices` would do."""

    version: int
    move: str
    rule: str
    details: dict[str, str]
    choices: Choices


class Loss(msgspec.Struct, frozen=True):
    """A move that is worse than the one hinted at for sure, and by how much: in what a round brings."""

    move: WrittenMove
    by: float


class Hint(msgspec.Struct, frozen=True, tag="hint", kw_only=True):
    """A move, and why: first that of the rule-based player, then, where the game can be searched, what a
    search found. `others` are two at most, the better first.
    """

    version: int
    move: WrittenMove
    reason: Reason | None
    others: tuple[Loss, ...] = ()
    searched: bool = False


class TableChanged(msgspec.Struct, frozen=True, tag="table"):
    """Somebody came or went, or the pace, a bot's level or what bots can do was changed."""

    table: TableInfo


ServerMessage = Snapshot | Update | RefusedMove | Choices | Hint | TableChanged | ErrorMessage

# --- lessons ----------------------------------------------------------------------------------------


class StepInfo(msgspec.Struct, frozen=True):
    """A step of a lesson: what its sentence points at; a check is a position to be solved without help."""

    name: str
    at: str
    check: bool


class LessonInfo(msgspec.Struct, frozen=True):
    """A lesson and its steps, in order."""

    name: str
    steps: tuple[StepInfo, ...]


class LessonBook(msgspec.Struct, frozen=True):
    """The lessons of a game, and their sentences by key in one language (core/lessons.py)."""

    lessons: tuple[LessonInfo, ...]
    texts: dict[str, str]


class LessonTry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A message to a step, as it would go to a table, after the moves that the learner has made in it."""

    message: Hello | Play | Select | AskHint
    made: tuple[str, ...] = ()


class LessonAnswer(msgspec.Struct, frozen=True):
    """What a table would send, message by message, and how it stands with the step.

    `open`: the learner is to go on. `say` is the key of the answer to what was wrong or refused; None where
    the lesson has none of its own.
    """

    messages: tuple[ServerMessage, ...]
    outcome: Outcome
    say: str | None

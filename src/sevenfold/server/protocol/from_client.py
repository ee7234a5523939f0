"""What a client sends over the socket of a table."""

import msgspec

from sevenfold.server.protocol.settings import TableSettings
from sevenfold.server.protocol.talk import Say


class Hello(msgspec.Struct, frozen=True, tag="hello", forbid_unknown_fields=True):
    """The first message: `version` is the last one that the client has, None for none.

    It is always answered: by an update or a snapshot, or at a table that waits by `table`. So a client that
    was asleep says it again, and comes back on a new socket if no answer comes within two seconds.

    With `over` a spectator looks over the shoulder of a seat that shows its hand: they are sent the view of
    the seat until its person, or the host, allows it no more. `version` is one of the same view.
    """

    version: int | None = None
    over: int | None = None


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
    """Who the bot at a seat is from the next round on; between two rounds.

    `level` is a level, or one of the table's `bots`.
    """

    seat: int
    level: str


# --- before the start: the host ---------------------------------------------------------------------


class Start(msgspec.Struct, frozen=True, tag="start", forbid_unknown_fields=True):
    """Deal the first round. Bots named by `fill` sit down at free seats; None where none are free."""

    fill: str | None = None


class SetOptions(msgspec.Struct, frozen=True, tag="set_options", kw_only=True, forbid_unknown_fields=True):
    """Other options before the start: a preset with `options` on top, as for a new table.

    With another number of `players` persons keep their seats where they can.
    """

    preset: str | None = None
    options: dict[str, str | int | bool] = {}
    players: int | None = None


class SetBot(msgspec.Struct, frozen=True, tag="set_bot", forbid_unknown_fields=True):
    """Put a bot at a free seat before the start, or with None take it away."""

    seat: int
    bot: str | None


# --- at any time: the host --------------------------------------------------------------------------


class SetSettings(msgspec.Struct, frozen=True, tag="set_settings", forbid_unknown_fields=True):
    """Other settings; `take_back` and `clock` before the start alone."""

    settings: TableSettings


class SetOpen(msgspec.Struct, frozen=True, tag="set_open", forbid_unknown_fields=True):
    """Open the table to newcomers by a new link and a new code, or close it: the old ones end."""

    open: bool


class Remove(msgspec.Struct, frozen=True, tag="remove", forbid_unknown_fields=True):
    """Remove the person at a seat. They cannot come back, and the links to the table are renewed.

    Before the start the seat is free then; in play a bot takes it.
    """

    seat: int


class PassHost(msgspec.Struct, frozen=True, tag="pass_host", forbid_unknown_fields=True):
    """Make the person at a seat the host."""

    seat: int


# --- everybody who sits there -----------------------------------------------------------------------


class TakeSeat(msgspec.Struct, frozen=True, tag="take_seat", forbid_unknown_fields=True):
    """Move to a free seat before the start."""

    seat: int


class SetName(msgspec.Struct, frozen=True, tag="set_name", forbid_unknown_fields=True):
    """Be called so at this table, and at those to come."""

    name: str


class SetPause(msgspec.Struct, frozen=True, tag="set_pause", forbid_unknown_fields=True):
    """Pause the table, or go on. Anybody who sits there may do both."""

    paused: bool


class ShowHand(msgspec.Struct, frozen=True, tag="show_hand", forbid_unknown_fields=True):
    """Let spectators look over one's shoulder, where `settings.over_shoulder` is set; or no longer."""

    shown: bool


class AskTakeBack(msgspec.Struct, frozen=True, tag="ask_take_back", forbid_unknown_fields=True):
    """Take back the seat's last move and what came after it, or ask everybody whether it may.

    `version` is the one that the client has. At most one request is open at a table; the next move ends it.
    """

    version: int


class AnswerTakeBack(msgspec.Struct, frozen=True, tag="answer_take_back", forbid_unknown_fields=True):
    """Agree to what is asked, or not; with False who has asked withdraws it."""

    agree: bool


class Rematch(msgspec.Struct, frozen=True, tag="rematch", forbid_unknown_fields=True):
    """Play again after the end of a match: the same persons, bots, spectators, options and settings.

    All are told the new table by `TableInfo.rematch`. With `draw` the seats are drawn anew.
    """

    draw: bool = False


ClientMessage = (
    Hello
    | Play
    | Select
    | AskHint
    | NextRound
    | SetPace
    | SetLevel
    | Start
    | SetOptions
    | SetBot
    | SetSettings
    | SetOpen
    | Remove
    | PassHost
    | TakeSeat
    | SetName
    | SetPause
    | ShowHand
    | AskTakeBack
    | AnswerTakeBack
    | Rematch
    | Say
)

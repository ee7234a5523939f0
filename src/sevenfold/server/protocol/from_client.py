"""What a client sends over the socket of a table."""

import msgspec

from sevenfold.server.protocol.settings import TableSettings
from sevenfold.server.protocol.table import Salt
from sevenfold.server.protocol.talk import Say


class Hello(msgspec.Struct, frozen=True, tag="hello", forbid_unknown_fields=True):
    """The first message: `version` is the last one that the client has, or None if it has none.

    It is always answered: by an update or a snapshot, or by `table` at a table that has not started. So a
    client that was asleep sends it again, and opens a new socket if no answer comes within two seconds.

    With `over` a spectator looks over the shoulder of a seat that shows its hand. They are sent the view of
    the seat until its person or the host no longer allows it. `version` is then a version of that view.
    """

    version: int | None = None
    over: int | None = None


class Ping(msgspec.Struct, frozen=True, tag="ping", forbid_unknown_fields=True):
    """Answered by `pong` at once, so that a client knows how long a message and its answer take."""


class Play(msgspec.Struct, frozen=True, tag="play", forbid_unknown_fields=True):
    """A move, made on what the client saw at `version`.

    While cards are dealt a claim may come at any version of the deal: it is made when the seat is next asked,
    unless a pass withdraws it. Until then it has no answer of its own.
    """

    version: int
    move: str


class Select(msgspec.Struct, frozen=True, tag="select", forbid_unknown_fields=True):
    """Ask what can be done with the cards chosen so far."""

    version: int
    cards: tuple[str, ...]


class AskHint(msgspec.Struct, frozen=True, tag="ask_hint", forbid_unknown_fields=True):
    """Ask which move is good, and why; there are up to two answers."""

    version: int


class NextRound(msgspec.Struct, frozen=True, tag="next_round", forbid_unknown_fields=True):
    """Go on, after the end of a round: the next deal comes once all who are there have said so.

    Those who have not see the result for 20 seconds more at most (`TableInfo.going_on`).
    """

    version: int


class SetPace(msgspec.Struct, frozen=True, tag="set_pace", forbid_unknown_fields=True):
    """Set how long a bot takes for a move at most, in ms; 0 is no pause."""

    pace: int


class SetBot(msgspec.Struct, frozen=True, tag="set_bot", forbid_unknown_fields=True):
    """Choose the bot at a seat. `bot` is a level, or one of the table's `bots`.

    Before the start that may be any seat without a person, and None frees it. Afterwards the bot at a bot's
    seat is changed between two rounds, from the next round on.
    """

    seat: int
    bot: str | None


# --- before the start: the host ---------------------------------------------------------------------


class Start(msgspec.Struct, frozen=True, tag="start", forbid_unknown_fields=True):
    """Deal the first round. Bots named by `fill` sit down at free seats; None if no seat is free."""

    fill: str | None = None


class AddSalt(msgspec.Struct, frozen=True, tag="add_salt", forbid_unknown_fields=True):
    """Add to the deals of the match what the server could not know (docs/fairness.md), before the start.

    The last salt of a seat counts. After the start it changes nothing, and is no error.
    """

    salt: Salt


class SetOptions(msgspec.Struct, frozen=True, tag="set_options", kw_only=True, forbid_unknown_fields=True):
    """Change the options before the start: a preset with `options` on top, as for a new table.

    If the number of `players` changes, persons keep their seats where they can.
    """

    preset: str | None = None
    options: dict[str, str | int | bool] = {}
    players: int | None = None


# --- at any time: the host --------------------------------------------------------------------------


class SetSettings(msgspec.Struct, frozen=True, tag="set_settings", forbid_unknown_fields=True):
    """Change the settings; `take_back`, `clock`, `counter` and `rounds` only before the start."""

    settings: TableSettings


class SetOpen(msgspec.Struct, frozen=True, tag="set_open", forbid_unknown_fields=True):
    """Open the table to newcomers with a new link and a new code, or close it. The old ones end."""

    open: bool


class Remove(msgspec.Struct, frozen=True, tag="remove", forbid_unknown_fields=True):
    """Remove the person at a seat. They cannot come back, and the links to the table are renewed.

    Before the start the seat becomes free; in play a bot takes it. All spectators go too, as any of them may
    be that person in another window; the new link lets them in again.
    """

    seat: int


class RemoveSpectator(msgspec.Struct, frozen=True, tag="remove_spectator", forbid_unknown_fields=True):
    """Remove a spectator. They cannot come back, and the link for spectators is renewed; the others stay."""

    spectator: str


class PassHost(msgspec.Struct, frozen=True, tag="pass_host", forbid_unknown_fields=True):
    """Make the person at a seat the host."""

    seat: int


# --- everybody who sits there -----------------------------------------------------------------------


class TakeSeat(msgspec.Struct, frozen=True, tag="take_seat", forbid_unknown_fields=True):
    """Move to a free seat before the start."""

    seat: int


class SetName(msgspec.Struct, frozen=True, tag="set_name", forbid_unknown_fields=True):
    """Take another name at this table."""

    name: str


class SetPause(msgspec.Struct, frozen=True, tag="set_pause", forbid_unknown_fields=True):
    """Pause the table, or go on. Anybody who sits there may do both, where there is a clock three times."""

    paused: bool


class ShowHand(msgspec.Struct, frozen=True, tag="show_hand", forbid_unknown_fields=True):
    """Let a spectator look over one's shoulder, if `settings.over_shoulder` is set; or stop letting them.

    `to` is the `id` of a spectator. None stands for all of them, and can only end it.
    """

    shown: bool
    to: str | None = None


class AskTakeBack(msgspec.Struct, frozen=True, tag="ask_take_back", forbid_unknown_fields=True):
    """Take back the seat's last move and what came after it, or ask everybody to agree to that.

    `version` is the one that the client has, and `may_take_back` of the last message says what will come of
    it. At most one request is open at a table. The next move ends it, and so does whoever comes or leaves for
    good.
    """

    version: int


class AnswerTakeBack(msgspec.Struct, frozen=True, tag="answer_take_back", forbid_unknown_fields=True):
    """Agree to a move being taken back, or refuse. With False, the seat that asked withdraws its request."""

    agree: bool


class AnswerReturn(msgspec.Struct, frozen=True, tag="answer_return", forbid_unknown_fields=True):
    """Believe whoever says that a seat is theirs (`TableInfo.returning`), or do not: one no ends it."""

    agree: bool


class Rematch(msgspec.Struct, frozen=True, tag="rematch", forbid_unknown_fields=True):
    """Play again after the end of a match: the same persons, bots, spectators, options and settings.

    It begins once all who are there have asked for it, or 20 seconds after the first (`TableInfo.going_on`).
    `TableInfo.rematch` then tells everybody the new table. If the first asks with `draw`, the seats are drawn
    anew. `salt` is what the seat adds to its deals (`TableInfo.rematch_promise`).
    """

    draw: bool = False
    salt: Salt | None = None


ClientMessage = (
    Hello
    | Ping
    | Play
    | Select
    | AskHint
    | NextRound
    | SetPace
    | Start
    | AddSalt
    | SetOptions
    | SetBot
    | SetSettings
    | SetOpen
    | Remove
    | RemoveSpectator
    | PassHost
    | TakeSeat
    | SetName
    | SetPause
    | ShowHand
    | AskTakeBack
    | AnswerTakeBack
    | AnswerReturn
    | Rematch
    | Say
)

"""What the server sends over the socket of a table."""

from typing import Literal

import msgspec

from sevenfold.core.events import Event
from sevenfold.core.promise import DealKey
from sevenfold.core.remarks import Decided, Reason, Tip
from sevenfold.core.standing import Standing
from sevenfold.core.views import NamedPart, View
from sevenfold.core.written import WrittenMove
from sevenfold.server.protocol.notices import HostNotice
from sevenfold.server.protocol.table import TableInfo, TakeBackOffer
from sevenfold.server.protocol.talk import Talk


class ErrorMessage(msgspec.Struct, frozen=True, tag="error"):
    """What went wrong with a request or message; nothing has changed. The codes are those of errors.py.

    Over HTTP it is the body of every answer with an error status. On a socket `stale` is followed by an
    update from the version that the client named, or a snapshot. Those alone answer a move that was made
    already, as a pass is when claims end. Where the socket cannot go on, the server sends the error and
    closes it with 4000 more than the HTTP status, such as 4401 for `session_unknown`.
    """

    code: str
    values: dict[str, str] = {}


class Choices(msgspec.Struct, frozen=True, tag="choices"):
    """What the seat may do with the cards `chosen`: which may be added, and which moves they already are.

    `cards` names each kind of card of which one more may be added. `cards` and `moves` are empty for a seat
    that is not to act. While claims are open and nothing is chosen, `moves` are all legal moves, each claim
    with all of its cards. `parts` names the parts of what is chosen, the strongest first, and before them
    what they make together, such as a throw. It is empty if the cards form no parts.
    """

    version: int
    chosen: tuple[str, ...]
    cards: tuple[str, ...]
    moves: tuple[WrittenMove, ...]
    parts: tuple[NamedPart, ...]


class Mark(msgspec.Struct, frozen=True):
    """The move told by the event of this version was not made by the person at the seat.

    `substitute`: a bot moved while they were absent. `clock`: their time was over.
    """

    version: int
    by: Literal["substitute", "clock"]


class ClaimTime(msgspec.Struct, frozen=True):
    """How long claims are open, whoever may claim, and how much longer they are taken, in ms.

    `left` counts from when this was sent until a claim must have reached the server.
    """

    length: int
    left: int


class CardCounter(msgspec.Struct, frozen=True):
    """The cards that are gone, as a spectator can tell, so that everybody is told the same.

    Cards stand in the game's own order.
    """

    kinds: tuple[str, ...]
    """Each card of the pack, once."""
    copies: int
    """How often each is there."""
    gone: tuple[str, ...]


class Snapshot(msgspec.Struct, frozen=True, tag="snapshot", kw_only=True):
    """Everything a client needs to draw the table. `events` are those of this round."""

    version: int
    table: TableInfo
    view: View
    standing: Standing
    choices: Choices
    events: tuple[Event, ...]
    marks: tuple[Mark, ...] = ()
    """All marks of this round so far."""
    tips: tuple[Tip, ...] = ()
    """What a newcomer is told about this moment, the most pressing first."""
    decided: Decided | None = None
    """The moment that decided the round, once it is over."""
    claims: ClaimTime | None = None
    """Given while claims are open where several persons sit, except in brief windows, as in a deal."""
    may_take_back: TakeBackOffer | None = None
    """Whether the seat may take back its last move; None where there is nothing to say about that."""
    counter: CardCounter | None = None
    """The cards that are gone, where the table counts them."""
    keys: tuple[DealKey, ...] = ()
    """At the end of a round: the keys of promised deals that may be looked at from now on."""


class Update(msgspec.Struct, frozen=True, tag="update", kw_only=True):
    """What happened after version `since`, and the view at `version`."""

    since: int
    version: int
    view: View
    standing: Standing
    choices: Choices
    events: tuple[Event, ...]
    tips: tuple[Tip, ...] = ()
    marks: tuple[Mark, ...] = ()
    """All marks of this round so far."""
    decided: Decided | None = None
    """The moment that decided the round, once it is over."""
    claims: ClaimTime | None = None
    """Given while claims are open where several persons sit, except in brief windows, as in a deal."""
    may_take_back: TakeBackOffer | None = None
    """Whether the seat may take back its last move; None where there is nothing to say about that."""
    counter: CardCounter | None = None
    """The cards that are gone, where the table counts them."""
    keys: tuple[DealKey, ...] = ()
    """At the end of a round: the keys of promised deals that may be looked at from now on."""


class RefusedMove(msgspec.Struct, frozen=True, tag="refused", kw_only=True):
    """A move that the rules refuse: `rule` is the rule's number or a common violation.

    `would_do` are the cards to choose from first; empty if the refused cards were among them.
    """

    version: int
    move: str
    rule: str
    details: dict[str, str]
    choices: Choices
    would_do: tuple[str, ...]


class Loss(msgspec.Struct, frozen=True):
    """A move that is certainly worse than the hinted one, and by how much, in what a round brings."""

    move: WrittenMove
    by: float


class Hint(msgspec.Struct, frozen=True, tag="hint", kw_only=True):
    """A move, and why. The first hint is Medium's; a second is what a search found, if the
    game can be searched. `others` are at most two, the better first.
    """

    version: int
    move: WrittenMove
    reason: Reason | None
    others: tuple[Loss, ...] = ()
    searched: bool = False


class TableChanged(msgspec.Struct, frozen=True, tag="table"):
    """Something about the table besides its match has changed: who is there, who sits where, its settings.

    At a table that has not started it is also the answer to `hello`. When the table starts, a snapshot
    follows.
    """

    table: TableInfo


class WhileAway(msgspec.Struct, frozen=True, tag="while_away"):
    """For a person who comes back: how many moves a bot has made for them while they were away.

    `tricks` is how many of these played to a trick; 0 in games without tricks.
    """

    moves: int
    tricks: int


class Pong(msgspec.Struct, frozen=True, tag="pong"):
    """The answer to `ping`."""

    now: str
    """What the server's clock shows, UTC, ISO 8601: deadlines are by that clock."""


ServerMessage = (
    Snapshot
    | Update
    | RefusedMove
    | Choices
    | Hint
    | TableChanged
    | Talk
    | WhileAway
    | Pong
    | HostNotice
    | ErrorMessage
)

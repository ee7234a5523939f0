"""What the server sends over the socket of a table."""

from typing import Literal

import msgspec

from sevenfold.core.coaching import Tip
from sevenfold.core.deciding import Decided
from sevenfold.core.events import Event
from sevenfold.core.match import Standing
from sevenfold.core.reasons import Reason
from sevenfold.core.views import NamedPart, View
from sevenfold.core.written import WrittenMove
from sevenfold.server.protocol.table import TableInfo
from sevenfold.server.protocol.talk import Talk


class ErrorMessage(msgspec.Struct, frozen=True, tag="error"):
    """What went wrong with a request or message; nothing has changed. The codes are those of errors.py.

    Over HTTP it is the body of every answer with an error status. On a socket `stale` is followed by an
    update from the version that the client named, or a snapshot. Where the socket cannot go on, the server
    sends the error and closes it with 4000 more than the HTTP status, such as 4401 for `session_unknown`.
    """

    code: str
    values: dict[str, str] = {}


class Choices(msgspec.Struct, frozen=True, tag="choices"):
    """What the seat may do with the cards `chosen`: which may be added, which moves they already are.

    `cards` names each kind of which one more may be added. Both are empty for a seat that is not to act.
    While something may be claimed, with nothing chosen, `moves` are all that there are, each claim whole.
    `parts` name what is chosen, the strongest first, before them what they make together, such as a throw;
    empty where it falls into no parts.
    """

    version: int
    chosen: tuple[str, ...]
    cards: tuple[str, ...]
    moves: tuple[WrittenMove, ...]
    parts: tuple[NamedPart, ...]


class Mark(msgspec.Struct, frozen=True):
    """The move told by the event of this version was not made by the person at the seat.

    `stand_in`: a bot moved while they were absent. `clock`: their time was over.
    """

    version: int
    by: Literal["stand_in", "clock"]


class ClaimTime(msgspec.Struct, frozen=True):
    """How long claims are open, whoever may claim, and how much of that was left when it was sent, in ms."""

    length: int
    left: int


class Snapshot(msgspec.Struct, frozen=True, tag="snapshot", kw_only=True):
    """Everything a client needs to draw the table. `events` are those of this round."""

    version: int
    table: TableInfo
    view: View
    standing: Standing
    choices: Choices
    events: tuple[Event, ...]
    marks: tuple[Mark, ...] = ()
    """All of this round so far."""
    tips: tuple[Tip, ...] = ()
    """What a newcomer is told of this moment, the most pressing first."""
    decided: Decided | None = None
    """The moment that decided the round, once it is over."""
    claims: ClaimTime | None = None
    """While claims are open where several persons sit, unless only for a moment, as in a deal."""


class Update(msgspec.Struct, frozen=True, tag="update", kw_only=True):
    """What happened after version `since`; the view is what came of it."""

    since: int
    version: int
    view: View
    standing: Standing
    choices: Choices
    events: tuple[Event, ...]
    tips: tuple[Tip, ...] = ()
    marks: tuple[Mark, ...] = ()
    """All of this round so far."""
    decided: Decided | None = None
    """The moment that decided the round, once it is over."""
    claims: ClaimTime | None = None
    """While claims are open where several persons sit, unless only for a moment, as in a deal."""


class RefusedMove(msgspec.Struct, frozen=True, tag="refused", kw_only=True):
    """A move that the rules refuse: `rule` is the rule's number or a common violation.

    `would_do` are cards that must be chosen from first; empty where the cards refused were among them.
    """

    version: int
    move: str
    rule: str
    details: dict[str, str]
    choices: Choices
    would_do: tuple[str, ...]


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
    """Something of the table besides its match is not as it was: who is there, who sits where, its settings.

    At a table that waits it is also the answer to `hello`. When the table starts a snapshot follows.
    """

    table: TableInfo


class WhileAway(msgspec.Struct, frozen=True, tag="while_away"):
    """To who comes back: a bot has made so many moves for them since they went.

    `tricks`: it has played to so many tricks; 0 in games without them.
    """

    moves: int
    tricks: int


ServerMessage = (
    Snapshot | Update | RefusedMove | Choices | Hint | TableChanged | Talk | WhileAway | ErrorMessage
)

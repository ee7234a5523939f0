"""Persons and tables as the database has them. They are values: to change a table, make a new `TableRow`."""

import hashlib
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property
from secrets import token_bytes, token_hex
from typing import Any, Literal

import msgspec
import structlog

from sevenfold.bots.levels import Level
from sevenfold.bots.plugins import installed_names
from sevenfold.cards.masks import kinds_of
from sevenfold.core.dealer import Dealer
from sevenfold.core.log import Entry, Log
from sevenfold.core.standing import Standing
from sevenfold.server.errors import TableDamaged
from sevenfold.server.protocol.settings import TableSettings
from sevenfold.server.protocol.table import Pause
from sevenfold.server.storage.mapping import Mapper, Unreadable
from sevenfold.server.storage.schema import members, seats, tables
from sevenfold.server.system import is_due
from sevenfold.server.times import now as now

logger = structlog.get_logger()


def as_text(value: object) -> str:
    """A value as JSON."""
    return msgspec.json.encode(value).decode()


def new_table_id() -> str:
    """An id for a new table, fit for an address."""
    return token_hex(6)


def new_seed() -> bytes:
    """What the cards of a new table or board follow from."""
    return token_bytes(32)


class PersonRow(msgspec.Struct, frozen=True):
    """A person, by one of their sessions, which ends at `expires`, in ms since 1970."""

    id: int
    expires: int
    name: str | None = None
    session: int = 0
    introduced: bool = False
    """They were let in for good."""
    word: bytes | None = None
    """The hash of the word by which they came in."""
    has_key: bool = False


class Label(msgspec.Struct, frozen=True):
    """Which browser it is, by codes; None where it does not say."""

    browser: str | None = None
    system: str | None = None

    @property
    def values(self) -> dict[str, str | None]:
        """Its columns."""
        return msgspec.structs.asdict(self)


class SessionRow(msgspec.Struct, frozen=True):
    """A session as its person sees it. Times are in ms since 1970; `created` may not be known."""

    id: int
    created: int | None
    used: int
    browser: str | None
    system: str | None


AT_RANDOM = "random"
"""In the place of a bot that erred: random legal moves are played for it. The seat's `name` says which."""


class SeatHolder(msgspec.Struct, frozen=True):
    """Who sits at a seat: a person, a bot by its level or the name of its player, or neither.

    `since` is when the person sat down, in ms since 1970. `told` is how many log entries there were when they
    were last told of moves that were made for them. `substitute`: a bot plays for them while they are away.
    `salt` is what they add to the deals of the match that comes next; it goes from here into the terms.

    `away` is since when the person has been away, where others sit there too; None while they are there.
    `asked_for` is when somebody last said that the seat is theirs. Both are in ms since 1970. `hand_of` is to
    whom the hand was dealt that a bot plays on since they have left: a person, as they are in public.
    """

    person: int | None = None
    bot: str | None = None
    name: str | None = None
    since: int = 0
    told: int = 0
    substitute: bool = False
    salt: str | None = None
    away: int | None = None
    asked_for: int = 0
    hand_of: str | None = None


FREE = SeatHolder()

MemberKind = Literal["watcher", "removed", "gone", "asking", "coming", "owner"]


class Member(msgspec.Struct, frozen=True):
    """A person at a table besides who sits there: a spectator, somebody removed or gone.

    `since` is when they came, in ms since 1970; 0 where that is not known. Somebody `gone` is not there; it
    is only kept what they have done and seen. `looks` are the seats that show this spectator their hands.
    `played` is the seat for which the person has played in this match, and `hands` are the seats whose hands
    they saw in deal number `deal` (law 10). Seats are bits.

    Somebody `asking` says that `seat` is theirs, and the seats of `agreed` believe them; they are not there.
    Somebody `coming` has the seat as soon as no deal is in play. Its `owner` had it before somebody was let
    in, and has it again when they come (`seating/returning.py`).
    """

    person: int
    kind: MemberKind
    seat: int | None = None
    since: int = 0
    name: str | None = None
    looks: int = 0
    played: int | None = None
    hands: int = 0
    deal: int = 0
    agreed: int = 0


class Wait(msgspec.Struct, frozen=True):
    """How a table waits for a person. Times are in ms since 1970.

    `move` is the last move for which they were given time, as "deal.number"; None before the first. `asked`
    is since when their clock runs; 0 while it does not. `spent` is what they had used of their time for this
    move when it last stopped, and `used` what they have used of their bank for other moves, in ms.

    What is spent and used is the seat's, whoever sits there.
    """

    move: str | None = None
    asked: int = 0
    used: int = 0
    spent: int = 0


class Request(msgspec.Struct, frozen=True, kw_only=True):
    """A seat has asked to go back to entry `to` of the log, which then had `version` entries.

    `move` is as everybody has seen it. `wanted` are the persons who must agree, away or not, `agreed` those
    who do. `at` is when it was asked, in ms since 1970.
    """

    seat: int
    to: int
    version: int
    move: str
    wanted: frozenset[int]
    agreed: frozenset[int]
    at: int = 0

    @property
    def granted(self) -> bool:
        """Whether everybody who must agree does."""
        return self.wanted <= self.agreed


class Ready(msgspec.Struct, frozen=True, kw_only=True):
    """The persons at `seats` have seen the result at this version of the match, the first at `since`, in ms.

    `draw`: if it was the last result, the seats of the rematch are drawn anew.
    """

    version: int
    since: int
    draw: bool
    seats: frozenset[int]


class BranchPoint(msgspec.Struct, frozen=True, kw_only=True):
    """The moment of a finished round from which a table was played on, or the board that is played there.

    `round` is the id by which whoever made the table found the round, `at` the steps of it that stood where
    it was left, and `seat` theirs. The cards are the `same`, or were dealt anew from that seat's view.
    `number` is the round's in its match, and `scores` and `carried` are what was known before it. `chance` is
    the round's seed, in hexadecimal, if chance is to be as it was: a secret, as it is what has still to be
    drawn. At a board's table it is the board's, and no `round` is named. `deal` is the id of the deal that is
    played on, also with other cards: one hand and the play so far are the same.
    """

    round: str
    at: int
    seat: int
    cards: Literal["same", "fresh"]
    number: int
    scores: tuple[int, ...]
    carried: tuple[int, ...] = ()
    chance: str | None = None
    deal: str | None = None


def pseudonym(key: str, person: int | None) -> str:
    """Who a person is in public where persons are named by this secret key. None has deleted their data."""
    text = "" if person is None else str(person)
    return hashlib.blake2b(text.encode(), key=key.encode(), digest_size=6).hexdigest()


class TableRow(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A table as it is kept, without its log."""

    id: str
    game: str
    rules: int
    options: dict[str, str | int]
    players: int
    seed: bytes
    pseudonym_key: str
    """Secret: names the persons of this table and its rematches."""
    pace: int
    created: int
    standing: Standing
    waits_for: int
    """For which seats of persons the table waited when this was last written, as bits."""
    waits_since: int = 0
    """Since when, in ms since 1970."""
    edition: int = 0
    """Counts the changes of all but the log."""
    started: bool = True
    host: int | None = None
    settings: TableSettings = TableSettings()
    link: str | None = None
    code: str | None = None
    code_ends: int = 0
    watch_link: str | None = None
    pause: Pause | None = None
    rematch: str | None = None
    request: Request | None = None
    """A move that is to be taken back, until the log goes on."""
    ready: Ready | None = None
    """Who has seen the result of a round, until the log goes on."""
    host_away: int | None = None
    """Since when others are there without the host, in ms since 1970; None while they are not."""
    barred_faces: tuple[str, ...] = ()
    """The faces of bots that could be taken for a person who was at the table."""
    seen_to: int = 0
    """The log entry up to which somebody who has left since could see all that was open."""
    pauses: tuple[int, ...] = ()
    """How often each seat has paused the table, or was waited for in a pause; () is never."""
    seats: tuple[SeatHolder, ...]
    members: tuple[Member, ...] = ()
    promise: str | None = None
    """What was told of its deals before the first (docs/fairness.md); None where nothing is promised."""
    terms: str | None = None
    """What is mixed into its deals, once they have begun; None where nothing is."""
    branched_from: BranchPoint | None = None
    """Where its match began, if not with a deal of its own."""
    board: str | None = None
    """The board that is played there: its match is one round of it, by one person with bots (law 9)."""
    event: str | None = None
    """The event to which that board belongs: a secret that only those at the table are told."""

    @property
    def is_of_evening(self) -> bool:
        """Whether a board is played there by several, together: then it waits for nobody who is away."""
        return self.board is not None and self.settings.absence == "bot"

    @property
    def dealer(self) -> Dealer:
        """The dealer of its match."""
        point = self.branched_from
        chance = point.chance if point is not None else None
        borrowed = (self.first_round, bytes.fromhex(chance)) if chance is not None else None
        return Dealer(self.seed, self.terms or "", borrowed)

    def shows_rounds(self, *, over: bool) -> bool:
        """Whether its setting lets finished rounds be looked at. `over`: the match is."""
        return self.settings.rounds == "at_once" or (self.settings.rounds == "match_end" and over)

    @property
    def first_round(self) -> int:
        """The number of the first round, and deal, of its match."""
        return self.branched_from.number if self.branched_from is not None else 1

    def deal_id(self, deal: int) -> str:
        """The id of the deal of this number: it has one wherever it is played (`storage/seen.py`).

        All that is dealt at a table of a board is the board's, also where cards were thrown in.
        """
        point = self.branched_from
        if point is not None and point.deal is not None and (self.board or deal == self.first_round):
            return point.deal
        return f"{self.id}.{deal}"

    def tells_of(self, deal_id: str) -> bool:
        """Whether somebody at this table is told of a deal."""
        point = self.branched_from
        return deal_id.startswith(f"{self.id}.") or (point is not None and point.deal == deal_id)

    def log(self, entries: tuple[Entry, ...]) -> Log:
        """The log of its match with these entries."""
        point, first = self.branched_from, self.first_round
        scores, carried = (point.scores, point.carried) if point is not None else ((), ())
        last = first if self.board is not None else None
        known = first, scores, last, carried
        return Log(self.game, self.rules, self.options, self.players, entries, *known)

    @cached_property
    def person_seats(self) -> frozenset[int]:
        """The seats at which persons sit."""
        return frozenset(seat for seat, holder in enumerate(self.seats) if holder.person is not None)

    @cached_property
    def substitutes(self) -> frozenset[int]:
        """The seats of absent persons for whom a bot plays."""
        return frozenset(seat for seat in self.person_seats if self.seats[seat].substitute)

    @property
    def is_watched(self) -> bool:
        """Whether there are spectators, connected or not."""
        return bool(self.watchers)

    @cached_property
    def shown_hands(self) -> frozenset[int]:
        """The seats over whose shoulders some spectator may look."""
        return frozenset[int]().union(*(self.hands_shown_to(each.person) for each in self.watchers))

    def hands_shown_to(self, person: int) -> frozenset[int]:
        """The seats over whose shoulders a person may look. Nobody may who sits there."""
        member = self.member(person)
        if member is None or member.kind != "watcher" or not self.settings.over_shoulder:
            return frozenset()
        return self.person_seats & frozenset(kinds_of(member.looks))

    @property
    def watchers(self) -> tuple[Member, ...]:
        """The spectators."""
        return tuple(member for member in self.members if member.kind == "watcher")

    def pseudonym_of(self, person: int) -> str:
        """Who a person is in public, whatever they are called."""
        return pseudonym(self.pseudonym_key, person)

    @property
    def free(self) -> tuple[int, ...]:
        """The seats at which nobody sits; once the table has started there are none."""
        if self.started:
            return ()
        return tuple(
            seat for seat, holder in enumerate(self.seats) if holder.person is None and holder.bot is None
        )

    def seat_of(self, person: int) -> int | None:
        """The seat of a person; None for one who has none."""
        return next((seat for seat, holder in enumerate(self.seats) if holder.person == person), None)

    def member(self, person: int) -> Member | None:
        """What a person is at the table, other than who holds a seat; None if nothing."""
        return next((member for member in self.members if member.person == person), None)

    def seats_of(self, persons: AbstractSet[int]) -> frozenset[int]:
        """The seats of these persons."""
        found = {self.seat_of(person) for person in persons}
        return frozenset(seat for seat in found if seat is not None)

    def watches(self, person: int) -> bool:
        """Whether a person is a spectator."""
        member = self.member(person)
        return member is not None and member.kind == "watcher"

    def is_to_sit(self, person: int) -> bool:
        """Whether a person has no seat now, and will have one: somebody who comes, or a seat's owner."""
        member = self.member(person)
        return member is not None and member.kind in ("coming", "owner")


TABLES = Mapper(TableRow, tables, but=("seats", "members"))
SEATS = Mapper(SeatHolder, seats)
MEMBERS = Mapper(Member, members, prefix="member_")
WRITTEN_WITH_MOVES = ("standing", "over", "waits_for", "waits_since")
"""Columns that the log's writer writes."""


def columns_of(row: TableRow) -> dict[str, Any]:
    """A table as a row of the database."""
    return TABLES.row(row, over=row.standing.over)


def log_rows(table: str, after: int, entries: Sequence[Entry]) -> list[dict[str, Any]]:
    """Rows for entries that follow entry number `after` of a log."""
    return [
        {"table_id": table, "seq": seq, "entry": as_text(entry)}
        for seq, entry in enumerate(entries, after + 1)
    ]


def read_table(
    columns: Mapping[str, Any], holders: tuple[SeatHolder, ...], members: tuple[Member, ...]
) -> TableRow:
    """A table of the database. Raises TableDamaged."""
    if len(holders) != columns["players"]:
        raise damaged(columns["id"], "seats")
    try:
        return TABLES.read(columns, seats=holders, members=members)
    except Unreadable as error:
        raise damaged(columns["id"], f"tables.{error.column}", error.__cause__) from None


def read_bot(bot: str | None) -> str | None:
    """A bot's name. A bot that is not installed (any more) becomes Medium."""
    if bot is None:
        return None
    return bot if bot in {*Level, AT_RANDOM} or bot in installed_names() else Level.MEDIUM


def damaged(table: str, at: str, error: BaseException | None = None) -> TableDamaged:
    """The error to raise for a damaged table, which is logged once a day."""
    if is_due(f"table {table} damaged", seconds=24 * 3600):
        logger.error("table damaged", table=table, at=at, error=type(error).__name__)
    return TableDamaged(table=table, at=at)


_ENTRY = msgspec.json.Decoder[Entry](Entry)


def read_entry(table: str, seq: int, text: str) -> Entry:
    """An entry of a log as it is kept. Raises TableDamaged."""
    try:
        entry: Entry = _ENTRY.decode(text)
    except msgspec.MsgspecError:
        raise damaged(table, f"log {seq}") from None
    return entry

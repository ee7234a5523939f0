"""Events: the same boards for several, who takes part, and what the boards brought them."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import NamedTuple

import msgspec
from sqlalchemy import bindparam, select

from sevenfold.core.standing import Standing
from sevenfold.server.errors import Vanished
from sevenfold.server.protocol.events import EventKind, Movement, TeamNames
from sevenfold.server.protocol.settings import Clock
from sevenfold.server.storage.backend import Backend, Transaction
from sevenfold.server.storage.mapping import Mapper
from sevenfold.server.storage.results import COUNTED, FINISHED, READ, READ_OWN, RESULTS, Result, finished_at
from sevenfold.server.storage.rows import now
from sevenfold.server.storage.schema import event_boards, event_people, events, results
from sevenfold.server.storage.statements import Row, Statement, WriteStep
from sevenfold.server.storage.sweeping import Sweep

MOST_LISTED = 100
"""How many events a list has at most."""

EVENING_WAITS = 60 * 24 * 3600 * 1000
"""How long an evening waits for its host to begin it, in ms."""


class EventRow(msgspec.Struct, frozen=True, kw_only=True):
    """An event as it is kept. Its `id` is the secret of its link, and `pseudonym_key` names its persons.

    `host` is who made it, None if they have deleted their data. `begun` and `closes` are when boards can be
    played, in ms since 1970. `minutes` is the clock of a round of an evening, `round` the one that is played,
    from 1 on, and `round_since` when it began. `clock` is that for each decision of an evening, and `starts`
    when it begins as its invitation says. `host_seen` is when its host was last there, and `host_away` since
    when others are without them.
    """

    id: str
    name: str
    host: int | None
    kind: EventKind
    movement: Movement | None
    game: str
    rules: int
    options: dict[str, str | int]
    players: int
    bots: str
    listed: bool
    pseudonym_key: str
    created: int
    begun: int | None
    closes: int | None
    minutes: int | None = None
    round: int = 0
    round_since: int | None = None
    team_names: TeamNames | None = None
    clock: Clock | None = None
    starts: int | None = None
    host_seen: int | None = None
    host_away: int | None = None
    host_name: str | None = None
    """What the host is called; it is kept with them."""
    second: int | None = None
    """Who takes part and may do what the host may; it is kept with them, as is what they are called."""
    second_name: str | None = None

    def is_run_by(self, person: int) -> bool:
        """Whether somebody may do what the host may."""
        return person in (self.host, self.second)


class ListedEvent(NamedTuple):
    """An event in a list: how many boards it has, how many take part, and whether whoever asks does."""

    event: EventRow
    deals: int
    people: int
    is_in: bool


class EventBoard(NamedTuple):
    """A board of an event; `number` is from 1 on."""

    number: int
    board: str


class EventPerson(NamedTuple):
    """Somebody who takes part, or did so until they had `gone`, in ms since 1970; if `removed`, for good."""

    person: int
    name: str | None
    joined: int
    gone: int | None = None
    removed: bool = False
    team: int | None = None
    here: int | None = None
    """When they said that they are there, in ms since 1970; None where they have missed a round since."""
    seen: int | None = None
    """When they were last there, in ms since 1970, to some seconds."""
    in_place_of: int | None = None
    """The person whose place they were given, or who has the place that they asked for when `gone`."""

    @property
    def is_in(self) -> bool:
        """Whether they take part."""
        return self.gone is None


Choose = Callable[[EventRow, Sequence[EventPerson]], EventPerson]
"""Says as whom somebody joins, by the event and its people, or raises why they cannot."""


class EventRound(NamedTuple):
    """A round that counts, at a table that is still there, with what it brought every seat.

    `round` is its number in its match.
    """

    number: int
    table: str
    round: int
    results: tuple[int, ...]


class AtSeat(NamedTuple):
    """How many results there are at a seat of a board that others are compared with, and what they are
    together.

    Where somebody gave it up, `lowest` and `highest` are of what was finished there, bots included.
    """

    number: int
    seat: int
    people: int
    total: int
    lowest: int | None = None
    highest: int | None = None


class PersonSums(NamedTuple):
    """What somebody has to show for an event: boards that are finished, and of those that are shown, sums.

    `beside` counts those that others have played, too. `ahead` is by how much the person has more there than
    the mean of the others at the same seat, summed up, and `squares` sums up the squares of that. Bots have
    played on `given_up` of the boards.
    """

    person: int
    finished: int
    shown: int
    beside: int
    ahead: float
    squares: float
    given_up: int = 0


_EVENT = Mapper(EventRow, events)
_BOARD = Mapper(EventBoard, event_boards)
_TAKES_PART = Mapper(EventPerson, event_people)
_AT_SEAT = Mapper(AtSeat)
_SUMMED = Mapper(PersonSums, results)

_SECOND = (
    "(SELECT {} FROM event_people AS seconds WHERE seconds.event_id = events.id AND seconds.gone IS NULL"
    " AND seconds.second IS NOT NULL ORDER BY seconds.second DESC, seconds.person_id LIMIT 1)"
)
_EVENTS = (
    f"SELECT {', '.join(f'events.{name}' for name in _EVENT.columns)}, persons.name AS host_name,"
    f" {_SECOND.format('person_id')} AS second, {_SECOND.format('seconds.name')} AS second_name,"
    " (SELECT count(*) FROM event_boards WHERE event_boards.event_id = events.id) AS deals,"
    " (SELECT count(*) FROM event_people AS people WHERE people.event_id = events.id AND people.gone IS NULL)"
    " AS people,"
    " EXISTS (SELECT 1 FROM event_people AS mine WHERE mine.event_id = events.id AND mine.person_id = :person"
    " AND mine.gone IS NULL) AS is_in"
    " FROM events LEFT JOIN persons ON persons.id = events.host_id"
)
_BY_ID = Statement(f"{_EVENTS} WHERE events.id = :event")
_IS_OWN = (
    "(events.host_id = :person OR events.id IN (SELECT event_id FROM event_people WHERE person_id = :person"
    " AND event_people.gone IS NULL))"
)
_LIST = Statement(
    f"{_EVENTS} WHERE (events.listed AND (events.closes IS NULL OR events.closes > :closed_after))"
    f" OR {_IS_OWN} ORDER BY CASE WHEN {_IS_OWN} THEN 0 ELSE 1 END, events.created DESC, events.id"
    " LIMIT :most"
)
_TAKEN_PART_IN = Statement(
    "SELECT id FROM events JOIN event_people ON event_id = id WHERE person_id = :person AND gone IS NULL"
    " AND (closes IS NULL OR closes > :now) ORDER BY created, id"
)
_ADD = Statement(lambda insert: insert(events), _EVENT.columns)
_ADD_BOARDS = Statement(lambda insert: insert(event_boards), ("event_id", "number", "board_id"))
_BOARDS = Statement("SELECT number, board_id FROM event_boards WHERE event_id = :event ORDER BY number")
_PERSON = ", ".join(_TAKES_PART.columns)
_PEOPLE = Statement(f"SELECT {_PERSON} FROM event_people WHERE event_id = :event ORDER BY joined, person_id")
_ONE = Statement(f"SELECT {_PERSON} FROM event_people WHERE event_id = :event AND person_id = :person")
_JOIN = Statement(
    lambda insert: insert(event_people).on_conflict_do_nothing(),
    ("event_id", "person_id", "name", "joined", "gone", "removed", "team", "here", "in_place_of"),
)
_COME_BACK = Statement(
    "UPDATE event_people SET gone = :gone, name = :name, team = :team, here = :here,"
    " in_place_of = :in_place_of WHERE event_id = :event AND person_id = :person AND NOT removed"
)
_GIVE_WAY = Statement(
    "UPDATE event_people SET gone = :now, in_place_of = NULL WHERE event_id = :event AND gone IS NULL"
    " AND person_id <> :person AND (in_place_of = :person OR person_id = CAST(:in_place_of AS integer))"
)
"""Whose place somebody has takes part no longer, or whoever has had theirs."""
_THEIRS = "event_id = :event AND person_id = :person"
_LEAVE = Statement(
    f"UPDATE event_people SET gone = :now, in_place_of = NULL WHERE {_THEIRS} AND gone IS NULL", counted=True
)
_REMOVE = Statement(
    f"UPDATE event_people SET gone = COALESCE(gone, :now), removed = TRUE WHERE {_THEIRS}", counted=True
)
_STILL_IN = Statement(
    f"UPDATE event_people SET joined = joined WHERE {_THEIRS} AND gone IS NULL", counted=True
)
"""Changes nothing, but counts who takes part, and holds their rows until the transaction is over."""
_HOLD = Statement(
    select(events.c.id, events.c.closes)
    .where(events.c.id == bindparam("event"))
    .with_for_update(key_share=True)  # people and rounds begin boards meanwhile
)
_AT_BOARDS = "FROM event_boards JOIN results ON results.board_id = event_boards.board_id"
_TRIES = Statement(
    f"{READ_OWN} {_AT_BOARDS} WHERE event_boards.event_id = :event AND results.person_id = :person"
    " ORDER BY results.counts DESC, results.number"
)
_IN_EVENT = f"{_AT_BOARDS} WHERE event_boards.event_id = :event AND {COUNTED}"
_RESULTS = Statement(f"{READ} {_IN_EVENT} ORDER BY event_boards.number, results.seat, results.table_id")
_GIVEN_UP = Statement(f"{READ} {_IN_EVENT} AND results.given_up AND results.person_id IS NOT NULL")
_RESULTS_OF_BOARD = Statement(
    f"{READ} FROM results WHERE board_id = :board AND {COUNTED} ORDER BY seat, table_id"
)
_ROUNDS = Statement(
    "SELECT DISTINCT event_boards.number, tables.id AS table_id, tables.standing"
    f" {_AT_BOARDS} JOIN tables ON tables.id = results.table_id"
    f" WHERE event_boards.event_id = :event AND {COUNTED} ORDER BY event_boards.number, tables.id"
)
_LOGS = Statement(
    f"SELECT table_id, entry FROM log WHERE table_id IN (SELECT results.table_id {_IN_EVENT}"
    " AND event_boards.number = :number AND results.table_id BETWEEN :first AND :last)"
    " ORDER BY table_id, seq"
)
_IS_COMPARED = "(boards.kind = 'evening' OR NOT results.given_up)"
_AT_SEATS = (
    "SELECT event_boards.number, results.board_id, results.seat,"
    f" count(CASE WHEN {_IS_COMPARED} THEN 1 END) AS people,"
    f" COALESCE(sum(CASE WHEN {_IS_COMPARED} THEN result END), 0) AS total,"
    " count(CASE WHEN results.given_up THEN 1 END) AS given_up"
    f" {_AT_BOARDS} JOIN boards ON boards.id = results.board_id"
    f" WHERE event_boards.event_id = :event AND {COUNTED}"
    " GROUP BY event_boards.number, results.board_id, results.seat"
)
_BY_SEAT = Statement(
    "SELECT number, seat, people, total,"
    f" CASE WHEN given_up > 0 THEN {finished_at('min', 'at_seats')} END AS lowest,"
    f" CASE WHEN given_up > 0 THEN {finished_at('max', 'at_seats')} END AS highest"
    f" FROM ({_AT_SEATS}) AS at_seats ORDER BY number, seat"
)
_SUMS = Statement(
    f"WITH at_seats AS ({_AT_SEATS}), counted AS MATERIALIZED ("
    " SELECT board_id, seat, people, total, (CAST(:shown AS bigint) >> number) & 1 AS shown,"
    " CASE WHEN people > 1 THEN (CAST(:shown AS bigint) >> number) & 1 ELSE 0 END AS beside,"
    " CASE WHEN people > 1 THEN people - 1 ELSE 1 END AS others FROM at_seats),"
    " each_result AS (SELECT person_id, shown, beside,"
    " CAST(beside * (people * result - total) AS double precision) / others AS ahead"
    " FROM counted CROSS JOIN results WHERE results.board_id = counted.board_id"
    f" AND results.seat = counted.seat AND person_id IS NOT NULL AND {FINISHED})"
    " SELECT person_id, count(*) AS finished, CAST(sum(shown) AS bigint) AS shown,"
    " CAST(sum(beside) AS bigint) AS beside,"
    " sum(ahead) AS ahead, sum(ahead * ahead) AS squares, 0 AS given_up"
    " FROM each_result GROUP BY person_id"
)
"""SQLite keeps the order of a `CROSS JOIN`: results are read seat by seat, in the order of their key."""
_UNPLAYED = f"NOT EXISTS (SELECT 1 {_AT_BOARDS} WHERE event_boards.event_id = events.id)"
_DELETE_PEOPLE = Statement("DELETE FROM event_people WHERE event_id = :event")
_DELETE_UNPLAYED = Statement(f"DELETE FROM events WHERE id = :event AND {_UNPLAYED}")
_OVER_UNPLAYED = Sweep("events", f"COALESCE(closes, created + :waits) < :ended_before AND {_UNPLAYED}")


class EventStore:
    """The part of the database that has events."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    async def add(self, event: EventRow, boards: Sequence[str], *first: WriteStep) -> None:
        """Keep a new event with its boards, in order; `first` keeps the boards themselves.

        Raises Vanished if the host was deleted meanwhile.
        """
        numbered = [
            {"event_id": event.id, "number": number, "board_id": board}
            for number, board in enumerate(boards, 1)
        ]
        await self._backend.write(*first, _ADD.of([_EVENT.row(event)]), _ADD_BOARDS.of(numbered))

    async def find(self, event: str, person: int) -> ListedEvent | None:
        """An event, as a person has to do with it; None if there is none of this id."""
        rows = await self._backend.rows(_BY_ID, {"event": event, "person": person})
        return _listed(rows[0]) if rows else None

    async def for_person(self, person: int, closed_after: int) -> list[ListedEvent]:
        """Those that a person hosts or takes part in, then others that are listed and had not closed then,
        the newest first: at most MOST_LISTED.
        """
        asked = {"person": person, "closed_after": closed_after, "most": MOST_LISTED}
        return [_listed(row) for row in await self._backend.rows(_LIST, asked, long=True)]

    async def taken_part_in(self, person: int) -> list[str]:
        """The events in which a person takes part and that are not over."""
        rows = await self._backend.rows(_TAKEN_PART_IN, {"person": person, "now": now()})
        return [row["id"] for row in rows]

    async def delete_unplayed(self, event: str) -> bool:
        """Delete an event that nobody has played. Return whether it was one.

        Whoever begins a board holds their row, so that they are waited for here.
        """
        with suppress(_Played):
            async with self._backend.transaction() as transaction:
                await _hold(transaction, event)
                await transaction.change(_DELETE_PEOPLE.of([{"event": event}]))
                if not await transaction.change(_DELETE_UNPLAYED.of([{"event": event}])):
                    raise _Played
                return True
        return False

    async def sweep(self, ended_before: int) -> int:
        """Delete old events that nobody has played. Return how many there were."""
        asked = {"ended_before": ended_before, "waits": EVENING_WAITS}
        return await _OVER_UNPLAYED.run(self._backend, asked)

    # --- boards and what they brought ---------------------------------------------------------------

    async def boards(self, event: str) -> tuple[EventBoard, ...]:
        """The boards of an event, in order."""
        return _BOARD.all(await self._backend.rows(_BOARDS, {"event": event}))

    async def tries(self, event: str, person: int) -> tuple[Result, ...]:
        """The boards of an event that a person has begun, those that count before others."""
        return RESULTS.all(await self._backend.rows(_TRIES, {"event": event, "person": person}))

    async def results(self, event: str) -> tuple[Result, ...]:
        """What all boards brought everybody, as far as it counts."""
        return RESULTS.all(await self._backend.rows(_RESULTS, {"event": event}, long=True))

    async def given_up(self, event: str) -> tuple[Result, ...]:
        """What came out of the boards that somebody who is still known gave up."""
        return RESULTS.all(await self._backend.rows(_GIVEN_UP, {"event": event}, long=True))

    async def results_at(self, board: str) -> tuple[Result, ...]:
        """What one board brought everybody, as far as it counts."""
        return RESULTS.all(await self._backend.rows(_RESULTS_OF_BOARD, {"board": board}, long=True))

    async def rounds(self, event: str) -> tuple[EventRound, ...]:
        """The rounds that count, as far as their tables are still there."""
        found = []
        for row in await self._backend.rows(_ROUNDS, {"event": event}, long=True):
            standing = msgspec.json.decode(row["standing"], type=Standing)
            found.append(EventRound(row["number"], row["table_id"], standing.round, standing.result or ()))
        return tuple(found)

    async def logs(self, event: str, number: int, first: str, last: str) -> dict[str, list[str]]:
        """The logs of the tables of a board, as they are kept, from one table to another in order of ids."""
        asked = {"event": event, "number": number, "first": first, "last": last}
        logs: dict[str, list[str]] = defaultdict(list)
        for row in await self._backend.rows(_LOGS, asked, long=True):
            logs[row["table_id"]].append(row["entry"])
        return logs

    async def at_seats(self, event: str) -> tuple[AtSeat, ...]:
        """How many results there are at each seat of each board."""
        rows = await self._backend.rows(_BY_SEAT, {"event": event}, long=True)
        return _AT_SEAT.all(rows)

    async def sums(self, event: str, shown: int) -> tuple[PersonSums, ...]:
        """What everybody has finished of an event: how many boards, and sums of those `shown`, as bits.

        The database does the arithmetic: a thousand people have 24,000 results.
        """
        rows = await self._backend.rows(_SUMS, {"event": event, "shown": shown}, long=True)
        return _SUMMED.all(rows)

    # --- people -------------------------------------------------------------------------------------

    async def people(self, event: str) -> tuple[EventPerson, ...]:
        """Everybody who takes part or has done so, in the order in which they came."""
        return _TAKES_PART.all(await self._backend.rows(_PEOPLE, {"event": event}, long=True))

    async def person(self, event: str, person: int) -> EventPerson | None:
        """A person who takes part or has done so; None if they never have."""
        return _TAKES_PART.first(await self._backend.rows(_ONE, {"event": event, "person": person}))

    async def join(self, event: EventRow, choose: Choose) -> EventPerson:
        """Have somebody take part, again if they had gone: as they are `chosen` by the event and its people.
        Return that.

        Nobody else joins meanwhile. Raises what `choose` raises, Vanished if the event or they were deleted.
        """
        async with self._backend.transaction() as transaction:
            held = await _hold(transaction, event.id)
            if held is None:
                raise Vanished
            found = await transaction.rows(_PEOPLE, {"event": event.id})
            now_held = msgspec.structs.replace(event, closes=held["closes"])
            chosen = choose(now_held, _TAKES_PART.all(found))
            values = {name: getattr(chosen, name) for name in ("name", "team", "here", "gone", "in_place_of")}
            key = {"event_id": event.id, "person_id": chosen.person}
            asked = {"event": event.id, "person": chosen.person}
            await transaction.change(_JOIN.of([values | key | {"joined": chosen.joined, "removed": False}]))
            await transaction.change(_COME_BACK.of([values | asked]))
            if chosen.is_in:
                place = {"in_place_of": chosen.in_place_of, "now": now()}
                await transaction.change(_GIVE_WAY.of([asked | place]))
            return chosen

    async def leave(self, event: str, person: int, at: int) -> bool:
        """Have somebody take part no longer. Return whether they did."""
        return await self._backend.write(_LEAVE.of([{"event": event, "person": person, "now": at}]))

    async def remove(self, event: str, person: int, at: int) -> bool:
        """Have somebody take part no longer and never again, though they leave just now. Return whether they
        ever did.
        """
        return await self._backend.write(_REMOVE.of([{"event": event, "person": person, "now": at}]))

    @staticmethod
    def still_in(event: str, persons: Iterable[int]) -> WriteStep:
        """The step that lets a transaction happen only if these persons take part."""
        return _STILL_IN.of([{"event": event, "person": person} for person in sorted(persons)])


class _Played(Exception):
    """Somebody has played an event that was to be deleted."""


async def _hold(transaction: Transaction, event: str) -> Row | None:
    """Hold the row of an event: whoever else does waits. Return it, or None if there is none."""
    return next(iter(await transaction.rows(_HOLD, {"event": event})), None)


def _listed(row: Row) -> ListedEvent:
    return ListedEvent(_EVENT.read(row), row["deals"], row["people"], bool(row["is_in"]))

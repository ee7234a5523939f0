"""Evenings: the rounds of events that all play together, and the tables of each."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sevenfold.server.storage.backend import Backend
from sevenfold.server.storage.events import EventRow
from sevenfold.server.storage.rows import now
from sevenfold.server.storage.schema import event_tables
from sevenfold.server.storage.statements import Statement, WriteStep


class EveningTable(NamedTuple):
    """A table of a round of an evening. `round` and `number` are from 1 on.

    `over` is None where it is gone. `persons` are who sat at its seats when it began; None is a bot, or
    somebody who has deleted their data. `there` are those for whom no bot plays on.
    """

    round: int
    number: int
    table: str
    over: bool | None
    persons: tuple[int | None, ...]
    there: frozenset[int] = frozenset()

    @property
    def is_in_play(self) -> bool:
        """Whether it is still played, by somebody: bots alone are waited for by nobody."""
        return self.over is False and bool(self.there)

    @property
    def missing(self) -> frozenset[int]:
        """Who was to sit there, and has not come or has gone."""
        return frozenset(person for person in self.persons if person is not None) - self.there


class Waited(NamedTuple):
    """Somebody for whom no bot plays at a table of a round in play; `away` since when, in ms since 1970, as
    far as it was noted.
    """

    event: str
    table: str
    person: int
    away: int | None


class RoundBegun(NamedTuple):
    """A round that begins at a moment, in ms since 1970. It `ends` by its clock, if there is one."""

    event: str
    number: int
    begins: int
    ends: int | None


_TABLES = Statement(
    "SELECT event_tables.round, event_tables.table_number, event_tables.table_id,"
    " tables.over, results.seat, results.person_id,"
    " seats.person_id = results.person_id AND NOT seats.substitute AS there"
    " FROM event_tables"
    " JOIN event_boards ON event_boards.event_id = event_tables.event_id"
    " AND event_boards.number = event_tables.number"
    " LEFT JOIN tables ON tables.id = event_tables.table_id"
    " LEFT JOIN results ON results.board_id = event_boards.board_id"
    " AND results.table_id = event_tables.table_id"
    " LEFT JOIN seats ON seats.table_id = event_tables.table_id AND seats.seat = results.seat"
    " WHERE event_tables.event_id = :event ORDER BY event_tables.round, event_tables.table_number"
)
_IN_PLAY = (
    " FROM events JOIN event_tables ON event_tables.event_id = events.id"
    " AND event_tables.round = events.round"
    " JOIN tables ON tables.id = event_tables.table_id AND NOT tables.over"
    " JOIN seats ON seats.table_id = tables.id AND seats.person_id IS NOT NULL"
    " WHERE events.kind = 'evening' AND events.closes IS NULL"
)
_WAITED_FOR = Statement(
    "SELECT events.id AS event, tables.id AS table_id, seats.person_id, seats.away"
    f"{_IN_PLAY} AND events.begun IS NOT NULL AND NOT seats.substitute ORDER BY tables.id, seats.seat"
)
_TABLE_OF = Statement(
    f"SELECT tables.id AS table_id{_IN_PLAY} AND events.id = :event AND seats.person_id = :person"
)
_MISSED = Statement(
    "UPDATE event_people SET here = NULL WHERE event_id = :event AND person_id = :person AND here < :since"
)
_RUNNING = Statement(
    "SELECT id FROM events WHERE kind = 'evening' AND begun IS NOT NULL AND closes IS NULL ORDER BY id"
)
_BEGIN = Statement(
    "UPDATE events SET round = :number, round_since = :begins, begun = COALESCE(begun, :begins)"
    " WHERE id = :event AND round = :number - 1 AND closes IS NULL",
    counted=True,
)
_END = Statement(
    "UPDATE events SET closes = :at WHERE id = :event AND round = :number AND closes IS NULL", counted=True
)
_CLOSE_BOARD = Statement(
    "UPDATE boards SET closes = :at WHERE (closes IS NULL OR closes > :at) AND id ="
    " (SELECT board_id FROM event_boards WHERE event_id = :event AND number = :number)"
)
_SET_CLOCK = Statement(
    "UPDATE boards SET closes = :ends WHERE id ="
    " (SELECT board_id FROM event_boards WHERE event_id = :event AND number = :number)"
)
_ADD_TABLES = Statement(
    lambda insert: insert(event_tables), ("event_id", "round", "table_number", "number", "table_id")
)
_BE_HERE = Statement(
    "UPDATE event_people SET here = :at, seen = :at"
    " WHERE event_id = :event AND person_id = :person AND gone IS NULL",
    counted=True,
)
_SEE_PERSON = Statement(
    "UPDATE event_people SET seen = :at WHERE event_id = :event AND person_id = :person AND gone IS NULL"
)
_SEE_HOST = Statement("UPDATE events SET host_seen = :at WHERE id = :event AND host_id = :person")
_HOST_AWAY = Statement("UPDATE events SET host_away = :away WHERE id = :event")
_NO_SECOND = Statement("UPDATE event_people SET second = NULL WHERE event_id = :event AND second IS NOT NULL")
_SECOND = Statement(
    "UPDATE event_people SET second = :at WHERE event_id = :event AND person_id = :person AND gone IS NULL",
    counted=True,
)
_CLOSED = Statement(
    "SELECT number FROM event_boards JOIN boards ON boards.id = event_boards.board_id"
    " WHERE event_id = :event AND boards.closes <= :now ORDER BY number"
)


class EveningStore:
    """The part of the database that has evenings."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    async def running(self) -> list[str]:
        """The ids of the evenings that have begun and are not over."""
        return [row["id"] for row in await self._backend.rows(_RUNNING)]

    async def tables(self, event: str, players: int) -> list[EveningTable]:
        """The tables of all rounds so far, in order; each has so many seats."""
        found: dict[tuple[int, int], tuple[str, bool | None]] = {}
        sat: defaultdict[tuple[int, int], dict[int, int | None]] = defaultdict(dict)
        there: defaultdict[tuple[int, int], set[int]] = defaultdict(set)
        for row in await self._backend.rows(_TABLES, {"event": event}):
            key = row["round"], row["table_number"]
            found[key] = row["table_id"], None if row["over"] is None else bool(row["over"])
            if row["seat"] is not None:
                sat[key][row["seat"]] = row["person_id"]
            if row["there"]:
                there[key].add(row["person_id"])
        return [
            EveningTable(
                *(*key, table, over, tuple(sat[key].get(seat) for seat in range(players))),
                there=frozenset(there[key]),
            )
            for key, (table, over) in found.items()
        ]

    async def waited_for(self) -> tuple[Waited, ...]:
        """Everybody for whom the tables of rounds in play may wait."""
        rows = await self._backend.rows(_WAITED_FOR)
        return tuple(Waited(row["event"], row["table_id"], row["person_id"], row["away"]) for row in rows)

    async def table_of(self, event: str, person: int) -> str | None:
        """The table at which somebody sits in the round that is played; None if at none, or it is over."""
        found = await self._backend.rows(_TABLE_OF, {"event": event, "person": person})
        return found[0]["table_id"] if found else None

    @staticmethod
    def missed(event: EventRow, persons: Iterable[int]) -> WriteStep:
        """The step that notes that these are not here, as they have missed the round in play; whoever has
        said since it began that they are is believed.
        """
        since = event.round_since or 0
        return _MISSED.of(
            [{"event": event.id, "person": person, "since": since} for person in sorted(persons)]
        )

    async def close_round(self, event: EventRow, at: int, *also: WriteStep) -> None:
        """End the round that is played, with none after it yet."""
        values = {"event": event.id, "number": event.round, "at": at}
        await self._backend.write(_CLOSE_BOARD.of([values]), *also)

    async def closed(self, event: str) -> list[int]:
        """The numbers of the boards whose results are open."""
        rows = await self._backend.rows(_CLOSED, {"event": event, "now": now()})
        return [row["number"] for row in rows]

    async def begin(self, new: RoundBegun, tables: Sequence[str], keeping: Iterable[WriteStep]) -> bool:
        """Begin a round at these tables, which `keeping` keeps, and close the board of the one before.

        Return whether this was the next round, and what `keeping` counts was there; if not, nothing is kept.
        Raises Vanished if somebody was deleted meanwhile.
        """
        values = {"event": new.event, "number": new.number, "begins": new.begins}
        before = {"event": new.event, "number": new.number - 1, "at": new.begins}
        numbered = [
            {
                "event_id": new.event,
                "round": new.number,
                "table_number": number,
                "number": new.number,
                "table_id": table,
            }
            for number, table in enumerate(tables, 1)
        ]
        clock = {"event": new.event, "number": new.number, "ends": new.ends}
        return await self._backend.write(
            _BEGIN.of([values]),
            _CLOSE_BOARD.of([before]),
            _SET_CLOCK.of([clock]),
            _ADD_TABLES.of(numbered),
            *keeping,
        )

    async def end(self, event: str, number: int, at: int) -> bool:
        """End an evening that is in round `number`, and close that board. Return whether it was."""
        values = {"event": event, "number": number, "at": at}
        return await self._backend.write(_END.of([values]), _CLOSE_BOARD.of([values]))

    # --- who is there -----------------------------------------------------------------------------

    async def be_here(self, event: str, person: int, at: int) -> bool:
        """Note that somebody who takes part says that they are there. Return whether they take part."""
        return await self._backend.write(_BE_HERE.of([{"event": event, "person": person, "at": at}]))

    async def see(self, at: int, people: Iterable[tuple[str, int]]) -> None:
        """Note that people are there now, each at an event."""
        values = [{"event": event, "person": person, "at": at} for event, person in sorted(people)]
        await self._backend.write(_SEE_HOST.of(values), _SEE_PERSON.of(values))

    async def note_host_away(self, event: str, away: int | None) -> None:
        """Note since when others are there without the host; None while they are not."""
        await self._backend.write(_HOST_AWAY.of([{"event": event, "away": away}]))

    async def name_second(self, event: str, person: int | None, at: int) -> bool:
        """Let somebody who takes part stand in for the host, and nobody else; None is for nobody.

        Return whether they take part. The event's row is locked before those of people, as by everybody else.
        """
        steps = [_HOST_AWAY.of([{"event": event, "away": None}]), _NO_SECOND.of([{"event": event}])]
        if person is not None:
            steps.append(_SECOND.of([{"event": event, "person": person, "at": at}]))
        return await self._backend.write(*steps)

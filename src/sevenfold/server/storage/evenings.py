"""Evenings: the rounds of events that all play together, and the tables of each."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sevenfold.server.storage.backend import Backend
from sevenfold.server.storage.rows import now
from sevenfold.server.storage.schema import event_tables
from sevenfold.server.storage.statements import Statement, WriteStep


class EveningTable(NamedTuple):
    """A table of a round of an evening. `round` and `number` are from 1 on.

    `over` is None where it is gone. `guests` are who sat at its seats when it began; None is a bot, or
    somebody who has deleted their data.
    """

    round: int
    number: int
    table: str
    over: bool | None
    guests: tuple[int | None, ...]

    @property
    def is_in_play(self) -> bool:
        """Whether it is still played."""
        return self.over is False


class RoundBegun(NamedTuple):
    """A round that begins at a moment, in ms since 1970. It `ends` by its clock, if there is one."""

    event: str
    number: int
    begins: int
    ends: int | None


_TABLES = Statement(
    "SELECT event_tables.round, event_tables.table_number, event_tables.table_id,"
    " tables.over, results.seat, results.guest_id"
    " FROM event_tables"
    " JOIN event_boards ON event_boards.event_id = event_tables.event_id"
    " AND event_boards.number = event_tables.number"
    " LEFT JOIN tables ON tables.id = event_tables.table_id"
    " LEFT JOIN results ON results.board_id = event_boards.board_id"
    " AND results.table_id = event_tables.table_id"
    " WHERE event_tables.event_id = :event ORDER BY event_tables.round, event_tables.table_number"
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
        for row in await self._backend.rows(_TABLES, {"event": event}):
            key = row["round"], row["table_number"]
            found[key] = row["table_id"], None if row["over"] is None else bool(row["over"])
            if row["seat"] is not None:
                sat[key][row["seat"]] = row["guest_id"]
        return [
            EveningTable(*key, table, over, tuple(sat[key].get(seat) for seat in range(players)))
            for key, (table, over) in found.items()
        ]

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

"""Who is connected to which process, in rows that expire and that all processes read.

A person's row lasts as long as the row of their process, which is renewed every second. When a process is
killed, the persons who were connected to it count as gone after three seconds.
"""

import asyncio
from collections.abc import Callable, Collection
from contextlib import suppress

from sqlalchemy import delete

from sevenfold.server.errors import StorageProblem, Vanished
from sevenfold.server.storage.backend import Backend, Transaction
from sevenfold.server.storage.schema import processes
from sevenfold.server.storage.statements import Statement, now_ms

BEAT = 1.0
"""How often a process renews its row, in seconds."""

LASTS = 3_000
"""How long a process's row is valid, in ms."""

FORGOTTEN_AFTER = 60_000
"""How long the rows of a process that is gone are kept, in ms."""

TOGETHER = 0.02
"""How long a coming or a going waits for others, to be written together, in seconds."""

_BEAT = Statement(
    "INSERT INTO processes (id, expires)"
    " VALUES (:process, CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint) + :lasts)"
    " ON CONFLICT (id) DO UPDATE SET expires = excluded.expires RETURNING xmax = 0 AS is_new"
)
"""It returns whether the process had no row before."""

_TABLE_PERSONS = (
    "unnest(CAST(:tables AS varchar[]), CAST(:persons AS integer[])) AS table_person(table_id, person_id)"
)

_COME = Statement(
    "INSERT INTO presence (table_id, person_id, process_id, since)"
    " SELECT table_person.table_id, table_person.person_id, :process,"
    " CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)"
    f" FROM {_TABLE_PERSONS}"
    " JOIN tables ON tables.id = table_person.table_id JOIN persons ON persons.id = table_person.person_id"
    " ORDER BY 1, 2 ON CONFLICT DO NOTHING"
)

_GO = Statement(
    f"DELETE FROM presence USING {_TABLE_PERSONS} WHERE presence.process_id = :process"
    " AND presence.table_id = table_person.table_id AND presence.person_id = table_person.person_id"
)

_FORGET_OTHERS = Statement(delete(processes).where(processes.c.expires < now_ms() - FORGOTTEN_AFTER))
_END = Statement("DELETE FROM processes WHERE id = :process")

TablePerson = tuple[str, int]
"""A table, and a person who is there."""


class Attendance:
    """Who is connected to this process. `tell` is called with the tables where somebody came or went."""

    def __init__(self, process: str, backend: Backend, tell: Callable[[Collection[str]], None]) -> None:
        self._process = process
        self._backend = backend
        self._tell = tell
        self._here: set[TablePerson] = set()
        self._changed: set[TablePerson] = set()
        self._to_write = asyncio.Event()

    def came(self, table: str, person: int) -> None:
        """A person is connected to a table."""
        self._here.add((table, person))
        self._note((table, person))

    def went(self, table: str, person: int) -> None:
        """The person is no longer connected to it."""
        self._here.discard((table, person))
        self._note((table, person))

    def _note(self, table_person: TablePerson) -> None:
        self._changed.add(table_person)
        self._to_write.set()

    async def go_on(self) -> None:
        """Keep the rows up to date."""
        while True:
            try:
                await self.write()
            except StorageProblem:
                pass  # tried again with the next beat
            except Vanished:  # a table or a person, at this moment
                self._to_write.set()
            with suppress(TimeoutError):
                async with asyncio.timeout(BEAT):
                    await self._to_write.wait()
                await asyncio.sleep(TOGETHER)

    async def write(self) -> None:
        """Renew the process's row, and write who has come and gone. Raises StorageProblem, Vanished."""
        self._to_write.clear()
        changed, self._changed = self._changed, set()
        try:
            async with self._backend.transaction() as transaction:
                beat = await transaction.rows(_BEAT, {"process": self._process, "lasts": LASTS})
                if beat[0]["is_new"]:  # the first time, or others deleted our row
                    changed |= self._here
                    await transaction.change(_FORGET_OTHERS.of([{}]))
                await self._write_changed(transaction, changed)
        except BaseException:
            self._changed |= changed
            raise
        self._tell({table for table, _ in changed})

    async def _write_changed(self, transaction: Transaction, changed: set[TablePerson]) -> None:
        for statement, table_persons in ((_COME, changed & self._here), (_GO, changed - self._here)):
            if table_persons:
                tables, persons = zip(*sorted(table_persons), strict=True)
                asked = {"process": self._process, "tables": list(tables), "persons": list(persons)}
                await transaction.change(statement.of([asked]))

    async def end(self) -> None:
        """Delete the rows of this process, which ends in order. Raises StorageProblem."""
        await self._backend.write(_END.of([{"process": self._process}]))
        self._tell({table for table, _ in self._here})

"""What is kept only where several processes serve the same tables; it needs PostgreSQL."""

from collections.abc import Collection
from functools import partial
from typing import Any, NamedTuple

from sqlalchemy import Delete, Row, delete, select, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncEngine

from sevenfold.server.storage.batched_reads import BatchedReads
from sevenfold.server.storage.schema import kept_claims
from sevenfold.server.storage.transactions import reading, writing
from sevenfold.server.times import clock


class Head(NamedTuple):
    """How far a table has come, and who is connected to it through other processes.

    `seq` is the last entry of its log, `line` the last line of its talk. `awake` is for how many seconds
    somebody has been connected elsewhere; 0 if nobody is. `asked` is when this was asked for, by the clock of
    this process.
    """

    edition: int
    seq: int
    line: int
    guests: frozenset[int]
    awake: float
    asked: float


_HEADS = text(
    "SELECT tables.id, tables.edition,"
    " COALESCE((SELECT max(seq) FROM log WHERE log.table_id = tables.id), 0) AS seq,"
    " COALESCE((SELECT max(number) FROM talk WHERE talk.table_id = tables.id), 0) AS line,"
    " there.guests, now.ms - there.since AS awake"
    " FROM tables, (SELECT extract(epoch FROM clock_timestamp()) * 1000 AS ms) AS now,"
    " LATERAL (SELECT array_agg(presence.guest_id) AS guests, min(presence.since) AS since"
    "  FROM presence JOIN processes ON processes.id = presence.process_id"
    "  WHERE presence.table_id = tables.id AND processes.id <> :process AND processes.expires > now.ms"
    " ) AS there"
    " WHERE tables.id = ANY(CAST(:tables AS varchar[]))"
)


class SharedStore:
    """The part of the database through which processes find out what others have done."""

    def __init__(self, engine: AsyncEngine, reader: AsyncEngine) -> None:
        self._engine = engine
        self._reader = reader
        self._heads: dict[str, BatchedReads[Head]] = {}

    async def heads(self, tables: Collection[str], process: str) -> dict[str, Head]:
        """How far these tables have come, as seen from `process`. Tables that are gone are left out."""
        if process not in self._heads:
            self._heads[process] = BatchedReads(partial(self._ask_heads, process))
        return await self._heads[process].find(tables)

    async def _ask_heads(self, process: str, tables: Collection[str]) -> dict[str, Head]:
        wanted, asked = {"tables": list(tables), "process": process}, clock()
        async with reading(self._reader) as connection:
            found = await connection.execute(_HEADS, wanted)
            return {row.id: _head(row, asked) for row in found}

    async def queue_claim(self, table: str, seat: int, question: int, move: str | None) -> None:
        """Keep a seat's claim until the answers are made, instead of an earlier one; None for none.

        `question` is what `ClaimWindow.question` says.
        """
        async with writing(self._engine) as connection:
            if move is None:
                await connection.execute(_the_claim(table, seat))
                return
            new = insert(kept_claims).values(table_id=table, seat=seat, deal=question, move=move)
            await connection.execute(
                new.on_conflict_do_update("pk_kept_claims", set_={"deal": question, "move": move})
            )

    async def kept_claims(self, table: str, question: int) -> dict[int, str]:
        """The claims that are kept for a question, by their seats."""
        wanted = (kept_claims.c.table_id == table) & (kept_claims.c.deal == question)
        query = select(kept_claims.c.seat, kept_claims.c.move).where(wanted)
        async with reading(self._reader) as connection:
            return {row.seat: row.move for row in await connection.execute(query)}


def _head(row: Row[Any], asked: float) -> Head:
    awake = max(0.0, float(row.awake or 0) / 1000)
    return Head(row.edition, row.seq, row.line, frozenset(row.guests or ()), awake, asked)


def _the_claim(table: str, seat: int) -> Delete:
    return delete(kept_claims).where(kept_claims.c.table_id == table, kept_claims.c.seat == seat)

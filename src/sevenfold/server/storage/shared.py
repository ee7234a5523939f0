"""What is kept only where several processes serve the same tables; it needs PostgreSQL."""

from collections.abc import Collection
from functools import partial
from typing import NamedTuple

from sevenfold.server.storage.backend import Backend
from sevenfold.server.storage.batched_reads import BatchedReads
from sevenfold.server.storage.statements import Row, Statement
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
    persons: frozenset[int]
    awake: float
    asked: float


_HEADS = Statement(
    "SELECT tables.id, tables.edition,"
    " COALESCE((SELECT max(seq) FROM log WHERE log.table_id = tables.id), 0) AS seq,"
    " COALESCE((SELECT max(number) FROM talk WHERE talk.table_id = tables.id), 0) AS line,"
    " there.persons, now.ms - there.since AS awake"
    " FROM tables, (SELECT extract(epoch FROM clock_timestamp()) * 1000 AS ms) AS now,"
    " LATERAL (SELECT array_agg(presence.person_id) AS persons, min(presence.since) AS since"
    "  FROM presence JOIN processes ON processes.id = presence.process_id"
    "  WHERE presence.table_id = tables.id AND processes.id <> :process AND processes.expires > now.ms"
    " ) AS there"
    " WHERE tables.id = ANY(CAST(:tables AS varchar[]))"
)

_FORGET_CLAIM = Statement("DELETE FROM kept_claims WHERE table_id = :table AND seat = :seat")
_KEEP_CLAIM = Statement(
    "INSERT INTO kept_claims (table_id, seat, deal, move) VALUES (:table, :seat, :question, :move)"
    " ON CONFLICT (table_id, seat) DO UPDATE SET deal = excluded.deal, move = excluded.move"
)
_CLAIMS = Statement("SELECT seat, move FROM kept_claims WHERE table_id = :table AND deal = :question")


class SharedStore:
    """The part of the database through which processes find out what others have done."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self._heads: dict[str, BatchedReads[Head]] = {}

    async def heads(self, tables: Collection[str], process: str) -> dict[str, Head]:
        """How far these tables have come, as seen from `process`. Tables that are gone are left out."""
        if process not in self._heads:
            self._heads[process] = BatchedReads(partial(self._ask_heads, process))
        return await self._heads[process].find(tables)

    async def _ask_heads(self, process: str, tables: Collection[str]) -> dict[str, Head]:
        wanted, asked = {"tables": list(tables), "process": process}, clock()
        return {row["id"]: _head(row, asked) for row in await self._backend.rows(_HEADS, wanted)}

    async def queue_claim(self, table: str, seat: int, question: int, move: str | None) -> None:
        """Keep a seat's claim until the answers are made, instead of an earlier one; None for none.

        `question` is what `ClaimWindow.question` says.
        """
        if move is None:
            await self._backend.write(_FORGET_CLAIM.of([{"table": table, "seat": seat}]))
        else:
            values = {"table": table, "seat": seat, "question": question, "move": move}
            await self._backend.write(_KEEP_CLAIM.of([values]))

    async def kept_claims(self, table: str, question: int) -> dict[int, str]:
        """The claims that are kept for a question, by their seats."""
        found = await self._backend.rows(_CLAIMS, {"table": table, "question": question})
        return {row["seat"]: row["move"] for row in found}


def _head(row: Row, asked: float) -> Head:
    awake = max(0.0, float(row["awake"] or 0) / 1000)
    return Head(row["edition"], row["seq"], row["line"], frozenset(row["persons"] or ()), awake, asked)

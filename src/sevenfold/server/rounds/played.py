"""What somebody has played: matches that are over, and tables that they have left, with the rounds that they
may look at again.
"""

from collections.abc import Sequence

import msgspec

from sevenfold.server.errors import ApiError
from sevenfold.server.protocol.table import ListedTable
from sevenfold.server.rounds import access
from sevenfold.server.rounds.found import FoundRound, found_there, table_of
from sevenfold.server.rounds.kept import read_summaries
from sevenfold.server.rounds.shown import Summary
from sevenfold.server.storage.rounds import Tenure
from sevenfold.server.storage.rows import TableRow
from sevenfold.server.storage.store import Store
from sevenfold.server.storage.tables import NEWEST, Cursor
from sevenfold.server.tables.registry import Tables


class PlayedTables:
    """Finds what a guest has played."""

    def __init__(self, store: Store, tables: Tables) -> None:
        self._store = store
        self._tables = tables

    async def of_guest(self, guest: int, before: Cursor = NEWEST) -> tuple[list[ListedTable], Cursor | None]:
        """A page of what they have played, the newest first, and the place of its last table if there are
        more. A table that they have left is as it was after the last round in which they sat.
        """
        rows, last = await self._store.tables.of_guest(guest, True, before)
        rounds = await self._rounds_of(rows, guest)
        there = [row for row in rows if row.seat_of(guest) is not None or row.watches(guest)]
        shown = {each.id: each for each in await self._tables.as_listed(there, guest)}
        for row in rows:
            found = rounds.get(row.id)
            if row.id in shown and found is not None:
                shown[row.id] = msgspec.structs.replace(shown[row.id], rounds=found.listed)
            elif found is not None:
                shown[row.id] = _left(found)
        return [shown[row.id] for row in rows if row.id in shown], last

    async def _rounds_of(self, rows: Sequence[TableRow], guest: int) -> dict[str, FoundRound]:
        """The rounds of tables that a guest may look at, by table, where there are any."""
        if not rows:
            return {}
        kept = await self._store.rounds.of_guest(guest, rows[-1].created, rows[0].created)
        found = {}
        for row in rows:
            summaries, tenures = kept.get(row.id, ((), ()))
            shown = _open_to(row, tenures, summaries, guest)
            if shown:
                found[row.id] = found_there(row, tenures, (), shown, shown[-1], guest)
        return found


def _open_to(
    row: TableRow, tenures: Sequence[Tenure], texts: Sequence[str], guest: int
) -> tuple[Summary, ...]:
    try:
        access.require_open(row, row.id)
        return access.those_open_to(row, tenures, read_summaries(texts), guest)
    except ApiError:
        return ()


def _left(found: FoundRound) -> ListedTable:
    """A table where they are no more."""
    return ListedTable(
        **msgspec.structs.asdict(table_of(found, found.side)),
        your_turn=False,
        since=None,
        watching=found.you is None,
        left=True,
        rounds=found.listed,
    )

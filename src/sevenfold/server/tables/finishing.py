"""Boards that nobody plays to their end: bots finish them, so that nothing stays in play for ever.

Those that were in play when their board closed, with its day, event or round of an evening, and those that
were given up as a server was stopped. Which they are follows from the database, and the log lets one process
alone finish a table.
"""

import asyncio

from sevenfold.server.endless import for_each
from sevenfold.server.errors import GameErred, RulesChanged, TableDamaged, TableUnknown
from sevenfold.server.storage.store import Store
from sevenfold.server.tables.registry import Tables

EVERY = 2.0
"""Seconds from one look at what is to be finished to the next."""


class Finishing:
    """Finishes what is given up."""

    def __init__(self, store: Store, tables: Tables) -> None:
        self._store = store
        self._tables = tables
        self._cannot: set[str] = set()
        """The tables that cannot be played by this process, by its rules or at all."""

    async def finish_all(self) -> None:
        """Finish all that is to be finished. Raises what `for_each` does."""
        found = await self._store.results.unfinished()
        await for_each([table for table in found if table not in self._cannot], self._finish)

    async def go_on(self) -> None:
        """Finish what is to be finished, for as long as the server runs."""
        while True:
            await self.finish_all()
            await asyncio.sleep(EVERY)

    async def _finish(self, table: str) -> None:
        try:
            await self._tables.finish(table)
        except TableUnknown:  # it was deleted just now
            pass
        except (RulesChanged, TableDamaged, GameErred):
            self._cannot.add(table)

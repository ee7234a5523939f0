"""Nobody waits on an evening for who is not there, whether or not anybody is at their table.

When somebody is not there is kept with their seat, so that it goes on over a restart; any process may notice.
What follows is the table's own affair: a bot plays for them until they come.
"""

from collections import defaultdict

from sevenfold.server.endless import for_each
from sevenfold.server.errors import GameErred, RulesChanged, Stale, TableDamaged, TableUnknown
from sevenfold.server.storage.evenings import Waited
from sevenfold.server.storage.rows import now
from sevenfold.server.storage.store import Store
from sevenfold.server.tables.registry import Tables
from sevenfold.server.timings import Timings


class Patience:
    """Looks who is at the tables of the evenings that are played."""

    def __init__(self, store: Store, tables: Tables, timings: Timings) -> None:
        self._store = store
        self._tables = tables
        self._timings = timings
        self._cannot: set[str] = set()
        """The tables that cannot be played by this process, by its rules or at all."""

    async def look(self) -> None:
        """Have bots play for whoever has been away for too long. Raises what `for_each` does."""
        waited: defaultdict[str, list[Waited]] = defaultdict(list)
        for each in await self._store.evenings.waited_for():
            waited[each.table].append(each)
        connected = await self._tables.connected(waited)
        there = [
            (each.event, each.person)
            for table, people in waited.items()
            for each in people
            if each.person in connected[table]
        ]
        await self._store.evenings.see(now(), there)
        due = [
            table
            for table, people in waited.items()
            if any(self._is_due(each) for each in people if each.person not in connected[table])
        ]
        await for_each([table for table in due if table not in self._cannot], self._look_at)

    def _is_due(self, each: Waited) -> bool:
        """Whether it is to be noted that somebody is away, or they have been for too long."""
        return each.away is None or now() - each.away >= self._timings.missed_after

    async def _look_at(self, table: str) -> None:
        try:
            opened = await self._tables.open_for_all(table)
            await opened.look_who_is_here()
        except (TableUnknown, Stale):  # it was deleted, or somebody has moved, just now
            pass
        except (RulesChanged, TableDamaged, GameErred):
            self._cannot.add(table)

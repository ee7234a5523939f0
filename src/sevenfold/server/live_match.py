"""A match in memory, a cache of its log: loaded when it is needed, caught up, appended to.

Whoever holds it sees a match that is in the log to its last entry. If the log turns out to have gone on
elsewhere, what is in memory is thrown away, and replayed when it is needed next.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sevenfold.core.game import AnyGame
from sevenfold.core.log import Log, LogError
from sevenfold.core.match import AnyMatch, replay
from sevenfold.server.bus import Bus
from sevenfold.server.errors import RulesChanged, Stale
from sevenfold.server.store import Store, TableRow
from sevenfold.server.writer import LogConflict


class LiveMatch:
    """The match of one table."""

    def __init__(self, row: TableRow, game: AnyGame, store: Store, bus: Bus) -> None:
        self._row = row
        self._game = game
        self._store = store
        self._bus = bus
        self._lock = asyncio.Lock()
        self._match: AnyMatch | None = None
        self._logged = 0
        self._heard = 0

    def hear(self, version: int) -> None:
        """The log has reached this version, perhaps in another process."""
        self._heard = max(self._heard, version)

    @asynccontextmanager
    async def hold(self, version: int | None = None) -> AsyncIterator[AnyMatch]:
        """Hold the match, caught up with its log. Raises Stale where it is not at `version`, RulesChanged."""
        async with self._lock:
            try:
                match = await self._caught_up()
                if version not in (None, match.version):
                    raise Stale
                yield match
            except LogConflict:
                raise Stale from None
            finally:
                if self._match is not None and self._match.version != self._logged:
                    self._match = None  # it says what the log does not

    async def _caught_up(self) -> AnyMatch:
        if self._match is None:
            self._match = await self._load()
        elif self._heard > self._logged:
            for entry in await self._store.entries(self._row.id, self._logged):
                self._match.follow(entry)
        self._logged = self._match.version
        return self._match

    async def _load(self) -> AnyMatch:
        row = self._row
        entries = await self._store.entries(row.id)
        log = Log(row.game, row.rules, row.options, row.players, entries)
        try:
            return await asyncio.to_thread(replay, self._game, log)  # a long match takes a while
        except LogError:
            raise RulesChanged(table=row.id) from None

    async def append(self, match: AnyMatch) -> bool:
        """Log what the held match has more than the log, and tell of it; whether it had more.

        Raises LogConflict where the log has gone on elsewhere; `hold` makes it Stale.
        """
        if match.version == self._logged:
            return False
        new_round = self._logged < match.round_version
        changed = new_round or (match.round_over and not match.thrown_in)
        standing = match.standing if changed else None
        await self._store.append(self._row.id, self._logged, match.entries[self._logged :], standing)
        self._logged = match.version
        await self._bus.publish(self._row.id, match.version)
        return True

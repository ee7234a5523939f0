"""Notices between processes, by PostgreSQL's LISTEN and NOTIFY.

A notice is sent after the commit that it reports, as a statement of its own: within the transaction it would
hold a lock that all processes wait for. Notices that come together are sent together. A notice may be lost. A
process then finds out when it refreshes its tables: after its connection for notices was lost and restored,
when a client says hello, and every two seconds for tables at which somebody is.
"""

import asyncio
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress

import psycopg
import structlog
from sqlalchemy import text

from sevenfold.server.database_url import DatabaseUrl
from sevenfold.server.endless import Endless
from sevenfold.server.errors import StorageProblem
from sevenfold.server.storage.attendance import Attendance
from sevenfold.server.storage.backend import Backend
from sevenfold.server.storage.postgres import connect
from sevenfold.server.storage.statements import Statement
from sevenfold.server.system import is_due
from sevenfold.server.tables.across.bus import NOTHING_LOGGED, MemoryBus, Refresh, Sessions

CHANNEL = "sevenfold"

NOTIFY = Statement(text("SELECT pg_notify(:channel, :notice)"))

SESSION = "session"
"""Stands before the number of a session that has ended, where a notice about a table has its id."""

LONGEST = 7900
"""The greatest length of a notice, in bytes. PostgreSQL's limit is 8,000."""

REFRESH_EVERY = 2.0
"""How often a process refreshes the tables at which somebody is, in seconds."""

AGAIN_AFTER = 0.5
"""How long a process waits before it tries again after a failure, in seconds."""

log = structlog.get_logger()


class PostgresBus(MemoryBus):
    """The bus of one of several processes, named `process`. `direct` is a URL that avoids any pooler."""

    alone = False

    def __init__(self, process: str, backend: Backend, direct: DatabaseUrl) -> None:
        super().__init__()
        self.process = process
        self._backend = backend
        self._direct = direct
        self._attendance = Attendance(process, backend, self._tell_all)
        self._refresh: Refresh | None = None
        self._sessions: Sessions | None = None
        self._seqs: dict[str, int] = {}
        """How far the logs of these tables have come, still to be told to other processes."""
        self._ended: set[int] = set()
        """Sessions that have ended, still to be told."""
        self._others: set[str] = set()
        """Tables of which something other than the log has changed, still to be told too."""
        self._to_tell = asyncio.Event()
        self._to_refresh: set[str] = set()
        self._must_refresh = asyncio.Event()

    def start(self, refresh: Refresh, sessions: Sessions, endless: Endless) -> None:
        """Begin to listen and to tell. `refresh` is called with tables that others may have changed."""
        self._refresh, self._sessions = refresh, sessions
        for name, work in (
            ("listening", self._listen),
            ("telling", self._tell),
            ("refreshing", self._refresh_tables),
            ("attendance", self._attendance.go_on),
        ):
            endless.start(name, work, longest_pause=REFRESH_EVERY)

    async def close(self) -> None:
        """Tell other processes at once that nobody is connected here."""
        with suppress(StorageProblem):
            await self._attendance.end()
            await self._send()

    # --- what is told -----------------------------------------------------------------------------

    async def publish(self, table: str, seq: int) -> None:
        """Tell the listeners of this process, and soon those of all others."""
        await super().publish(table, seq)
        if seq == NOTHING_LOGGED:
            self._others.add(table)
        else:
            self._seqs[table] = max(seq, self._seqs.get(table, 0))
        self._to_tell.set()

    def _tell_all(self, tables: Collection[str]) -> None:
        """Let other processes refresh these tables."""
        self._others.update(tables)
        self._to_tell.set()

    def cut(self, ended: Iterable[int]) -> None:
        """Tell other processes that these sessions have ended."""
        self._ended.update(ended)
        self._to_tell.set()

    def came(self, table: str, person: int) -> None:
        """A person is connected to a table by this process."""
        self._attendance.came(table, person)

    def went(self, table: str, person: int) -> None:
        """The person is no longer connected to it."""
        self._attendance.went(table, person)

    async def _tell(self) -> None:
        while True:
            await self._to_tell.wait()
            try:
                await self._send()
            except StorageProblem:  # the notice is lost: others find out when they refresh
                await asyncio.sleep(AGAIN_AFTER)

    async def _send(self) -> None:
        self._to_tell.clear()
        items = [f"{table}:{NOTHING_LOGGED}" for table in self._others]
        items += [f"{table}:{seq}" for table, seq in self._seqs.items()]
        items += [f"{SESSION}:{session}" for session in self._ended]
        self._others, self._seqs, ended, self._ended = set(), {}, self._ended, set()
        if not items:
            return
        notices = [{"channel": CHANNEL, "notice": notice} for notice in _notices(self.process, items)]
        try:
            await self._backend.write(NOTIFY.of(notices))
        except StorageProblem:  # of sessions nobody finds out otherwise
            self._ended |= ended
            self._to_tell.set()
            raise

    # --- what is heard ----------------------------------------------------------------------------

    async def _listen(self) -> None:
        """Listen on a connection of its own, which is opened again if it is lost."""
        while True:
            try:
                await self._listen_once()
            except psycopg.Error as error:
                if is_due("not listening"):
                    log.error("not listening to other processes", why=str(error).partition("\n")[0])
            await asyncio.sleep(AGAIN_AFTER)

    async def _listen_once(self) -> None:
        async with await connect(self._direct, pooled=False) as connection:
            await connection.execute(f"LISTEN {CHANNEL}")
            self._refresh_soon(self._listeners)  # what was told before is lost
            if self._sessions is not None:
                await self._sessions.look_again()
            async for notice in connection.notifies():
                self.on_notice(notice.payload)

    def on_notice(self, notice: str) -> None:
        """Take a notice. One from this process itself is ignored."""
        process, *items = notice.split(" ")
        if process == self.process:
            return
        for item in items:
            table, _, seq = item.partition(":")
            if table == SESSION and self._sessions is not None:
                self._sessions.cut(int(seq))
            if table not in self._listeners:
                continue
            if int(seq) == NOTHING_LOGGED:
                self._refresh_soon([table])
            else:
                self._call(table, int(seq))

    def _refresh_soon(self, tables: Collection[str]) -> None:
        self._to_refresh.update(tables)
        self._must_refresh.set()

    async def _refresh_tables(self) -> None:
        assert self._refresh is not None
        time = asyncio.get_running_loop().time
        all_due = time() + REFRESH_EVERY
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout_at(all_due):
                    await self._must_refresh.wait()
            if time() >= all_due:  # however often something has changed meanwhile
                self._to_refresh.update(self._listeners)
                all_due = time() + REFRESH_EVERY
            self._must_refresh.clear()
            tables, self._to_refresh = self._to_refresh & self._listeners.keys(), set()
            if not tables:
                continue
            try:
                await self._refresh(tables)
            except Exception:
                self._to_refresh |= tables
                raise


def _notices(process: str, items: Collection[str]) -> Iterator[str]:
    """All items, in as few notices as possible."""
    notice = process
    for item in items:
        if len(notice) + 1 + len(item) > LONGEST:
            yield notice
            notice = process
        notice += f" {item}"
    yield notice

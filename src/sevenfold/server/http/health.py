"""What a service manager or a proxy asks: whether the process runs, and whether it can serve."""

import asyncio
from time import monotonic

import msgspec
from litestar import Response, get
from litestar.di import NamedDependency
from msgspec import Struct

from sevenfold.server.endless import Endless
from sevenfold.server.http.opens import OPENS, Opens
from sevenfold.server.storage.store import Store

CHECK_WITHIN = 2.0
"""How long the database may take to answer, in seconds, before this process counts as not ready."""

KEPT = 1.0
"""How long an answer is kept, in seconds, however often it is asked for."""


class Health(Struct, frozen=True):
    """The process runs."""

    status: str = "ok"


class ReadyAnswer(Struct, frozen=True):
    """Whether the database answers, is as new as this program needs it, and has room to keep something.

    `failing` names the endless works that an error has ended lately. People are served all the same.
    """

    database: bool
    migrations: bool
    writable: bool
    failing: tuple[str, ...] = ()
    closing: bool | msgspec.UnsetType = msgspec.UNSET
    """True where the host has said that the server closes, or it is closed: nothing new begins."""


NOT_READY = ReadyAnswer(database=False, migrations=False, writable=False)


class Readiness:
    """Checks whether the database is ready, once for all who ask at the same time."""

    def __init__(self, store: Store, endless: Endless) -> None:
        self._store = store
        self._endless = endless
        self._checking: asyncio.Task[ReadyAnswer] | None = None
        self._found = NOT_READY
        self._until = 0.0

    async def now(self) -> ReadyAnswer:
        """What the check has found; not ready if the database does not answer in time."""
        found = await self._of_database()
        closing = self._store.care.announced.is_closing or msgspec.UNSET
        return msgspec.structs.replace(found, failing=self._endless.failing, closing=closing)

    async def _of_database(self) -> ReadyAnswer:
        if monotonic() < self._until:
            return self._found
        if self._checking is None:
            self._checking = asyncio.create_task(self._check())
        done, _ = await asyncio.wait([self._checking], timeout=CHECK_WITHIN)
        if not done:  # the check goes on until the database answers or is cut off
            return NOT_READY
        return self._found

    async def _check(self) -> ReadyAnswer:
        try:
            migrations = await self._store.is_up_to_date()
            writable = migrations and await self._store.can_write()
            self._found = ReadyAnswer(database=True, migrations=migrations, writable=writable)
        except Exception:  # whatever the reason is: those who play are told of it, and the log
            self._found = NOT_READY
        self._until = monotonic() + KEPT
        self._checking = None
        return self._found


NOT_KEPT = {"cache-control": "no-store"}


@get("/healthz", opt={OPENS: Opens.TO_ALL}, include_in_schema=False, sync_to_thread=False)
def read_health() -> Response[Health]:
    """Answer: the process runs."""
    return Response(Health(), headers=NOT_KEPT)


@get("/readyz", opt={OPENS: Opens.TO_ALL}, include_in_schema=False)
async def read_readiness(readiness: NamedDependency[Readiness]) -> Response[ReadyAnswer]:
    """Answer with status 200 if this process can serve, and otherwise with 503."""
    found = await readiness.now()
    return Response(found, status_code=200 if found.writable else 503, headers=NOT_KEPT)


HANDLERS = (read_health, read_readiness)

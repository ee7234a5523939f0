"""A database whose times and failures are shown to the host. It is there only where metrics are."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from time import perf_counter

from prometheus_client import Histogram

from sevenfold.server.errors import StorageAway, StorageFull
from sevenfold.server.metrics import Metrics
from sevenfold.server.storage.backend import Backend, Transaction
from sevenfold.server.storage.statements import NONE, Row, Statement, Values, WriteStep


class MeasuredBackend:
    """Another backend, measured: how long it reads and writes, with all waiting, and what it fails in."""

    def __init__(self, backend: Backend, metrics: Metrics) -> None:
        self._backend = backend
        self._failures = metrics.database_failures
        self._reads = metrics.database_seconds.labels("read")
        self._writes = metrics.database_seconds.labels("write")
        for problem in (StorageAway, StorageFull):
            self._failures.labels(problem.code)  # 0 is shown too
        self.dialect, self.is_shared = backend.dialect, backend.is_shared

    @property
    def in_doubt(self) -> bool:
        """As the backend has it."""
        return self._backend.in_doubt

    @in_doubt.setter
    def in_doubt(self, doubt: bool) -> None:
        self._backend.in_doubt = doubt

    async def rows(self, statement: Statement, values: Values = NONE, *, long: bool = False) -> list[Row]:
        """The rows that a statement finds."""
        with self._measured(self._reads):
            return await self._backend.rows(statement, values, long=long)

    async def write(self, *steps: WriteStep) -> bool:
        """Do all of this in one transaction, or nothing if a count is wrong. Return whether it was done."""
        with self._measured(self._writes):
            return await self._backend.write(*steps)

    @asynccontextmanager
    async def transaction(self, *, long: bool = False) -> AsyncIterator[Transaction]:
        """A transaction."""
        with self._measured(self._writes):
            async with self._backend.transaction(long=long) as transaction:
                yield transaction

    def has_space(self) -> bool:
        """Whether there is room."""
        return self._backend.has_space()

    async def wipe(self) -> bool:
        """Leave nothing of what was deleted."""
        return await self._backend.wipe()

    async def close(self) -> None:
        """Let go of the database."""
        await self._backend.close()

    @contextmanager
    def _measured(self, seconds: Histogram) -> Iterator[None]:
        began = perf_counter()
        try:
            yield
        except (StorageAway, StorageFull) as problem:
            self._failures.labels(problem.code).inc()
            raise
        finally:
            seconds.observe(perf_counter() - began)

"""A whole server in this process: the application with all of its works, asked without a network."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx

from sevenfold.server.app import create_app
from sevenfold.server.metrics import Metrics
from sevenfold.server.settings import Settings
from sevenfold.server.storage.statements import Statement
from sevenfold.server.storage.upgrade import migrate


class WholeServer:
    """A server in this process. `http` has the session of one person, once it has asked for one."""

    def __init__(self, settings: Settings, app: Any, metrics: Metrics) -> None:
        self.settings = settings
        self.state = app._app.state
        self.store = self.state.store
        self.metrics = metrics
        self._app = app
        self.http = self.person()

    def person(self, address: str = "127.0.0.1") -> httpx.AsyncClient:
        """Somebody who can ask for something."""
        transport = httpx.ASGITransport(app=self._app, client=(address, 1))
        return httpx.AsyncClient(transport=transport, base_url="http://localhost", timeout=60)

    async def execute(self, statement: str, **values: Any) -> None:
        await self.store.backend.write(Statement(statement).of([values]))

    async def there(self, what: str, **values: Any) -> bool:
        """Whether a table of the database has such a row."""
        return bool(await self.store.backend.rows(Statement(f"SELECT 1 FROM {what}"), values))

    def failures(self, work: str) -> float | None:
        """How often an endless work has failed, by the metric."""
        return self.metrics._registry.get_sample_value("sevenfold_work_failures_total", {"work": work})


@asynccontextmanager
async def a_server(where: Path | str, tmp_path: Path, **settings: Any) -> AsyncIterator[WholeServer]:
    """A server that keeps its database in a folder or at a URL of PostgreSQL."""
    url = where if isinstance(where, str) else None
    set_up = Settings(data=tmp_path, static=tmp_path, database_url=url, **settings)
    await migrate(set_up.database)
    metrics = Metrics()
    app: Any = create_app(set_up, metrics)
    async with app._app.lifespan():
        server = WholeServer(set_up, app, metrics)
        async with server.http:
            yield server

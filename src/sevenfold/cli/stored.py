"""The database of a card room, for commands beside the server, also while it is open."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from sevenfold.cli.common import UsageMistake

if TYPE_CHECKING:
    from sevenfold.server.storage.store import Store

T = TypeVar("T")


class NotServedYet(UsageMistake):
    """A Sevenfold of this version has not served from the database yet."""

    def __init__(self, database: str) -> None:
        super().__init__(f"{database}: no Sevenfold of this version has served from it yet")


def with_store(folder: Path, url: str | None, work: "Callable[[Store], Awaitable[T]]") -> T:
    """Do something with the database. Raises NotServedYet, DatabaseUnusable, DatabaseMoved."""
    from sevenfold.server.database_url import url_of
    from sevenfold.server.errors import StorageProblem
    from sevenfold.server.storage.data_folder import DATABASE, require_not_moved
    from sevenfold.server.storage.opening import DatabaseUnusable, open_database
    from sevenfold.server.storage.postgres_url import shown
    from sevenfold.server.storage.store import Store

    file = folder / DATABASE
    name = shown(url or url_of(file))
    if url is None:
        require_not_moved(file)
        if not file.is_file():
            raise NotServedYet(name)

    async def run() -> T:
        store = Store(open_database(url or url_of(file)))
        try:
            if not await store.is_up_to_date():
                raise NotServedYet(name)
            return await work(store)
        finally:
            await store.close()

    try:
        return asyncio.run(run())
    except (StorageProblem, sqlite3.DatabaseError) as problem:
        raise DatabaseUnusable(name, str(problem)) from None

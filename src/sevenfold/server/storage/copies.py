"""Copies of the database that the server makes by itself. Each is checked; old ones are thinned out.

A copy is opened as a server would open it, and some of its logs are replayed. What goes wrong is told in the
log, at /readyz and in the metrics until a copy succeeds; people play on meanwhile.
"""

import asyncio
import re
import shutil
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

import structlog

from sevenfold.games import is_game, load_meta
from sevenfold.server.database_url import url_of
from sevenfold.server.endless import Endless
from sevenfold.server.storage.backup import (
    BackupImpossible,
    back_up,
    bytes_of,
    leave_one_file,
    put_in_place,
    remove_logs,
)
from sevenfold.server.storage.data_folder import DATABASE, DatabaseMoved
from sevenfold.server.storage.move import can_replay
from sevenfold.server.storage.opening import open_database
from sevenfold.server.storage.statements import Statement
from sevenfold.server.storage.store import Store

WORK = "backup"
"""What making copies is called at /readyz and in the metrics."""

REPLAYED = 20
"""Of how many tables the logs are replayed, at most; they are drawn anew for each copy."""

TRY_AGAIN = 300
"""How long until a copy that failed is tried again, in seconds."""

TIME = "%Y%m%d-%H%M%S"

_SOME_TABLES = Statement("SELECT id, game, rules FROM tables ORDER BY random() LIMIT :most")

log = structlog.get_logger()


class Copy(NamedTuple):
    """A file of ours in the folder, and when it was made."""

    file: Path
    made: datetime


class Looked(NamedTuple):
    """How many logs of a copy were replayed, and the tables whose logs cannot be."""

    replayed: int
    damaged: tuple[str, ...]


class Copies:
    """The copies of one server in a folder. They have its id in their names: others may lie beside them."""

    def __init__(
        self, data: Path, folder: Path, every: int, keep: int, server: str, endless: Endless
    ) -> None:
        self._data = data
        self._folder = folder
        self._every = timedelta(seconds=every)
        self._keep = keep
        self._server = server
        self._endless = endless

    @property
    def age(self) -> float:
        """How old the newest copy is, in seconds; infinite if there is none."""
        copies = self.there()
        return (datetime.now(UTC) - copies[-1].made).total_seconds() if copies else float("inf")

    def there(self) -> list[Copy]:
        """The copies that are there, the oldest first."""
        name = re.compile(rf"sevenfold-{self._server}-([0-9]{{8}}-[0-9]{{6}})\.db")
        found = []
        with suppress(OSError):
            for file in self._folder.iterdir():
                if match := name.fullmatch(file.name):
                    with suppress(ValueError):
                        found.append(Copy(file, datetime.strptime(match[1], TIME).replace(tzinfo=UTC)))
        return sorted(found, key=lambda copy: copy.made)

    async def go_on(self) -> None:
        """Make a copy whenever one is due. Whatever fails is tried again."""
        every = self._every.total_seconds()
        pause = max(0.0, min(every - await asyncio.to_thread(lambda: self.age), every))
        while True:
            await asyncio.sleep(pause)
            pause = every
            try:
                looked = await asyncio.to_thread(self.make, datetime.now(UTC))
            except (BackupImpossible, DatabaseMoved, OSError) as error:
                self._endless.tell(WORK, well=False)
                log.error("no backup was made", why=str(error))
                pause = min(pause, TRY_AGAIN)
            else:
                self._endless.tell(WORK, well=not looked.damaged)

    def make(self, now: datetime) -> Looked:
        """Make a copy, check it, thin out old ones. Raises BackupImpossible, DatabaseMoved, OSError."""
        self._folder.mkdir(mode=0o700, exist_ok=True)
        # what a server has left that was killed
        for left in self._folder.glob(f"sevenfold-{self._server}-*.db.*"):
            left.unlink()
        file = self._folder / f"sevenfold-{self._server}-{now:{TIME}}.db"
        _require_space(self._data, file)
        unchecked = file.with_name(f"{file.name}.unchecked")
        back_up(self._data, unchecked)
        try:
            looked = asyncio.run(look_at(unchecked))
            leave_one_file(unchecked)
        except Exception as error:
            unchecked.unlink()
            remove_logs(unchecked)
            raise BackupImpossible(file, f"the copy cannot be used: {error}") from error
        put_in_place(unchecked, file)
        for old in thinned(self.there(), self._keep):
            old.file.unlink()
        if looked.damaged:
            log.error("logs of tables cannot be replayed", tables=list(looked.damaged), file=str(file))
        return looked


def _require_space(data: Path, file: Path) -> None:
    """Raises BackupImpossible if there is no room; on the disk of the tables, as much again stays free."""
    folder = file.parent
    needed = bytes_of(data / DATABASE) * (2 if folder.stat().st_dev == data.stat().st_dev else 1)
    free = shutil.disk_usage(folder).free
    if free < needed:
        raise BackupImpossible(file, f"{folder} is full: {free >> 20} MB are free, {needed >> 20} are needed")


async def look_at(file: Path) -> Looked:
    """Open a copy as a server would, and replay the logs of some tables."""
    store = Store(open_database(url_of(file)))
    damaged, replayed = [], 0
    try:
        for row in await store.backend.rows(_SOME_TABLES, {"most": REPLAYED}, long=True):
            table, game, rules = row["id"], row["game"], row["rules"]
            if not is_game(game) or load_meta(game).rules_version != rules:
                continue
            if await can_replay(store, table, game, rules):
                replayed += 1
            else:
                damaged.append(table)
    finally:
        await store.close()
    return Looked(replayed, tuple(sorted(damaged)))


def thinned(copies: Iterable[Copy], keep: int) -> list[Copy]:
    """Those that go: the newer half of what is kept are the newest; before them one a day stays, the last."""
    newest = sorted(copies, key=lambda copy: copy.made, reverse=True)
    half = (keep + 1) // 2
    days = {copy.made.date() for copy in newest[:half]}
    kept, gone = half, []
    for copy in newest[half:]:
        if copy.made.date() in days or kept == keep:
            gone.append(copy)
        else:
            kept += 1
            days.add(copy.made.date())
    return gone

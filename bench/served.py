"""A server as a process of its own, to be measured, attacked and killed; and attackers in another."""

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Coroutine
from concurrent.futures import ProcessPoolExecutor
from contextlib import AbstractContextManager, asynccontextmanager, nullcontext
from dataclasses import dataclass
from importlib import import_module
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

import msgspec

from bench.profile import profiled
from sevenfold.server.limits import Limits
from sevenfold.server.timings import USUAL, Timings
from sevenfold.testing.postgres import Cluster, PostgresConnection
from sevenfold.testing.running import DatabaseConnection

T = TypeVar("T")

Elsewhere = Callable[..., Coroutine[Any, Any, Any]]
"""Runs a coroutine function in another process, with these arguments."""

SERVE = """
import asyncio, resource, sys
from pathlib import Path
import msgspec
from sevenfold.server.limits import Limits
from sevenfold.server.running.run import run
from sevenfold.server.settings import Settings
from sevenfold.server.storage.logs import LogStore
from sevenfold.server.tables.bots import machine_code
from sevenfold.server.timings import Timings

data, setup = Path(sys.argv[1]), msgspec.json.decode(sys.argv[2])
if setup["game"]:
    machine_code.game_names = lambda: (setup["game"],)
if setup["descriptors"]:
    resource.setrlimit(resource.RLIMIT_NOFILE, (setup["descriptors"], setup["descriptors"]))
if setup["delay"]:
    write = LogStore._write_together

    async def write_slowly(self, batch):
        await asyncio.sleep(setup["delay"] / 1000)
        return await write(self, batch)

    LogStore._write_together = write_slowly
run(
    Settings(
        data=data,
        port=0,
        database_url=setup["database"],
        limits=msgspec.convert(setup["limits"], Limits | None),
        compile=setup["compile"],
        timings=msgspec.convert(setup["timings"], Timings),
    ),
    on_ready=lambda port: print(port, flush=True),
)
"""


@dataclass(frozen=True)
class Door:
    """Where a server can be reached, also from another process."""

    port: int

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def socket_url(self) -> str:
        return f"ws://127.0.0.1:{self.port}"


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """How the server is set up.

    `delay` is by how much each write is slowed down, in ms. With 0 `descriptors` their limit is as usual.
    With `compile` bots can search, in `game` alone if it is named, so that nothing else is compiled while it
    is measured. `database` is the URL of a PostgreSQL database to use instead of SQLite.
    """

    limits: Limits | None = None
    delay: float = 0
    descriptors: int = 0
    compile: bool = False
    game: str = ""
    timings: Timings = USUAL
    database: str | None = None


class BenchServer:
    """A server with an empty database, of one process or several.

    `profile` is a file for what `profiled` sees of the first process. `cluster` is the PostgreSQL of the
    setup's database, so that it can be stopped.
    """

    def __init__(
        self,
        setup: Setup | None = None,
        profile: Path | None = None,
        *,
        processes: int = 1,
        cluster: Cluster | None = None,
    ) -> None:
        self._number = processes
        self.cluster = cluster
        self._folder = tempfile.TemporaryDirectory()
        self.data = Path(self._folder.name)
        self._profile = profile
        self._setup = setup or Setup()
        self._processes: list[subprocess.Popen[str]] = []
        self._ports: list[int] = []
        self._next = count()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.kill()
        self._folder.cleanup()

    def start(self) -> None:
        """Start it, again after a kill."""
        self._processes = [self._start(number) for number in range(self._number)]
        self._ports = [_port(process) for process in self._processes]

    def _start(self, number: int) -> subprocess.Popen[str]:
        where = self._folder_of(number)
        where.mkdir(exist_ok=True)
        setup = msgspec.json.encode(self._setup).decode()
        with (where / "said").open("a") as said:
            return subprocess.Popen(
                [sys.executable, "-c", SERVE, str(where), setup],
                stdout=subprocess.PIPE,
                stderr=said,
                text=True,
            )

    def _folder_of(self, number: int) -> Path:
        return self.data if self._number == 1 else self.data / str(number)

    @property
    def door(self) -> Door:
        """Where it is reached: each time at the next of its processes."""
        return Door(self._ports[next(self._next) % self._number])

    def kill_one(self, number: int) -> None:
        """End one of its processes as kill -9 does, and start it again."""
        number %= self._number
        self._processes[number].kill()
        self._processes[number].communicate()
        self._processes[number] = self._start(number)
        self._ports[number] = _port(self._processes[number])

    def kill(self) -> None:
        """End it as kill -9 does."""
        for process in self._processes:
            if process.poll() is None:
                process.kill()
                process.communicate()

    def stop(self) -> int:
        """Tell it to stop, as a service manager does, and wait. Return the worst exit code."""
        for process in self._processes:
            process.send_signal(signal.SIGTERM)
        for process in self._processes:
            process.communicate(timeout=60)
        return max((process.returncode for process in self._processes), key=abs)

    def profiled(self) -> AbstractContextManager[None]:
        """Profile it until the context ends, if a profile is wanted. Raises ProfilerMissing."""
        return profiled(self._processes[0].pid, self._profile) if self._profile else nullcontext()

    @property
    def cpu_seconds(self) -> float:
        """The time that the server has computed so far, with all of its threads. For Linux."""
        return sum(_cpu_seconds(process.pid) for process in self._processes)

    @property
    def memory(self) -> int:
        """The memory that its processes have, in MB. For Linux."""
        pages = (Path(f"/proc/{process.pid}/statm").read_text().split()[1] for process in self._processes)
        return sum(map(int, pages)) * os.sysconf("SC_PAGE_SIZE") // 2**20

    @property
    def said(self) -> str:
        """What its processes wrote to their logs."""
        return "".join((self._folder_of(number) / "said").read_text() for number in range(self._number))

    def database(self) -> DatabaseConnection:
        """A connection to its database; statements have `?` for values."""
        if self._setup.database is not None:
            return PostgresConnection(self._setup.database)
        return sqlite3.connect(self.data / "sevenfold.db")


def _port(process: subprocess.Popen[str]) -> int:
    assert process.stdout is not None
    return int(process.stdout.readline())


def _cpu_seconds(process: int) -> float:
    after_name = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    user, system = after_name[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


@asynccontextmanager
async def elsewhere() -> AsyncIterator[Elsewhere]:
    """Another process, ready for work: what it computes keeps nobody here waiting."""
    loop = asyncio.get_running_loop()
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:

        async def run(work: Callable[..., Coroutine[Any, Any, T]], *arguments: object) -> T:
            return await loop.run_in_executor(process, _run, work, *arguments)

        await run(_import_all)
        yield run


async def _import_all() -> None:
    import_module("bench.attacks")


def _run(work: Callable[..., Coroutine[Any, Any, T]], *arguments: object) -> T:
    return asyncio.run(work(*arguments))

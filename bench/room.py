"""A server as a process of its own, to be measured, attacked and killed."""

import subprocess
import sys
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Self

import msgspec

from sevenfold.server.limits import Limits

SERVE = """
import asyncio, resource, sys
from pathlib import Path
import msgspec
from sevenfold.server.limits import Limits
from sevenfold.server.run import run
from sevenfold.server.settings import Settings
from sevenfold.server.writer import LogWriter

data, limits, delay, descriptors = Path(sys.argv[1]), sys.argv[2], float(sys.argv[3]), int(sys.argv[4])
if descriptors:
    resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))
if delay:
    write = LogWriter._write_together

    async def write_slowly(self, batch):
        await asyncio.sleep(delay / 1000)
        await write(self, batch)

    LogWriter._write_together = write_slowly
run(
    Settings(data=data, port=0, limits=msgspec.json.decode(limits, type=Limits | None)),
    on_ready=lambda port: print(port, flush=True),
)
"""


class Room:
    """A server with an empty database. `delay` slows each write down, in ms; 0 `descriptors` are as usual."""

    def __init__(self, limits: Limits | None = None, delay: float = 0, descriptors: int = 0) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self.data = Path(self._folder.name)
        self._arguments = [str(self.data), msgspec.json.encode(limits).decode(), str(delay), str(descriptors)]

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
        command = [sys.executable, "-c", SERVE, *self._arguments]
        with (self.data / "said").open("a") as said:
            self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=said, text=True)
        assert self._process.stdout is not None
        self.port = int(self._process.stdout.readline())

    def kill(self) -> None:
        """End it as kill -9 does."""
        if self._process.poll() is None:
            self._process.kill()
            self._process.communicate()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def said(self) -> str:
        """What it wrote to its log."""
        return (self.data / "said").read_text()

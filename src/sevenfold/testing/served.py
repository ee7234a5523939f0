"""A real server for the tests in a browser, as somebody starts it on the command line."""

import signal
import subprocess
import sys
from collections.abc import Mapping
from contextlib import nullcontext
from pathlib import Path
from typing import Any, Protocol

from sevenfold.server.settings import Settings
from sevenfold.server.timings import Timings
from sevenfold.testing import running

SEVENFOLD = Path(sys.executable).with_name("sevenfold")


class Served(Protocol):
    """Where a server is, and where it keeps its data."""

    @property
    def data(self) -> Path: ...

    @property
    def address(self) -> str: ...


class StoppedServer(running.Server):
    """A server whose clock a test stops and moves on; it gives out the pages, too."""

    def __init__(self, data: Path, timings: Timings = running.PATIENT, **settings: Any) -> None:
        (data / "static").symlink_to(Settings().static)
        super().__init__(data, timings=timings, **settings)

    @property
    def address(self) -> str:
        return self.url


class PlayServer:
    """`sevenfold play` on a data folder; it can be killed and started again at the same address."""

    environment: Mapping[str, str] | None = None
    """What it finds in its environment; None for what there is here."""

    def __init__(self, data: Path, logged: Path | None = None) -> None:
        self.data = data
        self.logged = logged
        """The file to which it logs; None for where this process does."""
        self.port = 0
        self.start()

    def start(self) -> None:
        """Start and wait until it answers."""
        with nullcontext() if self.logged is None else self.logged.open("a") as log:
            self._process = subprocess.Popen(
                [
                    SEVENFOLD,
                    "play",
                    "--no-browser",
                    "--no-compile",
                    "--port",
                    str(self.port),
                    "--data",
                    self.data,
                ],
                stdout=subprocess.PIPE,
                stderr=log,
                env=self.environment,
                text=True,
            )
        assert self._process.stdout is not None
        opened = self._process.stdout.readline()
        self.address = opened.split("open at ")[1].split("/ ")[0]
        self.port = int(self.address.rpartition(":")[2])

    def kill(self) -> None:
        """End it at once, as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End it as Ctrl+C does."""
        self._end(signal.SIGINT)

    def _end(self, how: signal.Signals) -> None:
        self._process.send_signal(how)
        self._process.wait(timeout=60)
        assert self._process.stdout is not None
        self._process.stdout.close()

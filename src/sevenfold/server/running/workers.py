"""Several worker processes at one port: uvicorn starts, watches and restarts them.

Each makes its own application. On SIGHUP they are replaced one after the other, by the program as it is
installed then. A new worker answers before an old one is told to stop, so that the server stays open.
"""

import asyncio
import logging.config
import socket
from collections.abc import Callable, Mapping
from typing import Any

import uvicorn
from uvicorn.supervisors import Multiprocess

from sevenfold.server.app import create_app
from sevenfold.server.garbage import collect_seldom
from sevenfold.server.metrics import Metrics
from sevenfold.server.running.connections import Gate, GatedConfig
from sevenfold.server.running.logs import set_up_log, uvicorn_log
from sevenfold.server.running.parent import end_with_parent
from sevenfold.server.settings import Settings
from sevenfold.server.system import log_once_a_minute, switch_threads_often

READY_WITHIN = 60
"""How long a worker may take to start, in seconds."""

GateFor = Callable[[Settings], Gate]


class WorkersFailed(Exception):
    """No worker could be started."""

    def __init__(self) -> None:
        super().__init__("the workers could not be started; their log above says why")


class WorkerConfig(GatedConfig):
    """What a worker is sent: from its settings it makes the rest by itself."""

    def __init__(self, settings: Settings, make_gate: GateFor, how_to_serve: Mapping[str, Any]) -> None:
        self.settings = settings
        self._make_gate = make_gate
        super().__init__(
            "",
            Gate(),
            log_config=None,
            workers=settings.workers,
            timeout_worker_healthcheck=READY_WITHIN,
            **how_to_serve,
        )

    def load(self) -> None:
        """Make the application; called in the worker, by its loop."""
        end_with_parent()
        settings, metrics = self.settings, Metrics()
        switch_threads_often()
        set_up_log(settings.log)
        logging.config.dictConfig(uvicorn_log(settings.log))
        asyncio.get_running_loop().set_exception_handler(log_once_a_minute)
        self.gate = self._make_gate(settings)
        metrics.show("connections", "Connections that are open", lambda: self.gate.number)
        metrics.show_refused(lambda: dict(self.gate.refused))
        self.app = create_app(settings, metrics)
        super().load()
        collect_seldom()


class _Workers(Multiprocess):
    """uvicorn's supervisor, which also says when all workers are ready."""

    def __init__(
        self, config: uvicorn.Config, sockets: list[socket.socket], on_ready: Callable[[], None]
    ) -> None:
        super().__init__(config, sockets)
        self._on_ready = on_ready
        self.was_ready = False

    def init_processes(self) -> None:
        """Start the workers, and wait until they are ready."""
        super().init_processes()
        self.was_ready = all(
            process.wait_until_ready(READY_WITHIN, self.should_exit) for process in self.processes
        )
        if self.was_ready:
            self._on_ready()


def run_workers(config: WorkerConfig, listening: socket.socket, on_ready: Callable[[], None]) -> None:
    """Serve with several processes until SIGINT or SIGTERM. Raises WorkersFailed."""
    logging.config.dictConfig(uvicorn_log(config.settings.log))
    workers = _Workers(config, [listening], on_ready)
    workers.run()
    if not workers.was_ready:
        raise WorkersFailed

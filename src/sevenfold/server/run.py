"""Running a server until it is told to stop."""

import asyncio
import errno
import gc
import os
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import structlog
import uvicorn

from sevenfold.server.app import create_app
from sevenfold.server.connections import Gate, GatedConfig
from sevenfold.server.database import migrate
from sevenfold.server.settings import Settings
from sevenfold.server.sockets import LARGEST_MESSAGE
from sevenfold.server.startup import check_data_folder, hold_data_folder
from sevenfold.server.system import log_once_a_minute, raise_descriptor_limit

SWITCH_INTERVAL = 0.001
"""How long a thread that replays a match may keep people's moves waiting, in seconds."""

OWN_DESCRIPTORS = 64
"""Kept for the database, the log and the files of the page."""


class PortInUse(OSError):
    """Something else listens at the port."""

    def __init__(self, host: str, port: int) -> None:
        super().__init__(f"port {port} of {host} is in use; stop what uses it or choose another port")
        self.host = host
        self.port = port


class AddressUnusable(OSError):
    """The server cannot listen at this host or port."""

    def __init__(self, host: str, port: int, reason: str) -> None:
        super().__init__(f"the server cannot listen at {host}, port {port}: {reason}")
        self.host = host
        self.port = port


def run(settings: Settings, *, on_ready: Callable[[int], None] | None = None) -> None:
    """Serve until SIGINT or SIGTERM; `on_ready` is told the port once requests are answered.

    Raises PortInUse, AddressUnusable, DataFolderNotWritable, DataFolderInUse, DatabaseTooNew,
    DatabaseUnusable, before anything else has happened.
    """
    _set_up_log()
    with _listen(settings.host, settings.port) as listening, _data_folder(settings):
        asyncio.run(migrate(settings.database))
        sys.setswitchinterval(SWITCH_INTERVAL)
        _Server(_config(settings), on_ready).run(sockets=[listening])


@contextmanager
def _data_folder(settings: Settings) -> Iterator[None]:
    """Have the folder for ourselves, if it holds the database; its files are for their owner alone."""
    if settings.database_url is not None:
        yield
        return
    os.umask(0o077)
    check_data_folder(settings.data)
    with hold_data_folder(settings.data):
        yield


def _set_up_log() -> None:
    """Plain tracebacks: those that show variables would write seeds and cookies into the log."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.dev.ConsoleRenderer(
                colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
            ),
        ],
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise PortInUse(host, port) from None
        raise AddressUnusable(host, port, error.strerror or str(error)) from None


def _config(settings: Settings) -> uvicorn.Config:
    return GatedConfig(
        create_app(settings),
        _gate(settings),
        log_level="error",  # what a client does wrong is no line of the log
        access_log=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        ws_max_size=16 * LARGEST_MESSAGE,
        # what is sent is small; compressing it took longer than sending it
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=5,
        server_header=False,
    )


def _gate(settings: Settings) -> Gate:
    """As many connections as there are descriptors, but for those that the server itself needs."""
    descriptors = raise_descriptor_limit()
    limits = settings.limits
    most = limits.connections if limits else None
    if most is None and descriptors is not None:
        most = max(1, descriptors - OWN_DESCRIPTORS)
    return Gate(most, limits.address_connections if limits else None, settings.proxies)


class _Server(uvicorn.Server):
    """uvicorn's server, saying when it is ready."""

    def __init__(self, config: uvicorn.Config, on_ready: Callable[[int], None] | None) -> None:
        super().__init__(config)
        self._on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start; then say so."""
        asyncio.get_running_loop().set_exception_handler(log_once_a_minute)
        await super().startup(sockets)
        # what the libraries have made stays for good; looking through it again stopped all tables for 0.1 s
        gc.collect()
        gc.freeze()
        if self._on_ready is not None and sockets:
            self._on_ready(sockets[0].getsockname()[1])

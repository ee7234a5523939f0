"""Running a server until it is told to stop."""

import asyncio
import errno
import os
import socket
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import Any

import uvicorn

from sevenfold.server.app import create_app
from sevenfold.server.garbage import collect_seldom
from sevenfold.server.http.connection import LARGEST_MESSAGE
from sevenfold.server.metrics import Metrics, Where, answering_for_workers
from sevenfold.server.running import reload, service_manager
from sevenfold.server.running.connections import ACCEPTED_AT_ONCE, Gate, GatedConfig
from sevenfold.server.running.logs import set_up_log, uvicorn_log
from sevenfold.server.running.workers import WorkerConfig, run_workers
from sevenfold.server.settings import Settings
from sevenfold.server.storage.data_folder import (
    DATABASE,
    check_data_folder,
    hold_data_folder,
    require_not_moved,
)
from sevenfold.server.storage.postgres_url import is_postgres
from sevenfold.server.storage.upgrade import migrate
from sevenfold.server.system import log_once_a_minute, raise_descriptor_limit, switch_threads_often

BACKLOG = 2048
"""How many connections wait in the system to be accepted."""

OWN_DESCRIPTORS = 64
"""How many descriptors are kept for the database, the log and the files of the page."""


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


def run(settings: Settings, *, on_ready: Callable[[int], None] | None = None, reloads: bool = False) -> None:
    """Serve until SIGINT or SIGTERM; `on_ready` is told the port once requests are answered.

    A database that cannot be reached yet is waited for. With `reloads` the server begins again on SIGHUP.
    Raises PortInUse, AddressUnusable, DataFolderNotWritable, DataFolderInUse, DatabaseMoved, DatabaseTooNew,
    DatabaseUnusable, before anything else has happened; WorkersFailed.
    """
    set_up_log(settings.log)
    if is_postgres(settings.database):
        from sevenfold.server.storage.postgres import wait_for_database  # it needs psycopg

        wait_for_database(settings.direct_url or settings.database)

    def ready(port: int) -> None:
        service_manager.tell(service_manager.READY)
        if on_ready is not None:
            on_ready(port)

    again = _serve(settings, ready, reloads=reloads)
    if again is not None:
        reload.begin_again(again)


def _serve(settings: Settings, on_ready: Callable[[int], None], *, reloads: bool) -> socket.socket | None:
    """Serve until the end. Return a socket that still listens if the server is to begin again."""
    alone = not settings.has_supervisor
    metrics = Metrics()
    with (
        _listen(settings.host, settings.port) as listening,
        _answer_metrics(settings, metrics.answer if alone else answering_for_workers),
        _data_folder(settings),
    ):
        asyncio.run(migrate(settings.database, pooled=settings.direct_url is not None))
        if not alone:
            _run_workers(settings, listening, on_ready)
            return None
        switch_threads_often()
        server = _Server(_config(settings, metrics), on_ready, reloads=reloads)
        server.run(sockets=[listening])
        return server.listens_on


def _run_workers(settings: Settings, listening: socket.socket, on_ready: Callable[[int], None]) -> None:
    """Serve with a supervisor and workers at one port, which share the connections that wait there."""
    listening.listen(BACKLOG)

    def all_ready() -> None:
        on_ready(listening.getsockname()[1])

    run_workers(WorkerConfig(settings, make_gate, how_to_serve(settings)), listening, all_ready)


@contextmanager
def _data_folder(settings: Settings) -> Iterator[None]:
    """Lock the data folder, if it has the database. Only its owner may read its files."""
    if settings.database_url is not None:
        yield
        return
    require_not_moved(settings.data / DATABASE)
    os.umask(0o077)
    check_data_folder(settings.data)
    with hold_data_folder(settings.data):
        yield


def _listen(host: str, port: int) -> socket.socket:
    kept = reload.inherited()
    if kept is not None:
        return kept
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    both = host == "::" and socket.has_dualstack_ipv6()
    try:
        listening = socket.create_server((host, port), family=family, backlog=BACKLOG, dualstack_ipv6=both)
    except OSError as error:
        raise _cannot_listen(host, port, error) from None
    # for the connections accepted from it: a second answer on one would wait 40 ms for the client's system
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listening


def _cannot_listen(host: str, port: int, error: OSError) -> OSError:
    if error.errno == errno.EADDRINUSE:
        return PortInUse(host, port)
    return AddressUnusable(host, port, error.strerror or str(error))


@contextmanager
def _answer_metrics(
    settings: Settings, answer: Callable[[Where], AbstractContextManager[None]]
) -> Iterator[None]:
    with ExitStack() as answering:
        if settings.metrics_port is not None:
            where = Where(settings.metrics_host, settings.metrics_port, settings.metrics_token)
            try:
                answering.enter_context(answer(where))
            except OSError as error:
                raise _cannot_listen(where.host, where.port, error) from None
        yield


def _config(settings: Settings, metrics: Metrics) -> uvicorn.Config:
    gate = make_gate(settings)
    metrics.show("connections", "Connections that are open", lambda: gate.number)
    metrics.show_refused(lambda: dict(gate.refused))
    return GatedConfig(
        create_app(settings, metrics),
        gate,
        log_config=uvicorn_log(settings.log),
        **how_to_serve(settings),
    )


def how_to_serve(settings: Settings) -> dict[str, Any]:
    """What uvicorn is told, in every process."""
    return {
        "access_log": False,
        "backlog": ACCEPTED_AT_ONCE,  # asyncio accepts so many at a time
        "proxy_headers": bool(settings.proxies),
        "forwarded_allow_ips": list(settings.proxies),
        "ws_max_size": 16 * LARGEST_MESSAGE,
        # what is sent is small; compressing it took longer than sending it
        "ws_per_message_deflate": False,
        "ws_ping_interval": 2,  # and `pong_within`: who vanishes is shown as absent within five seconds
        "timings": settings.timings,
        "timeout_graceful_shutdown": 5,
        "server_header": False,
    }


def make_gate(settings: Settings) -> Gate:
    """A gate for as many connections as there are descriptors, less those that the server itself needs."""
    descriptors = raise_descriptor_limit()
    limits = settings.limits
    most = limits.connections if limits else None
    if most is None and descriptors is not None:
        most = max(1, descriptors - OWN_DESCRIPTORS)
    return Gate(most, limits.address_connections if limits else None, settings.proxies)


class _Server(uvicorn.Server):
    """uvicorn's server, which also says when it is ready, and with `reloads` begins again on SIGHUP."""

    def __init__(self, config: uvicorn.Config, on_ready: Callable[[int], None], *, reloads: bool) -> None:
        super().__init__(config)
        self._on_ready = on_ready
        self._reloads = reloads
        self.listens_on: socket.socket | None = None
        """A socket that goes on listening while the server begins again."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start; then say so."""
        asyncio.get_running_loop().set_exception_handler(log_once_a_minute)
        await super().startup(sockets)
        for listening in sockets or ():
            listening.listen(BACKLOG)
        collect_seldom()
        if sockets:
            if self._reloads:
                reload.on_hangup(lambda: self._begin_again(sockets[0]))
            self._on_ready(sockets[0].getsockname()[1])

    def _begin_again(self, listening: socket.socket) -> None:
        if not self.should_exit:
            self.listens_on = listening.dup()
            self.should_exit = True

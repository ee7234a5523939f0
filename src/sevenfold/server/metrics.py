"""What a host can watch, at /metrics, in the form that Prometheus reads: one address for all workers.

It is off unless it is given a port, and is then for this machine alone, or for whoever sends the host's
token. Nothing in it is about one person or one table. Times are recorded as they pass; everything else is
looked up when somebody asks. Where there are workers, each writes what it knows into files now and then
(`prometheus_client.multiprocess`), which their supervisor adds up for whoever asks.
"""

import asyncio
import os
import socket
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib.metadata import version
from multiprocessing import active_children
from pathlib import Path
from platform import python_version
from secrets import compare_digest
from socketserver import ThreadingMixIn
from tempfile import TemporaryDirectory
from threading import Lock, Thread
from typing import Any, NamedTuple
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

import prometheus_client
from prometheus_client import CollectorRegistry, Gauge, Histogram, make_wsgi_app
from prometheus_client.metrics_core import Metric
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector

SHARED_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The variable of the environment by which `prometheus_client` knows that there are several workers."""

EVERY = 2.0
"""How often a worker writes what it knows, in seconds."""

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
"""Times of a move and of a search, in seconds."""

DATABASE_BUCKETS = (0.0001, 0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10)

LOOKED_UP, ALIKE = "livesum", "livemostrecent"
"""What becomes of a number of several workers: it is added up, or every worker finds the same."""


class Where(NamedTuple):
    """Where metrics can be read, and by which token, if not by anybody on this machine."""

    host: str
    port: int
    token: str | None = None


class _LookFirst(Collector):
    """Has everything looked up before it is shown: it is the first of its registry, and shows nothing."""

    def __init__(self, look: Callable[[], None]) -> None:
        self._look = look

    def collect(self) -> Iterable[Metric]:
        self._look()
        return ()


class Metrics:
    """The metrics of one process. Most are looked up only when somebody asks."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._looks: list[Callable[[], None]] = []
        self._looking = Lock()
        """Held while everything is looked up: two may ask at the same time, and nothing counts twice."""
        if not self.is_shared:
            self._registry.register(_LookFirst(self.look))
        self.move_seconds = self._times(
            "move_seconds", "From a person's move to its being on the disk; its count is that of moves"
        )
        self.search_seconds = self._times("search_seconds", "From when a bot is to search to its move")
        self.database_seconds = Histogram(
            "sevenfold_database_seconds",
            "How long the database took, by what it did",
            ["kind"],
            buckets=DATABASE_BUCKETS,
            registry=self._registry,
        )
        self.database_failures = self._counter("database_failures", "What the database failed in", "problem")
        self._refused = self._counter("refused", "What limits have refused", "limit")
        self._failures = self._counter("work_failures", "Errors that ended endless work", "work")
        self._swept = self._counter("swept", "What was deleted since it was old, or nobody's", "kind")
        self._swept_at = self._gauge("last_sweep_timestamp_seconds", "When the last sweep ended", "livemax")
        build = self._gauge("build_info", "What runs", "livemax", "version", "python")
        build.labels(version("sevenfold"), python_version()).set(1)

    @property
    def is_shared(self) -> bool:
        """Whether this is a worker, which writes what it knows for others."""
        return SHARED_FOLDER in os.environ

    def _times(self, name: str, meaning: str) -> Histogram:
        return Histogram(f"sevenfold_{name}", meaning, buckets=BUCKETS, registry=self._registry)

    def _counter(self, name: str, meaning: str, label: str) -> prometheus_client.Counter:
        return prometheus_client.Counter(f"sevenfold_{name}", meaning, [label], registry=self._registry)

    def _gauge(self, name: str, meaning: str, mode: Any, *labels: str) -> Gauge:
        return Gauge(f"sevenfold_{name}", meaning, labels, registry=self._registry, multiprocess_mode=mode)

    def show(self, name: str, meaning: str, look: Callable[[], float], mode: str = LOOKED_UP) -> None:
        """Show what `look` finds; another thread may call it."""
        gauge = self._gauge(name, meaning, mode)
        self._looks.append(lambda: gauge.set(look()))

    def show_each(self, name: str, meaning: str, label: str, look: Callable[[], Mapping[str, float]]) -> None:
        """The same for several numbers, by a label. One that is no longer found is 0."""
        gauge = self._gauge(name, meaning, LOOKED_UP, label)
        known: dict[str, float] = {}

        def look_at_each() -> None:
            known.update(dict.fromkeys(known, 0) | dict(look()))
            for value, number in known.items():
                gauge.labels(value).set(number)

        self._looks.append(look_at_each)

    def show_refused(self, counts: Callable[[], Mapping[str, int]]) -> None:
        """Show how often each limit has refused something; another thread may call `counts`."""
        self._looks.append(_counting(self._refused, counts))

    def show_failures(self, counts: Callable[[], Mapping[str, int]]) -> None:
        """Show how often each endless work was ended by an error; another thread may call `counts`."""
        self._looks.append(_counting(self._failures, counts))

    def tell_swept(self, swept: Mapping[str, int]) -> None:
        """Take down a sweep, and how many of each kind it deleted."""
        for kind, number in swept.items():
            self._swept.labels(kind).inc(number)
        self._swept_at.set_to_current_time()

    def look(self) -> None:
        """Look everything up."""
        with self._looking:
            for look in self._looks:
                look()

    async def go_on_looking(self) -> None:
        """Write what this worker knows now and then, for its supervisor."""
        while True:
            self.look()
            await asyncio.sleep(EVERY)

    @contextmanager
    def answer(self, where: Where) -> Iterator[None]:
        """Answer for this process alone until the context ends. Raises OSError."""
        with _answering(self._registry, where):
            yield


def _counting(
    counter: prometheus_client.Counter, counts: Callable[[], Mapping[str, int]]
) -> Callable[[], None]:
    """Adds to a counter what has been counted since it was last called."""
    told: Counter[str] = Counter()

    def count_on() -> None:
        for value, number in counts().items():
            counter.labels(value).inc(number - told[value])
            told[value] = number

    return count_on


# --- several workers ----------------------------------------------------------------------------------


class _OfWorkers(Collector):
    """What all workers have written. What one counted stays when it has ended, what it had open does not."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def collect(self) -> Iterator[Metric]:
        alive = {process.pid for process in active_children()}
        written = {int(file.stem.rpartition("_")[2]) for file in self._folder.glob("gauge_live*.db")}
        for ended in written - alive:
            with suppress(FileNotFoundError):  # somebody else has asked at the same time
                mark_process_dead(ended, str(self._folder))  # type: ignore[no-untyped-call]
        yield from MultiProcessCollector(None, str(self._folder)).collect()  # type: ignore[no-untyped-call]


@contextmanager
def answering_for_workers(where: Where) -> Iterator[None]:
    """Answer for all workers that are started before the context ends. Raises OSError."""
    with TemporaryDirectory(prefix="sevenfold-metrics-") as folder:
        registry = CollectorRegistry()
        registry.register(_OfWorkers(Path(folder)))
        with _answering(registry, where):
            os.environ[SHARED_FOLDER] = folder
            try:
                yield
            finally:
                del os.environ[SHARED_FOLDER]


# --- the address --------------------------------------------------------------------------------------


class _MetricsServer(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class _MetricsHandler(WSGIRequestHandler):
    timeout = 10
    """How long a client may take to ask, in seconds."""

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Say nothing."""


@contextmanager
def _answering(registry: CollectorRegistry, where: Where) -> Iterator[None]:
    shown = make_wsgi_app(registry)

    def guarded(environ: Any, start_response: Any) -> Any:
        if where.token is None or _has_token(environ.get("HTTP_AUTHORIZATION", ""), where.token):
            return shown(environ, start_response)
        start_response("401 Unauthorized", [("WWW-Authenticate", "Bearer")])
        return [b""]

    server = make_server(where.host, where.port, guarded, _server_for(where.host), _MetricsHandler)
    thread = Thread(target=server.serve_forever, name="metrics", daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _server_for(host: str) -> type[WSGIServer]:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return type("_MetricsServer", (_MetricsServer,), {"address_family": family})


def _has_token(sent: str, token: str) -> bool:
    return compare_digest(sent.encode("latin-1", "replace"), f"Bearer {token}".encode())

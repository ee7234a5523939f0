"""What a host can watch, at /metrics, in the form that Prometheus reads.

It is off unless it is given a port, and is then for this machine alone. Nothing in it is about one guest or
one table. Only the time of a move is recorded as it happens; everything else is looked up when somebody asks.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from prometheus_client import CollectorRegistry, Gauge, Histogram, start_http_server
from prometheus_client.metrics_core import CounterMetricFamily
from prometheus_client.registry import Collector

ADDRESS = "127.0.0.1"

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)
"""Times of a move, in seconds."""


class _Counts(Collector):
    """How often something has happened, by a label, looked up when somebody asks."""

    def __init__(self, name: str, meaning: str, label: str) -> None:
        self._named = name, meaning
        self._label = label
        self.counts: list[Callable[[], Mapping[str, int]]] = []

    def collect(self) -> Iterator[CounterMetricFamily]:
        """One counter, of all that is counted."""
        counter = CounterMetricFamily(*self._named, labels=[self._label])
        for counts in self.counts:
            for value, times in counts().items():
                counter.add_metric([value], times)
        yield counter


class Metrics:
    """The metrics of one server. Most are looked up only when somebody asks."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self.move_seconds = Histogram(
            "sevenfold_move_seconds",
            "From a person's move to its being on the disk; its count is that of moves",
            buckets=BUCKETS,
            registry=self._registry,
        )
        self._refused = _Counts("sevenfold_refused", "What limits have refused", "limit")
        self._failures = _Counts("sevenfold_work_failures", "Errors that ended endless work", "work")
        for each in (self._refused, self._failures):
            self._registry.register(each)

    def show(self, name: str, meaning: str, look: Callable[[], float]) -> None:
        """Show what `look` finds; another thread calls it."""
        Gauge(f"sevenfold_{name}", meaning, registry=self._registry).set_function(look)

    def show_refused(self, counts: Callable[[], Mapping[str, int]]) -> None:
        """Show how often each limit has refused something; another thread calls `counts`."""
        self._refused.counts.append(counts)

    def show_failures(self, counts: Callable[[], Mapping[str, int]]) -> None:
        """Show how often each endless work was ended by an error; another thread calls `counts`."""
        self._failures.counts.append(counts)

    @contextmanager
    def answer(self, port: int) -> Iterator[None]:
        """Answer at this port until the context ends. Raises OSError."""
        server, thread = start_http_server(port, ADDRESS, self._registry)
        try:
            yield
        finally:
            server.shutdown()
            server.server_close()
            thread.join()

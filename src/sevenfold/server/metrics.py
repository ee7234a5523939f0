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


class _Refused(Collector):
    """How often each limit has refused something, looked up when somebody asks."""

    def __init__(self) -> None:
        self.counts: list[Callable[[], Mapping[str, int]]] = []

    def collect(self) -> Iterator[CounterMetricFamily]:
        """One counter, with a label for the limit."""
        refused = CounterMetricFamily("sevenfold_refused", "What limits have refused", labels=["limit"])
        for counts in self.counts:
            for limit, times in counts().items():
                refused.add_metric([limit], times)
        yield refused


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
        self._refused = _Refused()
        self._registry.register(self._refused)

    def show(self, name: str, meaning: str, look: Callable[[], float]) -> None:
        """Show what `look` finds; another thread calls it."""
        Gauge(f"sevenfold_{name}", meaning, registry=self._registry).set_function(look)

    def show_refused(self, counts: Callable[[], Mapping[str, int]]) -> None:
        """Show how often each limit has refused something; another thread calls `counts`."""
        self._refused.counts.append(counts)

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

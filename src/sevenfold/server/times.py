"""The clock that turns go by, and times as clients are told them."""

from datetime import UTC, datetime
from time import monotonic

clock = monotonic
"""The clock that turns go by, in seconds: the event loop's."""

TIMER_EARLY = 50
"""How much too early a timer may ring, in ms."""


def iso(time: int) -> str:
    """A time in ms since 1970 as ISO 8601 in UTC."""
    return datetime.fromtimestamp(time / 1000, UTC).isoformat(timespec="milliseconds")


def milliseconds(time: str) -> int:
    """The same time in ms since 1970."""
    return round(datetime.fromisoformat(time).timestamp() * 1000)

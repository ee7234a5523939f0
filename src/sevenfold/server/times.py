"""The clock that turns go by, and times as clients are told them."""

import time
from datetime import UTC, datetime
from time import monotonic

clock = monotonic
"""The clock that turns go by, in seconds: the event loop's."""

TIMER_EARLY = 50
"""How much too early a timer may ring, in ms."""


def now() -> int:
    """The time in ms since 1970."""
    return time.time_ns() // 1_000_000


def iso(at: int) -> str:
    """A time in ms since 1970 as ISO 8601 in UTC."""
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="milliseconds")


def milliseconds(text: str) -> int:
    """The same time in ms since 1970."""
    return round(datetime.fromisoformat(text).timestamp() * 1000)

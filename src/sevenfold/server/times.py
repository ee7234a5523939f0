"""The time by which turns are kept, and times as they are told."""

import asyncio
from datetime import UTC, datetime


def clock() -> float:
    """The time by which turns are kept, in seconds."""
    return asyncio.get_running_loop().time()


def iso(time: int) -> str:
    """A time in ms since 1970 as ISO 8601 in UTC."""
    return datetime.fromtimestamp(time / 1000, UTC).isoformat(timespec="milliseconds")

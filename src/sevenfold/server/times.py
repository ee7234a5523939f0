"""Times as they are told."""

from datetime import UTC, datetime


def iso(time: int) -> str:
    """A time in ms since 1970 as ISO 8601 in UTC."""
    return datetime.fromtimestamp(time / 1000, UTC).isoformat(timespec="milliseconds")

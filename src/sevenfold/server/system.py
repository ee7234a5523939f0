"""What the server asks of the operating system."""

import asyncio
from time import monotonic
from typing import Any

import structlog

MOST_DESCRIPTORS = 65_536

log = structlog.get_logger()

_told: dict[str, float] = {}


def raise_descriptor_limit() -> int | None:
    """Raise the limit of descriptors as far as allowed, and return it. None if there is no such limit."""
    try:
        import resource
    except ModuleNotFoundError:  # Windows
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MOST_DESCRIPTORS)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return None if soft == resource.RLIM_INFINITY else soft
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return wanted


def is_due(what: str, seconds: float = 60) -> bool:
    """Whether something that keeps happening is to be logged again."""
    now = monotonic()
    if now - _told.get(what, -seconds) < seconds:
        return False
    _told[what] = now
    return True


def log_once_a_minute(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log what asyncio reports, once a minute: it reports every attempt to accept a connection that fails."""
    message = context["message"]
    if is_due(message):
        error = context.get("exception")
        known = "accept" in message  # no descriptor is left: a traceback would say nothing more
        log.error("event loop", message=message, error=str(error), exc_info=None if known else error)

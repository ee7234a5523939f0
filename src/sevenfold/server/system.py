"""What the server asks of the operating system."""

import asyncio
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any

import structlog

MOST_DESCRIPTORS = 65_536

SWITCH_INTERVAL = 0.001
"""How long a thread that replays a round may keep people's moves waiting at a time, in seconds."""

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


def switch_threads_often() -> None:
    """Let the event loop have the interpreter soon when it wants it from another thread of this process."""
    sys.setswitchinterval(SWITCH_INTERVAL)


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


def kill(process: asyncio.subprocess.Process) -> None:
    """End a process. asyncio's own way asks whether it has ended, and then nobody else learns that it has."""
    if process.returncode is None:
        with suppress(ProcessLookupError):
            os.kill(process.pid, getattr(signal, "SIGKILL", signal.SIGTERM))  # Windows has the other alone


def free_memory(root: Path = Path("/")) -> int | None:
    """How much memory this process may still take, in bytes, by the machine and by its control groups.

    None where the system does not say so; only Linux does. Cached files count as free: they can be dropped.
    """
    found = [_available(root), *(_left_in(group) for group in _groups(root))]
    known = [free for free in found if free is not None]
    return min(known, default=None)


def _available(root: Path) -> int | None:
    with suppress(OSError, ValueError):
        for line in (root / "proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return 1024 * int(line.split()[1])
    return None


def _groups(root: Path) -> Iterator[Path]:
    """The folders of the control groups that limit this process's memory, of either version."""
    try:
        lines = (root / "proc/self/cgroup").read_text().splitlines()
    except OSError:
        return
    for line in lines:
        _, controllers, path = line.split(":", 2)
        if not controllers or "memory" in controllers.split(","):
            mounted = root / "sys/fs/cgroup" / ("memory" if controllers else "")
            own = Path(path.lstrip("/"))
            yield from (mounted / group for group in (own, *own.parents))


_GROUP_FILES = (
    ("memory.max", "memory.current", "inactive_file"),
    ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"),
)
"""By version of control groups: the limit, what is used, and what of that are files that can be dropped."""


def _left_in(group: Path) -> int | None:
    for limit, used, files in _GROUP_FILES:
        with suppress(OSError, ValueError):  # no such file; or no limit, which is "max"
            most, now = (int((group / name).read_text()) for name in (limit, used))
            stat = dict(line.split() for line in (group / "memory.stat").read_text().splitlines())
            return max(0, most - now + int(stat.get(files, 0)))
    return None

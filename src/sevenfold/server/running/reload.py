"""Reloading: on SIGHUP a server without a supervisor ends in order and begins again, as it is installed then.

It stays the same process, as a service manager knows it, and its port stays open: who connects meanwhile
waits a moment. So a new version can be taken up, also with SQLite, whose file only one process may have. A
supervisor would be a second process of 60 MB for one moment in a month. On PostgreSQL even a single worker
has one (workers.py), so that the next worker answers before the last one stops.
"""

import asyncio
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread

from sevenfold.server.running import service_manager

LISTENING = "SEVENFOLD_LISTENING"
"""The environment variable that tells the program that begins again which descriptor listens."""


@contextmanager
def hangups_ignored() -> Iterator[bool]:
    """Ignore SIGHUP: a server that has just begun need not begin again. Yields whether SIGHUP is for us.

    Before this can be called, `sevenfold_command` does so.
    """
    if not _is_for_us():
        yield False
        return
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        yield True
    finally:
        signal.signal(signal.SIGHUP, before)


def _is_for_us() -> bool:
    """Whether it asks us to reload: not where a terminal was closed, or nothing should come of it."""
    if sys.platform == "win32" or sys.stderr.isatty() or current_thread() is not main_thread():
        return False
    return LISTENING in os.environ or signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN


def on_hangup(begin_again: Callable[[], None]) -> None:
    """Call this on SIGHUP; in the event loop of the main thread."""
    if sys.platform != "win32":
        asyncio.get_running_loop().add_signal_handler(signal.SIGHUP, begin_again)


def inherited() -> socket.socket | None:
    """The socket that listened before this program began again."""
    number = os.environ.pop(LISTENING, None)
    return None if number is None else socket.socket(fileno=int(number))


def begin_again(listening: socket.socket) -> None:
    """Become the program anew, with the same arguments and this socket. Does not return."""
    listening.set_inheritable(True)
    os.environ[LISTENING] = str(listening.fileno())
    if sys.platform != "win32":
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
    service_manager.tell_of_reloading()
    sys.stdout.flush()
    sys.stderr.flush()
    os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])

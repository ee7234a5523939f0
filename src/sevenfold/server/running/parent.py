"""A worker ends with its supervisor, also where that was killed and could tell nobody.

Otherwise the workers would hold the port, at which no new supervisor could listen then.
"""

import os
import signal
import time
from multiprocessing import parent_process
from multiprocessing.connection import wait
from threading import Thread

import structlog

ENDS_WITHIN = 10
"""How long a worker may take to end in order, in seconds."""

log = structlog.get_logger()


def end_with_parent() -> None:
    """From now on end this process once the one that started it by `multiprocessing` has ended."""
    parent = parent_process()
    if parent is not None:
        Thread(target=_end_after, args=(parent.sentinel,), name="parent", daemon=True).start()


def _end_after(sentinel: int) -> None:
    wait([sentinel])
    log.error("the supervisor is gone, and so this worker ends")
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(ENDS_WITHIN)
    os._exit(1)

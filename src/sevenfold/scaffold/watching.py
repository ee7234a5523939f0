"""A watch on code that may never come to an end: whoever waits for it is told where it is."""

import _thread
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread
from time import monotonic

from sevenfold.errors import SevenfoldError

PATIENCE = 10.0
"""How many seconds one move, and all that is asked about it, may take: thousands of times what it takes."""


class NoEnd(SevenfoldError):
    """Something took longer than PATIENCE; the traceback says where it was."""


class Watch:
    """Interrupts the main thread where `still_going` has not been called for PATIENCE seconds."""

    def __init__(self) -> None:
        self._since = monotonic()
        self._done = Event()
        self.has_struck = False

    def still_going(self) -> None:
        """What was watched has come to an end, and the next begins."""
        self._since = monotonic()

    def run(self) -> None:
        """In a thread of its own."""
        while not self._done.wait(PATIENCE / 20):
            if monotonic() - self._since > PATIENCE:
                self.has_struck = True
                _thread.interrupt_main()
                return

    def stop(self) -> None:
        """Nothing is watched any more."""
        self._done.set()


@contextmanager
def watched() -> Iterator[Watch]:
    """A watch on the block, in the main thread. Raises NoEnd."""
    watch = Watch()
    thread = Thread(target=watch.run, daemon=True)
    usual = signal.signal(signal.SIGINT, signal.default_int_handler)  # a script's background ignores it
    thread.start()
    try:
        yield watch
    except KeyboardInterrupt as error:
        if not watch.has_struck:
            raise
        raise NoEnd().with_traceback(error.__traceback__) from None
    finally:
        watch.stop()
        thread.join()
        signal.signal(signal.SIGINT, usual or signal.SIG_DFL)  # None: not set by Python

"""Work that goes on for as long as the server runs: it is begun again after whatever ends it.

A database that is away, a process table that is full, a mistake of ours: none of it is worth that nobody is
forgotten, or no review judged, until somebody starts the server again.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from time import monotonic
from typing import TypeVar

import structlog

from sevenfold.server.errors import StorageProblem
from sevenfold.server.system import is_due

SHORTEST_PAUSE, LONGEST_PAUSE = 0.5, 60.0
"""How long a work pauses after an error, in seconds: at first, and at most. Each pause is twice the last."""

CANCEL_AGAIN = 0.5
"""After how many seconds work that does not end is told again to: Python 3.11 loses a cancellation that
arrives just as `wait_for` ends.
"""

log = structlog.get_logger()

T = TypeVar("T")

Work = Callable[[], Awaitable[None]]
"""Goes on until the server ends; or until it is done, if it returns."""


class Endless:
    """Supervises the endless works of a process."""

    def __init__(self) -> None:
        self.failures: Counter[str] = Counter()
        """How often each work was ended by an error; 0 for those that never were."""
        self._tasks: list[asyncio.Task[None]] = []
        self._failing: set[str] = set()
        self._told: set[str] = set()
        """Works that go on, and have said that they fail."""

    @property
    def failing(self) -> tuple[str, ...]:
        """The works that an error ended and that have not gone on for a while since, or that say so."""
        return tuple(sorted(self._failing | self._told))

    def tell(self, name: str, *, well: bool) -> None:
        """Take down what a work says of itself that goes on after a failure."""
        if well:
            self._told.discard(name)
        else:
            self.failures[name] += 1
            self._told.add(name)

    def start(self, name: str, work: Work, longest_pause: float = LONGEST_PAUSE) -> None:
        """Begin a work, which is begun again after an error, and soon after a first one.

        Once it has gone on for as long as the longest pause, all is well again.
        """
        self.failures[name] = 0
        self._tasks.append(asyncio.create_task(self._go_on(name, work, longest_pause), name=name))

    async def _go_on(self, name: str, work: Work, longest_pause: float) -> None:
        pause = SHORTEST_PAUSE
        while True:
            began = monotonic()
            well = asyncio.get_running_loop().call_later(longest_pause, self._failing.discard, name)
            try:
                await work()
                return
            except (Exception, asyncio.CancelledError) as error:
                if _is_told_to_end():
                    raise
                self._note(name, error)
            finally:
                well.cancel()
            if monotonic() - began > longest_pause:
                pause = SHORTEST_PAUSE
            await asyncio.sleep(min(pause, longest_pause))
            pause = min(2 * pause, longest_pause)

    def _note(self, name: str, error: BaseException) -> None:
        self.failures[name] += 1
        self._failing.add(name)
        if not isinstance(error, StorageProblem) and is_due(f"{name} failed"):  # storage says so itself
            log.error("endless work failed, and is begun again", work=name, exc_info=error)

    async def close(self) -> None:
        """End all of it."""
        going_on = set(self._tasks)
        while going_on:
            for task in going_on:
                task.cancel()
            _, going_on = await asyncio.wait(going_on, timeout=CANCEL_AGAIN)


def _is_told_to_end() -> bool:
    """Whether this task itself was cancelled, and not only something for which it waited."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


async def for_each(items: Iterable[T], do: Callable[[T], Awaitable[object]]) -> None:
    """Do something with each; an error with one keeps no other waiting.

    Raises StorageProblem at once, as the others would meet it too, and the other errors, as one, at the end.
    """
    errors = []
    for each in items:
        try:
            await do(each)
        except StorageProblem:
            raise
        except Exception as error:
            errors.append(error)
    if errors:
        raise ExceptionGroup("not done with each", errors)

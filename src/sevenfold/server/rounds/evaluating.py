"""Reviews are judged by a process of their own, of the lowest priority: nobody at a table waits for one.

`python -m sevenfold.server.rounds.evaluating` reads what is to be judged, a line of JSON for each review. It
answers with a line after each decision, and with the whole at last. It ends when its standard input does.
"""

import asyncio
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from time import perf_counter
from typing import Protocol

import msgspec

from sevenfold.core.log import Log
from sevenfold.core.replaying import replay
from sevenfold.games import load_game
from sevenfold.server.rounds.evaluations import EvaluatedSoFar, ats_of, reviewer_of, whole
from sevenfold.server.storage.reviews import ReviewKey
from sevenfold.server.storage.rows import as_text
from sevenfold.server.system import kill

PROGRAM = "sevenfold.server.rounds.evaluating"
"""The module that the process runs."""

NICENESS = 19
"""The niceness of the process: everybody else goes first."""

LONGEST_LINE = 4 << 20
"""What a review takes at most as JSON, in bytes."""

SAYS_WITHIN = 300.0
"""How long one decision may take, in seconds, after which the process is ended: it takes seconds where it
goes after everybody else, and a game of another package may loop.
"""


class ToEvaluate(msgspec.Struct, frozen=True):
    """A review to be judged: of which log and which of its deals, counted from 0, and how far it has come."""

    key: ReviewKey
    worlds: int
    log: Log
    deal: int
    so_far: EvaluatedSoFar | None = None


class Said(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is said while a review is judged, one of three: how far it has come, the whole review, both as
    they are kept; or why it cannot be judged.
    """

    progress: str | None = None
    review: str | None = None
    why: str | None = None


class EvaluatorDied(Exception):
    """The process that judges has ended in the middle of a review."""

    def __init__(self, status: int) -> None:
        super().__init__(f"the process that judges reviews has ended with status {status}")


class Evaluator(Protocol):
    """Evaluators one review at a time."""

    async def begin(self, asked: ToEvaluate) -> None:
        """Begin a review. Raises EvaluatorDied."""

    async def go_on(self) -> Said:
        """Go on with it until there is something to say. Raises EvaluatorDied."""

    async def stop(self) -> None:
        """Evaluate no more of it."""


def evaluated(asked: ToEvaluate) -> Iterator[Said]:
    """Evaluate a review. After each decision it is said how far it has come, then the whole, or why not."""
    try:
        yield from _judged(asked)
    except Exception as error:
        yield Said(why=f"{type(error).__name__}: {error}")


def _judged(asked: ToEvaluate) -> Iterator[Said]:
    round_ = replay(load_game(asked.log.game), asked.log).rounds[asked.deal]
    reviewer = reviewer_of(round_, asked.key, asked.worlds)
    so_far = asked.so_far or EvaluatedSoFar(ats=ats_of(round_, reviewer.entries))
    began = perf_counter() - so_far.seconds
    for decision in reviewer.evaluated(after=len(so_far.judged)):
        judged_now = (*so_far.judged, decision)
        so_far = EvaluatedSoFar(ats=so_far.ats, judged=judged_now, seconds=perf_counter() - began)
        yield Said(progress=as_text(so_far))
    found = reviewer.put_together(so_far.judged)
    yield Said(review=as_text(whole(asked.key, round_, so_far.ats, found)))


class EvaluatorProcess:
    """The process that judges, which is started when there is something to judge."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None

    async def begin(self, asked: ToEvaluate) -> None:
        """Begin a review. Raises EvaluatorDied."""
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", PROGRAM),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
                limit=LONGEST_LINE,
            )
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(msgspec.json.encode(asked) + b"\n")
            await self._process.stdin.drain()
        except ConnectionError:
            raise await self._died(self._process) from None

    async def go_on(self) -> Said:
        """Go on with it until there is something to say, for SAYS_WITHIN at most. Raises EvaluatorDied."""
        assert self._process is not None
        assert self._process.stdout is not None
        try:
            async with asyncio.timeout(SAYS_WITHIN):
                line = await self._process.stdout.readline()
        except TimeoutError:
            await self.stop()
            return Said(why=f"no decision was judged within {SAYS_WITHIN:g} seconds")
        if not line:
            raise await self._died(self._process)
        return msgspec.json.decode(line, type=Said)

    async def stop(self) -> None:
        """End the process, whatever it does."""
        process, self._process = self._process, None
        if process is not None:
            kill(process)
            await process.wait()

    async def _died(self, process: asyncio.subprocess.Process) -> EvaluatorDied:
        self._process = None
        return EvaluatorDied(await process.wait())


def main() -> None:
    """Evaluate the reviews that standard input names, until it ends."""
    for stop in (
        signal.SIGINT,
        signal.SIGTERM,
    ):  # they go to all of a server's: it ends this one
        signal.signal(stop, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    answers = sys.stdout.buffer
    with redirect_stdout(sys.stderr):  # what a game prints is no answer
        for line in sys.stdin.buffer:
            for said in evaluated(msgspec.json.decode(line, type=ToEvaluate)):
                answers.write(msgspec.json.encode(said) + b"\n")
                answers.flush()


if __name__ == "__main__":
    main()

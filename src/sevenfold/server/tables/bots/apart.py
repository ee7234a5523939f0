"""The process apart: all that players of packages think, so that one of them harms nobody else.

A player may loop, end its process, take all memory or print what it likes: it does so there. The process
answers one question at a time, and each has a time limit, after which the process is ended. It is started
when a table first needs it, as it takes a second and 160 MB.

`python -m sevenfold.server.tables.bots.apart` reads questions, each with its length before it, and answers
each with a line of JSON. It ends when its standard input does, whatever it is doing.
"""

import asyncio
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable
from queue import SimpleQueue
from threading import Thread, Timer
from typing import IO, Any, TypeVar

import msgspec

from sevenfold.server.system import kill
from sevenfold.server.tables.faults import Failed, Place, place_of

T = TypeVar("T")

PROGRAM = "sevenfold.server.tables.bots.apart"
"""The module that the process runs."""

NICENESS = 10
"""The niceness of the process: people's moves go first."""

STARTS_WITHIN = 60.0
"""How long the process may take to start, in seconds."""

LONGEST_LINE = 1 << 20
"""The longest answer, in bytes."""

SIZE = 4
"""How many bytes the length of a question takes."""


class TookTooLong(Failed):
    """There was no answer in time."""

    def __init__(self, within: float) -> None:
        super().__init__(f"there was no answer within {within:g} seconds")


class Answered(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answer to a question; or why there is none, and where that was."""

    answer: msgspec.Raw = msgspec.Raw(b"null")
    why: str | None = None
    where: Place | None = None


class Apart:
    """The process apart, for whoever has questions to it."""

    def __init__(self) -> None:
        self.started = 0
        """How often the process was started."""
        self._process: asyncio.subprocess.Process | None = None
        self._turn = asyncio.Lock()
        self._exchanges: set[asyncio.Task[Answered]] = set()

    async def run(self, think: Callable[[], object], answer: type[T], within: float) -> T:
        """Have the process call this, and return its answer. Raises Failed, TookTooLong.

        `think` must be one that can be pickled. The time is counted from when the process begins with it.
        """
        question = pickle.dumps(think)
        await self._turn.acquire()
        exchange = asyncio.create_task(self._exchange(question, within))
        self._exchanges.add(exchange)
        exchange.add_done_callback(self._end_turn)
        answered = await asyncio.shield(exchange)  # whoever waits no longer leaves no answer behind
        if answered.why is not None:
            raise Failed(answered.why, answered.where)
        try:
            return msgspec.json.decode(answered.answer, type=answer)
        except msgspec.MsgspecError as error:
            raise Failed(f"the answer cannot be read: {error}") from None

    def _end_turn(self, exchange: asyncio.Task[Answered]) -> None:
        self._exchanges.discard(exchange)
        self._turn.release()
        if not exchange.cancelled():
            exchange.exception()  # nobody may have waited for it

    async def _exchange(self, question: bytes, within: float) -> Answered:
        try:
            process = await self._running()
            assert process.stdin is not None
            process.stdin.write(_framed(question))
            return msgspec.json.decode(await self._line(process, within), type=Answered)
        except TimeoutError:
            await self.stop()
            raise TookTooLong(within) from None
        except (OSError, ValueError, msgspec.MsgspecError) as error:  # ValueError: a line without end
            await self.stop()
            raise Failed(f"the process of players has ended: {error}") from None

    async def _running(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self.started += 1
            self._process = await asyncio.create_subprocess_exec(
                *_command(),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
                limit=LONGEST_LINE,
                env=_environment(),
            )
            await self._line(self._process, STARTS_WITHIN)
        return self._process

    @staticmethod
    async def _line(process: asyncio.subprocess.Process, within: float) -> bytes:
        """The next line that the process writes. Raises TimeoutError, EOFError, ValueError."""
        assert process.stdout is not None
        line = await asyncio.wait_for(process.stdout.readline(), within)
        if not line.endswith(b"\n"):
            raise OSError(f"its status is {await process.wait()}")
        return line

    async def stop(self) -> None:
        """End the process, whatever it does; the next question starts another."""
        process, self._process = self._process, None
        if process is not None:
            kill(process)
            await process.wait()


def ask_once(think: Callable[[], object], answer: type[T], within: float) -> T:
    """Have a process of its own call this, as `Apart.run` does, and wait for it. Raises Failed."""
    pipe = subprocess.PIPE
    with subprocess.Popen(
        _command(), stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, env=_environment()
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        clock = Timer(within, process.kill)
        clock.start()
        try:
            process.stdin.write(_framed(pickle.dumps(think)))
            process.stdin.flush()
            process.stdout.readline()
            answered = msgspec.json.decode(process.stdout.readline(), type=Answered)
            if answered.why is not None:
                raise Failed(answered.why, answered.where)
            return msgspec.json.decode(answered.answer, type=answer)
        except (OSError, msgspec.MsgspecError):
            raise Failed(f"it has ended its process, or taken more than {within:g} seconds") from None
        finally:
            clock.cancel()
            process.kill()


def _command() -> tuple[str, ...]:
    return sys.executable, "-m", PROGRAM


def _environment() -> dict[str, str]:
    """The process finds the same packages, however this one has found them."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


def _framed(question: bytes) -> bytes:
    return len(question).to_bytes(SIZE, "big") + question


# --- the process ----------------------------------------------------------------------------------------


def main() -> None:
    """Answer the questions that standard input brings, until it ends."""
    for stop in (signal.SIGINT, signal.SIGTERM):  # they go to all of a server's: it ends this one
        signal.signal(stop, signal.SIG_IGN)
    questions, answers = _taken(0, "rb", os.O_RDONLY), _taken(1, "wb", os.O_WRONLY)
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    asked: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_read, args=(questions, asked), daemon=True).start()
    answers.write(b"\n")  # it is ready
    while True:
        answers.flush()
        answers.write(msgspec.json.encode(_answer(asked.get())) + b"\n")


def _taken(number: int, mode: str, flags: int) -> IO[bytes]:
    """Standard input or output for this program alone: what players read and print goes nowhere."""
    own: IO[bytes] = os.fdopen(os.dup(number), mode)
    nowhere = os.open(os.devnull, flags)
    os.dup2(nowhere, number)
    os.close(nowhere)
    return own


def _read(questions: IO[bytes], asked: SimpleQueue[bytes]) -> None:
    """Pass on what is asked. When nobody is there to ask any more, end the process, even in a loop."""
    while size := questions.read(SIZE):
        asked.put(questions.read(int.from_bytes(size, "big")))
    os._exit(0)


def _answer(question: bytes) -> Answered:
    try:
        think: Callable[[], Any] = pickle.loads(question)
        return Answered(msgspec.Raw(msgspec.json.encode(think())))
    except BaseException as error:  # a player may raise what it likes
        where = error.where if hasattr(error, "where") else place_of(error)
        return Answered(why=f"{type(error).__name__}: {error}", where=where)


if __name__ == "__main__":
    main()

"""Machine code: games are compiled one after the other, by a process of their own, while people play."""

import asyncio
import os
from contextlib import suppress
from time import sleep
from typing import Any, NamedTuple

import pytest
import structlog

from sevenfold.search.warm import REVIEWS
from sevenfold.server.protocol.table import Search
from sevenfold.server.tables.bots import machine_code
from sevenfold.server.tables.bots.thinkers import Thinkers


def test_games_are_ready_to_be_searched_once_a_process_has_compiled_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """This worker has compiled the game already: the process, of the lowest priority, only reads it."""
    monkeypatch.setattr(machine_code, "game_names", lambda: ("lockup",))

    async def work() -> None:
        thinkers = Thinkers()
        told = []

        async def tell(game: str) -> None:
            told.append((game, thinkers.search(game)))

        preparing = asyncio.create_task(machine_code.prepare(thinkers, tell))
        await asyncio.sleep(0)
        assert thinkers.search("lockup") == "preparing"
        await preparing
        assert told == [("lockup", "ready")]
        thinkers.close()

    asyncio.run(work())


class Compiling(NamedTuple):
    """What became of a game, what the tables were told, and what was logged."""

    search: Search
    told: list[Search]
    logged: list[Any]


def compiling(monkeypatch: pytest.MonkeyPatch, command: str, cancel_after: float | None = None) -> Compiling:
    """Have `trump7` compiled by a process that runs this Python instead."""
    monkeypatch.setattr(machine_code, "game_names", lambda: ("trump7",))
    start = asyncio.create_subprocess_exec
    monkeypatch.setattr(
        asyncio,
        "create_subprocess_exec",
        lambda program, *_, **how: start(program, "-c", f"import os, signal, time; {command}", **how),
    )
    thinkers = Thinkers()
    told: list[Search] = []

    async def tell(game: str) -> None:
        told.append(thinkers.search(game))

    async def work() -> None:
        preparing = asyncio.create_task(machine_code.prepare(thinkers, tell))
        await asyncio.wait([preparing], timeout=cancel_after)
        if not preparing.done():
            preparing.cancel()
        with suppress(asyncio.CancelledError):
            await preparing

    with structlog.testing.capture_logs() as logged:
        asyncio.run(work())
    thinkers.close()
    return Compiling(thinkers.search("trump7"), told, logged)


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("pass", "the process that compiles ended with status 0"),
        ("raise SystemExit(3)", "the process that compiles ended with status 3"),
        ("os.kill(os.getpid(), signal.SIGKILL)", "the process that compiles ended with status -9"),
        (r"print('trump7\tthis Numba cannot be used')", "this Numba cannot be used"),
    ],
)
def test_a_game_that_cannot_be_compiled_is_said_to_be_without_search(
    monkeypatch: pytest.MonkeyPatch, command: str, why: str
) -> None:
    done = compiling(monkeypatch, command)

    assert (done.search, done.told) == ("missing", ["missing"])
    assert [(each["log_level"], each["why"]) for each in done.logged] == [("error", why)]


def test_a_game_that_loops_while_it_is_compiled_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine_code, "COMPILED_WITHIN", 0.5)
    done = compiling(monkeypatch, "exec('while True: pass')")

    assert (done.search, done.told) == ("missing", ["missing"])
    assert [each["why"] for each in done.logged] == ["it was not done within 0.5 seconds"]


def test_a_server_that_is_stopped_while_it_compiles_has_nothing_to_say(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A service manager stops all processes at once: the one that compiles may go first, or not at all."""
    for command in ("os.kill(os.getpid(), signal.SIGTERM)", "time.sleep(60)"):
        done = compiling(monkeypatch, command, cancel_after=1)
        assert (done.told, done.logged) == ([], [])


def test_nobody_else_waits_for_the_process_that_compiles(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """asyncio waits for it in a thread: if that comes second, it says "Unknown child process"."""
    wait = os.waitpid

    def late(process: int, options: int) -> tuple[int, int]:
        sleep(0.2)
        return wait(process, options)

    monkeypatch.setattr(os, "waitpid", late)
    compiling(monkeypatch, "print('trump7\\tdone')")
    compiling(monkeypatch, "time.sleep(60)", cancel_after=0.5)
    assert [record for record in caplog.records if record.name == "asyncio"] == []


@pytest.mark.parametrize("free", [machine_code.COMPILING_TAKES - 1, 0])
def test_where_memory_is_short_nothing_is_compiled_and_the_log_says_so(
    monkeypatch: pytest.MonkeyPatch, free: int
) -> None:
    monkeypatch.setattr(machine_code, "free_memory", lambda: free)
    done = compiling(monkeypatch, "print('trump7')")

    assert (done.search, done.told) == ("missing", [])
    assert [(each["log_level"], each["free"]) for each in done.logged] == [("warning", f"{free >> 20} MB")]


@pytest.mark.parametrize("fails", ["", "search", "review"])
def test_reviews_are_compiled_when_all_bots_can_search(monkeypatch: pytest.MonkeyPatch, fails: str) -> None:
    done: list[tuple[str, str]] = []
    thinkers = Thinkers()
    noted: list[tuple[Search, Search]] = []

    async def compile_(*what: str) -> str | None:
        kind, name = "review" if what[0] == REVIEWS else "search", what[-1]
        done.append((kind, name))
        return "why" if (kind, name) == (fails, "lockup") else None

    async def tell(game: str) -> None:
        noted.append((thinkers.search(game), thinkers.review(game)))

    monkeypatch.setattr(machine_code, "game_names", lambda: ("lockup", "trump7"))
    monkeypatch.setattr(machine_code, "_compile", compile_)
    monkeypatch.setattr(machine_code, "warm_up_search", lambda _: None)
    with structlog.testing.capture_logs() as logged:
        asyncio.run(machine_code.prepare(thinkers, tell, reviews=True))
    thinkers.close()
    assert [kind for kind, _ in done[:2]] == ["search", "search"]
    assert noted == [("missing" if fails == "search" else "ready", "preparing"), ("ready", "preparing")]
    assert thinkers.review("lockup") == ("missing" if fails else "ready")
    assert thinkers.review("trump7") == "ready"
    assert [each["log_level"] for each in logged] == (["error"] if fails else [])

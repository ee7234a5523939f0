"""Short versions of what `bench.tables` measures: what was kept and what was refused.

tests/long has those that kill most.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
import typer

from bench import attacks
from bench.served import BenchServer, Elsewhere, Setup
from bench.slow_disk import CARDS, WINDOWS, chance, distance, slow_disk
from bench.tables import Playing, main
from bench.visitors import Figures
from sevenfold.bots.levels import Level
from sevenfold.server.limits import Limits
from sevenfold.server.timings import Timings

LIMITED = Setup(limits=Limits(address_connections=12), timings=Timings(request_time=3, reading_time=3))


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attacks, "CALM", 0.3)


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run attackers in this process: nothing is measured here."""

    @asynccontextmanager
    async def here() -> AsyncIterator[Elsewhere]:
        async def run(work: Callable[..., Coroutine[Any, Any, Any]], *arguments: object) -> object:
            return await work(*arguments)

        yield run

    monkeypatch.setattr(attacks, "elsewhere", here)


@pytest.fixture(scope="module")
def server() -> Iterator[BenchServer]:
    with BenchServer() as server:
        yield server


@pytest.fixture(scope="module")
def limited() -> Iterator[BenchServer]:
    with BenchServer(LIMITED) as server:
        yield server


def figures_of(work: Coroutine[Any, Any, Figures]) -> dict[str, str]:
    return dict(asyncio.run(work))


def test_a_flood_from_another_process_ends_with_4429_and_not_a_word_in_the_log(limited: BenchServer) -> None:
    figures = figures_of(attacks.flood(limited, 2000))

    assert figures["closed with"] == "4429"
    assert figures["bytes in the log"] == "0"


@pytest.mark.usefixtures("here")
def test_half_requests_of_an_address_are_cut_off_and_what_is_too_much_is_refused(
    limited: BenchServer,
) -> None:
    figures = figures_of(attacks.half_requests(limited, 20))

    assert (figures["refused at once"], figures["waited and cut off"]) == ("8", "12")
    assert figures["bytes in the log"] == "0"


@pytest.mark.usefixtures("here")
def test_who_sends_and_does_not_read_is_closed_and_not_a_word_in_the_log(limited: BenchServer) -> None:
    figures = figures_of(attacks.slow_readers(limited, 10, seconds=2))

    assert figures["sockets by their close code, or why they did not open"] == "4429: 10"
    assert figures["bytes in the log"] == "0"


def test_no_kill_costs_a_move(server: BenchServer) -> None:
    figures = figures_of(attacks.kills(server, 1, players=4))

    assert figures["entries lost"] == figures["logs with a gap or a double"] == "0"
    assert int(figures["entries in the logs"]) >= 4, "everybody has played"


def test_a_crowd_at_many_tables_is_told_every_move_and_no_socket_is_dropped(server: BenchServer) -> None:
    crowd = Playing(5, 4, (0.05,), "lockup", Level.MEDIUM, warm_up=0.5)
    figures = figures_of(crowd.figures(server, 0.05, 1))

    assert figures["a move to its own view, ms: median, 99th"] != "too few"
    assert (figures["sockets dropped"], figures["bytes in the log"]) == ("0", "0")


def test_persons_at_one_table_are_told_each_others_moves(server: BenchServer) -> None:
    company = Playing(3, 1, (0.0,), "lockup", Level.MEDIUM, persons=4, warm_up=0.5)
    figures = figures_of(company.figures(server, 0, 1))

    assert figures["a move to its own view, ms: median, 99th"] != "too few"
    assert figures["a move to the others' views, ms: median, 99th"] not in ("alone", "too few")
    assert (figures["sockets dropped"], figures["bytes in the log"]) == ("0", "0")


def test_a_server_told_to_stop_closes_every_socket_and_keeps_every_move() -> None:
    with BenchServer() as server:
        figures = figures_of(attacks.drain(server, 40, think=0.02))

    assert figures["sockets by their close code"] == "1012: 40"
    assert (figures["its exit code"], figures["tables that lost a move"]) == ("-15", "0")
    assert figures["bytes in the log"] == "0"


def test_a_slow_disk_is_measured_window_by_window() -> None:
    with BenchServer(Setup(delay=60, timings=Timings(card_window=40))) as server:
        figures = figures_of(slow_disk(server, 2 * WINDOWS))

    assert figures["windows"] == str(2 * WINDOWS)


def test_a_deal_that_was_not_seen_from_its_first_card_on_is_measured_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seen = iter([WINDOWS - 1, WINDOWS, WINDOWS, WINDOWS])

    async def deal(*_: object) -> list[float]:
        return [0.04] * next(seen)

    monkeypatch.setattr("bench.slow_disk.deal", deal)
    figures = figures_of(slow_disk(Mock(BenchServer), 2 * WINDOWS))

    assert figures["windows"] == str(2 * WINDOWS)
    assert next(seen, None) is None


def test_samples_of_one_distribution_are_told_from_those_of_two() -> None:
    one, other = list(range(CARDS)), [value + CARDS / 2 for value in range(CARDS)]

    assert distance(one, one) == 0
    assert distance(one, other) == pytest.approx(0.5)
    assert chance(0, 100) == 1
    assert chance(0.136 * 2**0.5, 100) == pytest.approx(0.05, abs=0.01)


def test_where_there_is_no_profiler_the_way_to_one_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr("sysconfig.get_path", lambda _: str(tmp_path))
    with pytest.raises(typer.Exit) as end:
        main(profile=tmp_path / "stacks")

    assert end.value.exit_code == 2
    assert "pip install py-spy" in capsys.readouterr().err

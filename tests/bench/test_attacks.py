"""Short versions of the attacks that `bench.tables` measures: what was kept and what was refused."""

import asyncio

from bench.attacks import flood, kills, slow_disk, storm
from bench.room import Room
from sevenfold.server.limits import Limits


def test_a_flood_ends_with_4429_and_not_a_word_in_the_log() -> None:
    with Room(Limits()) as room:
        figures = dict(asyncio.run(flood(room, 2000)))

    assert figures["closed with"] == "4429"
    assert figures["bytes in the log"] == "0"


def test_a_crowd_that_comes_back_after_a_kill_finds_every_move() -> None:
    with Room() as room:
        figures = dict(asyncio.run(storm(room, 3, 2)))

    assert figures["sockets that came back"] == "6"
    assert figures["tables that lost a move"] == "0"


def test_no_kill_costs_a_move() -> None:
    with Room() as room:
        figures = dict(asyncio.run(kills(room, 1)))

    assert figures["entries lost"] == figures["logs with a gap or a double"] == "0"
    assert int(figures["entries in the logs"]) >= 10


def test_a_slow_disk_is_measured_window_by_window() -> None:
    with Room(delay=60) as room:
        figures = dict(asyncio.run(slow_disk(room, 32)))

    assert figures["windows"] == "26"

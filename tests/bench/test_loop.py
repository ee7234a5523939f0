"""A small version of what `bench.loop` and `bench.starts` measure: that they ask, and are answered."""

import asyncio
from pathlib import Path

from bench.loop import measured
from bench.starts import burst, steps
from sevenfold.games import OWN_GAMES
from sevenfold.testing.running import Server


def test_every_dear_answer_is_measured_twice() -> None:
    found = asyncio.run(measured(people=3, members=2, tables=2))

    assert len(found) == 16
    assert all(0 < held.longest <= held.loop and held.size for held in found.values())


def test_a_burst_asks_for_lessons_of_every_game(tmp_path: Path) -> None:
    asked = steps()
    assert {path.split("/")[3] for path in asked} == set(OWN_GAMES)
    server = Server(tmp_path)
    try:
        assert asyncio.run(burst(server.url, asked)) == {"200": len(asked)}
    finally:
        server.close()

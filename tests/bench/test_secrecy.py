"""A short version of `bench.secrecy`: a round of each game, with few people and with many."""

import asyncio
from collections.abc import Iterator

import pytest

from bench.secrecy import BRIEF, evening
from bench.served import BenchServer
from sevenfold.games import OWN_GAMES, load_meta

EVENINGS = 4
"""More than one, as a Host with both called cards may give up a round at once (LS-3.6)."""


@pytest.fixture(scope="module")
def server() -> Iterator[BenchServer]:
    with BenchServer(BRIEF) as server:
        yield server


@pytest.mark.parametrize("game", OWN_GAMES)
@pytest.mark.parametrize("fewest", [True, False], ids=["two", "all"])
def test_nobody_is_told_a_card_that_they_may_not_know(server: BenchServer, game: str, fewest: bool) -> None:
    persons = 2 if fewest else load_meta(game).players.max
    for _ in range(EVENINGS):
        looked_at, found = asyncio.run(evening(server, game, persons, rounds=1))
        assert found == []
        if looked_at > 20 * persons:
            break

    assert looked_at > 20 * persons

"""A host who is away passes on the role."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from msgspec.structs import replace

from sevenfold.server.storage.rows import SeatHolder, TableRow, now
from sevenfold.server.tables.seating import hosting
from sevenfold.server.tables.sent.presence import not_dealt
from sevenfold.testing.running import PATIENT, Person, Server, looking_again
from tests.server.together import (
    join,
    play_match,
    start_with,
    wait_table,
)

AWAY = 600
"""How long the others wait for their host here, in ms."""


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("impatient"), timings=replace(PATIENT, host_away=AWAY))
    yield running
    running.close()


def is_host(person: Person, table: str, seat: int) -> None:
    """Wait until the person at this seat is the host."""
    for _ in looking_again():
        if person.get(f"/tables/{table}").json()["seats"][seat]["host"]:
            break


@pytest.mark.parametrize("when", ["before the start", "in play", "after the match"])
def test_the_role_passes_when_the_host_is_lost(impatient: Server, when: str) -> None:
    with ExitStack() as stack:
        host, friend, other = (stack.enter_context(Person(impatient)) for _ in range(3))
        if when == "before the start":
            table = wait_table(host, players=4)
            for seat, each in enumerate((friend, other), 1):
                join(each, table["link"], seat, f"Friend {seat}")
            name = table["id"]
        else:
            name = start_with(host, friend, other, pace=0, options={"target": 1})
        sockets = [stack.enter_context(each.socket(name)) for each in (friend, other)]
        for socket in sockets:
            socket.hello() if when != "before the start" else socket.send("hello")
        if when == "after the match":
            with host.socket(name) as mine:
                play_match(mine, *sockets)
        is_host(other, name, 1)
        if when == "before the start":
            sockets[0].send("start", fill="medium")
            sockets[0].receive("snapshot")
        sockets[0].send("pass_host", seat=2)
        is_host(other, name, 2)


# --- without a server -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("away", "here", "host", "is_watched"),
    [
        (None, {0, 1}, 0, False),
        (None, {1, 2}, 0, True),
        (None, set(), 0, False),
        (0, {0}, 0, False),
        (0, {1, 2}, 0, True),
        (0, set(), 0, False),  # no time passes while nobody is there
        (AWAY, {1, 2}, 2, False),  # seat 2 has sat longer
        (AWAY, {1}, 1, False),
        (AWAY, {0, 1}, 0, False),  # just back
        (AWAY - 500, {1, 2}, 0, True),
        (AWAY, {3}, 0, False),  # a bot is nobody
    ],
)
def test_when_the_role_passes(away: int | None, here: set[int], host: int, is_watched: bool) -> None:
    seats = (
        SeatHolder(person=1),
        SeatHolder(person=2, since=9),
        SeatHolder(person=3, since=5),
        SeatHolder(bot="easy"),
    )
    row = TableRow(
        id="t", game="lockup", rules=1, options={}, players=4, seed=b"", pseudonym_key="", pace=0, created=0,
        standing=not_dealt(4), waits_for=0, seats=seats, host=0,
        host_away=None if away is None else now() - away,
    )  # fmt: skip
    after = hosting.with_host_checked(row, here, AWAY)
    assert (after.host, after.host_away is not None) == (host, is_watched)
    assert hosting.with_host_checked(after, here, AWAY) == after

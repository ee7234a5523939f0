"""A server that the tests share, one for those that stop it, guests, and tables with two of them."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest

from sevenfold.core.log import Dealt
from tests.server.running import Guest, Server
from tests.server.together import MakeGuests

SitTogether = Callable[..., str]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("server"))
    yield running
    running.close()


@pytest.fixture
def guest(server: Server) -> Iterator[Guest]:
    with Guest(server) as somebody:
        yield somebody


@pytest.fixture
def other_guest(server: Server) -> Iterator[Guest]:
    with Guest(server) as somebody:
        yield somebody


@pytest.fixture
def sit_together(server: Server, guest: Guest, other_guest: Guest) -> SitTogether:
    """Make a table with the guests at seats 0 and 1 and this deal; the answer is its id."""

    def sit_together(game: str, deal: Dealt, **options: Any) -> str:
        table: str = guest.create(game=game, players=len(deal.deal), options=options)["id"]
        server.write_log(table, [deal])
        its_own: str = other_guest.create(game=game)["id"]
        with closing(server.database()) as connection, connection:
            connection.execute(
                "UPDATE seats SET bot = NULL, guest_id ="
                " (SELECT guest_id FROM seats WHERE table_id = ? AND seat = 0)"
                " WHERE table_id = ? AND seat = 1",
                [its_own, table],
            )
        return table

    return sit_together


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path)
    yield running
    running.close()


@pytest.fixture
def guests(server: Server) -> Iterator[MakeGuests]:
    with ExitStack() as stack:
        yield lambda count: [stack.enter_context(Guest(server)) for _ in range(count)]

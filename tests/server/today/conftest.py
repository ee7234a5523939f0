"""A server in which it is about noon, so that no day ends while a test runs."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime

import pytest

from sevenfold.testing.running import Pair, Person, Server
from tests.server.conftest import KINDS, a_database


def zone_at_noon() -> str:
    """A time zone in which it is between eleven and one o'clock."""
    ahead = 12 - datetime.now(UTC).hour
    return f"Etc/GMT{-ahead:+d}" if ahead else "UTC"  # their signs are the other way round


@pytest.fixture(scope="module", params=KINDS)
def day_server(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[Server]:
    """A server for the tests of a module; with two processes on PostgreSQL, too."""
    with a_database(request.param, request) as url:
        data, zone = tmp_path_factory.mktemp("day"), zone_at_noon()
        if request.param == "two" and url:
            running: Server = Pair(data, url, time_zone=zone)
        else:
            running = Server(data, database_url=url, time_zone=zone)
        yield running
        running.close()


@pytest.fixture
def people(day_server: Server) -> Iterator[Callable[[], Person]]:
    """New persons of the server, one at a call."""
    with ExitStack() as stack:
        yield lambda: stack.enter_context(Person(day_server))

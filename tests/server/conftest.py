"""A server that the tests share, one for those that stop it, and guests."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.running import Guest, Server


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
def own_server(tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path)
    yield running
    running.close()

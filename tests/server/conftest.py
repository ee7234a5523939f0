"""A server that the tests share, one for tests that stop it, persons, and tables with two persons."""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from sevenfold.compiled.cpu import compiler
from sevenfold.core.game import Game
from sevenfold.core.log import Dealt
from sevenfold.server.storage import rows
from sevenfold.testing.evaluating import by_what_is_cheap
from sevenfold.testing.postgres import Cluster, programs, shared_cluster
from sevenfold.testing.running import Pair, Person, Server
from tests.server.together import MakePersons

SitTogether = Callable[..., str]

DATABASE = os.environ.get("SEVENFOLD_TEST_DATABASE", "")
"""The database of all tests: `sqlite`, `postgresql`, or `two`, which is two processes on PostgreSQL."""

KINDS = (DATABASE,) if DATABASE else ("sqlite", "two")
"""A test that talks to a server runs on SQLite and on two processes with PostgreSQL.

With two processes, each person connects to the other process than the person before. A server that a test
stops or kills is always a single process. A test that does not use such a server starts what it needs by
itself, or needs no database.
"""

ONE_PROCESS = (
    "test_bad_messages",
    "test_edge",
    "test_http",
    "test_lessons",
    "test_practice",
    "test_routes",
    "test_rules_changed",
)
"""Modules whose tests have one server process: what they ask is answered by whichever process is asked.

Messages and requests that are refused, headers and routes do not depend on where something is kept.
"""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "server" in metafunc.fixturenames:
        module = metafunc.module.__name__.rpartition(".")[2]
        kinds = KINDS[:1] if module in ONE_PROCESS else KINDS
        metafunc.parametrize("server", kinds, indirect=True, scope="session")


@pytest.fixture(autouse=True)
def same_cards(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is dealt in this process follows from the test's name: a test fails each time, or never."""
    monkeypatch.setattr(rows, "token_bytes", Random(request.node.nodeid).randbytes)


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Cluster:
    """PostgreSQL, one for all workers of a session."""
    if programs() is None:
        pytest.skip("there is no PostgreSQL here; on Debian and Ubuntu: apt-get install postgresql")
    own = tmp_path_factory.getbasetemp()
    return shared_cluster(own.parent if "PYTEST_XDIST_WORKER" in os.environ else own)


@contextmanager
def a_database(kind: str, request: pytest.FixtureRequest) -> Iterator[str | None]:
    """The URL of a new database; None is for SQLite, which is in each server's folder."""
    if kind == "sqlite":
        yield None
        return
    cluster: Cluster = request.getfixturevalue("cluster")
    with cluster.database() as name:
        yield cluster.url(name)


@pytest.fixture
def postgres_url(request: pytest.FixtureRequest) -> Iterator[str]:
    """The URL of a new database of PostgreSQL."""
    with a_database("postgresql", request) as url:
        assert url is not None
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """A folder for SQLite's file, and the URL of a database of PostgreSQL."""
    if request.param == "sqlite":
        return tmp_path
    url: str = request.getfixturevalue("postgres_url")
    return url


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[Server]:
    """A server that no test stops. With a Pair, each person connects to the other process than the last."""
    with a_database(request.param, request) as url:
        data = tmp_path_factory.mktemp("server")
        running = Pair(data, url) if request.param == "two" and url else Server(data, database_url=url)
        yield running
        running.close()


@pytest.fixture
def person(server: Server) -> Iterator[Person]:
    with Person(server) as somebody:
        yield somebody


@pytest.fixture
def other_person(server: Server) -> Iterator[Person]:
    with Person(server) as somebody:
        yield somebody


@pytest.fixture
def sit_together(server: Server, person: Person, other_person: Person) -> SitTogether:
    """Make a table with the persons at seats 0 and 1 and this deal; returns its id."""

    def sit_together(game: str, deal: Dealt, **options: Any) -> str:
        table: str = person.create(game=game, players=len(deal.deal), options=options)["id"]
        server.write_log(table, [deal])
        its_own: str = other_person.create(game=game)["id"]
        with closing(server.database()) as connection, connection:
            connection.execute(
                "UPDATE seats SET bot = NULL, person_id ="
                " (SELECT person_id FROM seats WHERE table_id = ? AND seat = 0)"
                " WHERE table_id = ? AND seat = 1",
                [its_own, table],
            )
        return table

    return sit_together


@pytest.fixture(params=["postgresql" if kind == "two" else kind for kind in KINDS])
def own_server(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Server]:
    with a_database(request.param, request) as url:
        running = Server(tmp_path, database_url=url)
        yield running
        running.close()


@pytest.fixture
def persons(server: Server) -> Iterator[MakePersons]:
    with ExitStack() as stack:
        yield lambda count: [stack.enter_context(Person(server)) for _ in range(count)]


@pytest.fixture
def plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reviews in this process are made as those of servers in tests: in little time."""
    monkeypatch.setattr(compiler, "DISABLED", True)
    monkeypatch.setattr(Game, "by_learnt", by_what_is_cheap)

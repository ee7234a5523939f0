"""A database that hangs: every request has an answer all the same, and play goes on once it answers again."""

import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from msgspec.structs import replace

from sevenfold.testing.postgres import new_folder
from sevenfold.testing.running import PATIENT, Person, Server, any_move, looking_again, wait_for_turn
from tests.server.hanging import Way, way_to

SHORT = 1.0
"""How long the server waits for its database here, in seconds."""


@pytest.fixture
def hanging(tmp_path: Path, postgres_url: str) -> Iterator[tuple[Server, Way]]:
    folder = new_folder()
    with way_to(postgres_url, folder) as (way, url):
        server = Server(
            tmp_path,
            database_url=url,
            answer_within=SHORT,
            timings=replace(PATIENT, longest_request=4 * SHORT),
        )
        try:
            yield server, way
        finally:
            way.go_on()
            said = server.forget_said()
            server.close()
            assert "Traceback" not in said, said


ASKED = {
    "session": lambda person: person.get("/session"),
    "new session": lambda person: person.post("/session"),
    "tables": lambda person: person.get("/tables"),
    "open tables": lambda person: person.get("/open_tables"),
    "a name": lambda person: person.put("/session", name="Aki"),
    "a new table": lambda person: person.post("/tables", game="lockup"),
    "an invitation": lambda person: person.get("/invitations/000000000"),
}
"""What reads and what writes."""


def all_at_once(person: Person) -> dict[str, httpx.Response]:
    with ThreadPoolExecutor(len(ASKED)) as pool:
        return dict(zip(ASKED, pool.map(lambda ask: ask(person), ASKED.values()), strict=True))


def test_what_is_asked_while_the_database_hangs_is_answered_and_later_it_is_done(
    hanging: tuple[Server, Way],
) -> None:
    server, way = hanging
    with Person(server) as person, Person(server) as newcomer:
        table = person.create(pace=0)["id"]
        with person.socket(table) as socket:
            message = wait_for_turn(socket, socket.hello())
            time.sleep(2.1)  # persons are looked up again
            way.hang()
            socket.send("play", version=message["version"], move=any_move(message))
            for name, answer in all_at_once(newcomer).items():
                assert (answer.status_code, answer.json().get("code")) == (503, "storage_away"), name
            assert socket.receive("error")["code"] == "storage_away"
            assert person.http.get(f"{server.url}/healthz").json() == {"status": "ok"}
            ready = person.http.get(f"{server.url}/readyz")
            ready_now = {name: ready.json()[name] for name in ("database", "migrations", "writable")}
            assert (ready.status_code, set(ready_now.values())) == (503, {False})

            way.go_on()
            for _ in looking_again():
                if person.http.get(f"{server.url}/readyz").status_code == 200:
                    break
            told = socket.receive("update")  # unasked: how it stands
            assert told["version"] >= message["version"]
            for _ in looking_again():
                socket.send("hello", version=None)
                if socket.receive("snapshot", "error")["type"] == "snapshot":
                    break
            for name, answer in all_at_once(newcomer).items():
                assert answer.status_code != 503, name


def test_a_server_is_ready_when_its_database_has_the_newest_revision_or_a_newer_one(
    own_server: Server,
) -> None:
    with Person(own_server) as person:

        def ready() -> tuple[int, object]:
            time.sleep(1.1)  # an answer is kept for a second
            answer = person.http.get(f"{own_server.url}/readyz")
            return answer.status_code, json.loads(answer.content)

        def set_revision(revision: str) -> None:
            with closing(own_server.database()) as connection, connection:
                connection.execute("UPDATE alembic_version SET version_num = ?", [revision])

        with closing(own_server.database()) as connection:
            ((newest,),) = connection.execute("SELECT version_num FROM alembic_version").fetchall()
        ready_now = {"database": True, "migrations": True, "writable": True, "failing": []}
        assert ready() == (200, ready_now)
        set_revision("0001")
        assert ready() == (503, ready_now | {"migrations": False, "writable": False})
        set_revision("9999")
        assert ready() == (200, ready_now)
        set_revision(newest)

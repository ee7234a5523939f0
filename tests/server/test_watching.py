"""What a host can watch: metrics, and a log that never has a cookie, a seed or a card."""

import json
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from sevenfold.core.log import Played
from sevenfold.server.limits import Limits, Rate
from sevenfold.server.storage.rows import as_text
from sevenfold.testing.running import Guest, Server, any_move, free_port, looking_again, wait_for_turn

PAGE = Path(__file__).parents[2] / "docs/hosting.md"


@pytest.fixture(scope="module")
def metrics_port() -> int:
    return free_port()


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory, metrics_port: int) -> Iterator[Server]:
    limits = Limits(guest_tables=Rate(2, 1000))
    running = Server(tmp_path_factory.mktemp("watched"), limits, metrics_port=metrics_port, log="json")
    yield running
    running.close()


def read(port: int) -> dict[str, float]:
    """The values of the metrics by name; those of refusals by the name of the limit."""
    answer = httpx.get(f"http://127.0.0.1:{port}/metrics", trust_env=False)
    return {
        sample.labels.get("limit", sample.name): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
    }


def test_moves_sockets_tables_and_what_was_refused_can_be_read(watched: Server, metrics_port: int) -> None:
    with Guest(watched) as guest:
        table = guest.create()["id"]
        guest.create()
        assert guest.post("/tables", game="lockup").status_code == 429
        with guest.socket(table) as socket:
            message = socket.hello()
            for _ in range(3):
                message = wait_for_turn(socket, message)
                message = socket.ask("play", "update", version=message["version"], move=any_move(message))
            socket.ask("select", "choices", "error", version=0, cards=[])  # by then the last move is counted
            for _ in looking_again():  # guests of earlier tests are counted until their sockets have ended
                guest.get("/session")  # a connection that is open still
                found = read(metrics_port)
                if [found[f"sevenfold_{what}"] for what in ("sockets", "tables", "connections")] == [1, 1, 2]:
                    break

        assert found["sevenfold_move_seconds_count"] == 3
        assert 0 < found["sevenfold_move_seconds_sum"] < 60
        assert found["guest_tables"] == 1
        assert found["sevenfold_writer_queue"] == 0
        assert "sevenfold_" not in guest.http.get(f"{watched.url}/metrics").text


@pytest.mark.usefixtures("watched")
def test_the_page_for_hosts_names_every_metric_and_limits_that_there_are(metrics_port: int) -> None:
    answer = httpx.get(f"http://127.0.0.1:{metrics_port}/metrics", trust_env=False)
    served = {re.sub("_total$", "", name) for name in re.findall(r"^# TYPE (\w+)", answer.text, re.MULTILINE)}
    text = PAGE.read_text(encoding="utf-8")
    named = {re.sub("_total$", "", name) for name in re.findall(r"`(sevenfold_\w+)`", text)}
    assert {name for name in served if not name.endswith("_created")} == named

    attacks = text.split("What goes on, and what it looks like:")[1]
    limits = set(re.findall(r"`([a-z_]+)`", attacks)) - {"address"}
    assert limits <= set(Limits.__struct_fields__)


def test_an_error_is_a_line_of_json_with_the_requests_id_and_no_value(watched: Server) -> None:
    with Guest(watched) as guest:
        table, damaged = guest.create()["id"], guest.create()["id"]
        change(watched, f"UPDATE tables SET options = 'x' WHERE id = '{damaged}'")
        answer = guest.get(f"/tables/{damaged}")
        with guest.socket(table) as socket:
            message = wait_for_turn(socket, socket.hello())
            change(watched, "CREATE TRIGGER broken BEFORE INSERT ON log BEGIN SELECT * FROM nowhere; END")
            move = any_move(message)
            problem = socket.ask("play", "error", version=message["version"], move=move)
            change(watched, "DROP TRIGGER broken")
        (token,) = guest.http.cookies.values()
    lines = [json.loads(line) for line in watched.forget_said().splitlines()]

    about = next(line for line in lines if line["event"] == "table damaged")
    assert (about["level"], about["table"]) == ("error", damaged)
    assert about["request"] == answer.headers["x-request-id"]
    assert problem["code"] == "internal"
    failed = next(line for line in lines if line["event"] == "message failed")
    assert "no such table" in failed["exception"]
    assert re.fullmatch("[0-9a-f]{16}", failed["request"])
    for line in lines:
        assert as_text(Played("0", move)) not in str(line)
        assert token not in str(line)


def change(server: Server, statement: str) -> None:
    with closing(server.database()) as database, database:
        database.execute(statement)

"""Metrics at one address for all workers, for this machine or by a token; and the log of all requests."""

import json
import os
import re
import signal
import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from sevenfold.cli.in_force import SettingsWrong, gather
from sevenfold.server.metrics import Metrics, Where
from sevenfold.server.running.run import PortInUse, run
from sevenfold.server.settings import Settings
from sevenfold.testing.running import Person, any_move, free_port, looking_again, wait_for_turn
from tests.server.test_reload import Address, serving, workers_of

TOKEN = "0123456789abcdef"

Samples = dict[tuple[str, tuple[tuple[str, str], ...]], float]

BEFORE = {
    "sevenfold_move_seconds",
    "sevenfold_writer_queue",
    "sevenfold_tables",
    "sevenfold_sockets",
    "sevenfold_connections",
    "sevenfold_reviews_waiting",
    "sevenfold_work_failures",
}
"""What hosts watch since the first release: these names stay, as does `sevenfold_refused`."""

SINCE = {
    "sevenfold_build_info",
    "sevenfold_database_seconds",
    "sevenfold_database_failures",
    "sevenfold_game_tables",
    "sevenfold_jobs",
    "sevenfold_last_sweep_timestamp_seconds",
    "sevenfold_people",
    "sevenfold_search_seconds",
    "sevenfold_searches",
    "sevenfold_swept",
}


def read(port: int, **headers: str) -> tuple[set[str], Samples]:
    """The names of the metrics, and their values by name and labels."""
    answer = httpx.get(f"http://127.0.0.1:{port}/metrics", headers=headers)
    assert answer.status_code == 200
    families = list(text_string_to_metric_families(answer.text))
    names = {each.name for each in families}
    return names, {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for each in families
        for sample in each.samples
    }


def value(port: int, name: str, **labels: str) -> float | None:
    return read(port)[1].get((f"sevenfold_{name}", tuple(sorted(labels.items()))))


@contextmanager
def watched(folder: Path, *options: str) -> Iterator[tuple[int, Address, int]]:
    """A server with metrics: its process, its address, and the port of the metrics."""
    port = free_port()
    with serving(folder, "--metrics-port", str(port), *options) as (process, at):
        yield process, Address(at), port


@pytest.fixture(params=["sqlite", "one worker", "two workers"])
def options(request: pytest.FixtureRequest) -> tuple[str, ...]:
    """SQLite has one process; PostgreSQL has workers and their supervisor."""
    if request.param == "sqlite":
        return ()
    number = "1" if request.param == "one worker" else "2"
    return ("--database", request.getfixturevalue("postgres_url"), "--workers", number)


def test_all_that_goes_on_is_at_one_address(tmp_path: Path, options: tuple[str, ...]) -> None:
    with watched(tmp_path, *options) as (process, server, port), Person(server) as person:  # type: ignore[arg-type]
        table = person.create(pace=0)["id"]
        with person.socket(table) as one, person.socket(table) as two:
            two.hello()
            message = wait_for_turn(one, one.hello())
            one.ask("play", "update", version=message["version"], move=any_move(message))
            for _ in looking_again():
                if value(port, "people", game="lockup") and value(port, "sockets") == 2:
                    break
            names, samples = read(port)
        assert names >= BEFORE | SINCE
        assert samples["sevenfold_move_seconds_count", ()] == 1
        assert samples["sevenfold_game_tables", (("game", "lockup"),)] >= 1
        assert samples["sevenfold_database_seconds_count", (("kind", "write"),)] > 0
        assert [name for name, _ in samples].count("sevenfold_build_info") == 1
        assert samples["sevenfold_reviews_waiting", ()] == 0  # each worker finds the same: it is not added up
        assert not [label for _, labels in samples for label, _ in labels if label == "pid"]
        for _ in looking_again():
            if value(port, "sockets") == value(port, "people", game="lockup") == 0:
                break
        assert value(port, "move_seconds_count") == 1
        assert len(workers_of(process)) == (int(options[-1]) if options else 0)


def test_what_a_worker_had_open_ends_with_it_and_what_it_counted_stays(
    tmp_path: Path, postgres_url: str
) -> None:
    options = ("--database", postgres_url, "--workers", "2")
    with watched(tmp_path, *options) as (process, server, port), Person(server) as person:  # type: ignore[arg-type]
        table = person.create(pace=10_000)["id"]
        with person.socket(table) as one:
            message = wait_for_turn(one, one.hello())
            one.ask("play", "update", version=message["version"], move=any_move(message))
            for _ in looking_again():
                if value(port, "sockets") == 1 and value(port, "move_seconds_count") == 1:
                    break
            before = workers_of(process)
            for worker in before:
                os.kill(worker, signal.SIGKILL)
            for _ in looking_again():
                if len(workers_of(process)) == 2 and not workers_of(process) & before:
                    break
        for _ in looking_again():
            if value(port, "sockets") == 0:
                break
        assert value(port, "move_seconds_count") == 1


def test_metrics_are_for_this_machine_unless_there_is_a_token(tmp_path: Path) -> None:
    for host in ("0.0.0.0", "::", "192.0.2.1", "metrics.example"):
        with pytest.raises(SettingsWrong, match="set metrics_token"):
            gather({"data": str(tmp_path), "metrics_host": host}, {}).checked()
        both = {"metrics_host": host, "metrics_token": TOKEN}
        assert gather({"data": str(tmp_path), **both}, {}).checked().metrics_host == host
    for host in ("127.0.0.1", "::1", "localhost", "127.8.9.1"):
        assert gather({"data": str(tmp_path), "metrics_host": host}, {}).checked().metrics_token is None


@pytest.mark.parametrize("token", ["", "0123456789abcde", "0123456789abcde\n", "0123 456789abcdef", "ü" * 16])
def test_a_token_that_could_be_guessed_or_not_be_sent_is_refused(tmp_path: Path, token: str) -> None:
    with pytest.raises(SettingsWrong, match="16 letters and digits or more") as wrong:
        gather({"data": str(tmp_path), "metrics_token": token}, {}).checked()
    assert not token.strip() or token.strip() not in str(wrong.value)


def test_with_a_token_nobody_reads_metrics_without_it() -> None:
    port = free_port()
    with Metrics().answer(Where("127.0.0.1", port, TOKEN)):
        url = f"http://127.0.0.1:{port}/metrics"
        for wrong in (
            "",
            TOKEN,
            f"Basic {TOKEN}",
            f"Bearer {TOKEN}x",
            "Bearer",
            f"bearer {TOKEN}",
            "Bearer ü",
        ):
            headers = {"authorization": wrong.encode("latin-1")} if wrong else {}
            refused = httpx.get(url, headers=headers)  # type: ignore[arg-type]
            assert (refused.status_code, refused.content) == (401, b"")
        assert read(port, authorization=f"Bearer {TOKEN}")[0] >= {"sevenfold_build_info"}


def test_metrics_can_be_read_by_ipv6() -> None:
    if not socket.has_ipv6:
        pytest.skip("there is no IPv6 here")
    port = free_port()
    with Metrics().answer(Where("::1", port)):
        assert httpx.get(f"http://[::1]:{port}/metrics").status_code == 200


def test_a_port_of_workers_metrics_that_is_in_use_is_named(tmp_path: Path, postgres_url: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(PortInUse, match=str(port)):
            run(Settings(data=tmp_path, port=0, workers=2, database_url=postgres_url, metrics_port=port))
    assert "PROMETHEUS_MULTIPROC_DIR" not in os.environ


def test_two_who_ask_at_the_same_time_count_nothing_twice() -> None:
    metrics = Metrics()
    metrics.show_refused(lambda: {"connections": 3})
    for _ in range(3):
        metrics.look()
    assert metrics._registry.get_sample_value("sevenfold_refused_total", {"limit": "connections"}) == 3


def test_what_is_no_longer_found_is_nothing() -> None:
    metrics, found = Metrics(), {"lockup": 2.0}
    metrics.show_each("people", "People", "game", lambda: found)
    seen = metrics._registry.get_sample_value
    assert seen("sevenfold_people", {"game": "lockup"}) == 2
    found.clear()
    assert seen("sevenfold_people", {"game": "lockup"}) == 0


# --- the log of requests ------------------------------------------------------------------------------


def lines_of(folder: Path) -> list[dict[str, Any]]:
    lines = [line for line in (folder / "said").read_text().splitlines() if line.startswith("{")]
    return [line for line in map(json.loads, lines) if line["event"] == "request"]


def test_each_request_is_a_line_by_its_route_with_no_key_cookie_or_card(
    tmp_path: Path, options: tuple[str, ...]
) -> None:
    with serving(tmp_path, "--access-log", "--log", "json", *options) as (_, at):
        with Person(Address(at)) as person:  # type: ignore[arg-type]
            made = person.create(friends=True, pace=0)
            key = made["link"].rpartition("/")[2]
            answer = person.get(f"/invitations/{key}")
            person.http.get(f"{person.url}/join/{key}?in=ja")
            person.http.get(f"{person.url}/nothing/{key}")
            person.http.get(f"{person.url}/{key * 200}")
            table = person.create(pace=0)["id"]
            with person.socket(table) as open_socket:
                message = wait_for_turn(open_socket, open_socket.hello())
            cookies = list(person.http.cookies.values())
            for _ in looking_again():
                if [line for line in lines_of(tmp_path) if line["method"] == "SOCKET"]:
                    break
        lines = lines_of(tmp_path)
    said = (tmp_path / "said").read_text()
    assert cookies
    for secret in (key, table, *cookies):
        assert secret not in said
    assert not re.search(r'"[2-9TJQKA][SHDC]"', said), message

    found = {(line["method"], line["path"], line["status"]) for line in lines}
    assert found >= {
        ("POST", "/api/session", 200),
        ("POST", "/api/tables", 201),
        ("GET", "/api/invitations/{key}", 200),
        ("GET", "/{path}", 200),
        ("GET", "/{path}", 404),
        ("GET", "", 414),
        ("SOCKET", "/api/tables/{table}/socket", 101),
    }
    (line,) = [line for line in lines if line["request"] == answer.headers["x-request-id"]]
    assert (line["path"], line["address"]) == ("/api/invitations/{key}", "127.0.0.1")
    assert all(set(line) == {*EVERY_LINE} for line in lines)


EVERY_LINE = ("event", "level", "timestamp", "request", "method", "path", "status", "ms", "address")


def test_without_the_switch_no_request_is_logged(tmp_path: Path) -> None:
    with serving(tmp_path, "--log", "json") as (_, at), closing(httpx.Client()) as client:
        assert client.get(f"http://127.0.0.1:{at}/").status_code in (200, 503)
    assert lines_of(tmp_path) == []


def test_hosts_are_told_of_every_metric() -> None:
    page = Path("docs/hosting.md").read_text(encoding="utf-8")
    for name in BEFORE | SINCE | {"sevenfold_refused", "sevenfold_backup_age_seconds"}:
        assert re.search(rf"`{name}(_total)?`", page), name

"""`sevenfold serve` as a service manager runs it: reloaded by SIGHUP, and started before its database."""

import io
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import psycopg
import pytest
import structlog
from sqlalchemy import make_url

from sevenfold.server.running import reload
from sevenfold.server.storage import postgres
from sevenfold.testing.running import WAIT, Guest, free_port, looking_again


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[tuple[int, int]]:
    """`sevenfold serve` with these options: its process and its port."""
    with starting(folder, *options) as (process, port):
        until_said(process, folder, "is open at")
        yield process.pid, port


@contextmanager
def starting(folder: Path, *options: str) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """The same, but it may not be ready yet."""
    port = free_port()
    command = [str(Path(sys.executable).with_name("sevenfold")), "serve", *options, "--port", str(port)]
    command += ["--no-compile", "--data", str(folder)]
    with (folder / "said").open("w") as said:
        process = subprocess.Popen(command, stdout=said, stderr=said)
        try:
            yield process, port
        finally:
            process.terminate()
            process.wait(WAIT)
    assert "Traceback" not in (folder / "said").read_text()


def until_said(process: subprocess.Popen[bytes], folder: Path, text: str) -> None:
    until = time.monotonic() + 3 * WAIT
    while text not in (folder / "said").read_text():
        assert process.poll() is None, (folder / "said").read_text()
        assert time.monotonic() < until
        time.sleep(0.1)


def workers_of(supervisor: int) -> set[int]:
    """The processes that serve."""
    serve = set()
    for child in Path(f"/proc/{supervisor}/task/{supervisor}/children").read_text().split():
        with suppress(FileNotFoundError, ProcessLookupError):  # it has just ended
            if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes():
                serve.add(int(child))
    return serve


class Address:
    """What a `Guest` needs of a server."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.url = f"http://127.0.0.1:{port}"

    def next_process(self) -> Any:
        return self


def is_open(port: int) -> None:
    with urlopen(f"http://127.0.0.1:{port}/api/games", timeout=WAIT) as answer:
        assert answer.status == 200


# --- SIGHUP -----------------------------------------------------------------------------------------


def test_a_server_on_sqlite_begins_again_and_nobody_finds_its_port_closed(tmp_path: Path) -> None:
    with serving(tmp_path) as (process, port), Guest(Address(port)) as guest:  # type: ignore[arg-type]
        table = guest.create(pace=10_000)["id"]
        for _ in range(2):
            with guest.socket(table) as socket:
                socket.hello()
                os.kill(process, signal.SIGHUP)
                assert socket.close_code == 1012
            is_open(port)
        assert guest.get(f"/tables/{table}").json()["id"] == table
    assert (tmp_path / "said").read_text().count("is open at") == 3


def test_one_worker_on_postgresql_is_replaced_while_the_room_stays_open(
    tmp_path: Path, postgres_url: str
) -> None:
    with serving(tmp_path, "--database", postgres_url.replace("+psycopg", "")) as (supervisor, port):
        before = workers_of(supervisor)
        assert len(before) == 1
        os.kill(supervisor, signal.SIGHUP)
        for _ in looking_again():
            is_open(port)
            if not workers_of(supervisor) & before:
                break
        assert len(workers_of(supervisor)) == 1


def test_a_terminal_that_is_closed_and_nohup_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = signal.getsignal(signal.SIGHUP)
    with reload.hangups_ignored() as for_us:
        assert for_us
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
        with reload.hangups_ignored() as for_us:  # ignored already, as nohup does
            assert not for_us
        monkeypatch.setenv(reload.LISTENING, "3")  # ignored by the server before it began again
        with reload.hangups_ignored() as for_us:
            assert for_us
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    with reload.hangups_ignored() as for_us:
        assert not for_us
    assert signal.getsignal(signal.SIGHUP) is usual


# --- a database that is not there yet -----------------------------------------------------------------


def test_a_server_waits_for_its_database_and_says_so(tmp_path: Path, postgres_url: str) -> None:
    url = make_url(postgres_url)
    link = tmp_path / "sockets"
    early = url.set(query={"host": str(link)}).render_as_string(False).replace("+psycopg", "")
    with starting(tmp_path, "--database", early) as (process, port):
        until_said(process, tmp_path, "waiting for the database")
        link.symlink_to(str(url.query["host"]))
        until_said(process, tmp_path, "is open at")
        is_open(port)


@pytest.mark.parametrize(
    ("raised", "tries"),
    [
        (["connection refused", "could not translate host name", "timeout expired"], 4),
        (["FATAL:  the database system is starting up", "FATAL: sorry, too many clients already"], 3),
        (["FATAL:  the database system is not yet accepting connections"], 2),
        (['FATAL:  password authentication failed for user "me"', "not tried"], 1),
        (['FATAL:  database "room" does not exist', "not tried"], 1),
    ],
)
def test_what_passes_is_waited_for_and_what_is_refused_is_not(
    monkeypatch: pytest.MonkeyPatch, raised: Sequence[str], tries: int
) -> None:
    left = list(raised)
    tried: list[int] = []

    def connect(*_: object, **__: object) -> Any:
        tried.append(len(tried))
        if left:
            raise psycopg.OperationalError(left.pop(0))
        return io.BytesIO()

    monkeypatch.setattr(psycopg, "connect", connect)
    monkeypatch.setattr(postgres, "TRY_AGAIN", 0)
    with structlog.testing.capture_logs():
        postgres.wait_for_database("postgresql+psycopg://me@host/room")

    assert len(tried) == tries

"""`sevenfold serve` as a service manager runs it: reloaded by SIGHUP, and started before its database."""

import io
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.request import urlopen

import psycopg
import pytest
import structlog
from sqlalchemy import make_url

from sevenfold.server.running import reload, service_manager
from sevenfold.server.storage import postgres
from sevenfold.testing.running import WAIT, Person, free_port, looking_again
from sevenfold_command import INTERRUPTED, serves

PROGRAM = (str(Path(sys.executable).with_name("sevenfold")),)


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[tuple[int, int]]:
    """`sevenfold serve` with these options: its process and its port."""
    with starting(folder, *options) as (process, port):
        until_said(process, folder, "is open at")
        yield process.pid, port


@contextmanager
def starting(
    folder: Path, *options: str, program: Sequence[str] = PROGRAM, **environment: str
) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """The same, but it may not be ready yet."""
    port = free_port()
    command = [*program, "serve", *options, "--port", str(port)]
    command += ["--no-compile", "--data", str(folder)]
    with (folder / "said").open("w") as said:
        process = subprocess.Popen(command, stdout=said, stderr=said, env=os.environ | environment)
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
    """What a `Person` needs of a server."""

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
    with serving(tmp_path) as (process, port), Person(Address(port)) as person:  # type: ignore[arg-type]
        table = person.create(pace=10_000)["id"]
        for _ in range(2):
            with person.socket(table) as socket:
                socket.hello()
                os.kill(process, signal.SIGHUP)
                assert socket.close_code == 1012
            is_open(port)
        assert person.get(f"/tables/{table}").json()["id"] == table
    assert (tmp_path / "said").read_text().count("is open at") == 3


HUNG_UP_ON_MEANWHILE = """
import os, signal, sys

class HangUp:
    def find_spec(self, name, *_):
        if name in LOADED:
            LOADED.discard(name)
            os.kill(os.getpid(), signal.SIGHUP)
            print("hung up at", name, flush=True)

LOADED = {"sevenfold", "typer", "sevenfold.cli", "uvicorn", "litestar", "sevenfold.server.app"}
sys.meta_path.insert(0, HangUp())
from sevenfold_command import main
main()
"""
"""The program, which is sent a SIGHUP before each of its greater parts is loaded."""


def test_a_server_that_is_told_to_reload_while_it_is_loaded_starts_all_the_same(tmp_path: Path) -> None:
    program = (sys.executable, "-c", HUNG_UP_ON_MEANWHILE)
    with starting(tmp_path, program=program) as (process, port):
        until_said(process, tmp_path, "is open at")
        is_open(port)
    said = (tmp_path / "said").read_text()
    assert said.count("hung up at") == 6
    assert said.count("is open at") == 1


def test_only_a_command_that_serves_outlives_a_closed_terminal() -> None:
    assert serves([])
    assert serves(["--version"])
    assert serves(["serve", "--port", "1"])
    assert serves(["play"])
    assert not serves(["simulate", "lockup"])


def test_a_program_that_is_interrupted_while_it_is_loaded_says_nothing(tmp_path: Path) -> None:
    # what is begun in the background does not hear it by itself
    heard = "import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)"
    code = heard + HUNG_UP_ON_MEANWHILE.replace("SIGHUP", "SIGINT")
    done = subprocess.run([sys.executable, "-c", code, "games"], cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (INTERRUPTED, "")


# --- the service manager ----------------------------------------------------------------------------


def test_a_service_manager_is_told_when_the_server_is_open_and_when_it_begins_again(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager, TemporaryDirectory() as short:
        manager.bind(f"{short}/notify")
        manager.settimeout(3 * WAIT)
        with starting(tmp_path, NOTIFY_SOCKET=f"{short}/notify") as (process, port):
            assert manager.recv(256) == b"READY=1"
            is_open(port)
            process.send_signal(signal.SIGHUP)
            assert manager.recv(256).startswith(b"RELOADING=1\nMONOTONIC_USEC=")
            assert manager.recv(256) == b"READY=1"
            is_open(port)


def test_a_service_manager_is_told_once_all_workers_are_ready(tmp_path: Path, postgres_url: str) -> None:
    database = postgres_url.replace("+psycopg", "")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(f"\0{tmp_path}")
        manager.settimeout(3 * WAIT)
        with starting(tmp_path, "--database", database, NOTIFY_SOCKET=f"@{tmp_path}") as (process, port):
            assert manager.recv(256) == b"READY=1"
            assert len(workers_of(process.pid)) == 1
            is_open(port)


def test_a_service_manager_that_is_gone_is_no_reason_to_stop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "gone"))
    service_manager.tell(service_manager.READY)


def test_workers_end_with_a_supervisor_that_is_killed(tmp_path: Path, postgres_url: str) -> None:
    database = postgres_url.replace("+psycopg", "")
    with starting(tmp_path, "--workers", "2", "--database", database) as (process, port):
        until_said(process, tmp_path, "is open at")
        workers = workers_of(process.pid)
        assert len(workers) == 2
        process.kill()
        process.wait(WAIT)
        for _ in looking_again(2 * WAIT):
            if not any(Path(f"/proc/{worker}").exists() for worker in workers):
                break
        socket.create_server(("127.0.0.1", port)).close()


def test_one_worker_on_postgresql_is_replaced_while_the_server_stays_open(
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
        (['FATAL:  database "server" does not exist', "not tried"], 1),
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
        postgres.wait_for_database("postgresql+psycopg://me@host/server")

    assert len(tried) == tries

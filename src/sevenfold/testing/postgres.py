"""PostgreSQL and PgBouncer for tests: started as an unprivileged user, on sockets in a temporary folder.

One cluster serves all workers of a test session. The workers hold a pipe open, and the cluster stops by
itself when the last of them has ended, in whatever way. Each test has its own database, copied from one
that is up to date.
"""

import asyncio
import fcntl
import os
import pwd
import secrets
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

import psycopg

from sevenfold.server.storage import postgres
from sevenfold.server.storage.upgrade import migrate

WAIT = 60
"""How long to wait for a start, in seconds, before something must be wrong."""

postgres.CONNECT_TIMEOUT = WAIT  # a machine that runs tests can be busier than a host's machine

TEMPLATE = "server"

SETTINGS = {
    "fsync": "off",
    "full_page_writes": "off",
    "synchronous_commit": "off",
    "max_connections": "300",
    "shared_buffers": "32MB",
    "listen_addresses": "",
    "jit": "off",
}


def programs() -> Path | None:
    """Where PostgreSQL's programs are; Debian keeps those of each version in a folder of its own."""
    found = shutil.which("initdb") or next(
        (str(path) for path in sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), reverse=True)), None
    )
    return Path(found).resolve().parent if found else None


def pooler() -> str | None:
    """PgBouncer's program."""
    return shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin")


def unprivileged() -> dict[str, Any]:
    """The user to run as, for Popen: PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return {}
    known = {user.pw_name for user in pwd.getpwall()}
    user = pwd.getpwnam("postgres" if "postgres" in known else "nobody")
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


def new_folder() -> Path:
    """A folder for the user that runs PostgreSQL; its path is short, as paths of sockets must be."""
    folder = Path(tempfile.mkdtemp(prefix="sevenfold-pg-"))
    if user := unprivileged():
        os.chown(folder, user["user"], user["group"])
    folder.chmod(0o755)
    return folder


class Cluster:
    """A PostgreSQL with data in a folder."""

    def __init__(self, folder: Path, settings: Mapping[str, str] = SETTINGS) -> None:
        self.folder = folder
        self._settings = settings
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def command(self) -> list[str]:
        found = programs()
        assert found is not None
        settings = [f"-c{name}={value}" for name, value in self._settings.items()]
        return [str(found / "postgres"), "-D", str(self.folder / "data"), "-k", str(self.folder), *settings]

    def make(self) -> None:
        """Create the cluster, empty."""
        found = programs()
        assert found is not None
        command = [str(found / "initdb"), "-D", str(self.folder / "data"), "-U", "sevenfold", "-A", "trust"]
        command += ["--no-sync", "-E", "UTF8", "--locale=C", "--no-instructions"]
        subprocess.run(command, check=True, capture_output=True, cwd="/", **unprivileged())

    def start(self) -> None:
        """Start it, and wait until it answers."""
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(self.command, stdout=log, stderr=log, cwd="/", **unprivileged())
        self.wait()

    def wait(self) -> None:
        """Wait until it answers."""
        until = time.monotonic() + WAIT
        while True:
            try:
                psycopg.connect(self.address("postgres")).close()
                return
            except psycopg.OperationalError:
                assert time.monotonic() < until, (self.folder / "log").read_text()
                time.sleep(0.05)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop it: at once for all who are connected, as `pg_ctl stop -m fast` does."""
        assert self._process is not None
        self._process.send_signal(how)
        self._process.wait(WAIT)

    def address(self, database: str) -> str:
        """Where a database is, for psycopg."""
        return f"postgresql://sevenfold@/{database}?host={self.folder}"

    def url(self, database: str) -> str:
        """The same for SQLAlchemy."""
        return self.address(database).replace("postgresql:", "postgresql+psycopg:", 1)

    def execute(self, statement: str, database: str = "postgres") -> list[tuple[Any, ...]]:
        """Execute a statement in a database."""
        with psycopg.connect(self.address(database), autocommit=True) as connection:
            cursor = connection.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []

    def prepare(self) -> None:
        """Make the database that others are copied from."""
        self.execute(f"CREATE DATABASE {TEMPLATE}")
        asyncio.run(migrate(self.url(TEMPLATE)))

    @contextmanager
    def database(self, template: str = TEMPLATE) -> Iterator[str]:
        """The name of a new database, which is dropped at the end."""
        name = f"test_{secrets.token_hex(6)}"
        self.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        try:
            yield name
        finally:
            self.execute(f"DROP DATABASE {name} WITH (FORCE)")


class PostgresConnection:
    """A connection that takes statements as SQLite's does, with `?` for each value."""

    def __init__(self, url: str) -> None:
        self._connection = psycopg.connect(url.replace("+psycopg", ""))

    def execute(self, statement: str, values: Sequence[Any] = ()) -> psycopg.Cursor[Any]:
        return self._connection.execute(statement.replace("?", "%s").encode(), values)

    def executemany(self, statement: str, rows: Iterable[Sequence[Any]]) -> None:
        self._connection.cursor().executemany(statement.replace("?", "%s").encode(), rows)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            self._connection.commit()
        else:
            self._connection.rollback()

    def close(self) -> None:
        self._connection.close()


def shared_cluster(shared: Path) -> Cluster:
    """The cluster of all workers of a session, who find it by this folder; the first one starts it."""
    with (shared / "postgres.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        known = shared / "postgres"
        if known.exists():
            cluster = Cluster(Path(known.read_text()))
            if _hold(cluster, wait=False):
                return cluster
        cluster = Cluster(new_folder())
        cluster.make()
        _start_watched(cluster)
        assert _hold(cluster, wait=True)
        cluster.wait()
        cluster.prepare()
        known.write_text(str(cluster.folder))
        return cluster


def _start_watched(cluster: Cluster) -> None:
    """Start the cluster; it stops when no process holds its pipe any more."""
    pipe = cluster.folder / "pipe"
    os.mkfifo(pipe)
    pipe.chmod(0o644)  # a server that ran in this process has set its umask
    until_nobody_writes = f'"$@" >"{cluster.folder}/log" 2>&1 & cat "{pipe}"'
    watch = f'({until_nobody_writes} && kill -QUIT $! && wait; rm -rf "{cluster.folder}") &'
    subprocess.run(
        ["sh", "-c", watch, "sh", *cluster.command],
        check=True,
        start_new_session=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd="/",
        **unprivileged(),
    )


def _hold(cluster: Cluster, *, wait: bool) -> bool:
    """Keep the cluster running until this process ends; returns whether it runs."""
    until = time.monotonic() + (WAIT if wait else 0)
    while True:
        try:
            os.open(cluster.folder / "pipe", os.O_WRONLY | os.O_NONBLOCK)  # never closed
            return True
        except OSError:  # nobody reads it
            if time.monotonic() >= until:
                return False
            time.sleep(0.02)


@contextmanager
def pgbouncer(cluster: Cluster) -> Iterator[Path]:
    """A pooler in transaction mode before a cluster: the folder of its socket."""
    folder, program = new_folder(), pooler()
    assert program is not None
    (folder / "users").write_text('"sevenfold" ""\n')
    (folder / "settings").write_text(
        f"""
[databases]
* = host={cluster.folder}
[pgbouncer]
unix_socket_dir = {folder}
listen_port = 5432
auth_type = trust
auth_file = {folder}/users
pool_mode = transaction
default_pool_size = 4
"""
    )
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            [program, folder / "settings"], stdout=log, stderr=log, cwd="/", **unprivileged()
        )
    try:
        until = time.monotonic() + WAIT
        while not (folder / ".s.PGSQL.5432").exists():
            assert process.poll() is None, (folder / "log").read_text()
            assert time.monotonic() < until, (folder / "log").read_text()
            time.sleep(0.02)
        yield folder
    finally:
        process.kill()
        process.wait()
        shutil.rmtree(folder)

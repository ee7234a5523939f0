"""A server copies its tables by itself: each copy is checked and plays on, old ones go, failures are told."""

import asyncio
import os
import resource
import shlex
import shutil
import signal
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest
import structlog

from sevenfold.server.endless import Endless
from sevenfold.server.storage import copies
from sevenfold.server.storage.backup import BackupImpossible
from sevenfold.server.storage.copies import Copies, Copy, Looked, thinned
from sevenfold.testing.postgres import SETTINGS, Cluster, new_folder, programs, unprivileged
from sevenfold.testing.running import Person, Server, free_port, looking_again
from tests.cli.test_commands import run
from tests.docs.test_hosting import PAGE, WORDS, served_by
from tests.server.test_data_folder import NO_DISK, PROGRAM
from tests.server.test_postgres import a_server

HOUR = timedelta(hours=1)
NOON = datetime(2026, 11, 29, 12, tzinfo=UTC)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("played")
    a_server(folder)
    return folder


@pytest.fixture
def data(played: Path, tmp_path: Path) -> Path:
    """A data folder of its own, in which something was played."""
    (tmp_path / "data").mkdir()
    shutil.copy(played / "sevenfold.db", tmp_path / "data")
    return tmp_path / "data"


class Listening(Endless):
    """Hears how the work goes."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: asyncio.Queue[bool] = asyncio.Queue()

    def tell(self, name: str, *, well: bool) -> None:
        super().tell(name, well=well)
        self.heard.put_nowait(well)


def copies_of(data: Path, *, every: int = 3600, keep: int = 14, endless: Endless | None = None) -> Copies:
    return Copies(data, data.parent / "copies", every, keep, "1a2b3c4d", endless or Endless())


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def damage_a_log(data: Path) -> str:
    with closing(sqlite3.connect(data / "sevenfold.db")) as database, database:
        ((table,),) = database.execute("SELECT min(table_id) FROM log")
        database.execute("UPDATE log SET entry = '{}' WHERE table_id = ? AND seq = 2", [table])
    return str(table)


# --- which stay -----------------------------------------------------------------------------------


def test_the_newest_half_stays_and_before_it_one_a_day() -> None:
    there: list[Copy] = []
    for number in range(4 * 40):
        there.append(Copy(Path(str(number)), NOON + 6 * number * HOUR))
        for gone in thinned(there, 14):
            there.remove(gone)
    made = [copy.made for copy in there]
    assert len(made) == 14
    assert made[7:] == [made[-1] - 6 * HOUR * back for back in range(6, -1, -1)]
    assert [(later - made[0]).days for later in made[:7]] == list(range(7))
    assert made[-1] - made[0] < timedelta(days=9)


@pytest.mark.parametrize("keep", [1, 2, 3, 14])
@pytest.mark.parametrize("hours", [1, 6, 24, 200])
def test_never_more_stay_and_the_newest_always(keep: int, hours: int) -> None:
    there: list[Copy] = []
    for number in range(50):
        there.append(Copy(Path(str(number)), NOON + hours * number * HOUR))
        for gone in thinned(there, keep):
            there.remove(gone)
        assert len(there) <= keep
        assert there[-1].file == Path(str(number))


# --- making one -----------------------------------------------------------------------------------


def test_a_server_makes_a_copy_by_itself_and_plays_on_from_it(tmp_path: Path) -> None:
    folder, elsewhere = tmp_path / "here", tmp_path / "elsewhere"
    for each in (folder, elsewhere):
        each.mkdir()
    a_server(folder)
    with closing(Server(folder, backup_to=tmp_path / "copies")) as server, Person(server) as person:
        for _ in looking_again():
            if (tmp_path / "copies").is_dir() and list((tmp_path / "copies").glob("*.db")):
                break
        assert person.http.get(f"{server.url}/readyz").json()["failing"] == []

    (copy,) = (tmp_path / "copies").iterdir()
    assert copy.stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "copies").stat().st_mode & 0o777 == 0o700
    assert run("restore", copy, "--data", elsewhere).output == f"{elsewhere}: 2 tables\n"
    with closing(Server(elsewhere)) as again, Person(again) as person:
        assert person.create(pace=0)["id"]
    structlog.reset_defaults()


def test_a_copy_is_one_file_and_what_others_keep_there_stays(data: Path) -> None:
    folder = data.parent / "copies"
    folder.mkdir()
    others = ["notes.txt", "sevenfold-00000000-20200101-000000.db", "sevenfold.db"]
    left = "sevenfold-1a2b3c4d-20260101-000000.db.unchecked.part"
    for name in (*others, left):
        (folder / name).touch()

    made = copies_of(data, keep=1)
    assert made.make(NOON) == Looked(2, ())
    assert names(folder) == sorted([*others, "sevenfold-1a2b3c4d-20261129-120000.db"])
    made.make(NOON + HOUR)
    assert names(folder) == sorted([*others, "sevenfold-1a2b3c4d-20261129-130000.db"])


def test_a_log_that_does_not_replay_is_told_and_the_copy_kept(data: Path) -> None:
    table = damage_a_log(data)
    assert copies_of(data).make(NOON) == Looked(1, (table,))
    assert names(data.parent / "copies") == ["sevenfold-1a2b3c4d-20261129-120000.db"]


def test_the_command_of_the_page_is_taken() -> None:
    (command,) = [line for line in PAGE.splitlines() if line.startswith("sevenfold serve --backup-to")]
    settings = served_by(shlex.split(command)[1:])
    assert settings.backup_to == Path("/mnt/copies")
    assert (settings.backup_every, settings.backup_keep) == (6 * 3600, 14)
    assert f"tried again every {WORDS[copies.TRY_AGAIN // 60]} minutes" in " ".join(PAGE.split())


# --- what fails -----------------------------------------------------------------------------------


def test_a_failure_is_told_until_a_copy_succeeds(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copies, "TRY_AGAIN", 0)
    folder = data.parent / "copies"
    folder.write_text("no folder")

    async def goes_on() -> None:
        endless = Listening()
        made = copies_of(data, endless=endless)
        assert made.age == float("inf")
        endless.start(copies.WORK, made.go_on)
        assert not await endless.heard.get()
        assert endless.failing == (copies.WORK,)
        assert endless.failures[copies.WORK] >= 1
        folder.unlink()
        while not await endless.heard.get():
            pass
        assert not endless.failing
        assert len(made.there()) == 1
        await endless.close()

    asyncio.run(goes_on())


def test_a_copy_whose_log_does_not_replay_is_a_failure_and_the_next_comes_in_its_time(data: Path) -> None:
    damage_a_log(data)

    async def goes_on() -> None:
        endless = Listening()
        made = copies_of(data, endless=endless)
        endless.start(copies.WORK, made.go_on)
        assert not await endless.heard.get()
        assert endless.failing == (copies.WORK,)
        await endless.close()
        assert len(made.there()) == 1

    asyncio.run(goes_on())


def test_a_server_that_is_started_again_makes_no_copy_before_its_time(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = copies_of(data, every=6 * 3600)
    made.make(datetime.now(UTC) - 2 * HOUR)
    pauses: list[float] = []

    class Enough(Exception):
        pass

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)
        raise Enough

    monkeypatch.setattr("sevenfold.server.storage.copies.asyncio.sleep", sleep)
    with pytest.raises(Enough):
        asyncio.run(made.go_on())
    assert 3 * 3600 < pauses[0] <= 4 * 3600


def test_a_folder_that_fills_up_during_a_copy_keeps_no_half_of_one(data: Path) -> None:
    made = copies_of(data)
    with largest_file(64 * 1024), pytest.raises(BackupImpossible, match="no backup was made"):
        made.make(NOON)
    assert names(data.parent / "copies") == []


@contextmanager
def largest_file(size: int) -> Iterator[None]:
    """Nothing longer can be written, as on a disk that fills up."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    handled = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, handled)


FULL_FOLDER = 'mount -t tmpfs -o size=64k tmpfs "$1" || exit 77; shift; exec "$@"'


def test_a_full_folder_is_told_by_a_server_that_people_play_on(data: Path) -> None:
    """The folder is a disk of 64 KB."""
    unshare = shutil.which("unshare")
    if unshare is None:
        pytest.skip("no disk can be made here without unshare")
    (data.parent / "copies").mkdir()
    alone = [] if os.geteuid() == 0 else ["--map-root-user"]
    command = [unshare, *alone, "--mount", "sh", "-c", FULL_FOLDER, "sh", data.parent / "copies"]
    command += [PROGRAM, "serve", "--port", "0", "--no-compile", "--data", data, "--log", "json"]
    command += ["--backup-to", data.parent / "copies", "--metrics-port", metrics := free_port()]
    with subprocess.Popen(
        list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        try:
            if said:
                page = said.removeprefix("Sevenfold is open at ").split()[0]
                for _ in looking_again():
                    ready = httpx.get(f"{page}readyz")
                    if ready.json()["failing"]:
                        break
                assert (ready.status_code, ready.json()["failing"]) == (200, ["backup"])
                counted = httpx.get(f"http://127.0.0.1:{metrics}/metrics").text
                assert 'sevenfold_work_failures_total{work="backup"} 1.0\n' in counted
                assert "sevenfold_backup_age_seconds +Inf\n" in counted
                assert httpx.post(f"{page}api/session", headers={"origin": page[:-1]}).is_success
        finally:
            process.terminate()
        _, logged = process.communicate()
    if process.returncode == NO_DISK:
        pytest.skip("no disk can be mounted here")
    assert f"{data.parent / 'copies'} is full" in logged


# --- PostgreSQL -----------------------------------------------------------------------------------


def test_a_base_backup_of_postgresql_is_put_back_by_the_commands_of_the_page(tmp_path: Path) -> None:
    if programs() is None:
        pytest.skip("there is no PostgreSQL here; on Debian and Ubuntu: apt-get install postgresql")
    here, there = (Cluster(new_folder(), SETTINGS | {"full_page_writes": "on"}) for _ in range(2))
    here.make()
    here.start()
    try:
        here.prepare()
        with here.database() as name:
            with closing(Server(tmp_path, database_url=here.url(name))) as server, Person(server) as person:
                table = person.create(pace=0)["id"]
                for command in commands_of_the_page():
                    copy(command, here, there.folder / "data")
                cookies = dict(person.http.cookies)
            there.start()
            try:
                with (
                    closing(Server(tmp_path, database_url=there.url(name))) as again,
                    Person(again, session=False) as back,
                ):
                    back.http.cookies.update(cookies)
                    with back.socket(table) as socket:
                        assert socket.hello()["table"]["id"] == table
            finally:
                there.stop()
    finally:
        here.stop()
        for cluster in (here, there):
            shutil.rmtree(cluster.folder)


def commands_of_the_page() -> list[list[str]]:
    found = [shlex.split(line) for line in PAGE.splitlines() if line.startswith(("pg_base", "pg_verify"))]
    assert [words[0] for words in found] == ["pg_basebackup", "pg_verifybackup"]
    return found


def copy(command: list[str], cluster: Cluster, to: Path) -> None:
    """Run a command of the page with this cluster and folder in the place of those it names."""
    folder, address = programs(), cluster.address("postgres")
    assert folder is not None
    program, *words = command
    ours = {"/var/backups/sevenfold/monday": str(to), "postgresql://sevenfold@db.example/": address}
    for theirs, our in ours.items():
        words = [word.replace(theirs, our) for word in words]
    done = subprocess.run(
        [str(folder / program), *words],
        capture_output=True,
        text=True,
        cwd="/",
        check=False,
        **unprivileged(),
    )
    assert done.returncode == 0, done.stderr

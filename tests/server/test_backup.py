"""A backup is made while people play, and a server that starts from it plays on."""

import stat
import threading
from contextlib import closing
from pathlib import Path

import pytest

from sevenfold.server.storage.backup import BackupImpossible, back_up
from tests.cli.test_commands import mistake, run
from tests.server.running import Guest, Server, play_round
from tests.server.test_upgrade import KEPT, put_kept, rows


def test_what_is_backed_up_while_it_is_played_is_played_on_elsewhere(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder, elsewhere = (tmp_path_factory.mktemp(name) for name in ("here", "elsewhere"))
    with closing(Server(folder)) as server, Guest(server) as guest:
        table = guest.create(pace=0)["id"]
        with guest.socket(table) as socket:
            before = socket.hello()
            playing = threading.Thread(target=play_round, args=(socket, before))
            playing.start()
            assert back_up(folder, elsewhere / "sevenfold.db") == 1
            playing.join()
        cookies = dict(guest.http.cookies)

    restored = Server(elsewhere)
    try:
        with Guest(restored, session=False) as again:
            again.http.cookies.update(cookies)
            with again.socket(table) as socket:
                assert socket.hello()["version"] >= before["version"]
    finally:
        restored.close()
    assert stat.S_IMODE((elsewhere / "sevenfold.db").stat().st_mode) == 0o600


def test_a_backup_overwrites_nothing_and_says_what_it_lacks(tmp_path: Path) -> None:
    (tmp_path / "there").touch()
    with pytest.raises(BackupImpossible, match=r"has no sevenfold\.db"):
        back_up(tmp_path, tmp_path / "copy.db")
    (tmp_path / "sevenfold.db").write_text("no database")
    with pytest.raises(BackupImpossible, match="there already"):
        back_up(tmp_path, tmp_path / "there")
    with pytest.raises(BackupImpossible, match="not a database"):
        back_up(tmp_path, tmp_path / "copy.db")

    assert sorted(file.name for file in tmp_path.iterdir()) == ["sevenfold.db", "there"]


def test_backup_copies_the_tables_to_a_new_file(tmp_path: Path) -> None:
    before, copy = put_kept(tmp_path, KEPT[0]), tmp_path / "elsewhere" / "sevenfold.db"
    copy.parent.mkdir()

    result = run("backup", copy, "--data", tmp_path)

    assert (result.exit_code, result.output) == (0, f"{copy}: 2 tables\n")
    assert rows(copy.parent) == before
    assert "it is there already" in mistake("backup", copy, "--data", tmp_path)
    assert "has no sevenfold.db" in mistake("backup", tmp_path / "new.db", "--data", tmp_path / "nowhere")

"""What a host may set is set by a flag, the environment or a file, and every mistake is named."""

import json
import re
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from mkdocs_hooks import settings_page
from sevenfold.cli.in_force import FILE, LARGEST_FILE, gather, shown
from sevenfold.server.limits import Limits, Rate
from sevenfold.server.settings import OPTIONS, Settings
from sevenfold.testing.running import WAIT
from tests.cli.test_commands import mistake, run
from tests.docs.test_hosting import PAGE
from tests.server.test_reload import serving

WRITTEN = """\
# our card room
host = "::1"
port = 8000
allow_host = [
    "room.example",  # two lines of an array
    "https://cards.example",
]
limit = ["person_tables=5/60", "address_tables=off"]
compile = false
log = "json"
time_zone = "Europe/Berlin"
day_secret = "five words that nobody thinks of"
"""


@pytest.fixture(autouse=True)
def only_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    for option in OPTIONS.values():
        monkeypatch.delenv(option.variable, raising=False)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with a file."""
    (tmp_path / FILE).write_text(WRITTEN)
    return tmp_path


def mistakes(folder: Path, text: str | bytes, **flags: Any) -> list[str]:
    """What is said of a file with this text, without the file's name."""
    file = folder / FILE
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    found = gather({"data": str(folder), **flags}, {}).mistakes
    return [str(each).replace(f"{file}:", "", 1).strip() for each in found]


def test_a_file_in_the_data_folder_sets_what_flags_set(data: Path) -> None:
    settings = gather({"data": str(data)}, {}).checked()

    assert settings == Settings(
        data=data,
        host="::1",
        port=8000,
        hosts=("room.example", "cards.example"),
        limits=Limits(person_tables=Rate(5, 60), address_tables=None),
        log="json",
        compile=False,
        time_zone="Europe/Berlin",
        day_secret=b"five words that nobody thinks of",
    )


def test_who_says_nothing_has_limits_and_compiled_rules(tmp_path: Path) -> None:
    settings = gather({"data": str(tmp_path)}, {}).checked()
    assert settings == Settings(data=tmp_path, limits=Limits(), compile=True)


def test_a_flag_counts_before_the_environment_and_that_before_the_file(data: Path) -> None:
    environ = {"SEVENFOLD_PORT": "8001", "SEVENFOLD_LOG": "text", "SEVENFOLD_DATA": str(data)}
    settings = gather({"port": "8002"}, environ).checked()
    assert (settings.port, settings.log, settings.host) == (8002, "text", "::1")


def test_the_environment_names_several_with_commas_and_nothing_by_an_empty_text(tmp_path: Path) -> None:
    environ = {
        "SEVENFOLD_DATA": str(tmp_path),
        "SEVENFOLD_PROXY": "10.0.0.1, 10.1.0.0/16",
        "SEVENFOLD_COMPILE": "false",
        "SEVENFOLD_DATABASE": "",
    }
    settings = gather({}, environ).checked()
    assert (settings.proxies, settings.compile) == (("10.0.0.1", "10.1.0.0/16"), False)
    assert settings.database_url is None


def test_a_file_elsewhere_names_the_data_folder_from_where_it_lies(tmp_path: Path) -> None:
    file = tmp_path / "room.toml"
    file.write_text('data = "tables"\nport = 0\n')
    for gathered in (gather({"config": str(file)}, {}), gather({}, {"SEVENFOLD_CONFIG": str(file)})):
        assert gathered.checked().data == tmp_path / "tables"
    assert gather({"config": str(file), "data": "here"}, {}).checked().data == Path("here")


# --- mistakes -------------------------------------------------------------------------------------


def test_every_mistake_of_a_file_is_named_by_its_line(tmp_path: Path) -> None:
    wrong = """\
port = "8000"
proxxy = ["127.0.0.1"]
allow_host = "room.example"

reviews = 1
log = "xml"
workers = 0
metrics_port = 70000
time_zone = "Atlantis"
day_secret = "short"
database = "mysql://me:hidden@host/x"
limit = ["tables=1"]
workers = 3
"""
    said = mistakes(tmp_path, wrong)

    assert [int(line.partition(":")[0]) for line in said] == [1, 2, 3, *range(5, 14)]
    assert said[1] == "2: proxxy: there is no such option; is it proxy?"
    assert said[-1] == "13: workers: line 7 says it already"
    assert '3: allow_host: "room.example": write a list of texts, such as ["one", "another"]' in said
    assert '1: port: "8000": write a whole number from 0 to 65535' in said
    assert '6: log: "xml": write "text" or "json"' in said
    assert "5: reviews: 1: write true or false" in said
    assert "7: workers: 0: write a whole number from 1 on" in said
    assert "short:" not in "".join(said)
    assert "hidden" not in "".join(said)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("allow-host = []", "1: allow-host: there is no such option; is it allow_host?"),
        ("zzz = 1", "1: zzz: there is no such option; `sevenfold settings` lists all"),
        ("[room]\nhost = '::1'", "1: room: there is no such option"),
        ("port.a = 1", "1: port: "),
        ("port = 99999999999999999999999", "1: port: "),
        ("port = true", "1: port: true: write a whole number"),
        ("host = 0.0.0.0\nprt = 1", "1: "),
        ('host = """\nport = 1\n', "1: "),
        ("proxy = [\n'127.0.0.1'\nport = 1\n", "1: "),
        ("= 1", "1: "),
        ("workers = 2", "1: workers: several workers need PostgreSQL"),
        ("data = '/tmp'", "1: data: this file lies in the data folder already"),
        (b"\xff\xfe", "'utf-8' codec"),
        (b"#" * (LARGEST_FILE + 1), "it has more than 65536 bytes"),
        ("[" * 5000, "1: "),
    ],
)
def test_a_bad_file_is_told_by_line_and_never_raises(tmp_path: Path, text: str | bytes, says: str) -> None:
    assert mistakes(tmp_path, text)[0].startswith(says)


def test_what_follows_a_line_that_is_no_toml_is_looked_at_too(tmp_path: Path) -> None:
    said = mistakes(tmp_path, "host = 0.0.0.0\nprt = 1\nport = 70000\n")
    assert [line.partition(":")[0] for line in said] == ["1", "2", "3"]
    assert 'a text in quotes: log = "json"' in said[0]


def test_a_mistake_of_a_flag_or_of_the_environment_is_named_by_it(tmp_path: Path) -> None:
    found = gather({"data": str(tmp_path), "port": "x"}, {"SEVENFOLD_REVIEWS": "maybe"}).mistakes
    assert list(map(str, found)) == [
        "--port: x: write a whole number from 0 to 65535",
        "SEVENFOLD_REVIEWS: maybe: write true or false",
    ]


@pytest.mark.parametrize("command", ["serve", "settings", "reports", "check-database"])
def test_a_file_that_is_named_must_be_there(tmp_path: Path, command: str) -> None:
    assert "No such file" in mistake(command, "--config", tmp_path / "none.toml")


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ("backup_every = '6 hours'", "1: backup_every: 6 hours: write a number of minutes, hours or days"),
        ("backup_every = 6", "1: backup_every: 6: write a text in quotes"),
        ("backup_keep = 0", "1: backup_keep: 0: write a whole number from 1 on"),
        (
            "backup_to = 'copies'\ndatabase = 'postgresql://me@host/x'",
            "1: backup_to: copies are made of SQLite's file",
        ),
    ],
)
def test_mistakes_about_copies_are_told(tmp_path: Path, lines: str, says: str) -> None:
    assert mistakes(tmp_path, lines)[0].startswith(says)


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ('access = "password"', '1: access: access = "password" and a password belong together'),
        ('password = "harbour lights"', '1: password: access = "password" and a password belong together'),
        ('access = "closed"', '1: access: "closed": write "open" or "password" or "invited"'),
        ('access = "password"\npassword = "abc"', "2: password: write 4 to 200 characters"),
        (f'access = "password"\npassword = "{"a" * 60_000}"', "2: password: write 4 to 200 characters"),
        ('keyed_act = ["tables", "rounds"]', "1: keyed_act: rounds: write tables, events, invitations"),
        ('links_let_in = "yes"', '1: links_let_in: "yes": write true or false'),
    ],
)
def test_mistakes_about_who_may_come_in_are_told(tmp_path: Path, lines: str, says: str) -> None:
    said = mistakes(tmp_path, lines)
    assert any(each.startswith(says) for each in said), said
    assert "aaaa" not in "".join(said)


def test_a_password_is_never_shown(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('access = "password"\npassword = "harbour lights"\n')
    assert "harbour" not in "\n".join(shown(gather({"data": str(tmp_path)}, {})))


def test_the_file_of_the_page_is_without_mistakes(tmp_path: Path) -> None:
    (text,) = re.findall(r"```\n(host = .*?)```", PAGE, re.DOTALL)
    assert mistakes(tmp_path, text) == []


# --- commands -------------------------------------------------------------------------------------


def test_settings_says_what_is_in_force_and_from_where(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SEVENFOLD_HOST", "0.0.0.0")
    lines = run("settings", "--data", data, "--port", 8003).output.splitlines()

    said = {re.split(r" +# ", line)[0]: re.split(r" +# ", line)[-1] for line in lines}
    assert lines[0] == f"# {data / FILE}"
    assert said["port = 8003"] == "flag --port"
    assert said['host = "0.0.0.0"'] == "environment SEVENFOLD_HOST"
    assert said["compile = false"] == "line 9 of the file"
    assert said['allow_host = ["room.example", "https://cards.example"]'] == "line 4 of the file"
    assert said['# day_secret = "..."'] == "line 12 of the file"
    assert said["# workers = 1"] == "default"
    assert len(lines) == 1 + len(OPTIONS)


def test_what_settings_prints_is_a_file_that_says_the_same(data: Path, tmp_path: Path) -> None:
    before = gather({"data": str(data), "day_secret": "another one of sixteen"}, {})
    copy = tmp_path / "copy.toml"
    copy.write_text("\n".join(shown(before)))
    secret = {"day_secret": "another one of sixteen"}
    assert gather({"config": str(copy), **secret}, {}).checked() == before.checked()


def test_check_says_all_mistakes_and_ends_with_2(data: Path) -> None:
    assert run("settings", "--check", "--data", data).output == "Nothing is wrong.\n"
    (data / FILE).write_text("prt = 1\nport = 70000\n")
    said = mistake("settings", "--check", "--data", data)
    assert f"{data / FILE}:1: prt: there is no such option; is it port?" in said
    assert f"{data / FILE}:2: port: 70000: write" in said
    assert said in mistake("serve", "--data", data)


def test_commands_beside_the_server_find_the_tables_by_the_file(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('database = "postgresql://me@/nowhere?host=/nowhere"\n')
    said = mistake("backup", tmp_path / "copy.db", "--data", tmp_path)
    assert f"{tmp_path / FILE}:1: database says that the tables are in PostgreSQL" in said


def test_play_on_ones_own_machine_reads_no_file(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    served: list[Settings] = []
    monkeypatch.setattr("sevenfold.cli.server._serve", lambda settings, *_, **__: served.append(settings))
    assert run("play", "--data", data).exit_code == 0
    assert served == [Settings(data=data, compile=True)]


def test_the_page_of_options_has_a_row_for_each() -> None:
    rows = settings_page().split("| --- |\n")[-1].splitlines()
    assert len(rows) == 1 + len(OPTIONS)
    assert "| `allow_host` | `--allow-host` | `SEVENFOLD_ALLOW_HOST` | the machine's own |" in settings_page()
    assert "| `port` | `--port` | `SEVENFOLD_PORT` | `7777` |" in settings_page()


# --- a server -------------------------------------------------------------------------------------


@pytest.mark.parametrize("workers", [1, 2])
def test_a_server_serves_as_its_file_says(tmp_path: Path, where: Path | str, workers: int) -> None:
    (tmp_path / "static").mkdir()
    lines = [f"workers = {workers}", "compile = false"]
    if isinstance(where, str):
        lines.append(f"database = {json.dumps(where.replace('+psycopg', ''))}")
    (tmp_path / FILE).write_text("\n".join(lines))
    if isinstance(where, Path) and workers > 1:
        assert "several workers need PostgreSQL" in mistake("serve", "--data", tmp_path)
        return
    with (
        serving(tmp_path) as (_, port),
        urlopen(f"http://127.0.0.1:{port}/readyz", timeout=WAIT) as answer,
    ):
        assert json.load(answer)["writable"]
    assert (tmp_path / "sevenfold.db").exists() == isinstance(where, Path)

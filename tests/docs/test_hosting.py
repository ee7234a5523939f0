"""The files for hosts: the page quotes them whole, and they start the server with options that it takes."""

import json
import re
import shlex
import shutil
import subprocess
import tomllib
from configparser import ConfigParser
from pathlib import Path

import pytest
import typer

from sevenfold.cli import app
from sevenfold.cli.in_force import gather
from sevenfold.server import keeping
from sevenfold.server.http import health, sessions
from sevenfold.server.running.run import how_to_serve
from sevenfold.server.settings import Settings
from sevenfold.server.storage import attendance, postgres
from sevenfold.server.tables import sweep
from sevenfold.server.tables.across import notices
from sevenfold.server.timings import USUAL

FOLDER = Path(__file__).parents[2] / "docs/hosting"
PAGE = FOLDER.with_suffix(".md").read_text(encoding="utf-8")
FILES = ("sevenfold.service", "Containerfile", "Caddyfile")
UNIT, CONTAINER, CADDYFILE = ((FOLDER / name).read_text() for name in FILES)


@pytest.mark.parametrize("file", [UNIT, CONTAINER, CADDYFILE], ids=FILES)
def test_a_file_stands_in_the_page_as_it_is(file: str) -> None:
    assert f"```\n{file}```\n" in PAGE


def unit() -> ConfigParser:
    parser = ConfigParser(interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    filters = "\nSystemCallFilter=~"  # what the second line takes away; a name stands once for this parser
    parser.read_string(UNIT.replace(filters, " ~"))
    return parser


def test_the_unit_serves_with_options_that_there_are() -> None:
    service = unit()["Service"]
    program, *arguments = shlex.split(service["ExecStart"])
    chosen = served_by(arguments)

    assert Path(program).name == "sevenfold"
    assert chosen.data == Path("%S") / service["StateDirectory"]
    assert service["Environment"] == f"SEVENFOLD_CACHE=%C/{service['CacheDirectory']}"
    assert (chosen.host, chosen.proxies) == ("127.0.0.1", ("127.0.0.1",))


def test_the_unit_is_started_again_always_and_not_before_what_it_needs() -> None:
    service, order = unit()["Service"], unit()["Unit"]

    assert service["Restart"] == "always"
    assert order["StartLimitIntervalSec"] == "0"
    assert {"network-online.target", "postgresql.service"} <= set(order["After"].split())
    assert order["Wants"] == "network-online.target"
    assert service["ExecReload"] == "/bin/kill -HUP $MAINPID"


def test_the_unit_keeps_from_the_server_what_it_does_not_need() -> None:
    """Where systemd is not installed, its figure is not checked; the settings that make it are."""
    service = unit()["Service"]
    assert {name for name, value in service.items() if value == "yes"} >= {
        "DynamicUser",
        "NoNewPrivileges",
        "PrivateDevices",
        "PrivateUsers",
        "ProtectHome",
        "ProtectKernelModules",
        "ProtectKernelTunables",
        "RestrictNamespaces",
        "RestrictSUIDSGID",
    }
    assert service["CapabilityBoundingSet"] == ""
    assert service["SystemCallFilter"].split() == ["@system-service", "~@privileged"]
    (said,) = re.findall(r"gives them an\s+exposure of ([0-9]+\.[0-9]+)", PAGE)
    assert float(said) < 3
    if shutil.which("systemd-analyze"):
        command = ["systemd-analyze", "security", "--offline=true", str(FOLDER / "sevenfold.service")]
        done = subprocess.run(command, capture_output=True, text=True)
        assert f"Overall exposure level for sevenfold.service: {said}" in done.stdout, done.stderr


def test_the_container_serves_with_options_that_there_are() -> None:
    (entry,) = re.findall(r"^ENTRYPOINT (.*)$", CONTAINER, re.MULTILINE)
    program, *arguments = json.loads(entry)
    chosen = served_by(arguments)

    assert program == "sevenfold"
    assert f"VOLUME {chosen.data}\n" in CONTAINER
    assert f"--home-dir {chosen.data} " in CONTAINER
    assert f"EXPOSE {chosen.port}\n" in CONTAINER
    assert chosen.host == "0.0.0.0"


def test_the_container_is_made_of_what_there_is() -> None:
    """Docker is not run: the Containerfile is compared with the project."""
    project = tomllib.loads((FOLDER.parents[1] / "pyproject.toml").read_text())["project"]
    (python,) = re.findall(r"^FROM docker.io/library/python:([0-9.]+)-slim$", CONTAINER, re.MULTILINE)
    (extras,) = re.findall(r'^ARG EXTRAS="([\w,]+)"$', CONTAINER, re.MULTILINE)
    instructions = re.sub(r"\\\n", "", CONTAINER).splitlines()

    assert f"Programming Language :: Python :: {python}" in project["classifiers"]
    assert set(extras.split(",")) <= project["optional-dependencies"].keys()
    assert [line.split()[0] for line in instructions] == [
        "FROM",
        "ARG",
        "COPY",
        "RUN",
        "USER",
        "VOLUME",
        "EXPOSE",
        "ENTRYPOINT",
    ]
    assert instructions[2] == "COPY dist/sevenfold-*.whl /tmp/"
    assert '"$(ls /tmp/sevenfold-*.whl)[$EXTRAS]"' in instructions[3]
    assert "useradd --system --create-home" in instructions[3]
    assert instructions[4] == f"USER {instructions[3].split()[-1]}"


def test_the_proxies_lead_to_where_the_server_listens() -> None:
    settings = Settings()
    address = f"{settings.host}:{settings.port}"
    assert CADDYFILE.splitlines() == ["room.example {", f"    reverse_proxy {address}", "}"]
    assert f"proxy_pass http://{address};" in PAGE


WORDS = {2: "two", 4: "four", 5: "five", 9: "nine"}


def test_times_and_numbers_are_those_of_the_server() -> None:
    serving = how_to_serve(Settings())
    gone_after = serving["ws_ping_interval"] + USUAL.pong_within
    killed_after = attendance.LASTS / 1000 + notices.REFRESH_EVERY
    connections_each = postgres.WRITERS + postgres.READERS + 1
    assert max(gone_after, killed_after) <= 5
    for said in (
        "shown as absent within five seconds",
        f"others see up to {WORDS[int(notices.REFRESH_EVERY)]} seconds late",
        f"has up to {WORDS[connections_each]} connections: {WORDS[postgres.WRITERS]} that write, "
        f"{WORDS[postgres.READERS]} that read",
        f"a statement may take {postgres.TIMEOUTS['statement_timeout'] // 1000} seconds and wait "
        f"{postgres.TIMEOUTS['lock_timeout'] // 1000} for a lock",
        f"not answered for {postgres.ANSWER_WITHIN:.0f} seconds is cut off, and no request waits longer than "
        f"{USUAL.longest_request:.0f} seconds",
        f"if the database answers within {WORDS[int(health.CHECK_WITHIN)]} seconds",
        f"A request has {USUAL.request_time:.0f} seconds to come whole, and a client that reads "
        f"nothing for {USUAL.reading_time:.0f} seconds is cut off",
        f"Sessions end {sessions.LIFETIME // 86400} days after they were last renewed",
    ):
        assert said in " ".join(PAGE.split()), said
    assert (sweep.UNPLAYED_KEPT, keeping.DAY) == (7 * 86_400_000, 86_400_000)
    assert "Tables in which nobody ever moved are deleted after a week" in PAGE


def served_by(arguments: list[str]) -> Settings:
    """What `sevenfold serve` takes from these arguments; a mistake raises an error."""
    group = typer.main.get_command(app)
    command, *flags = arguments
    assert command == "serve"
    context = group.commands[command].make_context(command, flags)  # type: ignore[attr-defined]
    said = {name: value for name, value in context.params.items() if value not in (None, [])}
    return gather(said, {}, with_file=False).checked()

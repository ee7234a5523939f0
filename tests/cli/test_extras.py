"""What commands say where an extra that they need is not installed."""

import inspect
import sys
import tomllib
from pathlib import Path

import pytest
import typer
from packaging.requirements import Requirement
from typer.core import TyperGroup
from typer.testing import CliRunner

from sevenfold.cli import app
from sevenfold.cli.common import SERVER

ROOT = Path(__file__).parents[2]
GROUP = typer.main.get_command(app)
assert isinstance(GROUP, TyperGroup)
COMMANDS = GROUP.commands

SERVER_COMMANDS = [
    name
    for name, command in COMMANDS.items()
    if command.callback
    and "from sevenfold.server" in inspect.getsource(sys.modules[command.callback.__module__])
]
"""The commands of modules that import the server."""


def test_the_libraries_that_are_looked_for_are_those_that_the_extra_brings() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = map(Requirement, project["optional-dependencies"]["server"])
    imported = {"argon2-cffi": "argon2", "markdown-it-py": "markdown_it"}
    names = [imported.get(each.name, each.name).replace("-", "_") for each in asked]
    assert names == list(SERVER)


def test_every_command_of_the_server_is_known() -> None:
    assert {"play", "serve", "backup", "restore", "reports", "move-database"} <= set(SERVER_COMMANDS)
    assert {"simulate", "replay", "games", "rules"}.isdisjoint(SERVER_COMMANDS)


@pytest.mark.parametrize("name", ["", *SERVER_COMMANDS])
def test_a_command_without_the_server_says_which_extra_brings_it(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "websockets", None)
    needed = [each for each in COMMANDS[name].params if each.required] if name else []
    ended = CliRunner().invoke(app, [*filter(None, [name]), *("x" for _ in needed)])

    said = "sevenfold: websockets is missing; install sevenfold[server]\n"
    assert (ended.exit_code, ended.stdout, ended.stderr) == (2, "", said)

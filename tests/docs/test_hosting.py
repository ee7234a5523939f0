"""The files for hosts: the page quotes them whole, and they start the server with options that it takes."""

import json
import re
import shlex
from configparser import ConfigParser
from pathlib import Path

import pytest
import typer

from sevenfold.cli import app

FOLDER = Path(__file__).parents[2] / "docs/hosting"
PAGE = FOLDER.with_suffix(".md").read_text(encoding="utf-8")
UNIT, CONTAINER = ((FOLDER / name).read_text() for name in ("sevenfold.service", "Containerfile"))


@pytest.mark.parametrize("file", [UNIT, CONTAINER], ids=["unit", "container"])
def test_a_file_stands_in_the_page_as_it_is(file: str) -> None:
    assert f"```\n{file}```\n" in PAGE


def unit() -> ConfigParser:
    parser = ConfigParser(interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read_string(UNIT)
    return parser


def test_the_unit_serves_with_options_that_there_are() -> None:
    service = unit()["Service"]
    program, *arguments = shlex.split(service["ExecStart"])
    chosen = served_by(arguments)

    assert Path(program).name == "sevenfold"
    assert chosen["data"] == Path("%S") / service["StateDirectory"]
    assert service["Environment"] == f"SEVENFOLD_CACHE=%C/{service['CacheDirectory']}"
    assert (chosen["host"], chosen["proxy"]) == ("127.0.0.1", ["127.0.0.1"])


def test_the_container_serves_with_options_that_there_are() -> None:
    (entry,) = re.findall(r"^ENTRYPOINT (.*)$", CONTAINER, re.MULTILINE)
    program, *arguments = json.loads(entry)
    chosen = served_by(arguments)

    assert program == "sevenfold"
    assert f"VOLUME {chosen['data']}\n" in CONTAINER
    assert f"--home-dir {chosen['data']} " in CONTAINER
    assert f"EXPOSE {chosen['port']}\n" in CONTAINER
    assert chosen["host"] == "0.0.0.0"


def served_by(arguments: list[str]) -> dict[str, object]:
    """What `sevenfold serve` makes of these; a mistake is an error."""
    group = typer.main.get_command(app)
    command, *options = arguments
    assert command == "serve"
    context = group.commands[command].make_context(command, options)  # type: ignore[attr-defined]
    return dict(context.params)

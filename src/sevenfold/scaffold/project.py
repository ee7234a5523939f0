"""The files of a project around a room: what pip reads, and what its reader reads first."""

PROJECT = """\
[build-system]
requires = ["hatchling>=1.27"]
build-backend = "hatchling.build"

[project]
name = "{distribution}"
version = "0.1"
description = "{title}, a game for Sevenfold."
readme = "README.md"
requires-python = ">=3.11"
dependencies = ["sevenfold"]

[project.optional-dependencies]
test = ["sevenfold[testing]"]

[project.entry-points."sevenfold.games"]
{name} = "{room}"

[tool.hatch.build.targets.wheel]
packages = ["src/{room}"]
"""

README = """\
# {title}

A game for [Sevenfold](https://github.com/sevenfold-cards/sevenfold). Its rules are in
[src/{room}/README.md](src/{room}/README.md).

    pip install -e '.[test]'
    sevenfold simulate {name}
    sevenfold check {name}
    sevenfold play

Whoever installs it trusts it as much as the server: its rules are code that the server runs.

[How a game is written](https://github.com/sevenfold-cards/sevenfold/blob/main/docs/rooms.md) says what each
file is, and what `sevenfold check` asks for.
"""


def project_files(name: str, room: str, title: str) -> dict[str, str]:
    """The files of a project by their paths, for a game whose package is `room`."""
    words = {"name": name, "room": room, "title": title, "distribution": room.replace("_", "-")}
    return {"pyproject.toml": PROJECT.format(**words), "README.md": README.format(**words)}

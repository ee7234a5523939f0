"""The files of a project around a game: what pip reads, and what its reader reads first."""

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
{name} = "{package}"

[tool.hatch.build.targets.wheel]
packages = ["src/{package}"]
"""

README = """\
# {title}

A game for [Sevenfold](https://github.com/sevenfold-cards/sevenfold). Its rules are in
[src/{package}/README.md](src/{package}/README.md).

    pip install -e '.[test]'
    sevenfold simulate {name}
    sevenfold check {name}
    sevenfold play

Whoever installs it trusts it as much as the server: its rules are code that the server runs.

[How a game is written](https://github.com/sevenfold-cards/sevenfold/blob/main/docs/games.md) says what each
file is, and what `sevenfold check` asks for.
"""


def project_files(name: str, package: str, title: str) -> dict[str, str]:
    """The files of a project by their paths, for a game whose package is `package`."""
    words = {"name": name, "package": package, "title": title, "distribution": package.replace("_", "-")}
    return {"pyproject.toml": PROJECT.format(**words), "README.md": README.format(**words)}

"""ARCHITECTURE.md names what there is: every package, and what its text and drawings name is there."""

import re
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
SOURCES = [
    *(ROOT / "src").rglob("*.py"),
    *(file for file in (ROOT / "web/src").rglob("*.ts") if ".test." not in file.name),
]
DRAWINGS = re.findall(r"^```mermaid\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
FILES = set(re.findall(r"[\w./]*[\w]\.(?:py|ts|svelte|md|txt)\b|[\w]+(?:/[\w]+)*/(?=[`<])", TEXT))
METHOD = re.compile(r"(?:def |^  (?:async |private )*)(\w+)\(", re.MULTILINE)
A_FOLDER = {"contract/"}
"""Named by its last part alone."""


def classes() -> dict[str, set[str]]:
    """The names of all methods, by their classes, in Python and TypeScript."""
    found: dict[str, set[str]] = defaultdict(set)
    for file in SOURCES:
        text = file.read_text(encoding="utf-8")
        for block in re.split(r"^(?=\s*(?:export )?class )", text, flags=re.MULTILINE)[1:]:
            name = re.match(r"\s*(?:export )?class (\w+)", block)
            if name:
                found[name[1]] |= set(METHOD.findall(block))
    return found


def test_there_are_two_drawings_before_the_laws() -> None:
    assert len(DRAWINGS) == 2
    assert TEXT.rindex("```mermaid") < TEXT.index("## The laws") < TEXT.index("## The map")


@pytest.mark.parametrize("drawing", DRAWINGS, ids=["move", "deal"])
def test_what_a_drawing_names_is_in_the_code(drawing: str) -> None:
    known = classes()
    for owner, name in re.findall(r"\b([A-Z]\w+)\.([a-z]\w+)", drawing):
        assert name in known[owner], f"{owner}.{name}"
    for owner, name in re.findall(r"\b([a-z]\w+)\.([a-z]\w+)(?!\w)", drawing):
        if name not in ("py", "ts"):
            texts = [file.read_text(encoding="utf-8") for file in SOURCES if file.stem == owner]
            assert any(re.search(rf"^def {name}\(", text, re.MULTILINE) for text in texts), f"{owner}.{name}"


def test_the_map_has_each_package_once() -> None:
    """Those of a game have their own page. What lies deeper is told by the package around it."""
    rows = TEXT[TEXT.index("## The map") : TEXT.index("## One source")]
    named = re.findall(r"`((?:\w+/)+)`(?=[^|\n]* \|[^|\n]* \|\n)", rows)
    package = ROOT / "src/sevenfold"
    folders = [package, package / "server", package / "server/tables"]
    there = {
        f"{file.parent.relative_to(package)}/" for each in folders for file in each.glob("*/__init__.py")
    }
    assert sorted(named) == sorted(there - {"games/", "server/"} | {"games/NAME/", "web/"})


def test_each_file_that_is_named_is_there() -> None:
    """By its whole path, or by the end of one."""
    package = ROOT / "src/sevenfold"
    paths = (ROOT, package, package / "server", package / "server/tables", package / "games/trump7")
    known = {file.name for folder in (package, ROOT / "tests") for file in folder.rglob("*.*")}
    for name in FILES - {"games/NAME/"}:
        assert any((path / name).exists() for path in paths) or name in known or name in A_FOLDER, name

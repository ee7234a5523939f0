"""One name for one thing (CONTRIBUTING.md, Style): a class's name says which class is meant, and a word that
another has replaced does not come back.
"""

import ast
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path, PurePath

import pytest

import sevenfold

SOURCES = Path(sevenfold.__file__).parent
ROOT = Path(__file__).parent.parent

GONE = {
    "": {
        "are_used_here": "is_used_here",
        "room": "server, game, package or space",
        "sitter": "seat_holder",
        "stand_in": "substitute",
    },
    "src/sevenfold/core/given.py": {"whole": "checked_int"},
    "src/sevenfold/search": {"judged": "evaluated", "judgement": "evaluation", "worth": "value"},
    "src/sevenfold/server": {"circle": "pseudonym_key", "judgement": "evaluation", "sitting": "tenure"},
    "src/sevenfold/server/protocol": {"guest": "person"},
    "src/sevenfold/server/rounds": {"guest": "person"},
    "src/sevenfold/server/tables": {"guest": "person"},
    "src/sevenfold/testing": {"guest": "person"},
    "src/sevenfold/server/duplicate": {
        "parted": "diverged",
        "ways": "line",
        "rank": "place",
        "worth": "place",
    },
    "src/sevenfold/suite": {"follow": "progress", "ground": "session"},
    "tests/suite": {"ground": "session"},
    "src/sevenfold/learning": {"follow": "progress"},
    "web/src/same": {"lend": "share", "parted": "diverged", "way": "line"},
    "web/src/replay": {"drive": "autoplay", "thread": "timeline"},
    "web/src": {"trunk": "mainLine", "ribbon": "bar", "lozenge": "diamond"},
}
"""Where a word is gone from names (a folder or a file; "" is everywhere), and what is said instead."""

CODE = (*(ROOT / name for name in ("bench", "examples", "tests", "web/src")), SOURCES)

COMMENT = re.compile(r"/\*.*?\*/|<!--.*?-->|//[^\n]*", re.DOTALL)
HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def place(path: PurePath) -> PurePath:
    """Where a file is. All games have the same files by design, so these count as one."""
    folder, *rest = path.parts
    return PurePath(folder, "NAME", *rest[1:]) if folder == "games" and len(rest) > 1 else path


def test_no_two_classes_have_the_same_name() -> None:
    places: dict[str, set[PurePath]] = defaultdict(set)
    twice = []
    for path in sorted(SOURCES.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names = [node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
        twice += [f"{path}: {name}" for name in set(names) if names.count(name) > 1]
        for name in names:
            places[name].add(place(path.relative_to(SOURCES)))
    assert {name: found for name, found in places.items() if len(found) > 1} == {}
    assert twice == []


def python_names(text: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(text)):
        for field in ("id", "attr", "arg", "name", "asname", "module"):
            if isinstance(name := getattr(node, field, None), str):
                yield name


def names_in(path: Path, text: str) -> Iterator[str]:
    """The names in a file, without comments and what people read. In the client strings name things, too."""
    match path.suffix:
        case ".py":
            yield from python_names(text)
        case ".json" if isinstance(texts := json.loads(text), dict):
            yield from texts
        case ".ts" | ".svelte" | ".css":
            yield from re.findall(r"[\w-]+", COMMENT.sub(" ", text))


def as_words(name: str) -> str:
    """`goToTrunk`, `go-to-trunk` and `go_to_trunk` are the same words."""
    return re.sub(r"[^a-z0-9]+", "_", HUMP.sub("_", name).lower())


def found_again(path: PurePath, text: str) -> set[tuple[str, str]]:
    """The names in a file that have a word that is gone from there, with what to say."""
    where = path.as_posix()
    words = {
        word: say for folder, gone in GONE.items() if where.startswith(folder) for word, say in gone.items()
    }
    if not re.search("|".join(word.replace("_", "[^a-z]?") for word in words), where + text, re.IGNORECASE):
        return set()
    return {
        (name, say)
        for name in {where, *names_in(Path(path), text)}
        for word, say in words.items()
        if re.search(rf"(?<![a-z0-9]){word}s?(?![a-z0-9])", as_words(name))
    }


def test_no_name_has_a_word_that_is_gone() -> None:
    found = {}
    for folder in CODE:
        for path in sorted(set(folder.rglob("*")) - set((SOURCES / "server/static").rglob("*"))):
            if path.suffix in {".py", ".ts", ".svelte", ".css", ".json", ".yaml"}:
                inside = (
                    PurePath("src/sevenfold") / path.relative_to(SOURCES)
                    if folder == SOURCES
                    else path.relative_to(ROOT)
                )
                if again := found_again(inside, path.read_text(encoding="utf-8")):
                    found[str(inside)] = again
    assert found == {}


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("src/sevenfold/server/tables/table.py", "def all_are_used_here(self): ..."),
        ("tests/are_used_here.py", ""),
        ("web/src/table/some.ts", "const x = row.areUsedHere"),
        ("web/src/table/Some.svelte", "<p class='are-used-here'>"),
        ("web/src/lib/i18n/en.json", '{"table.are_used_here": "Text"}'),
    ],
)
def test_a_word_that_is_gone_is_found(path: str, text: str) -> None:
    assert found_again(PurePath(path), text)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("src/sevenfold/server/tables/table.py", "# are used here\nx = 'are used here'"),
        ("web/src/table/some.ts", "/* are_used_here */ const x = 1 // are used here"),
        ("web/src/lib/i18n/en.json", '{"table.used": "They are_used_here"}'),
    ],
)
def test_prose_may_have_it(path: str, text: str) -> None:
    assert found_again(PurePath(path), text) == set()

"""One name for one thing (CONTRIBUTING.md, Style): a class's name says which class is meant."""

import ast
from collections import defaultdict
from pathlib import Path, PurePath

import sevenfold

SOURCES = Path(sevenfold.__file__).parent


def place(path: PurePath) -> PurePath:
    """Where a file is. All rooms have the same files by design, so these count as one."""
    folder, *room = path.parts
    return PurePath(folder, "NAME", *room[1:]) if folder == "games" and len(room) > 1 else path


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

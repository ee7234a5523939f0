"""How much script a table loads, by the manifest of the built client; `bench.page` measures the rest."""

import gzip
import json
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

STATIC = Path("src/sevenfold/server/static")
LIMIT = 80_000
"""The most script that a table loads by itself, the coach included, in bytes after gzip."""

REGISTRY = Path("web/src/table/registry.ts").read_text(encoding="utf-8")
OWN = re.findall(r"import\('\./(\w+)'\)", REGISTRY)
"""The games that have a table of their own; all others get the plain one."""

LANGUAGES = ("en", "ja", "zh-Hans")
PARTS = ("table/TablePage.svelte", "table/parts/SidePanel.svelte", "table/parts/Panel.svelte")


@cache
def manifest() -> Any:
    return json.loads((STATIC / ".vite/manifest.json").read_text())


def script_of(*parts: str) -> set[str]:
    """The files that the page and these parts of it are made of."""
    page = (STATIC / "index.html").read_text()
    found = set(re.findall(r"assets/[^\"]+\.js", page))
    assert found
    wanted = [f"src/{part}" for part in parts]
    while wanted:
        chunk = manifest()[wanted.pop()]
        if chunk["file"] not in found:
            found.add(chunk["file"])
            wanted += chunk.get("imports", ())
    return found


def weigh(files: Iterable[str]) -> int:
    """The size of these files in bytes, compressed as the server does."""
    return sum(len(gzip.compress((STATIC / file).read_bytes(), 9)) for file in files)


def test_every_table_in_a_folder_is_registered_and_there_is_a_plain_one_for_all_other_games() -> None:
    assert sorted(OWN) == sorted(path.parent.name for path in Path("web/src/table").glob("*/index.ts"))
    loaded_later = {name for chunk in manifest().values() for name in chunk.get("dynamicImports", ())}
    assert {f"src/table/{game}/index.ts" for game in OWN} <= loaded_later
    assert "src/table/PlainTable.svelte" in loaded_later


@pytest.mark.parametrize("table", [*(f"{game}/index.ts" for game in OWN), "PlainTable.svelte"])
def test_the_script_of_a_table_stays_below_its_limit(table: str) -> None:
    code = script_of(*PARTS, "lessons/Coach.svelte", f"table/{table}")
    folders = ("", "table/", *(["plain/"] if table == "PlainTable.svelte" else []))
    for language in LANGUAGES:
        messages = (f"lib/i18n/{folder}{language}.json" for folder in folders)
        assert weigh(code | script_of(*messages)) <= LIMIT, language


def test_a_table_loads_nothing_that_it_may_never_show() -> None:
    at_once = script_of(*PARTS, *(f"table/{game}/index.ts" for game in OWN))
    for later in (
        "friends/TalkSheet.svelte",
        "friends/WaitingPage.svelte",
        "lessons/Coach.svelte",
        "lessons/LearnPage.svelte",
        "lessons/Told.svelte",
        "practice/PracticePage.svelte",
        "review/LookBack.svelte",
        "review/Review.svelte",
        "rules/RuleBook.svelte",
        "settings/SettingsSheet.svelte",
        "start/StartPage.svelte",
        "table/ClosedPage.svelte",
        "table/parts/LogList.svelte",
        "table/parts/Panels.svelte",
        "table/parts/RoundEnd.svelte",
    ):
        assert manifest()[f"src/{later}"]["file"] not in at_once, later

"""What a player reads where something is refused: a sentence, and never a code."""

import importlib
import json
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path

from sevenfold import server
from sevenfold.server.errors import ApiError

WEB = Path("web/src/lib")
LANGUAGES = ("en", "zh-Hans", "ja")


def all_errors(base: type[ApiError] = ApiError) -> Iterator[type[ApiError]]:
    for error in base.__subclasses__():
        yield error
        yield from all_errors(error)


def test_what_no_page_explains_has_a_sentence_in_three_languages() -> None:
    for module in pkgutil.walk_packages(server.__path__, "sevenfold.server."):
        if "migrations" not in module.name:
            importlib.import_module(module.name)
    codes = {error.code for error in all_errors() if hasattr(error, "code")}
    source = (WEB / "problems.ts").read_text(encoding="utf-8")
    named = re.findall(r"^  '([a-z_]+)',$", source, re.MULTILINE)
    assert set(named) - codes == {"unreachable", "unknown"}, "no server answers with another of these"
    assert ": 'unknown'" in source, "whatever is not named is told all the same"
    for language in LANGUAGES:
        messages = json.loads((WEB / f"i18n/{language}.json").read_text(encoding="utf-8"))
        assert all(messages[f"problem.{name}"] for name in named)


def test_no_message_shows_the_code_of_a_problem() -> None:
    shown = [
        (path.name, key)
        for path in (WEB / "i18n").rglob("*.json")
        for key, text in json.loads(path.read_text(encoding="utf-8")).items()
        if "{code}" in text
    ]
    assert shown == []

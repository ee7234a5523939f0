"""`sevenfold check`: what is wrong with a game and what is still missing of it, in sentences, and all tests
that concern it.
"""

import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

from sevenfold.book.guide import guide_path, load_guide
from sevenfold.book.lessons import lesson_texts_path, load_lesson_texts, load_lessons
from sevenfold.book.rulebook import load_rule_book
from sevenfold.book.texts import Language, written_in
from sevenfold.core import defaults
from sevenfold.core.options import describe
from sevenfold.core.yaml_files import read_yaml
from sevenfold.errors import SevenfoldError
from sevenfold.games import examples_folder, folder_of, is_brought, load_game, load_meta, package_of
from sevenfold.scaffold import drawing, golden, in_step, needs, trying
from sevenfold.scaffold.checkout import tests_folder
from sevenfold.search.practice import practice_path

SUITES = (
    "src/sevenfold/testing/contract",
    "tests/book",
    "tests/core",
    "tests/compiled",
    "tests/cli",
    "tests/docs/test_commands.py",
    "tests/docs/test_words.py",
    "tests/envs",
    "tests/api",
    "tests/search",
    "tests/server",
    "tests/testing",
    "tests/bench",
)
"""Tests of all games; those that concern one have its name in their ids.

`tests/browser` is left out, since it needs a browser and takes minutes, and so are the tests of the built
client and of the rest of the documentation. The others have no tests of one game. In `tests/server`, tests on
PostgreSQL are skipped where there is none.
"""


QUICK = (
    "src/sevenfold/testing/contract",
    "tests/book",
    "tests/core",
    "tests/docs/test_words.py",
    "tests/testing",
)
"""Of those, what starts no server."""

UNCOMPILED = "not worlds and not lies_anywhere and not compiled"
"""Of the contract, what compiles nothing."""


class NoPytest(SevenfoldError):
    """The tools for tests are not installed."""

    def __init__(self) -> None:
        super().__init__("pytest is not installed here; `make lint` in the checkout installs the tools")


def faults(name: str) -> Iterator[str]:
    """What is wrong with a game that can be loaded, each with its place; of what builds on the other only
    the first.
    """
    for look in (needs.unworded, trying.faults_in_play, golden.altered):
        found = list(look(name))
        yield from found
        if found:
            return


def missing(root: Path | None, name: str) -> Iterator[str]:
    """What a finished game has and this one lacks, a sentence for each; without the checkout where it is
    another package's. Raises UnknownGame.
    """
    yield from _missing_languages(name)
    if load_lessons(package_of(name)).lessons:
        yield from _missing_lessons(name)
    yield from _missing_tests(name)
    for path in in_step.behind(root, name):
        yield f"{path.name} is not in step with the code: sevenfold check {name} --write"
    yield from in_step.empty(name)
    yield from in_step.unknown_rules(name)
    if root is not None:
        yield from _missing_types(root, name)
    yield from _missing_golden(name)
    if load_meta(name).draft:
        yield "meta.py marks it as a draft: take `draft=True` out when all the rest is there."


def not_there(root: Path | None, name: str) -> Iterator[str]:
    """What a game may do without, and this one has not. Raises UnknownGame."""
    if root is None or not _own_table(root, name).is_file():
        yield from drawing.undrawn(name)
    yield from _missing_translations(name)
    if not load_lessons(package_of(name)).lessons:
        yield "lessons/steps.yaml is missing, so nobody can learn the game here (docs/games.md, step 5)."
    if load_game(name).misfit is defaults.misfit:
        yield "sound.py is missing, so a state from outside is refused only where nobody can go on."
    if load_game(name).sample is None:
        yield "sample.py is missing, so bots that search cannot play it."
    elif not practice_path(package_of(name)).is_file():
        yield f"practice.json is missing: positions to be solved; `sevenfold practice {name}` makes them."


def _missing_types(root: Path, name: str) -> Iterator[str]:
    types = root / "web" / "src" / "lib" / "protocol.ts"
    if _own_table(root, name).is_file() and f'"{name}"' not in types.read_text(encoding="utf-8").replace(
        "'", '"'
    ):
        yield "Its table does not know the type of the view: run `npm run types` in web/."


def _own_table(root: Path, name: str) -> Path:
    """Where a game has a table of its own, if it has one: the plain table draws all others."""
    return root / "web" / "src" / "table" / name / "index.ts"


def _missing_languages(name: str) -> Iterator[str]:
    package = package_of(name)
    folder = folder_of(package)
    first, *others = written_in(package)
    for language in others:
        if not (folder / f"README.{language}.md").is_file():
            yield f"README.{language}.md is missing, though there are texts in {language}."
    yield from _missing_guides(package, name, others)
    if not (folder / "glossary.yaml").is_file():
        yield f"glossary.yaml is missing: a word for each term, in {first} at least (CONTRIBUTING.md, Words)."


def _missing_translations(name: str) -> Iterator[str]:
    first, *others = written_in(package_of(name))
    if lacking := [language for language in Language if language not in (first, *others)]:
        files = " and ".join(f"texts/{language}.json" for language in lacking)
        yield f"{files} are not there: whoever reads those languages is shown {first}."


def _missing_lessons(name: str) -> Iterator[str]:
    package = package_of(name)
    lessons = load_lessons(package)
    if untold := [rule for rule in _rule_numbers(name) if rule not in lessons.rules]:
        yield f"No lesson teaches {', '.join(untold)}, nor are they left for later."
    for language in written_in(package):
        lacking = sorted(lessons.keys - load_lesson_texts(package, language).keys())
        if not lesson_texts_path(package, language).is_file():
            yield f"lessons/{language}.json is missing."
        elif lacking:
            yield f"lessons/{language}.json lacks {', '.join(lacking)}."


def _rule_numbers(name: str) -> list[str]:
    return [rule.id for rule in load_rule_book(package_of(name), name, Language.EN).rules]


def _missing_guides(package: str, name: str, others: Sequence[Language]) -> Iterator[str]:
    if load_guide(package, name, Language.EN) is None:
        yield "GUIDE.md is missing: the illustrated page, and the essentials for the table."
        return
    for language in others:
        path = guide_path(package, language)
        if not path.is_file():
            yield f"{path.name} is missing, though there are texts in {language}."


def _missing_tests(name: str) -> Iterator[str]:
    folder = examples_folder(name)
    scenarios = [raw for path in sorted(folder.glob("scenarios/*.yaml")) for raw in read_yaml(path)]
    shown = {rule for raw in scenarios for rule in raw.get("rules", [])}
    if without := [rule for rule in _rule_numbers(name) if rule not in shown]:
        yield f"No scenario shows {', '.join(without)}."
    for spec in describe(load_meta(name).options):
        for choice in spec.choices:
            if choice != spec.default and not any(_plays(raw, spec.name, choice) for raw in scenarios):
                yield f"No scenario plays with {spec.name}={choice}."
    if find_spec(f"{package_of(name)}.encoding") is None:
        yield "encoding.py is missing, so there are no environments of it (core/encoding.py)."


def _missing_golden(name: str) -> Iterator[str]:
    folder = examples_folder(name)
    if not list(folder.glob("golden/*.jsonl")):
        where = "golden" if is_brought(name) else f"tests/games/{folder.name}/golden"
        made_by = f"`sevenfold check {name} --write` makes them, once it is no draft"
        yield f"{where} is missing: keep a few records there; {made_by}."


def _plays(raw: dict[str, dict[str, object]], option: str, choice: str | int) -> bool:
    value = raw.get("options", {}).get(option)
    if isinstance(value, bool):
        value = "yes" if value else "no"
    return value == choice


def run_tests(root: Path | None, name: str, arguments: list[str], *, quick: bool = False) -> int:
    """Run every test that concerns the game, of another package's the contract; the exit status is pytest's.

    A `quick` run starts no server and compiles nothing. Raises NoPytest.
    """
    try:
        import pytest  # noqa: F401
    except ModuleNotFoundError:
        raise NoPytest from None
    command = [sys.executable, "-m", "pytest", "-q"]
    if root is None:
        fewer = ["-k", UNCOMPILED] if quick else []
        contract = [*command, "--pyargs", "sevenfold.testing", "--game", name, *fewer, *arguments]
        return subprocess.run(contract, check=False).returncode
    own = tests_folder(root, name)
    runs = [[*QUICK, "-k", f"{name} and {UNCOMPILED}"] if quick else [*SUITES, "-k", name]]
    if any(own.rglob("test_*.py")):
        runs.append([str(own.relative_to(root))])
    return max(subprocess.run([*command, *run, *arguments], cwd=root, check=False).returncode for run in runs)


def verdict(name: str, draft: bool, failed: bool, lacking: int) -> str:
    """The last line: how it stands with the game."""
    if failed:
        return f"{name}: tests failed; what they say stands above"
    if draft:
        return f"{name} is a draft: all of its tests pass, and what the list above names may wait"
    return f"{name}: all of its tests pass" + (f", but {lacking} things are missing" if lacking else "")

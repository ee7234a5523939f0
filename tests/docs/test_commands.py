"""Every command that the documentation shows works as it stands there.

The commands of a page are run one after the other in a folder that has what a checkout has. Those that
cannot be are named in ELSEWHERE, with what covers them.
"""

import os
import re
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path, PurePath

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "examples/README.md",
    *sorted((ROOT / "docs").rglob("*.md")),
]
UNRUN = [ROOT / "ARCHITECTURE.md", ROOT / "SECURITY.md", ROOT / "bench/RESULTS.md"]
SOURCES = [
    ROOT / "conftest.py",
    *(file for each in ("src", "bench", "examples") for file in (ROOT / each).rglob("*.py")),
]
BLOCK = re.compile(r"^```(?:sh|console)\n(.*?)^```", re.MULTILINE | re.DOTALL)

ELSEWHERE = {
    "make play": "installs and serves: .ci/run does the first, tests/browser the second",
    "make test": "is what runs this test",
    "make dist": "is run by tests/long/test_packages.py",
    "make lint": "is a part of make test",
    "make format": "changes the checkout; its tools are those of make lint",
    ".venv/bin/pre-commit install": "changes the clone; tests/test_project.py reads its configuration",
    ".venv/bin/sevenfold warm": "takes a minute; tests/compiled does it",
    ".venv/bin/pytest tests/games/lockup": "is a part of make test",
    ".venv/bin/sevenfold new-game black_lady --seats 4 --prefix BL": "writes: tests/scaffold does, in a copy",
    ".venv/bin/sevenfold check black_lady": "is run by tests/scaffold, in a copy",
}


READS_WHAT_IT_WROTE = ("environments.md",)
"""Pages whose Python reads files that their commands have written: these run together."""

PYTHON = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
NAMED = re.compile(
    r"(?<![\w./-])(?P<path>(?:bench|docs|examples|tests|web)/[\w./-]*\.(?:md|py|c|ts|ya?ml|toml)\b)"
    r"|(?<![\w./-])(?P<module>bench\.[a-z_][\w.]*\b)"
)
"""Files of the repository outside the package, and programs, as texts and sources name them."""

LINK = re.compile(r"\]\((?!https?:|#)([^)#\s]+)")
RULE_BOOKS = sorted((ROOT / "src/sevenfold/games").rglob("README*.md"))


def commands(page: Path) -> list[str]:
    """The commands of a page; where a block shows output too, a command is what follows `$ `."""
    found: list[str] = []
    for block in BLOCK.findall(page.read_text(encoding="utf-8")):
        lines = block.replace("\\\n", " ").splitlines()
        prompted = [line[2:] for line in lines if line.startswith("$ ")]
        found += prompted or [line for line in lines if line and not line.startswith("#")]
    return found


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder to run commands in: what they write stays in it."""
    for name in ("src", "tests", "docs", "bench", "examples"):
        (tmp_path / name).symlink_to(ROOT / name)
    (tmp_path / ".venv").symlink_to(sys.prefix)
    return tmp_path


@pytest.mark.parametrize(
    "page", [page for page in PAGES if page.name not in READS_WHAT_IT_WROTE], ids=lambda page: page.name
)
def test_commands_of_a_page_work(page: Path, checkout: Path) -> None:
    run_commands(page, checkout)


def run_commands(page: Path, checkout: Path) -> None:
    path = os.pathsep.join([str(Path(sys.prefix, "bin")), os.environ["PATH"]])
    environment = {**os.environ, "PATH": path, "XDG_DATA_HOME": str(checkout / "data")}
    for command in commands(page):
        if command not in ELSEWHERE:
            run = subprocess.run(
                command,
                shell=True,
                cwd=checkout,
                env=environment,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                timeout=300,
            )
            assert run.returncode == 0, f"{command}\n{run.stdout}{run.stderr}"


@pytest.mark.parametrize(
    "page", [page for page in PAGES if PYTHON.search(page.read_text())], ids=lambda page: page.name
)
def test_python_of_a_page_runs(page: Path, checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After the page's commands, where it reads what they have written."""
    if page.name in READS_WHAT_IT_WROTE:
        run_commands(page, checkout)
    monkeypatch.chdir(checkout)
    names: dict[str, object] = {"__name__": page.stem}
    for block in PYTHON.findall(page.read_text(encoding="utf-8")):
        exec(compile(block, page.name, "exec"), names)


@pytest.mark.parametrize(
    "page", [*PAGES, *ROOT.glob("*.md"), *RULE_BOOKS], ids=lambda page: str(page.relative_to(ROOT))
)
def test_links_of_a_page_lead_to_files_of_the_repository(page: Path) -> None:
    prose = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    for link in LINK.findall(prose):
        target = (page.parent / link).resolve()
        assert target.is_relative_to(ROOT), link
        assert target.exists(), link


def test_what_pages_and_sources_name_of_the_repository_is_there() -> None:
    """What is gone is named beside the commit that still has it, once a page."""
    missing = []
    for page in [*PAGES, *UNRUN, *SOURCES]:
        text = page.read_text(encoding="utf-8")
        with_commits = [each for each in text.split("\n\n") if re.search(r"commit\s[0-9a-f]{8}", each)]
        gone = re.findall(r"[\w*]+", " ".join(with_commits))
        for found in NAMED.finditer(text):
            path = PurePath(found["path"] or found["module"].replace(".", "/"))
            if not is_there(path) and not any(fnmatch(path.stem, word) for word in gone):
                missing.append(f"{page.relative_to(ROOT)}: {found[0]}")
    assert missing == []


def is_there(path: PurePath) -> bool:
    """Whether a file or module is in the repository; the last part may be a name in a module."""
    module = ROOT / path
    return any(
        each.exists() for each in (module, module.with_suffix(".py"), module.parent.with_suffix(".py"))
    )


def test_what_is_covered_elsewhere_is_still_shown() -> None:
    shown = {command for page in PAGES for command in commands(page)}
    assert set(ELSEWHERE) <= shown

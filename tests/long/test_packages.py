"""The wheel of a release is the same wherever it is built, and has what its extras promise."""

import re
import sys
import zipfile
from email.message import Message
from importlib.metadata import distribution, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.test_packages import AT, ROOM, ROOT, Packages, packages, run

__all__ = ["packages"]


def closure(wheel: Message, extra: str) -> set[str]:
    """The distributions of this environment that an install of the wheel with an extra brings."""
    found: set[str] = set()
    open_ = [(text, extra) for text in wheel.get_all("Requires-Dist", [])]
    while open_:
        text, asked = open_.pop()
        requirement = Requirement(text)
        if requirement.marker and not requirement.marker.evaluate({"extra": asked}):
            continue
        name = canonicalize_name(requirement.name)
        if name not in found:
            found.add(name)
            for further in ("", *requirement.extras):
                open_ += [(text, further) for text in requires(requirement.name) or ()]
    return found


@pytest.fixture(scope="module")
def with_envs(packages: Packages, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh environment with the wheel and the libraries of its extra `envs`, copied from this one."""
    environment = tmp_path_factory.mktemp("with_envs")
    run(sys.executable, "-m", "venv", "--without-pip", environment, cwd=environment)
    (site,) = environment.glob("lib/*/site-packages")
    with zipfile.ZipFile(packages.wheel) as wheel:
        wheel.extractall(site)
    for name in closure(packages.metadata, "envs") - {"sevenfold"}:
        library = distribution(name)
        for top in {path.parts[0] for path in library.files or ()} - {"..", "__pycache__"}:
            (site / top).symlink_to(Path(str(library.locate_file(top))))
    return environment


def test_make_dist_builds_the_same_packages_byte_for_byte(packages: Packages, tmp_path: Path) -> None:
    """From a checkout and by other tools: the wheel above was built from the sdist."""
    said = run("make", "dist", f"DIST={tmp_path}", cwd=ROOT, environment=AT)
    assert {file.name for file in tmp_path.iterdir()} == {packages.wheel.name, packages.sdist.name}
    assert f'pip install "{tmp_path / packages.wheel.name}[fast]"' in said
    for built in (packages.wheel, packages.sdist):
        assert (tmp_path / built.name).read_bytes() == built.read_bytes(), built.name


def test_an_installed_wheel_has_what_the_contract_plays(packages: Packages, tmp_path: Path) -> None:
    """The scenarios and golden logs of a finished game: no test of the contract fails for want of them."""
    with zipfile.ZipFile(packages.wheel) as wheel:
        wheel.extractall(tmp_path / "site")
    told = run(
        *(sys.executable, "-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider", "-p", "no:faker"),
        *("--pyargs", "sevenfold.testing", "--game", "lockup", "-k", "golden or scenario"),
        cwd=tmp_path,
        environment={"PYTHONPATH": str(tmp_path / "site")},
    )
    assert "skipped" not in told
    assert int(re.findall(r"(\d+) passed", told)[0]) > 50
    assert f"{ROOM}/golden/author-1.jsonl" in packages.in_wheel


def test_the_quick_start_runs_with_what_its_extra_brings(with_envs: Path, tmp_path: Path) -> None:
    page = (ROOT / "docs/environments.md").read_text(encoding="utf-8")
    shown = re.search(r"^## Quick start\n\n```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    assert shown
    doors = "import gymnasium, sevenfold.envs; gymnasium.make('sevenfold/Lockup-v1')"
    run(
        with_envs / "bin/python", "-c", f"{shown[1]}\n{doors}\nsevenfold.envs.aec_env('lockup')", cwd=tmp_path
    )
    with pytest.raises(AssertionError, match="No module named 'pyspiel'"):
        run(with_envs / "bin/python", "-c", "import sevenfold.envs.openspiel", cwd=tmp_path)

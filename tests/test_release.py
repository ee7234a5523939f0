"""A release says that it is one, and two builds of it are the same (release.py)."""

import shutil
from pathlib import Path

import pytest

import release

FILES = ("src/sevenfold/version.py", "CHANGELOG.md", "README.md", "CITATION.cff")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """The files that name a version, as a release has them."""
    for name in FILES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(release.ROOT / name, tmp_path / name)
    (tmp_path / FILES[0]).write_text('__version__ = "0.3.0"\n')
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n\n## [0.3.0] - 2027-01-01\n")
    for name in release.NAMES:
        (tmp_path / name).write_text("0.3.0")
    return tmp_path


def test_a_release_has_its_number_everywhere(root: Path) -> None:
    assert list(release.not_said(root)) == []


@pytest.mark.parametrize(
    ("name", "text", "wrong"),
    [
        ("src/sevenfold/version.py", '__version__ = "0.3.0.dev0"', "without .dev"),
        ("CHANGELOG.md", "## [Unreleased]\n\n## [0.3.0] - 2027-01-01\n", r"an \[Unreleased\]"),
        ("CHANGELOG.md", "## [0.3.0]\n", "no line"),
        ("CITATION.cff", "0.2.0", "CITATION.cff does not name 0.3.0"),
    ],
)
def test_what_does_not_say_so_is_named(root: Path, name: str, text: str, wrong: str) -> None:
    (root / name).write_text(text)
    with pytest.raises(AssertionError, match=wrong):
        assert "; ".join(release.not_said(root)) == ""


def test_builds_that_differ_are_named(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    for folder, text in ((one, "a"), (other, "b")):
        folder.mkdir()
        (folder / "sevenfold-1.whl").write_text(text)
        (folder / "sevenfold-1.tar.gz").write_text("same")
    assert list(release.not_same(one, other)) == ["sevenfold-1.whl was not built the same twice"]
    assert list(release.not_same(one, one)) == []
    (other / "sevenfold-1.whl").unlink()
    assert list(release.not_same(one, other)) == ["sevenfold-1.whl was not built the same twice"]


def test_nothing_built_is_no_release(tmp_path: Path) -> None:
    assert list(release.not_same(tmp_path, tmp_path)) == [f"nothing is built in {tmp_path}"]

"""What `make release` looks at: whether a release says that it is one, and is built the same twice."""

import hashlib
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent
NAMES = ("README.md", "CITATION.cff")
"""Files that name the version of the release."""


def version(root: Path) -> str:
    """The version that the package says it has."""
    text = (root / "src/sevenfold/version.py").read_text(encoding="utf-8")
    return text.split('"')[-2]


def not_said(root: Path) -> Iterator[str]:
    """What does not yet say that this is a release, and the way out."""
    number = version(root)
    if ".dev" in number:
        yield f"src/sevenfold/version.py has {number}: write the number of the release, without .dev"
    changes = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    if "## [Unreleased]" in changes:
        yield "CHANGELOG.md has an [Unreleased]: give it the number and the date of the release"
    if not re.search(rf"^## \[{re.escape(number)}\] - \d{{4}}-\d\d-\d\d$", changes, re.MULTILINE):
        yield f"CHANGELOG.md has no line '## [{number}] - YYYY-MM-DD'"
    for name in NAMES:
        if number not in (root / name).read_text(encoding="utf-8"):
            yield f"{name} does not name {number}"


def not_kept(root: Path) -> Iterator[str]:
    """What git has not: it would not be in the tag."""
    changed = subprocess.run(
        ["git", "status", "--porcelain"], cwd=root, capture_output=True, text=True, check=True
    ).stdout
    for line in changed.splitlines():
        yield f"{line[3:]} is not committed"


def not_same(one: Path, other: Path) -> Iterator[str]:
    """The built files that differ between two folders, or are in one alone."""
    built = [{file.name: file for file in folder.glob("sevenfold-*")} for folder in (one, other)]
    for name in sorted(built[0].keys() | built[1].keys()):
        files = [folder.get(name) for folder in built]
        hashes = {hashlib.sha256(file.read_bytes()).hexdigest() if file else "" for file in files}
        if len(hashes) > 1:
            yield f"{name} was not built the same twice"
    if not built[0]:
        yield f"nothing is built in {one}"


def main(step: str, *folders: str) -> int:
    """Say what is wrong; 1 if anything is."""
    wrong = [*not_said(ROOT), *not_kept(ROOT)] if step == "said" else [*not_same(*map(Path, folders))]
    for line in wrong:
        sys.stderr.write(f"release: {line}\n")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

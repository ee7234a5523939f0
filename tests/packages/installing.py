"""Installs an example game as its users do, beside Sevenfold, without a network."""

import subprocess
import sys
from pathlib import Path

EXAMPLES = Path(__file__).parents[2] / "examples" / "games"

PIP = ("-m", "pip", "--disable-pip-version-check", "-q", "install", "--no-deps", "--no-build-isolation")


def install(package: str, site: Path) -> Path:
    """Let pip build and install the example into a folder for the path."""
    command = [sys.executable, *PIP, "--no-index", "--target", str(site), str(EXAMPLES / package)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return site

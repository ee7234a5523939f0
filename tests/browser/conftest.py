"""What the tests in a browser share: a Chromium of this machine."""

import os
import shutil

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MISSING = (
    "no Chromium here, so the pages were not tested: install one (Debian: apt-get install chromium) "
    "or name one in SEVENFOLD_CHROMIUM"
)


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of a Chromium. Without one the tests that ask for it are skipped, or fail where CI is set."""
    path = os.environ.get("SEVENFOLD_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if path is None:
        (pytest.fail if "CI" in os.environ else pytest.skip)(MISSING)
    return path

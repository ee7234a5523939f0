"""Where a Chromium of this machine is."""

import os
import shutil

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""The first is Chromium without a window, which takes a quarter less time."""


def find_chromium() -> str | None:
    """The one that SEVENFOLD_CHROMIUM names, else the first that is installed; None where there is none."""
    return os.environ.get("SEVENFOLD_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)

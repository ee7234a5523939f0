"""Finds a Chromium on this machine."""

import os
import shutil

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""In order of preference: the first has no window, and takes a quarter less time."""


def find_chromium() -> str | None:
    """The program that SEVENFOLD_CHROMIUM names, else the first that is installed; None if there is none."""
    return os.environ.get("SEVENFOLD_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)

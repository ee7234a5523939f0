"""How Hypothesis searches in tests: the same examples each time, or many by HYPOTHESIS_PROFILE=search."""

import os

from hypothesis import settings


def load_profile() -> None:
    """Have Hypothesis search as the environment says."""
    settings.register_profile("same_every_time", deadline=None, derandomize=True, max_examples=50)
    settings.register_profile("search", deadline=None, max_examples=1000)
    settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same_every_time"))

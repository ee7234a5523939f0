"""What all tests share: how Hypothesis searches, and the cache of machine code."""

import os

import pytest
from hypothesis import settings

from sevenfold.compiled.cache import FOLDER

settings.register_profile("same_every_time", deadline=None, derandomize=True, max_examples=50)
settings.register_profile("search", deadline=None, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same_every_time"))


@pytest.fixture(autouse=True)
def shared_cache(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """What one worker or an earlier run has compiled is read from here."""
    monkeypatch.setenv(FOLDER, str(request.config.cache.mkdir("compiled")))

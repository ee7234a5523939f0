"""One cache of machine code for all tests: what one worker or an earlier run has compiled is read from it."""

import pytest

from sevenfold.compiled.cache import FOLDER


@pytest.fixture(autouse=True)
def shared_cache(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDER, str(request.config.cache.mkdir("compiled")))

"""What all tests share: how Hypothesis searches, the cache of machine code, and who compiles which game."""

import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

from sevenfold.compiled.cache import FOLDER
from sevenfold.games import ROOMS

settings.register_profile("same_every_time", deadline=None, derandomize=True, max_examples=50)
settings.register_profile("search", deadline=None, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same_every_time"))


@pytest.fixture(autouse=True)
def shared_cache(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """What one worker or an earlier run has compiled is read from here."""
    monkeypatch.setenv(FOLDER, str(request.config.cache.mkdir("compiled")))


COMPILING = (
    "tests/compiled/",
    "tests/envs/",
    "tests/search/",
    "tests/bench/test_compiled.py",
    "tests/contract/test_worlds.py::test_compiled_worlds",
    "tests/docs/test_commands.py::test_commands_of_a_page_work[environments",
    "tests/docs/test_commands.py::test_python_of_a_page_runs[",
    "tests/server/test_levels.py",
)


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Iterator[None]:
    """Group what runs compiled code by its game, for `--dist loadgroup`: one worker compiles a game, once.

    A wrapper runs before pytest-xdist reads the groups; `tryfirst` is not enough, it asks for that too.
    """
    for item in items:
        if item.nodeid.startswith(COMPILING):
            item.add_marker(pytest.mark.xdist_group(_game_of(item)))
    yield


def _game_of(item: pytest.Item) -> str:
    """The game that a test names in its id; Lockup, where it names none."""
    _, _, parameters = item.name.partition("[")
    return next((game for game in ROOMS if game in parameters), "lockup")

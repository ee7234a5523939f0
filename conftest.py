"""What all tests share: how Hypothesis searches, the cache of machine code, and who compiles which game."""

import gc
import os
import re
from collections.abc import Generator
from pathlib import Path

import pytest
import xdist
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

from sevenfold.compiled.cpu.cache import FOLDER
from sevenfold.games import OWN_GAMES
from sevenfold.locks import lock
from sevenfold.testing.profiles import load_profile

# a third of the time to compile goes into speed that tests do not need; it is read when Numba is imported
os.environ.setdefault("NUMBA_OPT", "1")
# it colours the text of each overload that does not fit, seen by nobody
os.environ.setdefault("NUMBA_DISABLE_ERROR_MESSAGE_HIGHLIGHTING", "1")

# most of what is imported and collected stays: looking through it again and again took a fifth of that time
gc.set_threshold(100_000, 50, 100)

load_profile()


SECOND_TRY = (
    "tests/browser/",
    "tests/long/test_attacks.py",
    "tests/long/test_kills.py",
    "tests/server/test_processes.py",
    "tests/server/test_proxy.py",
    "tests/server/test_reload.py",
)
"""The tests of real browsers, and those that kill processes.

In CI they have a second try: what a machine does to them is not the change's fault. The first try is printed
with its traceback, and is to be mended like any failure.
"""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """First what often waits, while pages need the processor; then what takes long for one worker."""
    items.sort(key=lambda item: _turn_of(item.nodeid))
    for item in items if "CI" in os.environ else ():
        if item.nodeid.startswith(SECOND_TRY):
            item.add_marker(pytest.mark.flaky(reruns=1))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if again := terminalreporter.stats.get("rerun"):
        terminalreporter.write_line(f"second tries: {len(again)}", yellow=True)


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """One worker imports first, and writes what is compiled of each source; then the others do."""
    if not xdist.is_xdist_worker(session):
        return (yield)
    with Path(session.config.option.basetemp).with_name("collecting.lock").open("a") as file:
        try:
            lock(file.fileno())
        except OSError:
            lock(file.fileno(), wait=True)
            file.close()
        return (yield)


def pytest_collection_finish() -> None:
    """What is collected and imported stays: looking through it again and again took a fifth of the time."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def shared_cache(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """What one worker or an earlier run has compiled is read from here."""
    monkeypatch.setenv(FOLDER, str(request.config.cache.mkdir("compiled")))


COMPILING = (
    "tests/compiled/",
    "tests/envs/",
    "tests/search/",
    "tests/suite/",
    "tests/bench/test_compiled.py",
    "src/sevenfold/testing/contract/test_worlds.py::test_compiled_worlds",
    "tests/docs/test_commands.py::test_commands_of_a_page_work[environments",
    "tests/docs/test_commands.py::test_python_of_a_page_runs[",
    "tests/docs/test_commands.py::test_commands_of_a_page_work[benchmark",
    "tests/docs/test_loops.py",
    "tests/long/test_frozen.py",
    "tests/long/test_gpu.py",
    "tests/server/test_levels.py",
    "tests/server/test_machine_code.py",
)
"""The tests that run compiled code: one worker compiles a game, once."""

BY_TWO = re.compile(r"^tests/server/.*[\[-]two[\]-]")
"""The tests of two server processes on PostgreSQL: one worker starts a pair of them, once."""

SHARING = (
    "tests/long/test_attacks.py",
    "tests/long/test_new_game.py",
    "tests/long/test_packages.py",
    "tests/test_packages.py",
    "tests/scaffold/test_new_game.py",
    "tests/scaffold/test_package.py",
    "tests/bench/test_attacks.py",
    "tests/bench/test_secrecy.py",
    "tests/server/test_limits.py",
    "tests/server/test_processes.py",
    "tests/server/test_proxy.py",
    "tests/server/test_watching.py",
)
"""Their tests share what takes long to make, such as a checkout or a card room: one worker makes it, once."""


class Groups(LoadScopeScheduling):  # type: ignore[misc]  # it has no types
    """Tests of one group run on one worker, one after the other; all others run where there is room."""

    def _split_scope(self, nodeid: str) -> str:
        if nodeid.startswith(COMPILING):
            return _game_of(nodeid)
        if BY_TWO.search(nodeid):
            return "by two"
        return next((file for file in SHARING if nodeid.startswith(file)), nodeid)


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: some tests wait for servers. Each imports all tests anew."""
    return (os.cpu_count() or 1) + 1


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> Groups:
    """Asked by pytest-xdist. Its own groups (3.8) are lost on pytest 9.2, which makes ids anew."""
    config.option.loadscopereorder = False  # the order of groups is that of tests
    return Groups(config, log)


def _turn_of(nodeid: str) -> int:
    if nodeid.startswith(COMPILING):
        return 1
    if nodeid.startswith(
        (
            "tests/server/",
            "tests/long/test_kills.py",
            "tests/bench/test_attacks.py",
            "tests/bench/test_secrecy.py",
        )
    ):
        return 0
    return 1 if nodeid.startswith(SHARING) else 2


def _game_of(nodeid: str) -> str:
    """The game that a test names, in its parameters or else in its own name; or what such tests play."""
    _, _, name = nodeid.rpartition("::")
    name, _, parameters = name.partition("[")
    usual = "trump7" if nodeid.startswith("tests/envs/") else "lockup"
    return next((game for part in (parameters, name) for game in OWN_GAMES if game in part), usual)

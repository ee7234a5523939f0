"""The alarm that ends a loop of a package's game: whom it interrupts, and what is left of it afterwards."""

import asyncio
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from sevenfold.server.tables import loops

HERE = Path(__file__).parent


def installed(monkeypatch: pytest.MonkeyPatch, *folders: Path) -> None:
    """As if other packages had brought a game in each of these folders."""
    monkeypatch.setattr(loops, "game_names", lambda: ("lockup", *map(str, folders)))
    monkeypatch.setattr(loops, "is_brought", lambda name: name != "lockup")
    monkeypatch.setattr(loops, "package_of", str)
    monkeypatch.setattr(loops, "folder_of", Path)


def while_it_is_set(work: Callable[[], None]) -> None:
    """Do this within an event loop whose alarm is set."""

    async def run() -> None:
        with loops.interrupted():
            await asyncio.sleep(0)
            work()

    asyncio.run(run())


def ring() -> None:
    """The alarm goes off here."""
    signal.raise_signal(signal.SIGALRM)


def test_the_code_of_a_package_is_interrupted_where_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch, HERE)
    with pytest.raises(loops.LoopsForLong, match="it is not done after 10 seconds") as raised:
        while_it_is_set(ring)
    assert "ring" in [each.name for each in raised.traceback]


def test_whatever_else_takes_long_goes_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    installed(monkeypatch, tmp_path, HERE / "test_loops")  # a folder whose name only begins alike
    while_it_is_set(ring)


def test_no_alarm_is_left_behind_and_none_is_set_without_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    before = signal.getsignal(signal.SIGALRM)

    def is_set() -> None:
        found.append(signal.getitimer(signal.ITIMER_REAL)[0] > 0)
        found.append(signal.getsignal(signal.SIGALRM) is not before)

    found: list[bool] = []
    for folders in ((HERE,), ()):
        installed(monkeypatch, *folders)
        while_it_is_set(is_set)
    assert found == [True, True, False, False]
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0
    assert signal.getsignal(signal.SIGALRM) is before

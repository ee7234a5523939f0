"""The folder of machine code: its name changes with every source that the code is made of."""

from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from shutil import copytree
from time import sleep
from types import ModuleType

import pytest

from sevenfold.compiled.cpu.cache import FOLDER, cache_folder, compiled_by_one
from sevenfold.compiled.subset import reached
from sevenfold.core.game import AnyGame
from sevenfold.games import OWN_GAMES
from sevenfold.testing.contract.tables import every_game


@pytest.fixture(params=OWN_GAMES)
def package(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A copy of a game, as far as its files go."""
    monkeypatch.setenv(FOLDER, str(tmp_path / "cache"))
    source = Path(import_module(OWN_GAMES[request.param]).__file__ or "").parent
    module = ModuleType("state")
    module.__file__ = str(copytree(source, tmp_path / "game") / "state.py")
    return module


@pytest.mark.parametrize("changed", ["rules.py", "bot/player.py"])
def test_a_change_of_a_file_gives_another_folder(package: ModuleType, changed: str) -> None:
    before = cache_folder("game", package, "test")
    assert cache_folder("game", package, "test") == before
    file = Path(package.__file__ or "").parent / changed
    file.write_text(file.read_text() + "\nMORE = 1\n")
    assert cache_folder("game", package, "test") != before


def test_a_file_that_moves_gives_another_folder(package: ModuleType) -> None:
    before = cache_folder("game", package, "test")
    folder = Path(package.__file__ or "").parent
    (folder / "bot" / "player.py").rename(folder / "player.py")
    assert cache_folder("game", package, "test") != before


@every_game
def test_all_that_is_compiled_is_in_the_game_or_in_a_package_that_all_games_share(game: AnyGame) -> None:
    modules = {function.__module__ for function in reached(game)}
    homes = {".".join(module.split(".")[:2]) for module in modules}
    assert homes <= {"sevenfold.cards", "sevenfold.core", "sevenfold.compiled", "sevenfold.games"}
    packages = {module.split(".")[2] for module in modules if module.startswith("sevenfold.games.")}
    assert packages == {game.meta.name}


def test_of_several_that_want_a_game_at_once_one_compiles_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lock is one of the open file: threads keep each other out as processes do."""
    monkeypatch.setenv(FOLDER, str(tmp_path))
    compiling: list[int] = []
    most: list[int] = []

    def compile_game(number: int) -> None:
        with compiled_by_one("lockup"):
            compiling.append(number)
            sleep(0.01)
            most.append(len(compiling))
            compiling.remove(number)

    with ThreadPoolExecutor(4) as processes:
        list(processes.map(compile_game, range(4)))
    assert most == [1, 1, 1, 1]


def test_where_nothing_can_be_kept_nobody_waits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv(FOLDER, str(tmp_path / "file"))
    with compiled_by_one("lockup"), compiled_by_one("lockup"):
        pass

"""New games as packages on the path of this process, where the pieces of `sevenfold check` look at them."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from sevenfold import installed
from sevenfold.book.lessons import load_lessons
from sevenfold.games import load_game
from sevenfold.scaffold.new_game import Wanted, new_package


@pytest.fixture(scope="module", autouse=True)
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder on the path with the games that the module has as `ASKED`."""
    folder = tmp_path_factory.mktemp("site")
    write_all(folder, request.module.ASKED)
    with on_the_path(folder):
        yield folder


def write_all(site: Path, games: dict[str, Wanted]) -> None:
    """Write each game, with what pip would write beside its package."""
    for name, asked in games.items():
        new_package(site / "projects" / name, name, asked)
        (site / "projects" / name / "src" / f"sevenfold_{name}").rename(site / f"sevenfold_{name}")
        info = site / f"{name}-1.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
        (info / "entry_points.txt").write_text(f"[sevenfold.games]\n{name} = sevenfold_{name}\n")


@contextmanager
def on_the_path(site: Path) -> Iterator[None]:
    """Find what is written there, and forget it afterwards."""
    sys.path.insert(0, str(site))
    _forget()
    try:
        yield
    finally:
        sys.path.remove(str(site))
        for module in [name for name in sys.modules if (site / name.partition(".")[0]).is_dir()]:
            del sys.modules[module]
        _forget()


def _forget() -> None:
    installed._entries.cache_clear()
    installed._broken.cache_clear()
    load_game.cache_clear()
    load_lessons.cache_clear()

"""The games: Sevenfold's own, a line each, and those of other packages (docs/games.md).

A game's engine is imported when it is asked for.
"""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from sevenfold.core.game import AnyGame
from sevenfold.core.meta import Meta
from sevenfold.core.prepared import prepare_types
from sevenfold.errors import SevenfoldError
from sevenfold.installed import broken, brought

OWN_GAMES = {
    "lockup": "sevenfold.games.lockup",
    "trump7": "sevenfold.games.trump7",
    "seven_bridge": "sevenfold.games.seven_bridge",
    "lockseven": "sevenfold.games.lockseven",
}
"""Sevenfold's own games, each with its package."""


class UnknownGame(SevenfoldError, LookupError):
    """A name that no game has.

    >>> import sevenfold
    >>> sevenfold.load_game("chess")
    Traceback (most recent call last):
        ...
    sevenfold.UnknownGame: there is no game 'chess'; the games are lockup, trump7, seven_bridge, lockseven
    """

    def __init__(self, name: str) -> None:
        super().__init__(f"there is no game {name!r}; the games are {', '.join(game_names())}")
        self.name = name


class BrokenGame(UnknownGame):
    """A game of another package that cannot be loaded."""

    def __init__(self, name: str, package: str, why: str) -> None:
        SevenfoldError.__init__(
            self,
            f"the game {name!r} of the package {package} cannot be loaded: {why}; "
            f"install a version of {package} that is mended, or take it away: pip uninstall {package}",
        )
        self.name = name
        self.package = package
        self.why = why


def game_names() -> tuple[str, ...]:
    """The names of all games: Sevenfold's own, then those of other packages that can be loaded.

    >>> import sevenfold
    >>> "lockup" in sevenfold.game_names()
    True
    """
    return (*OWN_GAMES, *(name for name in brought() if name not in broken(OWN_GAMES)))


def broken_games() -> tuple[BrokenGame, ...]:
    """The games of other packages that cannot be loaded, and why; none is among `game_names`."""
    return tuple(BrokenGame(name, *problem) for name, problem in broken(OWN_GAMES).items())


def is_game(name: str) -> bool:
    """Whether there is a game of this name that can be loaded."""
    return name in OWN_GAMES or name in game_names()


def is_brought(name: str) -> bool:
    """Whether another package brings a game of this name, and Sevenfold has none itself."""
    return name not in OWN_GAMES and name in brought()


def package_of(name: str) -> str:
    """The package of a game. Raises UnknownGame, BrokenGame."""
    if name in OWN_GAMES:
        return OWN_GAMES[name]
    if not is_brought(name):
        raise UnknownGame(name)
    if name in broken(OWN_GAMES):
        raise BrokenGame(name, *broken(OWN_GAMES)[name])
    return brought()[name]


def folder_of(package: str) -> Path:
    """The folder with the files of a game's package."""
    spec = find_spec(package)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent


def examples_folder(name: str) -> Path:
    """The folder with a game's `scenarios/` and `golden/`: its package.

    In a checkout those of Sevenfold's own games lie in `tests/games/`; a wheel has them in their games.
    Raises UnknownGame, BrokenGame.
    """
    folder = folder_of(package_of(name))
    if name not in OWN_GAMES or not (folder.parents[3] / "pyproject.toml").exists():
        return folder
    return folder.parents[3] / "tests" / "games" / folder.name


def load_meta(name: str) -> Meta:
    """What a game is called and takes, without its engine. Raises UnknownGame, BrokenGame.

    >>> import sevenfold
    >>> sevenfold.load_meta("lockseven").players.max
    4
    """
    meta: Meta = import_module(f"{package_of(name)}.meta").META
    return meta


@cache
def load_game(name: str) -> AnyGame:
    """A game with its engine. Raises UnknownGame, BrokenGame.

    >>> import sevenfold
    >>> sevenfold.load_game("lockup").meta.name
    'lockup'
    """
    game: AnyGame = import_module(f"{package_of(name)}.game").GAME
    prepare_types(package_of(name))
    return game

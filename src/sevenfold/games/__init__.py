"""The games: one line each. A game's engine is imported when it is asked for."""

from functools import cache
from importlib import import_module

from sevenfold.core.game import AnyGame
from sevenfold.core.meta import Meta
from sevenfold.errors import SevenfoldError

ROOMS = {
    "lockup": "sevenfold.games.lockup",
    "trump7": "sevenfold.games.trump7",
    "seven_bridge": "sevenfold.games.seven_bridge",
    "lockseven": "sevenfold.games.lockseven",
}


class UnknownGame(SevenfoldError, LookupError):
    """A name that no game has.

    >>> import sevenfold
    >>> sevenfold.load_game("chess")
    Traceback (most recent call last):
        ...
    sevenfold.UnknownGame: there is no game 'chess'; the games are lockup, trump7, seven_bridge, lockseven
    """

    def __init__(self, name: str) -> None:
        super().__init__(f"there is no game {name!r}; the games are {', '.join(ROOMS)}")
        self.name = name


def game_names() -> tuple[str, ...]:
    """The names of all games.

    >>> import sevenfold
    >>> "lockup" in sevenfold.game_names()
    True
    """
    return tuple(ROOMS)


def room(name: str) -> str:
    """The package of a game. Raises UnknownGame."""
    if name not in ROOMS:
        raise UnknownGame(name)
    return ROOMS[name]


def load_meta(name: str) -> Meta:
    """What a game is called and takes, without its engine. Raises UnknownGame.

    >>> import sevenfold
    >>> sevenfold.load_meta("lockseven").players.max
    4
    """
    meta: Meta = import_module(f"{room(name)}.meta").META
    return meta


@cache
def load_game(name: str) -> AnyGame:
    """A game with its engine. Raises UnknownGame.

    >>> import sevenfold
    >>> sevenfold.load_game("lockup").meta.name
    'lockup'
    """
    game: AnyGame = import_module(f"{room(name)}.game").GAME
    return game

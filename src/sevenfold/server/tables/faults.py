"""Errors of a game's own code: told from ours by where they were raised, logged, and answered as such."""

import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import structlog

import sevenfold.core
from sevenfold.core.round import EndlessRound
from sevenfold.errors import SevenfoldError
from sevenfold.games import folder_of, is_brought, package_of
from sevenfold.server.errors import ApiError, GameErred
from sevenfold.server.system import is_due

log = structlog.get_logger()

ENGINE = Path(sevenfold.core.__file__).parent


class Place(NamedTuple):
    """Where in a program something went wrong."""

    file: str
    line: int


class Failed(Exception):
    """A player of another package has not answered; `where` it went wrong, if that is known."""

    def __init__(self, why: str, where: Place | None = None) -> None:
        super().__init__(why)
        self.where = where


def place_of(error: BaseException) -> Place | None:
    """Where an error was raised."""
    places = _places(error)
    return places[-1] if places else None


def _places(error: BaseException) -> list[Place]:
    """The way to where an error was raised."""
    return [Place(frame.filename, frame.lineno or 0) for frame in traceback.extract_tb(error.__traceback__)]


def fault_in(game: str, error: BaseException) -> Place | None:
    """Where a game's own code erred; None if the error is not the game's.

    What the engine cannot do with what another package's game gave it is an error of that game, too.
    """
    if isinstance(error, Failed):  # its player has erred in the process apart
        return error.where or Place(str(folder_of(package_of(game))), 0)
    places = _places(error)
    folder = folder_of(package_of(game))
    own = [place for place in places if Path(place.file).is_relative_to(folder)]
    if own:
        return own[-1]
    if isinstance(error, EndlessRound):
        return Place(str(folder / "rules.py"), 0)
    is_ours = isinstance(error, ApiError | SevenfoldError) or not isinstance(error, Exception)
    if is_ours or not is_brought(game):
        return None
    return next((place for place in reversed(places) if Path(place.file).is_relative_to(ENGINE)), None)


def nobody() -> None:
    """No seat."""


@contextmanager
def reported(game: str, table: str, seat: Callable[[], int | None] = nobody) -> Iterator[None]:
    """Log what the game's code raises, with the seat for which it was called. Raises GameErred for it."""
    try:
        yield
    except BaseException as error:  # the game may raise what it likes
        place = fault_in(game, error)
        if place is None:
            raise
        if is_due(f"{game} erred at {table}"):
            log.error(
                "a game has erred",
                game=game,
                table=table,
                seat=seat(),
                error=f"{type(error).__name__}: {error}",
                file=place.file,
                line=place.line,
            )
        raise GameErred(table=table) from None

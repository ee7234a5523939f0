"""Games of other packages, found by the entry-point group `sevenfold.games` (docs/games.md).

    [project.entry-points."sevenfold.games"]
    black_lady = "black_lady"

The name is the game's, the value is the package with the files of it. A game that cannot be loaded is
put aside: it is not listed, whoever asks for it is told why, and all others play on.
"""

import re
import sys
from collections.abc import Iterable
from contextlib import redirect_stdout
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from traceback import walk_tb
from typing import NamedTuple

from sevenfold.core.game import Game
from sevenfold.core.meta import Meta
from sevenfold.core.parts import lacking

GROUP = "sevenfold.games"

API = 1
"""The version of what a game's modules give and are given. It goes up when packages must change for it;
a package says in its `__init__.py` which it was written for, as SEVENFOLD_API."""

NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
"""What a game can be called, in code, in addresses and in the database."""


class Problem(NamedTuple):
    """Why a game cannot be loaded: what pip calls its package, and what is wrong with it."""

    package: str
    why: str


@cache
def _entries() -> dict[str, list[EntryPoint]]:
    """The entry points by name, read once: while Sevenfold runs nothing is installed."""
    found: dict[str, list[EntryPoint]] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        # an editable install, or a folder that is twice on the path, shows the same entry again
        if entry.value not in [other.value for other in found.setdefault(entry.name, [])]:
            found[entry.name].append(entry)
    return found


def brought() -> dict[str, str]:
    """The packages of the games of other packages' games by name, whether or not they can be loaded."""
    return {name: entries[0].value for name, entries in _entries().items()}


def broken(ours: Iterable[str]) -> dict[str, Problem]:
    """The games of other packages that cannot be loaded, or that have the name of one of ours."""
    return _broken(tuple(ours))


@cache
def _broken(ours: tuple[str, ...]) -> dict[str, Problem]:
    found: dict[str, Problem] = {}
    for name, entries in _entries().items():
        why = _problem(name, entries, ours)
        if why is not None:
            found[name] = Problem(_package_of(entries[-1]), why)
    return found


def _problem(name: str, entries: list[EntryPoint], ours: tuple[str, ...]) -> str | None:
    """Why a game of another package cannot be loaded; None if it can."""
    if name in ours:
        return "Sevenfold has a game of this name itself"
    if len(entries) > 1:
        return f"{' and '.join(sorted(map(_package_of, entries)))} both bring a game of this name"
    if not NAME.fullmatch(name):
        return "a game's name is lower-case letters, digits and underscores, a letter first"
    package = entries[0].value
    if ":" in package:
        return f"its entry point is {package!r}: name the package alone"
    return problem_of(name, package)


def problem_of(name: str, package: str) -> str | None:
    """Why the game of this package cannot be loaded, with the line of its code; None if it can."""
    try:
        with redirect_stdout(sys.stderr):  # a command's own lines may be read by a program
            return _problem_of_package(name, package)
    except BaseException as error:  # whatever goes wrong in it, all other games play on
        if is_interrupt(error):
            raise
        return f"{type(error).__name__}: {error}{_place(error, package)}"


def _place(error: BaseException, package: str) -> str:
    """The last line of the package's own on the way to an error, for its sentence; "" where none is."""
    inner = Path(package.replace(".", "/"))
    for frame, line in reversed(list(walk_tb(error.__traceback__))):
        path = Path(frame.f_code.co_filename)
        if inner.parts == path.parts[-len(inner.parts) - 1 : -1] or inner.name in path.parts[:-1]:
            return f" ({path}:{line})"
    return ""


def is_interrupt(error: BaseException) -> bool:
    """Whether somebody has pressed Ctrl-C, as far as can be told: a package may raise whatever it likes."""
    return type(error) is KeyboardInterrupt


def _problem_of_package(name: str, package: str) -> str | None:
    from sevenfold.book.whole import read_all  # only where other packages bring games

    written_for = getattr(import_module(package), "SEVENFOLD_API", API)
    if written_for != API:
        return (
            f"it was written for version {written_for} of the API of games, and this Sevenfold has {API}: "
            f"CHANGELOG.md says what an author changes"
        )
    meta = getattr(import_module(f"{package}.meta"), "META", None)
    if not isinstance(meta, Meta):
        return f"{package}.meta has no Meta called META"
    if meta.name != name:
        return f"its entry point calls it {name!r} and its meta.py {meta.name!r}"
    game = getattr(import_module(f"{package}.game"), "GAME", None)
    if not isinstance(game, Game) or game.meta is not meta:
        return f"{package}.game has no Game called GAME with the META of {package}.meta"
    if lacks := ", ".join(lacking(game)):
        return f"{package} lacks {lacks}"
    read_all(package, name)
    return None


def _package_of(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist is not None else entry.value.partition(".")[0]

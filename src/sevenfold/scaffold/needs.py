"""What every game needs before a round of it can be played: told in sentences, each with its place."""

import re
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from inspect import signature
from pathlib import Path
from typing import Any, get_type_hints

import msgspec

from sevenfold.book.needed import keys_needed, may_have
from sevenfold.book.texts import Language, texts_path
from sevenfold.core.game import AnyGame, Game
from sevenfold.core.parts import PROTOCOLS
from sevenfold.core.views import View
from sevenfold.games import OWN_GAMES, UnknownGame, broken_games, folder_of, load_game
from sevenfold.installed import API, brought, problem_of
from sevenfold.scaffold import places

SEEN_BY = ("seen", "seat")
FUNCTIONS = {
    "choose": SEEN_BY,
    "learnt": SEEN_BY,
    "candidates": SEEN_BY,
    "beginner_view": SEEN_BY,
    "hasty": SEEN_BY,
    "misfit": ("state",),
    "manner": ("move",),
}
"""The parts of a game that are a function, and what each is given."""

FACTS = {
    "MOST_MOVES": None,
    "arguments": ("state", "cards"),
    "cards_everywhere": ("state",),
    "unplayed": ("state",),
    "adds_up": ("state", "dealt"),
}
"""What `facts.py` has, and what its functions are given."""


def unloadable(name: str) -> Iterator[str]:
    """Why a game cannot be loaded, or what it lacks once it is. Raises UnknownGame."""
    package = OWN_GAMES.get(name) or brought().get(name)
    if package is None:
        raise UnknownGame(name)
    if name in OWN_GAMES:
        why = problem_of(name, package)
    else:
        why = next((broken.why for broken in broken_games() if broken.name == name), None)
    game = getattr(sys.modules.get(f"{package}.game"), "GAME", None)
    lacks = [*lacking_functions(game), *lacking_facts(package)] if isinstance(game, Game) else []
    if (written_for := getattr(sys.modules.get(package), "SEVENFOLD_API", API)) != API:
        place = places.of_pattern(folder_of(package) / "__init__.py", "SEVENFOLD_API")
        yield f"{place}: {why or written_for}"
    elif lacks:
        yield from lacks
    elif why is not None:
        yield f"{name} cannot be loaded: {why}".replace(f"{Path.cwd()}/", "")


# --- functions and what they are given --------------------------------------------------------------


def lacking_functions(game: AnyGame) -> Iterator[str]:
    """The functions that a game's modules lack, and those that take something else than they are given."""
    for part, protocol in PROTOCOLS.items():
        module = getattr(game, part)
        for name in dir(protocol) if module is not None else ():
            if not name.startswith("_"):
                yield from _unfit(module, name, _parameters(protocol, name))
    put_together = sys.modules.get(f"{game.state.__module__.rpartition('.')[0]}.game")
    for name, given in FUNCTIONS.items():
        if (function := getattr(game, name)) is not None:
            yield from _uncallable(function, name, given, places.of_module(put_together))
    show = getattr(game.view, "show", None)
    if callable(show) and not _names_its_view(show):
        yield f"{places.of_function(show)}: show does not say which type of view it gives: `-> YourView`"


def lacking_facts(package: str) -> Iterator[str]:
    """As `lacking_functions`, of `facts.py`."""
    if find_spec(f"{package}.facts") is None:
        yield (
            f"{places.shown(folder_of(package) / 'facts.py')} is missing: "
            f"sevenfold/testing/contract/tables.py says what is in it"
        )
        return
    facts = import_module(f"{package}.facts")
    for name, given in FACTS.items():
        yield from _unfit(facts, name, given)


def _parameters(protocol: type, name: str) -> tuple[str, ...] | None:
    """What a function of a protocol is given; None for what is no function."""
    wanted = getattr(protocol, name)
    return None if isinstance(wanted, property) else tuple(signature(wanted).parameters)[1:]


def _unfit(module: Any, name: str, given: tuple[str, ...] | None) -> Iterator[str]:
    found = getattr(module, name, None)
    if found is None:
        what = name if given is None else f"the function {name}({', '.join(given)})"
        yield f"{places.of_module(module)} lacks {what}"
    elif given is not None:
        yield from _uncallable(found, name, given, places.of_module(module))


def _uncallable(found: Any, name: str, given: tuple[str, ...], file: str) -> Iterator[str]:
    if not callable(found):
        yield f"{file}: {name} is no function, and is to be {name}({', '.join(given)})"
        return
    try:
        takes = signature(found)
    except (TypeError, ValueError):  # it is written in C, and says nothing
        return
    try:
        takes.bind(*given)
    except TypeError:
        has = ", ".join(takes.parameters)
        yield f"{places.of_function(found)}: {name}({has}) is given {len(given)} values: {', '.join(given)}"


def _names_its_view(show: Any) -> bool:
    view = get_type_hints(show).get("return")
    return isinstance(view, type) and issubclass(view, View)


# --- texts ------------------------------------------------------------------------------------------


def unworded(name: str) -> Iterator[str]:
    """Each key of a text that a file of texts lacks, and each that nothing asks for."""
    game = load_game(name)
    folder = folder_of(OWN_GAMES.get(name) or brought()[name])
    needed = keys_needed(game)
    for language in Language:
        path = Path(str(texts_path(game.state.__module__.rpartition(".")[0], language)))
        if not path.is_file():
            continue
        texts = msgspec.json.decode(path.read_bytes(), type=dict[str, str])
        for key in needed:
            if key not in texts:
                place = places.of_word(folder, key.removesuffix(".help").rpartition(".")[2])
                asked = f"{place} asks for" if place else "every game has"
                yield (
                    f'{places.shown(path)} has no "{key}", which {asked}; '
                    f"sevenfold check {name} --write makes a place for it"
                )
        for key in texts:
            if key not in needed and not may_have(key):
                place = places.of_pattern(path, re.escape(f'"{key}"'))
                yield f'{place}: "{key}" is never asked for'

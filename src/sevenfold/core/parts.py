"""The parts of a game that are there because their module is: a small game need not name what it has not."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from typing import Any, cast

from sevenfold.core.defaults import RULES, VIEW, fill
from sevenfold.core.game import Game
from sevenfold.core.meta import Meta
from sevenfold.core.moves import Move
from sevenfold.core.protocols import (
    Coach,
    Deciding,
    Notation,
    O_contra,
    OwnRules,
    OwnView,
    PositionMaker,
    Reasons,
    Refusals,
    Rules,
    S,
    Story,
    V,
    ViewMaker,
)
from sevenfold.core.worlds import Sample

MODULES = {
    "position": "position",
    "sample": "sample",
    "coach": "coach",
    "deciding": "decided",
    "reasons": "bot.reasons",
}
"""Parts that are a module of the game."""

FUNCTIONS = {
    "candidates": "bot.candidates:candidates",
    "beginner_view": "bot.beginner:forget",
    "hasty": "bot.hasty:hasty",
    "learnt": "bot.learnt:choose",
    "misfit": "sound:misfit",
}
"""Parts that are a function of a module of the game."""

PROTOCOLS: dict[str, type] = {
    "rules": Rules,
    "refusals": Refusals,
    "notation": Notation,
    "view": ViewMaker,
    "story": Story,
    "position": PositionMaker,
    "sample": Sample,
    "reasons": Reasons,
    "coach": Coach,
    "deciding": Deciding,
}
"""What the modules of a game must have, by the part that each is."""


def all_rules(rules: OwnRules[S, V, O_contra]) -> Rules[S, V, O_contra]:
    """A game's `rules.py`, with the usual functions where it has none of its own.

    What `rules.py` only imports, from another module of the game, it imports `as` itself.
    """
    return cast(Rules[S, V, O_contra], fill(rules, RULES))


def whole_view(view: OwnView[V]) -> ViewMaker[V]:
    """A game's `view.py`, with the usual functions where it has none of its own."""
    return cast(ViewMaker[V], fill(view, VIEW))


def furnished(game: Game[S, V, O_contra], package: str) -> Game[S, V, O_contra]:
    """The game with each part of which the package `game` has the module. What a module lacks is an error.

    >>> import sevenfold
    >>> sevenfold.load_game("lockup").reasons.__name__
    'sevenfold.games.lockup.bot.reasons'
    >>> sevenfold.load_game("seven_bridge").learnt is None
    True
    """
    found: dict[str, Any] = {
        part: import_module(f"{package}.{name}")
        for part, name in MODULES.items()
        if has_module(f"{package}.{name}")
    }
    for part, place in FUNCTIONS.items():
        module, _, function = place.partition(":")
        if has_module(f"{package}.{module}"):
            found[part] = getattr(import_module(f"{package}.{module}"), function)
    return replace(game, **found)


def game_of(
    module: str,
    meta: Meta,
    state: type[S],
    rules: OwnRules[S, V, O_contra],
    refusals: Refusals[S],
    notation: Notation,
    view: OwnView[V],
    story: Story[V],
    choose: Callable[[V, int], Move],
    **more: Any,
) -> Game[S, V, O_contra]:
    """A game, whose `game.py` is the module of this name: the parts that each has, those that are
    there because their module is, and `more` parts that a `Game` may have.
    """
    if manner := getattr(story, "manner", None):
        more["manner"] = manner
    known = all_rules(rules), refusals, notation, whole_view(view), story, choose
    return furnished(Game(meta, state, *known, **more), module.rpartition(".")[0])


def lacking(game: Game[Any, Any, Any]) -> Iterator[str]:
    """What a game needs and a module of its game lacks, such as `rules.apply`.

    >>> import sevenfold
    >>> list(lacking(sevenfold.load_game("lockup")))
    []
    """
    for part, protocol in PROTOCOLS.items():
        module = getattr(game, part)
        if module is None:
            continue
        for name in dir(protocol):
            is_function = not isinstance(getattr(protocol, name), property)
            found = getattr(module, name, None)
            if not name.startswith("_") and (found is None or (is_function and not callable(found))):
                yield f"{part}.{name}"
    yield from (name for name in ("choose", "medium", "manner") if not callable(getattr(game, name)))


def has_module(module: str) -> bool:
    """Whether a game has this module, by its whole name; the package it would be in may be missing too."""
    package, _, _ = module.rpartition(".")
    return find_spec(package) is not None and find_spec(module) is not None

"""The texts that a game needs: every key that its code can ask for."""

import re
from collections.abc import Iterator
from typing import get_type_hints

from sevenfold.book.keys import KEYS
from sevenfold.core.game import AnyGame
from sevenfold.core.options import describe
from sevenfold.core.views import View, phases

OF_FIELDS_AND_PHASES = re.compile(r"(?:field|phase)\.\w+\.\w+")
"""The words of a field's value, and of a phase for whoever waits."""
OPTIONAL = tuple(key.prefix for key in KEYS if key.optional and not OF_FIELDS_AND_PHASES.fullmatch(key.key))
"""Prefixes of keys that a game may have, or has for its own kinds of moves or its own table."""


def may_have(key: str) -> bool:
    """Whether a game may have this key and need not, such as a phase's words for those who wait."""
    return key.startswith(OPTIONAL) or bool(OF_FIELDS_AND_PHASES.fullmatch(key))


def keys_needed(game: AnyGame) -> list[str]:
    """Every key, in the order in which a game's texts have them."""
    return list(dict.fromkeys(_keys(game)))


def _keys(game: AnyGame) -> Iterator[str]:
    view: type[View] = get_type_hints(game.view.show)["return"]
    yield from ("name", "tagline", "aim")
    for preset in game.meta.presets:
        yield from _with_help(f"preset.{preset}")
    for option in describe(game.meta.options):
        yield from _with_help(f"option.{option.name}")
        for value in option.choices:
            yield from _with_help(f"option.{option.name}.{value}")
    for rule in game.refusals.VIOLATIONS:
        yield from _with_help(f"violation.{rule}")
    yield from (f"move.{kind}" for kind in game.view.BIDS)
    yield from (f"event.{kind}" for kind in game.story.EVENTS)
    yield from (f"result.{line}" for line in game.view.RESULT_LINES)
    if game.deciding is not None:
        yield from (f"decided.{code}" for code in game.deciding.DECIDED)
    yield from (f"field.{name}" for name in view.__struct_fields__ if name not in View.__struct_fields__)
    yield from (f"phase.{phase}" for phase in phases(view))
    if game.reasons is not None:
        yield from (f"reason.{code}" for code in (*game.reasons.REASONS, "loss"))


def _with_help(key: str) -> tuple[str, str]:
    return key, f"{key}.help"

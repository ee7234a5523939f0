"""Short decks that are solved: an equilibrium of them is known, and exploitability is exact.

`mini-v1.json` is frozen: version 1 of the suite names it by its hash. `solved.json` has further decks.
"""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

import msgspec
import numpy as np

from sevenfold.envs.short import ShortDeck
from sevenfold.envs.tree import GameTree, Numbers

FROZEN, FURTHER = "mini-v1.json", "solved.json"


class SolvedDeck(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A short deck, and an equilibrium of it: no seat gains more than `gains` by leaving it alone."""

    game: str = "lockup"
    short: ShortDeck
    values: tuple[float, ...] = ()
    """What the equilibrium brings each seat on average. There may be others, with other values."""
    gains: tuple[float, ...] = ()
    """What each seat would gain with a best response to it."""
    strategy: dict[int, tuple[float, ...]] = {}
    """By information set with a choice, as the deck's tree numbers them, the chance of each of its actions.

    Only what is frozen has it: `tree.solve` finds the others' again.
    """

    @property
    def tree(self) -> GameTree:
        """Its tree, made once."""
        return _grown(self.game, self.short)

    def equilibrium(self) -> Numbers:
        """The known strategy, for its tree."""
        sets = range(len(self.tree.information_sets))
        return np.array([chance for each in sets for chance in self.strategy.get(each, (1.0,))])


@cache
def _grown(game: str, short: ShortDeck) -> GameTree:
    return GameTree(game, short)


def read_decks(name: str) -> tuple[SolvedDeck, ...]:
    """The decks of a file."""
    return msgspec.json.decode(content(name), type=tuple[SolvedDeck, ...])


def content(name: str) -> bytes:
    """A file of decks as it is."""
    found: Any = files(__package__)
    return bytes(found.joinpath(name).read_bytes())


SOLVED_DECKS: Mapping[str, SolvedDeck] = MappingProxyType(
    {known.short.name: known for file in (FROZEN, FURTHER) for known in read_decks(file)}
)
"""By name."""

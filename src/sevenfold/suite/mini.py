"""Short decks that are solved: an equilibrium of them is known, and exploitability is exact.

What is known is in `mini-v1.json`. It names an information set by its number in the `GameTree` of its deck.
"""

from functools import cache
from hashlib import sha256

import msgspec
import numpy as np

from sevenfold.envs.short import ShortDeck
from sevenfold.envs.tree import GameTree, Numbers
from sevenfold.suite.tasks import MINI, find_task, read_part

FILE = "mini-v1.json"


class MiniDeck(msgspec.Struct, frozen=True, kw_only=True):
    """A short deck, as OpenSpiel's game `sevenfold_lockup` takes it: `deck`, `hand_size`, `dealt`."""

    name: str
    deck: str
    hand_size: int
    dealt: str
    """What the first seats hold in every deal."""


class Solved(msgspec.Struct, frozen=True, kw_only=True):
    """A short deck, and an equilibrium of it: no seat gains more than `gains` by leaving it alone."""

    short: MiniDeck
    values: tuple[float, ...]
    """What the equilibrium brings each seat on average."""
    gains: tuple[float, ...]
    """What each seat would gain with a best response to it."""
    strategy: dict[int, tuple[float, ...]]
    """By information set with a choice the chance of each of its actions, in their order."""


@cache
def grow(short: MiniDeck) -> GameTree:
    """The tree of a short deck."""
    task = find_task(MINI)
    return GameTree(task.game, ShortDeck(short.deck, short.hand_size, short.dealt), task.players)


def equilibrium(known: Solved) -> Numbers:
    """The equilibrium as a strategy of the deck's tree."""
    sets = range(len(grow(known.short).information_sets))
    return np.array([chance for each in sets for chance in known.strategy.get(each, (1.0,))])


def solve(short: MiniDeck, iterations: int) -> Solved:
    """A short deck with an equilibrium, found by `GameTree.solve`; its chances are rounded."""
    tree = grow(short)
    chances: dict[int, list[float]] = {}
    for (each, _), chance in zip(tree.choices, tree.solve(iterations).tolist(), strict=True):
        chances.setdefault(each, []).append(chance)
    mixed = {each: _rounded(of) for each, of in chances.items() if len(of) > 1}
    found = Solved(short=short, values=(), gains=(), strategy=mixed)
    strategy = equilibrium(found)
    return msgspec.structs.replace(
        found,
        values=tuple(tree.values(strategy).round(6).tolist()),
        gains=tuple(tree.gains(strategy).round(6).tolist()),
    )


def _rounded(chances: list[float]) -> tuple[float, ...]:
    first = [round(chance, 4) for chance in chances[:-1]]
    return (*first, round(1 - sum(first), 4))


@cache
def solved() -> tuple[Solved, ...]:
    """The short decks of version 1, each with its equilibrium."""
    return msgspec.json.decode(read_part(FILE), type=tuple[Solved, ...])


def mini_hash() -> str:
    """Of the decks and their equilibria."""
    return sha256(read_part(FILE)).hexdigest()

"""Moves, as the rules see them: a kind, cards, an argument."""

from typing import NamedTuple

CHANCE = -1
"""The seat of chance, written `*`."""

UNREADABLE = 0
"""The kind of a move whose text could not be read; the rules refuse it in the order of the violations."""


class Move(NamedTuple):
    """One move.

    `kind` is a constant of the game's state module; `cards` is the set of kinds that the move names,
    `twice` the set of those that it names two of; the game says what `arg` stands for.
    """

    kind: int
    cards: int = 0
    twice: int = 0
    arg: int = 0


class Extension(NamedTuple):
    """What can become of the cards chosen so far.

    `cards`: the kinds of which one may be added on the way to a legal move. `moves`: the legal moves that
    take exactly the cards chosen; with none chosen, the moves that take no cards.
    """

    cards: int
    moves: tuple[Move, ...] = ()

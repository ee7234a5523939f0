"""Moves, as the rules see them: a kind, cards, an argument."""

from typing import NamedTuple

CHANCE = -1
"""The seat of chance, written `*`.

>>> import sevenfold
>>> match = sevenfold.new_match(sevenfold.load_game("seven_bridge"), seed=4)
>>> sevenfold.CHANCE in match.acting
False
"""

UNREADABLE = 0
"""The kind of a move whose text could not be read; the rules refuse it in the order of the violations."""


class Move(NamedTuple):
    """One move.

    `kind` is a constant of the game's state module; `cards` is the set of kinds that the move names,
    `twice` the set of those that it names two of; the game says what `arg` stands for.

    >>> import sevenfold
    >>> match = sevenfold.new_match(sevenfold.load_game("lockup"), seed=7)
    >>> move = match.legal(0)[0]
    >>> match.write(move), match.read(match.write(move)) == move
    ('7S', True)
    """

    kind: int
    cards: int = 0
    twice: int = 0
    arg: int = 0


UNTOLD = 0
"""In place of a move's kind: the viewer is told nothing of it."""

UNSEEN = -1
"""In place of `arg`: the viewer is not told what it is."""


class ToldMove(NamedTuple):
    """What a viewer is told of a move: its parts, without those that they may not see.

    `kind` is UNTOLD where they are told nothing. `hidden` is how many cards it names besides those that are
    told. The functions that make one can be compiled.
    """

    kind: int
    cards: int
    twice: int
    arg: int
    hidden: int


def told_whole(move: Move) -> ToldMove:
    """All of a move is told."""
    return ToldMove(move.kind, move.cards, move.twice, move.arg, 0)


def told_without_cards(move: Move, count: int) -> ToldMove:
    """That there are so many cards is told, and not which."""
    return ToldMove(move.kind, 0, 0, move.arg, count)


def told_nothing() -> ToldMove:
    """Nothing of a move is told."""
    return ToldMove(UNTOLD, 0, 0, 0, 0)


class Extension(NamedTuple):
    """What can become of the cards chosen so far.

    `cards`: the kinds of which one may be added, so that a legal move is still possible. `moves`: the legal
    moves that take exactly the cards chosen; with none chosen, the moves that take no cards.

    >>> import sevenfold
    >>> match = sevenfold.new_match(sevenfold.load_game("trump7"), seed=7)
    >>> more = match.extend(match.acting[0])
    >>> more.cards, [match.write(move) for move in more.moves]
    (0, ['pass', 'take S', 'take H', 'take D', 'take C'])
    """

    cards: int
    moves: tuple[Move, ...] = ()

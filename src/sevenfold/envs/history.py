"""Histories: what each seat was told of the moves of its round, as tokens, for sequence models.

A token is a card that a move shows, or a move that shows none. Each seat of each round has a ring of tokens,
which `kernels` fills as moves are made: `note` asks the game's `tell`, the one rule of who is told what. An
environment without history has None in place of a memory, and `note` is compiled to nothing.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sevenfold.cards.masks import lowest, popcount
from sevenfold.core.encoding import MoveEncoding
from sevenfold.core.moves import UNTOLD
from sevenfold.errors import SevenfoldError

History = NDArray[np.int16]

FIELDS = ("who", "move", "card", "arg", "new")
"""The numbers of a token, in their order."""


class NoTokens(SevenfoldError, TypeError):
    """A game whose game does not say how moves become tokens."""

    def __init__(self, game: str) -> None:
        super().__init__(f"{game} has no history: its encoding.py has no `moves` (core/encoding.py)")
        self.game = game


class NoHistory(SevenfoldError, ValueError):
    """An environment that was made without history."""

    def __init__(self) -> None:
        super().__init__("no history is kept here: make the environment with history=64, or as many tokens")


class Tokens(NamedTuple):
    """What the numbers of a token mean in one game, with so many players."""

    name: str
    players: int
    kinds: int
    """How many kinds of card there are."""
    moves: MoveEncoding

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many numbers each field may be, from 0 on: the sizes of tables for embeddings."""
        return self.players + 2, max(self.moves.kinds.words) + 1, self.kinds + 1, self.moves.args + 1, 2

    @property
    def seat_args(self) -> int:
        """The kinds of move whose `arg` is a seat, as a mask."""
        return sum(1 << kind for kind in self.moves.seats)

    def describe(self) -> str:
        """The fields of a token as text: their numbers, and what these say."""
        said = zip(FIELDS, self.sizes, self._meanings(), strict=True)
        lines = [f"{field:<5} 0 to {size - 1:<5} {meaning}" for field, size, meaning in said]
        return "\n".join([f"{self.name}: tokens of {len(FIELDS)} numbers of the type int16", *lines])

    def _meanings(self) -> Iterator[str]:
        words, last = self.moves.kinds.words, self.players
        whose = [words[kind] for kind in self.moves.seats]
        yield f"1 the viewer, 2 to {last} the seats after them, {last + 1} chance; 0 before the first token"
        yield ", ".join(f"{kind} {word}" for kind, word in words.items())
        yield "the kind of card plus 1; 0 where there is none, or the viewer may not see it"
        as_in_who = "".join(f", that of {word} a seat as in who" for word in whose)
        yield f"arg of the move plus 1{as_in_who}; 0 where the viewer may not see it"
        yield "1 for the first token of a move, 0 for those of its other cards"


def make_memory(n: int, tokens: Tokens, history: int) -> Any:
    """The memory of `n` rounds: for each seat how many tokens there were, then a ring of the newest."""
    return np.zeros((n, tokens.players, 1 + history), np.int64)


# --- what is compiled -------------------------------------------------------------------------------


def memory_of(memory: Any, index: int) -> Any:
    """The memory of one round; None where none is kept."""
    if memory is None:
        return None
    return memory[index]


def forget(memory: Any) -> None:
    """Empty the memory of a round."""
    if memory is None:
        return
    memory[:] = 0


def note(tell: Any, memory: Any, state: Any, seat: int, move: Any) -> None:
    """Note what each seat is told of a legal move in this state, before it is made."""
    if memory is None:
        return
    for viewer in range(len(memory)):
        told = tell(state, seat, move, viewer)
        if told.kind != UNTOLD:
            _add(memory[viewer], seat, told)


def _add(ring: Any, seat: int, told: Any) -> None:
    """Add the tokens of a move: its cards in ascending order, then those that are hidden."""
    cards, twice, new = told.cards, told.twice, 1
    for _ in range(max(1, popcount(cards) + popcount(twice) + told.hidden)):
        card = 0
        if cards:
            card, first = lowest(cards) + 1, cards & -cards
            if twice & first:
                twice ^= first
            else:
                cards ^= first
        ring[1 + ring[0] % (len(ring) - 1)] = _packed(seat, told.kind, card, told.arg, new)
        ring[0] += 1
        new = 0


def _packed(seat: int, kind: int, card: int, arg: int, new: int) -> int:
    """A token in one number, which is not 0."""
    return seat + 2 | kind << 8 | card << 16 | new << 24 | arg + 1 << 32


def _write(token: int, viewer: int, players: int, seat_args: int, out: Any) -> None:
    """Write a token as its viewer counts the seats."""
    seat, kind, arg = (token & 0xFF) - 2, token >> 8 & 0xFF, token >> 32
    if arg and seat_args >> kind & 1:
        arg = _seen_from(viewer, arg - 1, players)
    out[0] = players + 1 if seat < 0 else _seen_from(viewer, seat, players)
    out[1], out[2], out[3], out[4] = kind, token >> 16 & 0xFF, arg, token >> 24 & 1


def _seen_from(viewer: int, seat: int, players: int) -> int:
    """1 for the viewer, 2 for the seat after them, and so on."""
    return seat - viewer + 1 if seat >= viewer else seat - viewer + 1 + players


def recall(
    _rules: Any, _choose: Any, _tell: Any, memory: Any, rows: Any, seats: Any, seat_args: int, out: Any
) -> None:
    """Write the newest tokens of a seat in each of the rounds `rows`; `seats` has an entry for each round."""
    players, size, wanted = memory.shape[1], memory.shape[2] - 1, out.shape[1]
    for row in range(len(rows)):
        viewer = max(seats[rows[row]], 0)
        ring = memory[rows[row], viewer]
        missing = max(wanted - ring[0], 0)
        out[row, :missing] = 0
        at = (ring[0] - wanted + missing) % size
        for place in range(missing, wanted):
            _write(ring[1 + at], viewer, players, seat_args, out[row, place])
            at = at + 1 if at + 1 < size else 0

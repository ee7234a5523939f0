"""Histories: what each seat was told of the moves of its round, and of what came of them, as tokens.

A token is a card that a move shows, or a move that shows none; or what came of the move, such as a trick
taken. The game's `tell` is the rule of who is told of which move. What came of it is found by comparing
views: the game names fields (`MoveEncoding.outcomes`), and tokens say what has changed in them, as the seat
may see them, since it was last told of a move. So tokens have no more than these views: from a move of which
a seat is told nothing it learns nothing, not even that it was made.

Each seat of each round has a ring of tokens, which `kernels` fills as moves are made. An environment without
history has None in place of a memory, and what notes is compiled to nothing.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sevenfold.cards.masks import lowest, popcount
from sevenfold.compiled.layout import Words
from sevenfold.core.encoding import CardSet, Feature, MoveEncoding, Number, OneOf, SeatNumber
from sevenfold.core.moves import CHANCE, UNTOLD
from sevenfold.core.visibility import word_at
from sevenfold.envs.blocks import Block
from sevenfold.envs.observing import BITS, ONE_HOT, SEAT
from sevenfold.errors import SevenfoldError

History = NDArray[np.int16]

FIELDS = ("who", "move", "card", "arg", "new")
"""The numbers of a token, in their order."""

VERSION = 2
"""The version of tokens: 2 since they say what came of moves."""

CLEARED = -1
"""In place of a block's form: a seat that is told each time that another field falls back to none."""

NOBODYS = -1
"""In place of how many seats after the viewer: what is watched belongs to no seat."""

WATCHED_FROM = 4
"""The column of what is watched from which on there is a word for each viewer."""


class NoTokens(SevenfoldError, TypeError):
    """A game whose game does not say how moves become tokens."""

    def __init__(self, game: str) -> None:
        super().__init__(f"{game} has no history: its encoding.py has no `moves` (core/encoding.py)")
        self.game = game


class NoHistory(SevenfoldError, ValueError):
    """An environment that was made without history."""

    def __init__(self) -> None:
        super().__init__("no history is kept here: make the environment with history=64, or as many tokens")


class NotWatched(SevenfoldError, TypeError):
    """A field that cannot say what came of a move."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"encoding.py: {name} is none of the `outcomes`: these are fields that a viewer may see, "
            "with sets of cards, seats or numbers (core/encoding.py)"
        )
        self.name = name


class Tokens(NamedTuple):
    """What the numbers of a token mean in one game, with so many players."""

    encoding: str
    players: int
    kinds: int
    """How many kinds of card there are."""
    moves: MoveEncoding
    outcomes: Mapping[str, Feature]
    """What is said by the fields of which a token tells."""

    @property
    def name(self) -> str:
        """The encoding's name and the version of tokens, such as `lockup-4p-v1-tokens-v2`."""
        return f"{self.encoding}-tokens-v{VERSION}"

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many numbers each field may be, from 0 on: the sizes of tables for embeddings."""
        args = max([self.moves.args, *map(_largest, self.outcomes.values())]) + 1
        return self.players + 2, _first_outcome(self.moves) + len(self.outcomes), self.kinds + 1, args, 2

    @property
    def seat_args(self) -> int:
        """The kinds of move whose `arg` is a seat, as a mask."""
        return sum(1 << kind for kind in self.moves.seats)

    @property
    def _outcome_words(self) -> Mapping[int, str]:
        """What `move` stands for where a token tells what came of a move."""
        return dict(enumerate(self.outcomes, _first_outcome(self.moves)))

    def describe(self) -> str:
        """The fields of a token as text: their numbers, and what these say."""
        said = zip(FIELDS, self.sizes, self._meanings(), strict=True)
        lines = [f"{field:<5} 0 to {size - 1:<5} {meaning}" for field, size, meaning in said]
        return "\n".join([f"{self.name}: tokens of {len(FIELDS)} numbers of the type int16", *lines])

    def _meanings(self) -> Iterator[str]:
        words, last = self.moves.kinds.words, self.players
        whose = [words[kind] for kind in self.moves.seats]
        seats = f"1 the viewer, 2 to {last} the seats after them"
        yield f"{seats}, {last + 1} chance or what is nobody's; 0 before the first token"
        came = "; what came of a move: " if self.outcomes else ""
        yield _numbered(words) + came + _numbered(self._outcome_words)
        yield "the kind of card plus 1; 0 where there is none, or the viewer may not see it"
        as_in_who = "".join(f", that of {word} a seat as in who" for word in whose)
        numbers = [name for name, feature in self.outcomes.items() if isinstance(feature, OneOf)]
        told = [name for name, feature in self.outcomes.items() if isinstance(feature, Number)]
        grown = f"; of {', '.join(told)} by how much it grew" if told else ""
        told_as = f"; of {', '.join(numbers)} the number plus 1" if numbers else ""
        yield f"arg of the move plus 1{as_in_who}; 0 where the viewer may not see it{grown}{told_as}"
        yield "1 for the first token of a move, 0 for its other cards and what came of it"


def _numbered(words: Mapping[int, str]) -> str:
    return ", ".join(f"{number} {word}" for number, word in words.items())


def _first_outcome(moves: MoveEncoding) -> int:
    """The code of the first field of which a token tells: those of moves come before."""
    return max(moves.kinds.words) + 1


def _largest(feature: Feature) -> int:
    """The largest `arg` of a token that tells of a field."""
    match feature:
        case Number(high, low):
            return high - low
        case OneOf(count):
            return count
        case _:
            return 0


def watch(
    blocks: Sequence[Block], moves: MoveEncoding | None, features: Mapping[str, Feature], players: int
) -> Words:
    """What is watched in each seat's view, a row for each number.

    The columns are the form, the code of the token, how many seats after the viewer it belongs to or NOBODYS,
    the word of the state that is told, and for each viewer the word that is watched. Raises NotWatched.
    """
    rows: list[tuple[int, ...]] = []
    for code, outcome in enumerate(moves.outcomes, _first_outcome(moves)) if moves else ():
        name, cleared = (outcome, None) if isinstance(outcome, str) else outcome
        if not isinstance(features.get(name), CardSet | SeatNumber | OneOf | Number):
            raise NotWatched(name)
        for block in _blocks_of(blocks, name):
            turn = block.turn if block.stride else NOBODYS
            if cleared is None:
                words = (block.word + (each + block.turn) % players * block.stride for each in range(players))
                rows.append((block.form, code, turn, block.word, *words))
            else:
                (watched,) = _blocks_of(blocks, cleared)
                rows.append((CLEARED, code, turn, block.word, *(watched.word,) * players))
    return np.array(rows, np.int64).reshape(-1, WATCHED_FROM + players)


def _blocks_of(blocks: Sequence[Block], name: str) -> list[Block]:
    return [block for block in blocks if block.field.split("[")[0] == name]


def make_memory(n: int, tokens: Tokens, history: int, watched: int) -> Words:
    """The memory of `n` rounds: for each seat how many tokens there were, the numbers that are watched as
    they were when it was last told of a move, and a ring of the newest tokens.
    """
    return np.zeros((n, tokens.players, 1 + watched + history), np.int64)


# --- what is compiled -------------------------------------------------------------------------------


class Memory(NamedTuple):
    """The memory of one round. Each array more would cost as much as a move, wherever it is passed."""

    rows: Any
    """A row for each seat, as `make_memory` says."""
    watched: Any


def memory_of(memory: Any, watched: Any, index: int) -> Any:
    """The memory of one round; None where none is kept."""
    if memory is None:
        return None
    return Memory(memory[index], watched)


def forget(memory: Any, state: Any) -> None:
    """Empty the memory of a round that was dealt."""
    if memory is None:
        return
    rows, watched = memory.rows, memory.watched
    rows[:] = 0
    for viewer in range(len(rows)):
        for row in range(len(watched)):
            rows[viewer, 1 + row] = word_at(state, watched[row, WATCHED_FROM + viewer])


def make(rules: Any, tell: Any, memory: Any, state: Any, seat: int, move: Any) -> None:
    """Make a legal move, and note what each seat is told of it and of what came of it."""
    if memory is None:
        rules.apply(state, seat, move)
        return
    told_of = note(tell, memory, state, seat, move)
    rules.apply(state, seat, move)
    note_outcomes(memory, state, told_of)


def note(tell: Any, memory: Any, state: Any, seat: int, move: Any) -> int:
    """Note what each seat is told of a legal move in this state, before it is made.

    Returns the seats that are told something, as a mask.
    """
    rows, ring, told_of = memory.rows, 1 + len(memory.watched), 0
    for viewer in range(len(rows)):
        told = tell(state, seat, move, viewer)
        if told.kind != UNTOLD:
            _add_move(rows[viewer], ring, seat, told)
            told_of |= 1 << viewer
    return told_of


def note_outcomes(memory: Any, state: Any, told_of: int) -> None:
    """Note for the seats that were told of a move what has changed since they were last told of one."""
    rows, watched = memory.rows, memory.watched
    for viewer in range(len(rows)):
        if told_of >> viewer & 1 == 0:
            continue
        for row in range(len(watched)):
            before, now = rows[viewer, 1 + row], word_at(state, watched[row, WATCHED_FROM + viewer])
            if before != now:
                rows[viewer, 1 + row] = now
                turn, told = watched[row, 2], word_at(state, watched[row, 3])
                whose = CHANCE if turn == NOBODYS else (viewer + turn) % len(rows)
                form, code, ring = watched[row, 0], watched[row, 1], 1 + len(watched)
                _add_outcome(rows[viewer], ring, form, code, whose, before, now, told)


def _add_move(memory: Any, ring: int, seat: int, told: Any) -> None:
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
        _add(memory, ring, seat, told.kind, card, told.arg + 1, new)
        new = 0


def _add_outcome(
    memory: Any, ring: int, form: int, code: int, whose: int, before: int, now: int, told: int
) -> None:
    """Add the tokens of a number that has changed; none where it fell, or fell back to nothing."""
    if form == BITS:
        cards = int(now & ~before)  # a number of NumPy has no bit_length
        while cards:
            _add(memory, ring, whose, code, lowest(cards) + 1, 0, 0)
            cards &= cards - 1
    elif form == CLEARED:
        if now < 0:
            _add(memory, ring, told, code, 0, 0, 0)
    elif form == SEAT:
        if now >= 0:
            _add(memory, ring, now, code, 0, 0, 0)
    elif form == ONE_HOT:
        if now >= 0:
            _add(memory, ring, whose, code, 0, now + 1, 0)
    elif now > before:
        _add(memory, ring, whose, code, 0, now - before, 0)


def _add(memory: Any, ring: int, seat: int, kind: int, card: int, arg: int, new: int) -> None:
    """Add a token, in one number that is not 0, to the ring that begins at this place."""
    place = ring + memory[0] % (len(memory) - ring)
    memory[place] = seat + 2 | kind << 8 | card << 16 | new << 24 | arg << 32
    memory[0] += 1


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
    _rules: Any,
    _choose: Any,
    _tell: Any,
    memory: Any,
    size: int,
    rows: Any,
    seats: Any,
    seat_args: int,
    out: Any,
) -> None:
    """Write the newest tokens of a seat in each of the rounds `rows`, whose rings have `size` tokens; `seats`
    has an entry for each round.
    """
    players, first, wanted = memory.shape[1], memory.shape[2] - size, out.shape[1]
    for row in range(len(rows)):
        viewer = max(seats[rows[row]], 0)
        kept = memory[rows[row], viewer]
        missing = max(wanted - kept[0], 0)
        out[row, :missing] = 0
        at = (kept[0] - wanted + missing) % size
        for place in range(missing, wanted):
            _write(kept[first + at], viewer, players, seat_args, out[row, place])
            at = at + 1 if at + 1 < size else 0

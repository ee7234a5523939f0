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


def watch(blocks: Sequence[Block], moves: MoveEncoding | None, features: Mapping[str, Feature]) -> Words:
    """What is watched in each seat's view, a row for each number: word, stride and turn as in a block, the
    form, the code of the token, and the word that is told. Raises NotWatched.
    """
    rows: list[tuple[int, ...]] = []
    for code, outcome in enumerate(moves.outcomes, _first_outcome(moves)) if moves else ():
        name, cleared = (outcome, None) if isinstance(outcome, str) else outcome
        if not isinstance(features.get(name), CardSet | SeatNumber | OneOf | Number):
            raise NotWatched(name)
        for block in _blocks_of(blocks, name):
            if cleared is None:
                rows.append((block.word, block.stride, block.turn, block.form, code, block.word))
            else:
                (watched,) = _blocks_of(blocks, cleared)
                rows.append((watched.word, 0, 0, CLEARED, code, block.word))
    return np.array(rows, np.int64).reshape(-1, 6)


def _blocks_of(blocks: Sequence[Block], name: str) -> list[Block]:
    return [block for block in blocks if block.field.split("[")[0] == name]


def make_memory(n: int, tokens: Tokens, history: int, watched: int) -> Words:
    """The memory of `n` rounds: for each seat how many tokens there were, a ring of the newest, and the
    numbers that are watched as they were when it was last told of a move.
    """
    return np.zeros((n, tokens.players, 1 + history + watched), np.int64)


# --- what is compiled -------------------------------------------------------------------------------


class Memory(NamedTuple):
    """The memory of one round: a row for each seat, and what the rows are filled from."""

    rings: Any
    known: Any
    words: Any
    """The state as a row of int64."""
    watched: Any


def memory_of(memory: Any, words: Any, watched: Any, index: int) -> Any:
    """The memory of one round; None where none is kept."""
    if memory is None:
        return None
    kept = memory.shape[2] - len(watched)
    return Memory(memory[index, :, :kept], memory[index, :, kept:], words[index], watched)


def forget(memory: Any) -> None:
    """Empty the memory of a round that was dealt."""
    if memory is None:
        return
    memory.rings[:] = 0
    for viewer in range(len(memory.known)):
        for row in range(len(memory.watched)):
            memory.known[viewer, row] = memory.words[_word(memory.watched[row], viewer, len(memory.known))]


def make(rules: Any, tell: Any, memory: Any, state: Any, seat: int, move: Any) -> None:
    """Make a legal move, and note what each seat is told of it and of what came of it."""
    if memory is None:
        rules.apply(state, seat, move)
        return
    told_of = note(tell, memory, state, seat, move)
    rules.apply(state, seat, move)
    note_outcomes(memory, told_of)


def note(tell: Any, memory: Any, state: Any, seat: int, move: Any) -> int:
    """Note what each seat is told of a legal move in this state, before it is made.

    Returns the seats that are told something, as a mask.
    """
    told_of = 0
    for viewer in range(len(memory.rings)):
        told = tell(state, seat, move, viewer)
        if told.kind != UNTOLD:
            _add_move(memory.rings[viewer], seat, told)
            told_of |= 1 << viewer
    return told_of


def note_outcomes(memory: Any, told_of: int) -> None:
    """Note for the seats that were told of a move what has changed since they were last told of one."""
    players = len(memory.rings)
    for viewer in range(players):
        if told_of >> viewer & 1 == 0:
            continue
        for row in range(len(memory.watched)):
            watched = memory.watched[row]
            before, now = memory.known[viewer, row], memory.words[_word(watched, viewer, players)]
            if before != now:
                memory.known[viewer, row] = now
                whose = (viewer + watched[2]) % players if watched[1] else CHANCE
                _add_outcome(memory.rings[viewer], watched, whose, before, now, memory.words[watched[5]])


def _word(watched: Any, viewer: int, players: int) -> int:
    """Which word of the state is watched for a viewer."""
    word: int = watched[0] + (viewer + watched[2]) % players * watched[1]
    return word


def _add_move(ring: Any, seat: int, told: Any) -> None:
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
        _add(ring, seat, told.kind, card, told.arg + 1, new)
        new = 0


def _add_outcome(ring: Any, watched: Any, whose: int, before: int, now: int, told: int) -> None:
    """Add the tokens of a number that has changed; none where it fell, or fell back to nothing."""
    form, code = watched[3], watched[4]
    if form == BITS:
        cards = int(now & ~before)  # a number of NumPy has no bit_length
        while cards:
            _add(ring, whose, code, lowest(cards) + 1, 0, 0)
            cards &= cards - 1
    elif form == CLEARED:
        if now < 0:
            _add(ring, told, code, 0, 0, 0)
    elif form == SEAT:
        if now >= 0:
            _add(ring, now, code, 0, 0, 0)
    elif form == ONE_HOT:
        if now >= 0:
            _add(ring, whose, code, 0, now + 1, 0)
    elif now > before:
        _add(ring, whose, code, 0, now - before, 0)


def _add(ring: Any, seat: int, kind: int, card: int, arg: int, new: int) -> None:
    """Add a token, in one number that is not 0."""
    ring[1 + ring[0] % (len(ring) - 1)] = seat + 2 | kind << 8 | card << 16 | new << 24 | arg << 32
    ring[0] += 1


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
    players, wanted = memory.shape[1], out.shape[1]
    for row in range(len(rows)):
        viewer = max(seats[rows[row]], 0)
        ring = memory[rows[row], viewer]
        missing = max(wanted - ring[0], 0)
        out[row, :missing] = 0
        at = (ring[0] - wanted + missing) % size
        for place in range(missing, wanted):
            _write(ring[1 + at], viewer, players, seat_args, out[row, place])
            at = at + 1 if at + 1 < size else 0

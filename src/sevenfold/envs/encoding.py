"""Views as arrays of numbers, by a table made from a state's declared visibility and its game's encoding."""

from collections.abc import Sequence
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from operator import attrgetter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sevenfold.compiled.arrays import WrongArray, as_array
from sevenfold.compiled.layout import Words, record_type, visibility_masks
from sevenfold.core.encoding import GameEncoding
from sevenfold.core.game import AnyGame
from sevenfold.core.given import seat_number
from sevenfold.core.visibility import visibilities
from sevenfold.envs.blocks import CHOSEN, Block, blocks_of, features
from sevenfold.envs.history import NoTokens, Tokens, watch
from sevenfold.envs.observing import BITS, ONE_HOT, ORDER, SEAT, VALUE, Blocks, within
from sevenfold.games import game_names, package_of

Observation = NDArray[np.int16]


def encoded_games() -> list[str]:
    """The games whose games say how their fields are encoded; a game may do without `encoding.py`."""
    return [game for game in game_names() if find_spec(f"{package_of(game)}.encoding")]


def load_encoding(game: str) -> GameEncoding:
    """What a game says of its fields. Raises UnknownGame."""
    encoding: GameEncoding = import_module(f"{package_of(game)}.encoding").ENCODING
    return encoding


MATCH_VERSION = 1
"""The version of what an observation has of a match besides its round."""


class Encoding:
    """How the views of a game with so many players become arrays of int16.

    With `match` the round is followed by the score: the totals, and the number of the round.
    Raises NotEncoded, WrongNumberOfSeats.
    """

    def __init__(self, game: AnyGame, players: int, match: bool = False) -> None:
        self.game = game
        self.players = game.meta.seats(players)
        self.score_length = self.players + 1 if match else 0
        """How many numbers the score has: none unless a match is encoded."""
        self.declared = load_encoding(game.meta.name)
        self.features = features(game, self.declared)
        self.dtype = record_type(game.state)
        self.keep, self.blank = visibility_masks(game.state)
        self.blocks = blocks_of(game, players, self.declared, match)
        self.length = self.blocks[-1].offset + self.blocks[-1].size
        self._known_sources: dict[int, _Sources] = {}
        self._values = attrgetter(*visibilities(game.state))

    def __reduce__(self) -> tuple[Any, ...]:
        return Encoding, (self.game, self.players, self.score_length > 0)

    def __deepcopy__(self, _memo: object) -> "Encoding":
        return self  # nothing of it is changed

    @property
    def name(self) -> str:
        """The game, the number of players and the version, such as `lockup-4p-v1`.

        For matches that of the score follows, as in `lockup-4p-v1-match-v1`.
        """
        match = f"-match-v{MATCH_VERSION}" if self.score_length else ""
        return f"{self.game.meta.name}-{self.players}p-v{self.declared.version}{match}"

    @cached_property
    def columns(self) -> Blocks:
        """The blocks for the loop that writes observations, as arrays for compiled code."""
        columns = ([getattr(block, name) for block in self.blocks] for name in Blocks._fields)
        return Blocks(*(np.array(column, np.int64) for column in columns))

    @property
    def tokens(self) -> Tokens:
        """What the tokens of a history mean. Raises NoTokens."""
        if self.declared.moves is None:
            raise NoTokens(self.game.meta.name)
        features = {name: self.features[name] for name in self.declared.moves.told}
        return Tokens(self.name, self.players, self.declared.kinds, self.declared.moves, features)

    @cached_property
    def watched(self) -> Words:
        """What of a view is told in a history as it changes, a row for each number. Raises NotWatched."""
        return watch(self.blocks, self.declared.moves, self.features, self.players)

    @cached_property
    def lows(self) -> Observation:
        """The least value at each index."""
        return np.repeat([block.low for block in self.blocks], self._sizes).astype(np.int16)

    @cached_property
    def highs(self) -> Observation:
        """The greatest value at each index."""
        return np.repeat([block.high for block in self.blocks], self._sizes).astype(np.int16)

    @property
    def _sizes(self) -> list[int]:
        return [block.size for block in self.blocks]

    def encode(
        self,
        view: Any,
        seat: int,
        cards: int = 0,
        twice: int = 0,
        out: NDArray[Any] | None = None,
        score: Sequence[int] = (),
    ) -> NDArray[Any]:
        """A seat's view and the cards chosen so far, as numbers. What the seat may not see is not read.

        In a match `score` has the total of each seat, and the number of the round.
        Raises WrongState, NoSuchSeat, WrongArray.
        """
        if len(score) != self.score_length:
            raise WrongArray("score", f"{self.score_length} numbers", score)
        self.game.check_type(view)
        seat = seat_number(seat, self.players)
        flat: list[int] = []
        for value in self._values(view):
            if isinstance(value, list):
                flat += value
            else:
                flat.append(value)
        words, size = np.array([*flat, cards, twice, *map(within, score)], np.int64), len(flat)
        words[:size] &= self.keep[seat]
        words[:size] |= self.blank[seat]
        sources = self._sources(seat)
        out = np.empty(self.length, np.int16) if out is None else out
        numbers = words[sources.words]
        numbers >>= sources.shifts
        numbers &= sources.parts
        out[:] = numbers
        out[sources.equal] = words[sources.equal_words] == sources.sought
        for block in self._orders:
            kinds = words[block.word : block.word + block.length]
            out[block.offset + kinds[kinds >= 0]] = np.flatnonzero(kinds >= 0) + 1
        return out

    @cached_property
    def _orders(self) -> list[Block]:
        return [block for block in self.blocks if block.form == ORDER]

    def _sources(self, seat: int) -> "_Sources":
        """Where the numbers of this seat's observations come from."""
        if seat not in self._known_sources:
            self._known_sources[seat] = _Sources.of(self.blocks, seat, self.players)
        return self._known_sources[seat]

    def decode(self, observation: Observation, seat: int) -> Any:
        """The view of a seat that an observation was made from; what is left out is as in a blank state.

        Raises NoSuchSeat, WrongArray.
        """
        seat = seat_number(seat, self.players)
        seen = as_array(observation)
        if seen is None or seen.dtype.kind not in "iu" or seen.shape != (self.length,):
            wanted = f"{self.length} whole numbers, as encode() gives them"
            raise WrongArray("observation", wanted, observation)
        words = np.append(self.blank[seat], (0,) * (len(CHOSEN) + self.score_length))
        for block in self.blocks:
            part = seen[block.offset : block.offset + block.size].astype(np.int64)
            word = block.word
            word += (seat + block.turn) % self.players * block.stride
            words[word : word + block.length] = self._read(block, part, seat)
        record = words[: len(self.blank[seat])].view(self.dtype)
        values = {name: record[name][0].tolist() for name in self.dtype.names or ()}
        return self.game.state(**values)

    def _read(self, block: Block, part: Words, seat: int) -> Words | int:
        """The number, or the numbers of a list, that a part of an observation stands for."""
        if block.form == BITS:
            return sum(1 << bit for bit in np.flatnonzero(part).tolist())
        if block.form == ORDER:
            order = np.full(block.length, -1)
            kinds = np.flatnonzero(part)
            order[part[kinds] - 1] = kinds
            return order
        if block.form not in (ONE_HOT, SEAT):
            return int(part[0])
        if not part.any():
            return -1
        index = int(part.argmax())
        return (index + seat) % self.players if block.form == SEAT else index

    def describe(self) -> str:
        """The table of blocks as text: from where to where, the field, and what its numbers say."""
        lines = [
            f"{block.offset:>5} to {block.offset + block.size - 1:>5}  {block.field:<20} {block.about}"
            for block in self.blocks
        ]
        return "\n".join([f"{self.name}: {self.length} numbers of the type int16", *lines])


class _Sources(NamedTuple):
    """Where the numbers of one seat's observations come from: the same as `write_observation`, all at once.

    A number is a part of a word, a bit or all of it; or, at the indices `equal`, 1 if a word is as sought.
    """

    words: Words
    shifts: Words
    parts: Words
    equal: Words
    equal_words: Words
    sought: Words

    @classmethod
    def of(cls, blocks: Sequence[Block], seat: int, players: int) -> "_Sources":
        """The sources of these blocks, for one of `players` seats."""
        parts: list[tuple[int, int, int]] = []
        equal: list[tuple[int, int, int]] = []
        for block in blocks:
            word = block.word + (seat + block.turn) % players * block.stride
            for index in range(block.size):
                if block.form == BITS:
                    parts.append((word, index, 1))
                else:
                    parts.append((word, 0, -1 if block.form == VALUE else 0))
                if block.form in (ONE_HOT, SEAT):
                    sought = index if block.form == ONE_HOT else (seat + index) % players
                    equal.append((block.offset + index, word, sought))
        tables = (np.array(rows, np.int64).reshape(-1, 3).T.copy() for rows in (parts, equal))
        return cls(*(column for table in tables for column in table))

"""The blocks of an observation: which of its numbers stand for which number of a state."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sevenfold.compiled.layout import record_type
from sevenfold.core.encoding import (
    CardOrder,
    CardSet,
    Each,
    Feature,
    Flags,
    GameEncoding,
    LeftOut,
    Number,
    OneCard,
    OneOf,
    SeatNumber,
    features_of,
)
from sevenfold.core.game import AnyGame
from sevenfold.core.visibility import Visibility, visibilities
from sevenfold.envs.observing import BITS, LEAST, MOST, ONE_HOT, ORDER, SEAT, VALUE
from sevenfold.errors import SevenfoldError

CHOSEN = ("chosen", "chosen_twice")
"""The last two blocks: the cards chosen so far, and those of which two are chosen."""


class NotEncoded(SevenfoldError, TypeError):
    """Fields of a state that its game's encoding leaves open, or names though no viewer can see them."""

    def __init__(self, game: str, names: list[str]) -> None:
        super().__init__(
            f"{game}: encoding.py must name each field that a viewer may see, and no other; "
            f"wrong are {', '.join(names)}"
        )
        self.names = tuple(names)


@dataclass(frozen=True, kw_only=True)
class Block:
    """Neighbouring numbers of an observation that stand for one number of the state, or for a list of cards.

    `word` is where the number stands in the state's record, in words of eight bytes, and `length` how many
    words it takes. With a `stride` it is the number of the seat `turn` seats after the viewer; then `word` is
    that of seat 0, and each next seat's is `stride` words further.
    """

    field: str
    about: str
    form: int
    word: int
    length: int = 1
    stride: int = 0
    turn: int = 0
    offset: int
    size: int
    low: int = 0
    high: int = 1


def blocks_of(game: AnyGame, players: int, declared: GameEncoding, match: bool = False) -> tuple[Block, ...]:
    """All blocks in the order of the state's fields, those of the choice, and in a match those of the score.

    Raises NotEncoded.
    """
    layout = _Layout(game, players, declared)
    return (*layout.blocks(), *(layout.score() if match else ()))


def features(game: AnyGame, declared: GameEncoding) -> Mapping[str, Feature]:
    """How each field is written, as the game names it or by the types of the state. Raises NoFeature."""
    return features_of(game.state, _visible(game)) if declared.fields is None else declared.fields


def _visible(game: AnyGame) -> dict[str, Visibility]:
    known = visibilities(game.state).items()
    return {name: seen for name, seen in known if seen is not Visibility.HIDDEN}


class _Layout:
    def __init__(self, game: AnyGame, players: int, declared: GameEncoding) -> None:
        self._players = players
        self._kinds = declared.kinds
        self._visible = _visible(game)
        self._fields = features(game, declared)
        wrong = sorted(self._visible.keys() ^ self._fields.keys())
        if wrong:
            raise NotEncoded(game.meta.name, wrong)
        self._dtype = record_type(game.state)
        self._seats = game.meta.players.max
        self._next = 0

    def blocks(self) -> Iterator[Block]:
        record_fields: Mapping[str, tuple[Any, ...]] = self._dtype.fields or {}
        for name, seen in self._visible.items():
            if not isinstance(self._fields[name], LeftOut):
                shape = self._dtype[name].shape
                yield from self._field(name, seen, record_fields[name][1] // 8, shape[0] if shape else 0)
        for index, name in enumerate(CHOSEN):
            word = self._dtype.itemsize // 8 + index
            yield self._block(name, "cards chosen so far", CardSet(), word)

    def score(self) -> Iterator[Block]:
        """The totals and the number of the round."""
        word = self._dtype.itemsize // 8 + len(CHOSEN)
        self._fields = {"totals": Number(MOST, LEAST)}
        yield from self._by_seat("totals", Visibility.PUBLIC, word, 1)
        yield self._block("round_number", "", Number(MOST, 1), word + self._players)

    def _field(self, name: str, seen: Visibility, word: int, length: int) -> Iterator[Block]:
        feature = self._fields[name]
        if isinstance(feature, CardOrder):
            yield self._block(name, "", feature, word, length=length)
        elif isinstance(feature, Each):
            for entry in range(length):
                yield self._block(f"{name}[{entry}]", "", feature.feature, word + entry)
        elif length == 0:
            yield self._block(name, "", feature, word)
        else:
            yield from self._by_seat(name, seen, word, length // self._seats)

    def _by_seat(self, name: str, seen: Visibility, word: int, stride: int) -> Iterator[Block]:
        turns = 1 if seen is Visibility.OWN else self._players
        for turn in range(turns):
            whose = "the viewer's" if turn == 0 else f"of the seat {turn} after the viewer"
            for entry in range(stride):
                label = f"{name}[{turn}]" if stride == 1 else f"{name}[{turn}][{entry}]"
                yield self._block(label, whose, self._fields[name], word + entry, stride=stride, turn=turn)

    def _block(self, field: str, whose: str, feature: Feature, word: int, **given: int) -> Block:
        form, size, low, high, what = self._form(feature)
        offset, self._next = self._next, self._next + size
        about = f"{what}, {whose}" if whose else what
        return Block(
            field=field,
            about=about,
            form=form,
            word=word,
            offset=offset,
            size=size,
            low=low,
            high=high,
            **given,
        )

    def _form(self, feature: Feature) -> tuple[int, int, int, int, str]:
        """The form, how many numbers, their least and greatest value, and what they say."""
        match feature:
            case CardSet():
                return BITS, self._kinds, 0, 1, "1 for each kind of card in the set"
            case OneCard():
                return ONE_HOT, self._kinds, 0, 1, "1 at the kind of the card, none for no card"
            case CardOrder():
                return (
                    ORDER,
                    self._kinds,
                    0,
                    self._kinds,
                    "for each kind its place from the bottom, from 1 on",
                )
            case SeatNumber():
                return SEAT, self._players, 0, 1, "1 at the seat, counted from the viewer; none for nobody"
            case OneOf(count):
                return ONE_HOT, count, 0, 1, f"1 at the number, 0 to {count - 1}; none for -1"
            case Flags(count):
                return BITS, count, 0, 1, f"1 for each of {count} flags"
            case Number(high, low):
                return VALUE, 1, low, high, f"the number, {low} to {high}"
        raise TypeError(f"{feature} is no feature of a single number")

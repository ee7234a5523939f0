"""Packs: which kinds of card a game has, in its own order, and how they are written.

Kinds are numbered upwards from the lowest card in the game's order. A higher kind stands further
left in text. Within a suit it is the higher card, if the ranks are listed from low to high.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from sevenfold.cards.masks import kinds_of, mask_of
from sevenfold.errors import SevenfoldError

SUIT_SYMBOLS = {
    **dict.fromkeys("♠♤", "S"),
    **dict.fromkeys("♥♡", "H"),
    **dict.fromkeys("♦♢", "D"),
    **dict.fromkeys("♣♧", "C"),
}


class CardError(SevenfoldError, ValueError):
    """A text that names no card of the pack."""

    def __init__(self, text: str) -> None:
        super().__init__(f"{text!r} is no card of this game; write rank and suit, like QH or TS")
        self.text = text


@dataclass(frozen=True)
class Pack:
    """The cards of a game.

    `suits` and `ranks` run from low to high in the game's own order; `jokers`, low to high too,
    stand above all suits. Each kind is there `copies` times.
    """

    suits: str
    ranks: str
    jokers: tuple[str, ...] = ()
    copies: int = 1

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each kind: `names[kind]`."""
        suited = tuple(rank + suit for suit in self.suits for rank in self.ranks)
        return suited + self.jokers

    @cached_property
    def kinds(self) -> dict[str, int]:
        """The kind of each name."""
        return {name: kind for kind, name in enumerate(self.names)}

    @property
    def cards(self) -> tuple[int, ...]:
        """Every card of the pack by its kind, low to high, the copies of a kind side by side."""
        return tuple(kind for kind in range(len(self.names)) for _ in range(self.copies))

    def kind(self, text: str) -> int:
        """Read one card: `TH`, `10h`, `♥10` and `10♥` are the same. Raises CardError."""
        plain = text.replace("\ufe0f", "").replace("10", "T").upper()
        word = "".join(SUIT_SYMBOLS.get(char, char) for char in plain)
        if len(word) == 2 and word not in self.kinds and text[0] in SUIT_SYMBOLS:
            word = word[::-1]
        if word not in self.kinds:
            raise CardError(text)
        return self.kinds[word]

    def suit(self, text: str) -> int:
        """Read a suit, `H`, `h` or `♥`: its index in `suits`. Raises CardError."""
        letter = SUIT_SYMBOLS.get(text.replace("\ufe0f", ""), text.upper())
        if letter not in tuple(self.suits):
            raise CardError(text)
        return self.suits.index(letter)

    def read(self, text: str) -> tuple[int, ...]:
        """Read cards separated by spaces, in the order written. Raises CardError."""
        return tuple(self.kind(word) for word in text.split())

    def read_sets(self, words: Iterable[str]) -> tuple[int, int]:
        """The set of these cards, and of those that are named twice or more. Raises CardError."""
        times = Counter(map(self.kind, words))
        return mask_of(times), mask_of(kind for kind, count in times.items() if count > 1)

    def write_sets(self, cards: int, twice: int) -> str:
        """The cards of two sets, those of the second once more, in the game's own order."""
        return self.write((*kinds_of(cards), *kinds_of(twice)))

    def write(self, kinds: Iterable[int]) -> str:
        """Cards in the game's own order, with spaces between."""
        return " ".join(self.names[kind] for kind in sorted(kinds, reverse=True))

    def write_mask(self, mask: int) -> str:
        """The cards of a set in the game's own order."""
        return " ".join(self.names_in(mask))

    def names_in(self, mask: int) -> tuple[str, ...]:
        """The name of each card of a set, in the game's own order."""
        return tuple(self.names[kind] for kind in sorted(kinds_of(mask), reverse=True))

    def too_many(self, kinds: Iterable[int]) -> tuple[int, ...]:
        """The kinds of which there are more here than in the pack."""
        return tuple(kind for kind, count in Counter(kinds).items() if count > self.copies)

"""What a table promises of its deals before it makes them, and how that is checked (docs/fairness.md).

The promise is the root of a Merkle tree over the keys of all deals, which follow from the table's seed. The
terms, which are mixed into each key, are known to everybody. So one deal is shown without the others.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Self

import msgspec

from sevenfold.core.dealer import Dealer
from sevenfold.core.shuffle import Stream, derive
from sevenfold.errors import SevenfoldError

LEVELS = 8
DEALS = 1 << LEVELS
"""How many deals of a match are promised."""

HEADING = "sevenfold deal 1"

NO_SALT, BOT, FREE = "none", "bot", "free"
"""What stands in the terms for a seat without a salt: a person's, a bot's, nobody's."""


class TermsUnreadable(SevenfoldError, ValueError):
    """Terms that are not written to the byte as docs/fairness.md says."""

    def __init__(self) -> None:
        super().__init__("the terms are not written as docs/fairness.md says")


class DealPromise(msgspec.Struct, frozen=True):
    """What a table promises of its deals: the root of the tree, and the terms as they are now."""

    root: str
    terms: str


class DealKey(msgspec.Struct, frozen=True, kw_only=True):
    """The key of a deal, and the path from it to the promise. `round` is the number of its round."""

    deal: int
    round: int
    key: str
    path: tuple[str, ...]


class Fairness(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All that is needed to deal a round again and to see that it was promised."""

    promise: str
    terms: str
    deal: int
    key: str
    path: tuple[str, ...]


# --- what is promised -------------------------------------------------------------------------------


def promise_of(seed: bytes) -> str:
    """The promise of a table with this seed."""
    return _tree(seed)[-1][0].hex()


def deal_key(seed: bytes, deal: int, round_number: int) -> DealKey | None:
    """The key of a deal with its path; None beyond the deals that are promised."""
    if deal > DEALS:
        return None
    place, path = deal - 1, []
    for level in _tree(seed)[:-1]:
        path.append(level[place ^ 1].hex())
        place >>= 1
    return DealKey(deal=deal, round=round_number, key=Dealer(seed).key(deal).hex(), path=tuple(path))


@lru_cache(maxsize=64)
def _tree(seed: bytes) -> tuple[tuple[bytes, ...], ...]:
    """All hashes, from the leaves up; it takes some milliseconds."""
    dealer = Dealer(seed)
    levels = [tuple(_leaf(dealer.key(deal)) for deal in range(1, DEALS + 1))]
    while len(levels[-1]) > 1:
        below = levels[-1]
        levels.append(tuple(_node(below[at], below[at + 1]) for at in range(0, len(below), 2)))
    return tuple(levels)


def _leaf(key: bytes) -> bytes:
    return sha256(b"\0" + key).digest()


def _node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\1" + left + right).digest()


def root_from(deal: int, key: bytes, path: Sequence[bytes]) -> bytes:
    """The root to which a key and its path lead."""
    place, found = deal - 1, _leaf(key)
    for other in path:
        found = _node(other, found) if place & 1 else _node(found, other)
        place >>= 1
    return found


# --- the terms --------------------------------------------------------------------------------------


class DealTerms(msgspec.Struct, frozen=True, kw_only=True):
    """What is mixed into every deal of a match. `seats` has the salt of each seat, or why there is none."""

    table: str
    game: str
    rules: int
    options: dict[str, str]
    pack: tuple[str, ...]
    hand: int
    seats: tuple[str, ...]

    @property
    def text(self) -> str:
        """The terms as they are mixed in."""
        lines = [HEADING, f"table {self.table}", f"game {self.game}", f"rules {self.rules}"]
        lines += [f"option {name} {value}" for name, value in sorted(self.options.items())]
        lines += [f"pack {' '.join(self.pack)}", f"hand {self.hand}"]
        lines += [f"seat {seat} {_seat_text(word)}" for seat, word in enumerate(self.seats)]
        return "\n".join(lines)

    @classmethod
    def read(cls, text: str) -> Self:
        """The terms that a text is. Raises TermsUnreadable."""
        named = [(name, rest) for name, *rest in (line.split(" ") for line in text.split("\n"))]
        values = dict(named)
        try:
            terms = cls(
                table=values["table"][0],
                game=values["game"][0],
                rules=int(values["rules"][0]),
                options={rest[0]: rest[1] for name, rest in named if name == "option"},
                pack=tuple(values["pack"]),
                hand=int(values["hand"][0]),
                seats=tuple(rest[-1] for name, rest in named if name == "seat"),
            )
        except (LookupError, ValueError):
            raise TermsUnreadable from None
        fits = terms.hand > 0 and 0 < len(terms.seats) * terms.hand <= len(terms.pack)
        if terms.text != text or not fits:
            raise TermsUnreadable
        return terms


def _seat_text(word: str) -> str:
    return word if word in (NO_SALT, BOT, FREE) else f"salt {word}"


def options_text(options: Mapping[str, str | int]) -> dict[str, str]:
    """Options as the terms have them."""
    return {name: str(value) for name, value in options.items()}


# --- dealt again ------------------------------------------------------------------------------------


def seed_of(fair: Fairness) -> bytes:
    """The seed of the deal."""
    return derive(bytes.fromhex(fair.key), fair.terms)


def dealt_again(fair: Fairness) -> tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]:
    """The hand of each seat and the cards left, as they follow. Raises TermsUnreadable."""
    terms = DealTerms.read(fair.terms)
    cards = Stream(seed_of(fair)).shuffled(terms.pack)
    starts = range(0, len(terms.seats) * terms.hand, terms.hand)
    hands = tuple(tuple(cards[start : start + terms.hand]) for start in starts)
    return hands, tuple(cards[len(terms.seats) * terms.hand :])

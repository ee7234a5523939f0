"""The shuffle, described to the byte in docs/shuffle.md so that a browser can verify a deal.

A stream of numbers comes from HMAC-SHA-256: block i is HMAC(seed, i as eight bytes, big-endian), and
holds eight 32-bit numbers, big-endian. A number below n is taken by rejection, so all are equally likely.
"""

import hmac
import struct
from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")

_WORDS = 1 << 32


def derive(seed: bytes, label: str) -> bytes:
    """A seed of 32 bytes for one purpose, made from another: HMAC(seed, label in UTF-8)."""
    return hmac.digest(seed, label.encode(), "sha256")


class Stream:
    """Numbers that follow from a seed."""

    def __init__(self, seed: bytes) -> None:
        self._words = self._generate(seed)

    @staticmethod
    def _generate(seed: bytes) -> Iterator[int]:
        counter = 0
        while True:
            yield from struct.unpack(">8I", hmac.digest(seed, counter.to_bytes(8, "big"), "sha256"))
            counter += 1

    def below(self, n: int) -> int:
        """The next number from 0 to n - 1; 32-bit words from the largest multiple of n on are skipped."""
        limit = _WORDS - _WORDS % n
        for word in self._words:
            if word < limit:
                return word % n
        raise AssertionError("the stream has no end")

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in a new order, by Fisher and Yates from the last card down."""
        cards = list(items)
        for last in range(len(cards) - 1, 0, -1):
            chosen = self.below(last + 1)
            cards[last], cards[chosen] = cards[chosen], cards[last]
        return cards

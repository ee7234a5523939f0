"""How long work shows how far it is: whoever begins it hands in what passes its items on."""

from collections.abc import Iterable
from typing import Protocol, TypeVar

T = TypeVar("T")


class WithProgress(Protocol):
    """Passes items on and shows progress, given how many there are, if that is known, and what is done."""

    def __call__(self, items: Iterable[T], total: int | None, what: str, /) -> Iterable[T]:
        """The same items."""
        ...

"""How work is done for each of many items: whoever begins it hands in what shares it out."""

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

T = TypeVar("T")
R = TypeVar("R")


class ForEach(Protocol):
    """Gives what `work` makes of each item, in their order, perhaps in other processes.

    Items are taken when there is a worker for them, and what has been made is given as soon as it can be.
    """

    def __call__(self, work: Callable[[T], R], items: Iterable[T], /) -> Iterator[R]:
        """What came of each."""
        ...


def one_by_one(work: Callable[[T], R], items: Iterable[T], /) -> Iterator[R]:
    """A ForEach that does it here, whenever the next is asked for."""
    return map(work, items)

"""What shares work out as other processes do, in this one: pickled, and ahead of what is asked for."""

import pickle
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")

AHEAD = 3


def ahead(work: Callable[[T], R], items: Iterable[T], /) -> Iterator[R]:
    """A ForEach that has done the next items before anybody looks at the first."""
    done: deque[R] = deque()
    for item in items:
        sent, to = pickle.loads(pickle.dumps((work, item)))
        done.append(pickle.loads(pickle.dumps(sent(to))))
        if len(done) > AHEAD:
            yield done.popleft()
    yield from done

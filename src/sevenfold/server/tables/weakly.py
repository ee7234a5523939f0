"""How the parts of a table call one another without a cycle of references.

The garbage collector hardly ever runs (server/garbage.py), so a table must be freed by its count of
references. It keeps its parts; a part that calls the table, or another part that keeps it, does so weakly.
Whoever does something at a table keeps the table itself: a connection, a request, a job while it runs.
"""

from collections.abc import Callable
from typing import ParamSpec
from weakref import WeakMethod

P = ParamSpec("P")


def weakly(method: Callable[P, None]) -> Callable[P, None]:
    """Call a method as long as its object is in memory, without keeping it there."""
    kept = WeakMethod(method)

    def call(*args: P.args, **kwargs: P.kwargs) -> None:
        there = kept()
        if there is not None:
            there(*args, **kwargs)

    return call

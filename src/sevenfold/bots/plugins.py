"""Players of other packages, found by the entry-point group `sevenfold.bots`."""

import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from functools import cache
from importlib.metadata import entry_points
from typing import Any

from sevenfold.errors import SevenfoldError
from sevenfold.installed import is_interrupt

GROUP = "sevenfold.bots"


class BrokenPlugin(SevenfoldError, ImportError):
    """A player of another package that cannot be loaded.

    >>> import sevenfold
    >>> print(sevenfold.BrokenPlugin("mine", "my_bots:make", ImportError("no module my_bots")))
    the player 'mine' cannot be loaded from my_bots:make: no module my_bots
    """

    def __init__(self, name: str, value: str, cause: BaseException) -> None:
        why = str(cause) or type(cause).__name__
        super().__init__(f"the player {name!r} cannot be loaded from {value}: {why}")
        self.player = name


def plugin_names() -> list[str]:
    """The names of the players that installed packages bring."""
    return sorted({entry.name for entry in entry_points(group=GROUP)})


@cache
def installed_names() -> frozenset[str]:
    """As `plugin_names`, read once: while a server runs nothing is installed."""
    return frozenset(plugin_names())


def broken_plugins() -> Iterator[BrokenPlugin]:
    """The players of other packages that cannot be loaded."""
    for name in plugin_names():
        try:
            load_plugin(name)
        except BrokenPlugin as broken:
            yield broken


def load_plugin(name: str) -> Any | None:
    """What a package's entry point names: a MakePlayer; None where no package has one of this name.

    Raises BrokenPlugin, also where two packages have one.
    """
    found = {entry.value: entry for entry in entry_points(group=GROUP, name=name)}
    if len(found) > 1:
        values = " and ".join(sorted(found))
        raise BrokenPlugin(name, values, ImportError("take one of the two packages away"))
    for entry in found.values():
        try:
            with redirect_stdout(sys.stderr):  # a command's own lines may be read by a program
                return entry.load()
        except BaseException as error:  # whatever goes wrong in the package
            if is_interrupt(error):
                raise
            raise BrokenPlugin(name, entry.value, error) from error
    return None

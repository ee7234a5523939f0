"""Refusals: why a move is not accepted, by code and values. A sentence is made from it elsewhere."""

from collections.abc import Mapping
from types import MappingProxyType

OK, OVER, NOT_YOUR_TURN, MALFORMED, NOT_HELD = range(5)
"""What `check` answers; a game's own faults follow from FIRST_OWN on, in the order of its list."""

FIRST_OWN = 5

COMMON = ("ok", "over", "not_your_turn", "malformed", "not_held")


class Refused(Exception):
    """A move that was not accepted; nothing has changed.

    `fault` is a common fault's name or the number of the rule broken; `values` are the cards, suits or
    numbers that a sentence about it needs, in notation.
    """

    def __init__(self, fault: str, values: Mapping[str, str] = MappingProxyType({})) -> None:
        details = ", ".join(f"{name} {value}" for name, value in values.items())
        super().__init__(f"{fault} ({details})" if details else fault)
        self.fault = fault
        self.values = dict(values)

"""Refusals: why a move is not accepted, by code and values. A sentence is made from it elsewhere."""

from collections.abc import Mapping
from types import MappingProxyType

from sevenfold.core.codes import Codes, named
from sevenfold.errors import SevenfoldError

OK, OVER, NOT_YOUR_TURN, MALFORMED, NOT_HELD = range(5)
"""What `check` answers; a game's own violations follow from FIRST_OWN on, in the order of its list."""

FIRST_OWN = 5

COMMON = ("ok", "over", "not_your_turn", "malformed", "not_held")


def rule_numbers(violations: type[Codes]) -> tuple[str, ...]:
    """The rules that a game's violations are named for: `EU_2_2` is EU-2.2."""
    return tuple("{}-{}.{}".format(*name.rsplit("_", 2)) for name in named(violations))


class IllegalMove(SevenfoldError):
    """A move that was not accepted; nothing has changed.

    `rule` is a common violation's name or the number of the rule broken; `details` are the cards, suits or
    numbers that a sentence about it needs, in notation.

    >>> import sevenfold
    >>> match = sevenfold.new_match(sevenfold.load_game("lockup"), seed=7)
    >>> try:
    ...     match.play(0, match.read("AS"))
    ... except sevenfold.IllegalMove as refused:
    ...     print(refused.rule, refused.details)
    not_held {'card': 'AS'}
    """

    def __init__(self, rule: str, details: Mapping[str, str] = MappingProxyType({})) -> None:
        told = ", ".join(f"{name} {value}" for name, value in details.items())
        super().__init__(f"{rule} ({told})" if told else rule)
        self.rule = rule
        self.details = dict(details)

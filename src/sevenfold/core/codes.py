"""Numbers with names, each name written once: a game's phases, kinds of move, and rules that refuse one."""

from collections.abc import Mapping
from typing import ClassVar, TypeGuard

import msgspec


class Codes:
    """Numbers by their names; a game declares them in a class of its own.

    States hold the plain numbers. Where a name is sent, read or written, it is the same in small letters:
    `words`. Compiled code knows the names too.

    >>> class Phase(Codes):
    ...     BID, PLAY, OVER = range(3)
    >>> Phase.PLAY, Phase.words[Phase.PLAY]
    (1, 'play')
    """

    words: ClassVar[Mapping[int, str]] = {}
    """The name of each number, in small letters, in the order in which they are declared."""

    def __init_subclass__(cls) -> None:
        cls.words = {code: name.lower() for name, code in named(cls).items()}


def named(codes: type[Codes]) -> dict[str, int]:
    """The numbers of a class of them, by name."""
    return {name: code for name, code in vars(codes).items() if name.isupper()}


def is_codes(value: object) -> TypeGuard[type[Codes]]:
    """Whether this is a class of such numbers."""
    return isinstance(value, type) and issubclass(value, Codes)


def one_of(codes: type[Codes], *more: str) -> msgspec.Meta:
    """For the type of a view's field that is one of these words, or of `more`: `Annotated[str, ...]`."""
    return msgspec.Meta(extra_json_schema={"enum": sorted((*codes.words.values(), *more))})

"""Whether msgspec has built what it takes to decode into a type."""

import gc
from typing import Any, get_args

import msgspec


def unprepared(type_: Any) -> list[Any]:
    """What of a type is still to be built at its first use: of `dict[str, Board]`, perhaps `Board`."""
    parts = get_args(type_)
    if parts and not isinstance(type_, type):
        return [missing for part in parts for missing in unprepared(part)]
    return [] if is_prepared(type_) else [type_]


def is_prepared(type_: Any) -> bool:
    """Whether nothing is built at the first use of a type that has no parameters.

    A struct holds what msgspec knows of it where only the garbage collector sees it.
    """
    if not isinstance(type_, type) or type_.__module__ == "builtins":
        return True
    if issubclass(type_, msgspec.Struct):
        return any(type(each).__name__ == "StructInfo" for each in gc.get_referents(type_))
    return "__msgspec_cache__" in vars(type_)

"""The names of persons: none is hostile to a table, and none can be taken for another's there."""

import unicodedata
from collections.abc import Iterable

from sevenfold.server.errors import NameRefused
from sevenfold.server.names.characters import are_shown, has_too_many_marks, is_named
from sevenfold.server.names.looks import are_alike
from sevenfold.server.protocol.limits import LONGEST_NAME


def check_name(name: str, others: Iterable[str | None] = (), most: int = LONGEST_NAME) -> str:
    """The name as it is kept: composed, with single spaces. `others` are those that are there already.

    Raises NameRefused.
    """
    plain = unicodedata.normalize("NFC", " ".join(name.split()))
    if not are_shown(name) or has_too_many_marks(plain):
        raise NameRefused(reason="characters")
    if not any(map(is_named, plain)):
        raise NameRefused(reason="empty")
    if len(plain) > most:
        raise NameRefused(reason="long", most=str(most))
    for other in others:
        if other is not None and plain == other:
            raise NameRefused(reason="taken")
        if other is not None and are_alike(plain, other):
            raise NameRefused(reason="alike", name=other)
    return plain

"""Why a player would make a move: a code of its room, which has a sentence for it in each language."""

import msgspec


class Reason(msgspec.Struct, frozen=True, kw_only=True):
    """A reason: `code` is one of the room's, the rest is what its sentence needs."""

    code: str
    count: int | None = None
    suit: str | None = None

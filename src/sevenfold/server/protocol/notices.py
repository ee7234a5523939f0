"""What the host tells everybody: at a table over its socket, elsewhere to whoever asks."""

import msgspec


class SaidTold(msgspec.Struct, frozen=True):
    """A message of the host's, and since when it is told, UTC, ISO 8601."""

    words: str
    at: str


class ClosingTold(msgspec.Struct, frozen=True):
    """The server closes then, or has closed: nothing new begins, and after that no round either."""

    words: str
    at: str


class HostNotice(msgspec.Struct, frozen=True, tag="notice"):
    """All that the host tells everybody just now; it takes the place of what was told before."""

    said: SaidTold | None
    closing: ClosingTold | None


NOTHING = HostNotice(None, None)

"""QR codes of links, to open them on a phone."""

from functools import lru_cache
from itertools import groupby

import segno

from sevenfold.server.errors import OptionInvalid
from sevenfold.server.protocol.http import QrCode

LONGEST = 300
"""How many characters a text has at most."""

KEPT = 256
"""How many codes are kept: to draw one takes some 20 ms."""

QUIET = 4
"""Units that are left white on each side."""


@lru_cache(KEPT)
def qr_code(text: str) -> QrCode:
    """A text as a QR code, which a camera reads with 15 % of it hidden. Raises OptionInvalid."""
    if not 0 < len(text) <= LONGEST:
        raise OptionInvalid(name="text", value=str(len(text)), range=f"1 to {LONGEST} characters")
    matrix = segno.make(text, error="m", micro=False).matrix
    lines = (
        f"M{left} {y + 0.5}h{length}" for y, row in enumerate(matrix, QUIET) for left, length in _dark(row)
    )
    return QrCode(len(matrix) + 2 * QUIET, "".join(lines))


def _dark(row: bytearray) -> list[tuple[int, int]]:
    """Where each run of dark units in a row begins, and how long it is."""
    runs, at = [], QUIET
    for dark, units in groupby(row):
        length = len(list(units))
        if dark:
            runs.append((at, length))
        at += length
    return runs

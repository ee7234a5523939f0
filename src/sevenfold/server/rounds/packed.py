"""Long answers, compressed once for all who ask for them.

The moments of a round are the same for everybody who looks from the same side, and may be megabytes; the
rest of the answer is theirs alone, and short. A gzip file can be put together of both: what follows a full
flush refers to nothing before it, and the checksum goes on.
"""

import gzip
import zlib
from typing import NamedTuple

_HEAD = b"\x1f\x8b\x08" + bytes(6) + b"\xff"
"""Of a gzip file: deflated, without a time or a name."""

_RAW = -zlib.MAX_WBITS


class Packed(NamedTuple):
    """A JSON object without its end, compressed, with the checksum and the size of what it holds."""

    deflated: bytes
    checksum: int
    size: int


def pack(json: bytes) -> Packed:
    """Compress a JSON object that has fields, to be completed later."""
    begun = json.removesuffix(b"}")
    press = zlib.compressobj(wbits=_RAW)
    return Packed(press.compress(begun) + press.flush(zlib.Z_FULL_FLUSH), zlib.crc32(begun), len(begun))


def complete(packed: Packed, rest: bytes) -> bytes:
    """The object with the fields of another one besides, as a gzip file.

    >>> gzip.decompress(complete(pack(b'{"moments":[1,2]}'), b'{"id":"x"}'))
    b'{"moments":[1,2],"id":"x"}'
    """
    end = b"," + rest.removeprefix(b"{")
    press = zlib.compressobj(wbits=_RAW)
    checksum, size = zlib.crc32(end, packed.checksum), packed.size + len(end)
    return b"".join(
        (
            _HEAD,
            packed.deflated,
            press.compress(end) + press.flush(),
            checksum.to_bytes(4, "little"),
            (size % 2**32).to_bytes(4, "little"),
        )
    )


def plain(answer: bytes) -> bytes:
    """An answer for a client that takes nothing compressed."""
    return gzip.decompress(answer)

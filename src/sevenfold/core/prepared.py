"""What msgspec knows of our types, built before two threads can ask for it at once.

At the first use of a struct msgspec builds what it takes to decode into it. A second thread that comes in the
middle of that finds it half built, and the process dies by SIGSEGV. So it is built as soon as the types are
there: when Sevenfold or a game is imported, and in a server before its port answers. Encoding builds nothing.
"""

from collections.abc import Iterator
from threading import Lock

import msgspec

_ALONE = Lock()


def prepare_types(package: str = "") -> None:
    """Prepare the structs of a package that are loaded, and all that they hold; without a package, every one.

    >>> prepare_types("sevenfold")
    """
    with _ALONE:
        for struct in loaded(msgspec.Struct):
            if f"{struct.__module__}.".startswith(f"{package}." if package else ""):
                _prepare(struct)


def loaded(base: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    """All structs that are made of this one, in every module that is imported."""
    for struct in base.__subclasses__():
        yield struct
        yield from loaded(struct)


def _prepare(struct: type[msgspec.Struct]) -> None:
    try:
        msgspec.json.Decoder(struct)
    except Exception:  # somebody else's, with names that can't be found: nobody can decode into it
        return

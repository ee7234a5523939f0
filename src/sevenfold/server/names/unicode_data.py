"""What Unicode says of characters that look alike and of those that are not seen: `unicode_data.txt`.

    python -m sevenfold.server.names.unicode_data confusables.txt DerivedCoreProperties.txt

makes that file anew from two files of https://www.unicode.org/Public: `security/latest/confusables.txt`
(UTS 39, "Unicode Security Mechanisms") and `UCD/latest/ucd/DerivedCoreProperties.txt`.
"""

import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

FILE = Path(__file__).with_suffix(".txt")

IGNORABLE = "ignorable"

_HEAD = """\
# Made by `python -m sevenfold.server.names.unicode_data` from {sources} of Unicode.
# {copyright} UNICODE-LICENSE.txt beside this file is its licence.
# First the characters that are not seen, then each look with the characters that have it, in hexadecimal.
"""


class UnicodeData(NamedTuple):
    """`looks` is what a character looks like, where that is not itself; `ignorable` are not seen."""

    looks: dict[int, str]
    ignorable: frozenset[str]


@cache
def unicode_data() -> UnicodeData:
    """The data, read when they are first needed."""
    looks: dict[int, str] = {}
    ignorable: set[str] = set()
    for line in FILE.read_text(encoding="utf-8").splitlines():
        look, *characters = line.split()
        if look == IGNORABLE:
            ignorable.update(chr(code) for each in characters for code in _range(each))
        elif look != "#":
            text = "".join(chr(int(code, 16)) for code in look.split("+"))
            looks.update((int(code, 16), text) for code in characters)
    return UnicodeData(looks, frozenset(ignorable))


def _range(text: str) -> range:
    first, _, last = text.partition("..")
    return range(int(first, 16), int(last or first, 16) + 1)


def _lines(confusables: str, properties: str) -> Iterator[str]:
    version = re.search(r"^# Version: (\S+)", confusables, re.MULTILINE)
    copyright_ = re.search(r"^# (©.*)", confusables, re.MULTILINE)
    name = re.match(r"# (\S+)", properties)
    if version is None or copyright_ is None or name is None:
        raise SystemExit("these are not Unicode's confusables.txt and DerivedCoreProperties.txt")
    yield _HEAD.format(sources=f"confusables.txt {version[1]} and {name[1]}", copyright=copyright_[1])
    unseen = re.findall(r"^([0-9A-F.]+) *; Default_Ignorable_Code_Point", properties, re.MULTILINE)
    yield " ".join([IGNORABLE, *unseen]) + "\n"
    alike = defaultdict(list)
    for character, look in re.findall(r"^([0-9A-F]+) ;\t([0-9A-F ]+) ;", confusables, re.MULTILINE):
        alike[look.replace(" ", "+")].append(character)
    for look, characters in sorted(alike.items()):
        yield " ".join([look, *sorted(characters)]) + "\n"


def main() -> None:
    """Make the file anew from the two files that the command line names."""
    confusables, properties = (Path(each).read_text(encoding="utf-8-sig") for each in sys.argv[1:])
    FILE.write_text("".join(_lines(confusables, properties)), encoding="utf-8")


if __name__ == "__main__":
    main()

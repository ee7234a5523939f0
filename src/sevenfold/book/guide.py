"""Guides: a game's illustrated page, which one reads in two minutes, and the essentials for the table.

`GUIDE.md` of a game, and the same in other languages, has two parts, each under a title that begins with
`# `: the page, whose sections begin with `## `, and the essentials, a list. Cards are pictured as in
`{Q♠ 7♥}`; a paragraph that begins with a picture is drawn large, with the rest as its caption.
"""

import re
from importlib.resources import files
from importlib.resources.abc import Traversable

import msgspec

from sevenfold.book.texts import Language
from sevenfold.errors import SevenfoldError

_FILE = {Language.EN: "GUIDE.md", Language.ZH_HANS: "GUIDE.zh-Hans.md", Language.JA: "GUIDE.ja.md"}
_TITLE = re.compile(r"^# (.+)\n", re.MULTILINE)
_SECTION = re.compile(r"^## ", re.MULTILINE)


class GuideSection(msgspec.Struct, frozen=True):
    """A section of the illustrated page, in Markdown."""

    title: str
    text: str


class Essentials(msgspec.Struct, frozen=True):
    """What one looks up while playing: a list in Markdown."""

    title: str
    text: str


class Guide(msgspec.Struct, frozen=True):
    """The illustrated page of a game and its essentials in one language."""

    game: str
    language: str
    title: str
    sections: tuple[GuideSection, ...]
    essentials: Essentials


class GuideError(SevenfoldError, ValueError):
    """A guide that does not have its two parts."""


def guide_path(package: str, language: Language) -> Traversable:
    """The file of a game's guide in a language, which it may not have."""
    return files(package) / _FILE[language]


def load_guide(package: str, game: str, language: Language) -> Guide | None:
    """The guide of the game whose package is `game`, in its first language where it has no other.

    None where there is none at all. Raises GuideError.
    """
    for path in (guide_path(package, language), guide_path(package, Language.EN)):
        if path.is_file():
            return read_guide(path.read_text(encoding="utf-8"), game, language)
    return None


def read_guide(text: str, game: str, language: Language) -> Guide:
    """Read a guide. Raises GuideError."""
    parts = _TITLE.split(text)
    if len(parts) != 5 or parts[0].strip():
        raise GuideError(f"the {language} guide of {game} must have two parts, each with a title, `# ...`")
    _, title, page, essentials, listed = parts
    _, *sections = _SECTION.split(page)
    read = (section.partition("\n") for section in sections)
    return Guide(
        *(game, language, title),
        tuple(GuideSection(name, body.strip()) for name, _, body in read),
        Essentials(essentials, listed.strip()),
    )

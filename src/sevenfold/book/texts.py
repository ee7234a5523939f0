"""A game's texts: names, sentences and labels by key, in each language.

`texts/LANGUAGE.json` of a game maps keys to messages in ICU MessageFormat, which the client fills in; `KEYS`
(book/keys.py) says what each is.
"""

from enum import StrEnum
from importlib.resources import files
from importlib.resources.abc import Traversable

import msgspec

from sevenfold.errors import SevenfoldError


class Language(StrEnum):
    """The languages that texts and rules may be in: ours are in all, and a game has one at least."""

    EN = "en"
    ZH_HANS = "zh-Hans"
    JA = "ja"


class UnknownLanguage(SevenfoldError, LookupError):
    """A language that nothing is written in."""

    def __init__(self, language: str) -> None:
        super().__init__(f"there is no language {language!r}; the languages are {', '.join(Language)}")
        self.language = language


def read_language(text: str) -> Language:
    """The language of this tag: `en`, `zh-Hans` or `ja`. Raises UnknownLanguage."""
    try:
        return Language(text)
    except ValueError:
        raise UnknownLanguage(text) from None


def texts_path(package: str, language: Language) -> Traversable:
    """The file of a game's texts in a language, which it may not have."""
    return files(package) / "texts" / f"{language}.json"


def written_in(package: str) -> tuple[Language, ...]:
    """The languages that the game whose package is `game` has texts in.

    The first of them is read where there is no other; `README.md` and `GUIDE.md` are in it.

    >>> written_in("sevenfold.games.lockup")
    (<Language.EN: 'en'>, <Language.ZH_HANS: 'zh-Hans'>, <Language.JA: 'ja'>)
    """
    return tuple(language for language in Language if texts_path(package, language).is_file())


def load_texts(package: str, language: Language) -> dict[str, str]:
    """The texts of the game whose package is `game`, by key; in its first language where it has no others."""
    there = written_in(package)
    found = language if language in there else (*there, Language.EN)[0]
    return msgspec.json.decode(texts_path(package, found).read_bytes(), type=dict[str, str])

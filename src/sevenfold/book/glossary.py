"""Glossaries: the terms of a game, with their words and meanings in each language.

A game's `glossary.yaml` has its own terms; `glossary.yaml` beside this file has those that all games share. A
game's entry replaces the common one of its name.
"""

import re
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

import msgspec

from sevenfold.book.texts import Language, written_in
from sevenfold.core.yaml_files import read_yaml

_HIRAGANA = re.compile("[\u3041-\u309f]")

ByLanguage = dict[Language, list[str]]


class Term(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A term as it is kept; CONTRIBUTING.md says what the fields mean."""

    term: str
    words: ByLanguage
    name: dict[Language, str] = {}
    meaning: dict[Language, str]
    avoid: ByLanguage = {}
    loose: bool = False
    exempt: ByLanguage = {}


class Word(msgspec.Struct, frozen=True):
    """A term in one language: the word for it and what it means.

    `forms` are the words by which a text is known to speak of it; none where they have other meanings too.
    """

    term: str
    word: str
    meaning: str
    forms: tuple[str, ...]


def read_glossary(path: Traversable) -> list[Term]:
    """The terms of a glossary's file."""
    return msgspec.convert(read_yaml(path), list[Term])


def load_terms(package: str) -> list[Term]:
    """The terms of the game whose package is `game`: its own, then the common ones it does not replace."""
    own = _own_terms(package)
    named = {term.term for term in own}
    common = read_glossary(files(__package__) / "glossary.yaml")
    return own + [term for term in common if term.term not in named]


@cache
def load_words(package: str, language: Language) -> tuple[Word, ...]:
    """The glossary of the game whose package is `game`, in one language.

    It has the game's own terms, in a language that they have, and those of the common ones that its rules
    speak of.
    """
    own, first = _own_terms(package), (*written_in(package), Language.EN)[0]
    rules = (files(package) / "README.md").read_text(encoding="utf-8")
    return tuple(
        _word(term, language)
        for term in load_terms(package)
        if term in own or any(re.search(rf"\b{form}\b", rules) for form in term.words[first])
    )


def _own_terms(package: str) -> list[Term]:
    path = files(package) / "glossary.yaml"
    return read_glossary(path) if path.is_file() else []


def _word(term: Term, language: Language) -> Word:
    """In Chinese and Japanese, words of one character and stems of verbs occur inside many other words. They
    are forms only where they are the term's name.
    """
    if language not in term.words:
        language = next(iter(term.words))
    plain = [form for form in term.words[language] if form.replace(" ", "").replace("-", "").isalnum()]
    if language is Language.EN:
        word = term.name.get(language, term.term)
    else:
        word = term.name.get(language, plain[0])
        plain = [form for form in plain if len(form) > 1 and not _HIRAGANA.search(form[-1])]
    forms = () if term.loose else tuple(dict.fromkeys([word, *plain]))
    return Word(term.term, word, term.meaning[language], forms)

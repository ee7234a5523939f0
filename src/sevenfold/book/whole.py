"""All that there is to read about a game, read once: whoever offers a game to others tries it first."""

from sevenfold.book.glossary import load_words
from sevenfold.book.guide import load_guide
from sevenfold.book.lessons import load_lesson_texts, load_lessons
from sevenfold.book.rulebook import load_rule_book
from sevenfold.book.texts import Language, load_texts
from sevenfold.errors import SevenfoldError

NEEDED = ("name", "tagline", "aim")
"""The texts without which no page can show a game."""


class NoText(SevenfoldError, LookupError):
    """A text that every game must have, and a game has not."""

    def __init__(self, language: Language, key: str) -> None:
        super().__init__(f"texts/{language}.json has no text {key!r}")
        self.key = key


def read_all(package: str, game: str) -> None:
    """Read everything in the book of the game whose package is `game`.

    Raises NoText, and whatever reading raises: the files may hold anything.
    """
    load_lessons(package)
    for language in Language:
        texts = load_texts(package, language)
        for key in NEEDED:
            if key not in texts:
                raise NoText(language, key)
        load_rule_book(package, game, language)
        load_guide(package, game, language)
        load_words(package, language)
        load_lesson_texts(package, language)

"""The host's own words: a welcome, an imprint, a page on privacy, terms, each in up to three languages.

They are files of Markdown in one folder, such as `privacy.en.md`, read when the server starts. No HTML of
theirs is passed on, no script and no picture: only what Markdown itself makes.
"""

from difflib import SequenceMatcher
from functools import cache
from os.path import commonprefix
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias, get_args

from sevenfold.book.texts import Language
from sevenfold.errors import SevenfoldError

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

NAME = "Sevenfold"
"""What a card room is called whose host gives it no name."""

Page: TypeAlias = Literal["welcome", "imprint", "privacy", "terms"]

PAGES: tuple[Page, ...] = get_args(Page)

FILES = {f"{page}.{language}.md": (page, language) for page in PAGES for language in Language}
"""The files that there may be, and what they are."""

LARGEST_FILE = 262_144
"""The largest file with words, in bytes."""


class WordsWrong(SevenfoldError):
    """Files with the words of a host that cannot be used."""

    def __init__(self, mistakes: tuple[str, ...]) -> None:
        super().__init__("\n".join(mistakes))
        self.mistakes = mistakes


class HostPage(NamedTuple):
    """A page of the host's, as HTML, and the language that it is in."""

    language: Language
    html: str


class HostWords(NamedTuple):
    """All pages that a host has written, by page and language."""

    pages: dict[tuple[Page, Language], str]

    @property
    def there(self) -> tuple[Page, ...]:
        """The pages that there are in any language."""
        return tuple(page for page in PAGES if any((page, each) in self.pages for each in Language))

    def find(self, page: Page, language: Language) -> HostPage | None:
        """A page in this language or, where it is not there, in another; None if there is none."""
        for each in (language, *Language):
            if (page, each) in self.pages:
                return HostPage(each, self.pages[page, each])
        return None


NO_WORDS = HostWords({})


def read_words(folder: Path, *, must_be_there: bool = False) -> HostWords:
    """The words in a folder, as HTML. Raises WordsWrong with every mistake."""
    mistakes: list[str] = []
    pages: dict[tuple[Page, Language], str] = {}
    try:
        files = sorted(folder.iterdir())
    except FileNotFoundError:
        if not must_be_there:
            return NO_WORDS
        raise WordsWrong((f"{folder}: there is no such folder",)) from None
    except OSError as error:
        raise WordsWrong((f"{folder}: {error.strerror}",)) from None
    for file in files:
        if file.name.startswith(".") or file.name.endswith("~"):  # what editors and systems leave there
            continue
        try:
            text = _read(file)
        except ValueError as error:
            mistakes.append(f"{file}: {error}")
            continue
        if text.strip():
            pages[FILES[file.name]] = _markdown().render(text)
    if mistakes:
        raise WordsWrong(tuple(mistakes))
    return HostWords(pages)


def _read(file: Path) -> str:
    """The text of a file of words. Raises ValueError with what is wrong."""
    if file.name not in FILES:
        raise ValueError(f"no words have this name; is it {_nearest(file.name.lower())}?")
    try:
        if file.stat().st_size > LARGEST_FILE:
            raise ValueError(f"it has more than {LARGEST_FILE} bytes")
        return file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError("it is not in UTF-8; save it in that") from None
    except OSError as error:
        raise ValueError(str(error.strerror)) from None


def _nearest(name: str) -> str:
    """The file that begins most as this name does, and else is most like it."""

    def likeness(file: str) -> tuple[int, float]:
        same = commonprefix([name, file])  # noqa: RUF071  # of letters
        return len(same), SequenceMatcher(None, name, file).ratio()

    return max(FILES, key=likeness)


@cache
def _markdown() -> "MarkdownIt":
    """What makes HTML of Markdown: HTML in it becomes text, and no link leads to a script."""
    from markdown_it import MarkdownIt  # commands that show no words do without it

    return MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")

"""Rule books: a game's README, read into numbered rules.

A README has a title, an introduction and sections that begin with `## `. A rule is a list item that begins
with its number, `- **LU-1.1** ...`; further lines of it are indented by two spaces. A line `---` stands
before the appendix: sections for those who ask where the rules come from, or set options by name. The lists
of options and refusals are made of the game's code (`book/lists.py`).
"""

import re
from importlib.resources import files

import msgspec

from sevenfold.book.lists import with_lists
from sevenfold.book.texts import Language, written_in
from sevenfold.errors import SevenfoldError

_README = {
    Language.EN: "README.md",
    Language.ZH_HANS: "README.zh-Hans.md",
    Language.JA: "README.ja.md",
}
_TITLE = re.compile(r"# (.+)\n")
_SECTION = re.compile(r"^## ", re.MULTILINE)
_RULE = re.compile(r"^- \*\*([A-Z][A-Z0-9]*-\d+\.\d+)\*\* (.+(?:\n+  .+)*)\n*", re.MULTILINE)


class RuleText(msgspec.Struct, frozen=True):
    """One numbered rule, in Markdown."""

    id: str
    text: str


class RuleSection(msgspec.Struct, frozen=True):
    """A section of a rule book: `text` is what it says besides its rules, in Markdown."""

    title: str
    text: str
    rules: tuple[RuleText, ...]
    appendix: bool = False


class RuleBook(msgspec.Struct, frozen=True):
    """The rules of a game in one language; the introduction is Markdown."""

    game: str
    language: str
    title: str
    intro: str
    sections: tuple[RuleSection, ...]

    @property
    def rules(self) -> tuple[RuleText, ...]:
        """Every rule, in order."""
        return tuple(rule for section in self.sections for rule in section.rules)


class RuleBookError(SevenfoldError, ValueError):
    """A README that does not begin with its title."""


def load_rule_book(package: str, game: str, language: Language) -> RuleBook:
    """The rules of the game whose package is `game`; in its first language where it has no others.

    Raises RuleBookError.
    """
    path, written = files(package) / _README[language], language
    if not path.is_file():
        path, written = files(package) / "README.md", (*written_in(package), Language.EN)[0]
    readme = with_lists(path.read_text(encoding="utf-8"), package, written)
    return read_rule_book(readme, game, language)


def read_rule_book(text: str, game: str, language: Language) -> RuleBook:
    """Read a README. Raises RuleBookError."""
    title = _TITLE.match(text)
    if title is None:
        raise RuleBookError(f"the {language} rules of {game} must begin with a title, `# ...`")
    body, _, appendix = text[title.end() :].partition("\n---\n")
    intro, *sections = _SECTION.split(body)
    _, *more = _SECTION.split(appendix)
    read = (
        *(_section(section, False) for section in sections),
        *(_section(section, True) for section in more),
    )
    return RuleBook(game, language, title[1], intro.strip(), read)


def _section(text: str, appendix: bool) -> RuleSection:
    title, _, body = text.partition("\n")
    rules = (RuleText(id_, words.replace("\n  ", "\n")) for id_, words in _RULE.findall(body))
    return RuleSection(title, _RULE.sub("", body).strip(), tuple(rules), appendix)

"""One word for one thing in each language: the glossaries, held against every text, and rules of style."""

import json
import re
import subprocess
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

from sevenfold.book.glossary import Term, load_terms, read_glossary
from sevenfold.book.guide import load_guide
from sevenfold.book.rulebook import load_rule_book
from sevenfold.book.texts import Language
from sevenfold.games import package_of
from sevenfold.testing.contract.tables import FINISHED
from tests.book.pictures import PICTURE

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "src/sevenfold/games"
BOOK = ROOT / "src/sevenfold/book"
WEB = ROOT / "web/src"
PAGE = "page"
"""Stands for the page's own sentences where a game's name is expected."""

TRANSLATIONS = (Language.ZH_HANS, Language.JA)
README = {Language.EN: "README.md", Language.ZH_HANS: "README.zh-Hans.md", Language.JA: "README.ja.md"}

each_source = pytest.mark.parametrize("source", [PAGE, *FINISHED])
each_game = pytest.mark.parametrize("game", FINISHED)
each_language = pytest.mark.parametrize("language", Language)
each_translation = pytest.mark.parametrize("language", TRANSLATIONS)


@cache
def own_terms(source: str) -> list[Term]:
    return read_glossary(
        WEB / "lib/i18n/glossary.yaml" if source == PAGE else GAMES / source / "glossary.yaml"
    )


@cache
def terms(source: str) -> list[Term]:
    """The terms of a game or the page, and the common ones that it does not define anew."""
    if source != PAGE:
        return load_terms(package_of(source))
    own = own_terms(source)
    named = {term.term for term in own}
    return own + [term for term in read_glossary(BOOK / "glossary.yaml") if term.term not in named]


@cache
def sentences(source: str, language: Language) -> dict[str, str]:
    """Every sentence of a game or the page: texts and lessons by key, rules by number."""
    name = f"{language.value}.json"
    if source == PAGE:
        paths = sorted((WEB / "lib/i18n").rglob(name))
    else:
        paths = [GAMES / source / "texts" / name, GAMES / source / "lessons" / name]
    found: dict[str, str] = {}
    for path in paths:
        if path.exists():
            found |= json.loads(path.read_text(encoding="utf-8"))
    if source != PAGE:
        rules = load_rule_book(package_of(source), source, language).rules
        found |= {rule.id: without_code(rule.text) for rule in rules}
        found |= guide_sentences(source, language)
    return found


def guide_sentences(game: str, language: Language) -> dict[str, str]:
    """The paragraphs and lines of a guide, by section and line."""
    guide = load_guide(package_of(game), game, language)
    assert guide is not None
    parts = [*(re.split(r"\n\n|\n(?=- )", section.text) for section in guide.sections)]
    parts.append(guide.essentials.text.split("\n"))
    return {
        f"guide.{section}.{line}": PICTURE.sub("", text)
        for section, lines in enumerate(parts, 1)
        for line, text in enumerate(lines, 1)
    }


def without_code(text: str) -> str:
    return re.sub(r"`[^`]*`", "", text)


def unruled(source: str, language: Language) -> dict[str, str]:
    """The lines of a README that are no rule, by a name for a failure's message."""
    if source == PAGE:
        return {}
    lines = without_code((GAMES / source / README[language]).read_text(encoding="utf-8")).split("\n")
    return {f"{README[language]}:{number}": line for number, line in enumerate(lines, 1)}


def finds(words: Iterable[str], language: Language, text: str) -> bool:
    """Whether one of these patterns occurs: in English as a whole word, small words with a capital too."""
    for word in words:
        pattern = rf"\b{word}\b" if language is Language.EN else word
        if re.search(pattern, text, re.IGNORECASE if word.islower() else 0):
            return True
    return False


def said(text: str) -> str:
    """A message without the names of its arguments."""
    return re.sub(r"\{[a-z_]+\d?(\}|, (select|plural),)", "", text)


def exempt(term: Term, source: str, language: Language) -> set[str]:
    """The sentences of a source that a term passes over. In the common glossary they are `source/key`."""
    named = (key.split("/") for key in term.exempt.get(language, ()))
    return {key for *where, key in named if where in ([], [source])}


def avoided(term: Term, texts: dict[str, str], language: Language) -> set[str]:
    """The sentences that have a word which the term avoids."""
    return {key for key, text in texts.items() if finds(term.avoid.get(language, ()), language, said(text))}


# --- the glossaries ---------------------------------------------------------------------------------


@each_source
def test_every_term_has_its_words_and_one_sentence_in_each_language(source: str) -> None:
    for term in terms(source):
        assert term.words.keys() == term.meaning.keys() == set(Language), term.term
        assert all(term.words.values()), term.term
        for language, meaning in term.meaning.items():
            assert meaning.endswith("." if language is Language.EN else "。"), (term.term, meaning)
    names = [term.term for term in own_terms(source)]
    assert len(names) == len(set(names))


@each_game
def test_the_glossary_of_the_rules_is_a_part_of_the_glossary(game: str) -> None:
    """Whoever reads a word in the rules can look it up at the table."""
    (glossary,) = [
        section.text
        for section in load_rule_book(package_of(game), game, Language.EN).sections
        if section.title == "Glossary"
    ]
    listed = {name.lower() for name in re.findall(r"^- \*\*(.+?)\*\*", glossary, re.MULTILINE)}
    known = {word.lower() for term in terms(game) for word in (term.term, *term.words[Language.EN])}
    assert listed <= known


@each_source
@each_language
def test_meanings_keep_to_the_words_themselves(source: str, language: Language) -> None:
    for term in terms(source):
        for other in terms(source):
            assert not finds(other.avoid.get(language, ()), language, term.meaning[language]), (
                term.term,
                other.term,
            )


# --- one word for one thing -------------------------------------------------------------------------


@each_source
@each_language
def test_no_avoided_word_is_used(source: str, language: Language) -> None:
    texts = sentences(source, language) | unruled(source, language)
    wrong = [
        (term.term, key, texts[key])
        for term in terms(source)
        for key in sorted(avoided(term, texts, language) - exempt(term, source, language))
    ]
    assert wrong == []


def untranslated(term: Term, source: str, language: Language) -> set[str]:
    """The sentences in which English has the term and the translation has none of its words."""
    translated = sentences(source, language)
    return {
        key
        for key, english in sentences(source, Language.EN).items()
        if finds(term.words[Language.EN], Language.EN, said(english))
        and not finds(term.words[language], language, said(translated[key]))
    }


@each_source
@each_translation
def test_a_term_has_its_word_wherever_english_has_the_term(source: str, language: Language) -> None:
    wrong = [
        (term.term, key, sentences(source, language)[key])
        for term in terms(source)
        if not term.loose
        for key in sorted(untranslated(term, source, language) - exempt(term, source, language))
    ]
    assert wrong == []


@each_source
@each_language
def test_every_exemption_is_needed(source: str, language: Language) -> None:
    texts = sentences(source, language)
    for term in terms(source):
        used = avoided(term, texts, language)
        if language in TRANSLATIONS and not term.loose:
            used |= untranslated(term, source, language)
        assert exempt(term, source, language) <= used, term.term


# --- style ------------------------------------------------------------------------------------------

HAN = "[\u4e00-\u9fff]"
KANA = "[\u3040-\u30ff\u4e00-\u9fff]"
RANK, SUIT = "(?:10|[2-9AKQJ])", "[♠♥♣♦]"
NOT_WORDS = re.compile(rf"[A-Z][A-Z0-9]*-\d+\.\d+|{SUIT}{RANK}|{RANK}{SUIT}|{RANK}(?: {RANK})+")
"""Numbers of rules and cards, which keep their spaces."""
STYLE = {
    Language.ZH_HANS: {
        "您": "你, never 您",
        "(?<!…)…(?!…)": "…… is double",
        f"{HAN}[0-9A-Za-z]|[0-9A-Za-z]{HAN}": "a space between Chinese and figures or letters",
        f"(?<={HAN})[,;:?!]": "full-width signs",
    },
    Language.JA: {
        "……": "… is single",
        f"{KANA} [0-9]|[0-9] {KANA}": "no space between Japanese and figures",
        "[0-9]~[0-9]": "a range has 〜",
        f"(?<={KANA})[,;:?!]": "full-width signs",
        "だめ|エラー": "no scolding",
    },
    Language.EN: {r"(?<!\w)-(?=\d)": "a minus is −"},
}


@each_source
@each_language
def test_the_rules_of_style(source: str, language: Language) -> None:
    wrong = [
        (key, why, text)
        for key, text in sentences(source, language).items()
        for pattern, why in STYLE[language].items()
        if re.search(pattern, NOT_WORDS.sub("", said(text)))
    ]
    assert wrong == []


# --- players are they --------------------------------------------------------------------------------

HE = re.compile(r"(?<![a-z])(he|his|him|himself)(?![a-z])", re.IGNORECASE)
READ = {".md", ".py", ".ts", ".svelte", ".json", ".yaml", ".html", ".css", ".toml"}
NOT_READ = "package-lock.json"
NO_WORDS = "bench/suite/results.json"
"""Results of the benchmark, with their hashes."""


def repository_files() -> list[str]:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True)
    return [
        name
        for name in listed.stdout.split("\n")
        if Path(name).suffix in READ and not name.endswith(NOT_READ) and not name.startswith(NO_WORDS)
    ]


def test_a_player_is_they() -> None:
    here = Path(__file__).relative_to(ROOT).as_posix()
    names = repository_files()
    assert here in names
    found = [
        f"{name}:{number}: {line.strip()}"
        for name in names
        if name != here
        for number, line in enumerate((ROOT / name).read_text(encoding="utf-8").split("\n"), 1)
        if HE.search(line)
    ]
    assert found == []

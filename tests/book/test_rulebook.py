"""The rules in the games' READMEs have the same numbers in every language, and agree with the code."""

import re
from functools import cache
from pathlib import Path

import msgspec
import pytest
import yaml

from sevenfold.book.rulebook import RuleBook, RuleBookError, RuleText, load_rule_book, read_rule_book
from sevenfold.book.texts import Language, load_texts
from sevenfold.core.options import OptionSpec, describe
from sevenfold.games import OWN_GAMES, UnknownGame, load_game, load_meta, package_of

HERE = Path(__file__).parent
NUMBERS: dict[str, str] = yaml.safe_load((HERE / "rule_numbers.yaml").read_text(encoding="utf-8"))

each_game = pytest.mark.parametrize("game", OWN_GAMES)
each_language = pytest.mark.parametrize("language", Language)


@cache
def book(game: str, language: Language) -> RuleBook:
    return load_rule_book(package_of(game), game, language)


def everything(rules: RuleBook) -> str:
    texts = [text for section in rules.sections for text in (section.text, *(r.text for r in section.rules))]
    return "\n".join([rules.intro, *texts])


def rows(rules: RuleBook) -> dict[str, list[str]]:
    """The rows of the tables of a rule book, by the name in code that they begin with."""
    lines = re.findall(r"^\| `(\w+)`.*? \| (.+) \|$", everything(rules), re.MULTILINE)
    return {name: [cell.replace("`", "") for cell in cells.split(" | ")] for name, cells in lines}


# --- the games' rule books --------------------------------------------------------------------------


@each_game
@each_language
def test_each_language_has_every_rule_in_order(game: str, language: Language) -> None:
    assert [rule.id for rule in book(game, language).rules] == NUMBERS[game].split()


@each_game
@each_language
def test_no_rule_and_no_section_is_empty(game: str, language: Language) -> None:
    rules = book(game, language)
    assert rules.intro
    assert all(rule.text.strip() for rule in rules.rules)
    assert all(section.title and (section.text or section.rules) for section in rules.sections)


@each_game
@each_language
def test_each_item_of_the_rules_ends_where_a_sentence_ends(game: str, language: Language) -> None:
    """A picture may have a caption without a full stop; a rule, an item and a paragraph may not break off."""
    rules = book(game, language)
    texts = [section.text for section in rules.sections] + [rule.text for rule in rules.rules]
    blocks = [re.split(r"\n\s*\n|\n(?= *(?:- |\d+\. ))", text) for text in (rules.intro, *texts)]
    written = [" ".join(block.split()) for text in blocks for block in text]
    sentences = [
        block for block in written if block and block[0] not in "{|#" and not block.startswith("---")
    ]
    assert [block for block in sentences if block[-1] not in ".。:："] == []


@each_game
@each_language
def test_sections_hold_the_same_rules_as_in_english(game: str, language: Language) -> None:
    shape, english = (
        [[rule.id for rule in section.rules] for section in book(game, tag).sections]
        for tag in (language, Language.EN)
    )
    assert shape == english


@each_game
@each_language
def test_rules_name_the_same_rules_as_in_english(game: str, language: Language) -> None:
    prefix = load_meta(game).prefix
    for rule, english in zip(book(game, language).rules, book(game, Language.EN).rules, strict=True):
        named, expected = (set(re.findall(rf"{prefix}-\d+(?:\.\d+)?", text.text)) for text in (rule, english))
        assert named == expected, rule.id


@each_game
@each_language
def test_every_rule_that_is_named_is_there(game: str, language: Language) -> None:
    prefix = load_meta(game).prefix
    named = set(re.findall(rf"{prefix}-\d+\.\d+", everything(book(game, language))))
    assert named <= set(NUMBERS[game].split())


@each_game
@each_language
def test_the_title_is_the_name_of_the_game(game: str, language: Language) -> None:
    assert book(game, language).title == load_texts(package_of(game), language)["name"]


# --- in step with the code --------------------------------------------------------------------------


def values_of(spec: OptionSpec) -> list[str]:
    """The values as a table of options lists them: each choice, or the bounds and the step of a number."""
    bounds = (spec.minimum, spec.maximum, spec.multiple_of)
    return [str(value) for value in spec.choices or bounds if value is not None]


@each_game
@each_language
def test_options_are_listed_with_rule_values_and_default(game: str, language: Language) -> None:
    listed = rows(book(game, language))
    for spec in describe(load_meta(game).options):
        rule, values, default = listed[spec.name][:3]
        assert rule == spec.rule
        assert rule in NUMBERS[game].split()
        assert re.findall(r"\w+" if spec.choices else r"\d+", values, re.ASCII) == values_of(spec)
        assert default == str(spec.default)


@each_game
@each_language
def test_presets_are_listed_with_their_values(game: str, language: Language) -> None:
    listed = rows(book(game, language))
    for name, options in load_meta(game).presets.items():
        expected = [str(value) for value in msgspec.structs.astuple(options)]
        assert listed[name][: len(expected)] == expected


@each_game
@each_language
def test_refusals_are_listed_in_the_order_of_the_code(game: str, language: Language) -> None:
    prefix = load_meta(game).prefix
    listed = re.findall(
        rf"^\d+\. ({prefix}-\d+\.\d+)", everything(book(game, language)), re.MULTILINE | re.ASCII
    )
    assert listed == list(load_game(game).refusals.VIOLATIONS)


# --- how a README is read ---------------------------------------------------------------------------

README = """\
# Snap

Two players.

## 1. Play

Before the rules.

- **SN-1.1** Turn a card.
- **SN-1.2** On two of a kind,
  say it:

  - once,
  - aloud.

After them.

## Words

- **snap**: what one says.
"""


def test_a_readme_is_read_into_sections_and_rules() -> None:
    read = read_rule_book(README, "snap", Language.EN)
    assert (read.title, read.intro) == ("Snap", "Two players.")
    play, words = read.sections
    assert play.title == "1. Play"
    assert play.text == "Before the rules.\n\nAfter them."
    assert play.rules == (
        RuleText("SN-1.1", "Turn a card."),
        RuleText("SN-1.2", "On two of a kind,\nsay it:\n\n- once,\n- aloud."),
    )
    assert words.text == "- **snap**: what one says."
    assert words.rules == ()


def test_a_readme_begins_with_its_title() -> None:
    with pytest.raises(RuleBookError, match="the ja rules of snap must begin with a title"):
        read_rule_book("## 1. Play\n", "snap", Language.JA)


def test_a_game_that_is_not_there_has_no_rules() -> None:
    with pytest.raises(UnknownGame, match="no game 'snap'; the games are lockup"):
        package_of("snap")

"""The rules in the games' READMEs have the same numbers in every language, and agree with the code."""

import re
from functools import cache
from pathlib import Path

import pytest
import yaml

from sevenfold.book.lists import with_lists
from sevenfold.book.rulebook import RuleBook, RuleBookError, RuleText, load_rule_book, read_rule_book
from sevenfold.book.texts import Language, load_texts
from sevenfold.core.options import describe
from sevenfold.games import OWN_GAMES, UnknownGame, folder_of, load_game, load_meta, package_of

HERE = Path(__file__).parent
NUMBERS: dict[str, str] = yaml.safe_load((HERE / "rule_numbers.yaml").read_text(encoding="utf-8"))

DEFAULT = {Language.EN: ", default)", Language.ZH_HANS: "，默认）", Language.JA: "、既定）"}
"""How the rule book marks a default."""

each_game = pytest.mark.parametrize("game", OWN_GAMES)
each_language = pytest.mark.parametrize("language", Language)


@cache
def book(game: str, language: Language) -> RuleBook:
    return load_rule_book(package_of(game), game, language)


def everything(rules: RuleBook) -> str:
    texts = [text for section in rules.sections for text in (section.text, *(r.text for r in section.rules))]
    return "\n".join([rules.intro, *texts])


def readme_of(game: str, language: Language) -> tuple[Language, Path]:
    """The README that the rules in this language are read from, and its own."""
    folder = folder_of(package_of(game))
    own = folder / ("README.md" if language is Language.EN else f"README.{language}.md")
    return (language, own) if own.is_file() else (Language.EN, folder / "README.md")


def items(rules: RuleBook, section: int) -> list[str]:
    """The items of a section that is made of the code, each with those below it."""
    return re.findall(r"^(?:- |\d+\. )(.+(?:\n    - .+)*)$", rules.sections[section].text, re.MULTILINE)


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


# --- lists that are made of the code ----------------------------------------------------------------


@each_game
@each_language
def test_options_are_listed_with_rule_values_and_default(game: str, language: Language) -> None:
    language, _ = readme_of(game, language)
    texts, meta = load_texts(package_of(game), language), load_meta(game)
    listed = items(book(game, language), -2)[len(meta.presets) :]
    for item, spec in zip(listed, describe(meta.options), strict=True):
        whole, *values = item.split("\n")
        assert spec.rule in NUMBERS[game].split()
        for said in (texts[f"option.{spec.name}"], texts[f"option.{spec.name}.help"], spec.name, spec.rule):
            assert said in whole
        if spec.choices:
            assert [re.findall(r"`(\w+)`", value)[0] for value in values] == [str(v) for v in spec.choices]
            (default,) = (value for value in values if DEFAULT[language] in value)
            assert f"`{spec.default}`" in default
        else:
            numbers = (spec.minimum, spec.maximum, spec.multiple_of, spec.default)
            found = re.findall(r"\d+", " ".join(values))
            assert found == [str(number) for number in numbers if number is not None]


@each_game
@each_language
def test_presets_are_listed_with_what_they_set(game: str, language: Language) -> None:
    language, _ = readme_of(game, language)
    texts, meta = load_texts(package_of(game), language), load_meta(game)
    listed = items(book(game, language), -2)[: len(meta.presets)]
    for item, (name, options) in zip(listed, meta.presets.items(), strict=True):
        for said in (texts[f"preset.{name}"], texts[f"preset.{name}.help"], f"`{name}`"):
            assert said in item
        assert meta.make_options(None, dict(re.findall(r"`(\w+)=(\w+)`", item))) == options
        assert (DEFAULT[language] in item) == (name == meta.default_preset)


@each_game
@each_language
def test_refusals_are_listed_in_the_order_of_the_code(game: str, language: Language) -> None:
    language, _ = readme_of(game, language)
    texts, rules = load_texts(package_of(game), language), load_game(game).refusals.VIOLATIONS
    colon = ": " if language is Language.EN else "："
    assert items(book(game, language), -1) == [
        f"{rule}{colon}{texts[f'violation.{rule}.help']}" for rule in rules
    ]


@each_game
@each_language
def test_a_readme_says_in_place_of_each_list_where_it_is(game: str, language: Language) -> None:
    readme = readme_of(game, language)[1].read_text(encoding="utf-8")
    assert len(re.findall(rf"^.*`sevenfold rules {game}[ `].*$", readme, re.MULTILINE)) == 2
    assert not re.search(r"^(?:\| `\w+`|1\. [A-Z])", readme.partition("\n---\n")[2], re.MULTILINE)
    assert "sevenfold rules" not in everything(book(game, language))


def test_a_readme_without_places_for_lists_gets_them_at_its_end() -> None:
    whole = read_rule_book(with_lists(README, package_of("lockup"), Language.EN), "snap", Language.EN)
    assert [section.title for section in whole.sections[2:]] == ["Presets and options", "Refusals"]
    assert [section.appendix for section in whole.sections] == [False, False, True, True]
    assert whole.rules == read_rule_book(README, "snap", Language.EN).rules
    assert items(whole, -1)[0].startswith("LU-2.1: ")


def test_a_list_that_a_readme_has_itself_stays_as_it_is() -> None:
    own = f"{README}\n---\n\n## Refusals\n\n1. SN-1.2: nothing is said."
    whole = read_rule_book(with_lists(own, package_of("lockup"), Language.EN), "snap", Language.EN)
    assert [section.title for section in whole.sections[2:]] == ["Refusals", "Presets and options"]
    assert whole.sections[2].text == "1. SN-1.2: nothing is said."


def test_what_a_readme_says_round_a_list_stays_round_it() -> None:
    own = f"{README}\n## Refusals\n\nFirst:\n\n`sevenfold rules snap` prints it.\n\nLast.\n"
    whole = read_rule_book(with_lists(own, package_of("lockup"), Language.EN), "snap", Language.EN)
    first, *listed, last = whole.sections[2].text.split("\n\n")
    assert (first, last, len(listed)) == ("First:", "Last.", 1)
    assert listed[0].startswith("1. LU-2.1: ")


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

"""The illustrated pages of the games, their pictured cards, and the glossaries as the page has them."""

import re

import pytest

from sevenfold.book.glossary import load_words
from sevenfold.book.guide import Guide, GuideError, GuideSection, load_guide, read_guide
from sevenfold.book.rulebook import load_rule_book
from sevenfold.book.texts import Language
from sevenfold.games import package_of
from sevenfold.testing.contract.tables import FINISHED
from tests.book.pictures import PICTURE, Mark, PicturedCard, PictureError, read_pictures

MOST = {Language.EN: 350, Language.ZH_HANS: 700, Language.JA: 900}
"""The most words of an illustrated page, for two minutes of reading; characters in Chinese and Japanese."""

each_game = pytest.mark.parametrize("game", FINISHED)
each_language = pytest.mark.parametrize("language", Language)


def guide_of(game: str, language: Language) -> Guide:
    guide = load_guide(package_of(game), game, language)
    assert guide is not None
    return guide


def length(guide: Guide, language: Language) -> int:
    words = PICTURE.sub(" ", " ".join(f"{section.title} {section.text}" for section in guide.sections))
    return len(words.split()) if language is Language.EN else len(re.sub(r"\s", "", words))


@each_game
@each_language
def test_a_guide_is_read_in_two_minutes(game: str, language: Language) -> None:
    guide = guide_of(game, language)
    assert length(guide, language) <= MOST[language]
    assert all(section.title and section.text for section in guide.sections)


@each_game
@each_language
def test_every_picture_parses_and_shows_the_same_cards_in_each_language(
    game: str, language: Language
) -> None:
    def pictured(guide: Guide) -> list[object]:
        texts = [*(section.text for section in guide.sections), guide.essentials.text]
        return [sorted(map(str, read_pictures(text))) for text in texts]

    assert pictured(guide_of(game, language)) == pictured(guide_of(game, Language.EN))
    assert any(pictured(guide_of(game, language)))


@each_game
@each_language
def test_every_picture_in_the_rules_parses(game: str, language: Language) -> None:
    book = load_rule_book(package_of(game), game, language)
    shown = [len(read_pictures(rule.text)) for rule in book.rules]
    english = [
        len(read_pictures(rule.text)) for rule in load_rule_book(package_of(game), game, Language.EN).rules
    ]
    assert shown == english


@each_game
@each_language
def test_every_term_has_one_word_that_a_reader_can_look_up(game: str, language: Language) -> None:
    words = load_words(package_of(game), language)
    assert len({word.term for word in words}) == len(words)
    for word in words:
        assert not re.search(r"[\\(\[|]", word.word), word.term
        assert word.meaning


def test_pictures_have_cards_groups_and_marks() -> None:
    ((trick, rest),) = read_pictures("After {Q♦* 10♦ | K♣! ?} and no more.")
    assert trick == (PicturedCard("Q♦", Mark.TAKES), PicturedCard("10♦", Mark.NONE))
    assert rest == (PicturedCard("K♣", Mark.REFUSED), PicturedCard("?", Mark.NONE))


@pytest.mark.parametrize("text", ["{1♠}", "{Q♠ and 7}", "{}", "{Q♠ |}", "{QS}"])
def test_what_is_no_card_is_no_picture(text: str) -> None:
    with pytest.raises(PictureError, match="a picture is cards such as"):
        read_pictures(text)


def test_a_guide_has_a_page_and_essentials() -> None:
    guide = read_guide(
        "# Soon\n\n## Aim\n\nWin.\n\n## Play\n\n{7♥} Play.\n\n# Short\n\n- Win.\n", "snap", Language.EN
    )
    assert guide.sections == (GuideSection("Aim", "Win."), GuideSection("Play", "{7♥} Play."))
    assert (guide.title, guide.essentials.title, guide.essentials.text) == ("Soon", "Short", "- Win.")


@pytest.mark.parametrize("text", ["## Aim\n\nWin.\n", "# One\n\nonly\n"])
def test_a_guide_without_its_parts_is_refused(text: str) -> None:
    with pytest.raises(GuideError, match="the en guide of snap must have two parts"):
        read_guide(text, "snap", Language.EN)


def test_a_game_without_guide_has_none() -> None:
    assert load_guide("sevenfold.games._stub", "_stub", Language.JA) is None


def test_a_game_without_glossary_has_the_common_terms() -> None:
    words = {word.term: word for word in load_words("sevenfold.games._stub", Language.EN)}
    assert words["trick"].forms == ("trick", "tricks")


def test_a_glossary_leaves_out_common_terms_that_the_rules_do_not_need() -> None:
    words = {word.term: word for word in load_words(package_of("seven_bridge"), Language.EN)}
    assert "joker" in words
    assert "trick" not in words


def test_words_with_other_meanings_too_are_not_looked_for() -> None:
    words = {word.term: word for word in load_words(package_of("lockup"), Language.JA)}
    assert words["match"].forms == ()
    assert words["throw off"].forms == ("ディスカード",)

"""Messages in ICU MessageFormat, filled in by Python as the browser fills them in."""

import re

import pytest

from sevenfold.book.sentences import MessageError, sentence
from sevenfold.book.texts import Language, load_texts
from sevenfold.games import OWN_GAMES, package_of


@pytest.mark.parametrize(
    ("message", "values", "text"),
    [
        ("Play", {}, "Play"),
        ("{seat} plays {cards}.", {"seat": "Seat 1", "cards": "Q♥"}, "Seat 1 plays Q♥."),
        ("{seat}", {}, "{seat}"),
        ("{you, select, true {You} other {{seat}}}", {"you": True, "seat": "Mei"}, "You"),
        ("{you, select, true {You} other {{seat}}}", {"you": False, "seat": "Mei"}, "Mei"),
        ("{n, plural, =0 {none} one {# trick} other {# tricks}}", {"n": 0}, "none"),
        ("{n, plural, =0 {none} one {# trick} other {# tricks}}", {"n": 1}, "1 trick"),
        ("{n, plural, =0 {none} one {# trick} other {# tricks}}", {"n": 12}, "12 tricks"),
        ("{n, plural, one {# trick} other {# tricks}}", {"n": "1.0"}, "1.0 tricks"),
        ("{n, plural, one {#} other {#}}", {"n": -2}, "−2"),
        ("{n, plural, other {{who, select, a {# for a} other {#}}}}", {"n": 3, "who": "a"}, "3 for a"),
        ("# is no number", {}, "# is no number"),
        ("it''s '{here}'", {}, "it's {here}"),
    ],
)
def test_a_message_is_filled_in(message: str, values: dict[str, str | int | bool], text: str) -> None:
    assert sentence(message, values) == text


def test_only_english_has_a_singular() -> None:
    message = "{n, plural, one {one} other {#}}"
    assert [sentence(message, {"n": 1}, language) for language in Language] == ["one", "1", "1"]


@pytest.mark.parametrize("text", ["{", "}", "{a", "{a, plural, one {x}", "{a, plural, one {x} other}", "{}"])
def test_what_is_no_message_is_an_error_that_shows_it(text: str) -> None:
    with pytest.raises(MessageError, match=re.escape(repr(text))):
        sentence(text, {})


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("name", OWN_GAMES)
def test_every_text_of_a_game_is_a_message(name: str, language: Language) -> None:
    for key, message in load_texts(package_of(name), language).items():
        values = dict.fromkeys(re.findall(r"\w+", message), "1")
        assert "{" not in sentence(message, values, language), key

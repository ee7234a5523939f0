"""Moves taken apart into kind, cards and argument, for programs that show them."""

import pytest

from sevenfold.core.defaults import manner
from sevenfold.core.events import Event
from sevenfold.core.written import WrittenMove, take_apart


@pytest.mark.parametrize(
    ("text", "kind", "cards", "arg"),
    [
        ("pass", "pass", (), None),
        ("take H", "take", (), "H"),
        ("discard 7C 8D", "discard", ("7C", "8D"), None),
        ("discard ? ?", "discard", ("?", "?"), None),
        ("QH", "play", ("QH",), None),
        ("JK S", "play", ("JK",), "S"),
        ("KH KH QH QH", "play", ("KH", "KH", "QH", "QH"), None),
        ("meld JK=6H 7H 8H", "meld", ("JK=6H", "7H", "8H"), None),
        ("lay 5D 12", "lay", ("5D",), "12"),
        ("anti RJ RJ", "anti", ("RJ", "RJ"), None),
    ],
)
def test_a_move_is_a_word_cards_and_what_comes_after(
    text: str, kind: str, cards: tuple[str, ...], arg: str | None
) -> None:
    assert take_apart(text) == WrittenMove(text=text, kind=kind, cards=cards, arg=arg)


def test_the_event_of_a_move_has_its_parts() -> None:
    event = Event.of_move(3, 1, "JK S")
    assert (event.kind, event.move, event.action, event.cards, event.arg) == (
        "move",
        "JK S",
        "play",
        ("JK",),
        "S",
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [("pass", "said"), ("take H", "said"), ("bid 3", "said"), ("QH", "seen"), ("bid ?", "seen")],
)
def test_in_a_game_that_does_not_say_otherwise_a_move_without_cards_is_said(text: str, expected: str) -> None:
    assert manner(take_apart(text)) == expected

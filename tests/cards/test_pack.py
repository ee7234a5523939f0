"""Cards as text, by docs/notation.md."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sevenfold.cards.pack import CardError, Pack

WHIST = Pack(suits="CDHS", ranks="23456789TJQKA")
DOUBLE = Pack(suits="DCHS", ranks="23456789TJQKA", jokers=("BJ", "RJ"), copies=2)
SYMBOLS = {"S": "♠♤", "H": "♥♡", "D": "♦♢", "C": "♣♧"}


def spellings(name: str) -> list[str]:
    """A card as it may be typed."""
    ranks = ("T", "t", "10") if name[0] == "T" else (name[0], name[0].lower())
    suit = name[1]
    letters = [rank + letter for rank, letter in product(ranks, (suit, suit.lower()))]
    before = [symbol + rank for symbol, rank in product(SYMBOLS[suit], ranks)]
    after = [rank + symbol for symbol, rank in product(SYMBOLS[suit], ranks)]
    emoji = [f"{rank}{SYMBOLS[suit][0]}\ufe0f" for rank in ranks]
    return [*letters, *before, *after, *emoji]


@pytest.mark.parametrize("name", WHIST.names)
def test_a_card_is_read_however_it_is_spelled(name: str) -> None:
    for text in spellings(name):
        assert WHIST.names[WHIST.kind(text)] == name, text


@pytest.mark.parametrize(
    "text",
    ["", "A", "S", "SA", "sa", "1S", "11S", "0S", "ASS", "AAS", "♠", "♠♠", "A♠S", "AX", "RJ", "JK", "10", "T",
     "110S", "1010S", "A S", "-", "?", "🂡"],
)  # fmt: skip
def test_what_is_no_card_is_named_in_the_error(text: str) -> None:
    with pytest.raises(CardError, match="is no card of this game") as error:
        WHIST.kind(text)
    assert error.value.text == text


@given(text=st.text())
def test_no_text_is_read_as_anything_but_a_card_of_the_pack(text: str) -> None:
    try:
        kind = WHIST.kind(text)
    except CardError:
        return
    assert kind in range(52)


@pytest.mark.parametrize("name", WHIST.suits)
def test_a_suit_is_read_however_it_is_spelled(name: str) -> None:
    for text in (name, name.lower(), *SYMBOLS[name], f"{SYMBOLS[name][0]}\ufe0f"):
        assert WHIST.suits[WHIST.suit(text)] == name, text


@pytest.mark.parametrize("text", ["", "SS", "SH", "X", "T", "AS", "♠♠"])
def test_what_is_no_suit_is_named_in_the_error(text: str) -> None:
    with pytest.raises(CardError) as error:
        WHIST.suit(text)
    assert error.value.text == text


def test_jokers_are_read_in_either_case_and_only_where_the_pack_has_them() -> None:
    assert [DOUBLE.names[kind] for kind in DOUBLE.read("RJ bj")] == ["RJ", "BJ"]
    with pytest.raises(CardError, match="RJ"):
        WHIST.read("AS RJ")


def test_cards_are_read_in_the_order_written_and_written_in_the_game_s_own() -> None:
    cards = WHIST.read("2C AS\tTH  10d")
    assert [WHIST.names[kind] for kind in cards] == ["2C", "AS", "TH", "TD"]
    assert WHIST.write(cards) == "AS TH TD 2C"


@given(kinds=st.lists(st.integers(0, 53)))
def test_what_is_written_is_read_again(kinds: list[int]) -> None:
    assert DOUBLE.read(DOUBLE.write(kinds)) == tuple(sorted(kinds, reverse=True))


def test_a_pack_holds_its_copies_of_each_kind() -> None:
    assert len(WHIST.cards) == 52
    assert len(DOUBLE.cards) == 108
    assert DOUBLE.cards[-4:] == (52, 52, 53, 53)


def test_a_card_more_often_than_the_pack_has_it_is_found() -> None:
    assert WHIST.too_many(WHIST.read("AS KS AS")) == WHIST.read("AS")
    assert DOUBLE.too_many(DOUBLE.read("AS KS AS")) == ()
    assert DOUBLE.too_many(DOUBLE.read("AS AS AS RJ RJ")) == DOUBLE.read("AS")

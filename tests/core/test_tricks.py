"""What games of tricks share for their bots, samples and facts. Cards are those of a pack of three suits."""

from dataclasses import dataclass

import pytest

from sevenfold.cards.masks import mask_of
from sevenfold.cards.pack import Pack
from sevenfold.core import tricks
from sevenfold.core.worlds import empty_layout

PACK = Pack(suits="CDH", ranks="789A")
RANKS, SUITS = 4, 3


def cards(text: str) -> int:
    return PACK.read_sets(text.split())[0]


def suit(letter: str) -> int:
    return cards(" ".join(rank + letter for rank in PACK.ranks))


def names(mask: int) -> list[str]:
    return list(PACK.names_in(mask))


@pytest.mark.parametrize(
    ("hand", "low", "high"),
    [("AC 9D", "9D", "AC"), ("8C 7H 7D", "7D", "8C"), ("AH AD", "AD", "AD"), ("9H", "9H", "9H")],
)
def test_of_several_of_one_rank_it_is_that_of_the_first_suit(hand: str, low: str, high: str) -> None:
    assert PACK.names[tricks.lowest_rank(cards(hand), RANKS)] == low
    assert PACK.names[tricks.highest_rank(cards(hand), RANKS)] == high


@pytest.mark.parametrize(
    ("hand", "longest"), [("7C 8D 9D", "D"), ("7C AH", "C"), ("7H 8H 9H 7D 8D", "H"), ("", "C")]
)
def test_the_longest_suit_is_the_first_of_several(hand: str, longest: str) -> None:
    assert PACK.suits[tricks.longest_suit(cards(hand), RANKS, SUITS)] == longest


@pytest.mark.parametrize(
    ("trick", "hand", "trumps", "wins"),
    [
        ("8C", "7C 9C AD", "", "9C"),
        ("8C", "7C 9C AD 7H", "H", "9C 7H"),
        ("8C 8H", "AC 7H 9H", "H", "9H"),
        ("AC", "9C AD", "", ""),
        ("", "7C 8D AH", "H", "7C AH"),
    ],
)
def test_what_takes_a_trick_beats_all_that_lies_there(trick: str, hand: str, trumps: str, wins: str) -> None:
    trump = suit(trumps) if trumps else 0
    assert names(tricks.winning_cards(cards(trick), cards(hand), trump, suit("C"))) == names(cards(wins))


@dataclass
class Hands:
    """Three hands, of which the viewer's is the second."""

    hands: list[int]
    hand_sizes: list[int]


def test_what_was_not_played_is_in_the_hands_or_elsewhere() -> None:
    state = Hands([cards("7C"), cards("8D AD"), 0], [1, 2, 0])
    assert mask_of(tricks.unplayed(state, cards("9H"), 0)) == cards("7C 8D AD 9H")
    assert len(tricks.unplayed(state)) == 3


def test_the_others_hands_are_places_without_what_their_seats_lack() -> None:
    layout = empty_layout()
    view = Hands([0, cards("8D AD"), 0], [3, 2, 1])
    assert tricks.list_hands(layout, view, [suit("C"), 0, suit("H")], 1) == 4
    assert layout.places[:4] == [0, 0, 0, 2]
    assert [layout.barred[0], layout.barred[2]] == [suit("C"), suit("H")]

"""Lockup's moves as text."""

import pytest

from sevenfold.cards.masks import mask_of
from sevenfold.core.moves import UNREADABLE, Move
from sevenfold.games.lockup.notation import parse, write
from sevenfold.games.lockup.state import PACK, Kind

QH, TH = PACK.kind("QH"), PACK.kind("TH")


@pytest.mark.parametrize("card", PACK.names)
def test_every_card_played_or_lost_is_read_as_it_is_written(card: str) -> None:
    played = Move(Kind.PLAY, 1 << PACK.kind(card))
    assert (write(played), parse(card)) == (card, played)
    for seat in range(4):
        lost = Move(Kind.LOSE, 1 << PACK.kind(card), 0, seat)
        assert (write(lost), parse(f"{seat} lose {card}")) == (f"{seat} lose {card}", lost)


@pytest.mark.parametrize("text", ["TH", "th", "10H", "10h", "♥10", "10♥", "♡T", " TH\n"])
def test_a_card_is_read_in_all_its_spellings(text: str) -> None:
    assert parse(text) == Move(Kind.PLAY, 1 << TH)
    assert parse(f"3 lose {text}") == Move(Kind.LOSE, 1 << TH, 0, 3)


@pytest.mark.parametrize("text", ["2 lose QH", "2 LOSE qh", " 2\tlose   Q♥ ", "2 Lose ♥Q"])
def test_a_loss_is_read_in_all_its_spellings(text: str) -> None:
    assert parse(text) == Move(Kind.LOSE, 1 << QH, 0, 2)


@pytest.mark.parametrize("text", ["RJ", "lose", "lose QH", "2 lose", "4 lose QH", "-1 lose QH", "2 lose ?",
                                  "22 lose QH", "2lose QH", "2 loseQH", "Q H", "HQ", "pass"])  # fmt: skip
def test_what_is_no_move_of_this_game_is_not_read(text: str) -> None:
    assert parse(text) == Move(UNREADABLE)


def test_several_cards_are_read_so_that_the_rules_can_refuse_them() -> None:
    assert parse("TH QH") == Move(Kind.PLAY, mask_of([QH, TH]))
    assert parse("QH QH") == Move(Kind.PLAY, 1 << QH, 1 << QH)
    assert parse("1 lose QH QH") == Move(Kind.LOSE, 1 << QH, 1 << QH, 1)

"""Seven Bridge's text: moves as they are read and written, positions, melds as they are shown."""

from collections.abc import Mapping

import pytest

from sevenfold.core.deal import DealError
from sevenfold.core.moves import UNREADABLE, Move
from sevenfold.games.seven_bridge.notation import parse, write
from sevenfold.games.seven_bridge.state import JOKER_CARD, NAMES, PACK, Kind
from tests.games.seven_bridge.positions import played


def cards(text: str) -> int:
    return sum(1 << kind for kind in PACK.read(text))


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("draw", "draw"),
        ("DRAW", "draw"),
        ("pass", "pass"),
        ("meld 7s 9S 8S", "meld 9S 8S 7S"),
        ("chi ♥10 9♥", "chi TH 9H"),
        ("meld 8H JK=6H 7H", "meld JK=6H 8H 7H"),
        ("meld 8H jk=6h 7H", "meld JK=6H 8H 7H"),
        ("lay 5D 12", "lay 5D 12"),
        ("lay JK=♦5 0", "lay JK=5D 0"),
        ("lay 10D 1", "lay TD 1"),
        ("discard JK", "discard JK"),
        ("meld 7S 7S", "meld 7S 7S"),
        (" meld  7S ", "meld 7S"),
    ],
)
def test_a_move_is_read_and_written_in_the_game_s_own_order(text: str, written: str) -> None:
    assert write(parse(text)) == written
    assert parse(written) == parse(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "7S",
        "draw ?",
        "melds 7S",
        "meld 1S",
        "meld RJ",
        "meld 8S=7S",
        "meld JK=JK",
        "meld JK=",
        "meld =7S",
        "lay 5D",
        "lay 5D -1",
        "lay 5D 1000",
        "lay 5D 1 2",
        "lay 5D ²",
        "lay",
    ],
)
def test_what_is_no_move_is_unreadable(text: str) -> None:
    assert parse(text).kind == UNREADABLE


def test_a_move_holds_its_meld_and_what_its_joker_stands_for() -> None:
    six = PACK.kind("6H")
    assert parse("draw 5D") == Move(Kind.DRAW, cards("5D"))
    assert parse("discard KD") == Move(Kind.DISCARD, cards("KD"))
    assert parse("lay 5D 2") == Move(Kind.LAY, cards("5D"), 0, 2 * NAMES)
    assert parse("meld JK=6H 7H 8H") == Move(Kind.MELD, cards("7H 8H") | JOKER_CARD, 0, six + 1)
    assert parse("lay JK=6H 2") == Move(Kind.LAY, JOKER_CARD, 0, 2 * NAMES + six + 1)


# --- views --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "shown"),
    [
        ("9H JK=8H 7H", "7H JK=8H 9H"),
        ("AS KS QS", "QS KS AS"),
        ("JK=AS KS QS", "QS KS JK=AS"),
        ("3D 2D AD", "AD 2D 3D"),
        ("AD AH AC", "AC AD AH"),
        ("5S 5C JK=5D", "5C JK=5D 5S"),
        ("7S", "7S"),
        ("8S 7S", "7S 8S"),
    ],
)
def test_a_meld_is_shown_low_to_high_the_joker_in_its_place_a_high_ace_on_top(cards: str, shown: str) -> None:
    position = {"melds": [{"owner": 1, "cards": cards}]}
    match = played(["2C 4C", "2S 4S"], "", position=position, joker="yes", ace_high_sequence="yes")
    assert [(pile.seat, " ".join(pile.cards)) for pile in match.view(None).table] == [(1, shown)]


def test_a_view_has_the_count_of_one_s_own_hand() -> None:
    match = played(["7C 5D", "KD AD"], "9C 8S QH")
    counts = [match.view(seat).count for seat in (None, 0, 1)]  # type: ignore[attr-defined]
    assert counts == [None, 24, 20]


# --- positions ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ({"melds": [{"owner": 2, "cards": "7S"}]}, "there is no seat 2"),
        ({"melds": [{"owner": 0, "cards": "6S"}]}, "6S is no meld"),
        ({"melds": [{"owner": 0, "cards": ""}]}, "is no meld"),
        ({"melds": [{"owner": 0, "cards": "7S 7S"}]}, "7S 7S is no meld"),
        ({"melds": [{"owner": 0, "cards": "JK 7S 8S"}]}, "JK 7S 8S is no meld"),
        ({"melds": [{"owner": 0, "cards": "JK=8S 7S"}]}, "JK=8S 7S is no meld"),
        ({"melds": [{"owner": 0, "cards": "JK=7S 7S 7D"}]}, "is no meld"),
        ({"melds": [{"owner": 0, "cards": "7S ?"}]}, "is no card"),
        ({"melds": [{"owner": 0, "cards": "7C"}]}, "has not so many of 7C"),
        ({"melds": [{"owner": 0, "cards": "7S"}, {"owner": 1, "cards": "7S"}]}, "has not so many of 7S"),
        ({"melds": [{"owner": 0, "cards": "7S"}] * 21}, "more than 20 melds"),
        ({"melds": [{"cards": "7S"}]}, "owner"),
        ({"opened": [-1]}, "there is no seat -1"),
        ({"turn": 1}, "turn"),
    ],
)
def test_a_position_that_cannot_be_is_refused(position: Mapping[str, object], message: str) -> None:
    with pytest.raises(DealError, match=message.replace("?", r"\?")):
        played(["7C 5D", "KD AD"], "9C 8S QH", position=position, joker="yes")

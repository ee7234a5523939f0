"""How a table shows the moves of a hand of Seven Bridge."""

import pytest

from sevenfold.core.events import Event
from tests.games.seven_bridge.positions import played


def shown(hands: list[str], rest: str, moves: str) -> Event:
    """The event of the last of these moves, as a spectator is told it."""
    return [event for event in played(hands, rest, moves).ledger(None).events() if event.kind == "move"][-1]


@pytest.mark.parametrize(
    ("moves", "manner"),
    [
        ("0 draw", "seen"),
        ("0 draw, 0 meld 7S", "staged"),
        ("0 draw, 0 meld 7S 8S", "staged"),
        ("0 draw, 0 meld 7S 8S 9S", "seen"),
        ("0 draw, 0 meld 7S, 0 lay 8S 0", "seen"),
        ("0 draw, 0 discard KD", "seen"),
    ],
)
def test_a_meld_of_fewer_cards_than_others_need_is_staged(moves: str, manner: str) -> None:
    assert shown(["7S 8S 9S KD 2C", "9D TD 2D", "KH 3S 3C"], "AC KC QD JD 4D 5D", moves).manner == manner


def test_a_claim_is_said_and_seen() -> None:
    hands = ["9S TS 2C", "KH KS 3C", "9D TD 2D"]
    assert shown(hands, "KC AC QD JD 4D 5D", "1 pon KH KS").manner == "said"
    assert shown(["JS QS 2C", "9H 9C 3C", "9D TD 2D"], "KS AC QD JD 4D 5D", "0 chi JS QS").manner == "said"

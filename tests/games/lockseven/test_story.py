"""How a table shows the moves of a round of LockSeven."""

import pytest

from sevenfold.core.written import take_apart
from sevenfold.games.lockseven.game import GAME


@pytest.mark.parametrize(
    ("text", "manner"),
    [
        ("anti 7S 7S", "said"),
        ("pass", "said"),
        ("call ?", "seen"),
        ("call H", "seen"),
        ("bury", "seen"),
        ("solo", "seen"),
        ("concede", "seen"),
        ("KH KH", "seen"),
    ],
)
def test_anti_calls_and_passes_alone_are_said(text: str, manner: str) -> None:
    assert GAME.manner(take_apart(text)) == manner

"""The deals of a day follow from the server's secret."""

import hmac
from datetime import date

import pytest

from sevenfold.server.duplicate.seeds import seed_of
from sevenfold.server.readers import DaySecretTooShort, read_secret

DAY = date(2026, 11, 27)


def test_a_deal_follows_from_secret_date_game_and_number() -> None:
    made = seed_of(b"secret of the server", DAY, "lockup", 2)
    assert made == hmac.digest(b"secret of the server", b"day/2026-11-27/lockup/2", "sha256")
    others = [
        seed_of(b"secret of another", DAY, "lockup", 2),
        seed_of(b"secret of the server", date(2026, 11, 28), "lockup", 2),
        seed_of(b"secret of the server", DAY, "trump7", 2),
        seed_of(b"secret of the server", DAY, "lockup", 3),
    ]
    assert len({made, *others}) == 5


def test_two_clubs_with_the_same_secret_have_the_same_deals() -> None:
    ours, theirs = read_secret("two clubs, one day of cards\n"), read_secret(" two clubs, one day of cards")
    assert seed_of(ours, DAY, "lockup", 1) == seed_of(theirs, DAY, "lockup", 1)


@pytest.mark.parametrize("text", ["", " " * 40, "short", "fifteen letters"])
def test_a_secret_that_can_be_guessed_is_refused_and_not_told(text: str) -> None:
    with pytest.raises(DaySecretTooShort) as refused:
        read_secret(text)
    assert text.strip() == "" or text not in str(refused.value)

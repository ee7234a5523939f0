"""The seeds of day deals: they follow from the server's secret, the date, the game and the deal's number.

Servers with the same secret have the same deals on a date. Who knows the secret knows the cards of all days.
"""

from datetime import date

from sevenfold.core.shuffle import derive

DEALS_A_DAY = 3
"""How many deals a game has each day."""

SHORTEST_SECRET = 16
"""How many characters a secret that a host gives has at least."""


class DaySecretTooShort(ValueError):
    """The secret that the host gives for the deals of the day could be guessed. It is not told again."""

    def __init__(self) -> None:
        super().__init__(
            f"SEVENFOLD_DAY_SECRET: write {SHORTEST_SECRET} characters or more that nobody can guess, "
            "such as `openssl rand -hex 16` gives"
        )


def read_secret(text: str) -> bytes:
    """The secret that a host gives. Raises DaySecretTooShort."""
    secret = text.strip()
    if len(secret) < SHORTEST_SECRET:
        raise DaySecretTooShort
    return secret.encode()


def seed_of(secret: bytes, day: date, game: str, number: int) -> bytes:
    """The 32 bytes from which the cards and the chance of a deal follow; `number` is from 1 on."""
    return derive(secret, f"day/{day.isoformat()}/{game}/{number}")

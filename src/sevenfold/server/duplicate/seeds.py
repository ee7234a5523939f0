"""The seeds of day deals: they follow from the server's secret, the date, the game and the deal's number.

Servers with the same secret have the same deals on a date. Who knows the secret knows the cards of all days.
"""

from datetime import date

from sevenfold.core.shuffle import derive

DEALS_A_DAY = 1
"""How many deals a game has each day. Days of long ago had three: they are shown as they were."""


def seed_of(secret: bytes, day: date, game: str, number: int) -> bytes:
    """The 32 bytes from which the cards and the chance of a deal follow; `number` is from 1 on."""
    return derive(secret, f"day/{day.isoformat()}/{game}/{number}")

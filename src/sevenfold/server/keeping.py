"""How long what has been played and said is kept, as the host has set it."""

from typing import NamedTuple

DAY = 24 * 3600 * 1000
"""In ms."""

FOR_EVER = 0
"""In place of a number of days: until somebody deletes it. No time ago is before this."""


class Keeping(NamedTuple):
    """For how many days each is kept, or FOR_EVER."""

    tables: int = FOR_EVER
    """Tables, with all that was played there, from the last move on."""
    talk: int = FOR_EVER
    """What was said, wherever it was."""
    reviews: int = FOR_EVER
    """Reviews that are done, from when they were asked for on."""
    persons: int = 180
    """Persons without a key, from when they were last here on."""


def before(days: int, now: int) -> int:
    """What is older than this goes, in ms since 1970: nothing is, if it is kept for ever."""
    return now - days * DAY if days else 0

"""To whom a route is open where the card room is closed (`door.py`)."""

from enum import StrEnum

OPENS = "opens"
"""The option of a route that says to whom it is open where the card room is closed."""

KEYED = "keyed"
"""The option of a route that says which act it is that may be left to people with a key."""


class Opens(StrEnum):
    """To whom a route is open who was not let in; those with a link only as long as links let in."""

    TO_ALL = "all"
    PAGES = "pages"
    """It serves the files of the client, which tell nothing, and its pages."""
    TO_LINKS = "links"
    """It says the same to everybody, and pages to which links lead need it."""
    BY_TABLE = "table"
    """To whoever sits or watches at the table that its address names, or has."""
    BY_INVITATION = "invitation"
    """To whoever has the link or code of a table."""
    BY_ROUND = "round"
    BY_CARDS = "cards"
    BY_EVENT = "event"
    BY_BOARD = "board"
    """To whoever has played the board."""

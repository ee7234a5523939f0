"""The page for authors of games says of keys and types what the code says."""

from pathlib import Path
from types import GenericAlias
from typing import get_args

from sevenfold.book.keys import KEYS
from sevenfold.core.encoding import Feature
from sevenfold.scaffold.authors import table, with_table
from sevenfold.scaffold.drawing import ONE, SEVERAL, is_drawn

PAGE = Path("docs/games.md")


def test_the_table_is_that_of_the_code() -> None:
    """Else: python -m sevenfold.scaffold.authors docs/games.md."""
    page = PAGE.read_text(encoding="utf-8")
    assert with_table(page) == page


def test_the_table_has_every_key_and_every_type() -> None:
    rows = table().splitlines()
    assert all(any(f"| `{key.key}` |" in row for row in rows) for key in KEYS)
    unnamed = {feature.__name__ for feature in get_args(Feature) if feature.__name__ not in table()}
    assert unnamed == {"CardSet", "OneCard", "SeatNumber"}  # they are written as Cards, Card and Seat
    assert {len(row.replace("\\|", "").split("|")) for row in rows} == {5}


def test_the_plain_table_draws_each_type_of_the_table() -> None:
    several = [GenericAlias(tuple, (hint, ...)) for hint in SEVERAL]
    assert [hint for hint in (*ONE, *several) if not is_drawn("field", hint)] == []

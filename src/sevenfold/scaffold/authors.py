"""The table for authors of games in docs/games.md: what a game writes in its texts, views and states.

It is made from the code: `python -m sevenfold.scaffold.authors docs/games.md` writes it into the page.
"""

import sys
from collections.abc import Iterator
from dataclasses import fields
from inspect import getdoc
from pathlib import Path
from types import UnionType
from typing import Any, get_args

from sevenfold.book.keys import KEYS
from sevenfold.core import encoding
from sevenfold.core.encoding import Feature, Seat
from sevenfold.scaffold.drawing import BY_NAME, ONE, SEVERAL

BEGIN = "<!-- begin: python -m sevenfold.scaffold.authors docs/games.md -->"
END = "<!-- end -->"
OF_LISTS = (encoding.CardOrder, encoding.Each)
"""What is said of a whole list."""


def table() -> str:
    """The table, in Markdown."""
    rows = ("where", "what is written", "what it is"), ("---", "---", "---"), *_texts(), *_views(), *_states()
    return "".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |\n" for row in rows)


def with_table(page: str) -> str:
    """The page with the table as it is now. Raises ValueError where it has no place for it."""
    before, rest = page.split(BEGIN)
    _, after = rest.split(END, 1)
    return f"{before}{BEGIN}\n\n{table()}\n{END}{after}"


def _texts() -> Iterator[tuple[str, str, str]]:
    for key in KEYS:
        values = f" Values: {', '.join(f'`{value}`' for value in key.values)}." if key.values else ""
        says = f"{key.says[0].upper()}{key.says[1:]}."
        yield (
            "texts",
            f"`{key.key}`",
            f"{'May be there: ' + key.says + '.' if key.optional else says}{values}",
        )


def _views() -> Iterator[tuple[str, str, str]]:
    for hint, drawn in ONE.items():
        yield "view", f"`{_name(hint)}`", _sentence(drawn)
    for hint, drawn in SEVERAL.items():
        yield "view", f"`tuple[{_name(hint)}, ...]`", _sentence(drawn)
    for field, (hint, drawn) in BY_NAME.items():
        several = f"tuple[{_name(hint)}, ...]" if field == "sorted_hand" else _name(hint)
        yield "view", f"`{field}: {several}`", _sentence(drawn)


def _states() -> Iterator[tuple[str, str, str]]:
    """What a field of a state becomes in an environment: by the names of features, then by all others."""
    short = {
        get_args(alias)[1]: name
        for name, alias in vars(encoding).items()
        if get_args(alias) and isinstance(get_args(alias)[-1], Feature)
    }
    for said, name in short.items():
        whole = f"`Annotated[int, {said!r}]`. " if fields(said) else ""
        yield "state", f"`{name}`", whole + _doc(type(said))
    for feature in (*get_args(Feature), encoding.WhoActs):
        if fields(feature) or not any(isinstance(said, feature) for said in short):
            given = ", ".join(field.name for field in fields(feature))
            whole = "list[int]" if feature in OF_LISTS else "int"
            yield "state", f"`Annotated[{whole}, {feature.__name__}({given})]`", _doc(feature)


def _doc(feature: type[Any]) -> str:
    return (getdoc(feature) or "").replace("\n", " ")


def _name(hint: Any) -> str:
    if hint is Seat:
        return "Seat"
    return str(hint) if isinstance(hint, UnionType) else str(hint.__name__)


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


if __name__ == "__main__":
    page = Path(sys.argv[1])
    page.write_text(with_table(page.read_text(encoding="utf-8")), encoding="utf-8")

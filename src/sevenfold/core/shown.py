"""Views and matches as plain text, for people who work with them in Python."""

import re
from collections.abc import Sequence
from html import escape

import msgspec

from sevenfold.core.views import Pile, View

SYMBOLS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
"""The sign of each suit."""


def as_text(view: View) -> str:
    """A line for the hand, one for each pile on the table, and one for each other field."""
    lines = [f"hand: {with_symbols(view.hand)}"]
    lines += [f"{owner(pile, view.seat)}: {with_symbols(pile.cards)}" for pile in view.table]
    return "\n".join([*lines, *_other_fields(view)])


def table_as_text(views: Sequence[View], public: View) -> str:
    """All hands, what lies on the table, and what everybody sees; an arrow stands before who is to act."""
    acting = {seat for view in (*views, public) for seat in view.acting}
    lines = [
        f"{'→' if view.seat in acting else ' '} seat {view.seat}: {with_symbols(view.hand)}" for view in views
    ]
    lines += [f"{owner(pile, None)} played: {with_symbols(pile.cards)}" for pile in public.table]
    return "\n".join([*lines, *_other_fields(public)])


def as_html(views: Sequence[View], public: View) -> str:
    """The same as a table in HTML, with the red suits in red."""
    rows = [*((_seat_of(view), with_symbols(view.hand)) for view in views)]
    rows += [(owner(pile, None), with_symbols(pile.cards)) for pile in public.table]
    rows += [(name, text) for name, _, text in (line.partition(": ") for line in _other_fields(public))]
    lines = (f"<tr><th>{escape(name)}</th><td>{_red(escape(text))}</td></tr>" for name, text in rows)
    return f"<table>{''.join(lines)}</table>"


def _seat_of(view: View) -> str:
    if view.seat is None:
        return "hand"
    return f"{'→ ' if view.seat in view.acting else ''}seat {view.seat}"


def _red(text: str) -> str:
    return re.sub("[^ ]*[♥♦]", r'<span style="color:#b3202c">\g<0></span>', text)


def _other_fields(view: View) -> list[str]:
    shown = msgspec.structs.asdict(view)
    del shown["hand"], shown["table"]
    return [f"{name}: {_value(value)}" for name, value in shown.items() if value not in (None, (), "")]


def _value(value: object) -> str:
    if isinstance(value, Pile):
        return f"{value.seat}: {with_symbols(value.cards)}"
    if isinstance(value, tuple):
        return " ".join(_value(part) for part in value)
    return with_symbols([value]) if isinstance(value, str) else str(value)


def owner(pile: Pile, seat: int | None) -> str:
    """Whose pile it is, for a viewer."""
    if pile.seat is None:
        return "table"
    return "you" if pile.seat == seat else f"seat {pile.seat}"


def with_symbols(cards: Sequence[str]) -> str:
    """Cards with the symbols of their suits, as in `Q♠ 7♥`."""
    return " ".join(
        card[:-1] + SYMBOLS[card[-1]] if len(card) == 2 and card[-1] in SYMBOLS else card for card in cards
    )

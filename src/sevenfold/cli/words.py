"""What commands say of a round: moves, reasons, events and views in the game's own words."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from sevenfold.book.sentences import sentence
from sevenfold.book.texts import Language, load_texts
from sevenfold.core.events import Event
from sevenfold.core.moves import CHANCE
from sevenfold.core.remarks import Reason
from sevenfold.core.shown import SYMBOLS, with_symbols
from sevenfold.core.views import Lying, Partners, Pile, View, seat_fields
from sevenfold.core.written import PLAY, take_apart
from sevenfold.games import package_of

MANY = 7
"""So many cards are shortened to the first three and the last, as on the page."""

SHOWN_ELSEWHERE = {"seat", "acting", "hand", "hand_sizes", "table", "verb", "result_lines", "phase"}


def seat_name(seat: int) -> str:
    """What a seat is called where nobody has a name."""
    return "chance" if seat == CHANCE else f"seat {seat}"


def in_short(cards: Sequence[str]) -> str:
    """Cards with the signs of their suits; many are shortened."""
    few = cards if len(cards) < MANY else [*cards[:3], "…", cards[-1]]
    return with_symbols(few)


def by_suit(cards: Sequence[str]) -> str:
    """A hand with each suit named once: `♠ A K 7  ♥ Q`."""
    groups: dict[str, list[str]] = {}
    for card in cards:
        is_suited = len(card) == 2 and card[1] in SYMBOLS
        groups.setdefault(SYMBOLS[card[1]] if is_suited else card, []).append(card[0] if is_suited else card)
    words = [(suit, *ranks) if suit in SYMBOLS.values() else ranks for suit, ranks in groups.items()]
    return "  ".join(" ".join(each) for each in words)


class Words:
    """The English words of one game."""

    def __init__(self, game: str) -> None:
        self._texts = load_texts(package_of(game), Language.EN)
        self.name = self._texts["name"]

    def move(self, written: str) -> str:
        """A move as a button calls it, or by its cards."""
        move = take_apart(written)
        message = self._texts.get(f"move.{move.kind}")
        if message is None:
            return in_short(move.cards) or written
        return sentence(message, _of_move(move.cards, move.arg))

    def brief(self, written: str) -> str:
        """A move as it is written, with the signs of suits, for a column of a table."""
        move = take_apart(written)
        if move.kind == PLAY and not move.cards:  # chance names a seat first: `2 lose 5D`
            return with_symbols(written.split())
        words = [] if move.kind == PLAY else [move.kind]
        words += [in_short(move.cards)] if move.cards else []
        return " ".join([*words, *([SYMBOLS.get(move.arg, move.arg)] if move.arg else [])])

    def reason(self, reason: Reason | None) -> str:
        """A reason as a sentence; empty for none."""
        if reason is None:
            return ""
        suit = SYMBOLS.get(reason.suit or "", "")
        return self._say(f"reason.{reason.code}", {"count": reason.count or 0, "suit": suit})

    def phase(self, phase: str) -> str:
        """What is to be decided in a phase."""
        return self._texts.get(f"phase.{phase}", phase)

    def amount(self, amount: str) -> str:
        """A number with the unit in which this game counts, where its texts have one: `1.3 tricks`."""
        counted = re.search(r"\{loss, plural, .*\}", self._texts.get("reason.loss", ""))
        return sentence(counted[0], {"loss": amount}) if counted else amount

    def event(self, event: Event, viewer: int | None) -> str:
        """An event other than a move as a sentence; empty where nothing is to be said of it."""
        values: dict[str, str | int | bool] = {
            "you": event.seat is not None and event.seat == viewer,
            "seat": "" if event.seat is None else seat_name(event.seat).capitalize(),
            "cards": in_short(event.cards),
            "count": event.count or 0,
            "suit": SYMBOLS.get(event.suit or "", ""),
        }
        return self._say(f"event.{event.kind}", values)

    def result(self, view: View) -> Iterator[str]:
        """How a round came out, line by line."""
        for line in view.result_lines:
            seats = (*line.seats, *(() if line.seat is None else (line.seat,)))
            values: dict[str, str | int | bool] = {
                "you": view.seat in seats,
                "seat": "" if line.seat is None else seat_name(line.seat).capitalize(),
                "names": " and ".join(map(seat_name, seats)).capitalize(),
                "cards": in_short(line.cards),
                **{name: getattr(line, name) or 0 for name in ("points", "times", "count")},
            }
            yield self._say(line.key, values)

    def fields(self, view: View) -> Iterator[tuple[str, str]]:
        """The other fields of a view that have a label, with what they hold; empty ones are left out."""
        seats = seat_fields(type(view))
        for name, value in msgspec.structs.asdict(view).items():
            label = self._texts.get(f"field.{name}")
            shown = "" if name in SHOWN_ELSEWHERE else self._value(name, value, name in seats)
            if label and shown:
                yield label, shown

    def _value(self, name: str, value: Any, is_seat: bool) -> str:
        if value is None or value is False or value in ("", ()):
            return ""
        if is_seat:
            return ", ".join(map(seat_name, value if isinstance(value, tuple) else (value,)))
        if isinstance(value, Lying):
            return with_symbols([*value.cards, *["?"] * value.backs])
        if value is True:
            return "yes"
        if isinstance(value, int):
            return str(value)
        if isinstance(value, str):
            return self._texts.get(f"field.{name}.{value}", SYMBOLS.get(value, with_symbols([value])))
        return _several(value) if isinstance(value, tuple) else ""

    def _say(self, key: str, values: dict[str, str | int | bool]) -> str:
        message = self._texts.get(key)
        return "" if message is None else sentence(message, values)


def _of_move(cards: Sequence[str], arg: str | None) -> dict[str, str | int | bool]:
    return {
        "cards": in_short(cards),
        "count": len(cards),
        "first": cards[0] if cards else "none",
        "arg": arg or "none",
        "suit": SYMBOLS.get(arg or "", ""),
    }


def _several(values: Iterable[Any]) -> str:
    """A tuple with an entry a seat, cards, or piles; what is made for the page alone is left out."""
    listed = list(values)
    if all(isinstance(each, Pile) for each in listed):
        piles = ((pile, with_symbols(pile.cards)) for pile in listed)
        return ", ".join(cards if pile.seat is None else f"seat {pile.seat} {cards}" for pile, cards in piles)
    if all(isinstance(each, Partners) for each in listed):
        return ", ".join(f"{' and '.join(map(seat_name, side.seats))} {_of_side(side)}" for side in listed)
    if all(isinstance(each, str) for each in listed):
        return " ".join(SYMBOLS.get(each, with_symbols([each])) for each in listed)
    if all(each is None or isinstance(each, int) for each in listed):
        told = any(listed) or (None in listed and set(listed) != {None})
        return " ".join("–" if each is None else str(int(each)) for each in listed) if told else ""
    return ""


def _of_side(side: Partners) -> str:
    return str(side.count) if side.wanted is None else f"{side.count} of {side.wanted}"

"""Sentences made of a game's texts, for whoever shows them without a browser.

It reads as much of ICU MessageFormat as the texts use, as `web/src/lib/i18n/icu.ts` does: values, and choices
by a word or a number.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from sevenfold.book.texts import Language
from sevenfold.errors import SevenfoldError

Values = Mapping[str, str | int | bool]
"""What a sentence is told: `seat`, `cards`, `count`."""

_QUOTED = re.compile(r"''|'([{}#](?:[^']|'')*)'(?!')")
_OPENED = re.compile(r"\{\s*(\w+)\s*(?:,\s*(plural|select)\s*,\s*)?")
_CASE = re.compile(r"\s*(=\d+|\w+)\s*\{")
_CLOSED = re.compile(r"\s*\}")


class MessageError(SevenfoldError, ValueError):
    """A text that is no message."""

    def __init__(self, text: str, at: int) -> None:
        super().__init__(f"no message from character {at} on: {text!r}")
        self.at = at


class _Value(NamedTuple):
    """A value; without a name the number of the plural around it."""

    name: str | None


class _Choice(NamedTuple):
    is_plural: bool
    name: str
    cases: "dict[str, _Parts]"


_Parts = list[str | _Value | _Choice]


def sentence(message: str, values: Values, language: Language = Language.EN) -> str:
    """The message with its values filled in. A value that is not given stands as `{name}`.

    Raises MessageError.
    """
    return _write(_read(message), values, language, "")


def _write(parts: _Parts, values: Values, language: Language, count: str) -> str:
    texts = []
    for part in parts:
        if isinstance(part, str):
            texts.append(part)
        elif isinstance(part, _Value):
            texts.append(count if part.name is None else _text(values.get(part.name, f"{{{part.name}}}")))
        else:
            value = _text(values.get(part.name, ""))
            inner = value if part.is_plural else count
            texts.append(_write(_chosen(part, value, language), values, language, inner))
    return "".join(texts)


def _text(value: str | int | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value).replace("-", "−")


def _chosen(choice: _Choice, value: str, language: Language) -> _Parts:
    keys = [value]
    if choice.is_plural:
        keys = [f"={value}", "one" if value == "1" and language is Language.EN else "other"]
    return next((choice.cases[key] for key in (*keys, "other") if key in choice.cases), [])


@lru_cache(1024)
def _read(text: str) -> _Parts:
    parts, at = _read_parts(text, 0, counting=False)
    if at < len(text):
        raise MessageError(text, at)
    return parts


def _read_parts(text: str, at: int, *, counting: bool) -> tuple[_Parts, int]:
    """The parts up to the end of the text, or to a closing brace; and where that is."""
    parts: _Parts = []
    while at < len(text) and text[at] != "}":
        if quoted := _QUOTED.match(text, at):
            parts.append((quoted[1] or "'").replace("''", "'"))
            at = quoted.end()
        elif opened := _OPENED.match(text, at):
            part, at = _read_braces(text, opened, counting=counting)
            parts.append(part)
        elif text[at] == "{":
            raise MessageError(text, at)
        else:
            parts.append(_Value(None) if counting and text[at] == "#" else text[at])
            at += 1
    return parts, at


def _read_braces(text: str, opened: re.Match[str], *, counting: bool) -> tuple[_Value | _Choice, int]:
    name, kind = opened.groups()
    if kind is None:
        return _Value(name), _close(text, opened.end())
    cases, at = {}, opened.end()
    while case := _CASE.match(text, at):
        inner, at = _read_parts(text, case.end(), counting=counting or kind == "plural")
        cases[case[1]] = inner
        at = _close(text, at)
    return _Choice(kind == "plural", name, cases), _close(text, at)


def _close(text: str, at: int) -> int:
    closed = _CLOSED.match(text, at)
    if closed is None:
        raise MessageError(text, at)
    return closed.end()

"""What the options are set to, and where: by a flag, by the environment, by `sevenfold.toml`, or by nobody.

The first of them that says something counts. All mistakes are found at once, each with its place.
"""

import json
import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias, get_args, get_origin

import msgspec

from sevenfold.errors import SevenfoldError
from sevenfold.server.addresses import is_loopback
from sevenfold.server.settings import CONFIG, OPTIONS, Option, Settings
from sevenfold.server.words import WordsWrong

FILE = "sevenfold.toml"
LARGEST_FILE = 65_536
"""The largest file with settings, in bytes."""

MOST_UNREADABLE = 10
"""How many lines that are no TOML are named."""

Source: TypeAlias = Literal["flag", "environment", "file", "default"]


class Mistake(NamedTuple):
    """What is wrong, where, and with which option; None if with none that there is."""

    place: str
    why: str
    option: str | None = None
    line: int = 0

    def __str__(self) -> str:
        return f"{self.place}: {self.why}"


class SettingsWrong(SevenfoldError):
    """Settings that cannot be used."""

    def __init__(self, mistakes: tuple[Mistake, ...]) -> None:
        super().__init__("\n".join(map(str, mistakes)))
        self.mistakes = mistakes


class Setting(NamedTuple):
    """What somebody has written for an option."""

    value: Any
    source: Source
    place: str
    """Where, as a mistake names it."""
    line: int = 0


class Gathered(NamedTuple):
    """What was written for options, the settings that come of it, and all mistakes."""

    file: Path
    written: dict[str, Setting]
    settings: Settings
    mistakes: tuple[Mistake, ...]

    def checked(self, *only: str) -> Settings:
        """The settings; if options are named, only they and the file must be right. Raises SettingsWrong."""
        wrong = tuple(each for each in self.mistakes if not only or each.option in (None, *only))
        if wrong:
            raise SettingsWrong(wrong)
        return self.settings


def gather(
    flags: Mapping[str, Any], environ: Mapping[str, str] = os.environ, *, with_file: bool = True
) -> Gathered:
    """What is in force by these flags, this environment and, `with_file`, the file that they name."""
    said = _said(flags, environ)
    named, folder = said.pop(CONFIG.name, None), said.get("data")
    file = Path(named.value) if named else Path(folder.value if folder else Settings().data) / FILE
    from_file, mistakes = _read(file, there=named is not None) if with_file else ({}, [])
    if named is None and "data" in from_file:
        why = "this file lies in the data folder already; --config names one elsewhere"
        data = from_file.pop("data")
        mistakes.append(Mistake(data.place, why, line=data.line))
    written = from_file | said
    values: dict[str, Any] = {}
    for name, option in OPTIONS.items():
        each = written.get(name, Setting(option.unsaid, "default", ""))
        if each.value is not None:
            try:
                values[option.field] = _value(option, each, file.parent)
            except ValueError as error:
                mistakes.append(Mistake(each.place, str(error), name, each.line))
    settings = Settings(**values, supervised="database_url" in values)
    mistakes += _ill_together(settings, written)
    return Gathered(file, written, settings, tuple(sorted(mistakes, key=lambda each: each.line)))


def _ill_together(settings: Settings, written: Mapping[str, Setting]) -> Iterator[Mistake]:
    """What is wrong although each setting is right by itself."""

    def mistake(name: str, why: str) -> Mistake:
        return Mistake(written[name].place, why, name, written[name].line)

    if settings.workers > 1 and "database" not in written:
        why = "several workers need PostgreSQL: name a database by --database, or leave --workers out"
        yield mistake("workers", why)
    closed = "password" if "password" in written else "access"
    if (settings.access == "password") != (settings.password is not None) and closed in written:
        why = 'access = "password" and a password belong together: neither lets anybody in alone'
        yield mistake(closed, why)
    if settings.backup_to is not None and "database" in written:
        why = "copies are made of SQLite's file; docs/hosting.md says how PostgreSQL is copied"
        yield mistake("backup_to", why)
    if settings.metrics_token is None and not is_loopback(settings.metrics_host):
        yield mistake(
            "metrics_host", "metrics are read by this machine alone, or with a token: set metrics_token"
        )
    try:
        settings.read_words()
    except WordsWrong as wrong:
        yield from (Mistake("words", why, "words") for why in wrong.mistakes)


def _said(flags: Mapping[str, Any], environ: Mapping[str, str]) -> dict[str, Setting]:
    """What flags and the environment say."""
    said: dict[str, Setting] = {}
    for name, option in {CONFIG.name: CONFIG, **OPTIONS}.items():
        if name in flags:
            said[name] = Setting(flags[name], "flag", option.flags)
        elif text := environ.get(option.variable, "").strip():
            several = get_origin(option.takes) is list
            said[name] = Setting(
                re.split(r"[,\s]+", text) if several else text, "environment", option.variable
            )
    return said


# --- the file -----------------------------------------------------------------------------------------


def _read(file: Path, *, there: bool) -> tuple[dict[str, Setting], list[Mistake]]:
    """What a file says of options, and what is wrong with it; none need be `there`."""
    written: dict[str, Setting] = {}
    mistakes: list[Mistake] = []
    try:
        if file.stat().st_size > LARGEST_FILE:
            return {}, [Mistake(str(file), f"it has more than {LARGEST_FILE} bytes")]
        text = file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        if isinstance(error, FileNotFoundError | NotADirectoryError) and not there:
            return {}, []
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        return {}, [Mistake(str(file), why)]
    for line, found in _statements(text):
        if isinstance(found, str):
            mistakes.append(Mistake(f"{file}:{line}", found, line=line))
            continue
        for key, value in found.items():
            place = f"{file}:{line}: {key}"
            if key not in OPTIONS:
                mistakes.append(Mistake(place, _unknown(key), line=line))
            elif key in written:
                mistakes.append(Mistake(place, f"line {written[key].line} says it already", key, line))
            else:
                written[key] = Setting(value, "file", place, line)
    return written, mistakes


def _statements(text: str) -> list[tuple[int, dict[str, Any] | str]]:
    """Each statement of a TOML with its line, or what is wrong with that line.

    `tomllib` tells no lines: the fewest lines that it can read are one statement.
    """
    lines = text.splitlines(keepends=True)
    found: list[tuple[int, dict[str, Any] | str]] = []
    unreadable = start = 0
    while start < len(lines) and unreadable < MOST_UNREADABLE:
        why = ""
        for end in range(start + 1, len(lines) + 1):
            try:
                found.append((start + 1, tomllib.loads("".join(lines[start:end]))))
            except (tomllib.TOMLDecodeError, RecursionError) as error:
                why = why or re.sub(r" \(at .*\)$", "", str(error))
            else:
                start = end
                break
        else:
            found.append((start + 1, f'{why}; write name = value, and a text in quotes: log = "json"'))
            unreadable += 1
            start += 1
    return found


def _unknown(key: str) -> str:
    near = get_close_matches(key.lower().replace("-", "_"), OPTIONS, n=1)
    return f"there is no such option; {f'is it {near[0]}?' if near else '`sevenfold settings` lists all'}"


# --- values -------------------------------------------------------------------------------------------


def _value(option: Option, written: Setting, folder: Path) -> Any:
    """What an option has by what was written; a path in a file counts from its folder. Raises ValueError."""
    try:
        value = msgspec.convert(written.value, option.takes, strict=written.source == "file")
    except msgspec.ValidationError:
        wrong = _as_toml(written.value) if written.source == "file" else written.value
        raise ValueError(f"{'' if option.secret else f'{wrong}: '}write {_wanted(option.takes)}") from None
    if option.read is Path and written.source == "file":
        value = folder / value
    return option.read(value)


def _wanted(takes: Any) -> str:
    """What one writes for a type, in words."""
    if takes is bool:
        return "true or false"
    if takes is str:
        return "a text in quotes"
    if get_origin(takes) is list:
        return 'a list of texts, such as ["one", "another"]'
    if get_origin(takes) is Literal:
        return " or ".join(map(_as_toml, get_args(takes)))
    (limits,) = takes.__metadata__
    return f"a whole number from {limits.ge} {'on' if limits.le is None else f'to {limits.le}'}"


def _as_toml(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=str)


# --- what a host is shown -----------------------------------------------------------------------------


def usual(option: Option) -> str:
    """What an option has if nobody sets it, in words or as TOML; empty if that is nothing."""
    if option.usual is not None:
        return option.usual
    value = option.unsaid if option.unsaid is not None else getattr(Settings(), option.field)
    return "" if value in (None, ()) else _as_toml(value)


def shown(gathered: Gathered) -> list[str]:
    """All options as lines of a `sevenfold.toml`, each with where it comes from. No secret is shown."""
    rows: list[tuple[str, str]] = []
    for name, option in OPTIONS.items():
        written = gathered.written.get(name)
        if written is None:
            value = _as_toml(gathered.settings.data) if name == "data" else usual(option)
            rows.append((f"# {name} = {value}" if value else f"# {name}", "default"))
            continue
        line = f'# {name} = "..."' if option.secret else f"{name} = {_as_toml(_typed(option, written))}"
        where = f"line {written.line} of the file" if written.line else f"{written.source} {written.place}"
        rows.append((line, where))
    wide = max(len(line) for line, _ in rows)
    return [f"{line:{wide}}  # {where}" for line, where in rows]


def _typed(option: Option, written: Setting) -> Any:
    """What was written, as the file would have it."""
    try:
        return msgspec.convert(written.value, option.takes, strict=written.source == "file")
    except msgspec.ValidationError:
        return written.value

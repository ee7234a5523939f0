"""The lists of a rule book: presets, options and refusals, made of a game's code and its texts.

A README has a section for presets and options, and one for refusals. Where they say how to print the rules,
`sevenfold rules GAME`, the lists stand in the rule book.
"""

import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any, NamedTuple

import msgspec

from sevenfold.book.texts import Language, load_texts
from sevenfold.core.game import Game
from sevenfold.core.meta import Meta
from sevenfold.core.options import OptionSpec, describe

POINTER = re.compile(r"^[^\n]*`sevenfold rules [^\n]*$", re.MULTILINE)
"""What a README says in place of a list: one line, with the command that prints it."""


class _Words(NamedTuple):
    """What the lists say in a language: titles of sections, and items to be filled in."""

    listed: str
    refusals: str
    presets: str
    preset: str
    options: str
    option: str
    choice: str
    default: str
    sets: str
    numbers: str
    steps: str
    refusal: str
    comma: str


_WORDS = {
    Language.EN: _Words(
        listed="Presets and options",
        refusals="Refusals",
        presets="Presets, each with what it sets otherwise than by default:",
        preset="- **{}** (`{}`{}): {}",
        options="Options, each with its rule and what it may be:",
        option="- **{}** (`{}`, {}): {}",
        choice="    - {} (`{}`{}): {}",
        default=", default",
        sets="; {}",
        numbers="    - {} to {}{} (default {}).",
        steps=", a multiple of {}",
        refusal="{}. {}: {}",
        comma=", ",
    ),
    Language.ZH_HANS: _Words(
        listed="预设与选项",
        refusals="不合规则时",
        presets="预设，以及它与默认不同的选项：",
        preset="- **{}**（`{}`{}）：{}",
        options="选项，以及它的规则和可选的值：",
        option="- **{}**（`{}`，{}）：{}",
        choice="    - {}（`{}`{}）：{}",
        default="，默认",
        sets="；{}",
        numbers="    - {} 至 {}{}（默认 {}）。",
        steps="，须为 {} 的倍数",
        refusal="{}. {}：{}",
        comma="、",
    ),
    Language.JA: _Words(
        listed="プリセットとオプション",
        refusals="認められない手",
        presets="名前を付けたオプションの値の組。既定と違う値を示します：",
        preset="- **{}**（`{}`{}）：{}",
        options="オプションと、そのルールと値：",
        option="- **{}**（`{}`、{}）：{}",
        choice="    - {}（`{}`{}）：{}",
        default="、既定",
        sets="：{}",
        numbers="    - {}〜{}{}（既定 {}）。",
        steps="、{}の倍数",
        refusal="{}. {}：{}",
        comma="、",
    ),
}


def with_lists(readme: str, package: str, language: Language) -> str:
    """A README of the game whose package is `game`, with its lists; in a section of its own each where it
    has none. A section of theirs that holds its own list stays as it is.
    """
    game: Game[Any, Any, Any] = import_module(f"{package}.game").GAME
    words, texts = _WORDS[language], load_texts(package, language)
    presets = (words.presets, "", *_presets(game.meta, words, texts))
    options = (words.options, "", *_options(game.meta, words, texts))
    refusals = [
        words.refusal.format(number, rule, texts.get(f"violation.{rule}.help", ""))
        for number, rule in enumerate(game.refusals.VIOLATIONS, 1)
    ]
    for title, items in ((words.listed, [*presets, "", *options]), (words.refusals, refusals)):
        readme = _with_list(readme, title, "\n".join(items))
    return readme


def _with_list(readme: str, title: str, made: str) -> str:
    section = re.search(rf"^## {title}\n(?:(?!## ).*\n?)*", readme, re.MULTILINE)
    if section is not None:
        whole = POINTER.sub(lambda _: made, section[0])
        return f"{readme[: section.start()]}{whole}{readme[section.end() :]}"
    appendix = "" if re.search(r"^---$", readme, re.MULTILINE) else "---\n\n"
    return f"{readme.rstrip()}\n\n{appendix}## {title}\n\n{made}\n" if made else readme


def _presets(meta: Meta, words: _Words, texts: dict[str, str]) -> Iterator[str]:
    """Each preset with the options that it sets otherwise than by default."""
    usual = msgspec.structs.asdict(meta.options())
    for name, options in meta.presets.items():
        others = [
            f"`{option}={value}`"
            for option, value in msgspec.structs.asdict(options).items()
            if value != usual[option]
        ]
        sets = words.sets.format(words.comma.join(others)) if others else words.default
        yield words.preset.format(*_named(texts, f"preset.{name}", name, sets))


def _options(meta: Meta, words: _Words, texts: dict[str, str]) -> Iterator[str]:
    """Each option with its rule, and below it what it may be."""
    for spec in describe(meta.options):
        yield words.option.format(*_named(texts, f"option.{spec.name}", spec.name, spec.rule))
        for choice in spec.choices:
            default = words.default if choice == spec.default else ""
            yield words.choice.format(*_named(texts, f"option.{spec.name}.{choice}", choice, default))
        if not spec.choices:
            yield _numbers(spec, words)


def _numbers(spec: OptionSpec, words: _Words) -> str:
    steps = words.steps.format(spec.multiple_of) if spec.multiple_of else ""
    return words.numbers.format(spec.minimum, spec.maximum, steps, spec.default)


def _named(texts: dict[str, str], key: str, code: str | int, more: str) -> tuple[str, str | int, str, str]:
    """The name for players, the name in code, what else is to be known, and what it changes."""
    return texts.get(key, str(code)), code, more, texts.get(f"{key}.help", "")

"""`sevenfold check --write`: what a game's files repeat of its code, kept in step with it.

Numbers, lists and keys are written; the words that belong to them are not: they are left empty, and
`sevenfold check` names them.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from sevenfold.book.lessons import lesson_texts_path, load_lessons
from sevenfold.book.needed import keys_needed, may_have
from sevenfold.book.rulebook import load_rule_book
from sevenfold.book.texts import Language, texts_path
from sevenfold.core.options import Options, OptionSpec, describe
from sevenfold.games import folder_of, is_brought, load_game, load_meta, package_of

UNNUMBERED = re.compile(r"^- \*\*([A-Z][A-Z0-9]*)-(\d+)\.\?\*\*", re.MULTILINE)
"""A rule that has no number yet: `EU-2.?`."""
TO = {Language.EN: " to ", Language.ZH_HANS: " 至 ", Language.JA: "〜"}
"""What stands between the least number and the greatest."""
OF = {Language.EN: ", a multiple of {}", Language.ZH_HANS: "，须为 {} 的倍数", Language.JA: "、{}の倍数"}
BETWEEN = {Language.EN: ", ", Language.ZH_HANS: "、", Language.JA: ", "}
"""What stands between two choices."""
DEFAULT = {Language.EN: " (default)", Language.ZH_HANS: "（默认）", Language.JA: "（既定）"}
"""What stands after the preset with the defaults."""
COLON = {Language.EN: ":", Language.ZH_HANS: "：", Language.JA: "："}
ITEM = re.compile(r"\d+\. ([A-Z][A-Z0-9]*-\d+\.\d+)(.*)")
"""The beginning of an item in the list of refusals."""
KEY = re.compile(r'^  ("[^"\n]*"): ".*",?$', re.MULTILINE)

Cells = list[str]


class _Table(NamedTuple):
    """A table of a README: its lines, and the cells of its head and of its rows."""

    start: int
    end: int
    head: Cells
    rows: list[Cells]


def behind(root: Path | None, name: str) -> dict[Path, str]:
    """Each file that is not in step with the game's code, and what it is to be. Raises UnknownGame."""
    should = dict(_should_be(root, name))
    return {path: text for path, text in should.items() if path.read_text(encoding="utf-8") != text}


def write(root: Path | None, name: str) -> list[Path]:
    """Bring the files into step, until nothing changes any more; those that were written."""
    written: dict[Path, None] = {}
    while late := behind(root, name):
        for path, text in late.items():
            path.write_text(text, encoding="utf-8")
            written[path] = None
    return list(written)


def _should_be(root: Path | None, name: str) -> Iterator[tuple[Path, str]]:
    package, game = package_of(name), load_game(name)
    folder = folder_of(package)
    for language in Language:
        readme, texts = folder / _readme(language), Path(str(texts_path(package, language)))
        if readme.is_file():
            text = readme.read_text(encoding="utf-8")
            yield (
                readme,
                rule_book_in_step(text, game.meta.options, game.meta.presets, refused(name), language),
            )
        if texts.is_file():
            keys = keys_needed(game)
            yield texts, texts_in_step(texts.read_text(encoding="utf-8"), keys, may_have)
        lessons = Path(str(lesson_texts_path(package, language)))
        if lessons.is_file():
            keys = sorted(load_lessons(package).keys)
            yield lessons, texts_in_step(lessons.read_text(encoding="utf-8"), keys, bool)
    if root is not None and not is_brought(name):
        numbers = root / "tests" / "book" / "rule_numbers.yaml"
        given = [rule.id for rule in load_rule_book(package, name, Language.EN).rules]
        yield numbers, numbers_in_step(numbers.read_text(encoding="utf-8"), name, given)


def refused(name: str) -> tuple[str, ...]:
    """The rules that a move of this game can break, in the order in which they are looked for."""
    return load_game(name).refusals.VIOLATIONS


# --- a README -------------------------------------------------------------------------------------


def rule_book_in_step(
    text: str,
    options: type[Options],
    presets: Mapping[str, Options],
    violations: Sequence[str],
    language: Language,
) -> str:
    """A README with a number for each rule, and with its lists of presets, options and refusals as they are
    in the code.
    """
    lines = numbered(text).split("\n")
    specs = describe(options)
    for is_wanted, made in (
        (_has_presets, lambda table: _presets(table, specs, presets, language)),
        (_has_options, lambda table: _options(table, specs, language)),
    ):
        lines = _with_table(lines, is_wanted, made)
    return "\n".join(_with_refusals(lines, violations, language))


def numbered(text: str) -> str:
    """The README with the next free number of its section for each rule that has none."""

    def number(found: re.Match[str]) -> str:
        prefix, section = found[1], found[2]
        taken = [int(each) for each in re.findall(rf"\*\*{prefix}-{section}\.(\d+)\*\*", text)]
        return f"- **{prefix}-{section}.{max(taken, default=0) + 1}**"

    while UNNUMBERED.search(text):
        text = UNNUMBERED.sub(number, text, count=1)
    return text


def _with_table(
    lines: list[str], is_wanted: Callable[[_Table], bool], made: Callable[[_Table], list[Cells]]
) -> list[str]:
    """The lines with the table that is wanted made anew; where there is none, as they are."""
    for table in _tables(lines):
        if is_wanted(table):
            return [*lines[: table.start], *map(_row, made(table)), *lines[table.end :]]
    return lines


def _tables(lines: Sequence[str]) -> Iterator[_Table]:
    start = 0
    while start < len(lines):
        end = start
        while end < len(lines) and lines[end].startswith("| "):
            end += 1
        if end - start > 1:
            head, _, *rows = (_cells(line) for line in lines[start:end])
            yield _Table(start, end, head, rows)
        start = max(end, start + 1)


def _cells(line: str) -> Cells:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def _row(cells: Cells) -> str:
    return f"| {' | '.join(cells)} |"


def _name(cell: str) -> str:
    """The name in code with which a cell begins, or an empty text."""
    found = re.match(r"`(\w+)`", cell)
    return found[1] if found else ""


def _has_presets(table: _Table) -> bool:
    return not _name(table.head[0]) and len(table.head) > 1 and bool(_name(table.head[1]))


def _has_options(table: _Table) -> bool:
    return (
        len(table.head) == 5 and not any(map(_name, table.head)) and all(_name(row[0]) for row in table.rows)
    )


def _presets(
    table: _Table, specs: Sequence[OptionSpec], presets: Mapping[str, Options], language: Language
) -> list[Cells]:
    """A column for each option; what else a row says of a preset stays."""
    more = [index for index, cell in enumerate(table.head) if index and not _name(cell)]
    rows = {_name(row[0]): row for row in table.rows}
    head = [table.head[0], *(f"`{spec.name}`" for spec in specs), *(table.head[index] for index in more)]
    made = [head, ["---"] * len(head)]
    first = next((preset for preset, options in presets.items() if options == type(options)()), None)
    for preset, options in presets.items():
        row = rows.get(preset, [""] * len(table.head))
        values = (_value(getattr(options, spec.name)) for spec in specs)
        label = f"`{preset}`{DEFAULT[language] if preset == first else ''}"
        made.append([label, *values, *(row[index] for index in more)])
    return made


def _options(table: _Table, specs: Sequence[OptionSpec], language: Language) -> list[Cells]:
    """A row for each option; what it decides, and how its values are put, stays where they are the same."""
    rows = {_name(row[0]): row for row in table.rows}
    made = [table.head, ["---"] * len(table.head)]
    for spec in specs:
        row = rows.get(spec.name, [f"`{spec.name}`", "", "", "", ""])
        values = row[2] if _values_of(spec) == _values_in(row[2], spec) else _values(spec, language)
        made.append([row[0], spec.rule, values, _value(spec.default), row[4]])
    return made


def _value(value: object) -> str:
    return f"`{value}`" if isinstance(value, str) else str(value)


def _values_of(spec: OptionSpec) -> Cells:
    numbers = (spec.minimum, spec.maximum, spec.multiple_of)
    return [str(value) for value in spec.choices or numbers if value is not None]


def _values_in(cell: str, spec: OptionSpec) -> Cells:
    return re.findall(r"\w+" if spec.choices else r"\d+", cell, re.ASCII)


def _values(spec: OptionSpec, language: Language) -> str:
    if spec.choices:
        return BETWEEN[language].join(f"`{choice}`" for choice in spec.choices)
    steps = OF[language].format(spec.multiple_of) if spec.multiple_of else ""
    return f"{spec.minimum}{TO[language]}{spec.maximum}{steps}"


def _with_refusals(lines: list[str], violations: Sequence[str], language: Language) -> list[str]:
    """The list of refusals in the order of the code; an item keeps its words."""
    starts = [index for index, line in enumerate(lines) if ITEM.fullmatch(line)]
    if not starts:
        return lines
    end = starts[-1] + 1
    while end < len(lines) and lines[end].startswith("  "):
        end += 1
    words: dict[str, list[str]] = {}
    for start, after in zip(starts, [*starts[1:], end], strict=True):
        found = ITEM.fullmatch(lines[start])
        assert found is not None
        words[found[1]] = [found[2], *lines[start + 1 : after]]
    made: list[str] = []
    for number, rule in enumerate(violations, 1):
        first, *others = words.get(rule, [COLON[language]])
        made += [f"{number}. {rule}{first}", *others]
    return [*lines[: starts[0]], *made, *lines[end:]]


# --- texts, and the numbers that were given ---------------------------------------------------------


def texts_in_step(text: str, keys: Iterable[str], may_stay: Callable[[str], bool]) -> str:
    """A file of texts with each of these keys, and without any other, but for those that `may_stay`.

    A new key stands after the last one that begins with the same word.
    """
    wanted = list(dict.fromkeys(keys))
    lines = [
        line
        for line in text.rstrip().rstrip("}").rstrip().split("\n")
        if not (found := KEY.match(line)) or _key(found) in wanted or may_stay(_key(found))
    ]
    have = {_key(found) for line in lines if (found := KEY.match(line))}
    for key in wanted:
        if key not in have:
            lines.insert(_place(lines, key), f'  "{key}": "",')
    lines = [f"{line.rstrip(',')}," if KEY.match(line) else line for line in lines]
    return "\n".join(lines).rstrip().rstrip(",") + "\n}\n"


def _key(found: re.Match[str]) -> str:
    key: str = msgspec.json.decode(found[1])
    return key


def _place(lines: Sequence[str], key: str) -> int:
    word = key.partition(".")[0]
    alike = [
        index + 1
        for index, line in enumerate(lines)
        if (found := KEY.match(line)) and _key(found).partition(".")[0] == word
    ]
    return max(alike, default=len(lines))


def numbers_in_step(text: str, name: str, numbers: Sequence[str]) -> str:
    """The list of the numbers that were given, with those that are new. A number once given is kept."""
    found = re.search(rf"^{name}:(.*)$", text, re.MULTILINE)
    if found is None or not set(found[1].split()) <= set(numbers):
        return text
    return text.replace(found[0], f"{name}: {' '.join(numbers)}")


# --- words that are still to be written -------------------------------------------------------------


def empty(name: str) -> Iterator[str]:
    """What has a place and no words yet, and what has no place, a sentence for each."""
    package = package_of(name)
    folder = folder_of(package)
    for language in Language:
        readme = folder / _readme(language)
        if readme.is_file():
            lines = readme.read_text(encoding="utf-8").split("\n")
            yield from (f"{readme.name} {lacks}." for lacks in _rule_book_lacks(lines, name))
        for path in (texts_path(package, language), lesson_texts_path(package, language)):
            if path.is_file():
                texts = msgspec.json.decode(path.read_bytes(), type=dict[str, str])
                place = Path(str(path)).relative_to(folder)
                if bare := [
                    key for key, text in texts.items() if not text.strip() and not _may_be_empty(key)
                ]:
                    yield f"{place} has no words for {', '.join(bare)}."


def _rule_book_lacks(lines: list[str], name: str) -> Iterator[str]:
    tables, items = list(_tables(lines)), [found for line in lines if (found := ITEM.fullmatch(line))]
    options = next((table for table in tables if _has_options(table)), None)
    if not any(map(_has_presets, tables)):
        yield "has no table of presets, with a column for each option"
    if options is None:
        yield "has no table of options: what it is called, its rule, values, default, and what it decides"
    if refused(name) and not items:
        yield "has no list of refusals, `1. " + refused(name)[0] + ": ...`"
    bare = [_name(row[0]) for row in (options.rows if options else ()) if not row[4]]
    bare += [found[1] for found in items if not found[2].strip(":： ")]
    if bare:
        yield f"says nothing of {', '.join(bare)}"


def _readme(language: Language) -> str:
    return "README.md" if language is Language.EN else f"README.{language}.md"


def _may_be_empty(key: str) -> bool:
    """A move that is told by the events that it brings about has no sentence of its own."""
    return key.startswith("log.")


def unknown_rules(name: str) -> Iterator[str]:
    """Rules that are named and that README.md has not, and those that a translation lacks."""
    package, meta = package_of(name), load_meta(name)
    folder, english = folder_of(package), load_rule_book(package, name, Language.EN)
    known = {rule.id for rule in english.rules}
    pattern = re.compile(rf"\b{meta.prefix}[-_]\d+[._]\d+\b")
    for path in sorted(folder.rglob("*")):
        if path.suffix in (".py", ".json", ".yaml", ".md") and path.is_file():
            named = {_dotted(rule) for rule in pattern.findall(path.read_text(encoding="utf-8"))}
            if unknown := sorted(named - known):
                yield f"{path.relative_to(folder)} names {', '.join(unknown)}, which README.md has not."
    for language in Language:
        has = {rule.id for rule in load_rule_book(package, name, language).rules}
        if lacking := [rule.id for rule in english.rules if rule.id not in has]:
            yield f"{_readme(language)} lacks {', '.join(lacking)}."


def _dotted(rule: str) -> str:
    return "{}-{}.{}".format(*re.split(r"[-_.]", rule))

"""`sevenfold check --write`: what a game's files repeat of its code, kept in step with it.

Numbers and keys are written; the words that belong to them are not: they are left empty, and
`sevenfold check` names them.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from sevenfold.book.lessons import lesson_texts_path, load_lessons
from sevenfold.book.needed import keys_needed, may_have
from sevenfold.book.rulebook import load_rule_book
from sevenfold.book.texts import Language, texts_path
from sevenfold.games import folder_of, is_brought, load_game, load_meta, package_of

UNNUMBERED = re.compile(r"^- \*\*([A-Z][A-Z0-9]*)-(\d+)\.\?\*\*", re.MULTILINE)
"""A rule that has no number yet: `EU-2.?`."""
KEY = re.compile(r'^  ("[^"\n]*"): ".*",?$', re.MULTILINE)


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
            yield readme, numbered(readme.read_text(encoding="utf-8"))
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


# --- a README -------------------------------------------------------------------------------------


def numbered(text: str) -> str:
    """The README with the next free number of its section for each rule that has none."""

    def number(found: re.Match[str]) -> str:
        prefix, section = found[1], found[2]
        taken = [int(each) for each in re.findall(rf"\*\*{prefix}-{section}\.(\d+)\*\*", text)]
        return f"- **{prefix}-{section}.{max(taken, default=0) + 1}**"

    while UNNUMBERED.search(text):
        text = UNNUMBERED.sub(number, text, count=1)
    return text


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
    """What has a place and no words yet, a sentence for each file."""
    package = package_of(name)
    folder = folder_of(package)
    for language in Language:
        for path in (texts_path(package, language), lesson_texts_path(package, language)):
            if path.is_file():
                texts = msgspec.json.decode(path.read_bytes(), type=dict[str, str])
                place = Path(str(path)).relative_to(folder)
                if bare := [
                    key for key, text in texts.items() if not text.strip() and not _may_be_empty(key)
                ]:
                    yield f"{place} has no words for {', '.join(bare)}."


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

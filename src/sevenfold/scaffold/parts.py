"""The parts that a new game of tricks may have, and how the stub is cut down to those that are asked for.

`games/_stub` has all parts, and plays. Marks say what belongs to which:

    #: if bids and not trump        <!-- if bids and not trump -->
    #: else                         <!-- else -->
    #: end                          <!-- end -->

In Python and YAML, what the whole stub does not have stands behind `#: `. In texts a key says it in brackets:
`"field.trump [trump]"`. What is left is tidied: imports and arguments that nothing uses any more, and the
numbers of the rules, which have no gaps.
"""

import ast
import json
import re
from collections import Counter
from collections.abc import Collection
from enum import StrEnum

from sevenfold.errors import SevenfoldError


class TrickPart(StrEnum):
    """What a game of tricks may have besides tricks."""

    TRUMP = "trump"
    BIDS = "bids"
    PARTNERS = "partners"
    WIDOW = "widow"


class UnknownPart(SevenfoldError, ValueError):
    """A name that no part has."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"there is no part {name!r}; the parts are {', '.join(TrickPart)}, with commas between"
        )
        self.name = name


class PartTwice(SevenfoldError, ValueError):
    """A part that is named more than once."""

    def __init__(self, part: TrickPart) -> None:
        super().__init__(f"{part} is named twice; name each part once")
        self.part = part


def read_parts(text: str) -> frozenset[TrickPart]:
    """The parts of a list such as `trump,bids`. Raises UnknownPart, PartTwice."""
    found: set[TrickPart] = set()
    for name in text.replace(" ", "").split(","):
        if name not in list(TrickPart):
            raise UnknownPart(name)
        if name in found:
            raise PartTwice(TrickPart(name))
        found.add(TrickPart(name))
    return frozenset(found)


# --- what belongs to the parts ----------------------------------------------------------------------

MARK = re.compile(r"\s*(?:#:|<!--) (if (?P<condition>[a-z ]+)|else|end)(?: -->)?")
ASIDE = re.compile(r"^(\s*)#:(?: |$)")
BRACKETS = re.compile(r"(.*) \[(.*)\]")


def is_met(condition: str, parts: Collection[str]) -> bool:
    """Whether a condition such as `bids and not trump or widow` holds."""
    return any(
        all((word.removeprefix("not ") in parts) != word.startswith("not ") for word in both.split(" and "))
        for both in condition.split(" or ")
    )


def cut(text: str, suffix: str, parts: frozenset[TrickPart]) -> str:
    """A file of the stub with what belongs to these parts alone; `suffix` is its kind, such as `.py`."""
    if suffix == ".json":
        return _cut_texts(text, parts)
    text = _cut_lines(text, parts)
    return tidied(text) if suffix == ".py" else text


def _cut_lines(text: str, parts: frozenset[TrickPart]) -> str:
    kept: list[str] = []
    open_marks: list[bool] = []
    for line in text.splitlines():
        mark = MARK.fullmatch(line)
        if mark is None:
            if all(open_marks):
                kept.append(ASIDE.sub(r"\1", line))
        elif mark["condition"]:
            open_marks.append(is_met(mark["condition"].strip(), parts))
        elif mark[1] == "else":
            open_marks[-1] = not open_marks[-1]
        else:
            open_marks.pop()
    return "\n".join(kept).rstrip("\n") + "\n"


def _cut_texts(text: str, parts: frozenset[TrickPart]) -> str:
    kept = {}
    for key, value in json.loads(text).items():
        found = BRACKETS.fullmatch(key)
        if found is None:
            kept[key] = value
        elif is_met(found[2], parts):
            kept[found[1]] = value
    return json.dumps(kept, ensure_ascii=False, indent=2) + "\n"


# --- tidied -----------------------------------------------------------------------------------------


def tidied(source: str) -> str:
    """Python without the imports that nothing in it uses, and with `_` before arguments that are not used."""
    source = re.sub(r"\n{4,}", "\n\n\n", source)
    lines = source.splitlines()
    tree = ast.parse(source)
    read = _names_read(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            _mark_unused(node, lines)
    imports = [node for node in tree.body if isinstance(node, ast.ImportFrom)]
    for node in reversed(imports):
        unused = [name.name for name in node.names if name.asname is None and name.name not in read]
        if unused:
            lines[node.lineno - 1 : node.end_lineno] = _import_without(node, unused)
    return "\n".join(lines) + "\n"


def _names_read(tree: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


def _mark_unused(function: ast.FunctionDef, lines: list[str]) -> None:
    read = {name for statement in function.body for name in _names_read(statement)}
    for argument in function.args.args:
        if argument.arg not in read and not argument.arg.startswith("_"):
            line = argument.lineno - 1
            lines[line] = re.sub(rf"(?<=[(, ]){argument.arg}:", f"_{argument.arg}:", lines[line])


def _import_without(node: ast.ImportFrom, unused: list[str]) -> list[str]:
    names = [ast.unparse(name) for name in node.names if name.name not in unused]
    if not names:
        return []
    if node.lineno == node.end_lineno:
        return [f"from {node.module} import {', '.join(names)}"]
    return [f"from {node.module} import (", *(f"    {name}," for name in names), ")"]


# --- the numbers of the rules -----------------------------------------------------------------------

RULE = re.compile(r"^- \*\*(\w+)-(\d+)\.(\d+)\*\*", re.MULTILINE)
SECTION = re.compile(r"^## (\d+)\.", re.MULTILINE)


def rule_ids(rules: str) -> list[str]:
    """The ids of the rules of a `README.md`, in their order."""
    return [f"{prefix}-{section}.{rule}" for prefix, section, rule in RULE.findall(rules)]


def new_numbers(rules: str) -> dict[str, str]:
    """The numbers of sections and rules of a `README.md`, such as `5` and `5.2`, each with its new one."""
    numbers = {old: str(new) for new, old in enumerate(SECTION.findall(rules), 1)}
    before: Counter[str] = Counter()
    for _, section, rule in RULE.findall(rules):
        before[section] += 1
        numbers[f"{section}.{rule}"] = f"{numbers[section]}.{before[section]}"
    return numbers


def renumbered(text: str, prefix: str, numbers: dict[str, str]) -> str:
    """A file with the new numbers. Raises KeyError for a rule that the README does not have."""

    def new(found: re.Match[str]) -> str:
        number = numbers[f"{found[2]}.{found[3]}"]
        return found[1] + (number if found[1].endswith("-") else number.replace(".", "_"))

    text = re.sub(rf"(\b{prefix}[-_]|_{prefix.lower()}_)(\d+)[._](\d+)", new, text)
    return SECTION.sub(lambda found: f"## {numbers.get(found[1], found[1])}.", text)

"""What can be compiled: the functions that compiled code calls, and which of their lines leave the subset.

The subset has integers, floats, fixed lists, masks of at most 62 bits, plain loops, and calls of functions
that keep to it. There is no recursion. A named tuple is made with all of its parts, as Numba fills in no
defaults. The rules make no list and return no part of one, since code for a GPU cannot: what they give back
in a list they write into one that they are given (`write_returns`). A player may make lists. One that makes a
list of no fixed length plays on no GPU. Generic functions take a game's `rules` module as an argument, or
what its networks are told (`core.inputs`); Numba resolves that too.

What compiled code calls is found from the rules that the Game protocol names, the story's `tell`, the
rule-based player and the generic code of `core/`, by the names in their sources. tests/compiled fails on a
line that leaves the subset. A view is made by copying what may be seen, compiled too: the declared visibility
of the fields becomes a mask over the words of a record.
"""

import ast
import builtins
import inspect
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from textwrap import dedent
from types import FunctionType, ModuleType
from typing import Any

from sevenfold.cards.masks import highest, lowest, nth, popcount
from sevenfold.core import dice, inputs, legal, playout, trials, worlds
from sevenfold.core.codes import is_codes
from sevenfold.core.game import Game
from sevenfold.core.visibility import assign, see, word_at

Function = Callable[..., Any]

REPLACED: frozenset[Function] = frozenset((popcount, lowest, highest, nth, assign, see, word_at))
"""Functions that have a compiled form of their own: CPU instructions, and copies of memory."""

RULES = (
    "acting",
    "addable",
    "apply",
    "chance",
    "check",
    "apply_deal",
    "nth_move",
    "count_moves",
    "chance_move",
    "over",
    "write_returns",
    "thrown_in",
    "next_first",
    "write_carried",
)
SAMPLE = ("draw_case", "list_hidden", "apply_layout")
_BUILTINS = frozenset((abs, bool, enumerate, float, int, len, max, min, range))
_LIST_METHODS = frozenset(("append", "pop"))
_LARGEST = (1 << 62) - 1

_NODES = (
    *(ast.Return, ast.Expr, ast.Pass, ast.Raise, ast.Assert),
    *(ast.Assign, ast.AugAssign, ast.AnnAssign, ast.For, ast.While, ast.If, ast.Break, ast.Continue),
    *(ast.BinOp, ast.BoolOp, ast.UnaryOp, ast.Compare, ast.IfExp, ast.Call, ast.Yield),
    *(ast.Attribute, ast.Subscript, ast.Slice, ast.Name, ast.Constant, ast.Tuple, ast.List, ast.ListComp),
    *(ast.comprehension, ast.expr_context, ast.boolop, ast.operator, ast.unaryop, ast.cmpop),
)

_WORDS = {
    ast.Dict: "a dict",
    ast.FunctionDef: "a function of its own",
    ast.GeneratorExp: "a generator expression",
    ast.JoinedStr: "an f-string",
    ast.Lambda: "a lambda",
    ast.Set: "a set",
    ast.Starred: "a starred value",
    ast.Try: "a try",
    ast.With: "a with",
}


@dataclass(frozen=True)
class Departure:
    """A line that cannot be compiled."""

    function: Function
    line: int
    what: str

    def __str__(self) -> str:
        file = Path(self.function.__code__.co_filename)
        return f"{file.parent.name}/{file.name}:{self.line}: {self.function.__name__} {self.what}"


def entries(game: Game[Any, Any, Any]) -> list[Function]:
    """The functions that entry points call: a game's rules, story, player and sample, and what all share."""
    of_all = (dice.dice_for, dice.shuffle, legal.legal_moves, playout.playout, playout.rollouts)
    of_search = (worlds.draw_worlds, trials.trials)
    rules = (getattr(game.rules, name) for name in RULES)
    sample = (getattr(game.sample, name) for name in SAMPLE if game.sample is not None)
    return [*rules, game.story.tell, game.choose, *sample, *of_all, *of_search]


def reached(game: Game[Any, Any, Any]) -> list[Function]:
    """All functions that a compiled game needs, without those that have a compiled form of their own."""
    return with_callees(entries(game))


def with_callees(functions: Iterable[Function]) -> list[Function]:
    """These functions and all that they call, without those that have a compiled form of their own."""
    found: dict[Function, None] = {}
    waiting = list(functions)
    while waiting:
        function = waiting.pop()
        if function not in found and function not in REPLACED:
            found[function] = None
            waiting += callees(function)
    return list(found)


def fingerprint(functions: Iterable[Function]) -> str:
    """A hash of these functions, of all they call, and of the constants and records that they use, as they
    are now.
    """
    digest = sha256()
    for function in with_callees(functions):
        reader = _reader(function)
        digest.update(f"{function.__module__}.{function.__qualname__}\0{ast.unparse(reader.tree)}".encode())
        for node, value in reader.named():
            if isinstance(value, int | float | tuple):
                digest.update(f"\0{ast.unparse(node)}={value!r}".encode())
            if isinstance(value, type) and issubclass(value, tuple):
                fields = [getattr(value, name, None) for name in ("_fields", "_field_defaults")]
                digest.update(f"\0{ast.unparse(node)}={fields}".encode())
    return digest.hexdigest()[:16]


def departures(game: Game[Any, Any, Any]) -> list[Departure]:
    """Each line that leaves the subset."""
    functions = reached(game)
    left = [departure for function in functions for departure in _reader(function).departures()]
    left += lists_made(getattr(game.rules, name) for name in RULES)
    return left + [_recursion(function) for function in functions if _calls_itself(function)]


def lists_made(functions: Iterable[Function]) -> list[Departure]:
    """Each line of these functions, and of all they call, that makes a list or returns a part of one."""
    return [departure for function in with_callees(functions) for departure in _reader(function).lists_made()]


def lists_grown(functions: Iterable[Function]) -> list[Departure]:
    """Each line of these functions, and of all they call, that makes a list of no fixed length."""
    return [
        departure for function in with_callees(functions) for departure in _reader(function).lists_grown()
    ]


def _recursion(function: Function) -> Departure:
    return Departure(function, function.__code__.co_firstlineno, "calls itself: write a loop")


def _calls_itself(function: Function) -> bool:
    seen: set[Function] = set()
    waiting = list(callees(function))
    while waiting:
        called = waiting.pop()
        if called is function:
            return True
        if called not in seen and called not in REPLACED:
            seen.add(called)
            waiting += callees(called)
    return False


@cache
def callees(function: Function) -> tuple[Function, ...]:
    """The functions of Sevenfold, or of the function's own package, that a function names, and those of the
    inputs of networks that it hands on.
    """
    reader = _reader(function)
    return (*(value for _, value in reader.named() if reader.is_ours(value)), *reader.handed_on())


class _Reader:
    """A function's source, and what its names stand for."""

    def __init__(self, function: Function) -> None:
        self.function = function
        lines, first = inspect.getsourcelines(function)
        tree = ast.parse(dedent("".join(lines))).body[0]
        assert isinstance(tree, ast.FunctionDef)
        self.tree = tree
        self.before = first - 1
        self.locals = set(function.__code__.co_varnames)

    def nodes(self) -> Iterator[ast.AST]:
        """All that is run: without annotations and docstring."""
        body = self.tree.body[1:] if ast.get_docstring(self.tree) is not None else self.tree.body
        waiting: list[ast.AST] = [*body, *self.tree.args.defaults]
        while waiting:
            node = waiting.pop()
            yield node
            if isinstance(node, ast.Raise) or not isinstance(node, _NODES):
                continue  # an error's text is not compiled, and one departure is enough to name
            skipped = getattr(node, "annotation", None)
            waiting += (child for child in ast.iter_child_nodes(node) if child is not skipped)

    def value(self, node: ast.AST) -> tuple[bool, Any]:
        """Whether a name, or one in a module or in codes, is known before the function runs; its value."""
        if isinstance(node, ast.Attribute):
            known, owner = self.value(node.value)
            known = known and (isinstance(owner, ModuleType) or is_codes(owner))
            return known, getattr(owner, node.attr) if known else None
        if not isinstance(node, ast.Name) or node.id in self.locals:
            return False, None
        where = self.function.__globals__ if node.id in self.function.__globals__ else vars(builtins)
        return True, where.get(node.id)

    def is_ours(self, value: object) -> bool:
        """Whether this is a function of this package, or of the one that the function itself is in."""
        if not isinstance(value, FunctionType):
            return False
        return value.__module__.partition(".")[0] in ("sevenfold", self.function.__module__.partition(".")[0])

    def named(self) -> Iterator[tuple[ast.AST, Any]]:
        for node in self.nodes():
            known, value = self.value(node)
            if known:
                yield node, value

    def handed_on(self) -> Iterator[Function]:
        """The functions of a module that is handed to another function: of a game's `bot/inputs.py`."""
        calls = (node for node in self.nodes() if isinstance(node, ast.Call))
        for known, value in (self.value(argument) for call in calls for argument in call.args):
            if known and isinstance(value, ModuleType) and hasattr(value, "list_rows"):
                yield from (getattr(value, name) for name in inputs.FUNCTIONS)

    def departures(self) -> Iterator[Departure]:
        for node in self.nodes():
            what = self._what_is_wrong(node)
            if what:
                yield Departure(self.function, self.before + getattr(node, "lineno", 1), what)
        if self.tree.args.vararg or self.tree.args.kwarg:
            yield Departure(self.function, self.before + 1, "takes any number of arguments")

    def lists_made(self) -> Iterator[Departure]:
        for node in self.nodes():
            what = _list_made(node)
            if what:
                yield Departure(self.function, self.before + getattr(node, "lineno", 1), what)

    def lists_grown(self) -> Iterator[Departure]:
        for node in self.nodes():
            if _list_grown(node):
                what = "makes a list of no fixed length, which code for a GPU cannot"
                yield Departure(self.function, self.before + getattr(node, "lineno", 1), what)

    def _what_is_wrong(self, node: ast.AST) -> str | None:
        if not isinstance(node, _NODES):
            return f"has {_WORDS.get(type(node), type(node).__name__)}, which cannot be compiled"
        if isinstance(node, ast.Call):
            return self._wrong_call(node)
        if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes):
            return "has a text, which cannot be compiled"
        known, value = self.value(node)
        return self._wrong_value(node, value) if known else None

    def _wrong_value(self, node: ast.AST, value: object) -> str | None:
        if isinstance(value, int) and not -_LARGEST <= value <= _LARGEST:
            return f"reads {ast.unparse(node)}, which has more than 62 bits"
        plain = (int, float, bool, FunctionType, ModuleType, type, type(len), type(None))
        if all(isinstance(part, plain) for part in _parts(value)):
            return None
        return f"reads {ast.unparse(node)}, which is a {type(value).__name__}"

    def _wrong_call(self, node: ast.Call) -> str | None:
        name = ast.unparse(node.func)
        known, called = self.value(node.func)
        if not known:
            owner, _, method = name.partition(".")
            handed_on = owner in ("rules", "sample", "inputs") or name in self.locals
            return None if handed_on or method in _LIST_METHODS else f"calls {name}, a method of an object"
        if isinstance(called, type) and issubclass(called, tuple) and hasattr(called, "_fields"):
            whole = len(node.args) == len(called._fields) and not node.keywords
            return None if whole else f"makes a {name} without naming all of its parts, in their order"
        if called in _BUILTINS or self.is_ours(called):
            return None
        return f"calls {name}, which is not compiled"


def _list_made(node: ast.AST) -> str | None:
    """How code of the subset makes a list, or gives back one that is none of its arguments."""
    if isinstance(node, ast.ListComp) or (isinstance(node, ast.List) and isinstance(node.ctx, ast.Load)):
        return "makes a list, which code for a GPU cannot: write into one that is given"
    given_back = node.value if isinstance(node, ast.Return) else None
    if isinstance(given_back, ast.Subscript) and isinstance(given_back.slice, ast.Slice):
        return "returns a part of a list, which code for a GPU cannot: write into one that is given"
    return None


def _list_grown(node: ast.AST) -> bool:
    """Whether this makes a list whose length is known only when it runs."""
    if isinstance(node, ast.List):
        return isinstance(node.ctx, ast.Load) and not node.elts
    return isinstance(node, ast.ListComp) or (isinstance(node, ast.Attribute) and node.attr in _LIST_METHODS)


def _parts(value: object) -> Iterator[object]:
    """What a constant consists of: tuples may hold tuples."""
    if isinstance(value, tuple):
        for part in value:
            yield from _parts(part)
    else:
        yield value


_reader = cache(_Reader)

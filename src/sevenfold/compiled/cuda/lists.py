"""Lists of fixed length as a GPU has them: arrays in a thread's own memory, made where the list would be.

Rules make no lists. A player may, and where their length is known before it runs, as in `[0] * SEATS` or
`[0, -1]`, its source is read with arrays in their place. `subset.lists_grown` names all other lists.
"""

import ast
import inspect
from importlib import import_module
from textwrap import dedent
from types import FunctionType
from typing import Any, get_origin

import numpy as np

cuda: Any = import_module("numba.cuda")


def with_arrays(function: FunctionType, known: dict[str, Any]) -> FunctionType:
    """The function, where it makes arrays for lists; `known` are the names that it reads."""
    lines, first = inspect.getsourcelines(function)
    tree = ast.parse(dedent("".join(lines)))
    made = tree.body[0]
    assert isinstance(made, ast.FunctionDef)
    swap = _Swap(known)
    made.body = [swap.visit(statement) for statement in made.body]
    if not swap.makers:
        return function
    made.returns = None
    for argument in (*made.args.args, *made.args.posonlyargs, *made.args.kwonlyargs):
        argument.annotation = None
    ast.increment_lineno(ast.fix_missing_locations(tree), first - 1)
    names = {**known, **swap.makers}
    exec(compile(tree, inspect.getfile(function), "exec"), names)
    found: FunctionType = names[function.__name__]
    return found


def gives_a_list(function: FunctionType) -> bool:
    """Whether what a function gives back has a list in it. Its memory is the caller's then."""
    given = function.__annotations__.get("return")
    parts = getattr(given, "__annotations__", {}).values() if hasattr(given, "_fields") else (given,)
    return any(get_origin(part) is list for part in parts)


class _Swap(ast.NodeTransformer):
    """Puts a call that makes an array in place of each list."""

    def __init__(self, known: dict[str, Any]) -> None:
        self.known = known
        self.makers: dict[str, Any] = {}

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        """Such as `[0] * SEATS`."""
        if not isinstance(node.left, ast.List):
            return self.generic_visit(node)
        length = eval(compile(ast.Expression(node.right), "<length>", "eval"), self.known)
        return self._made(node.left.elts, int(length))

    def visit_List(self, node: ast.List) -> ast.AST:
        """Such as `[0, -1]`."""
        if not isinstance(node.ctx, ast.Load):
            return self.generic_visit(node)
        return self._made(node.elts, len(node.elts))

    def _made(self, entries: list[ast.expr], length: int) -> ast.AST:
        values = [entry.value for entry in entries if isinstance(entry, ast.Constant)]
        name = f"_list_{len(self.makers)}"
        self.makers[name] = _maker(len(entries), length, any(isinstance(value, float) for value in values))
        return ast.Call(ast.Name(name, ast.Load()), entries, [])


def _maker(given: int, length: int, has_floats: bool) -> Any:
    """A function that makes an array of so many entries: those given, again and again."""
    names = {"cuda": cuda, "type": np.float64 if has_floats else np.int64}
    entries = [f"e{number}" for number in range(given)]
    lines = [f"def made({', '.join(entries)}):", f"array = cuda.local.array({length}, type)"]
    if given == 1:
        lines += [f"for i in range({length}):", "    array[i] = e0"]
    else:
        lines += [f"array[{number}] = {entry}" for number, entry in enumerate(entries)]
    exec("\n    ".join([*lines, "return array"]), names)
    return cuda.jit(device=True, inline=True)(names["made"])

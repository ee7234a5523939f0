"""The examples in docstrings work as they stand there, and every public name has one."""

import ast
import doctest
import pkgutil
from importlib import import_module
from pathlib import Path
from types import FunctionType

import pytest

import sevenfold

PACKAGES = ("arena", "bots", "cards", "compiled", "compiled/cpu", "compiled/cuda", "core", "envs", "search")


def with_examples() -> list[str]:
    """The modules of the engine, and of what is built on it, whose docstrings have examples."""
    found = ["sevenfold.compiled", "sevenfold.errors", "sevenfold.games"]
    for package in PACKAGES:
        folder = Path(sevenfold.__file__).parent / package
        names = [module.name for module in pkgutil.iter_modules([str(folder)]) if not module.ispkg]
        found += [
            f"sevenfold.{package.replace('/', '.')}.{name}"
            for name in names
            if ">>>" in (folder / f"{name}.py").read_text(encoding="utf-8")
        ]
    return found


@pytest.mark.parametrize("module", with_examples())
def test_the_examples_of_a_module_work(module: str) -> None:
    done = doctest.testmod(import_module(module), optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    assert done.attempted > 0
    assert done.failed == 0


# --- public names -------------------------------------------------------------------------------------


def of_public_names() -> dict[str, str]:
    """Where each public name is defined: the module from which it is imported."""
    tree = ast.parse(Path(sevenfold.__file__).read_text(encoding="utf-8"))
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module]
    return {alias.name: node.module or "" for node in imports for alias in node.names}


def docstring_of(name: str, module: str) -> str:
    """The docstring of a class or function, or the text that stands below a constant."""
    tree = ast.parse(Path(str(import_module(module).__file__)).read_text(encoding="utf-8"))
    for node, after in zip(tree.body, [*tree.body[1:], None], strict=True):
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and node.name == name:
            return ast.get_docstring(node) or ""
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        if any(isinstance(target, ast.Name) and target.id == name for target in targets):
            text = after.value if isinstance(after, ast.Expr) else None
            return str(text.value) if isinstance(text, ast.Constant) else ""
    return ""


@pytest.mark.parametrize("name", sevenfold.__all__)
def test_a_public_name_has_an_example(name: str) -> None:
    assert ">>> " in docstring_of(name, of_public_names()[name])


def test_the_examples_below_constants_work() -> None:
    """Those of classes and functions are run with their modules."""
    defined = (type, FunctionType)
    constants = [name for name in sevenfold.__all__ if not isinstance(getattr(sevenfold, name), defined)]
    runner = doctest.DocTestRunner(optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    for name in constants:
        text = docstring_of(name, of_public_names()[name])
        runner.run(doctest.DocTestParser().get_doctest(text, {}, name, None, None))
    assert runner.tries > len(constants)
    assert runner.failures == 0

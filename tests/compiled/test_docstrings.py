"""The examples in docstrings work as they stand there."""

import doctest
import pkgutil
from importlib import import_module
from pathlib import Path

import pytest

import sevenfold

PACKAGES = ("arena", "bots", "cards", "compiled", "core", "envs", "search")


def with_examples() -> list[str]:
    """The modules of the engine, and of what is built on it, whose docstrings have examples."""
    found = ["sevenfold.errors"]
    for package in PACKAGES:
        folder = Path(sevenfold.__file__).parent / package
        names = [f"sevenfold.{package}.{module.name}" for module in pkgutil.iter_modules([str(folder)])]
        found += [
            name
            for name in names
            if ">>>" in (folder / f"{name.rpartition('.')[2]}.py").read_text(encoding="utf-8")
        ]
    return found


@pytest.mark.parametrize("module", with_examples())
def test_the_examples_of_a_module_work(module: str) -> None:
    done = doctest.testmod(import_module(module), optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    assert done.attempted > 0
    assert done.failed == 0

"""Where something of a game stands in its files: the beginnings of the sentences of `sevenfold check`."""

import re
from collections.abc import Callable
from inspect import getsourcefile, unwrap
from pathlib import Path
from traceback import walk_tb
from typing import Any


def shown(path: Path, line: int | None = None) -> str:
    """A file, and a line of it, as editors open it: from the current folder where it lies in there."""
    here = path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
    return str(here) if line is None else f"{here}:{line}"


def of_module(module: Any) -> str:
    """The file of a module of a game."""
    file = getattr(module, "__file__", None)
    return shown(Path(file)) if file else str(module)


def of_function(function: Callable[..., Any]) -> str:
    """Where a function begins."""
    code = getattr(unwrap(function), "__code__", None)
    if code is None:
        return shown(Path(getsourcefile(type(function)) or "game.py"))
    return shown(Path(code.co_filename), code.co_firstlineno)


def of_pattern(path: Path, pattern: str) -> str:
    """The first line of a file that fits a pattern; the file alone where none does."""
    lines = path.read_text(encoding="utf-8").split("\n") if path.is_file() else []
    return shown(
        path, next((number for number, line in enumerate(lines, 1) if re.search(pattern, line)), None)
    )


def of_word(folder: Path, word: str) -> str | None:
    """The first line of a game's code that has this word in quotes; None for none."""
    pattern = rf"[\"']{re.escape(word)}[\"']"
    for path in sorted(folder.rglob("*.py")):
        if re.search(pattern, path.read_text(encoding="utf-8")):
            return of_pattern(path, pattern)
    return None


def of_error(error: BaseException, folder: Path) -> str:
    """The last line of a game's own code on the way to an error; its game.py where there is none."""
    frames = [(Path(frame.f_code.co_filename), line) for frame, line in walk_tb(error.__traceback__)]
    own = [(path, line) for path, line in frames if path.is_relative_to(folder)]
    return shown(*own[-1]) if own else shown(folder / "game.py")

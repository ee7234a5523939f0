"""A compiled game: its record, its entry points."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from threading import Lock
from typing import Any

from sevenfold.borrowed import wanted
from sevenfold.compiled import CompiledUnavailable
from sevenfold.compiled.cpu.cache import cache_folder
from sevenfold.compiled.subset import departures, entries, fingerprint, reached, with_callees
from sevenfold.core.game import Game

_engines: dict[tuple[str, Callable[..., Any]], "Engine"] = {}
"""By the game's name and its player, which may be the rule-based one or the learnt one."""
_lock, _first_calls = Lock(), Lock()


@dataclass(frozen=True)
class Engine:
    """A game's entry points. Each is compiled, or read from the cache, when it is first called."""

    game: Game[Any, Any, Any]
    kernels: Any

    def run(self, name: str, *arguments: object) -> Any:
        """Call an entry point of `kernels.Kernels`."""
        kernel = getattr(self.kernels, name)
        if not kernel.signatures:
            with _first_calls:  # another thread may be compiling it
                if not kernel.signatures:
                    found = kernel(*arguments)
                    kernel.disable_compile()  # compiling it for other types would cost seconds, unnoticed
                    return found
        return kernel(*arguments)


def load_engine(game: Game[Any, Any, Any]) -> Engine:
    """The compiled game; nothing is compiled yet. Raises CompiledUnavailable."""
    key = game.meta.name, game.choose
    with _lock:
        if key not in _engines:
            _engines[key] = _make(game)
        return _engines[key]


def _make(game: Game[Any, Any, Any]) -> Engine:
    try:
        from sevenfold.compiled.cpu.compiler import DISABLED, VERSION, make_known
        from sevenfold.compiled.cpu.kernels import make_kernels
    except (ImportError, AttributeError) as error:
        raise CompiledUnavailable(game.meta.name, _why_not(error)) from None
    if DISABLED:
        raise CompiledUnavailable(game.meta.name, "NUMBA_DISABLE_JIT is set")
    left = departures(game)
    if left:
        raise CompiledUnavailable(game.meta.name, "; ".join(map(str, left)))
    make_known(reached(game), game.state)
    package = import_module(game.state.__module__)
    folder = cache_folder(game.meta.name, package, f"{VERSION}, {fingerprint(entries(game))}")
    return Engine(game, make_kernels(game, folder))


def entry_points(
    game: Game[Any, Any, Any],
    functions: Sequence[Callable[..., Any]],
    parts: tuple[Any, Any, Any],
    called: Sequence[Callable[..., Any]],
) -> list[Any]:
    """Entry points besides a game's own. Each function is given these three parts first; `called` are the
    functions in those parts that it calls. Raises CompiledUnavailable.
    """
    load_engine(game)
    from sevenfold.compiled.cpu.compiler import VERSION, kernel, make_known

    used, name = with_callees([*functions, *called]), game.meta.name
    make_known(used, game.state)
    package = import_module(game.state.__module__)
    folder = cache_folder(name, package, f"{VERSION}, {fingerprint([*used, *entries(game)])}")
    return [kernel(function, *parts, folder, name) for function in functions]


def _why_not(error: ImportError | AttributeError) -> str:
    """Why Numba cannot be imported: it is not there, or something has moved in it."""
    if isinstance(error, ModuleNotFoundError) and error.name in ("numba", "numpy", "llvmlite"):
        return f"{error.name} is missing; install sevenfold[fast]"
    return f'this Numba cannot be used ({error}): pip install "{wanted("numba")}"'

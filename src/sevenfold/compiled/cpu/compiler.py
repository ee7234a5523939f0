"""How Numba is used: functions are made known to it as they stand, and compiled when a kernel runs."""

import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import cache
from pathlib import Path
from threading import Lock
from types import FunctionType
from typing import Any

import numba
from llvmlite import binding, ir
from numba import types
from numba.core import event
from numba.extending import intrinsic, overload
from rich.console import Console

from sevenfold.borrowed import check
from sevenfold.cards import masks
from sevenfold.compiled.layout import Words, constant, record_type, visibility_masks
from sevenfold.compiled.subset import fingerprint
from sevenfold.core import visibility

_OPTIONS: Any = {"error_model": "numpy", "no_cfunc_wrapper": True}
"""How each function is compiled. None is called from C, so none gets a wrapper for that."""

_log = logging.getLogger(__name__)
_known: set[Callable[..., Any]] = set()
_visibility_masks: dict[Any, tuple[Words, Words]] = {}
_lock = Lock()
config: Any = numba.config

DISABLED = bool(config.DISABLE_JIT)
VERSION = f"numba {numba.__version__}, bounds checked: {config.BOUNDSCHECK}, optimized: {config.OPT}"
"""What machine code depends on besides the sources."""


def make_known(functions: Iterable[Callable[..., Any]], state: type[Any]) -> None:
    """Let compiled code call these functions, and make views of this game's states."""
    with _lock:
        _visibility_masks[numba.from_dtype(record_type(state))] = visibility_masks(state)
        for function in functions:
            _know(function)


def _know(function: Callable[..., Any]) -> None:
    if function not in _known:
        compiled = _with_constants(function)
        overload(function, jit_options=_OPTIONS, strict=False)(lambda *_, **__: compiled)
        _known.add(function)


def _with_constants(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function with its constants as compiled code has them."""
    names = {name: function.__globals__.get(name) for name in function.__code__.co_names}
    compiled = {name: constant(value) for name, value in names.items()}
    others = {name: value for name, value in compiled.items() if value is not names[name]}
    if not others:
        return function
    known = {**function.__globals__, **others}
    return FunctionType(
        function.__code__, known, function.__name__, function.__defaults__, function.__closure__
    )


def kernel(
    function: Callable[..., Any], rules: Any, choose: Any, sample: Any, folder: Path, game: str
) -> Any:
    """An entry point: the function with a game's parts. It runs without the interpreter's lock.

    It is compiled when it is first called. Its machine code is kept in a folder of its own within `folder`,
    one for each state of its source: in one folder for all, two processes that compile at once would number
    their files alike.
    """
    name = function.__name__.strip("_")
    own_folder = folder / f"{name}-{fingerprint([function])}"

    def entry(*arguments: Any) -> Any:
        return function(rules, choose, sample, *arguments)

    with _lock:
        _know(function)
        before, config.CACHE_DIR = config.CACHE_DIR, str(own_folder)
        try:
            made: Any = numba.njit(entry, nogil=True, cache=True, **_OPTIONS)
        finally:
            config.CACHE_DIR = before
    made.compile = _linked_whole(made.compile, f"{game}: {name}")
    return made


def _linked_whole(compile_: Callable[[Any], Any], what: str) -> Callable[[Any], Any]:
    """Compile an entry point as a whole, or read it from the cache; a line tells of compiling."""

    def compile_whole(signature: Any) -> Any:
        with _linking()(), telling(what):
            return compile_(signature)

    return compile_whole


@cache
def _linking() -> Callable[[], AbstractContextManager[None]]:
    """How entry points are linked: by `linked_whole`, or else as Numba does it by itself.

    A newer Numba may have moved the private names that `linking` uses, or what they mean. So it is tried out
    once in each process, which takes a tenth of a second.
    """
    try:
        check("numba")
        from sevenfold.compiled.cpu.linking import linked_whole, try_out

        try_out(_OPTIONS)
    except Exception as reason:  # whatever a Numba raises that nobody has seen yet
        _log.warning(
            "games are compiled as Numba does it by itself, which takes up to twice as long: %s",
            str(reason) or type(reason).__name__,
        )
        return nullcontext
    return linked_whole


class _Telling(event.Listener):
    """Says what is being compiled, from the first function on."""

    def __init__(self, what: str) -> None:
        self._status = Console(stderr=True).status(f"compiling {what}, once for this machine")

    def on_start(self, _event: event.Event) -> None:
        self._status.start()

    def on_end(self, _event: event.Event) -> None:
        """More may follow; `stop` ends the line."""

    def stop(self) -> None:
        self._status.stop()


@contextmanager
def telling(what: str) -> Iterator[None]:
    """Show a line in the terminal while something is compiled; none when it is read from the cache."""
    listener = _Telling(what)
    with event.install_listener("numba:compile", listener):
        try:
            yield
        finally:
            listener.stop()


# --- what has a compiled form of its own ------------------------------------------------------------


_ZERO_ALLOWED = ir.Constant(ir.IntType(1), 0)
"""The answer is defined for an empty mask too."""


def _count_ones(_context: Any, _mask: Any) -> Any:
    return types.int64(types.int64), lambda _, builder, __, args: builder.ctpop(args[0])


def _zeros_below(_context: Any, _mask: Any) -> Any:
    return types.int64(types.int64), lambda _, builder, __, args: builder.cttz(args[0], _ZERO_ALLOWED)


def _zeros_above(_context: Any, _mask: Any) -> Any:
    return types.int64(types.int64), lambda _, builder, __, args: builder.ctlz(args[0], _ZERO_ALLOWED)


def _deposit(_context: Any, _bits: Any, _mask: Any) -> Any:
    """The bits, spread over those that are ones in the mask."""

    def code(_: Any, builder: Any, __: Any, args: Any) -> Any:
        word = ir.IntType(64)
        pdep = builder.module.declare_intrinsic(
            "llvm.x86.bmi.pdep.64", (), ir.FunctionType(word, (word, word))
        )
        return builder.call(pdep, args)

    return types.int64(types.int64, types.int64), code


def _words(_context: Any, record: Any) -> Any:
    pointer = types.CPointer(types.int64)  # type: ignore[no-untyped-call]
    return pointer(record), lambda context, builder, _, args: builder.bitcast(
        args[0], context.get_value_type(pointer)
    )


count_ones: Any = intrinsic(_count_ones)
zeros_below: Any = intrinsic(_zeros_below)
zeros_above: Any = intrinsic(_zeros_above)
deposit: Any = intrinsic(_deposit)
words_of: Any = intrinsic(_words)
"""A record's memory as int64s."""


# numba compares the signatures of an overload and of the function it returns, annotations included


@overload(masks.popcount)
def _popcount(mask: Any) -> Any:  # noqa: ARG001
    def popcount(mask: Any) -> Any:
        return count_ones(mask)

    return popcount


@overload(masks.lowest)
def _lowest(mask: Any) -> Any:  # noqa: ARG001
    def lowest(mask: Any) -> Any:
        return zeros_below(mask)

    return lowest


@overload(masks.highest)
def _highest(mask: Any) -> Any:  # noqa: ARG001
    def highest(mask: Any) -> Any:
        return 63 - zeros_above(mask)

    return highest


def _deposits_quickly() -> bool:
    """Whether this processor has the instruction PDEP, and a quick one."""
    chosen = config.CPU_NAME or config.CPU_FEATURES
    slow = binding.get_host_cpu_name() in ("znver1", "znver2")
    return bool(binding.get_host_cpu_features().get("bmi2")) and not chosen and not slow


def _nth(mask: Any, index: Any) -> Any:  # noqa: ARG001
    def nth(mask: Any, index: Any) -> Any:
        return zeros_below(deposit(1 << index, mask))

    return nth


if _deposits_quickly():
    overload(masks.nth)(_nth)
else:
    _know(masks.nth)


@overload(visibility.assign)
def _assign(target: Any, source: Any) -> Any:  # noqa: ARG001
    words = source.size // 8

    def assign(target: Any, source: Any) -> None:
        to, of = words_of(target), words_of(source)
        for word in range(words):
            to[word] = of[word]

    return assign


@overload(visibility.see)
def _see(state: Any, seat: Any, seen: Any) -> Any:  # noqa: ARG001
    keep, blank = _visibility_masks[state]
    words = state.size // 8

    def see(state: Any, seat: Any, seen: Any) -> None:
        to, of = words_of(seen), words_of(state)
        for word in range(words):
            to[word] = of[word] & keep[seat, word] | blank[seat, word]

    return see


@overload(visibility.word_at)
def _word_at(record: Any, word: Any) -> Any:  # noqa: ARG001
    def word_at(record: Any, word: Any) -> Any:
        return words_of(record)[word]

    return word_at

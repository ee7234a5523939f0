"""The functions of a game as a GPU calls them.

Nothing of the rules is written again. Each function becomes a device function of Numba, callees first, with
the names of its callees bound to their forms on the device. Only what `subset.REPLACED` names has a form of
its own here. In Numba's simulator of a GPU the same functions are plain Python.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from threading import Lock
from types import FunctionType, ModuleType
from typing import Any
from unittest.mock import patch

import numba
import numpy as np

from sevenfold.cards import masks
from sevenfold.compiled.cuda import CudaUnavailable, lists
from sevenfold.compiled.layout import constant, record_type
from sevenfold.compiled.subset import RULES, callees, departures, lists_grown
from sevenfold.core import visibility
from sevenfold.core.game import AnyGame
from sevenfold.core.moves import Move
from sevenfold.core.visibility import Visibility, visibilities

Function = Callable[..., Any]
cuda: Any = import_module("numba.cuda")
on_device: Any = cuda.jit(device=True)


def _mend_generators() -> None:
    """Let functions that yield, such as `masks.kinds_of`, be compiled: numba-cuda 0.30 forgets to tell a
    generator's `next` how functions are called.
    """
    descriptor_type: Any = import_module("numba.cuda.core.generators").GeneratorDescriptor
    made = descriptor_type.from_generator_fndesc.__func__

    def told(cls: Any, func_ir: Any, fndesc: Any, gentype: Any, mangler: Any) -> Any:
        descriptor = made(cls, func_ir, fndesc, gentype, mangler)
        descriptor.call_conv = fndesc.call_conv
        return descriptor

    descriptor_type.from_generator_fndesc = classmethod(told)


config: Any = numba.config
SIMULATED = bool(config.ENABLE_CUDASIM)
if not SIMULATED:  # the simulator compiles nothing
    _mend_generators()

_compiling = Lock()


@contextmanager
def unfused() -> Iterator[None]:
    """What is compiled meanwhile rounds after each operation, as every processor does.

    By itself a GPU adds to a product that is not rounded yet. A player's weights would then differ in their
    last digit, and with them, now and then, its move. Long tables lie where all memory is: the networks of a
    learnt player have no room in the 64 kB for constants.
    """
    nvvm: Any = import_module("numba.cuda.cudadrv.nvvm")
    changes = {"compile_ir": partial(nvvm.compile_ir, fma=False), "ADDRSPACE_CONSTANT": nvvm.ADDRSPACE_GLOBAL}
    with _compiling, patch.multiple(nvvm, **changes):
        yield


def kernel(function: Function) -> Any:
    """A function as a kernel. It is compiled when it is first launched, for the types that it is given."""
    if SIMULATED:
        return cuda.jit(function)
    made: Any = cuda.jit(function, lto=False)  # a linker that optimizes would fuse operations again
    compile_ = made.compile

    def compile_unfused(signature: Any) -> Any:
        with unfused():
            return compile_(signature)

    made.compile = compile_unfused
    return made


def _popcount(mask: Any) -> Any:
    return np.int64(cuda.popc(mask))


def _lowest(mask: Any) -> Any:
    return np.int64(cuda.popc((mask & -mask) - 1))


def _highest(mask: Any) -> Any:
    for step in (1, 2, 4, 8, 16, 32):
        mask |= mask >> step
    return np.int64(cuda.popc(mask)) - 1


def _nth(mask: Any, index: Any) -> Any:
    for _ in range(index):
        mask &= mask - 1
    return np.int64(cuda.popc((mask & -mask) - 1))


class Binding:
    """The functions of one game on a GPU, each made once; those of its player only where `by_player` says so.

    Raises CudaUnavailable.
    """

    def __init__(self, game: AnyGame, *, by_player: bool) -> None:
        left = departures(game) + (lists_grown([game.choose]) if by_player else [])
        if left:
            raise CudaUnavailable("; ".join(map(str, left)))
        self.record = np.dtype((np.record, np.dtype(record_type(game.state).descr, align=True)))
        """The type of a state: known to be aligned, or it would be read byte by byte. In the simulator only a
        `np.record` has attributes."""
        self.load = on_device(_moving(game.state, out=False))
        """(words, index, state): read the state of a round."""
        self.store = on_device(_moving(game.state, out=True))
        """(state, words, index): write it."""
        self._inputs: ModuleType | None = None
        """What the player's networks are told, once it is known (`core.inputs`)."""
        self._forms: dict[Function, Any] = {
            masks.popcount: on_device(_popcount),
            masks.lowest: on_device(_lowest),
            masks.highest: on_device(_highest),
            masks.nth: on_device(_nth),
            visibility.assign: on_device(_copying(game.state, as_seen=False)),
            visibility.see: on_device(_copying(game.state, as_seen=True)),
        }
        self.rules = ModuleType(f"{game.meta.name}_rules")
        for name in RULES:
            setattr(self.rules, name, self.bind(getattr(game.rules, name)))
        self.choose = self.bind(game.choose if by_player else _nobody)

    def bind(self, function: Function) -> Any:
        """A function's form on the device."""
        if function not in self._forms:
            plain: Any = function
            handed = (plain.__globals__.get(name) for name in plain.__code__.co_names)
            self._inputs = next((each for each in handed if _is_inputs(each)), self._inputs)
            for called in callees(function):
                self.bind(called)
            with_arrays = lists.with_arrays(plain, {**plain.__globals__, "inputs": self._inputs})
            form = cuda.jit(device=True, inline=lists.gives_a_list(plain))
            self._forms[function] = form(self._with_forms(with_arrays))
        return self._forms[function]

    def _with_forms(self, function: Any) -> FunctionType:
        """The function, where each name that it reads stands for what it is on the device."""
        known = dict(function.__globals__)
        names = function.__code__.co_names
        for name in names:
            if name in known:
                known[name] = self._on_device(known[name], names)
        code, defaults = function.__code__, function.__defaults__
        return FunctionType(code, known, function.__name__, defaults, function.__closure__)

    def _on_device(self, value: Any, names: Iterable[str]) -> Any:
        """What a name's value is on the device; of a module, what the names could ask of it."""
        if isinstance(value, FunctionType):
            return self._forms.get(value, value)
        if not isinstance(value, ModuleType):
            return constant(value)
        made = ModuleType(value.__name__)
        for name in vars(value) if _is_inputs(value) else names:
            if hasattr(value, name) and not name.startswith("__"):
                setattr(made, name, self._on_device(getattr(value, name), ()))
        return made


def _nobody(_seen: Any, _seat: int) -> Move:
    """In place of a player: never asked, but compiled."""
    return Move(0, 0, 0, 0)


def _is_inputs(value: object) -> bool:
    return isinstance(value, ModuleType) and hasattr(value, "list_rows")


def _copying(state: type[Any], *, as_seen: bool) -> FunctionType:
    """`visibility.assign`, or `see`, for the states of a game, field by field."""
    blank = state()
    lines = []
    for name, who in visibilities(state).items():
        value = getattr(blank, name)
        whole = who is Visibility.PUBLIC or not as_seen
        if not isinstance(value, list):
            lines.append(f"target.{name} = " + (f"source.{name}" if whole else f"{value}"))
            continue
        assert len(set(value)) == 1, f"the entries of {name} begin as one number"
        entry = f"source.{name}[i]"
        if not whole:
            entry = f"{entry} if i == seat else {value[0]}" if who is Visibility.OWN else f"{value[0]}"
        lines += [f"for i in range({len(value)}):", f"    target.{name}[i] = {entry}"]
    return _written("source, seat, target" if as_seen else "target, source", lines)


def _moving(state: type[Any], *, out: bool) -> FunctionType:
    """Reads a state from the words of its round, or writes it there. Word by word all rounds lie side by
    side, since neighbouring threads are quickest at neighbouring words.
    """
    blank, word = state(), 0
    lines = []
    for name in visibilities(state):
        value = getattr(blank, name)
        field, place, indent = f"state.{name}", f"words[{word}, index]", ""
        if isinstance(value, list):
            lines.append(f"for i in range({len(value)}):")
            field, place, indent = f"state.{name}[i]", f"words[{word} + i, index]", "    "
        lines.append(indent + (f"{place} = {field}" if out else f"{field} = {place}"))
        word += len(value) if isinstance(value, list) else 1
    return _written("state, words, index" if out else "words, index, state", lines)


def _written(arguments: str, lines: list[str]) -> FunctionType:
    """A function of these lines."""
    names: dict[str, Any] = {}
    exec("\n    ".join([f"def made({arguments}):", *lines]), names)
    made: FunctionType = names["made"]
    return made

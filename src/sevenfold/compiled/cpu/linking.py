"""An entry point and all that it calls are optimized and made into machine code together, once.

By itself Numba compiles a function again inside each of its callers. Here the whole call tree is compiled
once. LockSeven, whose calls go deepest, takes 47 s of CPU instead of 80. A part is a function that only
compiled code calls; an entry point links each of its parts once.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeGuard

import numba
from llvmlite.binding import Linkage
from numba.core.codegen import CodeLibrary, JITCodeLibrary, JITCPUCodegen
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target
from numba.extending import overload

from sevenfold.errors import SevenfoldError

_FROM_PYTHON = "_ZN7cpython"
"""Part of the name of a function that Python calls; only an entry point has one."""


class _Library(JITCodeLibrary):
    """A function and what it calls. A part stays as Numba has translated it, without machine code."""

    def finalize(self) -> None:
        """A part waits for an entry point."""
        if _is_part(self):
            self._finalize_dynamic_globals()  # type: ignore[no-untyped-call]
            self._finalized = True
        else:
            self._link_parts()
            super().finalize()  # type: ignore[no-untyped-call]

    def _link_parts(self) -> None:
        """Link all parts that are called. Functions not needed on their own are dropped afterwards."""
        own = {each.name for each in self._final_module.functions if not each.is_declaration}
        libraries = self._called()
        for part in filter(_is_part, libraries):
            self._final_module.link_in(part._final_module, preserve=True)
        for each in self._final_module.functions:
            if each.name not in own and not each.is_declaration and each.linkage == Linkage.external:
                each.linkage = "linkonce_odr"
        self._linking_libraries = [each for each in libraries if not _is_part(each)]

    def _called(self) -> list[CodeLibrary]:
        """What is called, and what parts among it call; anything else is linked to what it calls already."""
        found: dict[CodeLibrary, None] = {}
        waiting = list(self._linking_libraries)
        while waiting:
            library = waiting.pop()
            if library not in found:
                found[library] = None
                waiting += library._linking_libraries if _is_part(library) else ()
        return list(found)


def _is_part(library: CodeLibrary) -> TypeGuard[_Library]:
    if not isinstance(library, _Library) or not library._object_caching_enabled:
        return False  # Numba's own
    if library._compiled_object is not None:
        return False  # one that was kept as machine code
    return not any(_FROM_PYTHON in each.name for each in library._final_module.functions)


class _Codegen(JITCPUCodegen):
    """Makes machine code of entry points only."""

    _library_class = _Library

    def __init__(self) -> None:
        super().__init__("sevenfold")  # type: ignore[no-untyped-call]
        self._waiting: dict[str, object] = {}

    def set_env(self, env_name: str, env: object) -> None:
        """Set the constants of a function; those of a part wait until its entry point is machine code."""
        self._waiting[env_name] = env
        for name in filter(self._engine.is_symbol_defined, list(self._waiting)):
            super().set_env(name, self._waiting.pop(name))  # type: ignore[no-untyped-call]


_codegen = _Codegen()


@contextmanager
def linked_whole() -> Iterator[None]:
    """Entry points that are compiled within this context are linked as this module says."""
    context = cpu_target.target_context
    with global_compiler_lock:
        before, context._internal_codegen = context._internal_codegen, _codegen
        try:
            yield
        finally:
            context._internal_codegen = before


# --- whether this works with the Numba that is installed -----------------------------------------------


class LinkingFailed(SevenfoldError):
    """What was compiled for a trial gave something else than its source says."""


def _one_more(number: int) -> int:
    return number + 1


def _entry(number: int) -> int:
    return 2 * _one_more(number)


def try_out(options: Any) -> None:
    """Compile an entry point with a part, and call it. Raises LinkingFailed, or whatever Numba raises."""
    overload(_one_more, jit_options=options, strict=False)(lambda _: _one_more)
    made: Any = numba.njit(_entry, nogil=True, **options)
    with linked_whole():
        made.compile((numba.int64,))
    if made(3) != _entry(3):
        raise LinkingFailed

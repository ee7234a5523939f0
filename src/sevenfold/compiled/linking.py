"""What an entry point calls is optimized and made into machine code with it, once.

Numba does both to each function on its own, and again to all that it calls: in LockSeven, whose calls go
deepest, two fifths of the time to compile went there. It also links to each function all that it calls, which
it then links to all that call it; an entry point links each of its parts once.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeGuard

from llvmlite.binding import Linkage
from numba.core.codegen import CodeLibrary, JITCodeLibrary, JITCPUCodegen
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target

_FROM_PYTHON = "_ZN7cpython"
"""In the name of what Python calls; an entry point alone has that."""


class _Library(JITCodeLibrary):
    """A function and what it calls. One that compiled code alone calls stays as Numba has translated it."""

    def finalize(self) -> None:
        """A part waits for an entry point."""
        if _is_part(self):
            self._finalize_dynamic_globals()  # type: ignore[no-untyped-call]
            self._finalized = True
        else:
            self._link_parts()
            super().finalize()  # type: ignore[no-untyped-call]

    def _link_parts(self) -> None:
        """Take in all parts that are called. What is not needed on its own is dropped when all are there."""
        own = {each.name for each in self._final_module.functions if not each.is_declaration}
        libraries = self._called()
        for part in filter(_is_part, libraries):
            self._final_module.link_in(part._final_module, preserve=True)
        for each in self._final_module.functions:
            if each.name not in own and not each.is_declaration and each.linkage == Linkage.external:
                each.linkage = "linkonce_odr"
        self._linking_libraries = [each for each in libraries if not _is_part(each)]

    def _called(self) -> list[CodeLibrary]:
        """What is called, and what its parts call; anything else has been linked to what it calls."""
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
    """It makes machine code of entry points."""

    _library_class = _Library

    def __init__(self) -> None:
        super().__init__("sevenfold")  # type: ignore[no-untyped-call]
        self._waiting: dict[str, object] = {}

    def set_env(self, env_name: str, env: object) -> None:
        """The constants of functions; a part's are set when it has become machine code with its entry."""
        self._waiting[env_name] = env
        for name in filter(self._engine.is_symbol_defined, list(self._waiting)):
            super().set_env(name, self._waiting.pop(name))  # type: ignore[no-untyped-call]


_codegen = _Codegen()


@contextmanager
def linked_whole() -> Iterator[None]:
    """What is compiled meanwhile is compiled so."""
    context = cpu_target.target_context
    with global_compiler_lock:
        before, context._internal_codegen = context._internal_codegen, _codegen
        try:
            yield
        finally:
            context._internal_codegen = before

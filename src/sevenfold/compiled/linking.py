"""What an entry point calls is optimized and made into machine code with it, once.

Numba does both to each function on its own, and again to all that it calls: in LockSeven, whose calls go
deepest, two fifths of the time to compile went there.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from numba.core.codegen import JITCodeLibrary, JITCPUCodegen
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target

_FROM_PYTHON = "_ZN7cpython"
"""In the name of what Python calls; an entry point alone has that."""


class _Library(JITCodeLibrary):
    """A function and what it calls. One that compiled code alone calls stays as Numba has translated it."""

    def _is_part(self) -> bool:
        if not self._object_caching_enabled or self._compiled_object is not None:
            return False  # Numba's own, or one that was kept as machine code
        return not any(_FROM_PYTHON in each.name for each in self._final_module.functions)

    def _optimize_final_module(self) -> None:
        if not self._is_part():
            super()._optimize_final_module()  # type: ignore[no-untyped-call]

    def _finalize_final_module(self) -> None:
        if not self._is_part():
            super()._finalize_final_module()  # type: ignore[no-untyped-call]
        else:
            self._finalize_dynamic_globals()  # type: ignore[no-untyped-call]
            self._finalized = True


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

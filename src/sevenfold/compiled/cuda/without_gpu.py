"""Kernels compiled to PTX on a machine that has no GPU, so that a test finds what a GPU could not run."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from sevenfold.compiled.cuda.binding import unfused

CAPABILITY = (9, 0)
"""That of a Hopper GPU."""


def ptx_of(kernel: Any, types: tuple[Any, ...]) -> str:
    """The assembly of a kernel for arguments of these types. Raises what Numba raises."""
    with _as_if_there_were_one(), unfused():
        text, _ = import_module("numba.cuda").compile_ptx(kernel.py_func, types, cc=CAPABILITY)
    return str(text)


@contextmanager
def _as_if_there_were_one() -> Iterator[None]:
    """Numba asks the driver for a GPU, and looks for NVRTC, which it does not use here."""
    device = SimpleNamespace(compute_capability=CAPABILITY)
    names: dict[str, dict[str, Any]] = {
        "numba.cuda.dispatcher": {"get_current_device": lambda: device},
        "numba.cuda.cudadrv.nvrtc": {"get_supported_ccs": lambda: (CAPABILITY,)},
        "numba.cuda.cuda_paths": {"_get_nvrtc_path": lambda: None},
    }
    patches = [patch.multiple(import_module(module), **known) for module, known in names.items()]
    for each in patches:
        each.start()
    try:
        yield
    finally:
        for each in patches:
            each.stop()

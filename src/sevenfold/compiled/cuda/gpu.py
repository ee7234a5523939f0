"""A GPU of this machine: arrays are put on it, and kernels run there."""

from importlib import import_module
from typing import Any

import numpy as np

from sevenfold.borrowed import LibraryUnfit, check
from sevenfold.compiled.arrays import WrongArray
from sevenfold.compiled.cuda import CudaUnavailable
from sevenfold.core.given import checked_int

DeviceArray = Any
"""An array on the device. PyTorch, JAX and CuPy read it without a copy, by its `__cuda_array_interface__`."""


class Gpu:
    """The GPU with this number, on which a block has so many threads. Raises CudaUnavailable, WrongNumber."""

    def __init__(self, number: int, threads: int) -> None:
        self._cuda = _load_cuda()
        self.number = checked_int("device", number, 0, len(self._cuda.gpus) - 1, what="the number of a GPU")
        self._threads = checked_int("threads", threads, 1, 1024)

    def put(self, array: Any) -> DeviceArray:
        """A copy of an array on the device."""
        with self.current():
            return self._cuda.to_device(array)

    def current(self) -> Any:
        """While this context is entered, what is done to arrays is done on this device."""
        return self._cuda.gpus[self.number]

    def launch(self, kernel: Any, count: int, *arguments: Any) -> None:
        """Run a kernel in `count` threads, and wait for nothing."""
        with self.current():
            kernel[-(-count // self._threads), self._threads](*arguments)

    def synchronize(self) -> None:
        """Wait until the device has done all that it was given."""
        with self.current():
            self._cuda.synchronize()


def check_on_device(name: str, given: DeviceArray, dtype: Any, shape: tuple[int, ...]) -> DeviceArray:
    """An array on the device, in one piece, of this type and shape. Raises WrongArray."""
    if not hasattr(given, "copy_to_host"):  # Numba's own, also in its simulator
        if not hasattr(given, "__cuda_array_interface__"):
            raise WrongArray(name, "an array on the device is wanted", given)
        given = import_module("numba.cuda").as_cuda_array(given)
    if given.dtype != dtype or given.shape != shape or not given.is_c_contiguous():
        wanted = f"{np.dtype(dtype)} of shape {shape} in one piece on the device is wanted"
        raise WrongArray(name, wanted, f"{given.dtype} of shape {given.shape}")
    return given


def _load_cuda() -> Any:
    """Numba's module for GPUs, where there is one. Raises CudaUnavailable."""
    try:
        cuda: Any = import_module("numba.cuda")
        import_module("numba_cuda")
    except ImportError as error:
        raise CudaUnavailable(f"{error.name or error} is missing; install sevenfold[cuda]") from None
    if not import_module("numba").config.ENABLE_CUDASIM:
        try:
            check("numba-cuda")
        except LibraryUnfit as reason:
            raise CudaUnavailable(str(reason)) from None
    if not cuda.is_available():
        why = " ".join(str(cuda.cuda_error() or "none was found").split())
        raise CudaUnavailable(f"there is no GPU that CUDA can use ({why})")
    return cuda

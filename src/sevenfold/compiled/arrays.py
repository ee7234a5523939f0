"""Arrays that callers give, checked before compiled code reads them or writes into them."""

from typing import Any, TypeGuard

import numpy as np
from numpy.ma import MaskedArray
from numpy.typing import NDArray

from sevenfold.errors import SevenfoldError

_INT64 = np.dtype(np.int64)
_BOOL = np.dtype(np.bool_)


class WrongArray(SevenfoldError, ValueError):
    """An array whose shape, type or layout does not fit what it is given for."""

    def __init__(self, name: str, wanted: str, given: object) -> None:
        super().__init__(f"{name}: {wanted}, not {_described(given)}")
        self.name = name


def _described(given: object) -> str:
    if not isinstance(given, np.ndarray):
        return f"{given!r:.60}"
    if isinstance(given, MaskedArray):
        return f"a masked array, {given.dtype} of shape {given.shape}"
    kept = [] if given.flags.c_contiguous else ["not in one piece"]
    kept += [] if given.flags.writeable else ["read-only"]
    return ", ".join([f"{given.dtype} of shape {given.shape}", *kept])


def whole_numbers(name: str, given: object, count: int) -> NDArray[np.int64]:
    """The numbers as a writable array of int64 in one piece; it is the given one where that is such an array.

    Whole numbers of any type in an array or a list are taken. Of a read-only array, as JAX gives, it is a
    copy: code is compiled for writable ones, and would be compiled anew. Raises WrongArray.
    """
    if type(given) is np.ndarray and given.dtype == _INT64 and given.shape == (count,) and given.flags.carray:
        return given
    array = as_array(given)
    fits = array is not None and array.dtype.kind in "iu" and array.shape == (count,)
    if array is None or not fits or (array.dtype.kind == "u" and (array > np.iinfo(np.int64).max).any()):
        raise WrongArray(name, f"{count} whole numbers in one dimension, one for each round", given)
    return array.astype(np.int64, order="C")


def rounds_mask(given: object, count: int) -> NDArray[np.bool_]:
    """The mask of some of the rounds, as an array. Raises WrongArray."""
    array = as_array(given)
    if array is None or array.dtype != _BOOL or array.shape != (count,):
        raise WrongArray("where", f"a mask of {count} times true or false, one for each round", given)
    return array


def check_out(given: object, dtype: Any, rows: int, *row: int) -> None:
    """Raise WrongArray unless compiled code can write into `given`: at least `rows` rows of this type.

    `row` is the shape of a row; without one it is an array of one dimension with just as many entries.
    """
    if is_plain(given) and given.dtype == dtype and given.flags.carray:
        fits = _has_space(given, rows, row) if row else given.shape == (rows,)
    else:
        fits = False
    if fits:
        return
    columns = " x ".join(map(str, row))
    shape = f"{rows} rows or more of {columns} columns" if row else f"shape ({rows},)"
    raise WrongArray("out", f"a writable array in one piece, {np.dtype(dtype)}, {shape}", given)


def is_plain(given: object) -> TypeGuard[NDArray[Any]]:
    """Whether it is an array without a mask: what a mask hides cannot be read or written in compiled code."""
    return isinstance(given, np.ndarray) and not isinstance(given, MaskedArray)


def _has_space(given: NDArray[Any], rows: int, row: tuple[int, ...]) -> bool:
    return given.ndim == 1 + len(row) and given.shape[0] >= rows and given.shape[1:] == row


def as_array(given: object) -> NDArray[Any] | None:
    """The array, or the list as an array; None for what is neither, and for an array with a mask."""
    if isinstance(given, MaskedArray):
        return None
    try:
        return np.asarray(given)
    except (ValueError, TypeError, OverflowError, RuntimeError):  # a list with rows of several lengths
        return None

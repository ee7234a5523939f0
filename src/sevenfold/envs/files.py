"""Decisions written to files, a file for each chunk."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import StrEnum
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from sevenfold.envs.decisions import Decisions
from sevenfold.errors import SevenfoldError


class Format(StrEnum):
    """How decisions are written."""

    JSONL = "jsonl"
    """A line of JSON for each decision; the mask is a list of the actions that may be taken."""
    PARQUET = "parquet"
    """A column for each field of Decisions, a row of numbers as a list of numbers; needs pyarrow."""


class FormatUnavailable(SevenfoldError, ImportError):
    """A format whose library is not installed."""

    def __init__(self, wanted: Format, library: str) -> None:
        super().__init__(f"--format {wanted} needs {library}: pip install {library}")
        self.format = wanted


class FolderNotEmpty(SevenfoldError, FileExistsError):
    """Chunks are written into a folder of their own, so that none is mixed with older ones."""

    def __init__(self, folder: Path) -> None:
        super().__init__(f"{folder} is not empty; name a new folder")
        self.folder = folder


def write_chunks(
    chunks: Iterable[Decisions], folder: Path, form: Format, about: Mapping[str, object] | None = None
) -> Iterator[Decisions]:
    """Write each chunk to a file of its own, such as `00000.parquet`, and pass it on.

    Each Parquet file says `about` as JSON in its metadata, under `sevenfold`.
    Raises FolderNotEmpty, FormatUnavailable, OSError.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise FolderNotEmpty(folder)
    write = _writer(form, about or {})
    folder.mkdir(parents=True, exist_ok=True)
    for number, chunk in enumerate(chunks):
        write(chunk, folder / f"{number:05}.{form}")
        yield chunk


def _writer(form: Format, about: Mapping[str, object]) -> Callable[[Decisions, Path], None]:
    if form is Format.JSONL:
        return _write_jsonl
    try:
        arrow, parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        raise FormatUnavailable(form, "pyarrow") from None

    def write(chunk: Decisions, file: Path) -> None:
        quick = {"use_dictionary": False, "compression": "zstd", "compression_level": 1}
        table = _arrow_table(arrow, chunk, about)
        parquet.write_table(table, file, write_statistics=False, **quick)

    return write


def _write_jsonl(chunk: Decisions, file: Path) -> None:
    with file.open("wb") as lines:
        for index in range(len(chunk.round)):
            row = {name: array[index].tolist() for name, array in chunk._asdict().items()}
            row["mask"] = np.flatnonzero(chunk.mask[index]).tolist()
            lines.write(msgspec.json.encode(row) + b"\n")


def _arrow_table(arrow: Any, chunk: Decisions, about: Mapping[str, object]) -> Any:
    """The rows of a chunk, each row of numbers as a list of a fixed length."""
    columns = {
        name: arrow.array(array) if array.ndim == 1 else _list_column(arrow, array)
        for name, array in chunk._asdict().items()
    }
    said = {"sevenfold": msgspec.json.encode(about)}
    fields = [arrow.field(name, made.type, nullable=False) for name, made in columns.items()]
    return arrow.table(list(columns.values()), schema=arrow.schema(fields, metadata=said))


def _list_column(arrow: Any, array: Any) -> Any:
    number = arrow.field("number", arrow.from_numpy_dtype(array.dtype), nullable=False)
    numbers = arrow.array(np.ascontiguousarray(array).reshape(-1))
    return arrow.FixedSizeListArray.from_arrays(numbers, type=arrow.list_(number, array.shape[1]))

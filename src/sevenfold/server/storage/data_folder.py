"""What is checked before the server starts: the data folder, and whether another server uses it."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sevenfold.locks import lock

LOCK = "sevenfold.lock"
"""The file that a running server holds, with its process id in it."""


class DataFolderNotWritable(OSError):
    """The folder for the database cannot be made or written to."""

    def __init__(self, folder: Path, reason: str) -> None:
        super().__init__(f"the data folder {folder} cannot be written to ({reason}); choose another")
        self.folder = folder


class DataFolderInUse(OSError):
    """Another server keeps its tables in this folder."""

    def __init__(self, folder: Path, process: str) -> None:
        super().__init__(
            f"the data folder {folder} is in use by another Sevenfold, process {process}: "
            "stop that one, or give this one another folder by --data"
        )
        self.folder = folder
        self.process = process


def check_data_folder(folder: Path) -> None:
    """Make the folder if need be, for its owner alone. Raises DataFolderNotWritable."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
        for file in folder.glob("sevenfold.*"):  # an earlier version let others read them
            file.chmod(0o600)
    except OSError as error:
        raise DataFolderNotWritable(folder, error.strerror or str(error)) from None


@contextmanager
def hold_data_folder(folder: Path) -> Iterator[None]:
    """Lock a folder against other servers. The system releases the lock however the process ends.

    Raises DataFolderInUse.
    """
    with os.fdopen(os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600), "r+") as file:
        try:
            lock(file.fileno())
        except OSError:
            raise DataFolderInUse(folder, file.read().strip() or "unknown") from None
        file.truncate()
        file.write(f"{os.getpid()}\n")
        file.flush()
        yield
        with suppress(OSError):
            file.truncate(0)

"""What is checked before the server starts: the data folder, and whether its server is there and in use."""

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sevenfold.locks import lock

LOCK = "sevenfold.lock"
"""The file that a running server holds, with its process id in it."""


DATABASE = "sevenfold.db"
"""The file of a data folder that has the tables."""


LEAST_SPACE = 2**20
"""With fewer bytes than this left, a disk is full: whatever fails there fails for that."""


class DataFolderNotWritable(OSError):
    """The folder for the database cannot be made or written to."""

    def __init__(self, folder: Path, reason: str) -> None:
        super().__init__(
            f"the data folder {folder} cannot be written to ({reason}); "
            "see to that, or choose another by --data"
        )
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


class DatabaseMoved(OSError):
    """The tables of a file were carried over to another database, so what is in it is old."""

    def __init__(self, file: Path, target: str) -> None:
        mark = moved_mark(file)
        if target.startswith("postgresql"):
            way = "open them by `sevenfold serve --database` or SEVENFOLD_DATABASE, copy them by pg_dump"
        else:
            way = "name its folder by --data"
        super().__init__(
            f"the tables of {file} were moved to {target}: {way}. "
            f"To go back to the file, as it was then, delete {mark}"
        )
        self.file = file
        self.target = target


def moved_mark(file: Path) -> Path:
    """The file that says where the tables of a database were moved to."""
    real = file.resolve()
    return real.with_name(f"{real.name}.moved")


def mark_as_moved(file: Path, target: str) -> None:
    """Note that the tables of a file are in another database now."""
    mark = moved_mark(file)
    mark.write_text(f"{target}\n")
    mark.chmod(0o600)
    give_to_owner_of(file, mark)


def require_not_moved(file: Path) -> None:
    """Raises DatabaseMoved if the tables of a file were moved to another database."""
    mark = moved_mark(file)
    if mark.is_file():
        raise DatabaseMoved(file, mark.read_text().strip())


def give_to_owner_of(like: Path, file: Path) -> None:
    """If we are root, give a file to the owner of another one or of a folder."""
    if sys.platform != "win32" and os.geteuid() == 0:
        owner = like.stat()
        os.chown(file, owner.st_uid, owner.st_gid)


def has_space(folder: Path) -> bool:
    """Whether anything can still be kept on the disk of a folder, as far as can be seen."""
    with suppress(OSError):
        return shutil.disk_usage(folder).free >= LEAST_SPACE
    return True


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
        give_to_owner_of(folder, folder / LOCK)
        try:
            lock(file.fileno())
        except OSError:
            raise DataFolderInUse(folder, file.read().strip() or "unknown") from None
        with suppress(OSError):  # no room is left: the folder is locked all the same
            file.truncate()
            os.write(file.fileno(), f"{os.getpid()}\n".encode())
        yield
        with suppress(OSError):
            file.truncate(0)

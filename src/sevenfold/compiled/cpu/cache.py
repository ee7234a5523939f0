"""Where machine code is kept: a folder for each state of the sources, so that no edit goes unnoticed.

Its name is a hash of all sources, Numba and Python. Each entry point has a folder of its own in it, since two
processes that compile at the same time would number their files alike.
"""

import atexit
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from types import ModuleType

import platformdirs
from rich.console import Console

from sevenfold.locks import lock

FOLDER = "SEVENFOLD_CACHE"
"""The environment variable that names another folder than the user's cache."""

_SHARED = ("cards", "core", "compiled")


def cache_folder(game: str, package: ModuleType, compiler: str) -> Path:
    """The folder for a game's machine code. One that cannot be written to is copied to a temporary one."""
    folder = _base() / f"{game}-{_key(package, compiler)}"
    reason = _not_writable(folder)
    return _temporary(folder, reason) if reason else folder


@contextmanager
def compiled_by_one(game: str) -> Iterator[None]:
    """Wait until no other process compiles a game: then its machine code is there, and need only be read.

    Where no machine code can be kept, each process compiles for itself.
    """
    with ExitStack() as held:
        with suppress(OSError):
            _base().mkdir(parents=True, exist_ok=True)
            file = held.enter_context((_base() / f"{game}.lock").open("a"))
            lock(file.fileno(), wait=True)
        yield


def _base() -> Path:
    return Path(os.environ.get(FOLDER) or platformdirs.user_cache_path("sevenfold") / "compiled")


def _key(package: ModuleType, compiler: str) -> str:
    """A key that changes with any source of the rules, with the Python and with the compiler."""
    ours = Path(__file__).parents[2]
    folders = [*(ours / name for name in _SHARED), Path(package.__file__ or "").parent]
    digest = sha256(f"{sys.version} {compiler}".encode())
    for folder in folders:
        for file in sorted(folder.rglob("*.py")):
            digest.update(file.relative_to(folder).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:16]


def _not_writable(folder: Path) -> str:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return ""
    except OSError as error:
        return error.strerror or str(error)


def _temporary(folder: Path, reason: str) -> Path:
    text = f"{folder} cannot be written to ({reason}); what is compiled now is lost when this process ends"
    Console(stderr=True).print(f"sevenfold: {text}", style="yellow", markup=False, soft_wrap=True)
    made = Path(tempfile.mkdtemp(prefix="sevenfold-"))
    atexit.register(_remove, made, os.getpid())
    if folder.is_dir():
        shutil.copytree(folder, made, dirs_exist_ok=True)
    return made


def _remove(folder: Path, maker: int) -> None:
    """A process that was forked leaves the folder to the one that made it."""
    if os.getpid() == maker:
        shutil.rmtree(folder, ignore_errors=True)

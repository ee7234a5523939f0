"""What a training or a run was made by: the command, the machine, the versions."""

import os
import platform
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import msgspec

from sevenfold.version import __version__


class Machine(msgspec.Struct, frozen=True, kw_only=True):
    """Where and by what it was run."""

    sevenfold: str
    python: str
    numpy: str
    numba: str
    system: str
    processor: str
    cores: int


class Made(msgspec.Struct, frozen=True, kw_only=True):
    """By what a file was made: part of every log of a training, and of every result."""

    command: str
    machine: Machine
    when: str
    """In UTC."""


def now() -> str:
    """When this is, as files say it."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def machine() -> Machine:
    """Where this runs."""
    return Machine(
        sevenfold=__version__,
        python=platform.python_version(),
        numpy=_version("numpy"),
        numba=_version("numba"),
        system=f"{platform.system()} {platform.machine()}",
        processor=_processor(),
        cores=os.cpu_count() or 1,
    )


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "missing"


def _processor() -> str:
    known = Path("/proc/cpuinfo")
    lines = known.read_text().splitlines() if known.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or "unknown"

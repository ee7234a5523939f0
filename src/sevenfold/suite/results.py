"""The file of a run: all that it takes to check it, and to run it again."""

import os
import platform
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import msgspec

from sevenfold.errors import SevenfoldError
from sevenfold.suite.belief import LogLoss
from sevenfold.suite.judging import DecisionLoss
from sevenfold.suite.meeting import Met
from sevenfold.suite.response import Response
from sevenfold.suite.tasks import Frozen, Task
from sevenfold.version import __version__


class NoResult(SevenfoldError, ValueError):
    """A file that no run has written."""

    def __init__(self, file: Path, cause: object) -> None:
        super().__init__(f"{file} is no result of `sevenfold bench-suite run`: {cause}")
        self.file = file


class Declared(msgspec.Struct, frozen=True, kw_only=True):
    """What the entrant says of the training: nobody can check it."""

    budget: str
    """`S`: 10 million steps of the environment, and an hour of one CPU. `M`: an hour of one GPU. `none`:
    more, or nothing was trained."""
    trained: str
    """In their own words."""


class Machine(msgspec.Struct, frozen=True, kw_only=True):
    """Where and by what it was run."""

    sevenfold: str
    python: str
    numpy: str
    numba: str
    system: str
    processor: str
    cores: int


class CrossPlay(msgspec.Struct, frozen=True, kw_only=True):
    """Agents of several seeds among each other. Row i, column j is what seed i gains as one among agents of
    seed j, over seed j in its place. `loss` is how much less a seed brings among others than among its like,
    on average over pairs; `reach` is to either side, 95 %.
    """

    seeds: tuple[int, ...]
    deals: int
    gains: tuple[tuple[float, ...], ...]
    loss: float
    reach: float


class Exploited(msgspec.Struct, frozen=True, kw_only=True):
    """An agent on a solved short deck: exact, with nothing drawn. `gains` is what a best response brings each
    seat more than the agent; their sum, NashConv, is 0 in an equilibrium.
    """

    short_deck: str
    values: tuple[float, ...]
    gains: tuple[float, ...]
    nash_conv: float


class SuiteResult(msgspec.Struct, frozen=True, kw_only=True):
    """A run. `whole` says whether it may stand in a table without a note: all deals of all opponents."""

    task: str
    frozen: Frozen
    frozen_hash: str
    agent: str
    agent_file: str | None
    """The hash of the module's file; None for a player of the pool."""
    seed: int
    command: str
    declared: Declared
    whole: bool
    pool: tuple[Met, ...] = ()
    cross_play: CrossPlay | None = None
    response: Response | None = None
    belief: tuple[LogLoss, ...] = ()
    decisions: DecisionLoss | None = None
    short_decks: tuple[Exploited, ...] = ()
    machine: Machine
    seconds: float
    """Of CPU time, of this process."""
    when: str
    """In UTC."""


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


def frozen_hash(task: Task) -> str:
    """The hash of all that is frozen of a task."""
    return sha256(msgspec.json.encode(task.frozen)).hexdigest()


def write_result(file: Path, result: SuiteResult) -> None:
    """Write it whole or not at all. Raises OSError."""
    part = file.with_name(f"{file.name}.part")
    part.write_bytes(msgspec.json.format(msgspec.json.encode(result), indent=1) + b"\n")
    part.replace(file)


def read_result(file: Path) -> SuiteResult:
    """Read what `write_result` wrote. Raises NoResult, OSError."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=SuiteResult)
    except msgspec.DecodeError as error:
        raise NoResult(file, error) from None

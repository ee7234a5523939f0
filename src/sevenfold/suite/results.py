"""The file of a run: all that it takes to check it, and to run it again."""

from hashlib import sha256
from pathlib import Path

import msgspec

from sevenfold.core.whole import write_record
from sevenfold.errors import SevenfoldError
from sevenfold.learning.machine import Made
from sevenfold.suite.belief import LogLoss
from sevenfold.suite.evaluating import DecisionLoss
from sevenfold.suite.meeting import Met
from sevenfold.suite.response import Response
from sevenfold.suite.tasks import Frozen, Task
from sevenfold.suite.training import TrainingLog


class NoResult(SevenfoldError, ValueError):
    """A file that no run has written."""

    def __init__(self, file: Path, cause: object) -> None:
        super().__init__(f"{file} is no result of `sevenfold bench-suite run`: {cause}")
        self.file = file


class Declared(msgspec.Struct, frozen=True, kw_only=True):
    """What the entrant says of the training. Without logs nobody can check it."""

    budget: str
    """`S`, `M` or `none`, as docs/benchmark.md has them; where there are logs, theirs."""
    trained: str
    """In their own words."""


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


class SuiteResult(Made, frozen=True, kw_only=True):
    """A run. `whole` says whether it may stand in a table without a note: all deals of all opponents."""

    task: str
    frozen: Frozen
    frozen_hash: str
    agent: str
    agent_file: str | None
    """The hash of the module's file; None for a player of the pool."""
    seed: int
    declared: Declared
    training: tuple[TrainingLog, ...] = ()
    """The logs of what was run, one for each seed; none where the budget is only declared."""
    held_out: str | None = None
    """The hash of the secret from which the deals follow; None where they follow from the task's own seed."""
    whole: bool
    pool: tuple[Met, ...] = ()
    cross_play: CrossPlay | None = None
    response: Response | None = None
    belief: tuple[LogLoss, ...] = ()
    decisions: DecisionLoss | None = None
    short_decks: tuple[Exploited, ...] = ()
    seconds: float
    """Of CPU time, of this process."""


def frozen_hash(task: Task) -> str:
    """The hash of all that is frozen of a task."""
    return sha256(msgspec.json.encode(task.frozen)).hexdigest()


def write_result(file: Path, result: SuiteResult) -> None:
    """Write it whole or not at all. Raises OSError."""
    write_record(file, result)


def read_result(file: Path) -> SuiteResult:
    """Read what `write_result` wrote. Raises NoResult, OSError."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=SuiteResult)
    except msgspec.DecodeError as error:
        raise NoResult(file, error) from None

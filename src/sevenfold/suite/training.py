"""A training of an entrant: what it saved, and the log of what that took."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import msgspec

from sevenfold.core.whole import write_record, write_whole
from sevenfold.errors import SevenfoldError
from sevenfold.learning.machine import Made, machine, now
from sevenfold.suite.agents import load_function
from sevenfold.suite.session import BudgetName, BudgetUsedUp, Spent, TrainingSession, share
from sevenfold.suite.tasks import Task


class NoTrainer(SevenfoldError, LookupError):
    """A name that stands for no function that trains."""

    def __init__(self, name: str, cause: object) -> None:
        super().__init__(
            f"there is no {name!r} ({cause}); name module:function, where the function is given a training "
            "session (docs/benchmark.md)"
        )
        self.name = name


class NothingSaved(SevenfoldError):
    """A training that saved nothing within its budget."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} saved nothing within its budget: call session.save(content) now and then")
        self.name = name


class NoLog(SevenfoldError, ValueError):
    """A file that no training has written."""

    def __init__(self, file: Path, cause: object) -> None:
        super().__init__(f"{file} is no log of `sevenfold bench-suite train`: {cause}")
        self.file = file


class NotTrainedHere(SevenfoldError, LookupError):
    """Logs among which there is none of a task and a seed."""

    def __init__(self, task: Task, seed: int) -> None:
        super().__init__(
            f"no log is of {task.name} and seed {seed}; train with them, and name the log by --log "
            "(one for each seed that is run)"
        )
        self.seed = seed


class OtherWeights(SevenfoldError, ValueError):
    """A file of weights that is not the one that a training saved."""

    def __init__(self, file: str) -> None:
        super().__init__(f"{file} is not what the training saved: its hash is another")
        self.file = file


class TrainingLog(Made, frozen=True, kw_only=True):
    """What a training took until it saved what it saved last."""

    task: str
    trainer: str
    """The function, `module:name`."""
    trainer_file: str | None
    """The hash of the module's file."""
    seed: int
    budget: BudgetName
    spent: Spent
    weights: str
    """The file as it was named, from the folder in which the command ran."""
    weights_hash: str

    @property
    def is_within(self) -> bool:
        """Whether it kept to its budget."""
        return share(self.budget, self.spent) <= 1


@dataclass(frozen=True)
class TrainingOrder:
    """What is to be trained, and where it goes."""

    task: Task
    trainer: str
    seed: int
    budget: BudgetName
    out: Path
    command: str


def log_of(weights: Path) -> Path:
    """The log beside a file of weights."""
    return weights.with_name(f"{weights.name}.json")


def train(order: TrainingOrder, told: Callable[[TrainingLog], None]) -> TrainingLog:
    """Let an entrant's function train. What it saves is written, with a log beside it, and `told`.

    Raises NoTrainer, NothingSaved, OSError, and whatever the function raises but BudgetUsedUp.
    """
    try:
        function, file = load_function(order.trainer)
    except (ImportError, AttributeError) as error:
        raise NoTrainer(order.trainer, error) from error
    logs: list[TrainingLog] = []

    def keep(content: bytes, spent: Spent) -> None:
        logs[:] = [_logged(order, file, content, spent)]
        write_whole(order.out, content)
        write_record(log_of(order.out), logs[0])
        told(logs[0])

    session = TrainingSession(order.task, order.seed, order.budget, keep)
    with suppress(BudgetUsedUp):
        function(session)
    if not logs:
        raise NothingSaved(order.trainer)
    return logs[0]


def _logged(order: TrainingOrder, file: str | None, content: bytes, spent: Spent) -> TrainingLog:
    return TrainingLog(
        task=order.task.name,
        trainer=order.trainer,
        trainer_file=file,
        seed=order.seed,
        budget=order.budget,
        spent=spent,
        weights=str(order.out),
        weights_hash=sha256(content).hexdigest(),
        command=order.command,
        machine=machine(),
        when=now(),
    )


def read_log(file: Path) -> TrainingLog:
    """Read what `train` wrote. Raises NoLog, OSError."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=TrainingLog)
    except msgspec.DecodeError as error:
        raise NoLog(file, error) from None


def read_weights(log: TrainingLog) -> bytes:
    """The weights of a log, from the file that it names. Raises OtherWeights, OSError."""
    content = Path(log.weights).read_bytes()
    if sha256(content).hexdigest() != log.weights_hash:
        raise OtherWeights(log.weights)
    return content


def weights_for(task: Task, seed: int, logs: Sequence[TrainingLog]) -> bytes | None:
    """The weights of a seed; None where there are no logs at all.

    Raises NotTrainedHere, OtherWeights, OSError.
    """
    for log in logs:
        if (log.task, log.seed) == (task.name, seed):
            return read_weights(log)
    if logs:
        raise NotTrainedHere(task, seed)
    return None

"""Training: examples, networks, paired deals, and all of it again by the player that came of it.

Generation 1 learns from rounds of the rule-based player, each later one from rounds of the one before, whose
rollouts are better. A generation is kept if it is proven to be ahead of the one before in duplicate deals
that taught nobody anything; the first that is not ends the training. All is kept in a folder: a training that
was stopped goes on there. The same settings give the same weights again, unless processors round differently.
"""

from collections.abc import Callable
from functools import lru_cache, partial
from pathlib import Path
from shutil import copyfile
from time import process_time

import msgspec
import numpy as np

from sevenfold.core.each import ForEach, one_by_one
from sevenfold.core.game import AnyGame
from sevenfold.core.whole import write_record, write_whole
from sevenfold.core.with_progress import WithProgress
from sevenfold.errors import SevenfoldError
from sevenfold.games import load_game
from sevenfold.learning.descent import Net
from sevenfold.learning.machine import Made, machine, now
from sevenfold.learning.paired import ahead_of
from sevenfold.learning.players import inputs_of, played_by
from sevenfold.learning.watching import TOGETHER, Moments, read_moments, watch, write_moments

KEPT_APART = 0.1
"""The share of the examples that teach nothing, and say how much a choice by the network brings."""
COMPARED_BY = 1 << 40
"""The deals of comparisons have seeds from here on, so they taught nobody anything."""
A_LINE = 32
"""How many weights are on a line of the file."""

WEIGHTS, COST = "network.json", "training.json"
"""The files of a game, in `bot/`, and of a training's folder."""


Weights = tuple[float, ...]


class OtherTraining(SevenfoldError, ValueError):
    """A folder in which another training is kept."""

    def __init__(self, folder: Path) -> None:
        super().__init__(f"{folder} has another training, or one of another version; name another folder")
        self.folder = folder


class TrainingPlan(msgspec.Struct, frozen=True, kw_only=True):
    """What is learnt, and by how much."""

    game: str
    deals: int
    """Rounds that a generation watches."""
    worlds: int
    """In which each card is valued."""
    passes: int
    """Over all examples."""
    generations: int
    """The most that there are."""
    compared: int
    """Duplicate deals in which a generation is compared with the one before."""
    seed: int

    @property
    def parts(self) -> int:
        """The files of moments of a generation: one for TOGETHER rounds."""
        return -(-self.deals // TOGETHER)


class Generation(msgspec.Struct, frozen=True, kw_only=True):
    """What a generation learnt from and brought. `ahead` is by how much it is ahead of the one before, with
    `reach` to either side, 95 %; `chosen` by how much more a choice brings than one by rules, in results of a
    round, a number for each network, from examples that were kept apart.
    """

    moments: int
    seconds: float
    """Of CPU time."""
    chosen: tuple[float, ...]
    ahead: float
    reach: float

    @property
    def is_step(self) -> bool:
        """Whether it is proven to be ahead."""
        return self.ahead > self.reach


class Cost(Made, frozen=True, kw_only=True):
    """What weights were made by, beside them in a file: the command and what each generation took."""

    plan: TrainingPlan
    generations: tuple[Generation, ...]

    @property
    def kept(self) -> int:
        """The number of the last generation that brought something; 0 for none."""
        steps = [generation.is_step for generation in self.generations]
        return steps.index(False) if False in steps else len(steps)


class Training:
    """A training in a folder, which is made. `each` shares out the rounds that are watched: the weights are
    the same, whatever it shares them out between. Raises NothingToLearn, OtherTraining, OSError.
    """

    def __init__(
        self,
        game: AnyGame,
        plan: TrainingPlan,
        folder: Path,
        progress: WithProgress,
        each: ForEach = one_by_one,
    ) -> None:
        self._game, self._inputs, self._each = game, inputs_of(game), each
        self._plan, self._folder, self._progress = plan, folder, progress
        folder.mkdir(parents=True, exist_ok=True)
        known, wanted = folder / "plan.json", msgspec.json.encode(plan)
        if known.exists() and known.read_bytes() != wanted:
            raise OtherTraining(folder)
        write_whole(known, wanted)

    def run(self, command: str, tell: Callable[[int, Generation], object]) -> Cost:
        """Learn generation by generation, or go on. The folder then has the weights, where something was
        proven, and what they cost.

        Raises CompiledUnavailable, NoSample.
        """
        before: Weights = ()
        done: list[Generation] = []
        for number in range(1, self._plan.generations + 1):
            weights, generation = self._generation(number, before)
            done.append(generation)
            tell(number, generation)
            if not generation.is_step:
                break
            before = tuple(weights)
            copyfile(self._folder / _name(number) / WEIGHTS, self._folder / WEIGHTS)
        cost = Cost(plan=self._plan, generations=tuple(done), command=command, machine=machine(), when=now())
        write_record(self._folder / COST, cost)
        return cost

    def put_into_game(self) -> list[Path]:
        """Copy the weights, and what they cost, to the game. Returns the files that were written."""
        bot = Path(self._inputs.__file__).parent  # type: ignore[attr-defined]
        for name in (WEIGHTS, COST):
            copyfile(self._folder / name, bot / name)
        return [bot / name for name in (WEIGHTS, COST)]

    def _generation(self, number: int, before: Weights) -> tuple[list[float], Generation]:
        folder = self._folder / _name(number)
        folder.mkdir(exist_ok=True)
        weights, told = folder / WEIGHTS, folder / "generation.json"
        if not told.exists():
            seconds = self._watch(folder, number, before)
            began = process_time()
            moments = read_moments(self._files(folder), self._inputs.SHAPE.rows)
            learnt, chosen = self._learn(moments)
            write_whole(weights, _written(learnt))
            after, others = (_player(self._game, weights) for weights in (tuple(learnt), before))
            ahead = ahead_of(after, others, self._plan.compared, COMPARED_BY + self._plan.seed)
            generation = Generation(
                moments=len(moments.networks),
                seconds=round(seconds + process_time() - began),
                chosen=chosen,
                ahead=round(ahead.mean, 4),
                reach=round(ahead.reach, 4),
            )
            write_whole(told, msgspec.json.encode(generation))
        return (
            msgspec.json.decode(weights.read_bytes(), type=list[float]),
            msgspec.json.decode(told.read_bytes(), type=Generation),
        )

    def _files(self, folder: Path) -> list[Path]:
        return [folder / f"moments-{part:04}.npz" for part in range(self._plan.parts)]

    def _watch(self, folder: Path, number: int, before: Weights) -> float:
        """Collect the moments that are not there yet. Returns the seconds that all took."""
        files, clock = self._files(folder), folder / "seconds.json"
        spent: float = msgspec.json.decode(clock.read_bytes()) if clock.exists() else 0.0
        left = [part for part, file in enumerate(files) if not file.exists()]
        watched = self._each(partial(_watch_part, self._game, self._plan, number, before), left)
        for part, moments, seconds in self._progress(watched, len(left), f"Generation {number}: watching"):
            write_moments(files[part], moments)
            spent += seconds
            write_whole(clock, msgspec.json.encode(spent))
        return spent

    def _learn(self, moments: Moments) -> tuple[list[float], tuple[float, ...]]:
        """All weights, and by how much more a choice by each network brings than one by rules."""
        weights: list[float] = []
        chosen = []
        networks = range(self._inputs.NETWORKS)
        for network in self._progress(networks, len(networks), "Learning"):
            first, last = moments.of(network).split(KEPT_APART)
            net = Net(self._inputs.SHAPE, first, self._plan.seed)
            net.learn(first, self._plan.passes)
            weights += (np.round(net.weights().astype(float), 3) + 0.0).tolist()  # no -0
            chosen.append(round(net.gain(last).mean, 4))
        return weights, tuple(chosen)


def _watch_part(
    first: AnyGame, plan: TrainingPlan, number: int, before: Weights, part: int
) -> tuple[int, Moments, float]:
    """A part of what a generation learns from, perhaps in another process, and its seconds of CPU time."""
    began, game = process_time(), _player(first, before)
    moments = watch(game, inputs_of(game), plan.worlds, (plan.seed, number, part))
    return part, moments, process_time() - began


def _player(first: AnyGame, weights: Weights) -> AnyGame:
    """A game with the player by these weights; without any the game that a training begins with."""
    return _by_weights(first.meta.name, weights) if weights else first


@lru_cache(maxsize=2)
def _by_weights(name: str, weights: Weights) -> AnyGame:
    game = load_game(name)
    return played_by(game, inputs_of(game), weights)


def _name(generation: int) -> str:
    return f"generation-{generation}"


def _written(weights: list[float]) -> bytes:
    lines = [weights[start : start + A_LINE] for start in range(0, len(weights), A_LINE)]
    text = ",\n".join(",".join(f"{weight:g}" for weight in line) for line in lines)
    return f"[{text}]\n".encode()

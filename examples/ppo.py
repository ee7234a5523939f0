"""Proximal policy optimization in NumPy: a network copies the rule-based player, then learns to beat it.

    python examples/ppo.py lockup --seconds 1800 --save lockup.npz --curve lockup.jsonl

One seat learns among rule-based players. What counts is how much more a round brings than the rule-based
player gets at the same seat from the same cards, so that luck cancels out. The network has two hidden layers,
and gives a number for each action and what the round is expected to bring. Its gradients are written out
here, so that nothing has to be installed beside NumPy. Time is CPU time.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from time import process_time
from typing import Annotated, Any, NamedTuple

import msgspec
import numpy as np
import typer
from numpy.typing import NDArray

from sevenfold.envs import VectorEnv

Floats = NDArray[np.float32]
Parameters = list[Floats]
Act = Callable[[VectorEnv], NDArray[np.int64]]
"""Chooses the action of each round."""

ROUNDS = 2048
"""How many rounds are played between two updates."""
MINIBATCH = 2048
EPOCHS = 2
CLIP = 0.2
TRACE = 0.95
"""How much a result counts for earlier decisions, against what the critic expected (GAE's lambda)."""
ENTROPY = 0.005
CRITIC = 0.5
COPY_RATE = 1e-3
REPORTS = 20


class Network:
    """Gives the chances of actions and the expected result, from what is seen."""

    def __init__(self, parameters: Parameters) -> None:
        self.parameters = parameters

    @classmethod
    def fresh(cls, inputs: int, hidden: Sequence[int], actions: int, rng: np.random.Generator) -> "Network":
        """A network that likes all actions about equally. Its last row of outputs is the critic's."""
        sizes = [inputs, *hidden, actions + 1]
        parameters: Parameters = []
        for size, after in pairwise(sizes):
            scale = 0.01 if after == actions + 1 else np.sqrt(2 / size)
            parameters += [
                (rng.standard_normal((size, after)) * scale).astype(np.float32),
                np.zeros(after, np.float32),
            ]
        return cls(parameters)

    def layers(self, seen: Floats) -> list[Floats]:
        """The inputs of each layer, and the outputs of the last."""
        values = [seen]
        for index in range(0, len(self.parameters), 2):
            out = values[-1] @ self.parameters[index] + self.parameters[index + 1]
            values.append(out if index == len(self.parameters) - 2 else np.maximum(out, 0))
        return values

    def chances(self, outputs: Floats, mask: NDArray[np.int8]) -> Floats:
        """The chance of each action that is allowed."""
        liked = np.where(mask == 1, outputs[:, :-1], np.float32(-1e9))
        chances: Floats = np.exp(liked - liked.max(axis=1, keepdims=True))
        chances /= chances.sum(axis=1, keepdims=True)
        return chances

    def gradients(self, values: list[Floats], back: Floats) -> Parameters:
        """The gradient of each parameter, from the gradients of the outputs."""
        found: Parameters = []
        for index in range(len(self.parameters) - 2, -1, -2):
            before = values[index // 2]
            found = [before.T @ back, back.sum(axis=0), *found]
            if index:
                back = back @ self.parameters[index].T * (before > 0)
        return found


class Adam:
    """Steps down the gradient, with a step size of its own for each parameter."""

    def __init__(self, parameters: Parameters) -> None:
        self._parameters = parameters
        self._means = [np.zeros_like(each) for each in parameters]
        self._squares = [np.zeros_like(each) for each in parameters]
        self._steps = 0

    def step(self, gradients: Parameters, rate: float) -> None:
        """One step; gradients are cut to a norm of 0.5."""
        self._steps += 1
        norm = np.sqrt(sum(float((each * each).sum()) for each in gradients))
        cut = min(1.0, 0.5 / (norm + 1e-8))
        rate *= np.sqrt(1 - 0.999**self._steps) / (1 - 0.9**self._steps)
        for each, gradient, mean, square in zip(
            self._parameters, gradients, self._means, self._squares, strict=True
        ):
            gradient *= cut
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient * gradient - square)
            each -= np.float32(rate) * mean / (np.sqrt(square) + np.float32(1e-7))


class Step(NamedTuple):
    """What the seat saw and did in the rounds `where` it had a choice, a row each; and its chance."""

    where: NDArray[np.int64]
    seen: NDArray[np.int16]
    mask: NDArray[np.int8]
    action: NDArray[np.int64]
    chance: Floats
    expected: Floats


class Decisions(NamedTuple):
    """The steps of many rounds, and how much better each turned out than was expected."""

    seen: NDArray[np.int16]
    mask: NDArray[np.int8]
    action: NDArray[np.int64]
    chance: Floats
    gain: Floats
    """The gain of the whole round that the critic should have expected: `better` plus what it expected."""
    better: Floats


def _judged(steps: list[Step], gains: Floats) -> Decisions:
    """Evaluate the steps, from the last to the first: how much better than expected each turned out (GAE)."""
    after, better = gains.copy(), np.zeros_like(gains)
    told: list[Floats] = []
    for step in reversed(steps):
        better[step.where] = after[step.where] - step.expected + TRACE * better[step.where]
        after[step.where] = step.expected
        told.append(better[step.where])
    _, seen, mask, action, chance, expected = map(np.concatenate, zip(*steps, strict=True))
    better = np.concatenate(told[::-1])
    return Decisions(seen, mask, action, chance, better + expected, better)


def against_rules(game: str, rounds: int, seed: int) -> VectorEnv:
    """Rounds in which seat 0 is asked, and rule-based players have the other seats."""
    return VectorEnv(game, rounds, seed=seed, auto_reset=False, opponents="rules")


def play_out(env: VectorEnv, act: Act) -> Floats:
    """How far seat 0 is ahead of the others' mean at the end of each round, if `act` chooses its actions."""
    ahead = np.zeros(env.n, np.float32)
    while (env.to_act >= 0).any():
        ended = env.step(act(env))
        ahead[ended] = env.returns[ended, 0] - env.returns[ended, 1:].mean(axis=1)
    return ahead


def ahead_of_rules(game: str, act: Act, rounds: int, seed: int) -> tuple[float, float]:
    """How far `act` is ahead of the rule-based player in the same deals, and half the 95 % interval."""
    gains = play_out(against_rules(game, rounds, seed), act)
    gains -= play_out(against_rules(game, rounds, seed), VectorEnv.advise)
    return float(gains.mean()), float(1.96 * gains.std() / np.sqrt(rounds))


class Learner:
    """A network, and the rounds in which it learns."""

    def __init__(
        self, game: str, hidden: Sequence[int] = (128, 64), seed: int = 1, minibatch: int = MINIBATCH
    ) -> None:
        self.game, self.seed, self.minibatch = game, seed, minibatch
        self.env, self.twin = self.make_env(), self.make_env()
        self.scale = (1 / np.maximum(self.env.encoding.highs, 1)).astype(np.float32)
        self.rng = np.random.default_rng(seed)
        self.network = Network.fresh(self.env.encoding.length, hidden, self.env.num_actions, self.rng)
        self.adam = Adam(self.network.parameters)
        self.unit = 0.0
        """The standard deviation of results, in which gains are counted."""

    def make_env(self) -> VectorEnv:
        """Rounds in which seat 0 learns."""
        return against_rules(self.game, ROUNDS, self.seed)

    def play(self, *, copy: bool) -> Decisions:
        """Play rounds to their end. With `copy` the rule-based player decides, and its gains are 0."""
        env, deals, steps = self.env, int(self.rng.integers(1 << 60)), list[Step]()

        def act(env: VectorEnv) -> NDArray[np.int64]:
            mask, live = env.mask(), env.to_act >= 0
            actions = env.advise() if copy else mask.argmax(axis=1)
            where = np.flatnonzero(live & (mask.sum(axis=1) > 1))
            seen, mask = env.observe()[where], mask[where]
            outputs = self.network.layers(seen * self.scale)[-1]
            chances = self.network.chances(outputs, mask)
            if not copy:
                drawn = np.log(chances + 1e-20) + self.rng.gumbel(size=chances.shape)
                actions[where] = np.where(mask == 1, drawn, -np.inf).argmax(axis=1)
            taken = actions[where]
            chance = chances[np.arange(len(where)), taken]
            steps.append(Step(where, seen, mask, taken, chance, outputs[:, -1]))
            return actions

        env.reset(deals)
        gains = play_out(env, act)
        if copy:
            return _judged(steps, np.zeros_like(gains))
        self.twin.reset(deals)
        gains -= play_out(self.twin, VectorEnv.advise)
        self.unit = self.unit or float(gains.std()) or 1.0
        return _judged(steps, gains / np.float32(self.unit))

    def learn(self, told: Decisions, rate: float, *, copy: bool) -> None:
        """Learn from the decisions in some passes, a part of them at a time."""
        better = (told.better - told.better.mean()) / (told.better.std() + 1e-6)
        for _ in range(1 if copy else EPOCHS):
            order = self.rng.permutation(len(told.action))
            for first in range(0, len(order) - self.minibatch // 2, self.minibatch):
                rows = order[first : first + self.minibatch]
                self._improve(Decisions._make(column[rows] for column in told), better[rows], rate, copy)

    def _improve(self, told: Decisions, better: Floats, rate: float, copy: bool) -> None:
        """One step: make likelier what turned out better, within the clip; or, with `copy`, what was done."""
        every = np.arange(len(told.action))
        values = self.network.layers(told.seen * self.scale)
        chances = self.network.chances(values[-1], told.mask)
        chosen = chances[every, told.action]
        if copy:
            weight = np.ones_like(chosen)
        else:
            ratio = chosen / told.chance
            weight = np.where(np.where(better > 0, ratio < 1 + CLIP, ratio > 1 - CLIP), ratio * better, 0)
        back = np.empty_like(values[-1])
        back[:, :-1] = chances * weight[:, None]
        back[every, told.action] -= weight
        if not copy:
            logs = np.log(chances + 1e-20)
            entropy = -(chances * logs).sum(axis=1, keepdims=True)
            back[:, :-1] += ENTROPY * chances * (logs + entropy)
        back[:, -1] = CRITIC * (values[-1][:, -1] - told.gain)
        back /= len(every)
        self.adam.step(self.network.gradients(values, back), rate)

    def save(self, file: Path) -> None:
        """Write the network in half precision, which hardly changes its choices."""
        parameters = [each.astype(np.float16) for each in self.network.parameters]
        kept: dict[str, Any] = {f"{'wb'[each % 2]}{each // 2}": part for each, part in enumerate(parameters)}
        np.savez_compressed(file, scale=self.scale, **kept)

    def load(self, file: Path) -> None:
        """Read a network that was saved."""
        kept = np.load(file)
        for each, parameter in enumerate(self.network.parameters):  # of the same sizes
            parameter[:] = kept[f"{'wb'[each % 2]}{each // 2}"]

    def best(self, env: VectorEnv) -> NDArray[np.int64]:
        """The action that is likeliest in each round."""
        mask = env.mask()
        outputs = self.network.layers(env.observe() * self.scale)[-1]
        best: NDArray[np.int64] = self.network.chances(outputs, mask).argmax(axis=1)
        return best


class Point(msgspec.Struct):
    """A point of the curve: CPU time and rounds so far, and how far ahead of the rule-based players."""

    seconds: float
    rounds: int
    ahead: float
    around: float


def main(
    game: str,
    seconds: Annotated[float, typer.Option(help="CPU time to learn.")] = 1800,
    rounds: Annotated[int, typer.Option(help="Rounds against the rule-based player, at each report.")] = 4000,
    hidden: Annotated[str, typer.Option(help="The sizes of the hidden layers.")] = "128,64",
    copying: Annotated[float, typer.Option(help="The share of the time to copy the rules.")] = 0.1,
    rate: Annotated[float, typer.Option(help="The size of the first step of what follows.")] = 4e-4,
    seed: int = 1,
    start: Annotated[Path | None, typer.Option(help="Go on from a network that was kept.")] = None,
    save: Annotated[Path | None, typer.Option(help="Keep the network in this .npz file.")] = None,
    curve: Annotated[Path | None, typer.Option(help="Keep the reports here, a line of JSON each.")] = None,
) -> None:
    """Learn, and say how far the learnt player is ahead of the rule-based ones."""
    learner = Learner(game, [int(size) for size in hidden.split(",")], seed)
    if start:
        learner.load(start)
    spent, played, points = 0.0, 0, list[Point]()
    for report in range(1, REPORTS + 1):
        while spent < seconds * report / REPORTS:
            before, copy = process_time(), spent < copying * seconds
            step = COPY_RATE if copy else rate * (1 - spent / seconds)
            learner.learn(learner.play(copy=copy), step, copy=copy)
            spent, played = spent + process_time() - before, played + ROUNDS
        points.append(Point(spent, played, *ahead_of_rules(game, learner.best, rounds, seed + 1)))
        at = points[-1]
        typer.echo(f"{at.seconds:6.1f} s  {at.rounds:8} rounds  ahead by {at.ahead:+.3f} ± {at.around:.3f}")
        if curve:
            curve.write_bytes(b"\n".join(map(msgspec.json.encode, points)) + b"\n")
        if save:
            learner.save(save)


if __name__ == "__main__":
    typer.run(main)

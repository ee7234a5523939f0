"""Deep Monte Carlo (as of DouZero): a network values actions by what rounds of self-play brought in the end.

    python -m bench.suite.dmc Lockout-v1 --save bench/suite/dmc-lockup.npz
    sevenfold bench-suite train bench.suite.dmc:train --task HiddenPartner-v1 --budget S --out dmc.npz
    sevenfold bench-suite run bench.suite.dmc:dmc --task HiddenPartner-v1 --log dmc.npz.json

All seats play by one network: mostly what it values most, now and then at random, and ever less so. It learns
the mean of what followed, in what a round brings a seat above the mean of all. NumPy alone. A run ends by its
number of steps, so that a seed gives the same network again.
"""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the arrays are small: threads would wait for each other

from io import BytesIO
from pathlib import Path
from time import process_time
from typing import Annotated, Any

import msgspec
import numpy as np
import typer
from numpy.typing import NDArray

from bench.suite.baselines import NetworkAgent
from examples.ppo import Adam, Network, Point, ahead_of_rules
from sevenfold.envs import VectorEnv
from sevenfold.suite.session import TrainingSession
from sevenfold.suite.tasks import Task, find_task

STEPS = 10_000_000
"""Of the environment: as many as budget S allows."""
WHOLE = 0.99
"""How much of a budget is used up, so that the last rounds are whole."""
ROUNDS, MINIBATCH, REPORTS = 512, 1024, 10
HIDDEN = [128, 64]
EVALUATED = 4000
"""Rounds against the rule-based player, at each report."""
ASTRAY = 0.1, 0.01
"""The share of actions at random, at first and in the end."""
RATE = 2e-3, 2e-4
"""The size of a step, at first and in the end."""

Floats = NDArray[np.float32]


class Values:
    """A network that values actions, and the rounds in which it learns."""

    def __init__(self, env: VectorEnv, hidden: list[int], seed: int) -> None:
        self.env = env
        self.rng = np.random.default_rng(seed)
        self.scale = (1 / np.maximum(self.env.encoding.highs, 1)).astype(np.float32)
        self.network = Network.fresh(self.env.encoding.length, hidden, self.env.num_actions, self.rng)
        self.adam = Adam(self.network.parameters)
        self.steps, self.unit = 0, 0.0
        """The standard deviation of results, in which they are counted."""

    def play(self, random: float) -> tuple[NDArray[np.int16], NDArray[np.int64], Floats]:
        """Rounds to their end: what was seen, what was done, and what it brought; a share at random."""
        env, told = self.env, list[Any]()
        ahead = np.zeros((env.n, env.players), np.float32)
        env.reset()
        while (env.to_act >= 0).any():
            where = env.to_act >= 0
            self.steps += int(where.sum())
            seen, mask = env.observe(where=where), env.mask(where=where)
            worth = self.network.layers(seen * self.scale)[-1][:, :-1]
            astray = self.rng.random(len(worth)) < random
            worth[astray] = self.rng.random((int(astray.sum()), worth.shape[1]), np.float32)
            taken = np.where(mask == 1, worth, -np.inf).argmax(axis=1)
            choice = mask.sum(axis=1) > 1
            told.append(
                (seen[choice], taken[choice], np.flatnonzero(where)[choice], env.to_act[where][choice])
            )
            actions = np.zeros(env.n, np.int64)
            actions[where] = taken
            ended = env.step(actions)
            ahead[ended] = env.returns[ended] - env.returns[ended].mean(axis=1, keepdims=True)
        seen, taken, rows, seats = map(np.concatenate, zip(*told, strict=True))
        self.unit = self.unit or float(ahead.std()) or 1.0
        return seen, taken, env.game.meta.sign * ahead[rows, seats] / np.float32(self.unit)

    def learn(self, done: float) -> None:
        """Play rounds, and learn from each of their decisions once; `done` is the share of steps so far."""
        random, rate = (first + (last - first) * done for first, last in (ASTRAY, RATE))
        seen, taken, brought = self.play(random)
        order = self.rng.permutation(len(taken))
        for first in range(0, len(order), MINIBATCH):
            rows = order[first : first + MINIBATCH]
            self._improve(seen[rows], taken[rows], brought[rows], rate)

    def _improve(
        self, seen: NDArray[np.int16], taken: NDArray[np.int64], brought: Floats, rate: float
    ) -> None:
        """One step towards what the actions brought."""
        values, every = self.network.layers(seen * self.scale), np.arange(len(taken))
        back = np.zeros_like(values[-1])
        back[every, taken] = (values[-1][every, taken] - brought) / len(taken)
        self.adam.step(self.network.gradients(values, back), rate)

    def best(self, env: VectorEnv) -> NDArray[np.int64]:
        """The action that is worth most in each round."""
        worth = self.network.layers(env.observe() * self.scale)[-1][:, :-1]
        best: NDArray[np.int64] = np.where(env.mask() == 1, worth, -np.inf).argmax(axis=1)
        return best

    def written(self) -> bytes:
        """The network as the content of an .npz file, in half precision."""
        parts, out = [each.astype(np.float16) for each in self.network.parameters], BytesIO()
        kept: dict[str, Any] = {f"{'wb'[each % 2]}{each // 2}": part for each, part in enumerate(parts)}
        np.savez_compressed(out, scale=self.scale, **kept)
        return out.getvalue()


def train(session: TrainingSession) -> None:
    """What `bench-suite train bench.suite.dmc:train` asks for."""
    values = Values(session.make_env(ROUNDS, auto_reset=False), HIDDEN, session.seed)
    while session.progress < WHOLE:
        values.learn(session.progress)
        session.save(values.written())


def dmc(_task: Task, _seed: int, weights: bytes) -> NetworkAgent:
    """What `bench-suite run bench.suite.dmc:dmc` asks for, with `--log`."""
    return NetworkAgent(BytesIO(weights))


def main(
    name: str,
    steps: Annotated[int, typer.Option(help="How many steps of the environment to learn from.")] = STEPS,
    hidden: str = ",".join(map(str, HIDDEN)),
    seed: int = 1,
    save: Annotated[Path | None, typer.Option(help="Keep the network in this .npz file.")] = None,
    curve: Annotated[Path | None, typer.Option(help="Keep the reports here, a line of JSON each.")] = None,
) -> None:
    """Learn by self-play, and say how far it then is ahead of the rule-based players."""
    task = find_task(name)
    env = VectorEnv(task.game, ROUNDS, seed=seed, players=task.players, auto_reset=False)
    values = Values(env, [int(size) for size in hidden.split(",")], seed)
    began, rounds, points = process_time(), 0, list[Point]()
    for report in range(1, REPORTS + 1):
        while values.steps < steps * report / REPORTS:
            values.learn(values.steps / steps)
            rounds += ROUNDS
        ahead = ahead_of_rules(task.game, values.best, EVALUATED, seed + 1)
        points.append(at := Point(process_time() - began, rounds, *ahead))
        typer.echo(f"{at.seconds:6.1f} s  {at.rounds:8} rounds  ahead by {at.ahead:+.3f} ± {at.around:.3f}")
        if curve:
            curve.write_bytes(b"\n".join(map(msgspec.json.encode, points)) + b"\n")
        if save:
            save.write_bytes(values.written())


if __name__ == "__main__":
    typer.run(main)

"""Deep Monte Carlo (as of DouZero): a network values actions by what rounds of self-play brought in the end.

    python -m bench.suite.dmc Lockout-v1 --seconds 300 --save bench/suite/dmc-lockup.npz

All seats play by one network: mostly what it values most, now and then at random. It learns the mean of what
followed, in what a round brings a seat above the mean of all. NumPy alone; time is CPU time.
"""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the arrays are small: threads would wait for each other

from pathlib import Path
from time import process_time
from typing import Annotated, Any

import numpy as np
import typer
from numpy.typing import NDArray

from examples.ppo import Adam, Network
from sevenfold.envs import VectorEnv
from sevenfold.suite.tasks import find_task

ROUNDS, MINIBATCH, REPORTS = 512, 1024, 10
ASTRAY = 0.05
"""The share of actions at random."""

Floats = NDArray[np.float32]


class Values:
    """A network that values actions, and the rounds in which it learns."""

    def __init__(self, game: str, players: int, hidden: list[int], seed: int) -> None:
        self.env = VectorEnv(game, ROUNDS, seed=seed, players=players, auto_reset=False)
        self.rng = np.random.default_rng(seed)
        self.scale = (1 / np.maximum(self.env.encoding.highs, 1)).astype(np.float32)
        self.network = Network.fresh(self.env.encoding.length, hidden, self.env.num_actions, self.rng)
        self.adam = Adam(self.network.parameters)
        self.unit = 0.0
        """The standard deviation of results, in which they are counted."""

    def play(self) -> tuple[NDArray[np.int16], NDArray[np.int64], Floats]:
        """Rounds to their end: what was seen, what was done, and what it brought."""
        env, told = self.env, list[Any]()
        ahead = np.zeros((env.n, env.players), np.float32)
        env.reset()
        while (env.to_act >= 0).any():
            where = env.to_act >= 0
            seen, mask = env.observe(where=where).copy(), env.mask(where=where)
            worth = self.network.layers(seen * self.scale)[-1][:, :-1]
            astray = self.rng.random(len(worth)) < ASTRAY
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

    def learn(self, rate: float) -> None:
        """Play rounds, and learn from each of their decisions once."""
        seen, taken, brought = self.play()
        order = self.rng.permutation(len(taken))
        for first in range(0, len(order), MINIBATCH):
            part = order[first : first + MINIBATCH]
            values = self.network.layers(seen[part] * self.scale)
            back, every = np.zeros_like(values[-1]), np.arange(len(part))
            back[every, taken[part]] = (values[-1][every, taken[part]] - brought[part]) / len(part)
            self.adam.step(self.network.gradients(values, back), rate)

    def save(self, file: Path) -> None:
        """Write the network in half precision."""
        parts = [each.astype(np.float16) for each in self.network.parameters]
        kept: dict[str, Any] = {f"{'wb'[each % 2]}{each // 2}": part for each, part in enumerate(parts)}
        np.savez_compressed(file, scale=self.scale, **kept)


def main(
    name: str,
    seconds: Annotated[float, typer.Option(help="CPU time to learn.")] = 300,
    hidden: str = "128,64",
    rate: float = 1e-3,
    seed: int = 1,
    save: Annotated[Path | None, typer.Option(help="Keep the network in this .npz file.")] = None,
) -> None:
    """Learn by self-play; `sevenfold bench-suite run bench.suite.baselines:dmc` says what came of it."""
    task = find_task(name)
    values = Values(task.game, task.players, [int(size) for size in hidden.split(",")], seed)
    spent, rounds = 0.0, 0
    for report in range(1, REPORTS + 1):
        while spent < seconds * report / REPORTS:
            before = process_time()
            values.learn(rate * max(0.1, 1 - spent / seconds))
            spent, rounds = spent + process_time() - before, rounds + ROUNDS
        typer.echo(f"{name}, seed {seed}: {spent:.0f} s of CPU, {rounds} rounds")
        if save:
            values.save(save)


if __name__ == "__main__":
    typer.run(main)

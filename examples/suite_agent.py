"""An agent for `sevenfold bench-suite`, from training to a result: it copies the rules player, in NumPy.

    sevenfold bench-suite train examples.suite_agent:train --task Widow-v1 --out widow.npz
    sevenfold bench-suite run examples.suite_agent:agent --task Widow-v1 --log widow.npz.json --deals 100

An action is worth a weighted sum of what is seen. A softmax of these worths is made like what the rules
player does (`advise`), by gradient steps, in a minute of CPU time. Then the agent plays without a teacher.
"""

from io import BytesIO
from typing import Any

import numpy as np
import typer
from numpy.typing import NDArray

from sevenfold.envs import VectorEnv
from sevenfold.suite.session import TrainingSession
from sevenfold.suite.tasks import Task, find_task

ROUNDS, UPDATES, RATE = 256, 100, 0.1
SAVED = 25
"""After so many updates each the weights are saved."""


class CopyingAgent:
    """What the suite asks: `act`, and if it can, `belief` and `policy`. Rows are rounds."""

    def __init__(self, env: VectorEnv) -> None:
        self.scale = 1 / np.maximum(env.encoding.highs, 1).astype(np.float32)
        self.weights = np.zeros((env.encoding.length, env.num_actions), np.float32)
        self.squares = np.full_like(self.weights, 1e-6)
        hands = [block for block in env.encoding.blocks if block.field == "hands[0]"]
        self.hand = slice(hands[0].offset, hands[0].offset + hands[0].size)
        self.others = env.players - 1

    def policy(self, observation: NDArray[np.int16], mask: NDArray[np.int8]) -> Any:
        """The chance of each action."""
        worth = np.where(mask == 1, observation * self.scale @ self.weights, -1e9)
        chances = np.exp(worth - worth.max(axis=1, keepdims=True))
        return chances / chances.sum(axis=1, keepdims=True)

    def act(self, observation: NDArray[np.int16], mask: NDArray[np.int8]) -> Any:
        """An action for each row."""
        return self.policy(observation, mask).argmax(axis=1)

    def belief(self, observation: NDArray[np.int16], _mask: NDArray[np.int8]) -> Any:
        """What each other seat holds: a card of the own hand less likely than any other. In LockSeven also
        who is the Host's partner: all are alike to it.
        """
        own = observation[:, None, self.hand]
        cards = np.where(own == 1, 0.05, 0.25).repeat(self.others, axis=1)
        return {"cards": cards, "partner": np.full((len(own), self.others), 1 / self.others)}

    def copy(self, seen: NDArray[np.int16], mask: NDArray[np.int8], taken: NDArray[np.int64]) -> None:
        """A step towards what the teacher did, with a size of its own for each weight (AdaGrad)."""
        back = self.policy(seen, mask)
        back[np.arange(len(taken)), taken] -= 1
        gradient = (seen * self.scale).T @ back / len(taken)
        self.squares += gradient * gradient
        self.weights -= RATE * gradient / np.sqrt(self.squares)

    def written(self) -> bytes:
        """The weights as the content of an .npz file."""
        out = BytesIO()
        np.savez_compressed(out, weights=self.weights)
        return out.getvalue()


def learn(agent: CopyingAgent, env: VectorEnv, updates: int) -> None:
    """Watch a moment of each round for each update. The same environment gives the same agent."""
    for _ in range(updates):
        taken = env.advise()
        agent.copy(env.observe(), env.mask(), taken)
        env.step(taken)


def train(session: TrainingSession) -> None:
    """What `sevenfold bench-suite train examples.suite_agent:train` asks for."""
    env = session.make_env(ROUNDS)
    made = CopyingAgent(env)
    for first in range(0, UPDATES, SAVED):
        learn(made, env, min(SAVED, UPDATES - first))
        session.save(made.written())


def agent(task: Task, seed: int, weights: bytes | None = None) -> CopyingAgent:
    """What `bench-suite run examples.suite_agent:agent` asks for; without `--log` it learns here."""
    env = VectorEnv(task.game, ROUNDS, seed=seed, players=task.players)
    made = CopyingAgent(env)
    if weights is None:
        learn(made, env, UPDATES)
    else:
        made.weights = np.load(BytesIO(weights))["weights"]
    return made


def main(name: str = "Widow-v1", updates: int = UPDATES, rounds: int = 1000, seed: int = 1) -> None:
    """Learn, and say how far it is ahead of rules players; `bench-suite run` says it properly."""
    task = find_task(name)
    env = VectorEnv(task.game, ROUNDS, seed=seed)
    made = CopyingAgent(env)
    learn(made, env, updates)
    env = VectorEnv(task.game, rounds, seed=seed + 1, auto_reset=False, opponents="rules")
    ahead = np.zeros(rounds)
    while (env.to_act >= 0).any():
        ended = env.step(made.act(env.observe(), env.mask()))
        ahead[ended] = env.returns[ended, 0] - env.returns[ended, 1:].mean(axis=1)
    typer.echo(f"{updates} updates: ahead by {ahead.mean():+.3f} ± {1.96 * ahead.std() / rounds**0.5:.3f}")


if __name__ == "__main__":
    typer.run(main)

"""A linear player in NumPy: it copies the rule-based player, then betters itself by self-play.

    python examples/linear_selfplay.py lockup --seconds 40
    python examples/linear_selfplay.py trump7 --by trump --seconds 40

How much an action is liked is a weighted sum of the numbers of an observation, and actions are drawn by
a softmax of that. First the weights come to agree with what the rule-based player would do in rounds of
its own. Then all seats play by them, and each action is made more likely by as much as its round
brought the seat above the others (policy gradient). With `--by` an action has weights of its own for
each value of a field, such as the trump suit.
"""

from pathlib import Path
from time import process_time
from typing import Annotated

import numpy as np
import typer
from numpy.typing import NDArray

from sevenfold.envs import VectorEnv

Weights = NDArray[np.float32]
"""A row for each action, a column for each number of an observation."""

ROUNDS = 512
COPYING = 0.2
"""The share of the time in which the rule-based player is copied."""
COPY_STEP, PLAY_STEP = 0.005, 0.006
REPORTS = 6


class Learner:
    """Weights, and rounds to learn them in."""

    def __init__(self, game: str, by: str | None, seed: int) -> None:
        self.env = VectorEnv(game, ROUNDS, seed=seed, auto_reset=False)
        self.scale = 1 / np.maximum(self.env.encoding.highs, 1).astype(np.float32)
        blocks = {block.field: block for block in self.env.encoding.blocks}
        self._by = slice(blocks[by].offset, blocks[by].offset + blocks[by].size) if by else None
        self.weights: Weights = np.zeros((self.env.num_actions, self._seen(self.env).shape[1]), np.float32)
        self._squares = np.full_like(self.weights, 1e-8)
        self._rng = np.random.default_rng(seed)

    def _seen(self, env: VectorEnv) -> Weights:
        """What is seen, from 0 to 1; with `by` once more for each of that field's values, 0 but for one."""
        seen: Weights = (env.observe() * self.scale).astype(np.float32, copy=False)
        if self._by is None:
            return seen
        each = seen[:, self._by, None] * seen[:, None, :]
        return np.concatenate([seen, each.reshape(env.n, -1)], axis=1)

    def chances(self, env: VectorEnv) -> tuple[Weights, Weights]:
        """What is seen, and the chance of each action, by round."""
        seen = self._seen(env)
        liked = np.where(env.mask() == 1, seen @ self.weights.T, -np.inf)
        liked[env.to_act < 0] = 0
        chances = np.exp(liked - liked.max(axis=1, keepdims=True))
        return seen, chances / chances.sum(axis=1, keepdims=True)

    def _climb(self, gradient: Weights, step: float) -> None:
        """Go up, by smaller steps where gradients were large (RMSProp)."""
        self._squares += 0.02 * (gradient * gradient - self._squares)
        self.weights += step * gradient / (np.sqrt(self._squares) + 1e-4)

    def copy(self) -> None:
        """Rounds between rule-based players; each of their actions is made more likely."""
        self.env.reset()
        while (live := self.env.to_act >= 0).any():
            seen, chances = self.chances(self.env)
            actions = self.env.advise()
            wanted = -chances
            wanted[live, actions[live]] += 1
            self._climb(wanted[live].T @ seen[live] / live.sum(), COPY_STEP)
            self.env.step(actions)

    def play(self) -> None:
        """Rounds by these weights; what brought more than the others got is made more likely."""
        self.env.reset()
        steps = []
        gains = np.zeros((self.env.n, self.env.players), np.float32)
        while (live := np.flatnonzero(self.env.to_act >= 0)).size:
            seen, chances = self.chances(self.env)
            drawn = (chances.cumsum(axis=1) < self._rng.random((self.env.n, 1))).sum(axis=1)
            drawn = np.minimum(drawn, chances.shape[1] - 1)
            allowed = np.take_along_axis(self.env.mask(), drawn[:, None], axis=1)[:, 0] == 1
            actions = np.where(allowed, drawn, chances.argmax(axis=1))  # sums of chances are rounded
            wanted = -chances[live]
            wanted[np.arange(live.size), actions[live]] += 1
            steps.append((live, self.env.to_act[live], wanted, seen[live]))
            ended = self.env.step(actions)
            returns = self.env.returns[ended]
            gains[ended] = returns - returns.mean(axis=1, keepdims=True)
        gains /= gains.std() + 1e-6
        total = sum((wanted * gains[where, seat][:, None]).T @ seen for where, seat, wanted, seen in steps)
        self._climb(np.asarray(total / self.env.n, np.float32), PLAY_STEP)

    def against_rules(self, rounds: int, seed: int) -> tuple[float, float]:
        """How far seat 0 is ahead of the rule-based players' mean, and half the 95 % interval."""
        game, players = self.env.game, self.env.players
        env = VectorEnv(game, rounds, seed=seed, auto_reset=False, policy_seats=range(1, players))
        ahead = np.zeros(rounds)
        while (env.to_act >= 0).any():
            ended = env.step(self.chances(env)[1].argmax(axis=1))
            ahead[ended] = env.returns[ended, 0] - env.returns[ended, 1:].mean(axis=1)
        return float(ahead.mean()), float(1.96 * ahead.std() / np.sqrt(rounds))


def main(
    game: str,
    by: Annotated[str | None, typer.Option(help="Weights of their own for each value of a field.")] = None,
    seconds: Annotated[float, typer.Option(help="CPU time to learn.")] = 30,
    rounds: Annotated[int, typer.Option(help="Rounds against the rule-based player.")] = 4000,
    seed: int = 1,
    save: Annotated[Path | None, typer.Option(help="Keep the weights in this .npy file.")] = None,
) -> None:
    """Learn, and say how far the learnt player is ahead of the rule-based ones."""
    learner, spent, played = Learner(game, by, seed), 0.0, 0
    for report in range(1, REPORTS + 1):
        while spent < seconds * report / REPORTS:
            before = process_time()
            learner.copy() if spent < COPYING * seconds else learner.play()
            spent, played = spent + process_time() - before, played + ROUNDS
        ahead, around = learner.against_rules(rounds, seed + 1)
        typer.echo(f"{spent:5.1f} s  {played:7} rounds  ahead by {ahead:+.3f} ± {around:.3f}")
    if save:
        np.save(save, learner.weights)


if __name__ == "__main__":
    typer.run(main)

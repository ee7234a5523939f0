"""Learnt players of `examples/` against the rule-based player of today, or of an earlier commit.

    python -m bench.learnt ppo lockup examples/learnt/sevenfold_learnt/lockup.npz
    python -m bench.learnt linear trump7 weights.npy

The learnt player has seat 0 of each round; the lead changes from deal to deal. It takes the action that it
likes best. The others are compiled. Each deal is also played with one more of them at seat 0: how much more
the learnt player gains than that one is measured more precisely, since both hold the same cards. The same
command finds the same figures on a busy machine and on an idle one.
"""

from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from rich.console import Console
from rich.table import Table

from bench.opponents import opponent
from sevenfold.core.duplicate import interval
from sevenfold.core.game import AnyGame
from sevenfold.envs import VectorEnv
from sevenfold.games import load_game

Act = Callable[[VectorEnv], Any]
"""The action that is liked best in each round."""


class Kind(StrEnum):
    """The example that a player learnt by."""

    PPO = "ppo"
    LINEAR = "linear"


def example(name: str) -> Any:
    """A module of `examples/`, which is no package."""
    spec = spec_from_file_location(name, Path(__file__).parents[1] / "examples" / f"{name}.py")
    if spec is None or spec.loader is None:
        raise ImportError(f"there is no example {name}")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def ppo_player(game: str, file: Path) -> Act:
    """The network in a file of `ppo.py`."""
    learner = example("ppo").Learner(game)
    learner.load(file)
    act: Act = learner.best
    return act


def linear_player(_game: str, file: Path) -> Act:
    """The weights in a file of `linear_selfplay.py`."""
    act, weights = example("linear_selfplay").act, np.load(file)
    return lambda env: act(env, weights)[0]


def ahead(game: AnyGame, act: Act, rounds: int, seed: int) -> list[float]:
    """By how much seat 0 is ahead of the mean of the others, round by round."""
    env = VectorEnv(game, rounds, seed=seed, auto_reset=False, policy_seats=range(1, game.meta.seats(None)))
    found = np.zeros(rounds)
    while (env.to_act >= 0).any():
        ended = env.step(act(env))
        found[ended] = env.returns[ended, 0] - env.returns[ended, 1:].mean(axis=1)
    return [float(each) for each in found]


def main(
    kind: Kind,
    game: str,
    file: Path,
    rounds: Annotated[int, typer.Option(min=2)] = 40_000,
    seed: int = 77,
    before: Annotated[Path | None, typer.Option(help="a checkout whose players it meets")] = None,
) -> None:
    """What a round brings the learnt player above the mean of the others, with 95 % intervals."""
    act = (ppo_player if kind is Kind.PPO else linear_player)(game, file)
    played = replace(load_game(game), choose=opponent(game, before).choose)
    table = Table(
        "game", "player", "against", "ahead by", "in the same deals", caption=f"{rounds} rounds, 95 %"
    )
    gains, theirs = (ahead(played, player, rounds, seed) for player in (act, VectorEnv.advise))
    closely = [gain - their for gain, their in zip(gains, theirs, strict=True)]
    others = "rules" if before is None else "before"
    table.add_row(game, kind, others, interval(gains).text(3), interval(closely).text(3))
    Console().print(table)


if __name__ == "__main__":
    typer.run(main)

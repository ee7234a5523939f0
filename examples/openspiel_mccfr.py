"""OpenSpiel's Monte Carlo counterfactual regret minimization on a solved short deck, by external sampling.

    python examples/openspiel_mccfr.py --iterations 10000

Each iteration walks a part of the tree that chance and the others choose, so it is quick, and exploitability
falls more slowly than by `openspiel_cfr.py`. The deck is one of `sevenfold.envs.SOLVED_DECKS`, whose
equilibrium is known.
"""

from typing import Annotated

import pyspiel
import typer
from open_spiel.python.algorithms.gambit import export_gambit

import sevenfold.envs.openspiel  # noqa: F401  it registers the games
from sevenfold.envs import SOLVED_DECKS


def main(
    iterations: int = 10_000,
    deck: Annotated[str, typer.Option(help="The name of a solved deck.")] = "three clubs",
) -> None:
    """Solve, and print how far from an equilibrium it is."""
    solved = SOLVED_DECKS[deck]
    game = pyspiel.load_game(f"sevenfold_{solved.game}", solved.short.parameters)
    tree = pyspiel.load_efg_game(export_gambit(game))
    solver = pyspiel.ExternalSamplingMCCFRSolver(tree, 1)
    for iteration in range(1, iterations + 1):
        solver.run_iteration()
        if iteration & (iteration - 1) == 0 or iteration == iterations:
            policy = solver.average_policy()
            exploitability = pyspiel.nash_conv(tree, policy, True)  # it is asked by states
            typer.echo(f"{iteration:6} iterations: exploitability {exploitability:.6f}")
    typer.echo(f"in the equilibrium seats can expect {', '.join(f'{value:.3f}' for value in solved.values)}")


if __name__ == "__main__":
    typer.run(main)

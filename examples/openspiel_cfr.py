"""Counterfactual regret minimization on a short deck of Lockup, with its exploitability.

    python examples/openspiel_cfr.py --iterations 100

A deck of a few cards makes the game small enough that each state can be visited. Exploitability is what a
player who knows the others' strategy could win by it, summed over players: 0 for an equilibrium.
"""

from typing import Annotated

import pyspiel
import typer
from open_spiel.python.algorithms.cfr import CFRSolver
from open_spiel.python.algorithms.exploitability import nash_conv

import sevenfold.envs.openspiel  # noqa: F401  it registers the games


def main(
    iterations: int = 100,
    deck: Annotated[str, typer.Option(help="The cards in play.")] = "AS KS QS JC KC QC JH TC",
    hand_size: Annotated[int, typer.Option(help="Cards a player.")] = 2,
) -> None:
    """Solve, and print how far from an equilibrium it is."""
    game = pyspiel.load_game("sevenfold_lockup", {"deck": deck, "hand_size": hand_size})
    solver = CFRSolver(game)
    for iteration in range(iterations + 1):
        if iteration & (iteration - 1) == 0 or iteration == iterations:
            typer.echo(
                f"{iteration:5} iterations: exploitability {nash_conv(game, solver.average_policy()):.5f}"
            )
        solver.evaluate_and_update_policy()


if __name__ == "__main__":
    typer.run(main)

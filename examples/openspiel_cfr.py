"""Counterfactual regret minimization on a short deck of Lockup, with its exploitability falling.

    python examples/openspiel_cfr.py --iterations 1000

Eight cards, of which the first player holds the same two in each deal, make the game small enough that each
state can be visited. It is walked once and becomes a tree of OpenSpiel's own, so that its C++ solver does not
call Python. Exploitability is what each player could win by knowing the others' strategies, summed over
players: 0 for an equilibrium.
"""

from typing import Annotated

import pyspiel
import typer
from open_spiel.python.algorithms.gambit import export_gambit

import sevenfold.envs.openspiel  # noqa: F401  it registers the games


def main(
    iterations: int = 1000,
    deck: Annotated[str, typer.Option(help="The cards in play.")] = "JC AC KS JD KH QS JS QD",
    hand_size: Annotated[int, typer.Option(help="Cards a player.")] = 2,
    dealt: Annotated[str, typer.Option(help="What the first players hold in every deal.")] = "JC KS",
) -> None:
    """Solve, and print how far from an equilibrium it is."""
    game = pyspiel.load_game("sevenfold_lockup", {"deck": deck, "hand_size": hand_size, "dealt": dealt})
    tree = pyspiel.load_efg_game(export_gambit(game))
    solver = pyspiel.CFRPlusSolver(tree)
    for iteration in range(1, iterations + 1):
        if iteration & (iteration - 1) == 0 or iteration == iterations:
            exploitability = pyspiel.nash_conv(tree, solver.average_policy())
            typer.echo(f"{iteration:5} iterations: exploitability {exploitability:.6f}")
        solver.evaluate_and_update_policy()


if __name__ == "__main__":
    typer.run(main)

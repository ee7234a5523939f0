"""OpenSpiel's information set Monte Carlo tree search, with Sevenfold's worlds, against random players.

    python examples/openspiel_ismcts.py trump7 --rounds 20 --simulations 200

The search asks a state for other states that its player cannot tell apart from it. Ours deals the hidden
cards again; all deals that fit what the player has seen are equally likely.
"""

from typing import Annotated

import numpy as np
import pyspiel
import typer
from open_spiel.python.algorithms import ismcts, mcts

import sevenfold.envs.openspiel  # noqa: F401  it registers the games


def play(game: pyspiel.Game, searcher: ismcts.ISMCTSBot, seat: int, rng: np.random.RandomState) -> float:
    """Play a round in which one seat searches. Return how far it ended ahead of the others' mean."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(0)
        elif state.current_player() == seat:
            state.apply_action(searcher.step(state))
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))
    returns: list[float] = state.returns()
    others = [points for other, points in enumerate(returns) if other != seat]
    return returns[seat] - sum(others) / len(others)


def main(
    name: Annotated[str, typer.Argument(metavar="GAME")] = "trump7",
    rounds: int = 20,
    simulations: int = 200,
    seed: int = 1,
) -> None:
    """Play rounds and print by how much the search is ahead."""
    rng = np.random.RandomState(seed)
    game = pyspiel.load_game(f"sevenfold_{name}", {"chance": "sampled", "seed": seed})
    searcher = ismcts.ISMCTSBot(
        game=game,
        uct_c=4.0,
        evaluator=mcts.RandomRolloutEvaluator(1, rng),
        max_simulations=simulations,
        random_state=rng,
    )
    ahead = [play(game, searcher, index % game.num_players(), rng) for index in range(rounds)]
    error = 1.96 * np.std(ahead) / np.sqrt(rounds)
    typer.echo(f"{rounds} rounds: ahead by {np.mean(ahead):+.2f} ± {error:.2f} a round")


if __name__ == "__main__":
    typer.run(main)

"""Expert against OpenSpiel's information set Monte Carlo tree search, both at the same wall time a move.

Every deal is played once from each seat, with Expert there and the search at all other seats; the rounds of a
deal are one sample. OpenSpiel's search is Python and walks our game as Python, so it makes few simulations.
`--evaluator rules` values its leaves by our compiled rollouts of the rule-based player, not by its random
ones. Both searches use the same worlds: ours.
"""

from enum import StrEnum
from random import Random
from statistics import fmean
from time import perf_counter
from typing import Annotated, Any

import numpy as np
import pyspiel
import typer
from open_spiel.python.algorithms import ismcts, mcts
from rich.console import Console
from rich.progress import track

import sevenfold.envs.openspiel  # noqa: F401  it registers the games
from sevenfold.bots.levels import search_player
from sevenfold.bots.players import Player
from sevenfold.compiled.cpu.batch import Batch
from sevenfold.core.duplicate import interval
from sevenfold.core.game import AnyGame
from sevenfold.core.moves import Move
from sevenfold.envs.spiel_round import SpielRound
from sevenfold.envs.turns import next_action
from sevenfold.games import load_game
from sevenfold.search.decide import Budget

FIRST_SIMULATIONS, FEWEST_SIMULATIONS = 20, 5
"""How many simulations the search begins with, and how many it makes at least."""
NO_END = 1 << 40
"""More moves than are ever made in the time."""


class Leaves(StrEnum):
    """What values the leaves of the search."""

    RANDOM = "random"
    RULES = "rules"


class TimedSearch(ismcts.ISMCTSBot):  # type: ignore[misc]  # the library has no types
    """A search that makes as many simulations as the time allows, judged by how long the last ones took."""

    def __init__(self, game: Any, evaluator: Any, seconds: float, rng: Any) -> None:
        super().__init__(
            game=game, uct_c=4.0, evaluator=evaluator, max_simulations=FIRST_SIMULATIONS, random_state=rng
        )
        self._seconds = seconds
        self._max_simulations = FIRST_SIMULATIONS
        self.took: list[float] = []
        self.simulations: list[int] = []

    def run_search(self, state: Any) -> Any:
        """The policy at a state. A forced move takes no time and is not counted."""
        started = perf_counter()
        policy = super().run_search(state)
        if len(state.legal_actions()) > 1:
            self.took.append(perf_counter() - started)
            self.simulations.append(self._max_simulations)
            wanted = self._max_simulations * self._seconds / self.took[-1]
            self._max_simulations = max(FEWEST_SIMULATIONS, round(wanted))
        return policy


class RuleRollouts(mcts.RandomRolloutEvaluator):  # type: ignore[misc]  # the library has no types
    """Values a state by one compiled round to its end, in which all play by the rules' player."""

    def __init__(self, game: AnyGame, rng: Any) -> None:
        super().__init__(1, rng)
        self._game, self._rng = game, rng

    def evaluate(self, state: Any) -> Any:
        """What the round brings each seat. A choice that has begun is completed at random."""
        state = state.clone()
        while not state.is_terminal() and state.round.position.chosen:
            state.apply_action(int(self._rng.choice(state.legal_actions())))
        seats = range(state.num_players())
        seed = int(self._rng.randint(1 << 30))
        batch = Batch.of(self._game, [state.round.state])
        return batch.rollouts(1, seed, seats).means[: len(seats)]


def play(game: Any, player: Player[Any], seat: int, searcher: TimedSearch, deal: int) -> float:
    """Play a round in which our player has one seat. Return how far it ended ahead of the others' mean."""
    game.setting.rng.seed(deal)
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(0)
        elif state.current_player() == seat:
            move = player(state.round.seen(seat), seat)
            while not state.is_terminal() and state.current_player() == seat:
                action = _towards(state.round, seat, move)
                state.apply_action(action)
                if not state.round.position.chosen:
                    break
        else:
            state.apply_action(int(searcher.step(state)))
    returns: list[float] = state.returns()
    return returns[seat] - (sum(returns) - returns[seat]) / (len(returns) - 1)


def _towards(round_: SpielRound, seat: int, move: Move) -> int:
    setting, position = round_.setting, round_.position
    cards = position.chosen, position.chosen_twice
    return next_action(setting.game.rules, round_.state, seat, *cards, setting.kinds, move)


def main(
    name: Annotated[str, typer.Argument(metavar="GAME")] = "trump7",
    deals: Annotated[int, typer.Option(min=2)] = 20,
    seconds: Annotated[float, typer.Option(help="wall time a move, of both")] = 1.0,
    evaluator: Annotated[Leaves, typer.Option(help="what values the search's leaves")] = Leaves.RANDOM,
    seed: int = 1,
) -> None:
    """Results a round by which Expert is ahead of OpenSpiel's search."""
    rng = np.random.RandomState(seed)
    game = pyspiel.load_game(f"sevenfold_{name}", {"chance": "sampled", "seed": seed})
    room = load_game(name)
    leaves = mcts.RandomRolloutEvaluator(1, rng) if evaluator is Leaves.RANDOM else RuleRollouts(room, rng)
    searcher = TimedSearch(game, leaves, seconds, rng)
    player = search_player(room, Random(seed), Budget(NO_END), 1000 * seconds)
    ahead = []
    for deal in track(range(deals), name, transient=True):
        rounds = [play(game, player, seat, searcher, seed + deal) for seat in range(game.num_players())]
        ahead.append(fmean(rounds))
    Console().print(
        f"{name}, {deals} deals, {evaluator} leaves: Expert ahead by {interval(ahead).text(2)} a round; "
        f"the search had {fmean(searcher.simulations):.0f} simulations in {fmean(searcher.took):.2f} s a move"
    )


if __name__ == "__main__":
    typer.run(main)

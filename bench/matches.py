"""How often a player that plays to win the match wins it, among like players that play for each round alone.

Matches begin some rounds before their end, with totals that rule-based players had then. Each is played once
from each seat, with the same cards, and its rounds together are one sample. What counts is by how much the
part of matches won exceeds an equal share: a third among three players, a quarter among four.

    python -m bench.matches trump7 --matches 200 --before 2
"""

from functools import partial
from random import Random
from statistics import fmean
from typing import Annotated, Any

import typer
from rich.console import Console

from bench.levels import followed
from sevenfold.bots.levels import search_player
from sevenfold.core import dealing
from sevenfold.core.dealer import Dealer
from sevenfold.core.duplicate import interval
from sevenfold.core.game import AnyGame, Thinking
from sevenfold.core.match import Match
from sevenfold.core.options import Options
from sevenfold.games import load_game
from sevenfold.search.decide import Budget
from sevenfold.search.standing import MatchScore


def standing_before_the_end(game: Any, options: Options, dealer: Dealer, before: int) -> MatchScore:
    """How a match of rule-based players stood `before` rounds before its end, or at its beginning."""
    match = dealing.begin(dealer, game, options, game.meta.seats(None))
    while True:
        while not match.round_over:
            seat = match.acting[0]
            match.play(seat, game.choose(match.seen(seat), seat))
            dealing.draw(dealer, match)
        if match.over:
            break
        dealing.next_round(dealer, match)
    kept = match.results[: max(0, len(match.results) - before)]
    totals = tuple(map(sum, zip(*kept, strict=True))) if kept else (0,) * match.players
    return MatchScore(options, totals, len(kept))


def play_on(game: Any, standing: MatchScore, dealer: Dealer, seat: int, budget: Budget, seed: int) -> float:
    """What part of the match the seat wins, which is the only one that plays for the match."""
    players, number = len(standing.totals), standing.rounds + 1
    deal = dealer.deal(game, standing.options, players, number)
    match: Match[Any, Any] = Match(
        *(game, standing.options, players, deal, number % players),
        totals=standing.totals,
        round_number=number,
    )
    dealing.draw(dealer, match)
    while True:
        now = MatchScore(match.options, match.totals, match.round_number - 1)
        choosers = [
            search_player(game, Random(seed), budget, standing=now if other == seat else None)
            for other in range(players)
        ]
        while not match.round_over:
            other = match.acting[0]
            match.play(other, choosers[other](match.seen(other), other))
            dealing.draw(dealer, match)
        if match.over:
            return (seat in match.winners) / len(match.winners)
        dealing.next_round(dealer, match)


def main(
    name: Annotated[str, typer.Argument(metavar="GAME")],
    matches: Annotated[int, typer.Option(min=2)] = 100,
    before: Annotated[int, typer.Option(min=1, help="rounds before the end of a match")] = 2,
    moves: Annotated[int, typer.Option(help="simulated moves a decision")] = Thinking.hard,
    seed: int = 1,
) -> None:
    """By how much the part of the matches that is won is above an equal share."""
    game: AnyGame = load_game(name)
    players = game.meta.seats(None)

    def samples() -> Any:
        for number in range(matches):
            standing = standing_before_the_end(
                game, game.meta.options(), Dealer(f"before {seed} {number}".encode()), before
            )
            dealer = Dealer(f"after {seed} {number}".encode())
            play = partial(play_on, game, standing, dealer, budget=Budget(moves), seed=seed)
            yield [fmean(play(seat=seat) for seat in range(players)) - 1 / players]

    found = followed(samples(), matches, name, ["matches won"])
    Console().print(f"{name}: {interval([row[0] for row in found]).text(4)} of {matches} matches")


if __name__ == "__main__":
    typer.run(main)

"""How strong Seven Bridge's rule-based player is: points a hand ahead of others of one kind at the table.

Every deal is played once for each seat, with the player at each in turn; these together are one sample, so
that nobody gains by the cards. The highest total wins a match, so what counts is how far the player is ahead
of the others' mean.
"""

from random import Random
from statistics import fmean
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

from sevenfold.arena.duplicate import Duplicate
from sevenfold.bots.players import random_player
from sevenfold.cards.masks import lowest, popcount
from sevenfold.core.duplicate import interval
from sevenfold.core.legal import legal_moves
from sevenfold.core.moves import Move
from sevenfold.games.seven_bridge import rules
from sevenfold.games.seven_bridge.bot.player import choose_by
from sevenfold.games.seven_bridge.bot.weights import WEIGHTS
from sevenfold.games.seven_bridge.game import GAME
from sevenfold.games.seven_bridge.scoring import value
from sevenfold.games.seven_bridge.state import JOKER, RANKS, Kind, Seen, State


def greedy_player(view: Seen, seat: int) -> Move:
    """Claims, melds and lays off whatever can go, most cards first; then discards what counts most."""
    moves = legal_moves(rules, view, seat)
    laying = [move for move in moves if move.cards and move.kind != Kind.DISCARD]
    if laying:
        return max(laying, key=lambda move: popcount(move.cards))
    return max(moves, key=lambda move: points(view, move))


def points(view: State, move: Move) -> int:
    """The points that a discard takes out of the hand; a joker is kept."""
    kind = lowest(move.cards)
    return 0 if kind in (-1, JOKER) else value(kind % RANKS, view.pips, view.ace_value)


def won(states: list[State]) -> float:
    """The part of the hands that the player won, in %, over the seats from which a deal was played."""
    return 100 * fmean(state.winner == seat for seat, state in enumerate(states))


def main(
    deals: Annotated[
        int, typer.Option(min=2, help="deals of each pairing, each played from every seat")
    ] = 200,
    seed: int = 1,
    constant: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="another value for a weight of the policy"),
    ] = None,
) -> None:
    """Points a hand of Seven Bridge's rule-based player ahead of the others."""
    words = (word.partition("=") for word in constant or [])
    changed: dict[str, Any] = {name: float(number) for name, _, number in words}
    weights = WEIGHTS._replace(**changed)

    def rules(view: Seen, seat: int) -> Move:
        return choose_by(view, seat, weights)

    everyone = {
        "random": random_player(GAME, Random(seed)),
        "greedy": greedy_player,
        "rules": rules,
    }
    pairings = [("rules", "random"), ("rules", "greedy"), ("greedy", "random"), ("greedy", "rules")]
    tables = [("standard", players) for players in (2, 3, 4, 5)]
    tables += [(preset, 3) for preset in GAME.meta.presets if preset != "standard"]
    shown = Table("preset", "players", "player", "against", "points ahead", "hands won, %", caption="95 %")
    for preset, players in tables:
        options = GAME.meta.presets[preset]
        for name, others in pairings:
            pairing = Duplicate(GAME, options, players, everyone[name], everyone[others])
            label = f"{preset}, {players} players: {name} against {others}"
            played = list(track(pairing.rounds(deals, seed), label, deals, transient=True))
            figures = (interval(map(pairing.ahead, played)), interval(map(won, played)))
            shown.add_row(preset, str(players), name, others, *(figure.text(2) for figure in figures))
    Console().print(shown)


if __name__ == "__main__":
    typer.run(main)

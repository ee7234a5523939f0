"""How strong Lockup's rule-based player is, in tricks a round at one seat against three others of one kind.

Every deal is played four times, with the player at each seat in turn; the four together are one sample, so
that nobody gains by the cards. The par is 13 / 4 = 3.25 tricks.
"""

from random import Random
from statistics import fmean
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

from sevenfold.arena.duplicate import Duplicate
from sevenfold.bots.players import random_player
from sevenfold.cards.masks import highest, kinds_of, lowest
from sevenfold.core.duplicate import interval
from sevenfold.core.moves import Move
from sevenfold.core.tricks import trick_cards
from sevenfold.games.lockup.bot import chances
from sevenfold.games.lockup.game import GAME
from sevenfold.games.lockup.rules import playable
from sevenfold.games.lockup.state import CLUB_CARDS, RANKS, SEATS, SUIT_CARDS, Kind, Seen, State


def greedy_player(view: Seen, seat: int) -> Move:
    """Takes every trick it can: leads high, follows with the lowest card that wins; else it throws clubs."""
    options = playable(view, seat)
    low = min(kinds_of(options), key=lambda kind: kind % RANKS)
    high = max(kinds_of(options), key=lambda kind: kind % RANKS)
    if seat == view.leader:
        return Move(Kind.PLAY, 1 << high)
    suit = SUIT_CARDS << view.suit_led * RANKS
    winning = options & suit & -1 << highest(trick_cards(view.trick) & suit)
    clubs = options & CLUB_CARDS
    return Move(Kind.PLAY, 1 << (lowest(winning) if winning else highest(clubs) if clubs else low))


def tricks_taken(states: list[State]) -> float:
    """The player's tricks a round, over the four seats from which a deal was played."""
    return fmean(state.tricks[seat] for seat, state in enumerate(states))


def main(
    rounds: Annotated[int, typer.Option(min=2 * SEATS, help="rounds of each pairing")] = 10_000,
    seed: int = 1,
    tempted: Annotated[float, typer.Option(help="TEMPTED of the policy")] = chances.TEMPTED,
    biding: Annotated[float, typer.Option(help="BIDING of the policy")] = chances.BIDING,
) -> None:
    """Tricks a round of Lockup's rule-based player."""
    chances.TEMPTED, chances.BIDING = tempted, biding
    rng = Random(seed)
    players = {"random": random_player(GAME, rng), "greedy": greedy_player, "rules": GAME.choose}
    pairings = [("rules", "random"), ("rules", "greedy"), ("greedy", "random"), ("greedy", "rules")]
    table = Table("preset", "player", "against three", "tricks a round", caption="par: 3.25")
    for preset, options in GAME.meta.presets.items():
        for name, others in pairings:
            pairing = Duplicate(GAME, options, SEATS, players[name], players[others])
            label, deals = f"{preset}: {name} against {others}", rounds // SEATS
            played = track(pairing.rounds(deals, seed), label, deals, transient=True)
            table.add_row(preset, name, others, interval(map(tricks_taken, played)).text(3))
    Console().print(table)


if __name__ == "__main__":
    typer.run(main)

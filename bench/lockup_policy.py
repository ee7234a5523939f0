"""How strong Lockup's rule-based player is, in tricks a round at one seat against three others of one kind.

Every deal is played four times, with the player at each seat in turn; the four together are one sample, so
that nobody gains by the cards. The par is 13 / 4 = 3.25 tricks.
"""

from collections.abc import Iterator
from functools import partial
from random import Random
from statistics import NormalDist, fmean, stdev
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

from sevenfold.arena.rounds import play_round
from sevenfold.bots.players import Player, random_player
from sevenfold.cards.masks import highest, kinds_of, lowest
from sevenfold.core.dealer import Dealer
from sevenfold.core.moves import Move
from sevenfold.core.options import Options
from sevenfold.core.tricks import trick_cards
from sevenfold.games import load_game
from sevenfold.games.lockup import policy
from sevenfold.games.lockup.rules import playable
from sevenfold.games.lockup.state import CLUB_CARDS, PLAY_CARD, RANKS, SEATS, SUIT_CARDS, State

GAME = load_game("lockup")

DEVIATIONS = NormalDist().inv_cdf(0.975)
"""How many standard errors a 95 % confidence interval reaches to either side."""


def greedy_player(view: State, seat: int) -> Move:
    """Takes every trick it can: leads high, follows with the lowest card that wins; else it throws clubs."""
    options = playable(view, seat)
    low = min(kinds_of(options), key=lambda kind: kind % RANKS)
    high = max(kinds_of(options), key=lambda kind: kind % RANKS)
    if seat == view.leader:
        return Move(PLAY_CARD, 1 << high)
    suit = SUIT_CARDS << view.suit_led * RANKS
    winning = options & suit & -1 << highest(trick_cards(view.trick) & suit)
    clubs = options & CLUB_CARDS
    return Move(PLAY_CARD, 1 << (lowest(winning) if winning else highest(clubs) if clubs else low))


def tricks_taken(player: Player, others: Player, options: Options, rounds: int, seed: int) -> Iterator[float]:
    """The player's tricks a round, averaged over the four seats, for one deal after the other."""
    dealer = Dealer(str(seed).encode())
    for number in range(1, rounds // SEATS + 1):
        deal = dealer.deal(GAME, options, SEATS, number)
        tricks = 0
        for seat in range(SEATS):
            seated = [player if other == seat else others for other in range(SEATS)]
            state = GAME.rules.start(options, SEATS, deal, number % SEATS)
            for _ in play_round(GAME, state, seated, partial(dealer.chance, number)):
                pass
            tricks += state.tricks[seat]
        yield tricks / SEATS


def main(
    rounds: Annotated[int, typer.Option(min=2 * SEATS, help="rounds of each pairing")] = 10_000,
    seed: int = 1,
    tempted: Annotated[float, typer.Option(help="TEMPTED of the policy")] = policy.TEMPTED,
    biding: Annotated[float, typer.Option(help="BIDING of the policy")] = policy.BIDING,
) -> None:
    """Tricks a round of Lockup's rule-based player."""
    policy.TEMPTED, policy.BIDING = tempted, biding
    rng = Random(seed)
    players = {"random": random_player(GAME, rng), "greedy": greedy_player, "rules": GAME.choose}
    pairings = [("rules", "random"), ("rules", "greedy"), ("greedy", "random"), ("greedy", "rules")]
    table = Table("preset", "player", "against three", "tricks a round", "95 %", caption="par: 3.25")
    for preset, options in GAME.meta.presets.items():
        for name, others in pairings:
            played = tricks_taken(players[name], players[others], options, rounds, seed)
            means = list(track(played, f"{preset}: {name} against {others}", rounds // SEATS, transient=True))
            reach = DEVIATIONS * stdev(means) / len(means) ** 0.5
            table.add_row(preset, name, others, f"{fmean(means):.3f}", f"± {reach:.3f}")
    Console().print(table)


if __name__ == "__main__":
    typer.run(main)

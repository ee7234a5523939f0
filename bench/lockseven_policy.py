"""How strong LockSeven's rule-based player is: steps of experience and points a round against three others.

Every deal is played four times, with the player at each seat in turn; the four together are one sample, so
that nobody gains by the cards or by who is dealt to first. Points are those by which the deciding total is on
the right side of 80 for the player's side (LS-9.3); rounds that were conceded or thrown in count 0.
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
from sevenfold.cards.masks import kinds_of
from sevenfold.core.duplicate import interval
from sevenfold.core.legal import extend
from sevenfold.core.moves import Move
from sevenfold.games.lockseven import bottom, play, rules, scoring
from sevenfold.games.lockseven.game import GAME
from sevenfold.games.lockseven.meta import LockSevenOptions
from sevenfold.games.lockseven.order import (
    JOKERS,
    SEVENS,
    SUIT_MASKS,
    TRUMPS,
    card_points,
    suit_of,
    top_level,
)
from sevenfold.games.lockseven.state import SEATS, Kind, Phase, Seen, State

OPTIONS = LockSevenOptions()


# --- the greedy player ------------------------------------------------------------------------------


def greedy_player(view: Seen, seat: int) -> Move:
    """Calls the first seven it can, buries low cards without points, anti-calls with jokers alone.

    It leads its highest pair or card, takes every trick it can, as low as it can where one card is led, and
    throws its lowest cards on the others.
    """
    if view.phase == Phase.PLAY:
        return greedy_lead(view, seat) if seat == view.leader else greedy_follow(view, seat)
    if view.phase == Phase.BURY and not view.must_choose[seat]:
        return lowest_first(view, seat)
    if view.phase == Phase.ANTI:
        joker = bottom.stronger_pairs(view, seat) & JOKERS
        return Move(Kind.ANTI, joker & -joker, joker & -joker) if joker else Move(Kind.PASS)
    moves = extend(rules, view, seat).moves
    if view.phase == Phase.DEAL:
        return moves[1]
    return moves[-1] if moves[-1].kind == Kind.HIDE else moves[0]


def rank(view: State, kind: int) -> tuple[bool, int]:
    """From low to high: plain cards, then trumps."""
    if view.phase != Phase.PLAY:
        return bool(1 << kind & (SEVENS | JOKERS)), card_points(1 << kind, 0) * 100 + kind % 13
    suit = suit_of(kind, view.trump)
    return suit >= TRUMPS, top_level(1 << kind, suit)


def lowest_first(view: State, seat: int, high: bool = False) -> Move:
    """A legal move of several cards, the lowest that may be added first, or the highest."""
    cards = twice = 0
    while True:
        added, moves = extend(rules, view, seat, cards, twice)
        if moves:
            return moves[0]
        kinds = sorted(kinds_of(added), key=lambda kind: rank(view, kind), reverse=high)
        twice |= cards & 1 << kinds[0]
        cards |= 1 << kinds[0]


def greedy_lead(view: State, seat: int) -> Move:
    doubles = view.doubles[seat]
    best = max(kinds_of(doubles or view.hands[seat]), key=lambda kind: rank(view, kind))
    return Move(Kind.PLAY, 1 << best, 1 << best & doubles)


def greedy_follow(view: State, seat: int) -> Move:
    high = lowest_first(view, seat, high=True)
    if view.led_size == 1:
        suit = SUIT_MASKS[view.led_suit] & view.hands[seat] or view.hands[seat]
        for kind in sorted(kinds_of(suit), key=lambda kind: rank(view, kind)):
            if play.wins(view, 1 << kind, 0):
                return Move(Kind.PLAY, 1 << kind)
    elif play.wins(view, high.cards, high.twice):
        return high
    return lowest_first(view, seat)


# --- what is counted --------------------------------------------------------------------------------


def steps(states: list[State]) -> float:
    """The player's steps of experience a round, over the seats from which a deal was played."""
    return fmean(GAME.returns(state)[seat] for seat, state in enumerate(states))


def points(states: list[State]) -> float:
    """The same of their side's points."""
    return fmean(points_ahead(state, seat) for seat, state in enumerate(states))


def hosted(states: list[State]) -> float:
    """How often they were Host, in %."""
    return 100 * fmean(state.host == seat for seat, state in enumerate(states))


def points_ahead(state: State, seat: int) -> int:
    if state.thrown_in or state.conceded:
        return 0
    above = state.attack_total - scoring.ENOUGH
    return -above if scoring.in_defense(state, seat) else above


def main(
    deals: Annotated[
        int, typer.Option(min=2, help="deals of each pairing, each played from every seat")
    ] = 500,
    seed: int = 1,
) -> None:
    """Steps and points a round of LockSeven's rule-based player."""
    everyone = {"random": random_player(GAME, Random(seed)), "greedy": greedy_player, "rules": GAME.choose}
    pairings = [("rules", "random"), ("rules", "greedy"), ("greedy", "random"), ("greedy", "rules")]
    table = Table("player", "against three", "steps a round", "points a round", "Host, %", caption="95 %")
    for name, others in pairings:
        pairing = Duplicate(GAME, OPTIONS, SEATS, everyone[name], everyone[others])
        label = f"{name} against {others}"
        played = list(track(pairing.rounds(deals, seed), label, deals, transient=True))
        figures = (interval(map(counted, played)).text(2) for counted in (steps, points, hosted))
        table.add_row(name, others, *figures)
    Console().print(table)


if __name__ == "__main__":
    typer.run(main)

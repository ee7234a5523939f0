"""How many planted losses a review finds first, and how many moments it names that lost nothing.

Hard plays a round at all seats. In a planted round one decision of one seat is replaced by a bad move, and
Hard plays on. The bad move is one of the moves that were open then; by an independent search, in many more
worlds than a review has, it loses about what is aimed at. It is found if it is the first moment of the
review. A moment of a round in which nothing was planted is false if such a search finds no loss there: if in
as many worlds the other move is not better by two standard errors. The review has worlds of its own.
"""

from collections.abc import Iterator
from math import sqrt
from random import Random
from statistics import fmean
from time import process_time
from typing import Annotated, Any, NamedTuple

import typer
from rich.box import MARKDOWN
from rich.progress import track
from rich.table import Table

from bench.measure import console, machine
from sevenfold.bots.players import PLAYERS
from sevenfold.core.duplicate import DEVIATIONS
from sevenfold.core.game import AnyGame
from sevenfold.core.moves import Move
from sevenfold.core.seeded import SeededMatch, new_match
from sevenfold.games import OWN_GAMES, load_game
from sevenfold.search.advice import own_result
from sevenfold.search.candidates import moves_to_try
from sevenfold.search.evaluate import Value, evaluate
from sevenfold.search.evaluation import Review, is_sure
from sevenfold.search.review import WORLDS, review

LOSSES = {"trump7": 3.0, "lockup": 1.0, "seven_bridge": 50.0, "lockseven": 0.8}
"""What a planted move loses, in the game's own points. In Trump 7 three points are nearly what the results of
two seats differ by (3.5). In the other games hardly a single move loses as much of that: these are moves of
the worst kind that come up in every few rounds."""

NEAR = 0.75, 1.33
"""The share of the loss aimed at that a planted move may lose at least, and at most."""

SCREEN = 200
"""The worlds in which a bad move is looked for."""

LARGE = 6000
"""The worlds of the independent search."""

DECISIONS = 8
"""In so many decisions of a round a bad move is looked for; then the next round is taken."""

Match = SeededMatch[Any, Any]


class Planted(NamedTuple):
    """A round with a bad move, made as entry `at` of its log."""

    match: Match
    seat: int
    at: int


class Found(NamedTuple):
    """What reviews found in a game."""

    first: int
    named: int
    planted: int
    moments: int
    false: int
    false_rounds: int
    clean: int
    milliseconds: float


def play_on(match: Match, player: Any) -> None:
    """Play the round to its end."""
    while not match.round_over:
        seat = match.acting[0]
        match.play(seat, player(match.seen(seat), seat))


def values(game: AnyGame, seen: Any, seat: int, moves: list[Move], worlds: int, seed: int) -> list[Value]:
    """What moves are worth to a seat in its own points, the first compared with the others."""
    utility = own_result(game.meta, seat)
    return evaluate(game.by_learnt(), seen, seat, moves, worlds=worlds, seed=seed, utility=utility)


def bad_move(game: AnyGame, seen: Any, seat: int, loss: float, seed: int) -> Move | None:
    """A move that loses about as much, against the best of the others; None where there is none."""
    moves = moves_to_try(game, seen, seat)
    if len(moves) < 2:
        return None
    tried = values(game, seen, seat, moves, SCREEN, seed)
    best = max(tried, key=lambda value: value.mean)
    bad = min(tried, key=lambda value: abs(best.mean - value.mean - loss))
    if not _is_near(best.mean - bad.mean, loss):
        return None
    _, large = values(game, seen, seat, [bad.move, best.move], LARGE, seed + 1)
    return bad.move if _is_near(large.ahead, loss) else None


def _is_near(by: float, loss: float) -> bool:
    return NEAR[0] * loss <= by <= NEAR[1] * loss


def planted_rounds(game: AnyGame, loss: float, seed: int) -> Iterator[Planted]:
    """Rounds without end in which about so much is lost, at most one for each deal."""
    while True:
        seed += 1
        player, rng = PLAYERS["hard"](game, Random(seed)), Random(seed)
        match: Match = new_match(game, seed=seed)
        play_on(match, player)
        seat = rng.randrange(match.players)
        own = [step for step in match.round.steps if step.seat == seat]
        for step in rng.sample(own, min(DECISIONS, len(own))):
            bad = bad_move(game, game.seen(step.before, seat), seat, loss, seed)
            if bad is not None:
                other = match.at(step.version - 1).child(seat, bad)
                play_on(other, player)
                yield Planted(other, seat, step.version)
                break


def false_moments(game: AnyGame, match: Match, found: Review, seed: int) -> int:
    """How many moments are none, by the large search."""
    false = 0
    for moment in found.moments:
        seen = match.at(moment.at - 1).seen(found.seat)
        _, other = values(game, seen, found.seat, [moment.played, moment.other], LARGE, seed)
        false += not is_sure(other.ahead, other.error, 2)
    return false


def measured(name: str, loss: float, rounds: int, seed: int, worlds: int) -> Found:
    """Planted rounds and as many others of a game, reviewed."""
    game: AnyGame = load_game(name)
    first, named, times, false = 0, 0, [], []
    plants = planted_rounds(game, loss, 1000 * seed)
    review(next(plants).match, 0, worlds=worlds)  # compiles
    for number in track(range(rounds), f"{name}: planted", transient=True):
        plant = next(plants)
        began = process_time()
        found = review(plant.match, plant.seat, worlds=worlds, seed=number)
        times.append(process_time() - began)
        at = [moment.at for moment in found.moments]
        first += at[:1] == [plant.at]
        named += plant.at in at
    moments = 0
    for number in track(range(rounds), f"{name}: none planted", transient=True):
        match: Match = new_match(game, seed=2_000_000 + 1000 * seed + number)
        play_on(match, PLAYERS["hard"](game, Random(number)))
        began = process_time()
        found = review(match, number % match.players, worlds=worlds, seed=number)
        times.append(process_time() - began)
        moments += len(found.moments)
        false.append(false_moments(game, match, found, 7_000_000 + number))
    return Found(
        *(first, named, rounds, moments, sum(false), sum(map(bool, false)), rounds),
        1000 * fmean(times),
    )


def share(part: int, whole: int) -> str:
    """A share with its 95 % interval by Wilson, which holds for few and near 0 and 1 as well."""
    if not whole:
        return "0 of 0"
    z, p = DEVIATIONS, part / whole
    middle = (p + z * z / (2 * whole)) / (1 + z * z / whole)
    reach = z * sqrt(p * (1 - p) / whole + z * z / (4 * whole * whole)) / (1 + z * z / whole)
    return f"{part} of {whole} ({max(0.0, middle - reach):.0%} to {min(1.0, middle + reach):.0%})"


def main(
    games: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="All, unless named.")] = None,
    rounds: Annotated[int, typer.Option(min=1, help="Planted rounds, and as many others.")] = 30,
    worlds: Annotated[int, typer.Option(min=16, help="Of a review.")] = WORLDS,
    share_of_loss: Annotated[float, typer.Option("--share", help="Of the usual loss.")] = 1.0,
    seed: int = 1,
) -> None:
    """Plant losses, and count those that reviews find."""
    table = Table(
        *("game", "loss", "found first", "named", "false of the moments without"),
        *("rounds with a false one", "ms"),
        box=MARKDOWN,
    )
    out = console()
    out.print(machine())
    for name in games or OWN_GAMES:
        began, loss = process_time(), share_of_loss * LOSSES[name]
        found = measured(name, loss, rounds, seed, worlds)
        table.add_row(
            *(name, f"{loss:g}", share(found.first, found.planted), f"{found.named}"),
            share(found.false, found.moments),
            share(found.false_rounds, found.clean),
            f"{found.milliseconds:.0f}",
        )
        out.print(f"{name}: {process_time() - began:.0f} CPU seconds")
    out.print(table)


if __name__ == "__main__":
    typer.run(main)

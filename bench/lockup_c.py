"""How fast a random playout of Lockup can be, by lockup_playout.c, and whether that plays the same game.

Two figures: whole rounds, each with its own deal, and rollouts, each from a copy of a dealt state. Both sides
then play random rounds, and what these came to on average is laid side by side.
"""

import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from ctypes import CDLL, c_int32, c_int64, c_uint64, create_string_buffer
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from statistics import fmean, variance
from tempfile import TemporaryDirectory
from typing import Annotated

import typer
from rich.box import MARKDOWN
from rich.progress import track
from rich.table import Table

from bench.measure import Engine, Played, console, machine, measure, speed_table
from sevenfold.bots.players import Player, random_player
from sevenfold.cards.masks import lowest, popcount
from sevenfold.core.dealer import Dealer
from sevenfold.core.moves import CHANCE
from sevenfold.core.tricks import trick_cards
from sevenfold.games import load_game
from sevenfold.games.lockup.state import CLUB_CARDS, SEATS

GAME = load_game("lockup")
OPTIONS = GAME.meta.options()

SOURCE = Path(__file__).with_name("lockup_playout.c")
FLAGS = ("-O3", "-march=native")

BATCH = 5000
"""Rounds of one call."""

COUNTED = (
    "moves",
    *(f"tricks of the {seat} seat" for seat in ("first", "second", "third", "fourth")),
    *(f"tricks with {clubs} clubs" for clubs in range(SEATS + 1)),
    "tricks passed",
)
"""What is counted of a round that the first seat leads, in the order of `survey` in C."""

FAR_APART = 4.5
"""Standard errors that two means of one game lie apart once in 150,000 times."""


class NoCompiler(Exception):
    """There is no C compiler, or it does not compile for this machine."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"Lockup in C is left out: {reason}. Install gcc or clang, or name one in CC.")


# --- the C version ----------------------------------------------------------------------------------


def compiled_playout(compiler: str) -> CDLL:
    """lockup_playout.c as a library. Raises NoCompiler."""
    if shutil.which(compiler) is None:
        raise NoCompiler(f"there is no {compiler}")
    with TemporaryDirectory() as folder:
        library = Path(folder, "lockup_playout.so")
        command = [compiler, *FLAGS, "-shared", "-fPIC", str(SOURCE), "-o", str(library)]
        made = subprocess.run(command, capture_output=True, text=True, check=False)
        if made.returncode != 0:
            raise NoCompiler(f"{compiler} stopped with {made.stderr.strip()}")
        playout = CDLL(str(library))
    playout.full_rounds.restype = playout.rollouts.restype = c_int64
    return playout


def engines(seed: int, compiler: str) -> Iterator[Engine]:
    """Whole rounds, and rollouts of dealt states. Raises NoCompiler."""
    playout = compiled_playout(compiler)
    version = subprocess.run([compiler, "-dumpversion"], capture_output=True, text=True, check=True)
    tricks = (c_int64 * SEATS)()
    seeds = map(c_uint64, count(seed))
    batch = c_int64(BATCH)

    def full_rounds() -> Callable[[], Played]:
        return partial(play, playout.full_rounds, batch, next(seeds), tricks)

    def rollouts() -> Callable[[], Played]:
        state = create_string_buffer(playout.state_size())
        playout.dealt(state, next(seeds), 0)
        return partial(play, playout.rollouts, state, batch, next(seeds), tricks)

    def play(function: Callable[..., int], *arguments: object) -> Played:
        return Played(BATCH, function(*arguments))

    for how, deal in (("full rounds", full_rounds), ("rollouts", rollouts)):
        yield Engine(name="lockup", library=compiler, version=version.stdout.strip(), how=how, deal=deal)


# --- is it the same game? ---------------------------------------------------------------------------

Rounds = Sequence[Sequence[int]]
"""A line a round, a column for each of COUNTED."""


def survey_c(rounds: int, seed: int, compiler: str) -> Rounds:
    lines = (c_int32 * len(COUNTED) * rounds)()
    compiled_playout(compiler).survey(c_int64(rounds), c_uint64(seed), lines)
    return [list(line) for line in lines]


def survey_rules(rounds: int, seed: int) -> Rounds:
    dealer, rng = Dealer(str(seed).encode()), Random(seed)
    player = random_player(GAME, rng)
    numbers = track(range(1, rounds + 1), "by our rules", transient=True)
    return [survey_round(dealer, number, player, rng) for number in numbers]


def survey_round(dealer: Dealer, number: int, player: Player, rng: Random) -> list[int]:
    rules = GAME.rules
    state = rules.start(OPTIONS, SEATS, dealer.deal(GAME, OPTIONS, SEATS, number), 0)
    moves, by_clubs = 0, [0] * (SEATS + 1)
    while not rules.over(state):
        taken = sum(state.tricks)
        if outcomes := rules.chance(state):
            rules.apply(state, CHANCE, rules.outcome(state, rng.randrange(outcomes)))
        else:
            seat = lowest(rules.acting(state))
            rules.apply(state, seat, player(state, seat))
            moves += 1
        if sum(state.tricks) > taken:
            by_clubs[popcount(CLUB_CARDS & trick_cards(state.last_trick))] += 1
    return [moves, *state.tricks, *by_clubs, state.passed]


def comparison(in_c: Rounds, by_rules: Rounds) -> tuple[Table, float]:
    """The means of both, and the widest difference in standard errors."""
    table = Table("mean of a round", "in C", "by our rules", "standard errors apart", box=MARKDOWN)
    widest = 0.0
    for name, ours, theirs in zip(COUNTED, zip(*by_rules, strict=True), zip(*in_c, strict=True), strict=True):
        error = (variance(ours) / len(ours) + variance(theirs) / len(theirs)) ** 0.5
        apart = (fmean(theirs) - fmean(ours)) / error
        widest = max(widest, abs(apart))
        table.add_row(name, f"{fmean(theirs):.4f}", f"{fmean(ours):.4f}", f"{apart:+.1f}")
    return table, widest


def main(
    seconds: Annotated[float, typer.Option(min=0.01, help="CPU time of a repeat")] = 0.5,
    repeats: Annotated[int, typer.Option(min=1)] = 7,
    rounds: Annotated[int, typer.Option(min=2, help="rounds by our rules; ten times as many in C")] = 10_000,
    seed: int = 1,
    compiler: Annotated[str, typer.Option(envvar="CC", help="a C compiler")] = "cc",
) -> None:
    """Lockup's random playout in C, and whether it plays the same game."""
    screen = console()
    try:
        in_c = list(engines(seed, compiler))
    except NoCompiler as missing:
        screen.print(missing)
        return
    screen.print(machine())
    screen.print(speed_table(measure(in_c, seconds, repeats)))
    table, widest = comparison(survey_c(10 * rounds, seed, compiler), survey_rules(rounds, seed))
    screen.print(table)
    if widest > FAR_APART:
        raise SystemExit(
            f"lockup_playout.c does not play the game of our rules: {widest:.1f} standard errors apart"
        )


if __name__ == "__main__":
    typer.run(main)

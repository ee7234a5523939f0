"""How fast a random playout of Lockup can be, by lockup_playout.c, and whether that plays the same game.

Two speeds are measured: of whole rounds, each with its own deal, and of rollouts, each from a copy of a dealt
state. Then our rules are played with the very random numbers that C draws, which must give the same rounds,
and with other ones, which must give the same means.
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
from sevenfold.cards.masks import nth, popcount
from sevenfold.core.deal import FIRST_ROUND, Deal, dealt
from sevenfold.core.moves import CHANCE, Move
from sevenfold.core.tricks import trick_cards
from sevenfold.games.lockup import rules
from sevenfold.games.lockup.meta import LockupOptions
from sevenfold.games.lockup.state import CLUB_CARDS, PACK, RANKS, SEATS, Kind

SOURCE = Path(__file__).with_name("lockup_playout.c")
FLAGS = ("-O3", "-march=native")

WORDS = 1 << 64
"""How many values a 64-bit word has."""

BATCH = 5000
"""How many rounds one call plays."""

COUNTED = (
    "moves",
    *(f"tricks of the {seat} seat" for seat in ("first", "second", "third", "fourth")),
    *(f"tricks with {clubs} clubs" for clubs in range(SEATS + 1)),
    "tricks passed",
)
"""What is counted of a round that the first seat leads, in the order of `survey` in C."""


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


def engines(playout: CDLL, compiler: str, seed: int) -> Iterator[Engine]:
    """Whole rounds, and rollouts of dealt states."""
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

Rounds = Sequence[list[int]]
"""A row for each round, with a column for each of COUNTED."""

Below = Callable[[int], int]
"""Returns a random number below the one given."""


class Wyrand:
    """The random numbers that C draws."""

    def __init__(self, seed: int) -> None:
        self._state = seed

    def below(self, bound: int) -> int:
        self._state = (self._state + 0xA0761D6478BD642F) % WORDS
        high, low = divmod(self._state * (self._state ^ 0xE7037ED1A0B428DB), WORDS)
        return ((high ^ low) >> 32) * bound >> 32


def survey_c(playout: CDLL, rounds: int, seed: int) -> Rounds:
    lines = (c_int32 * len(COUNTED) * rounds)()
    playout.survey(c_int64(rounds), c_uint64(seed), lines)
    return [list(line) for line in lines]


def survey_rules(rounds: int, below: Below) -> Rounds:
    pack = list(PACK.cards)
    lines = []
    for _ in track(range(rounds), "by our rules", transient=True):
        for index in range(len(pack)):
            other = index + below(len(pack) - index)
            pack[index], pack[other] = pack[other], pack[index]
        lines.append(random_round(dealt(pack, SEATS, RANKS), below))
    return lines


def random_round(deal: Deal, below: Below) -> list[int]:
    state = rules.start(LockupOptions(), SEATS, deal, 0, FIRST_ROUND)
    moves, by_clubs = 0, [0] * (SEATS + 1)
    while not rules.over(state):
        taken = sum(state.tricks)
        if outcomes := rules.chance(state):
            rules.apply(state, CHANCE, rules.chance_move(state, below(outcomes)))
        else:
            cards = rules.playable(state, state.turn)
            rules.apply(state, state.turn, Move(Kind.PLAY, 1 << nth(cards, below(popcount(cards)))))
            moves += 1
        if sum(state.tricks) > taken:
            by_clubs[popcount(CLUB_CARDS & trick_cards(state.last_trick))] += 1
    return [moves, *state.tricks, *by_clubs, state.passed]


def comparison(in_c: Rounds, policy_seats: Rounds) -> Table:
    """The means of both, and how far they lie apart."""
    table = Table("mean of a round", "in C", "by our rules", "standard errors apart", box=MARKDOWN)
    for name, theirs, ours in zip(
        COUNTED, zip(*in_c, strict=True), zip(*policy_seats, strict=True), strict=True
    ):
        error = (variance(ours) / len(ours) + variance(theirs) / len(theirs)) ** 0.5
        apart = (fmean(theirs) - fmean(ours)) / error
        table.add_row(name, f"{fmean(theirs):.4f}", f"{fmean(ours):.4f}", f"{apart:+.1f}")
    return table


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
        playout = compiled_playout(compiler)
    except NoCompiler as missing:
        screen.print(missing)
        return
    screen.print(f"{machine()}; median of {repeats} repeats of {seconds:g} s of CPU time")
    screen.print(speed_table(measure(list(engines(playout, compiler, seed)), seconds, repeats)))
    in_c = survey_c(playout, 10 * rounds, seed)
    if in_c[:rounds] != survey_rules(rounds, Wyrand(seed).below):
        raise SystemExit("lockup_playout.c does not play the game of our rules")
    screen.print(f"By the same random numbers the same {rounds:,} rounds. By others:")
    screen.print(comparison(in_c, survey_rules(rounds, Random(seed).randrange)))


if __name__ == "__main__":
    typer.run(main)

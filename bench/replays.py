"""What a replay costs: time from a log to what is sent, its size, and what is kept for other rules."""

from collections.abc import Callable
from statistics import mean
from time import process_time
from typing import Annotated, NamedTuple

import msgspec
import typer
from rich.box import MARKDOWN
from rich.console import Console
from rich.progress import track
from rich.table import Table

from sevenfold.core.game import AnyGame
from sevenfold.core.match import AnyMatch
from sevenfold.core.replaying import replay_after
from sevenfold.core.seeded import new_match
from sevenfold.games import OWN_GAMES, load_game
from sevenfold.server.rounds.kept import pack
from sevenfold.server.rounds.packed import complete
from sevenfold.server.rounds.packed import pack as compressed
from sevenfold.server.rounds.shown import Side, show
from sevenfold.server.storage.logs import Logged


class Cost(NamedTuple):
    """Of a round: CPU time in ms, and bytes."""

    time: float
    size: float

    def __str__(self) -> str:
        return f"{self.time:.0f} ms, {self.size / 1000:.1f} KB"


class Costs(NamedTuple):
    """What a round of a game costs."""

    steps: int
    one_seat: Cost
    fifth: Cost
    """The fifth round of a match, as one seat knew it."""
    all_hands: Cost
    kept: Cost


def measured(game: AnyGame, seed: int) -> Costs:
    """What one round by the rule-based players costs. It is told once before, so that nothing is new."""
    match = played(game, seed)
    sent(match, Side(0))
    long = played(game, seed, 5)
    return Costs(
        len(match.round.steps),
        _cost(lambda: sent(match, Side(0))),
        _cost(lambda: sent(long, Side(0))),
        _cost(lambda: sent(match, Side(None, open=True))),
        _cost(lambda: pack(match, Logged(tuple(match.entries), (), {}), together=False)),
    )


def played(game: AnyGame, seed: int, rounds: int = 1) -> AnyMatch:
    """A match after so many rounds that count, or at its end."""
    match = new_match(game, seed=seed)
    while not match.over and (not match.round_over or len(match.results) < rounds):
        if match.round_over:
            match.next_round()
        seat = match.acting[0]
        match.play(seat, game.choose(match.seen(seat), seat))
    return match


def sent(match: AnyMatch, side: Side) -> bytes:
    """The last round of a match as a side knew it, packed as it is sent.

    It is played again from the log; of the rounds before it the results are known.
    """
    results = [past.result for past in match.round.earlier]
    again = replay_after(match.game, match.log, results)
    shown = show(again, side, {}, together=False)
    return complete(compressed(msgspec.json.encode(shown)), b'{"id":""}')


def _cost(work: Callable[[], bytes]) -> Cost:
    began = process_time()
    size = len(work())
    return Cost(1000 * (process_time() - began), size)


def average(costs: list[Costs]) -> Costs:
    """The mean of several rounds."""
    several = zip(*costs, strict=True)
    steps, *others = ([*each] for each in several)
    return Costs(round(mean(steps)), *(Cost(*map(mean, zip(*each, strict=True))) for each in others))


def main(rounds: Annotated[int, typer.Option(min=1)] = 10, seed: int = 1) -> None:
    """What replays of rounds by the rule-based players cost, on one core."""
    table = Table("game", "steps", "one seat", "fifth round", "all hands", "kept", box=MARKDOWN)
    for name in track(OWN_GAMES, "rounds", transient=True):
        game: AnyGame = load_game(name)
        found = average([measured(game, seed + number) for number in range(rounds)])
        table.add_row(name, *map(str, found))
    Console().print(table)


if __name__ == "__main__":
    typer.run(main)

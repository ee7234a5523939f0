"""How many boards an event needs until the stronger of two people stands higher in 95 % of events.

Levels are the people: one is the stronger, and a level below it the weaker. `own_time`: both play each board
from the same seat, with Medium at the others. `evening`: eight people, four of each strength by turns, sit as
the movement says; what counts is how far each is ahead of who had the same seat of the same board at another
table, bots too. An event of K boards is K of the boards that were played, drawn at random, and a draw counts
half. The range is what resampling all boards gives in 95 % of cases.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Annotated, NamedTuple

import numpy as np
import typer
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track
from rich.table import Table

from sevenfold.arena.rounds import play_round
from sevenfold.bots.at_boards import board_player
from sevenfold.bots.levels import Level
from sevenfold.core.dealer import Dealer
from sevenfold.core.duplicate import Board
from sevenfold.core.game import AnyGame
from sevenfold.core.movements import individual
from sevenfold.core.options import Options
from sevenfold.games import OWN_GAMES, load_game

WEAKER = {Level.MEDIUM: Level.EASY, Level.HARD: Level.MEDIUM, Level.EXPERT: Level.MEDIUM}
"""Beside whom a level is the stronger one."""

PEOPLE = 8
"""How many come to an evening."""

WANTED = 0.95
MOST = 400
"""More boards are not looked for."""

EVENTS, AGAIN = 2_000, 100
"""How many events are drawn for each number of boards, and how often all boards are drawn again."""

Samples = NDArray[np.float64]
"""For each board, by how much each stronger person is ahead of each weaker one."""


class Evenings(NamedTuple):
    """A game's boards and how its seats are taken."""

    game: AnyGame
    options: Options
    players: int
    seed: int

    def results(self, number: int, levels: Sequence[Level]) -> tuple[int, ...]:
        """What each seat gets at a board where these levels sit."""
        game, seats = self.game, self.players
        board = Board.of_match(Dealer(str(self.seed).encode()), game, self.options, seats, number)
        state = board.start(game, self.options, seats)
        players = [board_player(game, level, board.after, seat) for seat, level in enumerate(levels)]
        for _ in play_round(game, state, players, board.chance):
            pass
        return tuple(game.meta.sign * result for result in game.returns(state))


def own_time(evenings: Evenings, number: int, strong: Level, weak: Level) -> list[float]:
    """One board, with each of the two among Medium."""
    others = [Level.MEDIUM] * (evenings.players - 1)
    return [evenings.results(number, [strong, *others])[0] - evenings.results(number, [weak, *others])[0]]


def evening(evenings: Evenings, number: int, strong: Level, weak: Level) -> list[float]:
    """One board of an evening of eight."""
    levels = [strong if person % 2 == 0 else weak for person in range(PEOPLE)]
    rounds = individual(range(PEOPLE), evenings.players, PEOPLE)
    tables = rounds[(number - 1) % len(rounds)]
    results = [
        evenings.results(number, [Level.MEDIUM if person is None else levels[person] for person in table])
        for table in tables
    ]
    ahead = [0.0] * PEOPLE
    for at, table in enumerate(tables):
        for seat, person in enumerate(table):
            if person is not None:
                others = [result[seat] for to, result in enumerate(results) if to != at]
                ahead[person] = results[at][seat] - sum(others) / len(others)
    return [ahead[one] - ahead[other] for one, other in product(range(0, PEOPLE, 2), range(1, PEOPLE, 2))]


KINDS: dict[str, Callable[[Evenings, int, Level, Level], list[float]]] = {
    "own_time": own_time,
    "evening": evening,
}


def boards_needed(samples: Samples, rng: np.random.Generator, events: int = EVENTS) -> int | None:
    """The fewest boards with which the stronger stands higher in 95 % of events; None for more than MOST."""
    low, high = 0, 1
    while _share(samples, high, rng, events) < WANTED:
        low, high = high, 2 * high
        if low >= MOST:
            return None
    while high - low > 1:
        middle = (low + high) // 2
        enough = _share(samples, middle, rng, events) >= WANTED
        low, high = (low, middle) if enough else (middle, high)
    return high if high <= MOST else None


def _share(samples: Samples, boards: int, rng: np.random.Generator, events: int) -> float:
    """In what share of events of so many boards the stronger stands higher."""
    ahead = samples[rng.integers(len(samples), size=(events, boards))].sum(axis=1)
    return float(np.mean((ahead > 1e-9) + 0.5 * (np.abs(ahead) <= 1e-9)))


def _range(samples: Samples, rng: np.random.Generator) -> tuple[int | None, int | None]:
    """The same for the boards drawn again and again: what lies in the middle 95 %."""
    found = sorted(
        boards_needed(samples[rng.integers(len(samples), size=len(samples))], rng, EVENTS // 10) or MOST + 1
        for _ in range(AGAIN)
    )
    ends = found[round(0.025 * AGAIN)], found[round(0.975 * AGAIN) - 1]
    return (ends[0] if ends[0] <= MOST else None), (ends[1] if ends[1] <= MOST else None)


def _text(boards: int | None) -> str:
    return f"over {MOST}" if boards is None else str(boards)


def _rows(
    games: Sequence[str], strong: Level, boards: int, seed: int, screen: Console
) -> Iterator[tuple[str, ...]]:
    weak = WEAKER[strong]
    for name, kind in product(games, KINDS):
        game = load_game(name)
        evenings = Evenings(game, game.meta.options(), game.meta.players.default, seed)
        what = f"{name} {kind} {strong} {weak}"
        numbers = track(range(1, boards + 1), what, console=screen)
        samples = np.array([KINDS[kind](evenings, number, strong, weak) for number in numbers])
        rng = np.random.default_rng(seed)
        low, high = _range(samples, rng)
        needed = boards_needed(samples, rng)
        mean, error = samples.mean(), samples.mean(axis=1).std(ddof=1) / len(samples) ** 0.5
        ahead = f"{mean:.2f} ± {1.96 * error:.2f}"
        screen.print(f"{what}: {ahead}, {_text(needed)} ({_text(low)} to {_text(high)})")
        yield name, kind, f"{strong} over {weak}", ahead, _text(needed), f"{_text(low)} to {_text(high)}"


def main(
    games: Annotated[list[str] | None, typer.Argument()] = None,
    stronger: Annotated[Level, typer.Option(help="medium, hard or expert")] = Level.MEDIUM,
    boards: Annotated[int, typer.Option(min=2, help="how many boards are played")] = 200,
    seed: int = 1,
) -> None:
    """How many boards an event needs."""
    screen = Console(width=110)
    table = Table("game", "event", "who", "ahead a board", "boards", "95 %")
    for row in _rows(games or list(OWN_GAMES), stronger, boards, seed, screen):
        table.add_row(*row)
    screen.print(table)


if __name__ == "__main__":
    typer.run(main)

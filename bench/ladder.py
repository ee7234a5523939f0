"""Levels in numbers: each against the level below it, in all games, for as long as one likes.

Each deal is played once from each seat, with the level there and the one below at all others, as
`bench.levels` does; its rounds together are one sample. The game and level that had least time so far gets
the next deal, so that a run that is stopped anywhere has told something of all; but those that are told well
wait for the others. Each deal is a line of the file. The same command goes on from there, and lines of
players that play otherwise since (`bots/registry.json`) no longer count.

    python -m bench.ladder --minutes 480 --file ladder.jsonl --picture docs/images/levels.png

Two at once, of different games, may share a file. `--minutes 0` tells what the file has.
"""

from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from time import monotonic, process_time
from typing import Annotated, NamedTuple

import msgspec
import typer
from rich.box import MARKDOWN
from rich.table import Table

from bench.levels import AT_ONE_SEAT, Pairing, player_of
from bench.measure import console, load
from bench.plot import can_draw
from sevenfold.bots.levels import Level
from sevenfold.bots.registry import known_player
from sevenfold.core.dealer import Dealer
from sevenfold.core.duplicate import Interval, interval
from sevenfold.core.game import AnyGame
from sevenfold.games import OWN_GAMES, load_game

SEED = 58
"""Its deals chose no player."""
STEPS = tuple(pairwise(("random", *(level.value for level in Level))))
"""Each level after the one below it."""
TOLD = 0.1
"""A step is told well once its interval reaches no further than this share of its mean."""
INCHES = 2.2
"""How wide a game is in the picture, and how high all are."""
COLOR = "#1a6b4f"


class Step(NamedTuple):
    """A level and the one below it in a game, by name and version."""

    game: str
    player: str
    others: str


class Row(NamedTuple):
    """What a deal brought, and the CPU seconds that it took."""

    step: Step
    deal: int
    ahead: float
    seconds: float


def steps_of(games: Iterable[str], up_to: Level = Level.EXPERT) -> list[Step]:
    """The steps of these games up to a level, by the players of today."""
    return [
        Step(game, known_player(game, above).pinned, known_player(game, below).pinned)
        for game in games
        for below, above in STEPS[: 1 + [*Level].index(up_to)]
    ]


def read(file: Path) -> list[Row]:
    """The rows of a file; none where there is none."""
    lines = file.read_bytes().splitlines() if file.exists() else []
    return [msgspec.json.decode(line, type=Row) for line in lines]


def line_of(row: Row) -> bytes:
    """A row as a line of the file."""
    return msgspec.json.encode(row) + b"\n"


def play(game: AnyGame, step: Step, deal: int) -> Row:
    """A deal of a step, which comes out alike whatever was played before."""
    began, names = process_time(), [each.partition("@")[0] for each in (step.player, step.others)]
    players = [player_of(name, game, SEED + deal) for name in names]
    pairing = Pairing(game, game.meta.options(), game.meta.seats(None), *players)
    (ahead,) = pairing.of_deal(Dealer(str(SEED).encode()), deal, [AT_ONE_SEAT])
    return Row(step, deal, ahead, process_time() - began)


def go_on(steps: list[Step], file: Path, minutes: float) -> None:
    """Play deals until the minutes are over, the next of the step that had least time; first of those that
    are not told well.
    """
    ends, rows = monotonic() + 60 * minutes, _by_step(steps, file)
    spent = {step: sum(row.seconds for row in rows[step]) for step in steps}
    told = {step: _is_told(rows[step]) for step in steps}
    loaded = {step.game: load_game(step.game) for step in steps}
    with file.open("ab") as kept:
        while monotonic() < ends:
            step = min(steps, key=lambda each: (len(rows[each]) > 1, told[each], spent[each]))
            row = play(loaded[step.game], step, max((row.deal for row in rows[step]), default=0) + 1)
            rows[step].append(row)
            spent[step] += row.seconds
            told[step] = _is_told(rows[step])
            kept.write(line_of(row))
            kept.flush()


def _by_step(steps: list[Step], file: Path) -> dict[Step, list[Row]]:
    """The rows of a file, of these steps alone."""
    rows: dict[Step, list[Row]] = {step: [] for step in steps}
    for row in read(file):
        if row.step in rows:
            rows[row.step].append(row)
    return rows


def _is_told(rows: list[Row]) -> bool:
    if len(rows) < 2:
        return False
    ahead = interval([row.ahead for row in rows])
    return ahead.reach < TOLD * abs(ahead.mean)


def known(steps: list[Step], file: Path) -> dict[Step, tuple[int, Interval]]:
    """How many deals each step has, and by how much it is ahead; without those that have fewer than two."""
    rows = _by_step(steps, file)
    aheads = {step: [row.ahead for row in rows[step]] for step in steps}
    return {step: (len(each), interval(each)) for step, each in aheads.items() if len(each) > 1}


def draw(found: dict[Step, tuple[int, Interval]], path: Path) -> None:
    """Each step with its interval, a scale for each game, in the format that the file's name ends in."""
    games = list(dict.fromkeys(step.game for step in found))
    size = INCHES * len(games), INCHES * 1.2
    drawing = load("matplotlib", "matplotlib.figure").Figure(figsize=size, layout="constrained")
    for axes, game in zip(drawing.subplots(1, len(games), squeeze=False)[0], games, strict=True):
        shown = {
            step: each
            for step, (_, each) in found.items()
            if step.game == game and "random" not in step.others
        }
        names = [step.player.partition("@")[0] for step in shown]
        means, errors = [each.mean for each in shown.values()], [each.reach for each in shown.values()]
        axes.errorbar(names, means, errors, fmt="o", color=COLOR, capsize=4)
        axes.axhline(0, color="#8a8a8a", linewidth=0.8)
        axes.set_title(game)
        axes.margins(x=0.3)
        axes.spines[["top", "right"]].set_visible(False)
    drawing.supylabel("ahead of the level below", fontsize="medium")
    drawing.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)


def main(
    games: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="All, unless named.")] = None,
    minutes: Annotated[float, typer.Option(min=0, help="How long to play.")] = 480,
    up_to: Annotated[Level, typer.Option(help="The highest level.")] = Level.EXPERT,
    file: Annotated[Path, typer.Option(help="What was played; it goes on from there.")] = Path(
        "ladder.jsonl"
    ),
    picture: Annotated[Path | None, typer.Option(callback=can_draw, help="Draw it, too.")] = None,
) -> None:
    """By how much each level is ahead of the one below it."""
    steps = steps_of(games or OWN_GAMES, up_to)
    go_on(steps, file, minutes)
    found = known(steps, file)
    table = Table("game", "player", "against", "ahead by", "deals", caption="95 %", box=MARKDOWN)
    for step, (deals, ahead) in found.items():
        table.add_row(*step, ahead.text(3), f"{deals:,}")
    console().print(table)
    if picture is not None:
        draw(found, picture)


if __name__ == "__main__":
    typer.run(main)

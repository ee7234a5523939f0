"""How much a seat gains that learns against Medium: what it gains is a lower bound of what Medium gives away.

Rounds among Medium players are watched, each card is valued by how Medium plays on, and networks learn from
that, as `sevenfold train` has it. The player that comes of it then has one seat of each deal, and Medium all
others. No other player need gain less, and a stronger one may gain more.

    python -m bench.best_response trump7 --deals 32768
"""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from bench.measure import machine
from sevenfold.cli.common import with_progress
from sevenfold.games import load_game
from sevenfold.learning.training import Generation, Training, TrainingPlan


def best_response(plan: TrainingPlan, folder: Path) -> Generation:
    """What one generation that learns against Medium took and brought. It is kept in a folder, and gone on
    with there. Raises NothingToLearn, OtherTraining, CompiledUnavailable.
    """
    training = Training(load_game(plan.game).by_learnt(), plan, folder, with_progress)
    return training.run("python -m bench.best_response", lambda *_: None).generations[0]


def main(
    game: str,
    deals: Annotated[int, typer.Option(min=64, help="Rounds to learn from.")] = 8192,
    worlds: Annotated[int, typer.Option(min=2, help="In which each card is valued.")] = 12,
    compared: Annotated[int, typer.Option(min=2, help="Duplicate deals in which it then plays.")] = 20_000,
    seed: int = 1,
    folder: Annotated[Path | None, typer.Option(help="Where it is kept, to be gone on with.")] = None,
) -> None:
    """What a seat gains on Medium that learnt against it, with a 95 % interval."""
    plan = TrainingPlan(
        game=game, deals=deals, worlds=worlds, passes=16, generations=1, compared=compared, seed=seed
    )
    with TemporaryDirectory() as temporary:
        found = best_response(plan, folder or Path(temporary))
    table = Table("game", "learnt from", "gains on Medium", "CPU seconds", caption=f"{compared} deals, 95 %")
    gains = f"{found.ahead:.3f} ± {found.reach:.3f}"
    table.add_row(game, f"{found.moments} moments", gains, f"{found.seconds:.0f}")
    console = Console()
    console.print(machine())
    console.print(table)


if __name__ == "__main__":
    typer.run(main)

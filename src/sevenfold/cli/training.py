"""Learning: networks for a game's learnt player."""

import os
from pathlib import Path
from typing import Annotated

import typer

from sevenfold.cli.common import (
    Cluster,
    UsageMistake,
    Workers,
    app,
    brought_by,
    command_line,
    console,
    exit_on,
    shared_out,
    with_progress,
)
from sevenfold.cli.common import GameName as GameName
from sevenfold.games import UnknownGame, load_game


@app.command()
def train(
    game: GameName,
    deals: Annotated[int, typer.Option(min=64, help="Rounds that each generation learns from.")] = 24_000,
    worlds: Annotated[int, typer.Option(min=2, help="In which each card is valued.")] = 40,
    passes: Annotated[int, typer.Option(min=1, help="Over what was seen.")] = 16,
    generations: Annotated[int, typer.Option(min=1, help="At most: it ends when one is no step.")] = 3,
    compared: Annotated[int, typer.Option(min=2, help="Duplicate deals that prove a step.")] = 20_000,
    seed: Annotated[int, typer.Option(help="The same seed gives the same weights.")] = 1,
    folder: Annotated[
        Path | None, typer.Option(help="Where all is kept, and gone on from; GAME-training if none is named.")
    ] = None,
    write: Annotated[bool, typer.Option("--write", help="Put the weights into the game's package.")] = False,
    workers: Workers = 1,
    cluster: Cluster = None,
) -> None:
    """Teach small networks to weigh a game's cards; needs the extra `fast`.

    It plays rounds, values cards by rollouts, learns from that and plays duplicate deals against the player
    before, generation by generation. Stopped, it goes on from its folder. Workers share out the rounds that
    it values cards in, which is most of the work; the weights are the same by any number.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # more wait for each other: networks are small
    from sevenfold.compiled import CompiledUnavailable
    from sevenfold.core.worlds import NoSample

    mistakes = UsageMistake, UnknownGame, NoSample, CompiledUnavailable, OSError
    with exit_on(*mistakes), shared_out(workers, cluster) as each:
        engine = load_game(game)
        with brought_by("fast"):
            from sevenfold.learning.players import NothingToLearn
            from sevenfold.learning.training import Generation, OtherTraining, Training, TrainingPlan

        def tell(number: int, made: Generation) -> None:
            proven = "a step" if made.is_step else "no step that deals prove"
            console.print(
                f"generation {number}: {made.moments} moments, {made.seconds:.0f} s of CPU, ahead of the one "
                f"before by {made.ahead:.3f} ± {made.reach:.3f}: {proven}"
            )

        with exit_on(NothingToLearn, OtherTraining):
            kept = folder or Path(f"{game}-training")
            plan = TrainingPlan(
                game=game,
                deals=deals,
                worlds=worlds,
                passes=passes,
                generations=generations,
                compared=compared,
                seed=seed,
            )
            training = Training(engine, plan, kept, with_progress, each)
            cost = training.run(command_line(), tell)
            if not cost.kept:
                console.print(f"nothing was proven to be ahead of {game}'s rules, so there are no weights")
            elif write:
                for file in training.put_into_game():
                    console.print(f"wrote {file}")

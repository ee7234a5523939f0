"""Rounds that bots play, records and scenarios that are played again."""

from contextlib import nullcontext
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from sevenfold.cli.common import (
    GAME_MISTAKES,
    Cluster,
    GameName,
    OptionValues,
    Preset,
    UsageMistake,
    app,
    brought_by,
    check_new,
    exit_on,
    read_values,
    shared_out,
    with_progress,
)
from sevenfold.core.each import ForEach, one_by_one
from sevenfold.games import UnknownGame, load_game


@app.command()
def simulate(
    game: GameName,
    rounds: Annotated[int, typer.Option(min=1, help="How many rounds.")] = 100,
    seed: Annotated[int, typer.Option(help="The same seed gives the same rounds.")] = 0,
    bots: Annotated[
        str, typer.Option(help="One player for all seats, or one a seat: rules,random,…")
    ] = "random",
    record: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the rounds, one a line; with --format a folder."),
    ] = None,
    players: Annotated[int | None, typer.Option(help="How many seats.")] = None,
    preset: Preset = None,
    option: OptionValues = None,
    force: Annotated[
        bool, typer.Option("--force", help="Replace the file if it is there. A folder must be new.")
    ] = False,
    legal: Annotated[bool, typer.Option("--legal", help="Record what each move was chosen from.")] = False,
    form: Annotated[
        Literal["parquet", "jsonl"] | None,
        typer.Option(
            "--format",
            help="Write decisions into the folder FILE; parquet needs sevenfold\\[data], jsonl \\[fast].",
        ),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Rounds that are the same by any number of processes, and others than without; more than "
            "one need sevenfold\\[arena].",
        ),
    ] = None,
    cluster: Cluster = None,
) -> None:
    """Let bots play rounds, and record them."""
    import msgspec

    if form:
        with exit_on(UsageMistake):
            table = {"players": players, "preset": preset, "options": read_values(option)}
        with exit_on(UsageMistake, OSError), shared_out(workers or 1, cluster) as each:
            given = {"game": game, "bots": bots.split(","), "seed": seed, **table}
            _record_decisions(record, form, rounds, each, **given)
        return
    from sevenfold.arena.rounds import IllegalChoice
    from sevenfold.arena.simulate import Simulation
    from sevenfold.bots.players import PLAYER_MISTAKES
    from sevenfold.core.round import EndlessRound

    mistakes = (*GAME_MISTAKES, *PLAYER_MISTAKES, IllegalChoice, EndlessRound, OSError)
    with exit_on(*mistakes), shared_out(workers or 1, cluster) as each:
        engine = load_game(game)
        options = engine.meta.make_options(preset, read_values(option))
        seats = engine.meta.seats(players)
        simulation = Simulation(engine, options, seats, bots.split(","), seed)
        shared = each if workers or cluster else None
        played = simulation.records(rounds, with_legal=legal, each=shared)
        check_new(record, force=force)
        if each is not one_by_one:
            from sevenfold.arena.command import warm_up_players

            warm_up_players(engine, simulation.bots)
        totals = [0] * seats
        with record.open("wb") if record else nullcontext() as lines:
            for line in with_progress(played, rounds, "Playing"):
                totals = [total + won for total, won in zip(totals, line.result, strict=True)]
                if lines:
                    lines.write(msgspec.json.encode(line) + b"\n")
        means = ", ".join(f"{total / rounds:.3f}" for total in totals)
        typer.echo(f"{rounds} rounds of {game}; mean result by seat: {means}")


def _record_decisions(
    folder: Path | None, form: Literal["parquet", "jsonl"], rounds: int, each: ForEach, **given: Any
) -> None:
    """Write decisions for players that learn; `given` are the arguments of `Recording`."""
    from sevenfold.bots.players import PLAYER_MISTAKES
    from sevenfold.compiled import CompiledUnavailable

    with exit_on(*GAME_MISTAKES, *PLAYER_MISTAKES, CompiledUnavailable, OSError, ImportError):
        with brought_by("fast"):
            from sevenfold.envs.decisions import ROUNDS_A_CHUNK, Recording
            from sevenfold.envs.files import Format, write_chunks
        if folder is None:
            raise UsageMistake("--format needs --record with a folder to write to")
        recording = Recording(**given)
        written = write_chunks(recording.chunks(rounds, each), folder, Format(form), recording.about())
        chunks = with_progress(written, -(-rounds // ROUNDS_A_CHUNK), "Playing")
        decisions = sum(len(chunk.action) for chunk in chunks)
        typer.echo(f"{rounds} rounds of {given['game']} with {decisions} decisions are in {folder}")


@app.command()
def replay(file: Annotated[Path, typer.Argument(help="A file of records.")]) -> None:
    """Play records again and say which do not come out as they say."""
    from sevenfold.core.records import RecordError, UnreadableRecords, read_records, replay_record

    passed = failed = 0
    with exit_on(UnreadableRecords):
        for number, line in with_progress(read_records(file), None, "Replaying"):
            try:
                replay_record(load_game(line.game), line)
                passed += 1
            except (RecordError, UnknownGame) as error:
                failed += 1
                typer.echo(f"{file}:{number}: {error}")
    _report(passed, failed)


@app.command()
def scenarios(
    paths: Annotated[list[Path], typer.Argument(metavar="FILE_OR_FOLDER...", help="Scenario files.")],
) -> None:
    """Run scenario files: a line for each failure, then how many passed."""
    from sevenfold.core.scenarios import UnreadableScenarios, read_scenarios, run_scenario

    passed = failed = 0
    with exit_on(UsageMistake, UnreadableScenarios):
        files = [file for path in paths for file in _scenario_files(path)]
        written = [(file, raw) for file in files for raw in read_scenarios(file)]
        for file, raw in written:
            outcome = run_scenario(raw, load_game)
            if outcome.failure:
                failed += 1
                typer.echo(f"{file}: {outcome.name}: step {outcome.step}: {outcome.failure}")
            else:
                passed += 1
    _report(passed, failed)


def _report(passed: int, failed: int) -> None:
    typer.echo(f"{passed} passed, {failed} failed")
    raise typer.Exit(1 if failed else 0)


def _scenario_files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    files = sorted(file for pattern in ("*.yaml", "*.yml") for file in path.rglob(pattern))
    if not files:
        raise UsageMistake(f"{path}: no scenario files (*.yaml) in this folder")
    return files

"""The command line `sevenfold`."""

import webbrowser
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

import typer
from msgspec.structs import replace
from rich import box
from rich.console import Console
from rich.markdown import Markdown
from rich.padding import Padding
from rich.progress import track
from rich.table import Table

from sevenfold.core.game import Meta, UnknownPreset, WrongNumberOfSeats
from sevenfold.core.options import OptionError, describe
from sevenfold.core.rulebook import load_rule_book
from sevenfold.core.texts import Language, UnknownLanguage, load_texts, read_language
from sevenfold.games import ROOMS, UnknownGame, load_game, load_meta, room
from sevenfold.version import __version__

if TYPE_CHECKING:
    from sevenfold.server.settings import Settings

T = TypeVar("T")


app = typer.Typer(
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)
console = Console(highlight=False)
errors = Console(stderr=True, highlight=False)


class UsageMistake(Exception):
    """Something that the user can put right."""


GAME_MISTAKES = (UsageMistake, UnknownGame, UnknownPreset, OptionError, WrongNumberOfSeats)


@contextmanager
def exit_on(*mistakes: type[Exception]) -> Iterator[None]:
    """End with exit status 2 and one line instead of a traceback."""
    try:
        yield
    except mistakes as error:
        errors.print(f"sevenfold: {error}", style="red", markup=False, soft_wrap=True)
        raise typer.Exit(2) from None


def show_version(wanted: bool) -> None:
    """Print the version and stop."""
    if wanted:
        typer.echo(f"sevenfold {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def common(
    context: typer.Context,
    _version: Annotated[
        bool, typer.Option("--version", callback=show_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """A card room for LockSeven, Lockup, Trump 7 and Seven Bridge.

    Without a command it opens the card room on this machine, as `sevenfold play` does.
    """
    if context.invoked_subcommand is None:
        play()


# --- the card room --------------------------------------------------------------------------------

Port = Annotated[int, typer.Option(min=0, max=65535, help="The port to listen on; 0 takes a free one.")]
Data = Annotated[
    Path | None, typer.Option("--data", metavar="DIR", help="Where tables are kept; the user's data folder.")
]
Compile = Annotated[
    bool,
    typer.Option(
        "--compile/--no-compile",
        help="Compile the rules in the background, for bots that search; needs sevenfold[fast].",
    ),
]


@app.command()
def play(
    port: Port = 7777,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page.")] = True,
    data: Data = None,
    compile_: Compile = True,
) -> None:
    """Open the card room on this machine and play."""
    _serve(_settings(port, data, compile_), browser)


@app.command()
def serve(
    port: Port = 7777,
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 for all.")] = "127.0.0.1",
    data: Data = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(metavar="ADDRESS", help="A proxy that is believed whom it speaks for; may be repeated."),
    ] = None,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A name that the server goes by; may be repeated."),
    ] = None,
    limit: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=COUNT/SECONDS", help="Change a limit (docs/hosting.md); may be repeated."),
    ] = None,
    metrics_port: Annotated[
        int | None,
        typer.Option(min=1, max=65535, help="Where this machine can read metrics (docs/hosting.md)."),
    ] = None,
    log: Annotated[
        Literal["text", "json"], typer.Option(help="The form of the lines that are logged.")
    ] = "text",
    compile_: Compile = True,
) -> None:
    """Serve the card room, also to others."""
    from sevenfold.server.limits import LimitInvalid, read_limits
    from sevenfold.server.settings import ProxyInvalid, check_proxies

    with exit_on(LimitInvalid, ProxyInvalid):
        limits, proxies = read_limits(limit or []), check_proxies(proxy or [])
    settings = replace(
        _settings(port, data, compile_),
        host=host,
        limits=limits,
        proxies=proxies,
        hosts=tuple(allow_host or ()),
        metrics_port=metrics_port,
        log=log,
    )
    _serve(settings, browser=False)


def _settings(port: int, data: Path | None, compile_: bool) -> "Settings":
    from sevenfold.server.settings import Settings

    settings = Settings(port=port, compile=compile_)
    return settings if data is None else replace(settings, data=data)


def _serve(settings: "Settings", browser: bool) -> None:
    from sevenfold.server.database import DatabaseTooNew, DatabaseUnusable
    from sevenfold.server.run import run

    def on_ready(bound: int) -> None:
        host = "127.0.0.1" if settings.host == "0.0.0.0" else settings.host
        page = f"http://{host}:{bound}/"
        typer.echo(f"Sevenfold is open at {page} (Ctrl+C closes it)")
        typer.echo(f"Tables are kept in {settings.data}")
        if browser:
            webbrowser.open(page)

    # Ctrl+C is how one closes the room: no error
    with exit_on(OSError, DatabaseTooNew, DatabaseUnusable), suppress(KeyboardInterrupt):
        run(settings, on_ready=on_ready)


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="Where the copy goes; must not be there yet.")],
    data: Data = None,
) -> None:
    """Copy the tables to a file, also while the card room is open."""
    from sevenfold.server.backup import BackupImpossible, back_up

    with exit_on(BackupImpossible):
        tables = back_up(_settings(0, data, False).data, file)
    typer.echo(f"{file}: {tables} {'table' if tables == 1 else 'tables'}")


# --- the games ------------------------------------------------------------------------------------


@app.command()
def games() -> None:
    """List the games with their options and presets."""
    for name in ROOMS:
        meta = load_meta(name)
        texts = load_texts(room(name), Language.EN)
        console.print(f"[bold]{texts['name']}[/] ({name}): {texts['tagline']}")
        console.print(_options_table(meta, texts))
        for preset in meta.presets:
            console.print(f"  preset [bold]{preset}[/]: {texts[f'preset.{preset}.help']}")
        console.print()


def _options_table(meta: Meta, texts: dict[str, str]) -> Table:
    table = Table("option", "rule", "value", "what it stands for", box=box.SIMPLE)
    for spec in describe(meta.options):
        bounds = "" if spec.choices else f"{spec.range} (default {spec.default})"
        table.add_row(spec.name, spec.rule, bounds, texts[f"option.{spec.name}.help"])
        for choice in spec.choices:
            default = " (default)" if choice == spec.default else ""
            table.add_row("", "", f"{choice}{default}", texts[f"option.{spec.name}.{choice}.help"])
        table.add_section()
    return table


@app.command()
def warm(
    games: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="All, unless named.")] = None,
) -> None:
    """Compile the rules for quick playouts ahead of time; needs sevenfold[fast]."""
    from sevenfold.compiled import CompiledUnavailable

    with exit_on(UsageMistake, UnknownGame, CompiledUnavailable):
        try:
            from sevenfold.compiled.warm import warm_up
        except ModuleNotFoundError as error:
            raise UsageMistake(f"{error.name} is missing; install sevenfold[fast]") from None
        for name in games or ROOMS:
            warm_up(load_game(name))
            typer.echo(f"{name} is compiled")


@app.command()
def rules(
    game: Annotated[str, typer.Argument(help="The game's name, as `sevenfold games` lists it.")],
    language: Annotated[str, typer.Option(help="en, zh-Hans or ja.")] = "en",
) -> None:
    """Print the numbered rules of a game."""
    with exit_on(UnknownGame, UnknownLanguage):
        book = load_rule_book(room(game), game, read_language(language))
    console.print(Markdown(f"# {book.title}\n\n{book.intro}"))
    for section in book.sections:
        console.print(Markdown(f"## {section.title}"))
        for rule in section.rules:
            console.print(Padding(Markdown(f"**{rule.id}** {rule.text}"), (0, 0, 1, 2)))
        console.print(Markdown(section.text))


# --- rounds, records, scenarios -------------------------------------------------------------------


@app.command()
def simulate(
    game: Annotated[str, typer.Argument(help="The game's name, as `sevenfold games` lists it.")],
    rounds: Annotated[int, typer.Option(min=1, help="How many rounds.")] = 100,
    seed: Annotated[int, typer.Option(help="The same seed gives the same rounds.")] = 0,
    bots: Annotated[
        str, typer.Option(help="One player for all seats, or one a seat: rules,random,…")
    ] = "random",
    record: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the rounds, one a line.")] = None,
    players: Annotated[int | None, typer.Option(help="How many seats.")] = None,
    preset: Annotated[str | None, typer.Option(help="A preset of the game's options.")] = None,
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help="An option's value.")] = None,
    legal: Annotated[bool, typer.Option("--legal", help="Record what each move was chosen from.")] = False,
    form: Annotated[
        Literal["npz", "jsonl", "parquet"] | None,
        typer.Option("--format", help="Write decisions as arrays into the folder FILE; sevenfold\\[fast]."),
    ] = None,
) -> None:
    """Let bots play rounds, and record them."""
    import msgspec

    if form:
        with exit_on(UsageMistake):
            table = {"players": players, "preset": preset, "options": _values(option or [])}
        _record_decisions(record, form, rounds, game=game, bots=bots.split(","), seed=seed, **table)
        return
    from sevenfold.arena.simulate import Simulation
    from sevenfold.bots.players import PLAYER_MISTAKES

    with exit_on(*GAME_MISTAKES, *PLAYER_MISTAKES, OSError):
        engine = load_game(game)
        options = engine.meta.make_options(preset, _values(option or []))
        seats = engine.meta.seats(players)
        simulation = Simulation(engine, options, seats, bots.split(","), seed)
        played = simulation.records(rounds, with_legal=legal)
        totals = [0] * seats
        with record.open("wb") if record else nullcontext() as lines:
            for line in _progress(played, rounds, "Playing"):
                totals = [total + won for total, won in zip(totals, line.result, strict=True)]
                if lines:
                    lines.write(msgspec.json.encode(line) + b"\n")
        means = ", ".join(f"{total / rounds:.3f}" for total in totals)
        typer.echo(f"{rounds} rounds of {game}; mean result by seat: {means}")


def _record_decisions(
    folder: Path | None, form: Literal["npz", "jsonl", "parquet"], rounds: int, **given: Any
) -> None:
    """Write decisions for players that learn; `given` says who plays what, as `Recording` takes it."""
    from sevenfold.bots.players import PLAYER_MISTAKES
    from sevenfold.compiled import CompiledUnavailable

    with exit_on(*GAME_MISTAKES, *PLAYER_MISTAKES, CompiledUnavailable, OSError, ImportError):
        try:
            from sevenfold.envs.decisions import ROUNDS_A_CHUNK, Recording
            from sevenfold.envs.files import Format, write_chunks
        except ModuleNotFoundError as error:
            raise UsageMistake(f"{error.name} is missing; install sevenfold[fast]") from None
        if folder is None:
            raise UsageMistake("--format needs --record with a folder to write to")
        written = write_chunks(Recording(**given).chunks(rounds), folder, Format(form))
        chunks = _progress(written, -(-rounds // ROUNDS_A_CHUNK), "Playing")
        decisions = sum(len(chunk.action) for chunk in chunks)
        typer.echo(f"{rounds} rounds of {given['game']} with {decisions} decisions are in {folder}")


@app.command()
def replay(file: Annotated[Path, typer.Argument(help="A file of records.")]) -> None:
    """Play records again and say which do not come out as they say."""
    from sevenfold.core.records import RecordError, UnreadableRecords, read_records, replay_record

    passed = failed = 0
    with exit_on(UnreadableRecords):
        for number, line in _progress(read_records(file), None, "Replaying"):
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


@app.command()
def arena(
    game: Annotated[str, typer.Argument(help="The game's name, as `sevenfold games` lists it.")],
    players: Annotated[str, typer.Option(help="Two players or more: expert,hard,…")] = "medium,easy",
    ladder: Annotated[bool, typer.Option("--ladder", help="All levels, with ratings.")] = False,
    deals: Annotated[int, typer.Option(min=2, help="How many at most: it ends when it is decided.")] = 2000,
    seed: Annotated[int, typer.Option(help="The same seed gives the same deals.")] = 1,
    json: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep the result, and go on from it.")
    ] = None,
    seats: Annotated[int | None, typer.Option(help="How many seats.")] = None,
    preset: Annotated[str | None, typer.Option(help="A preset of the game's options.")] = None,
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help="An option's value.")] = None,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="A Dask scheduler; sevenfold\\[cluster].")
    ] = None,
) -> None:
    """Say which player is better, by the same deals in every seat and side; needs sevenfold[arena]."""
    import msgspec

    from sevenfold.arena.contest import Contest, TooFewPlayers
    from sevenfold.arena.report import OtherContest
    from sevenfold.bots.levels import Level
    from sevenfold.bots.players import PLAYER_MISTAKES

    with exit_on(*GAME_MISTAKES, *PLAYER_MISTAKES, TooFewPlayers, OtherContest, OSError):
        try:
            from sevenfold.arena.command import run_contest, shown
        except ModuleNotFoundError as error:
            raise UsageMistake(f"{error.name} is missing; install sevenfold[arena]") from None
        engine = load_game(game)
        options = engine.meta.make_options(preset, _values(option or []))
        contest = Contest(
            game=game,
            players=tuple(Level) if ladder else tuple(players.split(",")),
            options=msgspec.to_builtins(options),
            seats=engine.meta.seats(seats),
            seed=seed,
        )

        def watch(played: Iterable[T], left: int) -> Iterable[T]:
            return _progress(played, left, "Playing")

        samples = run_contest(contest, deals, json, cluster, engine, watch)
    console.print(shown(contest, samples, with_ratings=ladder))


# --- for whoever adds a game ----------------------------------------------------------------------


@app.command()
def new_game(
    name: Annotated[str, typer.Argument(help="Its name in code, such as black_lady.")],
    like: Annotated[
        str | None,
        typer.Option(metavar="GAME", help="Begin with this game's rules."),
    ] = None,
    seats: Annotated[int | None, typer.Option(help="How many seats; 4, or as many as --like has.")] = None,
    prefix: Annotated[str | None, typer.Option(help="Of its rule numbers; its initials otherwise.")] = None,
) -> None:
    """Write a new game into this checkout, which plays at once."""
    from sevenfold.scaffold import checkout, new_game

    with exit_on(UnknownGame, checkout.NotACheckout, *new_game.MISTAKES, OSError):
        root = checkout.find_checkout()
        written = new_game.new_game(root, name, like, seats, prefix)
    for path in written:
        typer.echo(f"  {path.relative_to(root)}")
    typer.echo(f"{name} can be played: sevenfold play. What it still lacks says: sevenfold check {name}")


@app.command(context_settings={"ignore_unknown_options": True})
def check(
    game: Annotated[str, typer.Argument(help="The game's name, as `sevenfold games` lists it.")],
    pytest_arguments: Annotated[
        list[str] | None, typer.Argument(metavar="[PYTEST]...", help="Passed on to pytest.")
    ] = None,
) -> None:
    """Say what is missing of a game, and run all tests that concern it."""
    from sevenfold.scaffold import check, checkout

    with exit_on(UnknownGame, checkout.NotACheckout, check.NoPytest, OSError):
        root = checkout.find_checkout()
        lacking = list(check.missing(root, game))
        for sentence in lacking:
            typer.echo(f"- {sentence}")
        typer.echo(f"Running the tests that concern {game} ...")
        failed = check.run_tests(root, game, pytest_arguments or []) != 0
    draft = load_meta(game).draft
    typer.echo(check.verdict(game, draft, failed, len(lacking)))
    raise typer.Exit(1 if failed or (lacking and not draft) else 0)


@app.command()
def practice(
    game: Annotated[str, typer.Argument(help="The game's name, as `sevenfold games` lists it.")],
    positions: Annotated[int, typer.Option(min=1, help="How many positions.")] = 20,
    seed: Annotated[int, typer.Option(help="The deals come from this seed and those after it.")] = 1,
    write: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep them, as practice.json of a room has them.")
    ] = None,
) -> None:
    """Make positions for practice: from self-play, with a best move by 4 standard errors."""
    from itertools import islice

    from sevenfold.core.worlds import NoSample
    from sevenfold.search.practice import make_practice, write_practice

    with exit_on(UnknownGame, NoSample, OSError):
        made = []
        for position in _progress(
            islice(make_practice(load_game(game), seed), positions), positions, "Searching"
        ):
            made.append(position)
            next_best = position.others[0]
            typer.echo(
                f"seed {position.seed}: {position.best}; next best {next_best.move}, "
                f"behind by {next_best.behind} ± {next_best.error}"
            )
        if write:
            write.write_text(write_practice(made), encoding="utf-8")


def _values(words: list[str]) -> dict[str, str]:
    pairs = [word.partition("=") for word in words]
    for name, equals, _ in pairs:
        if not equals:
            raise UsageMistake(f"--option {name}: write name=value")
    return {name: value for name, _, value in pairs}


def _progress(items: Iterable[T], total: int | None, what: str) -> Iterable[T]:
    """A progress bar on long work, where somebody looks."""
    return track(items, what, total, console=errors, transient=True, disable=not errors.is_terminal)


def main() -> None:
    """Run the command line."""
    app()

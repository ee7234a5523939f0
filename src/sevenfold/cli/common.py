"""What all commands share: the app that they register with, where they print, how they refuse."""

import shlex
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import wraps
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, ParamSpec, TypeVar

import typer
from rich.console import Console
from rich.progress import track

from sevenfold.core.each import ForEach
from sevenfold.core.meta import UnknownPreset, WrongNumberOfSeats
from sevenfold.core.options import OptionError
from sevenfold.errors import SevenfoldError
from sevenfold.games import UnknownGame

P = ParamSpec("P")
T = TypeVar("T")

SERVER = (
    *(
        "alembic",
        "argon2",
        "h11",
        "litestar",
        "markdown_it",
        "prometheus_client",
        "segno",
        "sqlalchemy",
        "structlog",
        "uvicorn",
    ),
    "websockets",
)
"""What is imported of the libraries that the extra `server` brings."""

GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="The game's name, as `sevenfold games` lists it.")
]
Preset = Annotated[str | None, typer.Option(help="A preset of the game's options.")]
Force = Annotated[bool, typer.Option("--force", help="Replace the file if it is there.")]
OptionValues = Annotated[
    list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="An option's value.")
]
Workers = Annotated[
    int, typer.Option(min=1, help="In so many processes; more than one need sevenfold\\[arena].")
]
Cluster = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="By all workers of a Dask scheduler; sevenfold\\[cluster]."),
]

app = typer.Typer(
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
)
console = Console(highlight=False)
errors = Console(stderr=True, highlight=False)


class UsageMistake(SevenfoldError):
    """Something that the user can put right."""


class ExtraMissing(UsageMistake):
    """A command needs a library that one of the extras brings."""

    def __init__(self, library: str | None, extra: str) -> None:
        super().__init__(f"{library} is missing; install sevenfold[{extra}]")
        self.library = library
        self.extra = extra


class FileThere(UsageMistake):
    """A file that a command would replace."""

    def __init__(self, file: Path) -> None:
        super().__init__(f"{file} is there already; name another file, or replace it with --force")
        self.file = file


def check_new(file: Path | None, *, force: bool) -> None:
    """Check that a command that will write a file replaces none. Raises FileThere."""
    if file is not None and file.is_file() and not force:
        raise FileThere(file)


GAME_MISTAKES = (UsageMistake, UnknownGame, UnknownPreset, OptionError, WrongNumberOfSeats)


def command_line() -> str:
    """The command as it was given, for what it writes."""
    return shlex.join(["sevenfold", *sys.argv[1:]])


@contextmanager
def exit_on(*mistakes: type[Exception]) -> Iterator[None]:
    """End with exit status 2 and one line instead of a traceback."""
    try:
        yield
    except mistakes as error:
        errors.print(f"sevenfold: {error}", style="red", markup=False, soft_wrap=True)
        raise typer.Exit(2) from None


@contextmanager
def brought_by(extra: str) -> Iterator[None]:
    """Where a command imports what needs an extra. Raises ExtraMissing."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise ExtraMissing(error.name, extra) from None


@contextmanager
def shared_out(workers: int | None, cluster: str | None) -> Iterator[ForEach]:
    """What shares work out as a command was told. Raises ExtraMissing, OSError."""
    with ExitStack() as until_done:
        with brought_by("cluster" if cluster else "arena"):
            from sevenfold.arena.parallel import sharing

            each = until_done.enter_context(sharing(workers, cluster))
        yield each


def for_server(command: Callable[P, None]) -> Callable[P, None]:
    """A command of the card room. Without the extra `server` it does nothing but name that."""

    @wraps(command)
    def checked(*args: P.args, **kwargs: P.kwargs) -> None:
        with exit_on(ExtraMissing):
            for library in SERVER:
                if find_spec(library) is None:
                    raise ExtraMissing(library, "server")
        command(*args, **kwargs)

    return checked


def read_values(words: list[str] | None) -> dict[str, str]:
    """The values of options, as `--option` gives them. Raises UsageMistake."""
    pairs = [word.partition("=") for word in words or ()]
    for name, equals, _ in pairs:
        if not equals:
            raise UsageMistake(f"--option {name}: write name=value")
    return {name: value for name, _, value in pairs}


def with_progress(items: Iterable[T], total: int | None, what: str) -> Iterable[T]:
    """Pass items on with a progress bar, if the output is a terminal."""
    return track(items, what, total, console=errors, transient=True, disable=not errors.is_terminal)


def counted(number: int, thing: str) -> str:
    """So many of a thing, such as `3 tables`."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"

"""The card room itself: play and serve."""

import webbrowser
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from msgspec.structs import replace

from sevenfold.cli.common import app, exit_on

if TYPE_CHECKING:
    from sevenfold.server.settings import Settings


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


Database = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        envvar="SEVENFOLD_DATABASE",
        show_envvar=True,
        help="PostgreSQL instead of a file: postgresql://USER:PASSWORD@HOST/DATABASE.",
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
    database: Database = None,
    database_direct: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            envvar="SEVENFOLD_DATABASE_DIRECT",
            show_envvar=True,
            help="The same database, where --database leads through a pooler such as PgBouncer.",
        ),
    ] = None,
    workers: Annotated[
        int, typer.Option(min=1, help="How many processes serve; several need --database.")
    ] = 1,
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
    from sevenfold.server.storage.postgres import DatabaseUrlInvalid, read_url

    with exit_on(LimitInvalid, ProxyInvalid, DatabaseUrlInvalid):
        limits, proxies = read_limits(limit or []), check_proxies(proxy or [])
        url, direct = (read_url(text) if text else None for text in (database, database_direct))
    settings = replace(
        _settings(port, data, compile_),
        host=host,
        database_url=url,
        direct_url=direct,
        workers=workers,
        supervised=url is not None,
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


def data_folder(data: Path | None) -> Path:
    """The folder that `--data` names, or the user's."""
    return _settings(0, data, False).data


def _serve(settings: "Settings", browser: bool) -> None:
    from sevenfold.server.running.reload import hangups_ignored

    with hangups_ignored() as reloads:
        _serve_until_told(settings, browser, reloads=reloads)


def _serve_until_told(settings: "Settings", browser: bool, *, reloads: bool) -> None:
    from sevenfold.borrowed import LibraryUnfit, check, importing

    with exit_on(LibraryUnfit), importing():
        check("uvicorn", "aiosqlite")
        from sevenfold.server.running.run import WorkersNeedPostgres, run
        from sevenfold.server.running.workers import WorkersFailed
        from sevenfold.server.storage.database import DatabaseTooNew, DatabaseUnusable
        from sevenfold.server.storage.postgres import shown

    def on_ready(bound: int) -> None:
        host = "127.0.0.1" if settings.host == "0.0.0.0" else settings.host
        page = f"http://{host}:{bound}/"
        typer.echo(f"Sevenfold is open at {page} (Ctrl+C closes it)")
        typer.echo(f"Tables are kept in {shown(settings.database_url) or settings.data}")
        if browser:
            webbrowser.open(page)

    # Ctrl+C is how one closes the room: no error
    mistakes = OSError, DatabaseTooNew, DatabaseUnusable, WorkersNeedPostgres, WorkersFailed
    with exit_on(*mistakes), suppress(KeyboardInterrupt):
        run(settings, on_ready=on_ready, reloads=reloads)

"""The card room itself: play and serve."""

import sys
import webbrowser
from contextlib import suppress
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from msgspec.structs import replace

from sevenfold.cli.common import app, exit_on, for_server

if TYPE_CHECKING:
    from sevenfold.server.settings import Settings


Port = Annotated[int, typer.Option(min=0, max=65535, help="The port to listen on; 0 takes a free one.")]
Host = Annotated[
    str,
    typer.Option(help="The address to listen on; 0.0.0.0 lets others in your network in, :: by IPv6 too."),
]
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
@for_server
def play(
    port: Port = 7777,
    host: Host = "127.0.0.1",
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page.")] = True,
    data: Data = None,
    compile_: Compile = True,
) -> None:
    """Open the card room on this machine and play."""
    from sevenfold.server.addresses import is_loopback
    from sevenfold.server.limits import Limits

    settings = _settings(port, host, data, compile_)
    if not is_loopback(settings.host):
        settings = replace(settings, limits=Limits())
    _serve(settings, browser, with_qr=True)


@app.command()
@for_server
def serve(
    port: Port = 7777,
    host: Host = "127.0.0.1",
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
        typer.Option(metavar="NAME", help="A name that people type to come here; may be repeated."),
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
    reviews: Annotated[
        bool, typer.Option("--reviews/--no-reviews", help="Review finished rounds for whoever asks for it.")
    ] = True,
    time_zone: Annotated[
        str | None,
        typer.Option(
            metavar="ZONE",
            help="By whose midnight a day begins, such as Europe/Berlin; the machine's if left out.",
        ),
    ] = None,
    day_secret: Annotated[
        str | None,
        typer.Option(
            metavar="SECRET",
            envvar="SEVENFOLD_DAY_SECRET",
            show_envvar=True,
            help="What today's deals follow from; servers that share a day have the same.",
        ),
    ] = None,
) -> None:
    """Serve the card room, also to others."""
    from sevenfold.server.addresses import HostInvalid, check_hosts
    from sevenfold.server.limits import LimitInvalid, read_limits
    from sevenfold.server.settings import ProxyInvalid, check_proxies
    from sevenfold.server.storage.postgres_url import DatabaseUrlInvalid, read_url
    from sevenfold.server.today.calendar import TimeZoneUnknown, read_zone
    from sevenfold.server.today.seeds import DaySecretTooShort, read_secret

    refused = LimitInvalid, ProxyInvalid, HostInvalid, DatabaseUrlInvalid, TimeZoneUnknown, DaySecretTooShort
    with exit_on(*refused):
        limits, proxies, hosts = (
            read_limits(limit or []),
            check_proxies(proxy or []),
            check_hosts(allow_host or []),
        )
        url, direct = (read_url(text) if text else None for text in (database, database_direct))
        zone = read_zone(time_zone).key if time_zone is not None else None
        secret = read_secret(day_secret) if day_secret else None
    settings = replace(
        _settings(port, host, data, compile_),
        database_url=url,
        direct_url=direct,
        workers=workers,
        supervised=url is not None,
        limits=limits,
        proxies=proxies,
        hosts=hosts,
        metrics_port=metrics_port,
        log=log,
        reviews=reviews,
        time_zone=zone,
        day_secret=secret,
    )
    _serve(settings, browser=False)


def _settings(port: int, host: str, data: Path | None, compile_: bool) -> "Settings":
    from sevenfold.server.addresses import plain
    from sevenfold.server.settings import Settings

    settings = Settings(port=port, host=plain(host), compile=compile_)
    return settings if data is None else replace(settings, data=data)


def data_folder(data: Path | None) -> Path:
    """The folder that `--data` names, or the user's."""
    return _settings(0, "127.0.0.1", data, False).data


def _serve(settings: "Settings", browser: bool, *, with_qr: bool = False) -> None:
    from sevenfold.server.running.reload import hangups_ignored

    with hangups_ignored() as reloads:
        _serve_until_told(settings, browser, with_qr=with_qr, reloads=reloads)


def _serve_until_told(settings: "Settings", browser: bool, *, with_qr: bool, reloads: bool) -> None:
    from sevenfold.borrowed import LibraryUnfit, check, importing

    with exit_on(LibraryUnfit), importing():
        check("uvicorn")
        from sevenfold.server.running.run import WorkersNeedPostgres, run
        from sevenfold.server.running.workers import WorkersFailed
        from sevenfold.server.storage.opening import DatabaseTooNew, DatabaseUnusable
        from sevenfold.server.storage.postgres_url import shown

    def on_ready(bound: int) -> None:
        page = _say_where(settings.host, bound, with_qr=with_qr)
        where = shown(settings.database_url) if settings.database_url else settings.data
        typer.echo(f"Tables are kept in {where}")
        if browser:
            webbrowser.open(page)

    # Ctrl+C is how one closes the server: no error
    mistakes = OSError, DatabaseTooNew, DatabaseUnusable, WorkersNeedPostgres, WorkersFailed
    with exit_on(*mistakes), suppress(KeyboardInterrupt):
        run(settings, on_ready=on_ready, reloads=reloads)


def _say_where(listens_at: str, port: int, *, with_qr: bool) -> str:
    """Say where the server is open, to this machine and to others; return the address for this one."""
    from sevenfold.server.addresses import network_host, own_host, page_at

    page = page_at(own_host(listens_at), port)
    typer.echo(f"Sevenfold is open at {page} (Ctrl+C closes it)")
    others = network_host(listens_at)
    if others is not None and page_at(others, port) != page:
        typer.echo(f"Others in your network open {page_at(others, port)}")
    if others is not None and with_qr:
        typer.echo(_drawn(page_at(others, port)))
    return page


def _drawn(address: str) -> str:
    """The QR code of an address, in half blocks; empty where the terminal has none."""
    import segno

    drawn = StringIO()
    segno.make(address, error="l", micro=False).terminal(drawn, border=2, compact=True)
    try:
        drawn.getvalue().encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return ""
    return drawn.getvalue()

"""The card room itself: play and serve."""

import sys
import webbrowser
from contextlib import suppress
from io import StringIO
from typing import TYPE_CHECKING, Annotated

import typer
from msgspec.structs import replace

from sevenfold.cli.common import app, exit_on, for_server
from sevenfold.cli.options import ALL, Flags, SettingsWrong, gather, taking

if TYPE_CHECKING:
    from sevenfold.server.settings import Settings


@app.command()
@for_server
@taking("port", "host", "data", "compile", variables=False)
def play(
    flags: Flags,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page.")] = True,
) -> None:
    """Open the card room on this machine and play. It reads no sevenfold.toml."""
    from sevenfold.server.addresses import is_loopback

    with exit_on(SettingsWrong):
        settings = gather(flags, {}, with_file=False).checked()
    if is_loopback(settings.host):
        settings = replace(settings, limits=None)
    _serve(settings, browser, with_qr=True)


@app.command()
@for_server
@taking(*ALL)
def serve(flags: Flags) -> None:
    """Serve the card room, also to others, as flags, the environment and sevenfold.toml say."""
    with exit_on(SettingsWrong):
        settings = gather(flags).checked()
    _serve(settings, browser=False)


def _serve(settings: "Settings", browser: bool, *, with_qr: bool = False) -> None:
    from sevenfold.server.running.reload import hangups_ignored

    with hangups_ignored() as reloads:
        _serve_until_told(settings, browser, with_qr=with_qr, reloads=reloads)


def _serve_until_told(settings: "Settings", browser: bool, *, with_qr: bool, reloads: bool) -> None:
    from sevenfold.borrowed import LibraryUnfit, check, importing

    with exit_on(LibraryUnfit), importing():
        check("uvicorn")
        from sevenfold.server.running.run import run
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
    mistakes = OSError, DatabaseTooNew, DatabaseUnusable, WorkersFailed
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

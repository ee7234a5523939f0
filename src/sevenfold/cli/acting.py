"""What the host does by commands: each is an act, a line in the log that is kept with the data."""

import asyncio
import getpass
import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from sys import stdin
from time import monotonic
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from sevenfold.cli.common import UsageMistake, exit_on
from sevenfold.cli.options import Flags, SettingsWrong, where_kept
from sevenfold.cli.stored import with_store
from sevenfold.server.readers import DurationInvalid, read_duration

if TYPE_CHECKING:
    from sevenfold.server.settings import Settings
    from sevenfold.server.storage.care import NewAct
    from sevenfold.server.storage.listed import PersonListed
    from sevenfold.server.storage.store import Store

WITHIN = 15.0
"""How long a server may take to do what it is told, in seconds."""

LONGEST = 280
"""How long a message or a reason may be, in characters."""

MOST = 2**31 - 1
"""The greatest number that a person may have."""

Yes = Annotated[bool, typer.Option("--yes", help="Do it without asking.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Only say what would become of it.")]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON object a line.")]
Most = Annotated[int, typer.Option(min=1, metavar="NUMBER", help="How many at most.")]
Whom = Annotated[str, typer.Argument(metavar="PERSON", help="Their number, as `sevenfold persons` lists it.")]


class NobodySaid(UsageMistake):
    """There is no such person."""

    def __init__(self, said: str) -> None:
        super().__init__(f"there is no person {said}; `sevenfold persons --name NAME` finds their number")


class MessageWrong(UsageMistake):
    """A message or a reason cannot be told as it is."""

    def __init__(self) -> None:
        super().__init__(f"write one line, of 1 to {LONGEST} characters")


class NotAgreed(UsageMistake):
    """It is not done without a yes, and nobody is there who could be asked."""

    def __init__(self) -> None:
        super().__init__("nothing is done yet: add --yes to do it")


class NotDone(UsageMistake):
    """The server has not done what it was told."""

    def __init__(self, why: str) -> None:
        super().__init__(why)


NOT_TAKEN_UP = (
    f"no process of the server has taken it up within {WITHIN:.0f} s; it stays to be done: look at "
    "`sevenfold acts`, and whether the server runs in this version"
)


@contextmanager
def host_of(flags: Flags) -> "Iterator[Settings]":
    """The settings that say where the tables are. Ends with one line if something is wrong."""
    from sevenfold.server.storage.data_folder import DatabaseMoved
    from sevenfold.server.storage.opening import DatabaseUnusable

    with exit_on(UsageMistake, OSError, DatabaseUnusable, SettingsWrong, DatabaseMoved, DurationInvalid):
        yield where_kept(flags).settings


def who() -> str:
    """The user of this machine who acts, also by sudo."""
    try:
        return os.environ.get("SUDO_USER") or getpass.getuser()
    except (KeyError, OSError):  # in a container a number may have no name
        return str(os.getuid()) if hasattr(os, "getuid") else "unknown"


def words_of(text: str) -> str:
    """A message or a reason as it is told. Raises MessageWrong."""
    words = text.strip()
    if not 0 < len(words) <= LONGEST or not words.isprintable():
        raise MessageWrong
    return words


def number_of(said: str) -> int:
    """The number of a person. Raises NobodySaid."""
    if not (said.isascii() and said.isdigit() and int(said) <= MOST):
        raise NobodySaid(said)
    return int(said)


async def person_of(store: "Store", said: str) -> "PersonListed":
    """A person whom the host names. Raises NobodySaid."""
    from sevenfold.server.storage.listed import ListWanted

    found = await store.listed.persons(ListWanted(person=number_of(said)))
    if not found:
        raise NobodySaid(said)
    return found[0]


def described(person: "PersonListed") -> str:
    """A person, so that the host knows whom they mean."""
    return f"Person {person.id}, {person.name or 'without a name'}"


def agree(*, yes: bool) -> None:
    """Go on only if the host says yes. Raises NotAgreed."""
    if yes:
        return
    if not stdin.isatty():
        raise NotAgreed
    typer.confirm("Do it?", abort=True)


def shown(at: int | None) -> str:
    """A time in ms since 1970, to the minute."""
    return f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%d %H:%M}" if at is not None else ""


def told(at: int) -> str:
    """The same in a sentence."""
    return f"{shown(at)} UTC"


def since(text: str | None) -> int:
    """The time so long ago, in ms since 1970; 0 for whenever. Raises DurationInvalid."""
    from sevenfold.server.times import now

    return now() - 1000 * read_duration(text) if text is not None else 0


def echo_lines(values: object) -> None:
    """Print values as JSON, one a line."""
    typer.echo(msgspec.json.encode(values).decode())


@contextmanager
def held_alone(data: Path, url: str | None) -> Iterator[bool]:
    """Hold a data folder for as long as this goes on. Yields False where a server holds it, or PostgreSQL
    has the tables.
    """
    from sevenfold.server.storage.data_folder import DATABASE, DataFolderInUse, hold_data_folder

    if url is not None or not (data / DATABASE).is_file():
        yield False
        return
    holding = hold_data_folder(data)
    try:
        holding.__enter__()
    except DataFolderInUse:
        yield False
        return
    try:
        yield True
    finally:
        holding.__exit__(None, None, None)


async def serves(store: "Store", *, alone: bool) -> int:
    """How many processes serve just now, where `alone` says whether the data folder is held by us."""
    processes = await store.care.processes()
    return processes if processes is not None else int(not alone)


def ordered(settings: "Settings", act: "NewAct") -> str:
    """Have the server do something, and return what came of it. Where none runs it is done here.

    Raises NotDone.
    """
    from sevenfold.server.care.alone import take_up_alone
    from sevenfold.server.care.taking_up import FAILED

    with held_alone(settings.data, settings.database_url) as alone:

        async def order(store: "Store") -> str | None:
            number = await store.care.do(act)
            if not await serves(store, alone=alone):
                await take_up_alone(store)
            until = monotonic() + WITHIN
            while (done := await store.care.find(number)) is not None and done.outcome is None:
                if monotonic() > until:
                    return None
                await asyncio.sleep(0.1)
            return done.outcome if done is not None else None

        outcome = with_store(settings.data, settings.database_url, order)
    if outcome is None:
        raise NotDone(NOT_TAKEN_UP)
    if outcome.startswith(FAILED):
        raise NotDone(outcome)
    return outcome

"""What reaches a database: SQLite for one process and PostgreSQL for several, which do the same."""

from collections.abc import Iterable
from contextlib import AbstractAsyncContextManager
from typing import Protocol

import structlog

from sevenfold.server.errors import StorageAway, StorageFull
from sevenfold.server.storage.statements import NONE, Dialect, Row, Statement, Values, WriteStep
from sevenfold.server.system import is_due

log = structlog.get_logger()


class KeyTaken(Exception):
    """A row with this key is there already."""


class Transaction(Protocol):
    """Statements that are kept together or not at all."""

    async def rows(self, statement: Statement, values: Values = NONE) -> list[Row]:
        """The rows that a statement finds or returns."""

    async def change(self, step: WriteStep) -> int:
        """Carry out a step. Return how many rows of the database have changed."""


class Backend(Protocol):
    """A database. What is `long` looks through whole tables.

    All of this raises StorageFull and StorageAway, which are logged once a minute, Vanished where a row names
    another that was deleted meanwhile, and KeyTaken. Whatever is wrong with the database, its disk or the way
    there is StorageAway; every other error of a driver is a mistake of ours.
    """

    dialect: Dialect
    is_shared: bool
    """Whether other processes may change what is in it."""
    in_doubt: bool
    """Whether something has failed since `can_write` was last found to be so, or it was never asked."""

    async def rows(self, statement: Statement, values: Values = NONE, *, long: bool = False) -> list[Row]:
        """The rows that a statement finds, which only reads."""

    async def write(self, *steps: WriteStep) -> bool:
        """Do all of this in one transaction; or nothing if a count is wrong. Return whether it was done."""

    def transaction(self, *, long: bool = False) -> AbstractAsyncContextManager[Transaction]:
        """A transaction that is undone if an error is raised in it."""

    def has_space(self) -> bool:
        """Whether the database's disk has room, as far as can be seen from here."""

    async def wipe(self) -> bool:
        """Leave nothing of what was deleted beside the tables, in a log of writes that we keep there.

        Return whether that is done: not while another program reads what was there before.
        """

    async def close(self) -> None:
        """Let go of the database."""


def wanted(steps: Iterable[WriteStep]) -> list[WriteStep]:
    """The steps that have anything to do."""
    return [step for step in steps if step.rows]


def report(problem: Exception, database: str, error: Exception) -> None:
    """Log a problem with a database once a minute, by the first line of what it says: that has no values."""
    if isinstance(problem, StorageFull):
        if is_due("storage full"):
            log.error("no room left to keep anything", database=database)
    elif isinstance(problem, StorageAway) and is_due("storage away"):
        log.error("the database does not answer", database=database, why=str(error).partition("\n")[0])

"""Persons who delete their data are forgotten: at once by everybody, and then seat by seat."""

import asyncio
from contextlib import suppress

import structlog

from sevenfold.server.endless import for_each
from sevenfold.server.errors import NotSeated, StorageProblem, TableUnknown
from sevenfold.server.storage.store import Store
from sevenfold.server.tables.invitations import Invitations
from sevenfold.server.tables.registry import Tables

SWEEP_EVERY = 60.0
"""How often a process sees to what another one may have left undone, in seconds."""

AGAIN_AFTER = 1.0
"""How long it waits before it goes on where another program still reads what is to be deleted, in seconds."""

log = structlog.get_logger()


class Forgetting:
    """Forgets persons. What is left to do for them is in the database, and any process goes on with it."""

    def __init__(self, store: Store, tables: Tables, invitations: Invitations) -> None:
        self._store = store
        self._tables = tables
        self._invitations = invitations
        self._to_do = asyncio.Event()

    async def forget(self, person: int) -> None:
        """End a person's sessions everywhere, and show nobody their name or what they said any more.

        They leave their seats soon afterwards. Raises StorageProblem; then nothing has changed.
        """
        changed, ended = await self._store.forgetting.begin(person)
        self._tables.cut(ended)
        await self._tables.read_again(changed)
        self._to_do.set()
        with suppress(StorageProblem):  # it is done again
            await self._store.backend.wipe()

    async def go_on(self) -> None:
        """Do what is left to do, also from before a restart."""
        while True:
            if not await self.do_what_is_left():
                await asyncio.sleep(AGAIN_AFTER)
                continue
            with suppress(TimeoutError):
                async with asyncio.timeout(SWEEP_EVERY):
                    await self._to_do.wait()
            self._to_do.clear()

    async def do_what_is_left(self) -> bool:
        """Delete who is to be forgotten, and every byte of whatever was deleted. Return whether all is done.

        The note of a person stays until their names are gone from the files too.
        """
        persons = await self._store.forgetting.to_do()
        await for_each(persons, self._finish)
        wiped = await self._store.backend.wipe()
        return not persons or (wiped and not await self._store.forgetting.to_do())

    async def _finish(self, person: int) -> None:
        await self._leave_seats(person)
        if await self._store.backend.wipe():
            await self._end(person)

    async def _leave_seats(self, person: int) -> None:
        for table in await self._store.forgetting.seats_of(person):
            await self._leave(person, table)
            await asyncio.sleep(0)  # players' moves come first

    async def _end(self, person: int) -> None:
        """Delete a person who has left their seats. What they did in the meantime is deleted too."""
        while (changed := await self._store.forgetting.end(person)) is None:
            await self._leave_seats(person)
        await self._tables.read_again(changed)

    async def _leave(self, person: int, table: str) -> None:
        try:
            await self._invitations.leave(table, person)
        except (NotSeated, TableUnknown):  # gone meanwhile
            return
        except StorageProblem:
            raise
        except Exception:  # such as a damaged table: nobody waits for an answer, and the name must go
            log.exception("left without its match", table=table)
            await self._store.forgetting.give_up(person, table)
            await self._tables.read_again([table])

"""Guests as they are kept: by the hashes of their tokens, remembered for a while in each process."""

import asyncio
from collections import Counter
from contextlib import suppress
from time import monotonic

from sqlalchemy import BindParameter, bindparam, delete, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from sevenfold.server.errors import StorageProblem
from sevenfold.server.storage.rows import Guest, now
from sevenfold.server.storage.schema import forgetting, guests, members, seats
from sevenfold.server.storage.transactions import Reader, writing

KEPT = 60.0
"""How long a guest is remembered without asking the database again, in seconds."""

KEPT_IF_SHARED = 2.0
"""The same where another process may have changed them: renamed, given another token, deleted."""

MOST_KEPT = 10_000

# statements are made once, as making one takes longer than carrying it out

_TOKEN: BindParameter[bytes] = bindparam("token_hash")

_GUEST = select(guests.c.id, guests.c.expires, guests.c.name, guests.c.token_hash).where(
    or_(guests.c.token_hash == _TOKEN, guests.c.next_hash == _TOKEN), guests.c.expires > bindparam("now")
)


class GuestStore:
    """The part of the database that knows who is who."""

    def __init__(self, engine: AsyncEngine, reader: Reader) -> None:
        self._engine = engine
        self._reader = reader
        self.kept_for = KEPT if engine.dialect.name == "sqlite" else KEPT_IF_SHARED
        self._guests: dict[bytes, tuple[float, Guest]] = {}
        """Guests by their tokens, and when they were read."""
        self._reading: dict[bytes, asyncio.Task[Guest | None]] = {}
        self._gone: Counter[int] = Counter()
        """Guests who have deleted their data since this process began."""
        self._dropped = 0
        """How many have, so that nobody is kept who was read before."""

    async def add(self, token_hash: bytes, expires: int) -> int:
        """A new guest's id."""
        new = insert(guests).values(token_hash=token_hash, expires=expires).returning(guests.c.id)
        async with writing(self._engine) as connection:
            guest: int = (await connection.execute(new)).scalar_one()
        return guest

    async def find(self, token_hash: bytes) -> Guest | None:
        """The guest with this token; None if there is none, or the session has ended."""
        read, guest = self._guests.get(token_hash, (0.0, None))
        if guest is None or monotonic() - read > self.kept_for:
            guest = await self._read_once(token_hash)
        return guest if guest is not None and guest.expires > now() else None

    async def _read_once(self, token_hash: bytes) -> Guest | None:
        """Share one read among all who ask during it: a page opens several sockets at once."""
        reading, dropped = self._reading.get(token_hash), self._dropped
        if reading is None:
            reading = self._reading[token_hash] = asyncio.create_task(self._read(token_hash))
            reading.add_done_callback(lambda _: self._reading.pop(token_hash, None))
        guest = await asyncio.shield(reading)
        if guest is not None and dropped == self._dropped:
            self._keep(token_hash, guest)
        return guest

    def _keep(self, token_hash: bytes, guest: Guest) -> None:
        self._guests.pop(token_hash, None)
        if len(self._guests) >= MOST_KEPT:
            del self._guests[next(iter(self._guests))]
        self._guests[token_hash] = monotonic(), guest

    async def _read(self, token_hash: bytes) -> Guest | None:
        asked = {"token_hash": token_hash, "now": now()}
        rows = await self._reader.rows(_GUEST, asked)
        if not rows:
            return None
        (found,) = rows
        guest = Guest(found["id"], found["expires"], found["name"])
        if found["token_hash"] != token_hash:
            await self._change_token(guest, found["token_hash"], token_hash)
        return guest

    async def offer_token(self, guest: Guest, token_hash: bytes, expires: int) -> bool:
        """Let a session last until `expires`, with a new token that replaces the old one when first used.

        The answer with the new token may be lost on its way, so until then both tokens are valid. Return
        whether this was done: of several tokens offered at the same time, only one is kept.
        """
        offer = update(guests).where(guests.c.id == guest.id, guests.c.expires == guest.expires)
        async with writing(self._engine) as connection:
            changed = await connection.execute(offer.values(next_hash=token_hash, expires=expires))
        self._forget(guest.id)
        return changed.rowcount == 1

    async def _change_token(self, guest: Guest, old: bytes, new: bytes) -> None:
        """Note that the new token is in use. Requests sent with the old one just now are still answered."""
        taken = update(guests).where(guests.c.id == guest.id, guests.c.next_hash == new)
        with suppress(StorageProblem):  # both tokens stay valid
            async with writing(self._engine) as connection:
                await connection.execute(taken.values(token_hash=new, next_hash=None))
        self._keep(old, guest)

    async def rename(self, guest: int, name: str) -> None:
        """Set what a guest is called at tables from now on."""
        self._forget(guest)
        async with writing(self._engine) as connection:
            here = (guests.c.id == guest) & (guests.c.expires > now())
            await connection.execute(update(guests).where(here).values(name=name))
        self._forget(guest)

    def _forget(self, guest: int) -> None:
        self._guests = {token: kept for token, kept in self._guests.items() if kept[1].id != guest}

    def drop(self, guest: int) -> None:
        """Know a guest no longer: they have deleted their data, here or through another process."""
        self._dropped += 1
        self._gone[guest] += 1
        self._reading.clear()
        self._forget(guest)

    def gone(self, guest: int) -> int:
        """How often a guest of this number has deleted their data: SQLite gives numbers anew."""
        return self._gone[guest]

    async def sweep(self) -> int:
        """Delete guests whose session is over and who are at no table. Return how many there were.

        Those who asked to be forgotten are not among them: what they said goes before they do.
        """
        sits = select(seats.c.seat).where(seats.c.guest_id == guests.c.id).exists()
        kept = (members.c.guest_id == guests.c.id) & (members.c.kind != "gone")
        here = select(members.c.guest_id).where(kept).exists()
        asked = select(forgetting.c.guest_id).where(forgetting.c.guest_id == guests.c.id).exists()
        over = delete(guests).where(guests.c.expires < now(), ~sits, ~here, ~asked)
        async with writing(self._engine, long=True) as connection:
            gone = await connection.execute(over)
            return gone.rowcount

"""Guests as they are kept: by the hashes of their tokens, remembered for a while in each process."""

import asyncio
from collections import Counter
from contextlib import suppress
from time import monotonic

from sevenfold.server.errors import StorageProblem
from sevenfold.server.storage.backend import Backend
from sevenfold.server.storage.mapping import Mapper
from sevenfold.server.storage.rows import GuestRow, now
from sevenfold.server.storage.schema import guests
from sevenfold.server.storage.statements import Statement
from sevenfold.server.storage.sweeping import Sweep

KEPT = 60.0
"""How long a guest is remembered without asking the database again, in seconds."""

KEPT_IF_SHARED = 2.0
"""The same where another process may have changed them: renamed, given another token, deleted."""

MOST_KEPT = 10_000

_GUESTS = Mapper(GuestRow, guests)
_GUEST = Statement(
    "SELECT id, expires, name, token_hash FROM guests"
    " WHERE (token_hash = :token OR next_hash = :token) AND expires > :now"
)
_ADD = Statement("INSERT INTO guests (token_hash, expires) VALUES (:token, :expires) RETURNING id")
_OFFER_TOKEN = Statement(
    "UPDATE guests SET next_hash = :token, expires = :expires WHERE id = :guest AND expires = :was",
    counted=True,
)
_TAKE_TOKEN = Statement(
    "UPDATE guests SET token_hash = :token, next_hash = NULL WHERE id = :guest AND next_hash = :token"
)
_RENAME = Statement("UPDATE guests SET name = :name WHERE id = :guest AND expires > :now")

_OVER = Sweep(
    "guests",
    "expires < :now"
    " AND NOT EXISTS (SELECT 1 FROM seats WHERE guest_id = guests.id)"
    " AND NOT EXISTS (SELECT 1 FROM members WHERE guest_id = guests.id AND kind <> 'gone')"
    " AND NOT EXISTS (SELECT 1 FROM forgetting WHERE guest_id = guests.id)",
)


class GuestStore:
    """The part of the database that knows who is who."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self.kept_for = KEPT_IF_SHARED if backend.is_shared else KEPT
        self._guests: dict[bytes, tuple[float, GuestRow]] = {}
        """Guests by their tokens, and when they were read."""
        self._reading: dict[bytes, asyncio.Task[GuestRow | None]] = {}
        self._gone: Counter[int] = Counter()
        """Guests who have deleted their data since this process began."""
        self._dropped = 0
        """How many have, so that nobody is kept who was read before."""

    async def add(self, token_hash: bytes, expires: int) -> int:
        """A new guest's id."""
        async with self._backend.transaction() as transaction:
            (added,) = await transaction.rows(_ADD, {"token": token_hash, "expires": expires})
        guest: int = added["id"]
        return guest

    async def find(self, token_hash: bytes) -> GuestRow | None:
        """The guest with this token; None if there is none, or the session has ended."""
        read, guest = self._guests.get(token_hash, (0.0, None))
        if guest is None or monotonic() - read > self.kept_for:
            guest = await self._read_once(token_hash)
        return guest if guest is not None and guest.expires > now() else None

    async def _read_once(self, token_hash: bytes) -> GuestRow | None:
        """Share one read among all who ask during it: a page opens several sockets at once."""
        reading, dropped = self._reading.get(token_hash), self._dropped
        if reading is None:
            reading = self._reading[token_hash] = asyncio.create_task(self._read(token_hash))
            reading.add_done_callback(lambda _: self._reading.pop(token_hash, None))
        guest = await asyncio.shield(reading)
        if guest is not None and dropped == self._dropped:
            self._keep(token_hash, guest)
        return guest

    def _keep(self, token_hash: bytes, guest: GuestRow) -> None:
        self._guests.pop(token_hash, None)
        if len(self._guests) >= MOST_KEPT:
            del self._guests[next(iter(self._guests))]
        self._guests[token_hash] = monotonic(), guest

    async def _read(self, token_hash: bytes) -> GuestRow | None:
        rows = await self._backend.rows(_GUEST, {"token": token_hash, "now": now()})
        if not rows:
            return None
        (found,) = rows
        guest = _GUESTS.read(found)
        if found["token_hash"] != token_hash:
            await self._change_token(guest, found["token_hash"], token_hash)
        return guest

    async def offer_token(self, guest: GuestRow, token_hash: bytes, expires: int) -> bool:
        """Let a session last until `expires`, with a new token that replaces the old one when first used.

        The answer with the new token may be lost on its way, so until then both tokens are valid. Return
        whether this was done: of several tokens offered at the same time, only one is kept.
        """
        offer = {"guest": guest.id, "was": guest.expires, "token": token_hash, "expires": expires}
        done = await self._backend.write(_OFFER_TOKEN.of([offer]))
        self._forget(guest.id)
        return done

    async def _change_token(self, guest: GuestRow, old: bytes, new: bytes) -> None:
        """Note that the new token is in use. Requests sent with the old one just now are still answered."""
        with suppress(StorageProblem):  # both tokens stay valid
            await self._backend.write(_TAKE_TOKEN.of([{"guest": guest.id, "token": new}]))
        self._keep(old, guest)

    async def rename(self, guest: int, name: str) -> None:
        """Set what a guest is called at tables from now on."""
        self._forget(guest)
        await self._backend.write(_RENAME.of([{"guest": guest, "now": now(), "name": name}]))
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
        return await _OVER.run(self._backend, {"now": now()})

"""Persons and their sessions: by the hashes of tokens, remembered for a while in each process."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from time import monotonic

from sqlalchemy import ARRAY, Integer, any_, bindparam, cast, select

from sevenfold.server.errors import StorageProblem
from sevenfold.server.storage.backend import Backend
from sevenfold.server.storage.mapping import Mapper
from sevenfold.server.storage.rows import Label, PersonRow, SessionRow, now
from sevenfold.server.storage.schema import sessions
from sevenfold.server.storage.statements import Statement
from sevenfold.server.storage.sweeping import Sweep

KEPT = 60.0
"""How long a session is remembered without asking the database again, in seconds."""

KEPT_IF_SHARED = 2.0
"""The same where another process may have changed it: renamed, given another token, ended."""

MOST_KEPT = 10_000

USED_EVERY = 3600 * 1000
"""How exactly it is kept when a session was last used, in ms."""

_PERSON = Mapper(PersonRow)
_SESSIONS = Mapper(SessionRow, sessions)
_FIND = Statement(
    "SELECT persons.id, expires, name, sessions.id AS session, used, token_hash, word,"
    " key_hash IS NOT NULL AS has_key, admissions.person_id IS NOT NULL AND word IS NULL AS introduced"
    " FROM sessions JOIN persons ON persons.id = sessions.person_id"
    " LEFT JOIN admissions ON admissions.person_id = persons.id"
    " WHERE (token_hash = :token OR next_hash = :token) AND expires > :now"
)
_ADD = Statement("INSERT INTO persons (name) VALUES (NULL) RETURNING id")
_ADD_SESSION = Statement(
    "INSERT INTO sessions (person_id, token_hash, expires, created, used, browser, system)"
    " VALUES (:person, :token, :expires, :now, :now, :browser, :system)"
)
_OFFER_TOKEN = Statement(
    "UPDATE sessions SET next_hash = :token, expires = :expires, used = :now,"
    " browser = COALESCE(:browser, browser), system = COALESCE(:system, system)"
    " WHERE id = :session AND expires = :was",
    counted=True,
)
_TAKE_TOKEN = Statement(
    "UPDATE sessions SET token_hash = :token, next_hash = NULL WHERE id = :session AND next_hash = :token"
)
_USE = Statement("UPDATE sessions SET used = :now WHERE id = :session")
_RENAME = Statement(
    "UPDATE persons SET name = :name WHERE id = :person"
    " AND EXISTS (SELECT 1 FROM sessions WHERE person_id = persons.id)"
)
_OF = Statement(
    f"SELECT {', '.join(_SESSIONS.columns)} FROM sessions WHERE person_id = :person AND expires > :now"
    " ORDER BY used DESC, id DESC"
)
_END = Statement("DELETE FROM sessions WHERE person_id = :person AND id = :session RETURNING id")
_END_OTHERS = Statement("DELETE FROM sessions WHERE person_id = :person AND id <> :session RETURNING id")
_STILL_THERE = Statement(
    select(sessions.c.id).where(sessions.c.id == any_(cast(bindparam("sessions"), ARRAY(Integer))))
)

_SESSIONS_OVER = Sweep(
    "sessions",
    "(expires < :now OR used < :used_before"
    " AND NOT EXISTS (SELECT 1 FROM persons WHERE id = sessions.person_id AND key_hash IS NOT NULL))",
)
_OVER = Sweep(
    "persons",
    "key_hash IS NULL"
    " AND NOT EXISTS (SELECT 1 FROM sessions WHERE person_id = persons.id)"
    " AND NOT EXISTS (SELECT 1 FROM seats WHERE person_id = persons.id)"
    " AND NOT EXISTS (SELECT 1 FROM members WHERE person_id = persons.id AND kind <> 'gone')"
    " AND NOT EXISTS (SELECT 1 FROM forgetting WHERE person_id = persons.id)",
)

NO_LABEL = Label()


class PersonStore:
    """The part of the database that knows who is who."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self.kept_for = KEPT_IF_SHARED if backend.is_shared else KEPT
        self._persons: dict[bytes, tuple[float, PersonRow]] = {}
        """Who is known by which token, and when it was read."""
        self._reading: dict[bytes, asyncio.Task[PersonRow | None]] = {}
        self._ended: set[int] = set()
        """Sessions that have ended since this process began: what was read before says otherwise."""
        self._to_tell: defaultdict[int, set[Callable[[], None]]] = defaultdict(set)
        """What is called when a session ends, by its number."""

    async def add(self, token_hash: bytes, expires: int, label: Label = NO_LABEL) -> int:
        """A new person's number. They have one session."""
        async with self._backend.transaction() as transaction:
            (added,) = await transaction.rows(_ADD)
            person: int = added["id"]
            begun = {"person": person, "token": token_hash, "expires": expires, "now": now()}
            await transaction.change(_ADD_SESSION.of([begun | label.values]))
        return person

    async def find(self, token_hash: bytes) -> PersonRow | None:
        """Who has the session with this token; None if there is none, or it has ended."""
        read, person = self._persons.get(token_hash, (0.0, None))
        if person is None or monotonic() - read > self.kept_for:
            person = await self._read_once(token_hash)
        return person if person is not None and person.expires > now() else None

    async def _read_once(self, token_hash: bytes) -> PersonRow | None:
        """Share one read among all who ask during it: a page opens several sockets at once."""
        reading = self._reading.get(token_hash)
        if reading is None:
            reading = self._reading[token_hash] = asyncio.create_task(self._read(token_hash))
            reading.add_done_callback(lambda _: self._reading.pop(token_hash, None))
        person = await asyncio.shield(reading)
        if person is None or person.session in self._ended:
            return None
        self._keep(token_hash, person)
        return person

    def _keep(self, token_hash: bytes, person: PersonRow) -> None:
        self._persons.pop(token_hash, None)
        if len(self._persons) >= MOST_KEPT:
            del self._persons[next(iter(self._persons))]
        self._persons[token_hash] = monotonic(), person

    async def _read(self, token_hash: bytes) -> PersonRow | None:
        rows = await self._backend.rows(_FIND, {"token": token_hash, "now": now()})
        if not rows:
            return None
        (found,) = rows
        person = _PERSON.read(found)
        with suppress(StorageProblem):  # then both tokens stay valid, and its last use is not known
            if found["token_hash"] != token_hash:
                await self._change_token(person, found["token_hash"], token_hash)
            if found["used"] < now() - USED_EVERY:
                await self._backend.write(_USE.of([{"session": person.session, "now": now()}]))
        return person

    async def offer_token(
        self, person: PersonRow, token_hash: bytes, expires: int, label: Label = NO_LABEL
    ) -> bool:
        """Let a session last until `expires`, with a new token that replaces the old one when first used.

        The answer with the new token may be lost on its way, so until then both tokens are valid. Return
        whether this was done: of several tokens offered at the same time, only one is kept.
        """
        offer = {"session": person.session, "was": person.expires, "token": token_hash, "expires": expires}
        done = await self._backend.write(_OFFER_TOKEN.of([offer | {"now": now()} | label.values]))
        self.forget(person.id)
        return done

    async def _change_token(self, person: PersonRow, old: bytes, new: bytes) -> None:
        """Note that the new token is in use. Requests sent with the old one just now are still answered."""
        await self._backend.write(_TAKE_TOKEN.of([{"session": person.session, "token": new}]))
        self._keep(old, person)

    async def rename(self, person: int, name: str) -> None:
        """Set what a person is called at tables from now on."""
        self.forget(person)
        await self._backend.write(_RENAME.of([{"person": person, "name": name}]))
        self.forget(person)

    def forget(self, person: int) -> None:
        """Read a person again when next asked for them."""
        self._persons = {token: kept for token, kept in self._persons.items() if kept[1].id != person}

    # --- the sessions of a person -------------------------------------------------------------------

    async def sessions(self, person: int) -> tuple[SessionRow, ...]:
        """The sessions of a person, the one used last before others."""
        return _SESSIONS.all(await self._backend.rows(_OF, {"person": person, "now": now()}))

    async def end(self, person: int, session: int) -> list[int]:
        """End one of a person's sessions. Return it, if it was theirs. Whoever asks has it cut."""
        return await self._delete(_END, person, session)

    async def end_others(self, person: int, session: int) -> list[int]:
        """End all sessions of a person but this one. Return which. Whoever asks has them cut."""
        return await self._delete(_END_OTHERS, person, session)

    async def _delete(self, statement: Statement, person: int, session: int) -> list[int]:
        async with self._backend.transaction() as transaction:
            ended = await transaction.rows(statement, {"person": person, "session": session})
        return [row["id"] for row in ended]

    # --- sessions that have ended -------------------------------------------------------------------

    def cut(self, session: int) -> None:
        """Know a session no longer, and tell its sockets: it has ended, here or through another process."""
        self._ended.add(session)
        self._reading.clear()
        self._persons = {token: kept for token, kept in self._persons.items() if kept[1].session != session}
        for call in tuple(self._to_tell.get(session, ())):
            call()

    def has_ended(self, session: int) -> bool:
        """Whether a session has ended since this process began."""
        return session in self._ended

    @contextmanager
    def told_of_end(self, session: int, call: Callable[[], None]) -> Iterator[None]:
        """Call this when a session ends."""
        self._to_tell[session].add(call)
        try:
            yield
        finally:
            self._to_tell[session].discard(call)
            if not self._to_tell[session]:
                del self._to_tell[session]

    async def look_again(self) -> None:
        """Cut the sessions with sockets here that are gone: word from other processes may have been lost."""
        here = list(self._to_tell)
        there = {row["id"] for row in await self._backend.rows(_STILL_THERE, {"sessions": here})}
        for session in here:
            if session not in there:
                self.cut(session)

    async def sweep(self, used_before: int = 0) -> int:
        """Delete sessions that are over, and persons who have none, no key, and are at no table.

        Without a key, a session is over that was last used before then. Those who asked to be forgotten are
        not among them: what they said goes before they do. Return how many persons there were.
        """
        await _SESSIONS_OVER.run(self._backend, {"now": now(), "used_before": used_before})
        return await _OVER.run(self._backend)

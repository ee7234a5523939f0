"""Another browser becomes a person's: by a link that one of theirs has made, by the key they wrote down, or
by a link that the server's host has made.

The session of that browser ends, and it gets a new one, with a token that nobody had before it asked. What
its former person has may come along. Rows are locked in one order: tables, persons, links, sessions, others.
"""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from sevenfold.server.errors import BothThere, LinkUnknown
from sevenfold.server.storage.backend import Backend, Transaction
from sevenfold.server.storage.mapping import Mapper
from sevenfold.server.storage.rows import PersonRow, now
from sevenfold.server.storage.statements import Row, Statement

_OPEN = "answer IS NULL AND browser_links.expires > :now"

_FORGET_OLD = Statement("DELETE FROM browser_links WHERE expires < :now")
_MAKE = Statement(
    "INSERT INTO browser_links (session_id, key_hash, expires) VALUES (:session, :key, :expires)"
    " ON CONFLICT (session_id) DO UPDATE SET key_hash = excluded.key_hash, expires = excluded.expires,"
    " asks = NULL, token_hash = NULL, brings = FALSE, answer = NULL"
)
_LINK = Statement(
    "SELECT session_id AS session, person_id AS person, name, asks, answer FROM browser_links"
    " JOIN sessions ON sessions.id = session_id JOIN persons ON persons.id = person_id"
    " WHERE browser_links.key_hash = :key AND browser_links.expires > :now"
)
_ASK = Statement(
    "UPDATE browser_links SET asks = :session, token_hash = :token, brings = :brings"
    f" WHERE key_hash = :key AND {_OPEN} AND (asks IS NULL OR asks = :session)",
    counted=True,
)
_GIVE_TOKEN = Statement(
    "UPDATE sessions SET next_hash = :token, expires = :expires WHERE id = :session", counted=True
)
_ASKED = Statement(
    "SELECT browser_links.expires, brings, asks, asking.person_id AS former, browser, system, name,"
    " asking.token_hash AS token FROM browser_links LEFT JOIN sessions AS asking"
    " ON asking.id = asks AND asking.token_hash = browser_links.token_hash"
    f" LEFT JOIN persons ON persons.id = asking.person_id WHERE session_id = :session AND {_OPEN}"
)
"""A browser asks once it uses the token that it was given for that: so it has it, and nobody else."""

_FORGET_OLD_VOUCHED = Statement("DELETE FROM person_links WHERE expires < :now")
_VOUCH = Statement(
    "INSERT INTO person_links (person_id, key_hash, expires) VALUES (:person, :key, :expires)"
    " ON CONFLICT (person_id) DO UPDATE SET key_hash = excluded.key_hash, expires = excluded.expires"
)
_VOUCHED = Statement(
    "SELECT persons.id, name FROM person_links JOIN persons ON persons.id = person_id"
    " WHERE person_links.key_hash = :key AND expires > :now"
    " AND NOT EXISTS (SELECT 1 FROM forgetting WHERE person_id = persons.id)"
)
_USE_UP = Statement("DELETE FROM person_links WHERE key_hash = :link AND expires > :now RETURNING person_id")
_PERSON = Statement(
    "SELECT id, name FROM persons WHERE id = :person"
    " AND NOT EXISTS (SELECT 1 FROM forgetting WHERE person_id = persons.id)"
)

_HOLD = Statement("UPDATE persons SET name = name WHERE id = :person")
_ANSWER = Statement(
    f"UPDATE browser_links SET answer = :attach WHERE session_id = :session AND asks = :asks AND {_OPEN}"
)
_END = Statement(
    "DELETE FROM sessions WHERE id = :asks AND person_id = :former AND token_hash = :token"
    " RETURNING browser, system"
)
_BEGIN = Statement(
    "INSERT INTO sessions (person_id, token_hash, created, used, expires, browser, system)"
    " VALUES (:person, :new_token, :now, :now, :expires, :browser, :system)"
)
_LET_IN_TOO = Statement(
    "INSERT INTO admissions (person_id, at, word, introduction_id)"
    " SELECT CAST(:person AS integer), at, word, introduction_id FROM admissions WHERE person_id = :former"
    " ON CONFLICT (person_id) DO UPDATE SET word = excluded.word, introduction_id = excluded.introduction_id"
    " WHERE admissions.word IS NOT NULL"
)
"""Whoever was let in with this browser stays in, as whom they are now."""

_SET_KEY = Statement("UPDATE persons SET key_hash = :key WHERE id = :person")
_BY_KEY = Statement(
    "SELECT id FROM persons WHERE key_hash = :key"
    " AND NOT EXISTS (SELECT 1 FROM forgetting WHERE person_id = persons.id)"
)
_HAS_KEY = Statement("SELECT 1 AS found FROM persons WHERE id = :person AND key_hash IS NOT NULL")
_SITS = Statement(
    "SELECT count(*) AS number FROM seats JOIN tables ON tables.id = table_id"
    " WHERE person_id = :person AND NOT over"
)

# --- where both are ---------------------------------------------------------------------------------

_AT = (
    "(SELECT table_id FROM seats WHERE person_id = {0}"
    " UNION SELECT table_id FROM members WHERE person_id = {0})"
)
_BOTH_AT_TABLE = Statement(
    "SELECT id FROM tables WHERE NOT over"
    f" AND id IN {_AT.format(':person')} AND id IN {_AT.format(':former')} LIMIT 1"
)
_BOTH_PLAY_BOARD = Statement(
    "SELECT theirs.id FROM tables AS theirs JOIN seats ON seats.table_id = theirs.id"
    " AND seats.person_id = :former WHERE NOT theirs.over AND theirs.board IN (SELECT board FROM tables"
    " JOIN seats AS own ON own.table_id = tables.id AND own.person_id = :person WHERE NOT over) LIMIT 1"
)

_BOTH_IN_EVENT = Statement(
    "SELECT theirs.event_id FROM event_people AS theirs JOIN event_people AS own"
    " ON own.event_id = theirs.event_id AND own.person_id = :person"
    " JOIN events ON events.id = theirs.event_id"
    " WHERE theirs.person_id = :former AND theirs.gone IS NULL AND own.gone IS NULL"
    " AND (events.closes IS NULL OR events.closes > :now) LIMIT 1"
)

# --- what comes along -------------------------------------------------------------------------------

_EVER_AT = "SELECT table_id FROM {0} WHERE person_id = {1}"
_EVER = " UNION ".join(_EVER_AT.format(each, "{0}") for each in ("seats", "members", "tenures"))
_TO_BRING = Statement(
    f"SELECT table_id FROM ({_EVER.format(':former')}) AS theirs"
    f" WHERE table_id NOT IN ({_EVER.format(':person')}) ORDER BY table_id"
)
_LEFT = Statement(
    f"SELECT id AS table_id FROM tables WHERE NOT over AND id IN {_AT.format(':former')} ORDER BY id"
)
_RAISE_EDITION = Statement("UPDATE tables SET edition = edition + 1 WHERE id = :table")
_BRING_TO_TABLE = tuple(
    Statement(f"UPDATE {each} SET person_id = :person WHERE table_id = :table AND person_id = :former")
    for each in ("seats", "members", "tenures", "talk", "reviews")
)

_KNOW_AT_TABLE = (
    Statement(
        "INSERT INTO members (table_id, person_id, kind, played) SELECT id, :other, 'gone', seat FROM tables"
        " JOIN seats ON table_id = id WHERE id = :table AND person_id = :whose AND started AND NOT over"
    ),
    Statement(
        "INSERT INTO members (table_id, person_id, kind, played, hands, deal)"
        " SELECT id, :other, 'gone', played, hands, members.deal FROM tables JOIN members ON table_id = id"
        " WHERE id = :table AND person_id = :whose AND NOT over AND (played IS NOT NULL OR hands <> 0)"
    ),
)
"""Of the two only one has the seat now. Of the other it is kept that they have played it: so they play no
other in that match, with this browser or with those that they still have."""


def _bring(table: str, key: str) -> Statement:
    """Bring the rows of a table, but for those where the person has one with the same `key` already."""
    return Statement(
        f"UPDATE {table} SET person_id = :person WHERE person_id = :former AND {key} NOT IN"
        f" (SELECT {key} FROM {table} WHERE person_id = :person)"
    )


_OWN = "SELECT 1 FROM results AS own WHERE own.board_id = results.board_id AND own.person_id = :person"
_NOT_NEW = (
    "UPDATE results SET counts = FALSE WHERE person_id = :person AND counts AND number > 0"
    " AND EXISTS (SELECT 1 FROM seen JOIN boards ON boards.deal_id = seen.deal_id"
    " WHERE boards.id = results.board_id"
)
_SEE = (
    Statement(f"{_NOT_NEW} AND results.ended IS NULL AND seen.person_id = :former)"),
    Statement(
        "INSERT INTO seen (person_id, deal_id, at) SELECT :person, deal_id, at FROM seen"
        " WHERE person_id = :former ON CONFLICT (person_id, deal_id) DO UPDATE SET"
        " at = CASE WHEN excluded.at < seen.at THEN excluded.at ELSE seen.at END"
    ),
)
"""What the other browser has seen always comes along, and ends that a deal is new to the person."""

_BRING = (
    _bring("event_people", "event_id"),
    Statement(
        f"UPDATE results SET person_id = :person, number = CASE WHEN number = 0 AND NOT EXISTS ({_OWN}"
        f" AND own.number = 0) THEN 0 ELSE number + 1 + COALESCE(({_OWN.replace('1', 'max(number)', 1)}), -1)"
        " END WHERE person_id = :former"
    ),
    _bring("board_links", "board_id"),
    _bring("round_links", "table_id"),
    Statement("UPDATE events SET host_id = :person WHERE host_id = :former"),
    Statement("UPDATE reports SET person_id = :person WHERE person_id = :former"),
    Statement("UPDATE introductions SET maker_id = :person WHERE maker_id = :former"),
)

_COUNT_AGAIN = Statement(f"{_NOT_NEW} AND seen.person_id = :person AND seen.at < results.begun)")
"""What they had seen as one of the two before it was dealt to them as the other."""


class KeptBrowserLink(msgspec.Struct, frozen=True):
    """A link for another browser: the session and the person whose it is, and which session asks by it."""

    session: int
    person: int
    name: str | None
    asks: int | None
    answer: bool | None


class AskingSession(msgspec.Struct, frozen=True):
    """Which browser asks by a link, and the person whose it is so far; None while none does."""

    expires: int
    brings: bool
    asks: int | None
    former: int | None
    browser: str | None
    system: str | None
    name: str | None
    token: bytes | None


class NamedPerson(msgspec.Struct, frozen=True):
    """A person's number, and what they are called."""

    id: int
    name: str | None


class Attached(NamedTuple):
    """What has changed: the sessions that have ended, and the tables with another person."""

    ended: Sequence[int]
    tables: Sequence[str]


_LINKS = Mapper(KeptBrowserLink)
_ASKS = Mapper(AskingSession)
_PERSONS = Mapper(NamedPerson)


class AttachingStore:
    """The part of the database that gives a person another browser."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    async def make(self, session: int, key_hash: bytes, expires: int) -> None:
        """Keep a link of a session, in place of the one it had. Raises Vanished if the session has ended."""
        made = {"session": session, "key": key_hash, "expires": expires}
        await self._backend.write(_FORGET_OLD.of([{"now": now()}]), _MAKE.of([made]))

    async def link(self, key_hash: bytes) -> KeptBrowserLink | None:
        """A link that has not ended; None if there is none."""
        return _LINKS.first(await self._backend.rows(_LINK, {"key": key_hash, "now": now()}))

    async def ask(
        self, key_hash: bytes, session: int, token_hash: bytes, expires: int, *, brings: bool
    ) -> bool:
        """Ask by a link, for a session that is given this token. Return False if another has asked by it."""
        asks = {"key": key_hash, "session": session, "token": token_hash, "brings": brings, "now": now()}
        given = {"session": session, "token": token_hash, "expires": expires}
        return await self._backend.write(_ASK.of([asks]), _GIVE_TOKEN.of([given]))

    async def asked(self, session: int) -> AskingSession | None:
        """Who asks by the link of a session; None if it has none that is open."""
        return _ASKS.first(await self._backend.rows(_ASKED, {"session": session, "now": now()}))

    async def refuse(self, session: int, asked: AskingSession) -> None:
        """Answer no to who asks by the link of a session."""
        refused = {"session": session, "asks": asked.asks, "attach": False, "now": now()}
        await self._backend.write(_ANSWER.of([refused]))

    async def attach(self, person: PersonRow, asked: AskingSession, expires: int) -> Attached:
        """Attach who asks by the link of a person's session. Raises LinkUnknown, BothThere, Vanished."""
        values = {
            "session": person.session,
            "person": person.id,
            "former": asked.former,
            "asks": asked.asks,
            "token": asked.token,
            "new_token": asked.token,
        }
        more = {"attach": True, "now": now(), "expires": expires}
        async with self._backend.transaction(long=True) as transaction:
            tables = await _begin(transaction, values, brings=asked.brings)
            if not await transaction.change(_ANSWER.of([values | more])):
                raise LinkUnknown
            await _give(transaction, values | more)
            await _bring_along(transaction, values, tables, brings=asked.brings)
        return Attached([asked.asks or 0], tables)

    # --- the key ------------------------------------------------------------------------------------

    async def set_key(self, person: int, key_hash: bytes) -> None:
        """Give a person a key, in place of the one they had."""
        await self._backend.write(_SET_KEY.of([{"person": person, "key": key_hash}]))

    async def has_key(self, person: int) -> bool:
        """Whether a person has a key."""
        return bool(await self._backend.rows(_HAS_KEY, {"person": person}))

    async def by_key(self, key_hash: bytes) -> int | None:
        """Whose key this is; None if it is nobody's."""
        found = await self._backend.rows(_BY_KEY, {"key": key_hash})
        return found[0]["id"] if found else None

    # --- a link of the server's host ----------------------------------------------------------------

    async def person(self, number: int) -> NamedPerson | None:
        """A person; None if there is none of this number, or they have deleted their data."""
        return _PERSONS.first(await self._backend.rows(_PERSON, {"person": number}))

    async def vouch(self, person: int, key_hash: bytes, expires: int) -> None:
        """Keep a link that gives a person back, in place of the one before. Raises Vanished."""
        made = {"person": person, "key": key_hash, "expires": expires}
        await self._backend.write(_FORGET_OLD_VOUCHED.of([{"now": now()}]), _VOUCH.of([made]))

    async def vouched(self, key_hash: bytes) -> NamedPerson | None:
        """Whom such a link gives back; None if there is none, or it has been used."""
        return _PERSONS.first(await self._backend.rows(_VOUCHED, {"key": key_hash, "now": now()}))

    # --- by either ----------------------------------------------------------------------------------

    async def attach_at_once(
        self,
        former: PersonRow,
        person: int,
        old_token: bytes,
        token: bytes,
        expires: int,
        *,
        brings: bool,
        link: bytes | None = None,
    ) -> Attached:
        """Attach a session of somebody else to a person, with a new token; `link` is used up by it.

        Raises LinkUnknown, BothThere, Vanished.
        """
        values = {
            "person": person,
            "former": former.id,
            "asks": former.session,
            "token": old_token,
            "new_token": token,
        }
        async with self._backend.transaction(long=True) as transaction:
            tables = await _begin(transaction, values, brings=brings)
            if link is not None and not await transaction.rows(_USE_UP, {"link": link, "now": now()}):
                raise LinkUnknown
            await _give(transaction, values | {"now": now(), "expires": expires})
            await _bring_along(transaction, values, tables, brings=brings)
        return Attached([former.session], tables)

    # --- what a person has --------------------------------------------------------------------------

    async def sits(self, person: int) -> int:
        """At how many tables that are not over a person sits."""
        (found,) = await self._backend.rows(_SITS, {"person": person})
        return int(found["number"])

    async def require_apart(self, person: int, former: int) -> None:
        """Raise BothThere if both are at one table, have one board in play, or take part in one event."""
        async with self._backend.transaction() as transaction:
            await _require_apart(transaction, {"person": person, "former": former})


async def _begin(transaction: Transaction, values: Row, *, brings: bool) -> list[str]:
    """Hold whom it is about, and return the tables that come along, or at which something is left."""
    both = {"person": values["person"], "former": values["former"]}
    found = await transaction.rows(_TO_BRING if brings else _LEFT, both)
    tables = [row["table_id"] for row in found]
    if tables:
        await transaction.change(_RAISE_EDITION.of([{"table": table} for table in tables]))
    await transaction.change(_HOLD.of([{"person": each} for each in sorted(both.values())]))
    await _require_apart(transaction, both)
    return tables


async def _require_apart(transaction: Transaction, both: Row) -> None:
    for what, statement in (("table", _BOTH_AT_TABLE), ("board", _BOTH_PLAY_BOARD)):
        found = await transaction.rows(statement, both)
        if found:
            raise BothThere(what=what, table=found[0]["id"])
    if await transaction.rows(_BOTH_IN_EVENT, {**both, "now": now()}):
        raise BothThere(what="event", table="")


async def _give(transaction: Transaction, values: Row) -> None:
    """End a session, and begin another of the person with its new token."""
    ended = await transaction.rows(_END, values)
    if not ended:
        raise LinkUnknown
    await transaction.change(_BEGIN.of([values | ended[0]]))
    await transaction.change(_LET_IN_TOO.of([{"person": values["person"], "former": values["former"]}]))


async def _bring_along(transaction: Transaction, values: Row, tables: list[str], *, brings: bool) -> None:
    person, former = values["person"], values["former"]
    both = {"person": person, "former": former}
    other, whose = (former, person) if brings else (person, former)
    at_tables = [both | {"other": other, "whose": whose, "table": table} for table in tables]
    for statement in (*(_BRING_TO_TABLE if brings else ()), *_KNOW_AT_TABLE) if tables else ():
        await transaction.change(statement.of(at_tables))
    for statement in (*_SEE, *(_BRING if brings else ()), _COUNT_AGAIN):
        await transaction.change(statement.of([both]))

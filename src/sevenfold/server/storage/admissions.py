"""Who was let into a closed card room, by what, and to what alone a link lets somebody in."""

import secrets

import msgspec

from sevenfold.server.errors import LinkUnknown
from sevenfold.server.storage.backend import Backend
from sevenfold.server.storage.mapping import Mapper
from sevenfold.server.storage.rows import now
from sevenfold.server.storage.statements import Statement
from sevenfold.server.storage.sweeping import Sweep

_SAY_WORD = Statement(
    "INSERT INTO admissions (person_id, at, word) VALUES (:person, :now, :word)"
    " ON CONFLICT (person_id) DO UPDATE SET word = excluded.word WHERE admissions.word IS NOT NULL"
)
_MAKE = Statement(
    "INSERT INTO introductions (key, maker_id, made, expires, once)"
    " VALUES (:key, :maker, :now, :expires, :once) RETURNING id"
)
_FIND = (
    "SELECT introductions.id, introductions.key, maker_id AS maker, name AS by, made, expires, once, came"
    " FROM introductions LEFT JOIN persons ON persons.id = maker_id"
)
_BY_KEY = Statement(f"{_FIND} WHERE introductions.key = :key")
_OF = Statement(f"{_FIND} WHERE maker_id = :maker AND expires > :now ORDER BY introductions.id DESC")
_ALL = Statement(f"{_FIND} ORDER BY introductions.id")
_CAME = Statement(
    "SELECT introduction_id AS introduction, person_id AS person, name, at FROM admissions"
    " JOIN persons ON persons.id = person_id WHERE introduction_id IS NOT NULL ORDER BY at, person_id"
)
_USE = Statement(
    "UPDATE introductions SET came = came + 1 WHERE key = :key AND expires > :now"
    " AND (came = 0 OR NOT once) RETURNING id"
)
"""It looks at the row and changes it at once: of two who come at one moment, one is let in by it."""

_IS_IN = Statement("SELECT 1 AS found FROM admissions WHERE person_id = :person AND word IS NULL")
_LET_IN = Statement(
    "INSERT INTO admissions (person_id, at, introduction_id) VALUES (:person, :now, :introduction)"
    " ON CONFLICT (person_id) DO UPDATE SET word = NULL, introduction_id = excluded.introduction_id"
)
_END = Statement(
    "UPDATE introductions SET expires = :now WHERE id = :introduction AND expires > :now", counted=True
)
_END_OWN = Statement(
    "UPDATE introductions SET expires = :now WHERE id = :introduction AND maker_id = :maker"
    " AND expires > :now",
    counted=True,
)
_UNUSED = Sweep("introductions", "came = 0 AND expires < :old")

_AT_TABLE = " UNION ALL ".join(
    f"SELECT 1 AS found FROM {each} WHERE table_id = :key AND person_id = :person"
    for each in ("seats", "members", "tenures")
)
_LEADS = {
    "table": Statement(_AT_TABLE),
    "round": Statement(
        f"{_AT_TABLE.replace(':key', ':table')} UNION ALL SELECT 1 FROM round_links WHERE key = :key"
    ),
    "cards": Statement("SELECT 1 AS found FROM board_links WHERE key = :key"),
    "event": Statement("SELECT 1 AS found FROM events WHERE id = :key"),
    "board": Statement("SELECT 1 AS found FROM results WHERE board_id = :key AND person_id = :person"),
}
"""Whether somebody has what is behind an address: its link, or a place there."""


class Introduction(msgspec.Struct, frozen=True):
    """A link by which its maker lets others in: one, or as many as come before it `expires`."""

    id: int
    key: str
    maker: int | None
    by: str | None
    made: int
    expires: int
    once: bool
    came: int

    @property
    def is_open(self) -> bool:
        """Whether it still lets somebody in."""
        return self.expires > now() and not (self.once and self.came)


class Came(msgspec.Struct, frozen=True):
    """A person who has come in by an introduction."""

    introduction: int
    person: int
    name: str | None
    at: int


_INTRODUCTIONS = Mapper(Introduction)
_CAME_IN = Mapper(Came)


class AdmissionStore:
    """The part of the database that knows who was let in."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    async def say_word(self, person: int, word: bytes) -> None:
        """Let a person in for as long as this is the server's word. Raises Vanished."""
        await self._backend.write(_SAY_WORD.of([{"person": person, "word": word, "now": now()}]))

    async def leads(self, what: str, key: str, person: int) -> bool:
        """Whether this key leads to such a thing, for a person."""
        asked = {"key": key, "table": key.partition(".")[0], "person": person}
        return bool(await self._backend.rows(_LEADS[what], asked))

    # --- introductions ------------------------------------------------------------------------------

    async def make(self, maker: int | None, expires: int, *, once: bool) -> Introduction:
        """A new introduction; without a maker it is the host's. Raises Vanished."""
        key, made = secrets.token_urlsafe(16), now()
        row = {"key": key, "maker": maker, "now": made, "expires": expires, "once": once}
        async with self._backend.transaction() as transaction:
            (added,) = await transaction.rows(_MAKE, row)
        return Introduction(added["id"], key, maker, None, made, expires, once, 0)

    async def find(self, key: str) -> Introduction | None:
        """The introduction with this key, also one that has ended."""
        return _INTRODUCTIONS.first(await self._backend.rows(_BY_KEY, {"key": key}))

    async def of(self, maker: int) -> tuple[Introduction, ...]:
        """A person's introductions that have not ended, the newest first."""
        return _INTRODUCTIONS.all(await self._backend.rows(_OF, {"maker": maker, "now": now()}))

    async def all(self) -> tuple[tuple[Introduction, ...], tuple[Came, ...]]:
        """All introductions, and who has come by them, the first before others."""
        made = _INTRODUCTIONS.all(await self._backend.rows(_ALL))
        return made, _CAME_IN.all(await self._backend.rows(_CAME))

    async def come(self, key: str, person: int) -> None:
        """Let a person in for good, by an introduction; whoever is in uses none up.

        Raises LinkUnknown, Vanished.
        """
        async with self._backend.transaction() as transaction:
            if await transaction.rows(_IS_IN, {"person": person}):
                return
            used = await transaction.rows(_USE, {"key": key, "now": now()})
            if not used:
                raise LinkUnknown
            let_in = {"person": person, "introduction": used[0]["id"], "now": now()}
            await transaction.change(_LET_IN.of([let_in]))

    async def end(self, introduction: int, maker: int | None = None) -> bool:
        """End an introduction, of this maker if one is named. Return False if there is none that is open."""
        ended = {"introduction": introduction, "maker": maker, "now": now()}
        return await self._backend.write((_END if maker is None else _END_OWN).of([ended]))

    async def sweep(self, ended_before: int) -> int:
        """Delete introductions that have ended before a time, and by which nobody has come."""
        return await _UNUSED.run(self._backend, {"old": ended_before})

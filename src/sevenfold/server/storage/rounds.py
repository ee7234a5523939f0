"""Finished rounds: who sat there, the links to them, and what is kept of them besides the log."""

from collections import defaultdict
from typing import NamedTuple

from sqlalchemy import bindparam, select

from sevenfold.server.storage.backend import Backend
from sevenfold.server.storage.mapping import Mapper
from sevenfold.server.storage.schema import kept_rounds, round_links, tenures
from sevenfold.server.storage.statements import Statement


class Tenure(NamedTuple):
    """Who held a seat from log entry number `seq` on. A person who was deleted has no person and no name."""

    seat: int
    seq: int
    person: int | None
    bot: str | None
    name: str | None


class KeptLink(NamedTuple):
    """A link to the round of a deal; `seat` is that of whoever made it, None for a spectator."""

    key: str
    table: str
    deal: int
    seat: int | None


_SAT = Mapper(Tenure, tenures)
_LINKS = Mapper(KeptLink, round_links)

_TENURES = Statement(
    select(tenures).where(tenures.c.table_id == bindparam("table")).order_by(tenures.c.seat, tenures.c.seq)
)
_LINK_BY_KEY = Statement("SELECT table_id, deal, key, seat FROM round_links WHERE key = :key")
_LINK_OF = Statement(
    "SELECT table_id, deal, key, seat FROM round_links"
    " WHERE table_id = :table AND deal = :deal AND person_id = :person"
)
_ADD_LINK = Statement(
    lambda insert: insert(round_links).on_conflict_do_nothing(),
    (*_LINKS.columns, "person_id"),
)
_SUMMARIES = Statement("SELECT summary FROM kept_rounds WHERE table_id = :table ORDER BY deal")
_SHOWN = Statement(
    select(kept_rounds.c.shown).where(
        kept_rounds.c.table_id == bindparam("table"), kept_rounds.c.deal == bindparam("deal")
    )
)
_OF_PERSON = (
    "SELECT table_id FROM tenures WHERE person_id = :person"
    " UNION SELECT table_id FROM seats WHERE person_id = :person"
    " UNION SELECT table_id FROM members WHERE person_id = :person"
)
_MADE_BETWEEN = (
    "SELECT id FROM tables WHERE created BETWEEN :oldest AND :newest AND id IN (" + _OF_PERSON + ")"
)
_SUMMARIES_OF_PERSON = Statement(
    f"SELECT table_id, summary FROM kept_rounds WHERE table_id IN ({_MADE_BETWEEN}) ORDER BY table_id, deal"
)
_TENURES_OF_PERSON = Statement(
    "SELECT table_id, seat, seq, person_id, bot, name FROM tenures"
    f" WHERE table_id IN ({_MADE_BETWEEN}) ORDER BY table_id, seat, seq"
)
_KEEP = Statement(
    lambda insert: insert(kept_rounds).on_conflict_do_nothing(),
    ("table_id", "deal", "ends", "summary", "shown"),
)
_NOT_KEPT = Statement(
    "SELECT table_id FROM not_kept JOIN tables ON tables.id = not_kept.table_id"
    " WHERE game = :game AND rules = :rules"
)
_IS_NOT_KEPT = Statement("SELECT 1 FROM not_kept WHERE table_id = :table")
_ALL_KEPT = Statement("DELETE FROM not_kept WHERE table_id = :table AND seq <= :seq")


class RoundStore:
    """The part of the database that is about finished rounds."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    async def tenures(self, table: str) -> tuple[Tenure, ...]:
        """Who has sat at a table, seat by seat, the earliest first."""
        return _SAT.all(await self._backend.rows(_TENURES, {"table": table}))

    async def by_key(self, key: str) -> KeptLink | None:
        """The link with this key; None if there is none, any more."""
        return _LINKS.first(await self._backend.rows(_LINK_BY_KEY, {"key": key}))

    async def link(self, wanted: KeptLink, person: int) -> str:
        """The key of a person's link to a round: `wanted`, or the one that they have made before.

        Raises Vanished if the table or the person was deleted meanwhile.
        """
        await self._backend.write(_ADD_LINK.of([_LINKS.row(wanted, person_id=person)]))
        asked = {"table": wanted.table, "deal": wanted.deal, "person": person}
        return (_LINKS.first(await self._backend.rows(_LINK_OF, asked)) or wanted).key

    async def summaries(self, table: str) -> list[str]:
        """What is kept of the finished rounds of a table in short, as JSON, in order."""
        return [row["summary"] for row in await self._backend.rows(_SUMMARIES, {"table": table})]

    async def of_person(
        self, person: int, oldest: int, newest: int
    ) -> dict[str, tuple[tuple[str, ...], tuple[Tenure, ...]]]:
        """The same of a person's tables that were made between these times, also of those that they have
        left, with who has sat there.
        """
        asked = {"person": person, "oldest": oldest, "newest": newest}
        summaries: dict[str, list[str]] = defaultdict(list)
        for row in await self._backend.rows(_SUMMARIES_OF_PERSON, asked, long=True):
            summaries[row["table_id"]].append(row["summary"])
        sat: dict[str, list[Tenure]] = defaultdict(list)
        for row in await self._backend.rows(_TENURES_OF_PERSON, asked, long=True):
            sat[row["table_id"]].append(_SAT.read(row))
        return {table: (tuple(texts), tuple(sat[table])) for table, texts in summaries.items()}

    async def shown(self, table: str, deal: int) -> bytes | None:
        """What was shown of a round; None if it is not kept."""
        found = await self._backend.rows(_SHOWN, {"table": table, "deal": deal})
        return bytes(found[0]["shown"]) if found else None

    async def keep(self, table: str, deal: int, ends: int, summary: str, shown: bytes) -> None:
        """Keep a round, unless it is kept already. Raises Vanished if the table was deleted meanwhile."""
        values = {"table_id": table, "deal": deal, "ends": ends, "summary": summary, "shown": shown}
        await self._backend.write(_KEEP.of([values]))

    async def not_kept(self, game: str, rules: int) -> list[str]:
        """Tables by these rules of a game that have finished rounds which are not kept."""
        asked = {"game": game, "rules": rules}
        return [row["table_id"] for row in await self._backend.rows(_NOT_KEPT, asked, long=True)]

    async def is_not_kept(self, table: str) -> bool:
        """Whether a table still has such rounds: another process may have kept them."""
        return bool(await self._backend.rows(_IS_NOT_KEPT, {"table": table}))

    async def all_kept(self, table: str, seq: int) -> None:
        """Note that all rounds of a table are kept that ended with this log entry or before."""
        await self._backend.write(_ALL_KEPT.of([{"table": table, "seq": seq}]))

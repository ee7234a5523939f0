"""What the host does by commands: rows that every process of the server reads within a second.

A command writes what it wants together with an act, which is its line in the log. An order is an act that is
still to be done: one process takes it, does it and writes its outcome.
"""

import msgspec

from sevenfold.server.announced import Announced, BlockRow, Network, Notice
from sevenfold.server.storage.backend import Backend
from sevenfold.server.storage.mapping import Mapper
from sevenfold.server.storage.rows import as_text, now
from sevenfold.server.storage.schema import acts, blocks, notices
from sevenfold.server.storage.statements import Statement, Values, WriteStep

TAKEN_FOR = 60_000
"""After so long, in ms, a process that took an order and has said nothing is gone: another one takes it."""

LOOK = "look"
"""The kind of an act that only asks whom a block would meet. It goes as soon as it is answered."""


class Act(msgspec.Struct, frozen=True, kw_only=True):
    """What the host has done by a command, or an order."""

    id: int
    made: int
    """In ms since 1970."""
    who: str
    kind: str
    about: dict[str, str | int | bool | None]
    taken: int | None
    outcome: str | None


class NewAct(msgspec.Struct, frozen=True):
    """An act as it is written. Without an `outcome` it is an order."""

    who: str
    kind: str
    about: dict[str, str | int | bool | None]
    outcome: str | None = None


class Counted(msgspec.Struct, frozen=True):
    """How many pages are open and how many of them a block would close, by so many processes."""

    processes: int
    there: int
    met: int


_ACT = Mapper(Act, acts)
_NOTICE = Mapper(Notice, notices)
_BLOCK = Mapper(BlockRow, blocks)

_NEWEST = Statement(
    "SELECT count(*) AS number, max(id) AS newest, (SELECT count(*) FROM blocks) AS blocked FROM acts"
)
_ADD_ACT = Statement(
    "INSERT INTO acts (made, who, kind, about, outcome) VALUES (:made, :who, :kind, :about, :outcome)"
    " RETURNING id"
)
_NOTICES = Statement("SELECT kind, words, at, until FROM notices")
_BLOCKS = Statement("SELECT id, person_id, network, reason, made, until FROM blocks ORDER BY id")
_PUT_NOTICE = Statement(
    "INSERT INTO notices (kind, words, at, until) VALUES (:kind, :words, :at, :until)"
    " ON CONFLICT (kind) DO UPDATE SET words = excluded.words, at = excluded.at, until = excluded.until"
)
_END_NOTICE = Statement("DELETE FROM notices WHERE kind = :kind")
_ADD_BLOCK = Statement(
    "INSERT INTO blocks (person_id, network, reason, made, until)"
    " VALUES (:person, :network, :reason, :made, :until)"
)
_END_BLOCK = Statement("DELETE FROM blocks WHERE id = :id")
_ORDERS = Statement(
    "SELECT id, made, who, kind, about, taken, outcome FROM acts WHERE outcome IS NULL ORDER BY id"
)
_ACTS = Statement(
    "SELECT id, made, who, kind, about, taken, outcome FROM acts WHERE kind <> 'look'"
    " ORDER BY id DESC LIMIT :most"
)
_BY_ID = Statement("SELECT id, made, who, kind, about, taken, outcome FROM acts WHERE id = :id")
_TAKE = Statement(
    "UPDATE acts SET taken = :now WHERE id = :id AND outcome IS NULL AND (taken IS NULL OR taken < :gone)",
    counted=True,
)
_DONE = Statement("UPDATE acts SET outcome = :outcome WHERE id = :id")
_COUNT = Statement(
    "INSERT INTO counts (act_id, process, there, met) SELECT id, :process, :there, :met FROM acts"
    " WHERE id = :id ON CONFLICT DO NOTHING"
)
_COUNTED = Statement(
    "SELECT count(*) AS processes, COALESCE(sum(there), 0) AS there, COALESCE(sum(met), 0) AS met"
    " FROM counts WHERE act_id = :id"
)
_END_LOOK = Statement("DELETE FROM acts WHERE id = :id AND kind = 'look'")
_PROCESSES = Statement("SELECT count(*) AS processes FROM processes WHERE expires > :now")


class CareStore:
    """The part of the database that has what the host does; `announced` is what is in force of it."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self._newest: tuple[int, int | None, int] | None = None
        self.announced = Announced()

    # --- for the server -----------------------------------------------------------------------------

    async def look(self) -> bool:
        """Read what is in force, if the host has done anything. Return whether they have."""
        (found,) = await self._backend.rows(_NEWEST)
        # an act may be kept after a later one, and a block goes with its person
        newest = found["number"], found["newest"], found["blocked"]
        if newest == self._newest:
            return False
        told = _NOTICE.all(await self._backend.rows(_NOTICES))
        blocked = _BLOCK.all(await self._backend.rows(_BLOCKS))
        self.announced.take(told, blocked)
        self._newest = newest
        return True

    async def orders(self) -> tuple[Act, ...]:
        """What is still to be done, the oldest first."""
        return _ACT.all(await self._backend.rows(_ORDERS))

    async def take(self, order: Act) -> bool:
        """Begin with an order. Return False where another process has."""
        at = now()
        return await self._backend.write(_TAKE.of([{"id": order.id, "now": at, "gone": at - TAKEN_FOR}]))

    async def done(self, order: Act, outcome: str) -> None:
        """Write what came of an order."""
        await self._backend.write(_DONE.of([{"id": order.id, "outcome": outcome}]))

    async def count(self, look: Act, process: str, there: int, met: int) -> None:
        """Say how many pages there are in a process."""
        values = {"id": look.id, "process": process, "there": there, "met": met}
        await self._backend.write(_COUNT.of([values]))

    # --- for commands -------------------------------------------------------------------------------

    async def do(self, act: NewAct, *steps: WriteStep) -> int:
        """Write an act, and what it changes. Return its number."""
        values: Values = {
            "made": now(),
            "who": act.who[:64],
            "kind": act.kind,
            "about": as_text(act.about),
            "outcome": act.outcome,
        }
        async with self._backend.transaction() as transaction:
            for step in steps:
                await transaction.change(step)
            (added,) = await transaction.rows(_ADD_ACT, values)
        number: int = added["id"]
        return number

    @staticmethod
    def putting(notice: Notice) -> WriteStep:
        """The step that has something told, in the place of what was told before."""
        return _PUT_NOTICE.of([notice._asdict()])

    @staticmethod
    def ending(kind: str) -> WriteStep:
        """The step after which it is told no more."""
        return _END_NOTICE.of([{"kind": kind}])

    @staticmethod
    def blocking(person: int | None, network: Network | None, reason: str, until: int | None) -> WriteStep:
        """The step that blocks a person, or addresses."""
        values = {"person": person, "network": None if network is None else str(network), "reason": reason}
        return _ADD_BLOCK.of([values | {"made": now(), "until": until}])

    @staticmethod
    def unblocking(block: int) -> WriteStep:
        """The step that ends a block."""
        return _END_BLOCK.of([{"id": block}])

    async def find(self, act: int) -> Act | None:
        """An act by its number."""
        return _ACT.first(await self._backend.rows(_BY_ID, {"id": act}))

    async def acts(self, most: int) -> tuple[Act, ...]:
        """What the host has done, the newest first."""
        return _ACT.all(await self._backend.rows(_ACTS, {"most": most}))

    async def notices(self) -> tuple[Notice, ...]:
        """What is told just now."""
        return tuple(
            each
            for each in _NOTICE.all(await self._backend.rows(_NOTICES))
            if each.until is None or each.until > now()
        )

    async def blocks(self) -> tuple[BlockRow, ...]:
        """All blocks, also those that are over."""
        return _BLOCK.all(await self._backend.rows(_BLOCKS))

    async def processes(self) -> int | None:
        """How many processes serve just now; None where only a lock of the folder says so."""
        if not self._backend.is_shared:
            return None
        found: int = (await self._backend.rows(_PROCESSES, {"now": now()}))[0]["processes"]
        return found

    async def counted(self, look: int) -> Counted:
        """What the processes have said so far."""
        (found,) = await self._backend.rows(_COUNTED, {"id": look})
        return Counted(int(found["processes"]), int(found["there"]), int(found["met"]))

    async def end_look(self, look: int) -> None:
        """Nobody is asked any more."""
        await self._backend.write(_END_LOOK.of([{"id": look}]))

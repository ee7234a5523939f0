"""The steps that write a table: its row, who sits there, who else is there, and what its log begins with."""

from collections.abc import Iterator, Sequence

from sqlalchemy import ClauseElement, Integer, bindparam, exists, insert, select, update

from sevenfold.core.log import Dealt, Entry
from sevenfold.server.storage.results import giving_up
from sevenfold.server.storage.rows import (
    MEMBERS,
    SEATS,
    WRITTEN_WITH_MOVES,
    TableRow,
    columns_of,
    log_rows,
)
from sevenfold.server.storage.schema import log, members, persons, seats, tables, tenures
from sevenfold.server.storage.seen import SEE_DEAL, dealt_rows
from sevenfold.server.storage.statements import InsertInto, Statement, Values, WriteStep, now_ms

_SAME = (tables.c.id == bindparam("same")) & (tables.c.edition == bindparam("was"))
_KEPT = [column.name for column in tables.c if column.name not in WRITTEN_WITH_MOVES]

_ADD = Statement(insert(tables))
_CHANGE = Statement(update(tables).where(_SAME), _KEPT, counted=True)
_CHANGE_ALL = Statement(update(tables).where(_SAME), tables.c.keys(), counted=True)
_NOT_GONE_ON = Statement(
    "UPDATE tables SET edition = edition WHERE id = :same"
    " AND NOT EXISTS (SELECT 1 FROM log WHERE table_id = :same AND seq >= :seq)",
    counted=True,
)
"""After the row is held: whoever deals holds it, too, so that what they have written is seen."""

_DELETE = Statement("DELETE FROM tables WHERE id = :same AND edition = :was", counted=True)


def _set_seats(insert: InsertInto) -> ClauseElement:
    """Keep who sits at a seat, in place of whoever sat there."""
    new = insert(seats)
    others = {column.name: new.excluded[column.name] for column in seats.c if not column.primary_key}
    return new.on_conflict_do_update(index_elements=[seats.c.table_id, seats.c.seat], set_=others)


_SET_SEATS = Statement(_set_seats, seats.c.keys())
_FORGET_SEATS = Statement("DELETE FROM seats WHERE table_id = :table AND seat >= :players")
_FORGET_TENURES = Statement("DELETE FROM tenures WHERE table_id = :table AND seat = :at AND seq >= :since")
_ADD_TENURES = Statement(insert(tenures))
_RENAME_TENURES = Statement(
    "UPDATE tenures SET name = :name WHERE table_id = :table AND seat = :at AND person_id = :person"
)
_RENAME_RESULTS = Statement(
    "UPDATE results SET name = :name WHERE board_id = :board AND seat = :at AND table_id = :table"
    " AND person_id = :person"
)
_FORGET_MEMBERS = Statement("DELETE FROM members WHERE table_id = :table")
_ADD_MEMBERS = Statement(
    insert(members).from_select(
        members.c.keys(),
        select(*(bindparam(column.name, type_=column.type) for column in members.c)).where(
            exists(select(persons.c.id).where(persons.c.id == bindparam("person_id", type_=Integer)))
        ),
    )
)
"""Not for persons who have deleted their data meanwhile."""

_BEGIN_LOG = Statement(insert(log).values(at=now_ms()), ("table_id", "seq", "entry"))


def adding(row: TableRow, entries: Sequence[Entry]) -> list[WriteStep]:
    """Keep a new table, with what its log begins with."""
    return [_ADD.of([columns_of(row)]), *_with_people(None, row, len(entries) + 1, entries)]


def replacing(old: TableRow, new: TableRow, seq: int, begins: Sequence[Entry]) -> list[WriteStep]:
    """Keep a changed table of a new edition, unless another has changed it since `old` was read, or its log
    has gone on and it is changed who acts or sees there: they may have been dealt to.

    `seq` is the first log entry that may be by a person who sits down now. Columns that follow from the log
    are left to who appends to it, unless the table starts: then it `begins`. A table at which no person sits
    any more is deleted: in this transaction, so that nobody can sit down meanwhile.
    """
    read = {"same": old.id, "was": old.edition}
    if not new.person_seats:
        return [_DELETE.of([read])]
    change = _CHANGE_ALL if begins else _CHANGE
    decided = [_NOT_GONE_ON.of([{"same": old.id, "seq": seq}])] if old.started and _moves(old, new) else []
    return [change.of([columns_of(new) | read]), *decided, *_with_people(old, new, seq, begins)]


def _moves(old: TableRow, new: TableRow) -> bool:
    """Whether it is changed who acts for a seat, or who may see what."""
    was, will = ([(each.person, each.bot) for each in row.seats] for row in (old, new))
    return was != will or old.members != new.members


def _with_people(
    old: TableRow | None, new: TableRow, seq: int, begins: Sequence[Entry]
) -> Iterator[WriteStep]:
    was, table = old.seats if old else (), {"table": new.id}
    changed = [
        (seat, holder) for seat, holder in enumerate(new.seats) if seat >= len(was) or was[seat] != holder
    ]
    yield _SET_SEATS.of(
        [SEATS.row(holder, table_id=new.id, seat=seat, shows_hand=False) for seat, holder in changed]
    )
    if len(was) > len(new.seats):
        yield _FORGET_SEATS.of([table | {"players": len(new.seats)}])
    sat_down = [
        (seat, holder)
        for seat, holder in changed
        if seat >= len(was) or (was[seat].person, was[seat].bot) != (holder.person, holder.bot)
    ]
    if old is not None:
        yield _FORGET_TENURES.of([table | {"at": seat, "since": seq} for seat, _ in sat_down])
    if old is not None and old.board is not None:
        yield giving_up(old, (seat for seat, _ in sat_down if was[seat].person is not None))
    yield _ADD_TENURES.of(
        [
            {"table_id": new.id, "seat": seat, "seq": seq, "person_id": holder.person, "bot": holder.bot}
            | {"name": holder.name}
            for seat, holder in sat_down
        ]
    )
    renamed: list[Values] = [
        table | {"at": seat, "person": holder.person, "name": holder.name, "board": new.board}
        for seat, holder in changed
        if seat < len(was) and was[seat].person == holder.person is not None and was[seat].name != holder.name
    ]
    yield _RENAME_TENURES.of(renamed)
    if new.board is not None:
        yield _RENAME_RESULTS.of(renamed)
    if old is not None and old.members != new.members:
        yield _FORGET_MEMBERS.of([table])
    if old is None or old.members != new.members:
        yield _ADD_MEMBERS.of([MEMBERS.row(member, table_id=new.id) for member in new.members])
    yield _BEGIN_LOG.of(log_rows(new.id, 0, begins))
    dealt = sum(isinstance(entry, Dealt) for entry in begins)
    deals = [new.deal_id(new.first_round + number) for number in range(dealt)]
    yield SEE_DEAL.of(dealt_rows(new.id, deals))

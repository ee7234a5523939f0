"""Results: to whom a board was dealt, and what it brought them.

A row is written in the transaction that deals, and ended in the one in which the round ends: neither a crash
nor a table that is deleted loses one. It is theirs to whom the hand was dealt, whatever becomes of the seat.
"""

from typing import NamedTuple

from sevenfold.core.standing import Standing
from sevenfold.server.storage.mapping import Mapper
from sevenfold.server.storage.rows import TableRow
from sevenfold.server.storage.schema import results
from sevenfold.server.storage.statements import Statement, Values, WriteStep


class Result(NamedTuple):
    """What a board brought somebody at a table; `result` is None before the end.

    `number` counts their tries from 1; 0 is the round from which the board was made. Without `guest` and
    `bot` it is that of a person who was deleted.
    """

    board: str
    seat: int
    table: str
    guest: int | None
    bot: str | None
    name: str | None
    number: int
    counts: bool
    result: int | None
    is_there: bool
    """Whether the table is, so that the round can be played on or looked at."""

    @property
    def is_in_play(self) -> bool:
        """Whether they may still play on there."""
        return self.result is None and self.is_there

    @property
    def brought(self) -> int:
        """The result of one that has ended."""
        assert self.result is not None
        return self.result

    @property
    def counted(self) -> int | None:
        """What is compared: the result, if it counts."""
        return self.result if self.counts else None


RESULTS = Mapper(Result, results)

READ = (
    f"SELECT {', '.join(f'results.{name}' for name in RESULTS.columns)},"
    " EXISTS (SELECT 1 FROM tables WHERE tables.id = results.table_id) AS is_there"
)
"""What a statement begins with that finds results."""

COUNTED = "results.result IS NOT NULL AND results.counts"

_BEGIN = Statement(lambda insert: insert(results), [*RESULTS.columns, "begun"])

END_RESULTS = Statement(
    "UPDATE results SET result = :result, ended = last.at,"
    " counts = results.counts AND (last.closes IS NULL OR last.at < last.closes)"
    " FROM (SELECT tables.board, boards.closes, log.at FROM tables JOIN boards ON boards.id = tables.board"
    " JOIN log ON log.table_id = tables.id WHERE tables.id = :table ORDER BY log.seq DESC LIMIT 1) AS last"
    " WHERE results.board_id = last.board AND results.seat = :seat AND results.table_id = :table"
    " AND results.ended IS NULL"
)
"""Does nothing at a table of no board. What ends after the board has closed does not count."""


def beginning(row: TableRow, number: int = 1, *, counts: bool = True, bots: bool = False) -> WriteStep:
    """The step that keeps to whom a board is dealt at a new table, together with the table.

    Bots are among them on an evening alone: elsewhere nobody is compared with the board's own.
    """
    assert row.board is not None
    return _BEGIN.of(
        [
            RESULTS.row(
                Result(
                    *(row.board, seat, row.id, holder.guest, holder.bot, holder.name, number),
                    counts=counts,
                    result=None,
                    is_there=True,
                ),
                begun=row.created,
            )
            for seat, holder in enumerate(row.seats)
            if bots or holder.guest is not None
        ]
    )


def ends_of(table: str, standing: Standing) -> list[Values]:
    """For each seat of a table whose match is over, what its last round brought."""
    if not standing.over or standing.result is None:
        return []
    return [{"table": table, "seat": seat, "result": result} for seat, result in enumerate(standing.result)]

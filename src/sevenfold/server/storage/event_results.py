"""What a board of an event brought, kept in the transaction in which its round ends.

So nothing has to be settled afterwards, and no table is needed for a result: neither a crash nor a table that
is deleted loses one.
"""

from sevenfold.core.standing import Standing
from sevenfold.server.storage.statements import Statement, Values

KEEP_RESULTS = Statement(
    "INSERT INTO event_results (event_id, number, seat, table_id, guest_id, bot, result)"
    " SELECT event_boards.event_id, event_boards.number, seats.seat, tables.id, seats.guest_id, seats.bot,"
    " CAST(:result AS integer)"
    " FROM tables JOIN event_boards ON event_boards.board_id = tables.board"
    " JOIN boards ON boards.id = tables.board JOIN events ON events.id = event_boards.event_id"
    " JOIN seats ON seats.table_id = tables.id AND seats.seat = :seat"
    " WHERE tables.id = :table AND (seats.guest_id IS NOT NULL OR events.kind <> 'own_time')"
    " AND (boards.closes IS NULL OR boards.closes >"
    " (SELECT at FROM log WHERE log.table_id = tables.id ORDER BY seq DESC LIMIT 1))"
    " ON CONFLICT DO NOTHING"
)
"""Does nothing at a table of no event, and nothing after the board has closed.

At one's own time the board's own bots are nobody with whom anything is compared.
"""


def results_of(table: str, standing: Standing) -> list[Values]:
    """For each seat of a table whose match is over, what its last round brought."""
    if not standing.over or standing.result is None:
        return []
    return [{"table": table, "seat": seat, "result": result} for seat, result in enumerate(standing.result)]

"""Results as rows of their own, in place of tries at boards and results of events: they outlive tables."""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None

TIME = "ms since 1970, UTC"

COLUMNS = ("board_id", "seat", "table_id", "guest_id", "bot", "name", "number", "counts", "begun", "ended")
RESULTS = sa.table("results", *map(sa.column, (*COLUMNS, "result")))

OF_A_ROW = (
    "(SELECT name FROM tenures WHERE tenures.table_id = {row}.table_id AND tenures.seat = {row}.seat"
    " AND tenures.guest_id = {row}.guest_id ORDER BY seq DESC LIMIT 1) AS name,"
    " COALESCE(tables.created, boards.created) AS begun,"
    " COALESCE((SELECT at FROM log WHERE log.table_id = {row}.table_id ORDER BY seq DESC LIMIT 1),"
    " tables.created, boards.created) AS ended"
)

TRIES = (
    "SELECT tries.board_id, tries.seat, tries.table_id, tries.guest_id, tries.number, tries.counts,"
    f" {OF_A_ROW.format(row='tries')}, boards.closes, event_boards.event_id, brought.result,"
    " CASE WHEN tables.over THEN tables.standing END AS standing"
    " FROM board_tries AS tries JOIN boards ON boards.id = tries.board_id"
    " LEFT JOIN tables ON tables.id = tries.table_id"
    " LEFT JOIN event_boards ON event_boards.board_id = tries.board_id"
    " LEFT JOIN event_results AS brought ON brought.event_id = event_boards.event_id"
    " AND brought.number = event_boards.number AND brought.seat = tries.seat"
    " AND brought.table_id = tries.table_id ORDER BY tries.number"
)

OTHERS = (
    "SELECT boards.id AS board_id, brought.seat, brought.table_id, brought.guest_id, brought.bot,"
    f" brought.result, {OF_A_ROW.format(row='brought')} FROM event_results AS brought"
    " JOIN event_boards ON event_boards.event_id = brought.event_id"
    " AND event_boards.number = brought.number JOIN boards ON boards.id = event_boards.board_id"
    " LEFT JOIN tables ON tables.id = brought.table_id"
)
"""Those of bots, of people who were deleted, and of whoever had come to a seat."""

IN_PLAY = (
    "SELECT boards.id AS board_id, seats.seat, seats.table_id, COALESCE(seats.bot, boards.bots) AS bot,"
    " tables.created AS begun FROM boards JOIN tables ON tables.board = boards.id"
    " JOIN seats ON seats.table_id = tables.id WHERE boards.kind = 'evening' AND NOT tables.over"
)
"""The seats of evenings that are played: those that were dealt to nobody are a bot's."""


def upgrade() -> None:
    """Fill them from all that said so until now."""
    op.create_table(
        "results",
        sa.Column(
            "board_id", sa.String(16), sa.ForeignKey("boards.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("table_id", sa.String(16), primary_key=True, comment="may be gone"),
        sa.Column("guest_id", sa.Integer, sa.ForeignKey("guests.id", ondelete="SET NULL")),
        sa.Column("bot", sa.String(32), comment="that has the seat on an evening"),
        sa.Column("name", sa.String(24), comment="of the person, at this table"),
        sa.Column("number", sa.Integer, nullable=False, comment="of the person's tries, from 1"),
        sa.Column(
            "counts", sa.Boolean, nullable=False, comment="the cards were new to them, and it ended in time"
        ),
        sa.Column("begun", sa.BigInteger, nullable=False, comment=TIME),
        sa.Column("ended", sa.BigInteger, comment=TIME),
        sa.Column("result", sa.Integer),
        sa.UniqueConstraint("board_id", "guest_id", "number"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_results_guest_id", "results", ["guest_id"])
    bind = op.get_bind()
    if sa.inspect(bind).has_table("board_tries"):  # else an upgrade of SQLite goes on that had filled them
        rows = list(_rows(bind))
        if rows:
            bind.execute(RESULTS.insert(), rows)
        op.drop_table("board_tries")
    op.drop_table("event_results")


def _rows(bind: sa.Connection) -> Iterator[dict[str, Any]]:
    there: set[tuple[str, int, str]] = set()
    tries: Counter[tuple[str, int | None]] = Counter()
    for row in map(dict, bind.execute(sa.text(TRIES)).mappings()):
        there.add((row["board_id"], row["seat"], row["table_id"]))
        tries[row["board_id"], row["guest_id"]] = row["number"]
        yield _of_try(row)
    for row in map(dict, bind.execute(sa.text(OTHERS)).mappings()):
        if (row["board_id"], row["seat"], row["table_id"]) not in there:
            tries[row["board_id"], row["guest_id"]] += 1
            number = tries[row["board_id"], row["guest_id"]] if row["guest_id"] is not None else 1
            yield row | {"number": number, "counts": True}
    for row in map(dict, bind.execute(sa.text(IN_PLAY)).mappings()):
        if (row["board_id"], row["seat"], row["table_id"]) not in there:
            nobody = dict.fromkeys(("guest_id", "name", "ended", "result"))
            yield row | nobody | {"number": 1, "counts": True}


def _of_try(row: dict[str, Any]) -> dict[str, Any]:
    """What somebody had begun: what an event kept of it, or else what its table says."""
    closes, event, standing = row.pop("closes"), row.pop("event_id"), row.pop("standing")
    in_time = row["result"] is not None if event is not None else closes is None or row["ended"] < closes
    if row["result"] is None:
        row["result"] = _result(standing, row["seat"])
    counts = bool(row["counts"]) and (in_time or row["result"] is None)
    return row | {"bot": None, "counts": counts, "ended": row["ended"] if row["result"] is not None else None}


def _result(standing: str | None, seat: int) -> int | None:
    """What a round that is over brought a seat; None where nothing says so."""
    try:
        return int(json.loads(standing or "null")["result"][seat])
    except (ValueError, TypeError, LookupError):
        return None


def downgrade() -> None:
    """Keep tries and results of events apart again."""
    op.create_table(
        "board_tries",
        sa.Column(
            "board_id", sa.String(16), sa.ForeignKey("boards.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("guest_id", sa.Integer, sa.ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, comment="from 1"),
        sa.Column("table_id", sa.String(16), nullable=False, comment="may be gone"),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("counts", sa.Boolean, nullable=False, comment="they had not seen the cards before"),
    )
    op.create_index("ix_board_tries_guest_id", "board_tries", ["guest_id"])
    op.create_table(
        "event_results",
        sa.Column(
            "event_id", sa.String(32), sa.ForeignKey("events.id", ondelete="CASCADE"), primary_key=True
        ),
        sa.Column("number", sa.Integer, primary_key=True, comment="of the board"),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("table_id", sa.String(16), primary_key=True, comment="may be gone"),
        sa.Column("guest_id", sa.Integer, sa.ForeignKey("guests.id", ondelete="SET NULL")),
        sa.Column("bot", sa.String(32)),
        sa.Column("result", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_event_results_guest_id", "event_results", ["guest_id"])
    op.execute(
        "INSERT INTO board_tries (board_id, guest_id, number, table_id, seat, counts)"
        " SELECT board_id, guest_id, number, table_id, seat, counts FROM results WHERE guest_id IS NOT NULL"
    )
    op.execute(
        "INSERT INTO event_results (event_id, number, seat, table_id, guest_id, bot, result)"
        " SELECT event_boards.event_id, event_boards.number, seat, table_id, guest_id, bot, result"
        " FROM results JOIN event_boards ON event_boards.board_id = results.board_id"
        " WHERE result IS NOT NULL AND counts"
    )
    op.drop_table("results")

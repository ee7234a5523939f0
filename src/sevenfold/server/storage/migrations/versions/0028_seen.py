"""What each person has seen of which deal; a deal has one id wherever its cards lie."""

import json
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None

TIME = "ms since 1970, UTC"

TABLES = sa.table("tables", *map(sa.column, ("id", "branched_from")))
BOARDS = sa.table("boards", *map(sa.column, ("id", "deal_id")))
RESULTS = sa.table(
    "results",
    *map(sa.column, ("board_id", "seat", "table_id", "guest_id", "name", "number", "counts", "begun")),
    *map(sa.column, ("ended", "result")),
)

MADE = "SELECT id, table_id, deal FROM boards WHERE kind = 'again' ORDER BY created, id"
BRANCHED = (
    "SELECT tables.id, tables.branched_from, boards.deal_id FROM tables"
    " LEFT JOIN boards ON boards.id = tables.board WHERE branched_from IS NOT NULL ORDER BY tables.id"
)

IS_DEAL = 'substr(entry, 1, 14) = \'{"type":"deal"\''
THERE = (
    "(SELECT table_id, guest_id FROM tenures WHERE guest_id IS NOT NULL"
    " UNION SELECT table_id, guest_id FROM seats WHERE guest_id IS NOT NULL"
    " UNION SELECT table_id, guest_id FROM members)"
)
DEALT = (
    "(SELECT table_id, :before + row_number() OVER (PARTITION BY table_id ORDER BY seq) AS deal FROM log"
    f" WHERE {IS_DEAL})"
)
SEEN_AT_TABLES = (
    "INSERT INTO seen (guest_id, deal_id, at)"
    " SELECT there.guest_id, there.table_id || '.' || CAST(dealt.deal AS VARCHAR(16)), tables.created"
    f" FROM {THERE} AS there JOIN {DEALT} AS dealt ON dealt.table_id = there.table_id"
    " JOIN tables ON tables.id = there.table_id WHERE "
)
"""Whoever was at a table could look at all of its rounds."""

SEEN_OF_OTHERS = (
    "INSERT INTO seen (guest_id, deal_id, at)"
    f" SELECT there.guest_id, :deal, tables.created FROM {THERE} AS there"
    " JOIN tables ON tables.id = there.table_id WHERE tables.id = :table ON CONFLICT DO NOTHING"
)
SEEN_AT_BOARDS = (
    "INSERT INTO seen (guest_id, deal_id, at) SELECT guest_id, deal_id, min(begun) FROM results"
    " JOIN boards ON boards.id = board_id WHERE guest_id IS NOT NULL AND deal_id <> ''"
    " GROUP BY guest_id, deal_id ON CONFLICT DO NOTHING"
)

SOURCES = (
    "SELECT boards.id AS board_id, boards.table_id, boards.created, kept_rounds.summary, tables.standing,"
    " COALESCE(kept_rounds.ends, (SELECT max(seq) FROM log WHERE log.table_id = tables.id)) AS ends"
    " FROM boards JOIN tables ON tables.id = boards.table_id LEFT JOIN kept_rounds"
    " ON kept_rounds.table_id = boards.table_id AND kept_rounds.deal = boards.deal"
    " WHERE boards.kind = 'again' AND (kept_rounds.deal IS NOT NULL OR tables.branched_from IS NULL"
    " AND boards.deal = (SELECT count(*) FROM log WHERE log.table_id = tables.id"
    f" AND {IS_DEAL}))"
)
"""The rounds that were kept, and the last of tables where none was yet."""

SAT = (
    "SELECT seat, guest_id, bot, name FROM tenures WHERE table_id = :table AND seq <= :ends"
    " ORDER BY seat, seq"
)


def upgrade() -> None:
    """Whoever was at a table has seen its deals, and whoever has begun a board has seen its own."""
    op.create_table(
        "seen",
        sa.Column("guest_id", sa.Integer, sa.ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("deal_id", sa.String(32), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False, comment=f"{TIME}: the first time"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_seen_deal_id", "seen", ["deal_id"])
    op.add_column(
        "boards",
        sa.Column(
            "deal_id",
            sa.String(32),
            nullable=False,
            server_default="",
            comment="the same wherever its cards lie",
        ),
    )
    op.create_index("ix_boards_deal_id", "boards", ["deal_id"])
    op.execute("UPDATE boards SET deal_id = id WHERE kind <> 'again'")
    bind = op.get_bind()
    deals = _Deals(bind)
    for made in list(bind.execute(sa.text(MADE)).mappings()):
        found = deals.of_round(made["table_id"], made["deal"])
        bind.execute(BOARDS.update().where(BOARDS.c.id == made["id"]).values(deal_id=found))
    bind.execute(sa.text(f"{SEEN_AT_TABLES} branched_from IS NULL"), {"before": 0})
    for row in list(bind.execute(sa.text(BRANCHED)).mappings()):
        point = json.loads(row["branched_from"])
        if not row["deal_id"]:
            played_on = {"table": row["id"], "before": point["number"] - 1}
            bind.execute(sa.text(f"{SEEN_AT_TABLES} tables.id = :table"), played_on)
        deal = row["deal_id"] or deals.of_table(row["id"], point)
        if deal:
            kept = json.dumps(point | {"deal": deal}, separators=(",", ":"))
            bind.execute(TABLES.update().where(TABLES.c.id == row["id"]).values(branched_from=kept))
            bind.execute(sa.text(SEEN_OF_OTHERS), {"table": row["id"], "deal": deal})
    bind.execute(sa.text(SEEN_AT_BOARDS))
    rows = list(_sources(bind))
    if rows:
        bind.execute(RESULTS.insert(), rows)


class _Deals:
    """Finds the id of a deal by where it was played."""

    def __init__(self, bind: sa.Connection) -> None:
        self._bind = bind

    def of_round(self, table: str, deal: int) -> str:
        """The id of a table's deal of this number; by those of a board, or of the round that it plays on."""
        row = self._first("SELECT branched_from, board FROM tables WHERE id = :id", table)
        point = json.loads(row["branched_from"] or "null") if row is not None else None
        if row is None or point is None or not (row["board"] or point["number"] == deal):
            return f"{table}.{deal}"
        if row["board"]:
            board = self._first("SELECT deal_id FROM boards WHERE id = :id", row["board"])
            return board["deal_id"] if board is not None and board["deal_id"] else f"{table}.{deal}"
        return self.of_table(table, point) or f"{table}.{deal}"

    def of_table(self, table: str, point: dict[str, Any]) -> str | None:
        """The id of the deal that a table plays on; None if nobody knows it any more."""
        source, _, number = point["round"].partition(".")
        if source and not number:
            link = self._first("SELECT table_id, deal FROM round_links WHERE key = :id", source)
            if link is None:
                return None
            source, number = link["table_id"], str(link["deal"])
        if source in ("", table) or not number.isdecimal():
            return None
        return self.of_round(source, int(number))

    def _first(self, statement: str, value: str) -> Any:
        return self._bind.execute(sa.text(statement), {"id": value}).mappings().first()


def _sources(bind: sa.Connection) -> Iterator[dict[str, Any]]:
    """What the rounds brought everybody of which boards were made."""
    for row in list(bind.execute(sa.text(SOURCES)).mappings()):
        brought = _result(row["summary"], row["standing"])
        asked = {"table": row["table_id"], "ends": row["ends"]}
        sat = {each["seat"]: each for each in bind.execute(sa.text(SAT), asked).mappings()}
        for seat, tenure in sat.items():
            if tenure["bot"] is None and seat < len(brought):
                yield {
                    "board_id": row["board_id"],
                    "seat": seat,
                    "table_id": row["table_id"],
                    "guest_id": tenure["guest_id"],
                    "name": tenure["name"],
                    "number": 0,
                    "counts": True,
                    "begun": row["created"],
                    "ended": row["created"],
                    "result": brought[seat],
                }


def _result(summary: str | None, standing: str) -> list[int]:
    """What a round brought each seat, by what was kept of it or else by its table; nothing if unsaid."""
    try:
        kept = json.loads(summary)["standing"] if summary is not None else json.loads(standing)
        return list(map(int, kept["result"]))
    except (ValueError, TypeError, LookupError):
        return []


def downgrade() -> None:
    """Forget what everybody has seen."""
    op.execute("DELETE FROM results WHERE number = 0")
    op.drop_index("ix_boards_deal_id", "boards")
    op.drop_column("boards", "deal_id")
    op.drop_table("seen")

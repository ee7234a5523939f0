"""Tables of several persons: names, a host, links, settings, spectators, talk, and who played what."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

NEW_COLUMNS = {
    "guests": (sa.Column("name", sa.String(24), nullable=True),),
    "tables": (
        sa.Column("edition", sa.Integer, nullable=False, server_default="0", comment="counts changes"),
        sa.Column("started", sa.Boolean, nullable=False, server_default="1"),
        sa.Column("host", sa.Integer, nullable=True, comment="seat"),
        sa.Column("settings", sa.Text, nullable=False, server_default="{}", comment="JSON"),
        sa.Column("link", sa.String(32), nullable=True, comment="secret: who has it may take a seat"),
        sa.Column("code", sa.String(9), nullable=True, comment="the same, to be said aloud"),
        sa.Column(
            "code_ends", sa.BigInteger, nullable=False, server_default="0", comment="ms since 1970, UTC"
        ),
        sa.Column("watch_link", sa.String(32), nullable=True, comment="secret: who has it may watch"),
        sa.Column("pause", sa.Text, nullable=True, comment="JSON"),
        sa.Column("rematch", sa.String(16), nullable=True, comment="id of a table"),
        sa.Column(
            "waits_since", sa.BigInteger, nullable=False, server_default="0", comment="ms since 1970, UTC"
        ),
    ),
    "seats": (
        sa.Column("name", sa.String(24), nullable=True, comment="of the person, at this table"),
        sa.Column("since", sa.BigInteger, nullable=False, server_default="0", comment="ms since 1970, UTC"),
        sa.Column(
            "told", sa.Integer, nullable=False, server_default="0", comment="seq the person was told of"
        ),
    ),
}

SECRETS = ("link", "code", "watch_link")


def _of_table() -> sa.Column[str]:
    return sa.Column("table_id", sa.String(16), nullable=False)


def _goes_with_table(name: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["table_id"], ["tables.id"], name=f"fk_{name}_table_id", ondelete="CASCADE"
    )


def upgrade() -> None:
    """Until now one person sat at a table, its host, closed to others."""
    for table, columns in NEW_COLUMNS.items():
        for column in columns:
            op.add_column(table, column)
    for secret in SECRETS:
        op.create_index(f"ix_tables_{secret}", "tables", [secret], unique=True)
    op.execute(
        "UPDATE tables SET host = (SELECT min(seat) FROM seats WHERE table_id = tables.id AND guest_id > 0)"
    )
    op.execute("UPDATE tables SET waits_since = created")
    op.create_table(
        "members",
        _of_table(),
        sa.Column("guest_id", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer, nullable=True),
        sa.PrimaryKeyConstraint("table_id", "guest_id", name="pk_members"),
        sa.ForeignKeyConstraint(["guest_id"], ["guests.id"], name="fk_members_guest_id", ondelete="CASCADE"),
        _goes_with_table("members"),
    )
    op.create_index("ix_members_guest_id", "members", ["guest_id"])
    op.create_table(
        "seat_links",
        sa.Column("key_hash", sa.LargeBinary(32), nullable=False),
        _of_table(),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("guest_id", sa.Integer, nullable=False, comment="who had the seat"),
        sa.Column("instead", sa.Boolean, nullable=False, comment="the old devices lose the seat"),
        sa.Column("expires", sa.BigInteger, nullable=False, comment="ms since 1970, UTC"),
        sa.PrimaryKeyConstraint("key_hash", name="pk_seat_links"),
        _goes_with_table("seat_links"),
    )
    op.create_table(
        "sittings",
        _of_table(),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False, comment="the first log entry that may be theirs"),
        sa.Column("guest_id", sa.Integer, nullable=True),
        sa.Column("bot", sa.String(32), nullable=True),
        sa.PrimaryKeyConstraint("table_id", "seat", "seq", name="pk_sittings"),
        sa.ForeignKeyConstraint(
            ["guest_id"], ["guests.id"], name="fk_sittings_guest_id", ondelete="SET NULL"
        ),
        _goes_with_table("sittings"),
    )
    op.create_index("ix_sittings_guest_id", "sittings", ["guest_id"])
    op.execute(
        "INSERT INTO sittings (table_id, seat, seq, guest_id, bot)"
        " SELECT table_id, seat, 1, guest_id, bot FROM seats"
    )
    op.create_table(
        "marks",
        _of_table(),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("made_by", sa.String(16), nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seq", name="pk_marks"),
        _goes_with_table("marks"),
    )
    op.create_table(
        "talk",
        _of_table(),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("line", sa.Text, nullable=False, comment="JSON"),
        sa.Column("guest_id", sa.Integer, nullable=True),
        sa.PrimaryKeyConstraint("table_id", "number", name="pk_talk"),
        sa.ForeignKeyConstraint(["guest_id"], ["guests.id"], name="fk_talk_guest_id", ondelete="SET NULL"),
        _goes_with_table("talk"),
    )
    op.create_index("ix_talk_guest_id", "talk", ["guest_id"])


def downgrade() -> None:
    """Drop them."""
    for name in ("talk", "marks", "sittings", "seat_links", "members"):
        op.drop_table(name)
    for secret in SECRETS:
        op.drop_index(f"ix_tables_{secret}", "tables")
    for table, columns in NEW_COLUMNS.items():
        for column in columns:
            op.drop_column(table, column.name)

"""Persons have sessions, one for each browser. Devices at tables, and links to seats, go."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None

LIFETIME = 180 * 24 * 3600 * 1000
"""How long a session lasted after it was last renewed, in ms: so it is known when that was."""

PERSON = (("seats", "person"), ("members", "person"))
"""Columns that only devices needed."""


def upgrade() -> None:
    """Each guest gets one session with the token that they have. Whoever sat as a device sits no longer."""
    time = "ms since 1970, UTC"
    op.create_table(
        "sessions",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("person_id", sa.Integer, nullable=False),
        sa.Column("token_hash", sa.LargeBinary(32), nullable=False),
        sa.Column("next_hash", sa.LargeBinary(32), comment="of a token that was offered"),
        sa.Column("created", sa.BigInteger, comment=f"{time}; null where it is not known"),
        sa.Column("used", sa.BigInteger, nullable=False, comment=f"{time}; to the hour"),
        sa.Column("expires", sa.BigInteger, nullable=False, comment=time),
        sa.Column("browser", sa.String(16), comment="its code"),
        sa.Column("system", sa.String(16), comment="its code"),
        sa.PrimaryKeyConstraint("id", name="pk_sessions"),
        sa.UniqueConstraint("token_hash", name="uq_sessions_token_hash"),
        sa.UniqueConstraint("next_hash", name="uq_sessions_next_hash"),
        sa.ForeignKeyConstraint(
            ["person_id"], ["guests.id"], name="fk_sessions_person_id", ondelete="CASCADE"
        ),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_sessions_person_id", "sessions", ["person_id"])
    op.execute(
        "INSERT INTO sessions (person_id, token_hash, next_hash, used, expires)"
        f" SELECT id, token_hash, next_hash, expires - {LIFETIME}, expires FROM guests"
        " WHERE id NOT IN (SELECT guest_id FROM forgetting) ORDER BY id"
    )
    op.create_table(
        "browser_links",
        sa.Column("session_id", sa.Integer, nullable=False),
        sa.Column("key_hash", sa.LargeBinary(32), nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False, comment=time),
        sa.Column("asks", sa.Integer, comment="the session that asks to be attached"),
        sa.Column("token_hash", sa.LargeBinary(32), comment="of the token that it was given for that"),
        sa.Column("brings", sa.Boolean, nullable=False, server_default="0", comment="its seats and results"),
        sa.Column("answer", sa.Boolean, comment="whether it was attached"),
        sa.PrimaryKeyConstraint("session_id", name="pk_browser_links"),
        sa.UniqueConstraint("key_hash", name="uq_browser_links_key_hash"),
        sa.ForeignKeyConstraint(
            ["session_id"], ["sessions.id"], name="fk_browser_links_session_id", ondelete="CASCADE"
        ),
    )
    op.execute("DELETE FROM members WHERE kind = 'device'")
    op.execute('DELETE FROM talk WHERE line LIKE \'%"phrase":"back_in"%\'')
    op.drop_table("seat_links")
    for table, column in PERSON:
        op.drop_column(table, column)
    if op.get_bind().dialect.name == "sqlite":
        _make_persons_anew()
        return
    op.drop_index("ix_guests_next_hash", "guests")
    for column in ("token_hash", "next_hash", "expires"):
        op.drop_column("guests", column)
    op.add_column("guests", sa.Column("key_hash", sa.LargeBinary(32), comment="of the key written down"))
    op.create_unique_constraint("uq_guests_key_hash", "guests", ["key_hash"])


def _make_persons_anew() -> None:
    """SQLite drops no column that is unique. Rows of other tables that name guests stay as they are."""
    keys = op.get_bind().exec_driver_sql("PRAGMA foreign_keys").scalar_one()
    assert not keys, "else what names guests would be deleted with their old table"
    op.create_table(
        "new_guests",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("name", sa.String(24)),
        sa.Column("key_hash", sa.LargeBinary(32)),
        sa.PrimaryKeyConstraint("id", name="pk_guests"),
        sa.UniqueConstraint("key_hash", name="uq_guests_key_hash"),
    )
    op.execute("INSERT INTO new_guests (id, name) SELECT id, name FROM guests")
    op.drop_table("guests")
    op.rename_table("new_guests", "guests")


def downgrade() -> None:
    """Leave each person the session that they have had longest."""
    op.add_column("guests", sa.Column("token_hash", sa.LargeBinary(32)))
    op.add_column("guests", sa.Column("next_hash", sa.LargeBinary(32)))
    op.add_column("guests", sa.Column("expires", sa.BigInteger, nullable=False, server_default="0"))
    op.create_index("ix_guests_next_hash", "guests", ["next_hash"], unique=True)
    op.execute("DELETE FROM sessions WHERE id NOT IN (SELECT min(id) FROM sessions GROUP BY person_id)")
    for column in ("token_hash", "next_hash", "expires"):
        op.execute(
            f"UPDATE guests SET {column} = sessions.{column} FROM sessions WHERE person_id = guests.id"
        )
    op.add_column("seats", sa.Column("person", sa.String(16)))
    op.add_column("members", sa.Column("person", sa.String(16)))
    op.create_table(
        "seat_links",
        sa.Column("key_hash", sa.LargeBinary(32), nullable=False),
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("guest_id", sa.Integer, nullable=False),
        sa.Column("instead", sa.Boolean, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("key_hash", name="pk_seat_links"),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name="fk_seat_links_table_id", ondelete="CASCADE"
        ),
    )
    op.drop_table("browser_links")
    op.drop_table("sessions")
    if op.get_bind().dialect.name == "postgresql":
        op.drop_column("guests", "key_hash")

"""Events: the same boards for several, at one's own time or all on one evening."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None

TIME = "ms since 1970, UTC"


def _event() -> sa.Column[str]:
    return sa.Column(
        "event_id", sa.String(32), sa.ForeignKey("events.id", ondelete="CASCADE"), primary_key=True
    )


def upgrade() -> None:
    """There are none yet."""
    op.create_table(
        "events",
        sa.Column("id", sa.String(32), primary_key=True, comment="secret: who has it may join"),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("host_id", sa.Integer, sa.ForeignKey("guests.id", ondelete="SET NULL")),
        sa.Column("kind", sa.String(16), nullable=False, comment="own_time or evening"),
        sa.Column("movement", sa.String(16), comment="of an evening: individual or teams"),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("rules", sa.Integer, nullable=False, comment="version of the rules"),
        sa.Column("options", sa.Text, nullable=False, comment="JSON"),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("bots", sa.String(32), nullable=False, comment="their level"),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("circle", sa.String(32), nullable=False, comment="secret: names persons"),
        sa.Column("created", sa.BigInteger, nullable=False, comment=TIME),
        sa.Column("begun", sa.BigInteger, comment=TIME),
        sa.Column("closes", sa.BigInteger, comment=TIME),
        sa.Column("minutes", sa.Integer, comment="clock of a round of an evening"),
        sa.Column("round", sa.Integer, nullable=False, server_default="0", comment="of an evening, from 1"),
        sa.Column("round_since", sa.BigInteger, comment=TIME),
    )
    op.create_index("ix_events_host_id", "events", ["host_id"])
    op.create_table(
        "event_boards",
        _event(),
        sa.Column("number", sa.Integer, primary_key=True, comment="from 1"),
        sa.Column("board_id", sa.String(16), sa.ForeignKey("boards.id", ondelete="CASCADE"), nullable=False),
    )
    op.create_index("ix_event_boards_board_id", "event_boards", ["board_id"], unique=True)
    op.create_table(
        "event_people",
        _event(),
        sa.Column("guest_id", sa.Integer, sa.ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("name", sa.String(24)),
        sa.Column("joined", sa.BigInteger, nullable=False, comment=TIME),
        sa.Column("gone", sa.BigInteger, comment=TIME),
        sa.Column("removed", sa.Boolean, nullable=False, comment="by the host: they cannot come back"),
        sa.Column("team", sa.Integer),
    )
    op.create_index("ix_event_people_guest_id", "event_people", ["guest_id"])
    op.create_table(
        "event_tables",
        _event(),
        sa.Column("round", sa.Integer, primary_key=True, comment="from 1"),
        sa.Column("table_number", sa.Integer, primary_key=True, comment="from 1"),
        sa.Column("number", sa.Integer, nullable=False, comment="of the board"),
        sa.Column("table_id", sa.String(16), nullable=False, comment="may be gone"),
    )
    op.create_table(
        "event_results",
        _event(),
        sa.Column("number", sa.Integer, primary_key=True, comment="of the board"),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("table_id", sa.String(16), primary_key=True, comment="may be gone"),
        sa.Column("guest_id", sa.Integer, sa.ForeignKey("guests.id", ondelete="SET NULL")),
        sa.Column("bot", sa.String(32)),
        sa.Column("result", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_event_results_guest_id", "event_results", ["guest_id"])
    op.add_column(
        "boards", sa.Column("persons", sa.String(32), comment="secret: names persons, if not by the seed")
    )
    op.add_column(
        "tables",
        sa.Column("event", sa.String(32), comment="secret: id of the event to which that board belongs"),
    )


def downgrade() -> None:
    """Drop them."""
    op.drop_column("tables", "event")
    op.drop_column("boards", "persons")
    for table in ("event_results", "event_tables", "event_people", "event_boards", "events"):
        op.drop_table(table)

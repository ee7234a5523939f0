"""Boards: deals that several may play, each at a table of their own."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """There are none yet."""
    op.create_table(
        "boards",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False, comment="again or day"),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("rules", sa.Integer, nullable=False, comment="version of the rules"),
        sa.Column("options", sa.Text, nullable=False, comment="JSON"),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("seed", sa.LargeBinary(32), nullable=False, comment="secret: its chance follows from it"),
        sa.Column("dealt", sa.Text, nullable=False, comment="JSON, secret: the deal as a log has it"),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("bots", sa.String(32), nullable=False, comment="the level at all other seats"),
        sa.Column("table_id", sa.String(16), comment="of the round that it was made from; may be gone"),
        sa.Column("deal", sa.Integer, comment="of that round"),
        sa.Column("created", sa.BigInteger, nullable=False, comment="ms since 1970, UTC"),
        sa.Column("closes", sa.BigInteger, comment="ms since 1970, UTC"),
        sa.PrimaryKeyConstraint("id", name="pk_boards"),
        sa.UniqueConstraint("table_id", "deal", name="uq_boards_table_id"),
    )
    op.create_table(
        "board_tries",
        sa.Column("board_id", sa.String(16), nullable=False),
        sa.Column("guest_id", sa.Integer, nullable=False),
        sa.Column("number", sa.Integer, nullable=False, comment="from 1"),
        sa.Column("table_id", sa.String(16), nullable=False, comment="may be gone"),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("counts", sa.Boolean, nullable=False, comment="they had not seen the cards before"),
        sa.PrimaryKeyConstraint("board_id", "guest_id", "number", name="pk_board_tries"),
        sa.ForeignKeyConstraint(
            ["board_id"], ["boards.id"], name="fk_board_tries_board_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["guest_id"], ["guests.id"], name="fk_board_tries_guest_id", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_board_tries_guest_id", "board_tries", ["guest_id"])
    op.create_table(
        "board_links",
        sa.Column("board_id", sa.String(16), nullable=False),
        sa.Column("guest_id", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("key", sa.String(32), nullable=False, comment="secret: who has it may play"),
        sa.PrimaryKeyConstraint("board_id", "guest_id", "seat", name="pk_board_links"),
        sa.ForeignKeyConstraint(
            ["board_id"], ["boards.id"], name="fk_board_links_board_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["guest_id"], ["guests.id"], name="fk_board_links_guest_id", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_board_links_guest_id", "board_links", ["guest_id"])
    op.create_index("ix_board_links_key", "board_links", ["key"], unique=True)
    op.add_column("tables", sa.Column("board", sa.String(16), comment="id of the board that is played there"))
    op.create_index("ix_tables_board", "tables", ["board"])


def downgrade() -> None:
    """Drop them."""
    op.drop_index("ix_tables_board", "tables")
    op.drop_column("tables", "board")
    op.drop_table("board_links")
    op.drop_table("board_tries")
    op.drop_table("boards")

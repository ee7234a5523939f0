"""Links to finished rounds, what was shown of them, and the names of who sat there."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Whoever has left a table before has no name in its rounds."""
    op.add_column("sittings", sa.Column("name", sa.String(24), nullable=True))
    op.create_table(
        "round_links",
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("deal", sa.Integer, nullable=False),
        sa.Column("guest_id", sa.Integer, nullable=False),
        sa.Column("key", sa.String(32), nullable=False, comment="secret: who has it may look at the round"),
        sa.Column("seat", sa.Integer, nullable=True, comment="of whoever made it"),
        sa.PrimaryKeyConstraint("table_id", "deal", "guest_id", name="pk_round_links"),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name="fk_round_links_table_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["guest_id"], ["guests.id"], name="fk_round_links_guest_id", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_round_links_key", "round_links", ["key"], unique=True)
    op.create_index("ix_round_links_guest_id", "round_links", ["guest_id"])
    op.create_table(
        "kept_rounds",
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("deal", sa.Integer, nullable=False),
        sa.Column("ends", sa.Integer, nullable=False, comment="seq of its last log entry"),
        sa.Column("summary", sa.Text, nullable=False, comment="JSON"),
        sa.Column("shown", sa.LargeBinary, nullable=False, comment="compressed JSON"),
        sa.PrimaryKeyConstraint("table_id", "deal", name="pk_kept_rounds"),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name="fk_kept_rounds_table_id", ondelete="CASCADE"
        ),
    )


def downgrade() -> None:
    """Drop them."""
    op.drop_table("kept_rounds")
    op.drop_table("round_links")
    op.drop_column("sittings", "name")

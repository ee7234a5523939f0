"""Reviews of finished rounds, those that are kept and those that wait."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """There are none yet."""
    op.create_table(
        "reviews",
        sa.Column("table_id", sa.String(16), nullable=False),
        sa.Column("deal", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("known", sa.Boolean, nullable=False),
        sa.Column("engine", sa.String(32), nullable=False, comment="by what it is judged"),
        sa.Column("guest_id", sa.Integer, nullable=True, comment="who asked for it"),
        sa.Column("asked", sa.BigInteger, nullable=False, comment="ms since 1970, UTC"),
        sa.Column("state", sa.String(8), nullable=False, comment="open, done or failed"),
        sa.Column("process", sa.String(16), nullable=True, comment="that judges it"),
        sa.Column("lease", sa.BigInteger, nullable=False, comment="ms since 1970, UTC; then others may"),
        sa.Column("begun", sa.Integer, nullable=False, comment="how often, since it last came further"),
        sa.Column("progress", sa.Text, nullable=True, comment="JSON, while it is open"),
        sa.Column("review", sa.Text, nullable=True, comment="JSON, once it is done"),
        sa.PrimaryKeyConstraint("table_id", "deal", "seat", "known", "engine", name="pk_reviews"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_reviews_table_id", ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["guest_id"], ["guests.id"], name="fk_reviews_guest_id", ondelete="SET NULL"),
    )
    op.create_index("ix_reviews_guest_id", "reviews", ["guest_id"])
    op.create_index("ix_reviews_state", "reviews", ["state", "asked"])


def downgrade() -> None:
    """Drop them."""
    op.drop_table("reviews")

"""Reports of moments that somebody thinks wrong."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """There are none yet."""
    op.create_table(
        "reports",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("guest_id", sa.Integer, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False, comment="ms since 1970, UTC"),
        sa.Column("table_id", sa.String(16), nullable=False, comment="may be gone"),
        sa.Column("entry", sa.Integer, nullable=False, comment="seq of the log when it was made"),
        sa.Column("file", sa.Text, nullable=False, comment="JSON"),
        sa.PrimaryKeyConstraint("id", name="pk_reports"),
        sa.ForeignKeyConstraint(["guest_id"], ["guests.id"], name="fk_reports_guest_id", ondelete="CASCADE"),
    )
    op.create_index("ix_reports_guest_id", "reports", ["guest_id"])


def downgrade() -> None:
    """Drop them."""
    op.drop_table("reports")

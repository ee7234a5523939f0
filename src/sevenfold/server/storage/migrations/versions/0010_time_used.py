"""What a table keeps so that time used stays used, pauses are counted, and what was seen stays seen."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """At older tables nothing was counted."""
    op.add_column(
        "tables",
        sa.Column(
            "seen_to", sa.Integer, nullable=False, server_default="0", comment="seq that others could see"
        ),
    )
    op.add_column(
        "tables",
        sa.Column("pauses", sa.Text, nullable=False, server_default="[]", comment="JSON: how often, by seat"),
    )
    op.add_column(
        "waits",
        sa.Column("spent", sa.BigInteger, nullable=False, server_default="0", comment="ms for this move"),
    )


def downgrade() -> None:
    """Drop them."""
    op.drop_column("waits", "spent")
    op.drop_column("tables", "pauses")
    op.drop_column("tables", "seen_to")

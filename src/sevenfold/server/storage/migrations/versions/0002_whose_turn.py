"""For whom a table waits, kept for the list of a guest's tables."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

PERSONS = "SELECT coalesce(sum(1 << seat), 0) FROM seats WHERE table_id = tables.id AND guest_id IS NOT NULL"


def upgrade() -> None:
    """Until now one person sat at a table, and it waited for them whenever nobody was there."""
    waits_for = sa.Column(
        "waits_for", sa.Integer, nullable=False, server_default="0", comment="seats as bits; kept for lists"
    )
    op.add_column("tables", waits_for)
    op.execute(f"UPDATE tables SET waits_for = ({PERSONS})")


def downgrade() -> None:
    """Drop it."""
    op.drop_column("tables", "waits_for")

"""The moment of a finished round from which a table was played on."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """All tables so far began with a deal of their own."""
    op.add_column("tables", sa.Column("branched_from", sa.Text, nullable=True))


def downgrade() -> None:
    """Drop it."""
    op.drop_column("tables", "branched_from")

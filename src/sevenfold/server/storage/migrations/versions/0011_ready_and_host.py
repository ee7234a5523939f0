"""Who has seen the result of a round, and since when a table is without its host."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nobody has: a result that is shown during the upgrade stays until somebody goes on."""
    op.add_column("tables", sa.Column("ready", sa.Text, nullable=True, comment="JSON"))
    op.add_column(
        "tables", sa.Column("host_away", sa.BigInteger, nullable=True, comment="ms since 1970, UTC")
    )


def downgrade() -> None:
    """Drop it."""
    for column in ("host_away", "ready"):
        op.drop_column("tables", column)

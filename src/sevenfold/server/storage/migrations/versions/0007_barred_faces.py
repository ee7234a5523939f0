"""Which bots could be taken for somebody who was at a table."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Those who sit at a table now are found by their names; who left earlier is forgotten."""
    op.add_column(
        "tables", sa.Column("barred_faces", sa.Text, nullable=False, server_default="[]", comment="JSON")
    )


def downgrade() -> None:
    """Drop it."""
    op.drop_column("tables", "barred_faces")

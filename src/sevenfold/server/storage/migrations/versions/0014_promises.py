"""What a table promises of its deals, and what is mixed into them."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Tables that were made before have promised nothing."""
    op.add_column("tables", sa.Column("promise", sa.String(64), nullable=True))
    op.add_column("tables", sa.Column("terms", sa.Text, nullable=True))
    op.add_column("seats", sa.Column("salt", sa.String(32), nullable=True))


def downgrade() -> None:
    """Drop them: deals that were promised would go on otherwise than they began."""
    op.drop_column("seats", "salt")
    op.drop_column("tables", "terms")
    op.drop_column("tables", "promise")

"""What the teams of an evening are called."""

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Teams of before have no names of their own."""
    op.add_column("events", sa.Column("team_names", sa.Text, comment="JSON: of both; null for none"))


def downgrade() -> None:
    """They are called as all teams were."""
    op.drop_column("events", "team_names")

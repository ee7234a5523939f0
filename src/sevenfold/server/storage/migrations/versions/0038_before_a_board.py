"""What the round of a board knew of its match, in games in which that matters."""

import sqlalchemy as sa
from alembic import op

revision = "0038"
down_revision = "0037"
branch_labels = None
depends_on = None

COLUMNS = ("scores", "carried")


def upgrade() -> None:
    """No game of before has such rounds."""
    for name in COLUMNS:
        op.add_column("boards", sa.Column(name, sa.Text, nullable=False, server_default="[]", comment="JSON"))


def downgrade() -> None:
    """A board of a game that has such rounds begins as if it were the first."""
    for name in COLUMNS:
        op.drop_column("boards", name)

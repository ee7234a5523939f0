"""A guest's next token, which takes the place of the present one when it is first used."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nobody has been offered one yet."""
    op.add_column("guests", sa.Column("next_hash", sa.LargeBinary(32)))
    op.create_index("ix_guests_next_hash", "guests", ["next_hash"], unique=True)


def downgrade() -> None:
    """Drop it: who has used no new token still has the old one."""
    op.drop_index("ix_guests_next_hash", "guests")
    op.drop_column("guests", "next_hash")

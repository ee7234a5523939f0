"""Links that give a person back, made on the server's own machine."""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None

TIME = "ms since 1970, UTC"


def upgrade() -> None:
    """A person has one at most."""
    op.create_table(
        "person_links",
        sa.Column("person_id", sa.Integer, sa.ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("key_hash", sa.LargeBinary(32), nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False, comment=TIME),
        sa.UniqueConstraint("key_hash"),
    )


def downgrade() -> None:
    """Whoever was given such a link is given another."""
    op.drop_table("person_links")

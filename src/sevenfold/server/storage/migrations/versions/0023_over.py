"""Whether the match of a table is over, as a column: lists need not look for it in a text."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Fill it from the standings, as they were written until now."""
    op.add_column("tables", sa.Column("over", sa.Boolean, nullable=False, server_default="0"))
    filled = sa.text("UPDATE tables SET over = TRUE WHERE standing LIKE :over")
    op.execute(filled.bindparams(over='%"over":true%'))


def downgrade() -> None:
    """Drop it: it follows from the standings."""
    op.drop_column("tables", "over")

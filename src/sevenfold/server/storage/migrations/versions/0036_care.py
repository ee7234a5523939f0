"""What a host does by commands: notices, blocks, and a log of all of it."""

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None

TIME = "ms since 1970, UTC"


def upgrade() -> None:
    """Nothing is said, nobody is blocked."""
    op.create_table(
        "notices",
        sa.Column("kind", sa.String(8), primary_key=True, comment="said or closing"),
        sa.Column("words", sa.Text, nullable=False),
        sa.Column(
            "at",
            sa.BigInteger,
            nullable=False,
            comment=f"{TIME}: when it was said, or when the server closes",
        ),
        sa.Column("until", sa.BigInteger, comment=f"{TIME}; null until it is ended"),
    )
    op.create_table(
        "blocks",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("person_id", sa.Integer, sa.ForeignKey("persons.id", ondelete="CASCADE"), index=True),
        sa.Column("network", sa.String(64), comment="addresses, as CIDR, where no person is blocked"),
        sa.Column("reason", sa.Text, nullable=False, comment="as they are told"),
        sa.Column("made", sa.BigInteger, nullable=False, comment=TIME),
        sa.Column("until", sa.BigInteger, comment=f"{TIME}; null until it is ended"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "acts",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("made", sa.BigInteger, nullable=False, comment=TIME),
        sa.Column("who", sa.String(64), nullable=False, comment="the user of the machine"),
        sa.Column("kind", sa.String(16), nullable=False, comment="the command"),
        sa.Column("about", sa.Text, nullable=False, comment="JSON: what it was given"),
        sa.Column("taken", sa.BigInteger, comment=f"{TIME}: when a process began with it; of an order"),
        sa.Column("outcome", sa.Text, comment="null while it is still to be done"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "counts",
        sa.Column("act_id", sa.Integer, sa.ForeignKey("acts.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("process", sa.String(16), primary_key=True),
        sa.Column("there", sa.Integer, nullable=False, comment="pages that are open"),
        sa.Column("met", sa.Integer, nullable=False, comment="those that a block would close"),
    )


def downgrade() -> None:
    """Whoever was blocked comes in again."""
    for table in ("counts", "acts", "blocks", "notices"):
        op.drop_table(table)

"""Since when persons are away, whose hand a bot plays on, and who says that a seat is theirs."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None

TIME = "ms since 1970, UTC"


def upgrade() -> None:
    """Since when somebody is away stands at their seat from now on, whatever the table's settings."""
    op.add_column(
        "seats", sa.Column("away", sa.BigInteger, comment=f"{TIME}; null while the person is there")
    )
    op.add_column(
        "seats",
        sa.Column("asked_for", sa.BigInteger, nullable=False, server_default="0", comment=TIME),
    )
    op.add_column(
        "seats",
        sa.Column("hand_of", sa.String(16), comment="the person who has left, and whose hand a bot plays on"),
    )
    op.add_column(
        "members",
        sa.Column(
            "agreed", sa.Integer, nullable=False, server_default="0", comment="seats that believe who asks"
        ),
    )
    _move("waits", "seats")
    op.drop_column("waits", "away")


def downgrade() -> None:
    """Take it back to where it was; whoever is to have a seat is forgotten."""
    op.add_column("waits", sa.Column("away", sa.BigInteger, comment=TIME))
    _move("seats", "waits")
    op.execute("DELETE FROM members WHERE kind IN ('asking', 'coming', 'owner')")
    op.drop_column("members", "agreed")
    for column in ("hand_of", "asked_for", "away"):
        op.drop_column("seats", column)


def _move(old: str, new: str) -> None:
    op.execute(
        f"UPDATE {new} SET away = (SELECT away FROM {old}"
        f" WHERE {old}.table_id = {new}.table_id AND {old}.seat = {new}.seat)"
    )

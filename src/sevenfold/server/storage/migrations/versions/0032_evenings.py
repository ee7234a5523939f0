"""Evenings survive people: their clock, when they begin, who is here, who stands in for the host."""

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None

TIME = "ms since 1970, UTC"

OF_EVENTS = {
    "starts": f"as its invitation says, {TIME}",
    "host_seen": TIME,
    "host_away": f"since when others are there without them, {TIME}",
}
OF_PEOPLE = {
    "here": f"when they last said that they are, {TIME}",
    "seen": TIME,
    "second": f"since when they may stand in for the host, {TIME}",
}

TIMES = {"events": OF_EVENTS, "event_people": OF_PEOPLE}


def upgrade() -> None:
    """Evenings that are not over have the clock of those that name none; who has joined is here."""
    op.add_column("events", sa.Column("clock", sa.String(8), comment="of an evening, for each decision"))
    for table, columns in TIMES.items():
        for name, comment in columns.items():
            op.add_column(table, sa.Column(name, sa.BigInteger, comment=comment))
    op.execute("UPDATE events SET clock = 'fast' WHERE kind = 'evening' AND closes IS NULL")
    op.execute("UPDATE event_people SET here = joined")


def downgrade() -> None:
    """The host alone runs an evening, and whoever takes part is seated."""
    for table, columns in TIMES.items():
        for name in columns:
            op.drop_column(table, name)
    op.drop_column("events", "clock")

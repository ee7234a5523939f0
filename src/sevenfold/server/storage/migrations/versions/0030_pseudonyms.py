"""Each table and board has a random key, from which its pseudonyms follow: no longer from a seed."""

import hashlib
import secrets

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None

AT_A_BOARD = "board IN (SELECT id FROM boards WHERE pseudonym_key = '')"
"""The tables of boards whose pseudonyms follow from their seed."""

PLAYED_ON = sa.text(
    "SELECT seats.table_id, seats.seat, hand_of, pseudonym_key, seed FROM seats"
    " JOIN tables ON tables.id = seats.table_id"
    f" WHERE hand_of IS NOT NULL AND (pseudonym_key = '' OR {AT_A_BOARD})"
)
"""Hands that a bot plays on, where those who have left get other pseudonyms."""

WHO_SAT = sa.text("SELECT DISTINCT guest_id FROM tenures WHERE table_id = :table AND guest_id IS NOT NULL")


def upgrade() -> None:
    """Give a key to what has none. What a table remembers of somebody by their pseudonym stays theirs."""
    key = sa.Column(
        "pseudonym_key", sa.String(32), nullable=False, server_default="", comment="secret: names persons"
    )
    op.add_column("boards", key)
    op.execute("UPDATE boards SET pseudonym_key = persons WHERE persons IS NOT NULL")
    op.drop_column("boards", "persons")
    connection = op.get_bind()
    played_on = connection.execute(PLAYED_ON).all()
    connection.execute(sa.text(f"UPDATE tables SET pseudonym_key = '' WHERE {AT_A_BOARD}"))
    for table in ("boards", "tables"):
        _give_keys(connection, table)
        if table == "boards":
            op.execute(
                "UPDATE tables SET pseudonym_key = boards.pseudonym_key FROM boards"
                " WHERE boards.id = tables.board AND tables.pseudonym_key = ''"
            )
    for each in played_on:
        _call_anew(connection, *each)
    _tell("person", "pseudonym")


def downgrade() -> None:
    """Say again that they name persons. Keys stay: nothing that is shown to anybody changes."""
    _tell("pseudonym", "person")
    op.add_column(
        "boards", sa.Column("persons", sa.String(32), comment="secret: names persons, if not by the seed")
    )
    op.execute("UPDATE boards SET persons = pseudonym_key")
    op.drop_column("boards", "pseudonym_key")


def _give_keys(connection: sa.Connection, table: str) -> None:
    without = connection.execute(sa.text(f"SELECT id FROM {table} WHERE pseudonym_key = ''")).scalars().all()
    keys = [{"id": each, "key": secrets.token_urlsafe(16)} for each in without]
    if keys:
        connection.execute(sa.text(f"UPDATE {table} SET pseudonym_key = :key WHERE id = :id"), keys)


def _call_anew(connection: sa.Connection, table: str, seat: int, whose: str, old: str, seed: bytes) -> None:
    """Whose hand a bot plays on, by the pseudonym that they have now."""
    key = sa.text("SELECT pseudonym_key FROM tables WHERE id = :table")
    new = connection.execute(key, {"table": table}).scalar_one()
    for guest in connection.execute(WHO_SAT, {"table": table}).scalars():
        if _pseudonym(old or bytes(seed).hex(), guest) == whose:
            change = sa.text("UPDATE seats SET hand_of = :whose WHERE table_id = :table AND seat = :seat")
            connection.execute(change, {"whose": _pseudonym(new, guest), "table": table, "seat": seat})


def _pseudonym(key: str, guest: int) -> str:
    return hashlib.blake2b(str(guest).encode(), key=key.encode(), digest_size=6).hexdigest()


def _tell(old: str, new: str) -> None:
    """What was said at a table is JSON, with the pseudonym of whoever said it."""
    renamed = sa.text("UPDATE talk SET line = replace(line, :old, :new)")
    op.execute(renamed.bindparams(old=f'"{old}":', new=f'"{new}":'))

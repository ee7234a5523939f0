"""What people had on old servers is theirs after an upgrade that is killed at each statement."""

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, text

from sevenfold.server.storage.opening import create_engine
from tests.server.test_results_upgrade import (
    ANNE,
    BO,
    WANTED,
    old_database,
    results,
    upgrade_with_kills,
    url_of,
)


def people_and_tables(connection: Connection, _revision: str) -> None:
    """A database of revision 0006: Anne's table with bots, and one of both of which Bo has left the seat."""

    def put(table: str, row: dict[str, Any]) -> None:
        places = ", ".join(f":{name}" for name in row)
        connection.execute(text(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({places})"), row)

    for person, name in ((ANNE, "Anne"), (BO, "Bo")):
        put("guests", {"id": person, "token_hash": bytes([person]) * 32, "expires": 10**15, "name": name})
    game = {"game": "lockup", "rules": 1, "options": "{}", "players": 4, "seed": b"s" * 32, "pace": 0}
    for table in ("alone", "both"):
        standing = '{"result":null,"over":false}'
        put("tables", game | {"id": table, "created": 50, "standing": standing, "host": 0})
        for seat in range(4):
            sits = {"guest_id": ANNE, "bot": None} if seat == 0 else {"guest_id": None, "bot": "medium"}
            put("seats", {"table_id": table, "seat": seat} | sits)
            put("sittings", {"table_id": table, "seat": seat, "seq": 1} | sits)
        for seq, entry in enumerate(('{"type":"deal"}', "{}", "{}"), 1):
            put("log", {"table_id": table, "seq": seq, "entry": entry, "at": 50 + seq})
        if table == "both":
            sat = "UPDATE sittings SET guest_id = 2, bot = NULL WHERE seat = 3 AND table_id = 'both'"
            connection.execute(text(sat))
            put("sittings", {"table_id": table, "seat": 3, "seq": 2, "guest_id": None, "bot": "medium"})
            put("talk", {"table_id": table, "number": 1, "line": "{}", "guest_id": BO})


def test_people_and_tables_of_the_first_servers_are_kept_and_a_kill_harms_nothing(
    where: Path | str, tmp_path: Path
) -> None:
    url = url_of(where, tmp_path)
    old_database(url, "0006", people_and_tables)
    upgrade_with_kills(url)
    wanted = {
        "id, name FROM persons": [(ANNE, "Anne"), (BO, "Bo")],
        "person_id, token_hash FROM sessions": [(ANNE, bytes([ANNE]) * 32), (BO, bytes([BO]) * 32)],
        "table_id, seat FROM seats WHERE person_id = 1": [("alone", 0), ("both", 0)],
        "person_id, table_id, seat, seq FROM tenures WHERE person_id IS NOT NULL": [
            (ANNE, "alone", 0, 1),
            (ANNE, "both", 0, 1),
            (BO, "both", 3, 1),
        ],
        "person_id, deal_id FROM seen": [(ANNE, "alone.1"), (ANNE, "both.1"), (BO, "both.1")],
        "person_id FROM talk": [(BO,)],
        "count(*) FROM log": [(6,)],
    }
    with create_engine(url).connect() as connection:
        found = {asked: connection.execute(text(f"SELECT {asked}")).all() for asked in wanted}
    assert {asked: sorted(map(tuple, rows)) for asked, rows in found.items()} == wanted


@pytest.mark.parametrize("revision", ["0020", "0023"])
def test_a_kill_at_any_statement_harms_no_results(where: Path | str, tmp_path: Path, revision: str) -> None:
    url = url_of(where, tmp_path)
    old_database(url, revision)
    upgrade_with_kills(url)
    assert results(url) == WANTED

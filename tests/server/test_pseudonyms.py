"""What a person is called at a table follows from a random key, and from nothing that anybody is told."""

from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import text

from sevenfold.core.shuffle import derive
from sevenfold.server.settings import Settings
from sevenfold.server.storage import upgrade
from sevenfold.server.storage.opening import create_engine
from sevenfold.server.storage.rows import pseudonym
from sevenfold.testing.running import Person, Server
from tests.server.boards import again, compared, play_out
from tests.server.test_results_upgrade import ANNE, BO, old_database
from tests.server.test_rounds import finished
from tests.server.test_upgrade import take_back

SEED = b"t" * 32


def test_no_pseudonym_at_a_board_follows_from_its_seed(server: Server, person: Person) -> None:
    board = again(person, f"{finished(server, person, 'lockup')}.1")
    play_out(server, person, board)
    with closing(server.database()) as database:
        asked = "SELECT seed, pseudonym_key FROM boards WHERE id = ?"
        ((seed, key),) = database.execute(asked, [board["board"]]).fetchall()
        asked = "SELECT DISTINCT person_id FROM results WHERE board_id = ? AND number > 0"
        ((number,),) = database.execute(asked, [board["board"]]).fetchall()
    shown = {each["pseudonym"] for each in compared(person, board["board"])["entries"] if not each["bot"]}
    assert shown == {pseudonym(key, number)}
    for secret in (bytes(seed).hex(), derive(bytes(seed), "persons").hex()[:32]):
        assert pseudonym(secret, number) not in shown


def test_an_older_server_gets_keys_and_keeps_whose_hand_a_bot_plays_on(
    where: Path | str, tmp_path: Path
) -> None:
    url = Settings(data=tmp_path, database_url=where if isinstance(where, str) else None).database
    old_database(url, "0023")

    def ask(query: str) -> list[Any]:
        with create_engine(url).begin() as connection:
            found = connection.execute(text(query))
            return list(found.all()) if found.returns_rows else []

    upgrade._bring_up_to_date(url)
    take_back(url, "0029")
    ask("UPDATE tables SET pseudonym_key = ''")
    ask("UPDATE boards SET persons = NULL")
    ask(f"UPDATE seats SET hand_of = '{pseudonym(SEED.hex(), ANNE)}' WHERE table_id = 'd-anne' AND seat = 0")
    ask("UPDATE tables SET pseudonym_key = 'own' WHERE id = 'e-1'")
    ask("UPDATE boards SET persons = 'own' WHERE id = 'over'")
    ask(f"UPDATE seats SET hand_of = '{pseudonym('own', BO)}' WHERE table_id = 'e-1' AND seat = 0")
    upgrade._bring_up_to_date(url)

    boards = dict(ask("SELECT id, pseudonym_key FROM boards"))
    tables = {table: (board, key) for table, board, key in ask("SELECT id, board, pseudonym_key FROM tables")}
    assert len(set(boards.values())) == len(boards)
    assert boards["over"] == tables["e-1"][1] == "own", "what has a key keeps it"
    for table, (board, key) in tables.items():
        assert key == boards[board], table
    hands = dict(ask("SELECT table_id, hand_of FROM seats WHERE hand_of IS NOT NULL"))
    assert hands == {"d-anne": pseudonym(tables["d-anne"][1], ANNE), "e-1": pseudonym("own", BO)}

"""Whoever deletes their data is forgotten at once, by everybody, and for good."""

import re
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any, cast

import pytest

from sevenfold.server.protocol.talk import Line
from sevenfold.server.storage import sqlite
from sevenfold.server.storage.backend import Backend
from sevenfold.server.storage.forgetting import ForgettingStore
from sevenfold.server.storage.schema import metadata
from sevenfold.server.storage.statements import Statement, WriteStep
from sevenfold.server.tables.forgetting import Forgetting
from sevenfold.testing.running import Pair, Person, Server, Socket, any_move, looking_again, to_act
from tests.server.test_workers import PERSON, Worker, with_workers
from tests.server.together import (
    MakePersons,
    code_of,
    join,
    look,
    seats_of,
    start_with,
    table_until,
    wait_table,
)

TALKING = {"watching": True, "free_text": True}


class Ear:
    """What somebody at a socket has been told was said, by the rules of the protocol."""

    def __init__(self, socket: Socket) -> None:
        self._socket = socket
        self.said: list[str] = []

    def hear(self, *said: str) -> None:
        """Wait until exactly this has been said."""
        while self.said != list(said):
            talk = self._socket.receive("talk")
            new = [line["text"] or line["phrase"] for line in talk["lines"]]
            self.said = new if talk["whole"] else self.said + new


def nothing_to_do(server: Server) -> bool:
    with closing(server.database()) as connection:
        return not connection.execute("SELECT person_id FROM forgetting", []).fetchall()


def forget(server: Server, person: Person) -> None:
    """They delete their data, and all of it is done."""
    assert person.delete("/session").status_code == 204
    for _ in looking_again():
        if nothing_to_do(server):
            break


def said_by(server: Server, text: str) -> list[Any]:
    with closing(server.database()) as connection:
        lines: list[Any] = connection.execute("SELECT line FROM talk", []).fetchall()
    return [line for line in lines if text in line[0]]


def test_open_pages_and_newcomers_are_no_longer_told_what_was_said(
    server: Server, persons: MakePersons
) -> None:
    host, friend, watcher = persons(3)
    table = start_with(host, friend, settings=TALKING)
    join(watcher, host.get(f"/tables/{table}").json()["watch_link"]).raise_for_status()
    with host.socket(table) as one, friend.socket(table) as two, watcher.socket(table) as three:
        ears = [Ear(socket) for socket in (one, two, three)]
        for socket in (one, two, three):
            socket.hello()
        two.send("say", text="I live at 5 Elm Road")
        for ear in ears:
            ear.hear("I live at 5 Elm Road")
        one.send("say", phrase="hello")
        ears[1].hear("I live at 5 Elm Road", "hello")
        two.send("say", phrase="goodbye")
        for ear in ears:
            ear.hear("I live at 5 Elm Road", "hello", "goodbye")

        assert friend.delete("/session").status_code == 204

        for ear, socket in ((ears[0], one), (ears[2], three)):
            ear.hear("hello")
            table_until(socket, lambda table: "Friend 1" not in seats_of(table, "name"))
        one.send("say", phrase="thanks")  # takes the number of a line that is gone
        ears[2].hear("hello", "thanks")
    with watcher.socket(table) as later:
        later.hello()
        assert [line["phrase"] for line in later.receive("talk")["lines"]] == ["hello", "thanks"]
    assert said_by(server, "Elm Road") == []


def test_what_was_said_long_ago_is_gone_too_and_from_a_rematch(server: Server, persons: MakePersons) -> None:
    host, friend = persons(2)
    table = wait_table(host, settings=TALKING)["id"]
    link = host.get(f"/tables/{table}").json()["link"]
    join(friend, link, 1, "Bea").raise_for_status()
    with closing(server.database()) as connection, connection:
        theirs = connection.execute(
            "SELECT person_id FROM seats WHERE table_id = ? AND seat = 1", [table]
        ).fetchall()[0][0]
        for number in range(1, 71):
            line = (
                f'{{"number":{number},"seat":1,"name":"Bea","phrase":null,"reaction":null,'
                '"text":"early words","at":"2026-01-01T00:00:00.000+00:00"}'
            ).replace("{{", "{")
            connection.execute(
                "INSERT INTO talk (table_id, number, line, person_id) VALUES (?, ?, ?, ?)",
                [table, number, line, theirs],
            )
    with host.socket(table) as socket:
        socket.send("hello")
        assert len(socket.receive("talk")["lines"]) == 50
        forget(server, friend)
        while (talk := socket.receive("talk"))["lines"]:
            pass
        assert talk["whole"]
    assert said_by(server, "early words") == []


def test_all_windows_of_whoever_went_are_closed_at_whichever_table(
    persons: MakePersons,
) -> None:
    host, friend = persons(2)
    tables = [start_with(host, friend), wait_table(friend, name="Bea")["id"], friend.create()["id"]]
    with friend.socket(tables[0]) as one, friend.socket(tables[1]) as two, friend.socket(tables[2]) as three:
        for socket in (one, two, three):
            socket.send("hello")
            socket.receive("snapshot", "table")
        with friend.socket(tables[0]) as quiet:
            friend.delete("/session").raise_for_status()
            for socket in (one, two, three, quiet):
                assert socket.close_code in (4401, 4403, 4404)
    assert code_of(friend.get("/tables")) == "session_unknown"


def test_another_process_forgets_a_cookie(server: Server, persons: MakePersons) -> None:
    (person,) = persons(1)  # where there are two processes, the other person of this cookie asks the second
    with Person(server, session=False) as same:
        same.http.cookies = person.http.cookies
        assert same.url != person.url or not isinstance(server, Pair)
        same.get("/tables").raise_for_status()  # it is in the cache of that process from now on
        person.delete("/session").raise_for_status()
        for _ in looking_again():
            if same.get("/tables").status_code == 401:
                break


def test_no_number_of_a_person_is_given_twice(server: Server, persons: MakePersons) -> None:
    """Else what somebody has been forgotten for could befall whoever comes next."""

    def newest() -> int:
        with closing(server.database()) as connection:
            [[number]] = connection.execute("SELECT max(id) FROM persons", []).fetchall()
        return int(number)

    (person,) = persons(1)
    before = newest()
    forget(server, person)
    persons(1)
    assert newest() > before


def test_links_that_they_made_lead_nowhere(persons: MakePersons) -> None:
    friend, phone = persons(2)
    own = wait_table(friend, name="Bea", settings={"listed": True})
    assert phone.get(f"/invitations/{own['link']}").status_code == 200

    friend.delete("/session").raise_for_status()

    for _ in looking_again():
        if own["id"] not in {each["table"]["id"] for each in phone.get("/open_tables").json()}:
            break
    assert code_of(phone.get(f"/invitations/{own['link']}")) == "link_unknown"


def test_their_name_goes_from_a_seat_they_have_left_and_no_other_name_does(
    server: Server, persons: MakePersons
) -> None:
    host, first, second = persons(3)
    table = start_with(host, first, options={"target": 10})
    with host.socket(table) as one, first.socket(table) as two:
        play_together(one, two, deals=1)
    first.post(f"/tables/{table}/leave").raise_for_status()
    key = host.get(f"/tables/{table}").json()["link"]
    join(second, key, 1, "Second").raise_for_status()
    with host.socket(table) as one, second.socket(table) as two:
        play_together(one, two)
    second.post(f"/tables/{table}/leave").raise_for_status()
    assert seats_of(host.get(f"/tables/{table}").json(), "name")[1] == "Second"

    forget(server, first)
    assert seats_of(host.get(f"/tables/{table}").json(), "name")[1] == "Second"
    forget(server, second)
    left = host.get(f"/tables/{table}").json()
    assert seats_of(left, "name") == ["Host", None, None, None]
    assert seats_of(left, "left")[1]


def play_together(*sockets: Socket, deals: int | None = None) -> None:
    """Two persons play a match to its end, or so many deals of it."""
    for _ in looking_again():
        for socket in sockets:
            message = look(socket)
            between = message["standing"]["next_first"] is not None
            if message["standing"]["over"] or (between and message["standing"]["round"] == deals):
                return
            if between:
                socket.send("next_round", version=message["version"])
            elif to_act(message):
                socket.send("play", version=message["version"], move=any_move(message))


def test_a_spectator_goes_and_nobody_elses_seat(server: Server, persons: MakePersons) -> None:
    host, friend, watcher = persons(3)
    table = start_with(host, friend, settings={"watching": True})
    join(watcher, host.get(f"/tables/{table}").json()["watch_link"]).raise_for_status()

    forget(server, watcher)

    assert seats_of(friend.get(f"/tables/{table}").json(), "you")[1]
    with closing(server.database()) as connection:
        assert connection.execute("SELECT * FROM members WHERE table_id = ?", [table]).fetchall() == []


MANY = 120


def test_names_are_gone_with_the_answer_and_the_rest_is_done_after_a_kill(
    own_server: Server,
) -> None:
    with Person(own_server) as host, Person(own_server) as friend:
        table = start_with(host, friend, name="Ann Teak")
        with host.socket(table) as socket:
            socket.hello()
            socket.send("say", phrase="hello")
            Ear(socket).hear("hello")
        copy_many(own_server, table)
        assert host.delete("/session").status_code == 204
        own_server.kill()
        own_server.forget_said()
        with closing(own_server.database()) as connection:
            for query in ("SELECT name FROM seats WHERE name = ?", "SELECT name FROM persons WHERE name = ?"):
                assert connection.execute(query, ["Ann Teak"]).fetchall() == []
            assert connection.execute("SELECT * FROM talk", []).fetchall() == []
        own_server.start()
        for _ in looking_again():
            if nothing_to_do(own_server):
                break
        kept = friend.get("/tables").json()
        assert len(kept) == 100
        assert {table["seats"][0]["bot"] for table in kept} == {"medium"}
        with closing(own_server.database()) as connection:
            left = connection.execute("SELECT count(*) FROM seats WHERE person_id IS NOT NULL", []).fetchall()
            assert left[0][0] == MANY + 1
            assert connection.execute("SELECT count(*) FROM persons", []).fetchall()[0][0] == 1


def test_a_note_stays_while_another_program_reads_what_was_there_before(
    tmp_path: Path,
) -> None:
    """Such as a backup. What anybody else has deleted goes too: a table, with what was said there."""

    async def work(one: Worker, _two: Worker, table: str) -> None:
        forgetting = Forgetting(one.store, one.tables, cast(Any, None))
        leaving = await one.store.persons.add(b"leaving", 2**50)
        await one.store.persons.rename(leaving, "Zebulon")
        with closing(sqlite3.connect(tmp_path / "sevenfold.db", isolation_level=None)) as backup:
            backup.execute("BEGIN")
            assert backup.execute("SELECT count(*) FROM persons").fetchone() == (2,)
            await forgetting.forget(leaving)
            assert not await forgetting.do_what_is_left()
            assert await one.store.forgetting.to_do() == [leaving]
            assert b"Zebulon" in bytes_of(tmp_path)
        assert await forgetting.do_what_is_left()
        assert await one.store.forgetting.to_do() == []
        assert b"Zebulon" not in bytes_of(tmp_path)

        line = Line(number=1, seat=0, name=None, phrase=None, reaction=None, text="xylophone", at="")
        assert await one.store.friends.add_line(table, line, PERSON)
        await one.store.tables.delete(table)
        assert b"xylophone" in bytes_of(tmp_path)
        assert await forgetting.do_what_is_left()
        assert b"xylophone" not in bytes_of(tmp_path)

    with_workers(tmp_path, work, one_bus=True)


@pytest.mark.parametrize("held", [1, 2])
def test_whoever_is_not_done_with_is_gone_on_with_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, held: int
) -> None:
    """Somebody reads while a person is being forgotten, and no longer a moment later."""

    async def work(one: Worker, _two: Worker, _table: str) -> None:
        forgetting = Forgetting(one.store, one.tables, cast(Any, None))
        leaving = await one.store.persons.add(b"leaving", 2**50)
        await one.store.forgetting.begin(leaving)
        answers = iter([False] * held)

        async def wipe() -> bool:
            return next(answers, True)

        monkeypatch.setattr(one.store.backend, "wipe", wipe)
        assert not await forgetting.do_what_is_left()
        assert await one.store.forgetting.to_do() == [leaving]
        assert await forgetting.do_what_is_left()
        assert await one.store.forgetting.to_do() == []

    with_workers(tmp_path, work, one_bus=True)


def test_the_log_is_emptied_although_somebody_reads_for_a_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They end once it was tried in vain."""
    truncate = sqlite._truncate_log

    async def work(one: Worker, _two: Worker, _table: str) -> None:
        file = tmp_path / "sevenfold.db"
        with closing(sqlite3.connect(file, isolation_level=None, check_same_thread=False)) as reading:
            reading.execute("BEGIN")
            assert reading.execute("SELECT count(*) FROM persons").fetchone() == (1,)
            await one.store.persons.rename(PERSON, "Zebulon")

            def truncate_while_they_read(connection: sqlite3.Connection) -> bool:
                done = truncate(connection)
                if reading.in_transaction:
                    assert not done
                    reading.execute("COMMIT")
                return done

            monkeypatch.setattr(sqlite, "_truncate_log", truncate_while_they_read)
            assert await one.store.backend.wipe()
        assert (tmp_path / "sevenfold.db-wal").read_bytes() == b""

    with_workers(tmp_path, work, one_bus=True)


class Noting:
    """A database that notes which tables a transaction writes."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend
        self.written: list[str] = []

    @asynccontextmanager
    async def transaction(self, **how: bool) -> AsyncIterator[Any]:
        async with self._backend.transaction(**how) as transaction:
            self._transaction = transaction
            self.rows = transaction.rows
            yield self

    async def change(self, step: WriteStep) -> int:
        self.written += re.findall(
            r"^(?:UPDATE|DELETE FROM|INSERT INTO) (\w+)", step.statement.compiled(self._backend.dialect).text
        )
        return await self._transaction.change(step)


def test_rows_are_locked_in_the_order_in_which_a_round_that_begins_locks_them(tmp_path: Path) -> None:
    """Otherwise a host who is forgotten, and their evening's next round, could wait for each other."""

    async def work(one: Worker, _two: Worker, _table: str) -> None:
        noting = Noting(one.store.backend)
        named = Statement("UPDATE seats SET name = 'Zebulon' WHERE person_id = :person")
        await one.store.backend.write(named.of([{"person": PERSON}]))
        await ForgettingStore(cast(Backend, noting)).begin(PERSON)
        assert list(dict.fromkeys(noting.written))[:3] == ["tables", "events", "persons"]

    with_workers(tmp_path, work, one_bus=True)


def copy_many(server: Server, table: str) -> None:
    """Many tables like this one."""
    with closing(server.database()) as connection, connection:
        for kind, key in (("tables", "id"), ("seats", "table_id"), ("log", "table_id"), ("talk", "table_id")):
            columns = columns_of(kind)
            others = [column for column in columns if column not in (key, "link", "code", "watch_link")]
            names = ", ".join(others)
            for number in range(MANY):
                connection.execute(
                    f"INSERT INTO {kind} ({key}, {names}) SELECT ?, {names} FROM {kind} WHERE {key} = ?",
                    [f"copy{number}", table],
                )


def columns_of(table: str) -> list[str]:
    return [column.name for column in metadata.tables[table].columns]


def test_a_damaged_table_keeps_nobodys_name(own_server: Server) -> None:
    with Person(own_server) as host, Person(own_server) as friend:
        table = start_with(host, friend)
        alone = host.create(name="Ann Teak")["id"]
        with closing(own_server.database()) as connection, connection:
            connection.execute("UPDATE tables SET settings = 'broken'", [])
        forget(own_server, host)
        own_server.forget_said()  # it says that the tables are damaged
        with closing(own_server.database()) as connection:
            found = connection.execute("SELECT id FROM tables", []).fetchall()
            assert [row[0] for row in found] == [table]
            assert (
                connection.execute("SELECT person_id FROM seats WHERE seat = 0", []).fetchall()[0][0] is None
            )
        assert alone != table


@pytest.mark.parametrize("stopped", [False, True])
def test_no_byte_of_what_was_deleted_is_left_in_a_file_of_sqlite(tmp_path: Path, stopped: bool) -> None:
    server = Server(tmp_path)
    with closing(server), Person(server) as host, Person(server) as friend:
        table = start_with(host, friend, settings=TALKING, name="Zebulon Quist")
        with host.socket(table) as socket:
            socket.hello()
            for line in range(3):
                socket.send("say", text=f"xylophone {line}")
            Ear(socket).hear(*(f"xylophone {line}" for line in range(3)))
        assert all(word in bytes_of(tmp_path) for word in PERSONAL)
        assert host.delete("/session").status_code == 204
        assert not any(word in bytes_of(tmp_path) for word in PERSONAL), "they are gone with the answer"
        for _ in looking_again():
            if nothing_to_do(server):
                break
        if stopped:
            server.stop()
        kept = bytes_of(tmp_path)
        assert table.encode() in kept
        assert not any(word in kept for word in PERSONAL)


PERSONAL = (b"Zebulon", b"Quist", b"xylophone")


def bytes_of(folder: Path) -> bytes:
    return b"".join(file.read_bytes() for file in folder.glob("**/*") if file.is_file())

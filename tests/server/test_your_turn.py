"""The list of a person's tables says which of them wait for the person, and law 8 holds there, too."""

import asyncio
import sqlite3
from contextlib import ExitStack, closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from sevenfold.core.log import Dealt
from sevenfold.server.errors import Stale
from sevenfold.server.protocol.http import NewTable
from sevenfold.server.storage.rows import as_text
from sevenfold.testing.running import (
    WAIT,
    Message,
    Person,
    Server,
    Socket,
    any_move,
    looking_again,
    play_round,
    to_act,
)
from tests.server.conftest import SitTogether
from tests.server.test_claims import DEALER, NINES, ONE_NINE, UPCARD, WATCHER
from tests.server.test_workers import PERSON, SLOW_BOTS, Worker, with_workers
from tests.server.together import in_step

SHORT = Dealt(0, {"0": "AS KS", "1": "QS JS", "2": "TS 9S", "3": "8S 7S"}, "")


def listed(person: Person, table: str) -> Message:
    """The table's entry in the person's list."""
    found: Message = next(each for each in person.get("/tables").json() if each["id"] == table)
    return found


def waiting(person: Person, table: str) -> bool:
    """Whether the list says that the table waits for the person."""
    return bool(listed(person, table)["your_turn"])


def kept(server: Server, table: str) -> int:
    with closing(server.database()) as database:
        found: int = database.execute("SELECT waits_for FROM tables WHERE id = ?", [table]).fetchone()[0]
    return found


def at_rest(*sockets: Socket) -> list[Message]:
    """What each socket is shown at the same version, once a person is to act."""
    for _ in looking_again():
        messages = in_step(*sockets)
        if any(map(to_act, messages)):
            break
    return messages


def test_a_table_of_ones_own_waits_until_its_match_is_over(person: Person) -> None:
    table = person.create(options={"target": 1})["id"]
    assert waiting(person, table)
    with person.socket(table) as socket:
        message = socket.hello()
        while not message["standing"]["over"]:
            if message["standing"]["result"] is not None:
                assert waiting(person, table)  # for the next round
                socket.send("next_round", version=message["version"])
                message = socket.receive("update")
            updates = play_round(socket, message)
            message = updates[-1] if updates else message
        assert not waiting(person, table)
    assert not waiting(person, table)


def test_each_of_two_is_told_whose_turn_it_is(
    server: Server, person: Person, other_person: Person, sit_together: SitTogether
) -> None:
    table = sit_together("lockup", SHORT)
    with person.socket(table) as one, other_person.socket(table) as other:
        messages = at_rest(one, other)
        for _ in range(3):
            turns = [to_act(message) for message in messages]
            assert [waiting(person, table), waiting(other_person, table)] == turns
            mover = turns.index(True)
            version, move = messages[mover]["version"], any_move(messages[mover])
            (one, other)[mover].ask("play", "update", version=version, move=move)
            messages = at_rest(one, other)
        turns = [to_act(message) for message in messages]
        assert kept(server, table) == 1 << turns.index(True)
    assert [waiting(person, table), waiting(other_person, table)] == turns


def test_who_is_asked_whether_they_claim_is_told_so_alone(
    person: Person, other_person: Person, sit_together: SitTogether, server: Server
) -> None:
    rests = {NINES: f"{UPCARD} 4C 3S 7D", ONE_NINE: f"{UPCARD} 9D 3S 7D"}
    with server.clock.stopped(), ExitStack() as stack:
        for hand, rest in rests.items():
            deal = Dealt(0, {"0": WATCHER, "1": hand, "2": DEALER}, rest)
            table = sit_together("seven_bridge", deal, joker="no")
            before = kept(server, table)
            stack.enter_context(other_person.socket(table)).hello()
            for _ in looking_again():  # another process hears of it a little later
                if listed(person, table)["seats"][1]["connected"]:
                    break
            assert not waiting(person, table)
            assert waiting(other_person, table) == (hand == NINES)
            assert kept(server, table) == before


async def asked_to_claim(folder: Path, worker: Worker) -> tuple[str, int]:
    """A table at which seat 1 is asked whether it claims: its id, and the person at that seat."""
    wanted = NewTable(game="seven_bridge", players=3, pace=10_000, options={"joker": "no"})
    table = (await worker.tables.create(PERSON, wanted)).id
    other = await worker.store.persons.add(b"other", 2**50)
    deal = Dealt(0, {"0": WATCHER, "1": NINES, "2": DEALER}, f"{UPCARD} 4C 3S 7D")
    with closing(sqlite3.connect(folder / "sevenfold.db")) as database, database:
        database.execute("UPDATE log SET entry = ? WHERE table_id = ?", [as_text(deal), table])
        database.execute("UPDATE tables SET waits_for = 2 WHERE id = ?", [table])
        seat = "UPDATE seats SET bot = NULL, person_id = ? WHERE table_id = ? AND seat = 1"
        database.execute(seat, [other, table])
    return table, other


def test_once_claims_are_closed_it_is_kept_whose_turn_it_is_and_nobody_waits_for_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(one: Worker, _two: Worker, _table: str) -> None:
        table, _ = await asked_to_claim(tmp_path, one)
        opened, woken = await one.open(table), asyncio.Event()
        keep, told = one.store.logs.set_waits_for, asyncio.Event()

        async def keep_when_told(table: str, waits_for: int) -> None:
            await asyncio.wait_for(told.wait(), WAIT)
            await keep(table, waits_for)

        monkeypatch.setattr(one.store.logs, "set_waits_for", keep_when_told)
        async with opened.connection(PERSON, woken.set):
            while not await asyncio.wait_for(opened.views.waits_for(0), WAIT / 2):
                await asyncio.wait_for(woken.wait(), WAIT)
                woken.clear()
            told.set()
            await opened.written()
        row = await one.store.tables.find(table)
        assert row is not None
        assert row.waits_for == 1

    with_workers(tmp_path, work, one_bus=False, timings=replace(SLOW_BOTS, claim_window=60))


def test_a_pass_after_another_process_has_passed_for_the_seat_is_stale(tmp_path: Path) -> None:
    async def work(one: Worker, two: Worker, _table: str) -> None:
        table, other = await asked_to_claim(tmp_path, one)
        here, there = await one.tables.open(table, other), await two.tables.open(table, other)
        version = (await there.views.updates(1, None)).version
        assert await here.play(1, version, "pass") is None
        with pytest.raises(Stale):
            await there.play(1, version, "pass")

    with_workers(tmp_path, work, one_bus=False)

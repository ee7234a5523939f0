"""How long things are kept: the host says so, and the sweep deletes what is older. The rest stays."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sevenfold.cli.in_force import SettingsWrong, gather
from sevenfold.server.keeping import DAY, FOR_EVER, Keeping
from sevenfold.server.protocol.http import NewTable
from sevenfold.server.protocol.talk import Line, Say
from sevenfold.server.settings import Settings
from sevenfold.server.storage.rows import as_text, now
from sevenfold.server.storage.statements import Statement
from sevenfold.server.tables.sent.talk import Speaker
from sevenfold.server.tables.sweep import sweep
from sevenfold.server.times import iso
from tests.server.test_workers import PERSON, Where, Worker, with_workers
from tests.server.whole import WholeServer, a_server

OLD, YOUNG = 31 * DAY, 29 * DAY
MONTH = 30


async def do(worker: Worker, statement: str, **values: Any) -> None:
    await worker.store.backend.write(Statement(statement).of([values]))


async def found(worker: Worker, statement: str, **values: Any) -> list[Any]:
    rows = await worker.store.backend.rows(Statement(statement), values)
    return [next(iter(row.values())) for row in rows]


async def a_table(worker: Worker, age: int, *, over: bool = True) -> str:
    """A table at which somebody has moved, and whose last move was so long ago."""
    table = (await worker.tables.create(PERSON, NewTable(game="lockup"))).id
    values = {"table": table, "at": now() - age}
    await do(worker, "UPDATE tables SET over = :over, created = 1 WHERE id = :id", over=over, id=table)
    await do(worker, "INSERT INTO log (table_id, seq, entry, at) VALUES (:table, 2, '{}', :at)", **values)
    return table


async def said(worker: Worker, table: str, number: int, age: int) -> None:
    line = Line(
        number=number, seat=0, name="Ada", phrase="hello", reaction=None, text=None, at=iso(now() - age)
    )
    await worker.store.friends.add_line(table, line, PERSON)


def with_one_or_two(where: Where, work: Any, *, two: bool) -> None:
    with_workers(where, lambda one, other, table: work(one, other if two else one, table), one_bus=True)


one_or_two = pytest.mark.parametrize("two", [False, True], ids=["one worker", "two"])


@one_or_two
def test_tables_go_some_time_after_their_last_move_over_or_not(where: Where, *, two: bool) -> None:
    async def work(one: Worker, sweeper: Worker, here: str) -> None:
        old, young = await a_table(one, OLD), await a_table(one, YOUNG)
        going_on = await a_table(one, OLD, over=False)
        waiting = await a_table(one, YOUNG, over=False)

        await sweep(sweeper.store, sweeper.tables)
        assert {old, young, going_on, waiting} <= set(await found(one, "SELECT id FROM tables"))
        await sweep(sweeper.store, sweeper.tables, Keeping(tables=MONTH))
        assert set(await found(one, "SELECT id FROM tables")) == {here, young, waiting}
        assert await found(one, "SELECT seq FROM log WHERE table_id = :old", old=old) == []

    with_one_or_two(where, work, two=two)


def test_a_table_where_somebody_is_stays_while_they_are_there(where: Where) -> None:
    async def work(one: Worker, _two: Worker, _here: str) -> None:
        old = await a_table(one, OLD)
        opened = await one.tables.open(old, PERSON)
        await sweep(one.store, one.tables, Keeping(tables=MONTH))
        assert await found(one, "SELECT id FROM tables WHERE id = :old", old=old) == [old]
        assert opened.row.id == old

    with_workers(where, work, one_bus=True)


def test_a_table_of_an_event_stays_until_that_has_been_closed_for_as_long(where: Where) -> None:
    """Also of an evening that nobody has ended, and that was made lately."""

    async def work(one: Worker, _two: Worker, _here: str) -> None:
        ages = {"goes on": (YOUNG, None), "lately": (OLD, now() - YOUNG), "long ago": (OLD, now() - OLD)}
        ages["never ended"] = (OLD, None)
        tables = {}
        for name, (made, closes) in ages.items():
            table = tables[name] = await a_table(one, OLD)
            await do(
                one,
                "INSERT INTO events (id, name, kind, game, rules, options, players, bots, listed,"
                " pseudonym_key, created, closes) VALUES (:id, 'x', 'evening', 'lockup', 1, '{}', 4, 'easy',"
                " :listed, '', :made, :closes)",
                id=table,
                listed=False,
                made=now() - made,
                closes=closes,
            )
            await do(one, "UPDATE tables SET event = :id WHERE id = :id", id=table)
        await sweep(one.store, one.tables, Keeping(tables=MONTH))
        left = set(await found(one, "SELECT id FROM tables"))
        assert {name for name, table in tables.items() if table in left} == {"goes on", "lately"}

    with_workers(where, work, one_bus=True)


def test_a_table_at_a_board_stays_until_the_board_has_been_closed_for_as_long(where: Where) -> None:
    """Law 9: others compare with what was played there."""

    async def work(one: Worker, _two: Worker, _here: str) -> None:
        closes = {"never": None, "soon": now() + DAY, "lately": now() - YOUNG, "long ago": now() - OLD}
        tables = {}
        for name, at in closes.items():
            table = tables[name] = await a_table(one, OLD)
            await do(
                one,
                "INSERT INTO boards (id, kind, game, rules, options, players, seed, dealt, round, bots,"
                " deal_id, created, closes) VALUES (:id, 'day', 'lockup', 1, '{}', 4, :seed, '{}', 1, 'easy',"
                " :id, 1, :closes)",
                id=table,
                seed=b"",
                closes=at,
            )
            await do(one, "UPDATE tables SET board = :id WHERE id = :id", id=table)
        await sweep(one.store, one.tables, Keeping(tables=MONTH))
        left = set(await found(one, "SELECT id FROM tables"))
        assert {name for name, table in tables.items() if table in left} == {"soon", "lately"}

    with_workers(where, work, one_bus=True)


@one_or_two
def test_what_was_said_goes_after_a_time_and_whoever_is_there_sees_it_go(where: Where, *, two: bool) -> None:
    async def work(one: Worker, sweeper: Worker, here: str) -> None:
        opened = await one.open(here)
        await said(one, here, 1, OLD)
        await said(one, here, 2, YOUNG)
        opened.talk.mark_stale()
        assert [line.number for line in await opened.talk.lines()] == [1, 2]

        await sweep(sweeper.store, sweeper.tables)
        assert [line.number for line in await opened.talk.lines()] == [1, 2]
        await sweep(sweeper.store, sweeper.tables, Keeping(talk=MONTH))
        assert await found(one, "SELECT number FROM talk") == [2]
        (edition,) = await found(one, "SELECT edition FROM tables WHERE id = :here", here=here)
        await opened.seats.read_again(edition)  # as a process does that sees a new edition
        assert [line.number for line in await opened.talk.lines()] == [2]
        assert opened.talk.cuts == 1
        await opened.talk.say(Speaker(PERSON, "x", 0, None), Say(phrase="hello"), free_text=False)
        assert await found(one, "SELECT number FROM talk ORDER BY number") == [2, 3]

    with_one_or_two(where, work, two=two)


def test_a_line_ends_with_when_it_was_said() -> None:
    """The sweep looks for it there, in the text of the row."""
    at = iso(now())
    for text in ("", 'x"at":"1999', "ü漢字\\", "\n"):
        line = Line(number=1, seat=None, name=text, phrase=None, reaction=None, text=text, at=at)
        written = as_text(line)
        assert written[len(written) - 31 : len(written) - 2] == at
        assert msgspec.json.decode(written, type=Line) == line


@one_or_two
def test_reviews_that_are_done_go_after_a_time(where: Where, *, two: bool) -> None:
    async def work(one: Worker, sweeper: Worker, here: str) -> None:
        for seat, (state, age) in enumerate([("done", OLD), ("done", YOUNG), ("open", 0), ("failed", OLD)]):
            await do(
                one,
                "INSERT INTO reviews (table_id, deal, seat, known, engine, asked, state, lease, begun)"
                " VALUES (:table, 1, :seat, :known, 'x', :asked, :state, 0, 0)",
                table=here,
                seat=seat,
                known=False,
                asked=now() - age,
                state=state,
            )
        await sweep(sweeper.store, sweeper.tables)
        assert await found(one, "SELECT seat FROM reviews ORDER BY seat") == [0, 1, 2]
        await sweep(sweeper.store, sweeper.tables, Keeping(reviews=MONTH))
        assert await found(one, "SELECT seat FROM reviews ORDER BY seat") == [1, 2]

    with_one_or_two(where, work, two=two)


@one_or_two
def test_persons_without_a_key_go_after_a_time_and_those_with_one_stay(where: Where, *, two: bool) -> None:
    async def work(one: Worker, sweeper: Worker, _here: str) -> None:
        old, young, keyed = [
            await one.store.persons.add(name, 2**50) for name in (b"old", b"young", b"keyed")
        ]
        for person, age in ((old, OLD), (young, YOUNG), (keyed, OLD), (PERSON, OLD)):
            values = {"used": now() - age, "person": person}
            await do(one, "UPDATE sessions SET used = :used WHERE person_id = :person", **values)
        await do(one, "UPDATE persons SET key_hash = :key WHERE id = :person", key=b"key", person=keyed)

        await sweep(sweeper.store, sweeper.tables)
        assert set(await found(one, "SELECT id FROM persons")) == {PERSON, old, young, keyed}
        await sweep(sweeper.store, sweeper.tables, Keeping(persons=MONTH))
        assert set(await found(one, "SELECT id FROM persons")) == {PERSON, young, keyed}  # PERSON has a seat
        assert set(await found(one, "SELECT person_id FROM sessions")) == {young, keyed}

    with_one_or_two(where, work, two=two)


def test_a_server_sweeps_as_it_is_set_up_and_shows_how_much(where: Path | str, tmp_path: Path) -> None:
    async def work() -> None:
        async with a_server(where, tmp_path, keep_persons=MONTH, metrics_port=1) as server:
            await swept(server)
            seconds = server.metrics._registry.get_sample_value(
                "sevenfold_database_seconds_count", {"kind": "write"}
            )
            assert seconds is not None
            assert seconds > 0

    asyncio.run(work())


async def swept(server: WholeServer) -> None:
    """Wait until the server has swept once."""
    value = server.metrics._registry.get_sample_value
    while not value("sevenfold_last_sweep_timestamp_seconds"):  # noqa: ASYNC110  # it tells nobody
        await asyncio.sleep(0.01)
    assert value("sevenfold_swept_total", {"kind": "persons"}) == 0


# --- what a host writes -------------------------------------------------------------------------------


@pytest.mark.parametrize("option", ["keep_tables", "keep_talk", "keep_reviews", "keep_persons"])
@pytest.mark.parametrize("text", ["0", "0d", "-1d", "30", "12h", "", "d", "1.5d", "never", "999999d"])
def test_a_time_of_no_days_is_refused(tmp_path: Path, option: str, text: str) -> None:
    with pytest.raises(SettingsWrong, match="write a number of days from 1d"):
        gather({"data": str(tmp_path), option: text}, {}).checked()


@pytest.mark.parametrize("text", ["181d", "for ever"])
def test_persons_without_a_key_are_not_kept_longer_than_their_browsers_know_them(
    tmp_path: Path, text: str
) -> None:
    with pytest.raises(SettingsWrong, match="from 1d to 180d"):
        gather({"data": str(tmp_path), "keep_persons": text}, {}).checked()


def test_without_a_word_everything_is_kept_as_before(tmp_path: Path) -> None:
    settings = gather({"data": str(tmp_path)}, {}).checked()
    assert settings.keeping == Settings().keeping == Keeping(FOR_EVER, FOR_EVER, FOR_EVER, 180)
    assert gather({"data": str(tmp_path), "keep_talk": "For ever"}, {}).checked().keep_talk == FOR_EVER

"""Something happens between a look and what is written by it: the rule that was looked at still holds."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from sevenfold.core import dealing
from sevenfold.core.log import TakenBack
from sevenfold.core.match import AnyMatch
from sevenfold.core.options import read_options
from sevenfold.games import load_game
from sevenfold.server.storage.rows import Member, TableRow, now
from sevenfold.server.tables.seating import plan, spectators
from sevenfold.server.tables.table import Table
from tests.server.test_pairs import PEOPLE, make, make_event, seated
from tests.server.two_apps import House, Person, a_house

Work = Callable[[House, dict[str, Person]], Awaitable[None]]


def in_a_house(where: Path | str, folder: Path, work: Work) -> None:
    async def run() -> None:
        async with a_house(where, folder) as house:
            await work(house, {name: await house.person() for name in PEOPLE})

    asyncio.run(run())


def just_before(owner: object, name: str, first: Callable[[], Awaitable[object]]) -> None:
    """Have something else happen once, just before this method of a store is next called."""
    usual = getattr(owner, name)

    async def called(*values: Any, **more: Any) -> Any:
        setattr(owner, name, usual)
        await first()
        return await usual(*values, **more)

    setattr(owner, name, called)


async def nothing() -> None:
    """Nothing is waited for."""


async def began(people: dict[str, Person], event: str, what: str = "begin") -> None:
    answer = await people["host"].ask("POST", f"/api/events/{event}/{what}", {} if what == "next" else None)
    assert answer.status_code == 200, answer.text


async def seated_in(house: House, event: str) -> set[int]:
    found = await house.rows(
        "SELECT person_id FROM event_tables JOIN seats ON seats.table_id = event_tables.table_id"
        " WHERE event_id = :event AND person_id IS NOT NULL",
        event=event,
    )
    return {row["person_id"] for row in found}


# --- evenings ----------------------------------------------------------------------------------------


def test_who_leaves_as_a_round_begins_is_not_seated(where: Path | str, tmp_path: Path) -> None:
    async def work(house: House, people: dict[str, Person]) -> None:
        event = (await make_event(people, "evening"))["event"]

        async def leave() -> None:
            answer = await people["one"].ask("DELETE", f"/api/events/{event}/people/me")
            assert answer.status_code == 204

        just_before(people["host"].process.store.evenings, "begin", leave)
        await began(people, event)
        assert await seated_in(house, event) == {people["three"].id, people["two"].id}

    in_a_house(where, tmp_path, work)


def test_an_evening_of_two_does_not_begin_as_one_of_them_leaves(where: Path | str, tmp_path: Path) -> None:
    async def work(house: House, people: dict[str, Person]) -> None:
        event = (await make_event(people, "evening"))["event"]
        await people["two"].ask("DELETE", f"/api/events/{event}/people/me")

        async def leave() -> None:
            await people["one"].ask("DELETE", f"/api/events/{event}/people/me")

        just_before(people["host"].process.store.evenings, "begin", leave)
        answer = await people["host"].ask("POST", f"/api/events/{event}/begin")
        assert answer.json()["code"] == "too_few_in_event"
        assert await seated_in(house, event) == set()

    in_a_house(where, tmp_path, work)


def test_an_evening_ends_though_a_round_begins_at_that_moment(where: Path | str, tmp_path: Path) -> None:
    async def work(_: House, people: dict[str, Person]) -> None:
        event = (await make_event(people, "evening"))["event"]
        await began(people, event)
        just_before(people["host"].process.store.evenings, "end", lambda: began(people, event, "next"))
        await began(people, event, "end")
        told = (await people["one"].ask("GET", f"/api/events/{event}")).json()
        assert (told["state"], told["round"]) == ("over", 2)

    in_a_house(where, tmp_path, work)


def test_who_was_removed_at_the_moment_they_begin_a_deal_does_not_play_it(
    where: Path | str, tmp_path: Path
) -> None:
    async def work(house: House, people: dict[str, Person]) -> None:
        event = await make_event(people, "own_time")
        address = f"/api/events/{event['event']}"

        async def remove() -> None:
            answer = await people["host"].ask("DELETE", f"{address}/people/{event['pseudonym']}")
            assert answer.status_code == 200

        just_before(people["one"].process.store.tables, "add", remove)
        answer = await people["one"].ask("POST", f"{address}/deals/1/tables", {})
        assert answer.json()["code"] == "not_in_event"
        assert await house.rows("SELECT person_id FROM results") == []

    in_a_house(where, tmp_path, work)


# --- tables: at two processes, as a process does one thing after the other at each -------------------


def test_of_two_who_agree_at_once_both_are_heard(postgres_url: str, tmp_path: Path) -> None:
    async def work(house: House, people: dict[str, Person]) -> None:
        table = (await make(house, people, "in_play")).values["table"]
        host, one = people["host"], people["one"]
        assert host.process is not one.process
        people["two"].process = host.process

        async def agree(person: Person) -> None:
            assert await person.send(table, "answer_take_back", lambda _: {"agree": True}, nothing) == []

        opened: Table = await host.process.state.tables.open(table, host.id)
        just_before(host.process.store.tables, "replace", lambda: agree(one))
        await opened.answer_take_back(2, agree=True)
        entries = await house.store.logs.entries(table)
        assert isinstance(entries[-1], TakenBack)

    in_a_house(postgres_url, tmp_path, work)


def test_who_is_removed_as_a_rematch_begins_does_not_come_along(postgres_url: str, tmp_path: Path) -> None:
    async def work(house: House, people: dict[str, Person]) -> None:
        table = (await make(house, people, "over")).values["table"]
        host, one, other = people["host"], people["one"], house.processes[1]
        opened: Table = await host.process.state.tables.open(table, host.id)
        elsewhere: Table = await other.state.tables.open(table, host.id)

        async def remove() -> None:
            await elsewhere.change(lambda row, _: plan.gone(row, 1, removed=True))

        just_before(host.process.store.tables, "replace", remove)
        await host.process.state.tables._begin_rematch(opened, False)
        row = await house.store.tables.find(table)
        assert row is not None
        again: TableRow | None = await house.store.tables.find(row.rematch or "")
        assert again is not None
        assert row.seat_of(one.id) is None
        assert again.seat_of(one.id) is None

    in_a_house(postgres_url, tmp_path, work)


# --- who sits down or looks on, as another process deals ----------------------------------------------


async def between_deals(
    house: House, people: dict[str, Person]
) -> tuple[Table, Callable[[], Awaitable[None]]]:
    """A table whose first round is over, in memory, and how another process deals the second and goes on."""
    row = plan.filled(plan.replace(seated(people, over_shoulder=True), options={}), "medium")
    game = load_game("lockup")
    options = read_options(game.meta.options, row.options)
    match: AnyMatch = dealing.begin(row.dealer, game, options, row.players)
    while not match.round_over:
        seat = match.acting[0]
        match.play(seat, match.game.medium(match.seen(seat), seat))
        dealing.draw(row.dealer, match)
    coming = Member(people["back"].id, "coming", 2, since=now() + 1, name="Two")
    row = plan.replace(row, started=True, standing=match.standing, members=(*row.members, coming))
    await house.store.tables.add(row, match.entries)
    opened: Table = await people["host"].process.state.tables.open_for_all(row.id)
    async with opened._turns.hold():  # it has read the log
        pass

    async def go_on() -> None:
        before = match.version
        if match.round_over:
            dealing.next_round(row.dealer, match)
        else:
            match.play(match.acting[0], match.game.medium(match.seen(match.acting[0]), match.acting[0]))
        await house.store.logs.append(row.id, before, match.entries[before:], match.standing)

    return opened, go_on


def test_nobody_has_the_hand_that_is_dealt_as_they_sit_down(where: Path | str, tmp_path: Path) -> None:
    """They were to have the seat between two deals: it was dealt to whoever had it."""

    async def work(house: House, people: dict[str, Person]) -> None:
        table, deal = await between_deals(house, people)
        just_before(people["host"].process.store.tables, "replace", deal)
        await table.look_who_is_here()
        row = await house.store.tables.find(table.id)
        assert row is not None
        assert row.seats[2].person == people["two"].id
        assert (row.member(people["back"].id) or Member(0, "gone")).kind == "coming"
        held = await house.store.logs.length(table.id)
        assert table._turns.live.logged == held

    in_a_house(where, tmp_path, work)


def test_who_looks_at_a_hand_that_is_dealt_just_then_has_seen_it(where: Path | str, tmp_path: Path) -> None:
    async def work(house: House, people: dict[str, Person]) -> None:
        table, deal = await between_deals(house, people)
        watcher = people["watcher"].id
        just_before(people["host"].process.store.tables, "replace", deal)
        await table.change(lambda row, _: spectators.with_hand(row, 0, row.pseudonym_of(watcher), shown=True))
        await table.change(lambda row, _: spectators.with_hand(row, 0, None, shown=False))
        row = await house.store.tables.find(table.id)
        assert row is not None
        seen = row.member(watcher)
        assert seen is not None
        assert (seen.hands, seen.deal) == (1, 2)

    in_a_house(where, tmp_path, work)


@pytest.mark.parametrize("moves", [1, 3])
@pytest.mark.parametrize("told", [False, True])
def test_an_order_is_carried_out_however_often_another_process_moves_just_before(
    moves: int, told: bool, where: Path | str, tmp_path: Path
) -> None:
    """It was refused as stale if another process moved twice, or was heard of before the second look."""

    async def work(house: House, people: dict[str, Person]) -> None:
        table, go_on = await between_deals(house, people)
        store = people["host"].process.store
        moved = 0

        async def move() -> None:
            nonlocal moved
            await go_on()
            moved += 1
            if told:
                table._turns.note_log_at(await house.store.logs.length(table.id))
            if moved < moves:
                just_before(store.tables, "replace", move)

        just_before(store.tables, "replace", move)
        watcher = people["watcher"].id
        await table.change(lambda row, _: spectators.with_hand(row, 0, row.pseudonym_of(watcher), shown=True))
        assert moved == moves
        row = await house.store.tables.find(table.id)
        assert row is not None
        assert row.hands_shown_to(watcher) == {0}

    in_a_house(where, tmp_path, work)

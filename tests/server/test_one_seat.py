"""Who has seen a hand acts for no other seat in that deal, and nobody plays for two seats in a match.

That is law 10.

Each test is one way in which somebody might try; test_what_was_seen.py tries them in any order.
"""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from sevenfold.core.dealer import Dealer
from sevenfold.server.errors import ApiError
from sevenfold.server.storage.rows import Member, TableRow
from sevenfold.server.tables.seating import rematch
from sevenfold.testing.running import to_act
from tests.server.in_process import Browser, ServerHere, Window, a_server, without_threads
from tests.server.test_what_was_seen import stacked
from tests.server.together import MakePersons, code_of, join, look, look_until, start_with

AT_ONCE = {"joining": "at_once", "watching": True, "over_shoulder": True}

Evening = Callable[["Friends"], Awaitable[None]]


class Friends:
    """A table in play: host and friend sit at the seats 0 and 1, bots at the others; two more are about."""

    def __init__(self, server: ServerHere, table: str, *browsers: Browser) -> None:
        self.server = server
        self.table = table
        self.host, self.friend, self.other, self.late = browsers

    async def row(self) -> TableRow:
        return await self.server.row(self.table)

    async def link(self) -> str:
        return (await self.row()).link or ""

    async def watch(self, browser: Browser) -> str:
        """A browser comes to watch. Returns who they are in public."""
        await browser.join((await self.row()).watch_link or "")
        return (await self.row()).pseudonym_of(browser.person.id)

    async def show(self, holder: Browser, spectator: str, *, shown: bool = True) -> None:
        window = await holder.open(self.table)
        await window.ask("show_hand", shown=shown, to=spectator)

    async def refused(self, browser: Browser, seat: int) -> tuple[str, dict[str, str]]:
        """The error that answers somebody who wants a seat."""
        with pytest.raises(ApiError) as problem:
            await browser.join(await self.link(), seat, f"{browser.name} again")
        return problem.value.code, problem.value.values

    async def play_to_the_end_of_the_round(self) -> Window:
        """Play by hints. Returns the host's window."""
        windows = [await each.open(self.table) for each in (self.host, self.friend)]
        for _ in range(100):
            for window in windows:
                game = window.game or {}
                if game["standing"]["next_first"] is not None:
                    return windows[0]
                if to_act(game):
                    hint = await window.ask("ask_hint", version=game["version"])
                    await window.ask("play", version=game["version"], move=hint["move"]["text"])
        raise AssertionError

    async def next_deal(self) -> None:
        """Play until the next deal."""
        await self.play_to_the_end_of_the_round()
        for browser in (self.host, self.friend):
            for window in browser.windows:
                await window.ask("next_round", version=(window.game or {})["version"])


@pytest.fixture
def at_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    without_threads(monkeypatch)
    monkeypatch.setattr(Dealer, "deal", stacked)

    def at_a_table(evening: Evening, **settings: Any) -> None:
        async def run() -> None:
            async with a_server(tmp_path) as server:
                browsers = [await server.browser(name) for name in ("Ada", "Bo", "Cy", "Di")]
                made = await browsers[0].create(game="lockup", pace=0, settings=AT_ONCE | settings)
                await browsers[1].join(made.link or "", 1)
                window = await browsers[0].open(made.id)
                await window.ask("start", fill="easy")
                await evening(Friends(server, made.id, *browsers))

        asyncio.run(run())

    return at_a_table


# --- one seat a match -----------------------------------------------------------------------------


@pytest.mark.parametrize("joining", ["at_once", "between_rounds"])
def test_who_leaves_a_seat_gets_no_other_one_in_this_match_but_their_own_again(
    at_a_table: Callable[..., None], joining: str
) -> None:
    async def evening(them: Friends) -> None:
        if joining == "between_rounds":
            await them.play_to_the_end_of_the_round()
        await them.friend.leave(them.table)
        assert (await them.friend.look_at(await them.link())).played == 1
        for seat in (2, 3):
            assert await them.refused(them.friend, seat) == ("played_elsewhere", {"seat": "1"})
        info = await them.friend.join(await them.link(), 1)
        assert info.seats[1].you

    at_a_table(evening, joining=joining)


@pytest.mark.parametrize("way", ["restart", "new link", "as a spectator", "next deal", "all at once"])
def test_it_is_kept_that_somebody_has_played(at_a_table: Callable[..., None], way: str) -> None:
    async def evening(them: Friends) -> None:
        await them.friend.open(them.table)
        if way == "next deal":
            await them.next_deal()
        await them.friend.leave(them.table)
        if way in ("new link", "all at once"):
            await (await them.host.open(them.table)).ask("set_open", open=True)
        if way in ("as a spectator", "all at once"):
            await them.watch(them.friend)
        if way in ("restart", "all at once"):
            await them.server.restart()
        assert (await them.refused(them.friend, 2))[0] == "played_elsewhere"
        assert not (await them.row()).seat_of(them.friend.person.id)

    at_a_table(evening)


def test_before_the_start_all_seats_are_free(at_a_table: Callable[..., None]) -> None:
    async def evening(them: Friends) -> None:
        made = await them.late.create(game="lockup")
        for seat in (1, 2, 3):
            await them.other.join(made.link or "", seat)
            await them.other.leave(made.id)
        assert not (await them.server.row(made.id)).members

    at_a_table(evening)


def test_at_the_table_of_a_rematch_nobody_has_played_yet(at_a_table: Callable[..., None]) -> None:
    async def evening(them: Friends) -> None:
        spectator = await them.watch(them.other)
        await them.show(them.friend, spectator)
        await them.friend.leave(them.table)
        again = rematch.again(await them.row(), range(4))
        (member,) = again.members
        assert member == Member(them.other.person.id, "watcher", since=member.since, name="Cy")
        assert again.pseudonym_of(them.other.person.id) == spectator

    at_a_table(evening)


# --- hands that were shown ------------------------------------------------------------------------


WAYS = ("still shown", "no longer shown", "left", "nobody may watch", "hands hidden")


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("restart", [False, True])
def test_who_was_shown_a_hand_sits_at_no_other_seat_until_the_next_deal(
    at_a_table: Callable[..., None], way: str, restart: bool
) -> None:
    async def evening(them: Friends) -> None:
        spectator = await them.watch(them.other)
        await them.show(them.friend, spectator)
        seen = await them.other.open(them.table, over=1)
        assert (seen.game or {})["view"]["seat"] == 1
        host = await them.host.open(them.table)
        if way == "no longer shown":
            await them.show(them.friend, spectator, shown=False)
        elif way == "left":
            await them.other.leave(them.table)
        elif way == "nobody may watch":
            await host.ask("set_settings", settings=AT_ONCE | {"watching": False, "over_shoulder": False})
        elif way == "hands hidden":
            await host.ask("set_settings", settings=AT_ONCE | {"over_shoulder": False})
        if restart:
            await them.server.restart()
        assert await them.refused(them.other, 2) == ("hand_seen", {"seats": "1"})
        await them.next_deal()
        if way == "still shown":
            assert await them.refused(them.other, 2) == ("hand_seen", {"seats": "1"})
        else:
            assert (await them.other.join(await them.link(), 2)).seats[2].you

    at_a_table(evening)


def test_the_seat_whose_hand_was_shown_is_its_persons_in_this_deal(at_a_table: Callable[..., None]) -> None:
    async def evening(them: Friends) -> None:
        await them.show(them.friend, await them.watch(them.other))
        await them.friend.leave(them.table)
        assert await them.refused(them.other, 1) == ("hand_dealt", {"seat": "1"})
        assert (await them.friend.join(await them.link(), 1)).seats[1].you

    at_a_table(evening)


def test_who_has_played_and_then_looked_over_a_shoulder_does_not_go_on(
    at_a_table: Callable[..., None],
) -> None:
    async def evening(them: Friends) -> None:
        await them.friend.leave(them.table)
        await them.show(them.host, await them.watch(them.friend))
        assert await them.refused(them.friend, 1) == ("hand_seen", {"seats": "0"})

    at_a_table(evening)


# --- the same over a network, and at two processes --------------------------------------------------


def test_another_process_knows_it_too(persons: MakePersons) -> None:
    host, friend, other = persons(3)
    table = start_with(host, friend, settings=AT_ONCE)
    info = host.get(f"/tables/{table}").json()
    spectator = join(other, info["watch_link"]).json()["spectators"][0]["id"]
    with friend.socket(table) as two, other.socket(table) as three:
        look(two)
        two.send("show_hand", shown=True, to=spectator)
        look_until(three, lambda message: message["table"]["seats"][1]["shows_you"])
    assert code_of(join(other, info["link"], 2)) == "hand_seen"
    friend.post(f"/tables/{table}/leave").raise_for_status()
    assert code_of(join(friend, info["link"], 2)) == "played_elsewhere"
    join(friend, info["link"], 1).raise_for_status()

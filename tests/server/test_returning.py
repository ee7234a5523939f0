"""Back without one's session: the others there are asked, nobody is shown another's hand, and a seat that was
let to somebody else lasts a deal.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from sevenfold.cli.person_links import seats_person
from sevenfold.core.dealer import Dealer
from sevenfold.server.errors import ApiError
from sevenfold.server.protocol.http import Invitation
from sevenfold.server.storage.rows import TableRow, now
from sevenfold.server.tables.forgetting import Forgetting
from sevenfold.server.timings import Timings
from sevenfold.testing.running import PATIENT, Pair, Person, any_move, looking_again, to_act
from tests.server.in_process import DAY, Browser, Message, ServerHere, Window, a_server, without_threads
from tests.server.test_what_was_seen import Knowledge, stacked
from tests.server.together import look, start_with, table_until

QUICK = Timings(away_before_return=0, between_returns=0)
"""Whoever is away has been away for long enough, at once."""

SOON = 0.05
"""In seconds: how long answers are waited for where a test waits for the end of it."""


class Friends:
    """A table with people: each has a browser, and the first ones a window at the table."""

    def __init__(self, server: ServerHere, people: list[Browser], table: str, key: str) -> None:
        self.server = server
        self.people = people
        self.table = table
        self.key = key

    async def row(self) -> TableRow:
        return await self.server.row(self.table)

    async def tell(self, browser: Browser, type_: str, **fields: Any) -> Message:
        window = browser.windows[-1] if browser.windows else await browser.open(self.table)
        return await window.ask(type_, **fields)

    async def shown(self, browser: Browser) -> Message:
        """The table as somebody is shown it."""
        window = browser.windows[-1]
        await window.ask("hello")
        message = window.last("snapshot", "table")
        assert message is not None
        table: Message = message["table"]
        return table

    async def problem(self, browser: Browser, type_: str, **fields: Any) -> str:
        """The error that answers a message."""
        window = browser.windows[-1]
        await window.ask(type_, **fields)
        code: str = (window.last("error") or {})["code"]
        return code

    async def go(self, browser: Browser) -> None:
        """Somebody closes all of their windows."""
        for window in list(browser.windows):
            await window.close()
        await self.server.quiet()

    async def newcomer(self, name: str = "New") -> Browser:
        return await self.server.browser(name)

    async def play(self, *browsers: Browser, until: Callable[[Message], bool] | None = None) -> None:
        """These people play until the deal is over, or something else is."""
        for _ in range(400):
            for browser in browsers:
                if not browser.windows:
                    continue
                window = browser.windows[-1]
                await window.ask("hello")
                message = window.game
                assert message is not None
                done = until(message) if until else message["standing"]["next_first"] is not None
                if done:
                    return
                if to_act(message):
                    window.send("play", version=message["version"], move=any_move(message))
                    await self.server.quiet()
        raise AssertionError("the deal does not end")

    async def next_deal(self, *browsers: Browser) -> None:
        for browser in browsers:
            message = browser.windows[-1].game
            assert message is not None
            await self.tell(browser, "next_round", version=message["version"])
        await self.server.quiet()


@asynccontextmanager
async def a_table_of_friends(
    folder: Path, persons: int = 3, timings: Timings = QUICK, *, start: bool = True, **settings: Any
) -> AsyncIterator[Friends]:
    async with a_server(folder, timings) as server:
        people = [await server.browser(name) for name in ("Ann", "Ben", "Cleo", "Dan")[:persons]]
        made = await people[0].create(game="lockup", pace=0, settings=settings)
        key = made.link or ""
        for seat, browser in enumerate(people[1:], 1):
            await browser.join(key, seat)
        them = Friends(server, people, made.id, key)
        for browser in people:
            await browser.open(made.id)
        if start:
            await them.tell(people[0], "start", fill="easy")
            await server.quiet()
        yield them


def at_a_table(work: Callable[[Friends], Awaitable[None]], folder: Path, **more: Any) -> None:
    async def run() -> None:
        async with a_table_of_friends(folder, **more) as them:
            await work(them)

    asyncio.run(run())


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    without_threads(monkeypatch)
    monkeypatch.setattr(Dealer, "deal", stacked)


async def refused(asking: Awaitable[Any]) -> tuple[str, str]:
    with pytest.raises(ApiError) as found:
        await asking
    return found.value.code, found.value.values.get("reason", "")


def shown_in_play(window: Window, seat: int | None) -> set[int]:
    """The rounds in which a window was shown this seat's hand before they were over."""
    views = (each.message for each in window.heard if "view" in each.message)
    running = (each for each in views if each["standing"]["next_first"] is None)
    return {each["standing"]["round"] for each in running if each["view"]["seat"] == seat}


# --- who may ask ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("timings", "reason"), [(Timings(), "early"), (Timings(away_before_return=0), "often")]
)
def test_nobody_has_a_friends_seat_just_after_their_socket_closed(
    tmp_path: Path, timings: Timings, reason: str
) -> None:
    async def work(them: Friends) -> None:
        ann, ben, _ = them.people
        await them.go(ben)
        thief = await them.newcomer()
        if reason == "often":
            await thief.ask_return(them.key, 1)
            await them.tell(ann, "answer_return", agree=False)
            thief = await them.newcomer("Newer")
        else:
            assert (await thief.look_at(them.key)).returns == ()
        assert await refused(thief.ask_return(them.key, 1)) == ("return_refused", reason)
        assert (await them.row()).seats[1].person == ben.person.id

    at_a_table(work, tmp_path, timings=timings)


def test_a_seat_is_offered_once_its_person_is_away(tmp_path: Path) -> None:
    async def work(them: Friends) -> None:
        new = await them.newcomer()
        assert (await new.look_at(them.key)).returns == ()
        await them.go(them.people[1])
        assert (await new.look_at(them.key)).returns == (1,)
        assert (await them.people[0].look_at(them.key)).returns == ()
        await them.server.restart()
        assert (await new.look_at(them.key)).returns == (0, 1, 2)
        await them.people[1].open(them.table)
        assert (await new.look_at(them.key)).returns == (0, 2)

    at_a_table(work, tmp_path)


def test_who_may_not_say_that_a_seat_is_theirs_is_told_why(tmp_path: Path) -> None:
    async def work(them: Friends) -> None:
        ann, ben, cleo = them.people
        new, other = await them.newcomer(), await them.newcomer("Newer")
        row = await them.row()
        assert await refused(new.ask_return(them.key, 1)) == ("return_refused", "early")
        await them.go(ben)
        assert (await refused(new.ask_return(them.key, 3)))[0] == "no_such_seat"
        assert (await refused(new.ask_return(them.key, 9)))[0] == "no_such_seat"
        assert (await refused(new.ask_return("nothing", 1)))[0] == "link_unknown"
        assert (await refused(new.ask_return(row.watch_link or "", 1)))[0] == "link_unknown"
        assert (await refused(cleo.ask_return(them.key, 1)))[0] == "already_there"
        assert (await refused(new.ask_return(them.key, 1, "Ann")))[0] == "name_refused"
        assert await them.problem(ann, "answer_return", agree=True) == "return_refused"
        await new.ask_return(them.key, 1, "Ben")
        assert await refused(other.ask_return(them.key, 1)) == ("return_refused", "asked")
        await them.tell(ann, "remove", seat=2)
        key = (await them.row()).link or ""
        assert (await refused(cleo.ask_return(key, 1)))[0] == "removed"

    at_a_table(work, tmp_path, watching=True)


def test_where_nobody_else_sits_nobody_can_say_yes(tmp_path: Path) -> None:
    async def work(them: Friends) -> None:
        ann, ben = them.people
        await them.go(ann)
        await ben.leave(them.table)
        new = await them.newcomer()
        assert await refused(new.ask_return(them.key, 0)) == ("return_refused", "alone")

    at_a_table(work, tmp_path, persons=2)


def test_who_has_seen_a_hand_of_this_deal_is_not_heard(tmp_path: Path) -> None:
    async def work(them: Friends) -> None:
        ann, ben, _ = them.people
        watcher = await them.newcomer("Watcher")
        row = await them.row()
        await watcher.join(row.watch_link or "")
        await watcher.open(them.table)
        await them.tell(ann, "show_hand", shown=True, to=row.pseudonym_of(watcher.person.id))
        await them.go(ben)
        assert (await refused(watcher.ask_return(them.key, 1)))[0] == "hand_seen"

    at_a_table(work, tmp_path, watching=True, over_shoulder=True)


# --- what is answered -----------------------------------------------------------------------------------


def test_everybody_else_who_sits_there_is_asked_and_one_no_ends_it(tmp_path: Path) -> None:
    async def work(them: Friends) -> None:
        ann, ben, cleo = them.people
        await them.go(ben)
        new = await them.newcomer()
        asked = (await new.ask_return(them.key, 1, "Ben")).asked
        assert asked is not None
        assert asked.seat == 1
        for each in (ann, cleo):
            told = (await them.shown(each))["returning"]
            assert (told["seat"], told["name"], told["agreed"]) == (1, "Ben", [])
            assert told["until"] == asked.until
        await them.tell(ann, "answer_return", agree=True)
        assert (await them.shown(ann))["returning"]["agreed"] == [0]
        await them.tell(cleo, "answer_return", agree=False)
        assert (await them.shown(cleo))["returning"] is None
        shown = await new.look_at(them.key)
        assert (shown.asked, shown.here) == (None, None)
        assert (await refused(new.open(them.table)))[0] == "not_seated"

    at_a_table(work, tmp_path)


@pytest.mark.parametrize("says_yes", [True, False])
@pytest.mark.parametrize("anybody_there", [True, False])
def test_who_is_silent_is_passed_over_but_somebody_must_have_said_yes(
    tmp_path: Path, says_yes: bool, anybody_there: bool
) -> None:
    async def work(them: Friends) -> None:
        ann, ben, cleo = them.people
        await them.go(ben)
        new = await them.newcomer()
        await new.ask_return(them.key, 1)
        if says_yes:
            await them.tell(ann, "answer_return", agree=True)
        if not anybody_there:
            await them.go(ann)
            await them.go(cleo)
        shown: Invitation = await new.look_at(them.key)
        while shown.asked is not None:  # as the page does
            await asyncio.sleep(SOON / 5)
            shown = await new.look_at(them.key)
        assert shown.here == ("coming" if says_yes else None)

    at_a_table(work, tmp_path, timings=Timings(away_before_return=0, return_answered=int(1000 * SOON)))


def test_the_seats_own_person_ends_it_by_coming_back(tmp_path: Path) -> None:
    async def work(them: Friends) -> None:
        ann, ben, _ = them.people
        await them.go(ben)
        new = await them.newcomer()
        await new.ask_return(them.key, 1)
        await them.tell(ann, "answer_return", agree=True)
        await ben.open(them.table)
        assert (await new.look_at(them.key)).asked is None
        assert await them.problem(ann, "answer_return", agree=True) == "return_refused"

    at_a_table(work, tmp_path)


# --- who is let in --------------------------------------------------------------------------------------


async def let_in(them: Friends, seat: int = 1) -> Browser:
    """The person at a seat goes, and all others let somebody in."""
    await them.go(them.people[seat])
    new = await them.newcomer("Ben's")
    await new.ask_return(them.key, seat)
    for each in them.people:
        if each.windows:
            await them.tell(each, "answer_return", agree=True)
    return new


@pytest.mark.parametrize("absence", ["wait", "pause", "bot"])
@pytest.mark.parametrize("persons", [2, 3])
def test_a_bot_plays_the_deal_to_its_end_and_who_is_let_in_is_shown_nothing_of_it(
    tmp_path: Path, absence: str, persons: int
) -> None:
    async def work(them: Friends) -> None:
        others = [each for each in them.people if each is not them.people[1]]
        new = await let_in(them)
        assert (await new.look_at(them.key)).here == "coming"
        window = await new.open(them.table)
        told = await them.shown(others[0])
        assert told["coming"] == [{"seat": 1, "name": "Ben's"}]
        assert told["seats"][1]["substitute"]
        mine = await them.shown(new)
        assert (mine["comes_to"], [each["you"] for each in mine["seats"]]) == (1, [False] * 4)
        before = len((await them.server.log(them.table)).entries)
        await them.play(*others)
        match = await them.server.match(them.table)
        assert match.round_over
        shown = [each.message for each in window.heard if "view" in each.message]
        running = [each for each in shown if each["standing"]["next_first"] is None]
        assert {each["view"]["seat"] for each in running} == {None}
        assert shown_in_play(window, None) == {1}
        secrets = Knowledge(await them.server.log(them.table)).secrets
        assert not [card for each in running for card in secrets.leaks(None, each)]
        assert len((await them.server.log(them.table)).entries) > before
        row = await them.row()
        assert row.seats[1].person == new.person.id
        assert not row.seats[1].substitute
        await them.next_deal(*others, new)
        assert (window.game or {})["view"]["seat"] == 1
        assert (window.game or {})["standing"]["round"] == 2

    at_a_table(work, tmp_path, persons=persons, absence=absence, grace=0)


def test_between_two_deals_and_before_the_first_they_sit_at_once(tmp_path: Path) -> None:
    async def before(them: Friends) -> None:
        new = await let_in(them)
        assert (await them.row()).seats[1].person == new.person.id

    async def between(them: Friends) -> None:
        await them.play(*them.people)
        new = await let_in(them)
        assert (await them.row()).seats[1].person == new.person.id
        assert (await new.look_at(them.key)).here == "seated"

    for number, (work, start) in enumerate(((before, False), (between, True))):
        folder = tmp_path / str(number)
        folder.mkdir()
        at_a_table(work, folder, start=start)


def test_the_host_role_is_not_let_to_anybody(tmp_path: Path) -> None:
    async def work(them: Friends) -> None:
        await them.play(*them.people)
        new = await let_in(them, seat=0)
        row = await them.row()
        assert (row.seats[0].person, row.host) == (new.person.id, 1)

    at_a_table(work, tmp_path)


# --- the seat's own person ------------------------------------------------------------------------------


def test_while_their_hand_is_in_play_they_have_it_again_at_once(tmp_path: Path) -> None:
    async def work(them: Friends) -> None:
        ann, ben, cleo = them.people
        new = await let_in(them)
        waiting = await new.open(them.table)
        window = await ben.open(them.table)
        assert (window.game or {})["view"]["seat"] == 1
        row = await them.row()
        assert (row.seats[1].person, row.seats[1].substitute) == (ben.person.id, False)
        assert waiting.closed == "not_seated"
        await them.play(ann, ben, cleo)
        await them.next_deal(ann, ben, cleo)
        assert (await them.row()).seats[1].person == ben.person.id
        assert shown_in_play(waiting, 1) == set()

    at_a_table(work, tmp_path)


@pytest.mark.parametrize("persons", [2, 3])
def test_afterwards_they_have_their_seat_again_from_the_next_deal_on(tmp_path: Path, persons: int) -> None:
    """So a stolen seat lasts a deal, also at a table of two, and also if the thief leaves it."""

    async def work(them: Friends) -> None:
        others = [each for each in them.people if each is not them.people[1]]
        ben, thief = them.people[1], await let_in(them)
        stolen = await thief.open(them.table)
        await them.play(*others)
        await them.next_deal(*others, thief)
        window = await ben.open(them.table)
        assert (window.game or {})["view"]["seat"] is None
        assert (await them.shown(ben))["comes_to"] == 1
        await them.play(*others, thief)
        assert stolen.closed == "not_seated"
        assert (await them.row()).seats[1].person == ben.person.id
        await them.next_deal(*others, ben)
        assert (window.game or {})["view"]["seat"] == 1
        assert shown_in_play(window, 1) == {3}
        assert await refused(thief.ask_return(them.key, 1)) == ("return_refused", "early")

    at_a_table(work, tmp_path, persons=persons)


@pytest.mark.parametrize("round_over", [False, True])
def test_a_person_given_back_by_the_host_has_the_seat_that_was_let_to_another(
    tmp_path: Path, round_over: bool
) -> None:
    """They have lost their browser: by the link they have theirs again, and ask nobody."""

    async def work(them: Friends) -> None:
        ann, ben, cleo = them.people
        thief = await let_in(them)
        await thief.open(them.table)
        if round_over:
            await them.play(ann, cleo)
        assert (await seats_person(them.server.store, them.table, 1)) == ben.person.id
        back = await given_back(them.server, ben)
        window = await back.open(them.table)
        assert (window.game or {})["view"]["seat"] == 1
        assert (await them.row()).seats[1].person == ben.person.id

    at_a_table(work, tmp_path)


async def given_back(server: ServerHere, lost: Browser) -> Browser:
    """A new browser that becomes a person's by a link of the server's host."""
    store, expires = server.store, now() + DAY
    await store.persons.add(b"old".ljust(32), expires)
    new = await store.persons.find(b"old".ljust(32))
    assert new is not None
    await store.attaching.vouch(lost.person.id, b"link".ljust(32), expires)
    await store.attaching.attach_at_once(
        *(new, lost.person.id, b"old".ljust(32), b"new".ljust(32), expires),
        brings=True,
        link=b"link".ljust(32),
    )
    found = await store.persons.find(b"new".ljust(32))
    assert found is not None
    return Browser(server, found)


@pytest.mark.parametrize("left", ["by leaving", "by being removed"])
def test_they_have_it_again_whoever_has_left_it_or_taken_it(tmp_path: Path, left: str) -> None:
    async def work(them: Friends) -> None:
        ann, ben, cleo = them.people
        thief = await let_in(them)
        await thief.open(them.table)
        await them.play(ann, cleo)
        if left == "by leaving":
            await thief.leave(them.table)
        else:
            await them.tell(ann, "remove", seat=1)
        friend = await them.newcomer("Friend")
        await friend.join((await them.row()).link or "", 1)
        assert (await them.row()).seats[1].person == friend.person.id
        await ben.open(them.table)
        row = await them.row()
        assert row.seats[1].person == ben.person.id
        assert ben.person.id not in {each.person for each in row.members}

    at_a_table(work, tmp_path)


def test_of_several_who_say_that_a_seat_is_theirs_who_had_it_first_has_it(tmp_path: Path) -> None:
    async def work(them: Friends) -> None:
        ann, ben, cleo = them.people
        await them.play(*them.people)
        first = await let_in(them)
        second = await them.newcomer("Another")
        await second.ask_return(them.key, 1)
        for each in (ann, cleo):
            await them.tell(each, "answer_return", agree=True)
        assert (await them.row()).seats[1].person == second.person.id
        await first.open(them.table)
        assert (await them.row()).seats[1].person == first.person.id
        await ben.open(them.table)
        row = await them.row()
        assert row.seats[1].person == ben.person.id
        assert not [each for each in row.members if each.kind in ("owner", "coming", "asking")]

    at_a_table(work, tmp_path)


# --- a hand that was dealt to a person ------------------------------------------------------------------


def test_a_hand_that_was_dealt_to_a_person_goes_to_no_other_in_that_deal(tmp_path: Path) -> None:
    async def work(them: Friends) -> None:
        ann, ben, cleo = them.people
        new, newer = await them.newcomer(), await them.newcomer("Newer")
        await ben.leave(them.table)
        shown = (await new.look_at(them.key)).table
        assert [each.open for each in shown.seats] == [False, False, False, True]
        assert (await refused(new.join(them.key, 1)))[0] == "hand_dealt"
        await newer.join(them.key, 3)  # only bots have had that one
        assert (await ben.look_at(them.key)).table.seats[1].open
        await ben.join(them.key, 1)
        await ben.leave(them.table)
        assert (await refused(new.join(them.key, 1)))[0] == "hand_dealt"
        await newer.open(them.table)
        await them.play(ann, cleo, newer)
        await new.join(them.key, 1)
        assert (await them.row()).seats[1].person == new.person.id

    at_a_table(work, tmp_path, joining="at_once")


def test_a_seat_is_kept_for_its_deal_also_from_who_has_deleted_their_data(tmp_path: Path) -> None:
    async def work(them: Friends) -> None:
        server, ben = them.server, them.people[1]
        forgetting = Forgetting(server.store, server.tables, server.invitations)
        await them.go(ben)
        await forgetting.forget(ben.person.id)
        assert await forgetting.do_what_is_left()
        new = await them.newcomer()
        assert (await refused(new.join(them.key, 1)))[0] == "hand_dealt"

    at_a_table(work, tmp_path, joining="at_once")


def test_two_processes_ask_and_answer_together(postgres_url: str, tmp_path: Path) -> None:
    at_once = replace(PATIENT, away_before_return=0)
    pair = Pair(tmp_path, postgres_url, timings=at_once)
    with ExitStack() as stack:
        stack.callback(pair.close)
        host, friend, third, new = (stack.enter_context(Person(pair)) for _ in range(4))
        table = start_with(host, friend, third, pace=0)
        key = host.get(f"/tables/{table}").json()["link"]
        one, two = (stack.enter_context(each.socket(table)) for each in (host, third))
        with friend.socket(table) as theirs:
            look(theirs)
            table_until(one, lambda table: table["seats"][1]["connected"])
        table_until(one, lambda table: not table["seats"][1]["connected"])
        for _ in looking_again():
            if new.get(f"/invitations/{key}").json()["returns"] == [1]:
                break
        asked = new.post(f"/invitations/{key}/return", seat=1, name="New")
        assert asked.json()["asked"]["seat"] == 1, asked.text
        for socket in (one, two):
            table_until(socket, lambda table: table["returning"] is not None)
        one.send("answer_return", agree=True)
        table_until(two, lambda table: table["returning"]["agreed"] == [0])
        two.send("answer_return", agree=True)
        for socket in (one, two):
            told = table_until(socket, lambda table: table["coming"] != [])
            assert told["coming"] == [{"seat": 1, "name": "New"}]
        with new.socket(table) as coming:
            assert look(coming)["view"]["seat"] is None
            with friend.socket(table) as theirs:
                assert look(theirs)["view"]["seat"] == 1
                table_until(two, lambda table: table["coming"] == [])
                assert not look(one)["table"]["seats"][1]["substitute"]
                assert coming.receive("error")["code"] == "not_seated"

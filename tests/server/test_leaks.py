"""Whoever has been shown anything of a deal plays it again, and whoever plays it is shown nothing of it.

Each way of seeing a deal is one by which somebody once had a result that others were compared with. The
random evenings of `test_who_has_seen.py` look for those that nobody has thought of.
"""

from collections.abc import Callable
from contextlib import closing
from typing import NamedTuple

import pytest

from sevenfold.testing.running import Message, Person, Server, any_move, to_act
from tests.server.boards import compared, offer, play_out, take
from tests.server.test_browsers import asks, attach, link_of
from tests.server.test_evenings import began, order, play_on, set_pace
from tests.server.test_events import read
from tests.server.test_playing_on import play_on as played_on
from tests.server.test_rounds import finished
from tests.server.together import MakePersons, code_of, join, look, start_with, table_where


class Scene(NamedTuple):
    """A table with a finished round, whose cards somebody is about to take, and another browser of theirs."""

    server: Server
    host: Person
    taker: Person
    phone: Person
    table: str

    def link(self) -> str:
        key: str = self.host.post(f"/rounds/{self.table}.1/link").json()["key"]
        return key

    def watch(self, who: Person) -> None:
        """Somebody comes to watch, and is shown the table."""
        watch_link = self.host.get(f"/tables/{self.table}").json()["watch_link"]
        join(who, watch_link, name="Wanda").raise_for_status()
        with who.socket(self.table) as socket:
            look(socket)


@pytest.fixture
def scene(server: Server, persons: MakePersons) -> Scene:
    host, taker, phone = persons(3)
    table = finished(server, host, settings={"watching": True})
    with host.socket(table) as socket:
        socket.hello()
        socket.send("set_open", open=True)
        table_where(socket, lambda table: table["watch_link"] is not None)
    return Scene(server, host, taker, phone, table)


def counts(server: Server, table: Message) -> bool:
    """Whether what is played at a board's table is compared with what others made of it."""
    with closing(server.database()) as connection:
        rows = connection.execute("SELECT counts FROM results WHERE table_id = ?", [table["id"]]).fetchall()
    assert len(rows) == 1
    return bool(rows[0][0])


# --- seen before -------------------------------------------------------------------------------------


def watching(scene: Scene) -> None:
    scene.watch(scene.taker)


def having_watched(scene: Scene) -> None:
    scene.watch(scene.taker)
    scene.taker.post(f"/tables/{scene.table}/leave").raise_for_status()


def by_a_link(scene: Scene) -> None:
    assert scene.taker.get(f"/rounds/{scene.link()}?anyway=true").status_code == 200


def by_a_record(scene: Scene) -> None:
    assert scene.taker.get(f"/rounds/{scene.link()}/record").status_code == 200


def by_what_if(scene: Scene) -> None:
    asked = {"at": 0, "message": {"type": "hello"}}
    assert scene.taker.post(f"/rounds/{scene.link()}/what-if", **asked).status_code == 200


def by_a_report(scene: Scene) -> None:
    answer = scene.taker.post(f"/rounds/{scene.link()}/reports", words="Look", at=0)
    assert answer.status_code == 201


def at_a_table_that_plays_it_on(scene: Scene) -> None:
    link = played_on(scene.host, f"{scene.table}.1", at=4, seat=0, friends=True)["link"]
    come(scene.taker, link)


def at_a_table_with_other_cards(scene: Scene) -> None:
    """Others' cards were dealt anew there, and one hand and the play so far were not."""
    link = played_on(scene.host, f"{scene.table}.1", at=4, seat=0, friends=True, cards="fresh")["link"]
    come(scene.taker, link)


def at_one_that_plays_that_on(scene: Scene) -> None:
    first = played_on(scene.host, f"{scene.table}.1", at=4, seat=0)
    finish(scene.host, first)
    come(scene.taker, played_on(scene.host, f"{first['id']}.1", at=4, seat=0, friends=True)["link"])


def by_another_browser(scene: Scene) -> None:
    having_seen = scene._replace(taker=scene.phone)
    by_a_link(having_seen)
    attach(scene.taker, scene.phone)


def by_another_browser_that_brings_nothing(scene: Scene) -> None:
    """Its seats and results are left, and what it has seen is not."""
    by_a_link(scene._replace(taker=scene.phone))
    attach(scene.taker, scene.phone, bring=False)


def come(who: Person, link: str) -> None:
    """Somebody takes a seat at a table that plays a round on, and is shown it."""
    answer = join(who, link, 1, "Mei")
    assert answer.status_code == 200, answer.text
    with who.socket(answer.json()["id"]) as socket:
        look(socket)


def finish(who: Person, table: Message) -> None:
    """Play a table's first round to its end."""
    with who.socket(table["id"]) as socket:
        message = socket.hello()
        while message["standing"]["result"] is None or message["standing"]["next_first"] is None:
            if to_act(message):
                socket.send("play", version=message["version"], move=any_move(message))
            message = socket.receive("update")


@pytest.mark.parametrize(
    "see",
    [
        watching,
        having_watched,
        by_a_link,
        by_a_record,
        by_what_if,
        by_a_report,
        at_a_table_that_plays_it_on,
        at_a_table_with_other_cards,
        at_one_that_plays_that_on,
        by_another_browser,
        by_another_browser_that_brings_nothing,
    ],
)
def test_who_has_seen_the_cards_plays_them_again(scene: Scene, see: Callable[[Scene], None]) -> None:
    key = offer(scene.host, f"{scene.table}.1")
    see(scene)
    assert not counts(scene.server, take(scene.taker, key))


def test_who_sat_there_plays_them_again_also_when_the_table_is_gone(scene: Scene) -> None:
    key = offer(scene.host, f"{scene.table}.1")
    scene.watch(scene.taker)
    assert scene.host.delete(f"/tables/{scene.table}").status_code == 204
    for person in (scene.host, scene.taker):
        assert not counts(scene.server, take(person, key))


def test_the_cards_are_the_same_at_a_board_of_a_table_that_plays_them_on(scene: Scene) -> None:
    first = take(scene.taker, offer(scene.host, f"{scene.table}.1"))
    play_out(scene.server, scene.taker, first)
    table = played_on(scene.host, f"{scene.table}.1", at=4, seat=0)
    finish(scene.host, table)
    second = take(scene.taker, offer(scene.host, f"{table['id']}.1"))
    assert second["id"] == first["id"]  # one deal has one board, and one first try


def test_what_is_refused_or_shows_no_card_costs_nothing(scene: Scene) -> None:
    key, link = offer(scene.host, f"{scene.table}.1"), scene.link()
    info = scene.host.get(f"/tables/{scene.table}").json()
    taker = scene.taker
    assert code_of(taker.get(f"/rounds/{scene.table}.1")) == "not_seated"
    assert taker.get(f"/rounds/{link}?from=nobody").status_code == 400
    assert taker.get(f"/invitations/{info['watch_link']}").status_code == 200
    assert taker.get(f"/cards/{key}").status_code == 200
    for page in (f"round/{link}", f"cards/{key}"):
        taker.http.get(f"{taker.url.removesuffix('/api')}/{page}")
    assert counts(scene.server, take(taker, key))


def test_who_can_still_play_the_cards_is_asked_before_they_look(scene: Scene) -> None:
    link = scene.link()
    key = offer(scene.host, f"{scene.table}.1")
    for _ in range(2):
        assert code_of(scene.taker.get(f"/rounds/{link}")) == "looking_costs"
    assert scene.host.get(f"/rounds/{link}").status_code == 200  # they have seen the cards
    assert scene.phone.get(f"/rounds/{link}?anyway=true").status_code == 200
    assert scene.phone.get(f"/rounds/{link}").status_code == 200
    assert counts(scene.server, take(scene.taker, key))
    assert not counts(scene.server, take(scene.phone, key))


def test_nobody_is_asked_where_nobody_was_offered_the_cards(scene: Scene) -> None:
    assert scene.taker.get(f"/rounds/{scene.link()}").status_code == 200


# --- seen meanwhile ----------------------------------------------------------------------------------


def test_who_plays_the_cards_comes_to_no_table_that_plays_them_on(scene: Scene) -> None:
    first = played_on(scene.host, f"{scene.table}.1", at=4, seat=0, friends=True)
    other = played_on(scene.host, f"{scene.table}.1", at=4, seat=0)
    finish(scene.host, other)
    second = played_on(scene.host, f"{other['id']}.1", at=4, seat=0, friends=True)
    mine = take(scene.taker, offer(scene.host, f"{scene.table}.1"))
    assert counts(scene.server, mine)
    for table in (first, second):
        assert code_of(scene.taker.get(f"/invitations/{table['link']}")) == "round_in_play"
        assert code_of(join(scene.taker, table["link"], 1, "Mei")) == "round_in_play"


def test_who_sat_down_before_is_shown_no_table_that_plays_them_on_meanwhile(scene: Scene) -> None:
    """As they sit there, their try does not count; or it does, and they are not shown that table."""
    link = played_on(scene.host, f"{scene.table}.1", at=4, seat=0, friends=True)["link"]
    joined = join(scene.taker, link, 1, "Mei").json()  # and no socket of theirs was open there
    mine = take(scene.taker, offer(scene.host, f"{scene.table}.1"))
    if counts(scene.server, mine):
        with scene.taker.socket(joined["id"]) as socket:
            socket.send("hello", version=None)
            assert socket.receive("error", "snapshot")["type"] == "error"


def test_a_browser_that_has_seen_the_cards_that_are_played_spoils_the_try(scene: Scene) -> None:
    """It is not attached meanwhile, or the try counts no longer."""
    mine = take(scene.taker, offer(scene.host, f"{scene.table}.1"))
    by_a_link(scene._replace(taker=scene.phone))
    asked = asks(scene.phone, link_of(scene.taker))
    if asked.status_code == 200:
        answer = scene.taker.post("/browsers/link/answer", attach=True)
        if answer.status_code == 204:
            assert not counts(scene.server, mine)
            return
        asked = answer
    assert code_of(asked) == "both_there"
    assert counts(scene.server, mine)


def test_a_browser_that_has_finished_the_deal_that_is_played_spoils_the_try(scene: Scene) -> None:
    """The earlier of two tries counts, unless it is still played by who has seen all cards by the other."""
    mine = scene.taker.post("/today/lockup/1/tables", pace=0).json()
    other = scene.phone.post("/today/lockup/1/tables", pace=0).json()
    play_out(scene.server, scene.phone, other)
    asked = asks(scene.phone, link_of(scene.taker))
    if asked.status_code == 200:
        asked = scene.taker.post("/browsers/link/answer", attach=True)
    if asked.status_code >= 400:
        assert code_of(asked) == "both_there"
    else:
        assert not counts(scene.server, mine)


def test_a_browser_that_has_finished_the_board_of_an_evening_spoils_the_try(
    server: Server, persons: MakePersons
) -> None:
    """So was the other table of an evening's board seen, by a link for another device."""
    host, one, other, third = persons(4)
    event = began(host, [one, other, third])
    tables = {person: str(read(person, event)["table"]) for person in (one, other, third)}
    alone = next(person for person, table in tables.items() if list(tables.values()).count(table) == 1)
    playing = next(person for person in tables if person is not alone)
    set_pace(server, tables[alone])
    play_on(alone, tables[alone])
    assert alone.get(f"/rounds/{tables[alone]}.last").status_code == 200
    asked = asks(alone, link_of(playing))
    if asked.status_code == 200:
        asked = playing.post("/browsers/link/answer", attach=True)
    if asked.status_code >= 400:
        assert code_of(asked) == "both_there"
        assert code_of(playing.get(f"/rounds/{tables[alone]}.last")) in ("not_seated", "round_in_play")
        return
    with closing(server.database()) as connection:
        seat = next(
            each["seat"] for each in playing.get(f"/tables/{tables[playing]}").json()["seats"] if each["you"]
        )
        (row,) = connection.execute(
            "SELECT counts FROM results WHERE table_id = ? AND seat = ?", [tables[playing], seat]
        ).fetchall()
    assert not row[0]


# --- results are not moved and do not vanish ---------------------------------------------------------


@pytest.mark.parametrize("how", ["delete", "leave"])
def test_a_result_stays_for_all_when_the_table_it_came_from_goes(scene: Scene, how: str) -> None:
    key = offer(scene.host, f"{scene.table}.1")
    tables = [take(each, key) for each in (scene.taker, scene.phone)]
    for each, table in zip((scene.taker, scene.phone), tables, strict=True):
        play_out(scene.server, each, table, otherwise=each is scene.phone)
    shown = ("place", "mean")
    before = compared(scene.phone, tables[0]["board"])
    if how == "delete":
        assert scene.taker.delete(f"/tables/{tables[0]['id']}").status_code == 204
    else:
        scene.taker.post(f"/tables/{tables[0]['id']}/leave").raise_for_status()
    after = compared(scene.phone, tables[0]["board"])
    assert [after[name] for name in shown] == [before[name] for name in shown]
    assert of_persons(after) == of_persons(before)


def of_persons(board: Message) -> list[int]:
    """What a board brought persons: bots play it meanwhile."""
    return [each["result"] for each in board["entries"] if not each["bot"]]


def test_the_table_of_the_cards_takes_nobodys_numbers_with_it(scene: Scene) -> None:
    key = offer(scene.host, f"{scene.table}.1")
    table = take(scene.taker, key)
    play_out(scene.server, scene.taker, table)
    before = compared(scene.taker, table["board"])
    assert scene.host.delete(f"/tables/{scene.table}").status_code == 204
    after = compared(scene.taker, table["board"])
    assert of_persons(after) == of_persons(before)
    assert after["place"] == before["place"]


def test_a_try_that_was_left_stays_theirs_and_no_other_is_the_first(scene: Scene) -> None:
    key = offer(scene.host, f"{scene.table}.1")
    first = take(scene.taker, key)
    with scene.taker.socket(first["id"]) as socket:
        message = socket.hello()
        while not to_act(message):
            message = socket.receive("update")
    scene.taker.post(f"/tables/{first['id']}/leave").raise_for_status()
    assert not counts(scene.server, take(scene.taker, key))


def test_who_lost_their_session_has_by_their_key_what_they_had(server: Server, persons: MakePersons) -> None:
    lost, new, friend = persons(3)
    table = start_with(friend, lost)
    old = finished(server, lost)
    deal = lost.post("/today/lockup/1/tables", pace=0).json()
    play_out(server, lost, deal)
    key = lost.post("/browsers/key").json()["key"]
    before = lost.get("/today").json()
    lost.http.cookies.clear()
    new.post("/browsers/key/use", key=key, bring=True).raise_for_status()
    assert {each["id"] for each in new.get("/tables").json()} == {table, old, deal["id"]}
    assert new.get("/today").json() == before
    with new.socket(table) as socket:
        assert look(socket)["view"]["seat"] == 1


def test_who_lost_their_session_on_an_evening_sits_there_again(persons: MakePersons) -> None:
    host, lost, other, new = persons(4)
    event = began(host, [lost, other])
    key = lost.post("/browsers/key").json()["key"]
    table = read(lost, event)["table"]
    lost.http.cookies.clear()
    new.post("/browsers/key/use", key=key, bring=True).raise_for_status()
    assert read(new, event)["table"] == table
    order(host, event, "next", round=1)
    following = read(new, event)["table"]
    assert following not in (None, table)
    assert sum(each["you"] for each in new.get(f"/tables/{following}").json()["seats"]) == 1
    assert [each["people"] for each in (read(host, event), read(new, event))] == [2, 2]

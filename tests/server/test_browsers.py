"""A person's browsers: a list of them, another one by a link or by a key, and their end."""

import sqlite3
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from sevenfold.server.http.browser_label import label_of
from sevenfold.server.http.browsers_api import SIGNS, hash_of_key, new_key
from sevenfold.server.limits import Limits
from sevenfold.server.storage.rows import Label
from sevenfold.testing.running import Message, Person, Server, any_move, looking_again, to_act
from tests.server.test_rounds import end_round, finished
from tests.server.test_routes import routes
from tests.server.together import (
    MakePersons,
    code_of,
    join,
    look,
    play_until,
    seats_of,
    start_with,
    wait_table,
)

AGENTS = {
    "Mozilla/5.0 (Android 14; Mobile; rv:128.0) Gecko/128.0 Firefox/128.0": ("firefox", "android"),
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/17.5 Mobile/15E148 Safari/604.1": ("safari", "ios"),
    "Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "CriOS/126.0.6478.54 Mobile/15E148 Safari/604.1": ("chrome", "ios"),
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 "
    "Safari/537.36 Edg/126.0.0.0": ("edge", "windows"),
    "Mozilla/5.0 (Linux; Android 14; SM-S901B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 "
    "Chrome/121.0.0.0 Mobile Safari/537.36": ("samsung", "android"),
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/126.0.0.0 Safari/537.36 OPR/112.0.0.0": ("opera", "mac"),
    "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 "
    "Safari/537.36": ("chrome", "chromeos"),
    "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0": ("firefox", "linux"),
    "curl/8.5.0": (None, None),
    "": (None, None),
}


@pytest.mark.parametrize(("agent", "label"), AGENTS.items())
def test_a_browser_is_known_by_what_it_says(agent: str, label: tuple[str | None, str | None]) -> None:
    assert label_of(agent) == Label(*label)


def browsers(person: Person) -> list[Message]:
    found: list[Message] = person.get("/me").json()["browsers"]
    return found


def link_of(old: Person) -> str:
    key: str = old.post("/browsers/link").json()["key"]
    return key


def asks(new: Person, key: str, *, bring: bool = True) -> httpx.Response:
    """Ask to be attached, and see that it was asked, as the page does."""
    answer = new.post(f"/browser_links/{key}", bring=bring)
    if answer.status_code == 200:
        assert new.get(f"/browser_links/{key}").json()["state"] == "asked"
    return answer


def attach(old: Person, new: Person, *, bring: bool = True) -> None:
    """Make a browser another one of a person's."""
    key = link_of(old)
    asks(new, key, bring=bring).raise_for_status()
    old.post("/browsers/link/answer", attach=True).raise_for_status()
    assert is_attached(new, key)


def is_attached(new: Person, key: str) -> bool:
    """Wait until the process that they ask knows it, too."""
    for _ in looking_again():
        shown = new.get(f"/browser_links/{key}").json()
        if shown["yours"]:
            break
    return bool(shown["state"] == "attached")


# --- a link for another browser ----------------------------------------------------------------------


def test_another_browser_sits_where_its_person_sits_by_itself(persons: MakePersons) -> None:
    host, friend, phone = persons(3)
    table = start_with(host, friend)
    attach(friend, phone)
    assert seats_of(phone.get(f"/tables/{table}").json(), "you") == [False, True, False, False]
    with friend.socket(table) as one, phone.socket(table) as two:
        here, there = look(one), look(two)
        assert here["view"]["seat"] == there["view"]["seat"] == 1
        assert here["view"]["hand"] == there["view"]["hand"]
    assert [each["this"] for each in browsers(phone)].count(True) == 1
    assert len(browsers(friend)) == 2


def test_opening_and_asking_attach_nothing(persons: MakePersons) -> None:
    old, new = persons(2)
    old.put("/session", name="Ann").raise_for_status()
    key = link_of(old)
    assert old.get("/browsers/link").json()["asks"] is None
    assert new.get(f"/browser_links/{key}").json() == {
        "name": "Ann",
        "state": "open",
        "yours": False,
        "tables": 0,
    }
    assert code_of(old.post("/browsers/link/answer", attach=True)) == "nobody_asks"
    asks(new, key).raise_for_status()
    assert new.get("/session").json()["name"] is None
    assert len(browsers(new)) == len(browsers(old)) == 1
    asked = old.get("/browsers/link").json()["asks"]
    assert (asked["name"], asked["brings"]) == (None, True)


def test_only_who_holds_the_token_given_for_asking_is_attached(persons: MakePersons, server: Server) -> None:
    """Whoever planted their own cookie in a browser gets nobody's person by it: session fixation."""
    old, new = persons(2)
    planted = dict(new.http.cookies)
    key = link_of(old)
    new.post(f"/browser_links/{key}", bring=False).raise_for_status()
    given = dict(new.http.cookies)
    assert given != planted
    assert old.get("/browsers/link").json()["asks"] is None, "nobody has used the new token yet"
    asks_now = new.get(f"/browser_links/{key}").json()
    assert asks_now["state"] == "asked"
    old.post("/browsers/link/answer", attach=True).raise_for_status()
    assert is_attached(new, key)
    assert len(browsers(new)) == 2
    with Person(server, session=False) as thief:
        thief.http.cookies.update(planted)
        for _ in looking_again():
            if thief.get("/me").status_code == 401:
                break


def test_a_link_is_for_one_browser_once(persons: MakePersons) -> None:
    old, new, late = persons(3)
    key = link_of(old)
    asks(new, key).raise_for_status()
    assert code_of(late.get(f"/browser_links/{key}")) == "link_unknown"
    assert code_of(late.post(f"/browser_links/{key}", bring=False)) == "link_unknown"
    old.post("/browsers/link/answer", attach=True).raise_for_status()
    assert code_of(old.post("/browsers/link/answer", attach=True)) == "link_unknown"
    assert code_of(late.get(f"/browser_links/{key}")) == "link_unknown"
    again = link_of(old)
    assert code_of(old.post(f"/browser_links/{again}", bring=False)) == "yours_already"
    assert code_of(late.get("/browser_links/nothing-of-the-sort")) == "link_unknown"
    newer = link_of(old)
    assert code_of(late.get(f"/browser_links/{again}")) == "link_unknown"
    assert late.get(f"/browser_links/{newer}").json()["state"] == "open"


def test_a_no_leaves_both_as_they_were(persons: MakePersons) -> None:
    old, new = persons(2)
    key = link_of(old)
    asks(new, key).raise_for_status()
    old.post("/browsers/link/answer", attach=False).raise_for_status()
    assert new.get(f"/browser_links/{key}").json()["state"] == "refused"
    assert code_of(new.post(f"/browser_links/{key}", bring=True)) == "link_unknown"
    assert len(browsers(old)) == len(browsers(new)) == 1


def test_a_link_that_is_too_old_leads_nowhere(server: Server, persons: MakePersons) -> None:
    old, new = persons(2)
    key = link_of(old)
    asks(new, key).raise_for_status()
    with closing(server.database()) as connection, connection:
        connection.execute("UPDATE browser_links SET expires = 1", [])
    assert code_of(new.get(f"/browser_links/{key}")) == "link_unknown"
    assert code_of(old.post("/browsers/link/answer", attach=True)) == "link_unknown"
    assert code_of(old.get("/browsers/link")) == "link_unknown"


def test_of_two_that_attach_each_other_one_is_attached(persons: MakePersons) -> None:
    one, two = persons(2)
    keys = link_of(one), link_of(two)
    asks(two, keys[0]).raise_for_status()
    asks(one, keys[1]).raise_for_status()
    one.post("/browsers/link/answer", attach=True).raise_for_status()
    refused = two.post("/browsers/link/answer", attach=True)
    assert code_of(refused) in ("link_unknown", "session_unknown")
    assert len(browsers(one)) == len(browsers(two)) == 2


@pytest.mark.parametrize("who", ["old", "new"])
def test_a_person_who_deletes_their_data_meanwhile_is_not_attached(persons: MakePersons, who: str) -> None:
    old, new = persons(2)
    key = link_of(old)
    asks(new, key).raise_for_status()
    (old if who == "old" else new).delete("/session").raise_for_status()
    if who == "old":
        assert code_of(new.get(f"/browser_links/{key}")) == "link_unknown"
        assert len(browsers(new)) == 1
    else:
        assert code_of(old.post("/browsers/link/answer", attach=True)) == "nobody_asks"
        assert len(browsers(old)) == 1


def test_what_a_browser_had_comes_along(server: Server, persons: MakePersons) -> None:
    old, new, friend = persons(3)
    old.put("/session", name="Ann").raise_for_status()
    table = start_with(friend, new)
    alone = finished(server, new)
    with new.socket(table) as socket:
        assert look(socket)["view"]["seat"] == 1
        attach(old, new)
        assert socket.receive("error")["code"] == "session_unknown"
    for browser in (old, new):
        assert {each["id"] for each in browser.get("/tables").json()} == {table, alone}
        assert browser.get(f"/rounds/{alone}.1").json()["you"] == 0
        with browser.socket(table) as socket:
            assert look(socket)["view"]["seat"] == 1
    assert seats_of(friend.get(f"/tables/{table}").json(), "name")[1] == "Friend 1"


def test_what_is_left_stays_with_nobody(persons: MakePersons) -> None:
    old, new, friend = persons(3)
    table = start_with(friend, new)
    attach(old, new, bring=False)
    assert new.get("/tables").json() == []
    assert code_of(new.get(f"/tables/{table}")) == "not_seated"
    assert seats_of(friend.get(f"/tables/{table}").json(), "name")[1] == "Friend 1"


@pytest.mark.parametrize("leaves", [False, True])
def test_who_has_left_a_seat_with_a_browser_plays_no_other_in_that_match(
    persons: MakePersons, leaves: bool
) -> None:
    old, new, host = persons(3)
    table = start_with(host, new, settings={"joining": "at_once"})
    link = host.get(f"/tables/{table}").json()["link"]
    if leaves:
        new.post(f"/tables/{table}/leave").raise_for_status()
    attach(old, new, bring=False)
    for browser in (old, new):
        assert code_of(join(browser, link, 2, "Cem")) == "played_elsewhere"


@pytest.mark.parametrize("leaves", [False, True])
def test_who_lives_on_without_their_seat_plays_no_other_in_that_match(
    persons: MakePersons, leaves: bool
) -> None:
    """A browser takes the seat along to somebody else; whoever it was from has another browser."""
    old, new, tablet, host = persons(4)
    attach(new, tablet)
    table = start_with(host, new, settings={"joining": "at_once"})
    link = host.get(f"/tables/{table}").json()["link"]
    if leaves:
        new.post(f"/tables/{table}/leave").raise_for_status()
    attach(old, tablet)
    for browser in (new, old) if leaves else (new,):
        assert code_of(join(browser, link, 2, "Cem")) == "played_elsewhere"


@pytest.mark.parametrize("new_watches", [False, True])
def test_two_who_are_at_one_table_are_not_made_one(persons: MakePersons, new_watches: bool) -> None:
    """Both have seen a hand, or may have: nobody acts for two seats of a deal."""
    old, new, host = persons(3)
    table = start_with(host, old, settings={"watching": True, "joining": "at_once"})
    info = host.get(f"/tables/{table}").json()
    key = link_of(old)
    early = new.get(f"/browser_links/{key}").json()["state"]
    join(new, info["watch_link"]) if new_watches else join(new, info["link"], 2, "Cem")
    refused = new.post(f"/browser_links/{key}", bring=True)
    assert (early, code_of(refused)) == ("open", "both_there")
    assert refused.json()["values"] == {"what": "table", "table": table}
    new.post(f"/tables/{table}/leave").raise_for_status()
    again = new.post(f"/browser_links/{key}", bring=True)
    if new_watches:  # they were shown no hand
        assert again.status_code == 200
    else:
        assert code_of(again) == "both_there"


def test_a_spectator_and_a_player_who_have_linked_to_one_round_are_made_one(
    server: Server, persons: MakePersons
) -> None:
    host, friend, watcher, stranger = persons(4)
    table = start_with(host, friend, settings={"watching": True})
    join(watcher, host.get(f"/tables/{table}").json()["watch_link"]).raise_for_status()
    end_round(server, table)
    watchers, hosts = (each.post(f"/rounds/{table}.1/link").json()["key"] for each in (watcher, host))
    with closing(server.database()) as connection, connection:  # as they leave
        connection.execute("DELETE FROM members WHERE table_id = ?", [table])
    attach(watcher, host)
    for key in (watchers, hosts):
        assert stranger.get(f"/rounds/{key}").status_code == 200
    assert host.post(f"/rounds/{table}.1/link").json()["key"] in (watchers, hosts)


def test_who_sits_down_after_asking_is_not_attached(persons: MakePersons) -> None:
    old, new, host = persons(3)
    table = start_with(host, old, settings={"joining": "at_once"})
    key = link_of(old)
    asks(new, key).raise_for_status()
    join(new, host.get(f"/tables/{table}").json()["link"], 2, "Cem").raise_for_status()
    assert code_of(old.post("/browsers/link/answer", attach=True)) == "both_there"
    assert seats_of(new.get(f"/tables/{table}").json(), "you") == [False, False, True, False]


def test_two_who_play_one_board_are_not_made_one(persons: MakePersons) -> None:
    old, new = persons(2)
    for each in (old, new):
        each.post("/today/lockup/1/tables").raise_for_status()
    refused = new.post(f"/browser_links/{link_of(old)}", bring=True)
    assert code_of(refused) == "both_there"
    assert refused.json()["values"]["what"] == "board"


@pytest.mark.parametrize("leaves", [False, True])
def test_two_who_take_part_in_one_event_are_not_made_one_before_it_is_over_or_one_leaves(
    server: Server, persons: MakePersons, leaves: bool
) -> None:
    """Nobody acts for two seats of a deal, nor twice in one contest."""
    old, new, host = persons(3)
    until = (datetime.now(UTC) + timedelta(days=2)).isoformat()
    wanted = {"name": "Thursday", "game": "trump7", "kind": "own_time", "deals": 3, "until": until}
    event = host.post("/events", **wanted).json()["id"]
    key = link_of(old)
    for name, each in (("Ann", old), ("Ben", new)):
        each.post(f"/events/{event}/people", name=name).raise_for_status()
    refused = new.post(f"/browser_links/{key}", bring=True)
    assert (code_of(refused), refused.json()["values"]) == ("both_there", {"what": "event", "table": ""})
    if leaves:
        assert new.delete(f"/events/{event}/people/me").status_code == 204
    else:
        with closing(server.database()) as connection, connection:
            connection.execute(f"UPDATE events SET closes = 1 WHERE id = '{event}'", [])
    assert new.post(f"/browser_links/{key}", bring=True).status_code == 200


# --- their end ----------------------------------------------------------------------------------------


def test_an_ended_browser_is_cut_at_once_and_knows_nothing_more(persons: MakePersons) -> None:
    host, friend, phone, tablet = persons(4)
    table = start_with(host, friend)
    for each in (phone, tablet):
        attach(friend, each)
    with phone.socket(table) as lost, friend.socket(table) as kept:
        look(lost), look(kept)
        (ended,) = [each["id"] for each in browsers(phone) if each["this"]]
        assert friend.delete(f"/browsers/{ended}").status_code == 204
        assert lost.receive("error")["code"] == "session_unknown"
        assert lost.close_code == 4401
        assert look(kept)["view"]["seat"] == 1
    for _ in looking_again():
        if phone.get("/tables").status_code == 401:
            break
    assert code_of(friend.delete(f"/browsers/{ended}")) == "browser_unknown"
    with tablet.socket(table) as lost:
        look(lost)
        assert friend.delete("/browsers").status_code == 204
        assert lost.receive("error")["code"] == "session_unknown"
    assert [each["this"] for each in browsers(friend)] == [True]
    assert code_of(friend.delete(f"/browsers/{browsers(friend)[0]['id']}")) == "own_browser"
    assert code_of(host.delete(f"/browsers/{browsers(friend)[0]['id']}")) == "browser_unknown"


def test_a_session_that_ends_in_the_middle_of_a_move_makes_it_or_does_not(persons: MakePersons) -> None:
    host, friend, phone = persons(3)
    table = start_with(host, friend, pace=0)
    attach(friend, phone)
    (ended,) = [each["id"] for each in browsers(phone) if each["this"]]
    with host.socket(table) as other, friend.socket(table) as kept, phone.socket(table) as lost:
        look(lost)
        message = play_until(1, [other, kept])
        lost.send("play", version=message["version"], move=any_move(message))
        friend.delete(f"/browsers/{ended}").raise_for_status()
        with suppress(ConnectionClosed):  # it may be cut before
            lost.send("say", phrase="hello")
        assert lost.receive("error")["code"] == "session_unknown"
        after = look(kept)
        assert after["version"] > message["version"] or to_act(after)
    with friend.socket(table) as again:
        assert look(again)["view"]["seat"] == 1


# --- the key ------------------------------------------------------------------------------------------


def test_a_key_has_a_hundred_random_bits_and_is_kept_as_a_hash(server: Server, persons: MakePersons) -> None:
    (person,) = persons(1)
    assert not person.get("/me").json()["has_key"]
    key = person.post("/browsers/key").json()["key"]
    groups = key.split(" ")
    assert [len(group) for group in groups] == [5] * 4
    assert len(SIGNS) == 2**5
    assert set("".join(groups)) <= set(SIGNS)
    assert new_key() != new_key()
    assert person.get("/me").json()["has_key"]
    with closing(server.database()) as connection:
        kept = connection.execute("SELECT key_hash FROM persons WHERE key_hash IS NOT NULL", []).fetchall()
    assert len([row for row in kept if bytes(row[0]) == hash_of_key(key)]) == 1


AS_TYPED = "01ABC DEFGH JKMNP QRST0"


@pytest.mark.parametrize(
    "typed",
    [
        "01ABCDEFGHJKMNPQRST0",
        "01abc defgh jkmnp qrst0",
        "oIabc-defgh-jkmnp-qrstO",
        " OLABC  DEFGH\tJKMNP\nQRST0 ",
        "０１ＡＢＣ ｄｅｆｇｈ ＪＫＭＮＰ ＱＲＳＴ０",
    ],
)
def test_a_key_is_read_as_people_type_it(typed: str) -> None:
    assert hash_of_key(typed) == hash_of_key(AS_TYPED) is not None


@pytest.mark.parametrize("typed", ["", "01ABC", f"{AS_TYPED}1", "U1ABC DEFGH JKMNP QRST0", "é" * 20])
def test_what_is_no_key_is_none(typed: str) -> None:
    assert hash_of_key(typed) is None


def test_a_key_gives_its_person_another_browser(persons: MakePersons) -> None:
    host, friend, phone, late = persons(4)
    table = start_with(host, friend)
    own = wait_table(phone, name="Phone")["id"]
    key = friend.post("/browsers/key").json()["key"]
    before = dict(phone.http.cookies)
    phone.post("/browsers/key/use", key=key.lower().replace(" ", "-"), bring=True).raise_for_status()
    assert dict(phone.http.cookies) != before
    assert {each["id"] for each in phone.get("/tables").json()} == {table, own}
    assert code_of(phone.post("/browsers/key/use", key=key, bring=True)) == "yours_already"
    newer = friend.post("/browsers/key").json()["key"]
    assert code_of(late.post("/browsers/key/use", key=key, bring=False)) == "key_unknown"
    late.post("/browsers/key/use", key=newer, bring=False).raise_for_status()
    assert len(browsers(late)) == 3


def test_a_person_with_a_key_outlives_their_sessions(tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        with Person(server) as lost, Person(server) as back:
            lost.put("/session", name="Ann").raise_for_status()
            key = lost.post("/browsers/key").json()["key"]
            server.stop()
            with closing(sqlite3.connect(tmp_path / "sevenfold.db")) as database, database:
                database.execute("DELETE FROM sessions WHERE id = (SELECT min(id) FROM sessions)")
            server.start()
            assert code_of(lost.get("/tables")) == "session_unknown"
            back.post("/browsers/key/use", key=key, bring=False).raise_for_status()
            assert back.get("/session").json()["name"] == "Ann"
    finally:
        server.close()


def test_wrong_keys_are_counted_by_address(tmp_path: Path) -> None:
    server = Server(tmp_path, Limits())
    try:
        with Person(server) as owner, Person(server) as guesser:
            key = owner.post("/browsers/key").json()["key"]
            wrong = [
                code_of(guesser.post("/browsers/key/use", key=new_key(), bring=False)) for _ in range(11)
            ]
            assert wrong == ["key_unknown"] * 10 + ["too_many"]
            assert code_of(guesser.post("/browsers/key/use", key=key, bring=False)) == "too_many"
    finally:
        server.close()


# --- other sites --------------------------------------------------------------------------------------

CHANGING = [
    (method, path) for method in ("POST", "DELETE") for path in routes(method) if "/api/browser" in path
]


@pytest.mark.parametrize(("method", "path"), CHANGING)
def test_another_sites_page_changes_nothing(persons: MakePersons, method: str, path: str) -> None:
    (person,) = persons(1)
    url = person.url + path.replace("{browser:int}", "1").replace("{key:str}", "key")
    for headers in ({"origin": "https://evil.example"}, {"sec-fetch-site": "cross-site"}):
        assert code_of(person.http.request(method, url, headers=headers)) == "cross_site"
    assert not person.get("/me").json()["has_key"]

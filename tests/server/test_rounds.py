"""Finished rounds over HTTP: who may look at which, by a link or without, and what they take away."""

import json
from contextlib import closing
from typing import Any

import httpx
import msgspec
import pytest

import sevenfold
from sevenfold.core.log import Entry, Log
from sevenfold.games import game_names
from sevenfold.server.rounds.kept import pack, unpack
from sevenfold.server.rounds.shown import Shown, Side, Written, show
from sevenfold.server.storage.logs import Logged
from sevenfold.testing.running import Message, Person, Server, looking_again
from tests.server.test_forgetting import forget
from tests.server.together import OVER, MakePersons, code_of, join, seats_of, start_with


def match_after(game: str, rounds: int, *, and_a_deal: bool = False) -> Any:
    """A match after so many rounds, and perhaps the deal of one more."""
    match = sevenfold.new_match(sevenfold.load_game(game), seed=7)
    while True:
        while not match.round_over:
            seat = match.acting[0]
            match.play(seat, match.game.choose(match.seen(seat), seat))
        if len(match.results) == rounds and not match.thrown_in:
            break
        match.next_round()
    if and_a_deal:
        match.next_round()
    return match


def entries_of(game: str, rounds: int, *, and_a_deal: bool = False) -> list[Entry]:
    """The log of such a match."""
    entries: list[Entry] = match_after(game, rounds, and_a_deal=and_a_deal).entries
    return entries


def finished(server: Server, person: Person, game: str = "lockup", **wanted: Any) -> str:
    """A table at which the person sits with bots, and whose first round is over."""
    table: str = person.create(game=game, **wanted)["id"]
    write(server, table, entries_of(game, 1), game)
    return table


def end_round(server: Server, table: str, persons: int = 0b11) -> None:
    """Let the first round of a table of Lockup be over at which persons have just sat down.

    Its bots move before that, until it waits for one of the persons, a mask of seats: they would go on from
    the log that they know.
    """
    has_moved = f"SELECT 1 FROM tables WHERE id = ? AND waits_for & {persons} > 0"
    for _ in looking_again():
        with closing(server.database()) as connection:
            if connection.execute(has_moved, [table]).fetchall():
                break
    server.write_log(table, entries_of("lockup", 1))


def write(server: Server, table: str, entries: list[Entry], game: str = "lockup") -> None:
    """Write a log and how the match stands after it. Bots that came after persons came after the log."""
    server.write_log(table, entries)
    with closing(server.database()) as connection, connection:
        (options, players) = connection.execute(
            "SELECT options, players FROM tables WHERE id = ?", [table]
        ).fetchone()
        log = Log(
            game, sevenfold.load_game(game).meta.rules_version, json.loads(options), players, tuple(entries)
        )
        standing = sevenfold.replay(sevenfold.load_game(game), log).standing
        connection.execute(
            "UPDATE tables SET standing = ?, over = ? WHERE id = ?",
            [msgspec.json.encode(standing).decode(), standing.over, table],
        )


def leave_after(server: Server, table: str, entries: int) -> None:
    """Who came to a seat later came after so many entries; the table in memory knows of none."""
    with closing(server.database()) as connection, connection:
        connection.execute("UPDATE tenures SET seq = ? WHERE table_id = ? AND seq > 1", [entries + 1, table])


def replay(person: Person, round_id: str, side: str | None = None) -> Message:
    answer = person.get(f"/rounds/{round_id}" + (f"?from={side}" if side else ""))
    assert answer.status_code == 200, answer.text
    told: Message = answer.json()
    return told


def refused(person: Person, round_id: str) -> tuple[int, str]:
    answer = person.get(f"/rounds/{round_id}")
    return answer.status_code, code_of(answer)


@pytest.mark.parametrize("game", [name for name in game_names() if name != "lockseven"])
def test_who_sat_there_sees_the_round_as_they_knew_it_or_with_all_hands(
    server: Server, person: Person, game: str
) -> None:
    table = finished(server, person, game)
    own = replay(person, f"{table}.1")
    assert (own["id"], own["viewer"], own["open"], own["you"]) == (f"{table}.1", 0, False, 0)
    assert own["may_share"]
    assert [each["id"] for each in own["rounds"]] == [f"{table}.1"]
    assert own["rounds"][0]["result"] == own["moments"][-1]["standing"]["result"]
    assert own["moments"][0]["view"]["hand"]
    assert all(moment["hands"] is None for moment in own["moments"])
    watched = replay(person, f"{table}.last", "watch")
    assert (watched["id"], watched["viewer"]) == (own["id"], None)
    assert not any(moment["view"]["hand"] for moment in watched["moments"])
    opened = replay(person, f"{table}.1", "open")
    assert all(len(moment["hands"]) == own["table"]["players"] for moment in opened["moments"])
    assert opened["moments"][0]["hands"][0] == own["moments"][0]["view"]["hand"]
    other = replay(person, f"{table}.1", "1")
    assert other["moments"][0]["view"]["hand"] == opened["moments"][0]["hands"][1]
    assert [seat["you"] for seat in other["table"]["seats"]][:2] == [False, True]
    for secret in ("link", "code", "watch_link"):
        assert own["table"][secret] is None


def test_a_round_in_play_is_shown_to_nobody(server: Server, person: Person) -> None:
    table = person.create()["id"]
    assert refused(person, f"{table}.1") == (409, "round_in_play")
    assert refused(person, f"{table}.last") == (404, "round_unknown")
    server.write_log(table, entries_of("lockup", 1, and_a_deal=True))
    replay(person, f"{table}.1")
    assert refused(person, f"{table}.2") == (409, "round_in_play")
    assert [each["id"] for each in replay(person, f"{table}.last")["rounds"]] == [f"{table}.1"]


@pytest.mark.parametrize(
    ("round_id", "expected"),
    [
        ("nothing", (404, "round_unknown")),
        ("nothing.1", (404, "round_unknown")),
        ("{table}.", (404, "round_unknown")),
        ("{table}.3", (404, "round_unknown")),
        ("{table}.0", (404, "round_unknown")),
        ("{table}.-1", (404, "round_unknown")),
        ("{table}.١", (404, "round_unknown")),
        ("{table}.99999999999999999999", (404, "round_unknown")),
        ("{table}.1?from=4", (400, "no_such_seat")),
        ("{table}.1?from=-1", (400, "malformed")),
        ("{table}.1?from=me", (400, "malformed")),
    ],
)
def test_what_is_no_round_or_no_side_of_one(
    server: Server, person: Person, round_id: str, expected: tuple[int, str]
) -> None:
    table = finished(server, person)
    assert refused(person, round_id.format(table=table)) == expected


def test_strangers_need_a_link_which_is_for_one_round(
    server: Server, person: Person, other_person: Person
) -> None:
    table = person.create()["id"]
    server.write_log(table, entries_of("lockup", 2))
    assert refused(other_person, f"{table}.1") == (403, "not_seated")
    assert code_of(other_person.post(f"/rounds/{table}.1/link")) == "not_seated"
    key = person.post(f"/rounds/{table}.1/link").json()["key"]
    assert person.post(f"/rounds/{table}.last/link").json()["key"] != key
    assert person.post(f"/rounds/{table}.1/link").json()["key"] == key
    assert len(key) >= 22  # 128 bits

    shown = replay(other_person, key)
    assert (shown["id"], shown["viewer"], shown["you"], shown["may_share"]) == (key, 0, None, False)
    assert [each["id"] for each in shown["rounds"]] == [key]
    assert replay(other_person, key, "open")["open"]
    assert code_of(other_person.post(f"/rounds/{key}/link")) == "not_seated"

    assert person.delete(f"/tables/{table}").status_code == 204
    assert refused(other_person, key) == (404, "round_unknown")


HEAD = '<html lang="en"><title>Sevenfold</title><meta property="og:description" content="games" />'


def test_a_link_says_how_the_round_ended_before_it_is_opened(own_server: Server) -> None:
    (own_server.data / "static").mkdir()
    (own_server.data / "static" / "index.html").write_text(HEAD)
    with Person(own_server) as person:
        table = person.create(name="Mei <")["id"]
        own_server.write_log(table, entries_of("lockup", 1))
        key = person.post(f"/rounds/{table}.1/link").json()["key"]
        result = replay(person, key)["moments"][-1]["standing"]["result"]

    def page(round_id: str, language: str) -> httpx.Response:
        return httpx.get(f"{own_server.url}/round/{round_id}", headers={"accept-language": language})

    told = page(key, "en")
    others = "".join(f" · Bot {points}" for points in result[1:])
    assert "<title>Lockup: how a round ended</title>" in told.text
    assert f'content="Mei &lt; {result[0]}{others}"' in told.text
    assert told.headers["x-robots-tag"] == "noindex"
    assert "<title>关禁闭：牌局的结果</title>" in page(key, "zh").text
    for unknown in (f"{table}.1", key[:-1], "x" * 20):  # strangers are told nothing
        assert "<title>Sevenfold</title>" in page(unknown, "en").text


def test_a_link_goes_with_the_data_of_whoever_made_it(server: Server, persons: MakePersons) -> None:
    host, friend, stranger = persons(3)
    table = start_with(host, friend)
    end_round(server, table)
    key = friend.post(f"/rounds/{table}.1/link").json()["key"]
    assert replay(stranger, key)["viewer"] == 1
    assert seats_of(replay(host, f"{table}.1")["table"], "name")[:2] == ["Host", "Friend 1"]
    forget(server, friend)
    leave_after(server, table, len(entries_of("lockup", 1)))
    assert refused(stranger, key) == (404, "round_unknown")
    seats = replay(host, f"{table}.1")["table"]["seats"]
    assert [(seat["name"], seat["bot"]) for seat in seats[:2]] == [("Host", None), (None, None)]


@pytest.mark.parametrize(
    ("rounds", "code"), [("at_once", None), ("match_end", "round_in_play"), ("never", "rounds_closed")]
)
def test_the_table_says_when_rounds_are_open(
    server: Server, person: Person, rounds: str, code: str | None
) -> None:
    table = finished(server, person, settings={"rounds": rounds})
    answer = person.get(f"/rounds/{table}.1")
    assert code is None if answer.status_code == 200 else code_of(answer) == code
    made = person.post(f"/rounds/{table}.1/link")
    assert made.is_success if code is None else code_of(made) == code
    with closing(server.database()) as connection, connection:
        connection.execute(f"UPDATE tables SET {OVER} WHERE id = ?", [table])
    again = person.get(f"/rounds/{table}.1")
    assert again.is_success if rounds != "never" else code_of(again) == "rounds_closed"


def test_the_setting_is_settled_when_the_table_starts(person: Person) -> None:
    made = person.create(settings={"rounds": "never"})
    with person.socket(made["id"]) as socket:
        socket.hello()
        settings = made["settings"] | {"rounds": "at_once"}
        socket.send("set_settings", settings=settings)
        assert socket.receive("error")["code"] == "already_started"


def test_law_10_whoever_has_left_sees_the_rounds_in_which_they_sat(
    server: Server, persons: MakePersons
) -> None:
    host, friend, newcomer = persons(3)
    table = start_with(host, friend)
    friend.post(f"/tables/{table}/leave").raise_for_status()
    end_round(server, table, persons=0b01)
    leave_after(server, table, len(entries_of("lockup", 1)))
    server.write_log(table, entries_of("lockup", 2))
    assert replay(friend, f"{table}.1")["you"] == 1
    assert refused(friend, f"{table}.2") == (403, "not_seated")
    assert [each["id"] for each in replay(friend, f"{table}.last")["rounds"]] == [f"{table}.1"]
    assert refused(newcomer, f"{table}.1") == (403, "not_seated")
    assert seats_of(replay(host, f"{table}.1")["table"], "name")[:2] == ["Host", "Friend 1"]
    assert seats_of(replay(host, f"{table}.2")["table"], "bot")[1] is not None


def test_a_spectator_sees_finished_rounds_too(server: Server, persons: MakePersons) -> None:
    host, friend, watcher = persons(3)
    table = start_with(host, friend, settings={"watching": True})
    join(watcher, host.get(f"/tables/{table}").json()["watch_link"]).raise_for_status()
    end_round(server, table)
    shown = replay(watcher, f"{table}.1")
    assert (shown["viewer"], shown["you"], shown["may_share"]) == (None, None, True)


# --- records -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["lockup", "seven_bridge"])
def test_a_round_is_taken_away_as_a_record_and_opened_again(
    server: Server, person: Person, game: str
) -> None:
    table = finished(server, person, game)
    answer = person.get(f"/rounds/{table}.1/record")
    assert answer.headers["content-disposition"].endswith('.jsonl"')
    (line,) = answer.text.splitlines()
    record = msgspec.json.decode(line, type=sevenfold.Record)
    sevenfold.replay_record(sevenfold.load_game(game), record)
    opened = person.post("/rounds/open", record=answer.text).json()
    assert (opened["id"], opened["open"], opened["you"], opened["may_share"]) == ("record", True, None, False)
    mine = replay(person, f"{table}.1", "1")["moments"]
    assert person.post("/rounds/open", **{"record": line, "from": "1"}).json()["moments"] == mine


def test_a_record_that_is_wrong_is_refused_with_the_reason(server: Server, person: Person) -> None:
    table = finished(server, person)
    record: Message = person.get(f"/rounds/{table}.1/record").json()

    def opened(**changes: Any) -> httpx.Response:
        return person.post("/rounds/open", record=json.dumps(record | changes))

    def reason(**changes: Any) -> tuple[int, str, str | None]:
        answer = opened(**changes)
        return answer.status_code, code_of(answer), answer.json()["values"].get("reason")

    assert opened(legal=[None]).is_success  # they are not looked at
    assert reason(rules=99) == (400, "record_refused", "rules")
    assert reason(options={"target": -5}) == (400, "record_refused", "options")
    assert reason(deal={"0": "AS"}) == (400, "record_refused", "deal")
    assert reason(players=1) == (400, "record_refused", "deal")
    assert reason(moves=record["moves"][:-1]) == (400, "record_refused", "unfinished")
    assert reason(result=[1, 1, 1, 1]) == (400, "record_refused", "result")
    assert reason(moves=[["0", "nonsense"]]) == (400, "record_refused", "move")
    assert opened(moves=[["9", "2S"]]).json()["values"] == {
        "reason": "move",
        "game": "lockup",
        "at": "1",
        "move": "2S",
    }
    assert opened(game="hearts").json()["code"] == "game_unknown"
    for text in ("", "nonsense", "[" * 5000, "[]", '{"game":"lockup"}', "\x1f\x8b", "x" * 60_000):
        assert person.post("/rounds/open", record=text).json()["values"].get("reason") == "unreadable"
    assert code_of(person.post("/rounds/open", record="x" * 70_000)) == "too_large"


# --- other rules -------------------------------------------------------------------------------------


def change_rules(server: Server, table: str) -> None:
    """Start a server again with other rules than those of a table, whose rounds were kept before."""
    server.stop()
    server.start()  # rounds that are not kept yet are kept after a start
    for _ in looking_again():
        with closing(server.database()) as connection:
            if connection.execute("SELECT deal FROM kept_rounds WHERE table_id = ?", [table]).fetchall():
                break
    with closing(server.database()) as connection, connection:
        connection.execute("UPDATE tables SET rules = rules + 1 WHERE id = ?", [table])
    server.stop()
    server.start()


def test_a_round_stays_readable_when_the_rules_have_changed(own_server: Server) -> None:
    with Person(own_server) as person:
        table = finished(own_server, person)
        sides = {side: replay(person, f"{table}.last", side) for side in (None, "0", "1", "watch", "open")}
        key = person.post(f"/rounds/{table}.last/link").json()["key"]
    change_rules(own_server, table)
    with Person(own_server) as stranger:
        for side, before in sides.items():
            after = replay(stranger, key, side)
            assert after["table"]["rules_changed"]
            for field in ("moments", "marks", "decided", "viewer", "open", "round"):
                assert after[field] == before[field]
        assert code_of(stranger.get(f"/rounds/{key}/record")) == "rules_changed"
    assert "open tables cannot go on" in own_server.forget_said()


@pytest.mark.parametrize("game", game_names())
def test_what_is_kept_of_a_round_is_what_each_side_was_shown(game: str) -> None:
    match = match_after(game, 1)
    kept = unpack(pack(match, Logged(tuple(match.entries), (), {}), together=False))
    sides = [*(Side(seat) for seat in range(match.players)), Side(None), Side(None, open=True)]
    shown = {side.text: show(match, side, {}, together=False) for side in sides}
    assert kept == {side: as_json(each) for side, each in shown.items()}


def as_json(shown: Shown) -> Written:
    return msgspec.json.decode(msgspec.json.encode(shown), type=Written)


def test_a_replay_is_compressed_once_and_sent_as_it_is_to_whoever_takes_nothing_compressed(
    server: Server, person: Person
) -> None:
    table = finished(server, person)
    packed = person.get(f"/rounds/{table}.1?from=open")
    address = f"{person.url}/api/rounds/{table}.1?from=open"
    plain = person.http.get(address, headers={"accept-encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.json() == plain.json()
    assert int(packed.headers["content-length"]) < len(plain.content) / 5
    other = person.post(f"/rounds/{table}.1/link").json()["key"]
    again = person.get(f"/rounds/{other}?from=open").json()
    assert again["moments"] == packed.json()["moments"]
    assert (again["id"], len(again["rounds"])) == (other, 1)

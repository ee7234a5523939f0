"""The same cards again: boards made from finished rounds, and results beside each other."""

import asyncio
from contextlib import closing
from operator import eq, gt
from pathlib import Path

import msgspec
import pytest

from sevenfold.bots.levels import Level
from sevenfold.core.log import Played
from sevenfold.core.standing import Standing
from sevenfold.games import load_game
from sevenfold.server.storage.backup import back_up
from sevenfold.server.storage.move import move
from sevenfold.server.storage.restore import put_back
from sevenfold.server.storage.results import Result
from sevenfold.server.storage.rows import now
from sevenfold.server.storage.statements import Statement
from sevenfold.server.tables.sweep import sweep
from sevenfold.testing.running import Person, Server, any_move, looking_again, wait_for_turn
from tests.server.boards import a_board, again, compared, match_at, offer, play_out, take
from tests.server.in_process import a_server
from tests.server.test_rounds import end_round, finished, replay
from tests.server.together import MakePersons, code_of, join, start_with


@pytest.mark.parametrize("game", ["lockup", "lockseven"])  # dealt at once, and card by card
def test_a_round_is_played_again_with_the_same_cards_and_stands_apart(
    server: Server, person: Person, game: str
) -> None:
    old = finished(server, person, game)
    before = replay(person, f"{old}.last")
    table = again(person, f"{old}.last")
    assert table["board"]
    assert table["branched_from"] is None
    assert {seat["bot"] for seat in table["seats"] if not seat["you"]} == {"medium"}
    result = play_out(server, person, table)["standing"]
    assert result["over"]
    hands = [moment["view"]["hand"] for moment in (before["moments"][0], first_moment(person, table["id"]))]
    assert hands[0] == hands[1]
    found = compared(person, table["board"])
    first, second = sorted(found["entries"], key=lambda each: each["again"])  # the better one comes first
    assert (first["you"], first["again"], first["at_table"]) == (True, False, True)
    assert (second["you"], second["again"], second["at_table"]) == (True, True, False)
    assert second["result"] == result["results"][0][0]
    assert (found["place"]["of"], found["seat"], found["bots"]) == (1, 0, "medium")


def first_moment(person: Person, table: str) -> dict[str, dict[str, object]]:
    moment: dict[str, dict[str, object]] = replay(person, f"{table}.last")["moments"][0]
    return moment


def test_the_same_moves_meet_the_same_answers(server: Server, person: Person) -> None:
    old = finished(server, person, "trump7")
    logs = []
    for _ in range(2):
        table = again(person, f"{old}.1")
        play_out(server, person, table)
        logs.append([row[2] for row in server.kept(table["id"])[2]])
    assert logs[0] == logs[1]


def test_who_plays_the_cards_again_goes_on_there_and_may_look_at_the_round(
    server: Server, person: Person
) -> None:
    old = finished(server, person)
    table = again(person, f"{old}.1")
    assert again(person, f"{old}.1", seat=2)["id"] == table["id"]
    assert replay(person, f"{old}.1")["you"] == 0  # their try does not count
    play_out(server, person, table)
    assert again(person, f"{old}.1", seat=2)["id"] != table["id"]


def test_who_plays_the_cards_for_a_result_sees_none_of_their_rounds(
    server: Server, person: Person, other_person: Person
) -> None:
    old = finished(server, person)
    link = person.post(f"/rounds/{old}.1/link").json()["key"]
    table = take(other_person, offer(person, f"{old}.1"))
    for path in (f"/rounds/{old}.1", f"/rounds/{old}.last", f"/rounds/{link}", f"/rounds/{link}/record"):
        assert code_of(other_person.get(path)) == "round_in_play"
    assert code_of(other_person.get(f"/boards/{table['board']}")) == "board_in_play"
    play_out(server, other_person, table)
    assert replay(other_person, link)["you"] is None


def test_a_round_of_a_board_is_played_again_at_the_same_board(server: Server, person: Person) -> None:
    old = finished(server, person)
    table = again(person, f"{old}.1", seat=3)
    play_out(server, person, table)
    other = again(person, f"{table['id']}.last")
    assert other["board"] == table["board"]
    assert [seat["you"] for seat in other["seats"]] == [False, False, False, True]


def test_at_a_board_one_person_plays_a_round_as_it_is(server: Server, person: Person) -> None:
    old = finished(server, person)
    table = again(person, f"{old}.1")
    settings = table["settings"] | {"watching": True}
    with person.socket(table["id"]) as socket:
        message = wait_for_turn(socket, socket.hello())
        version = message["version"]
        for type_, fields in (
            ("ask_hint", {"version": version}),
            ("say", {"phrase": "hello"}),
            ("set_settings", {"settings": settings}),
            ("set_open", {"open": True}),
            ("set_bot", {"seat": 1, "bot": "easy"}),
            ("set_options", {}),
            ("take_seat", {"seat": 1}),
            ("remove", {"seat": 1}),
            ("pass_host", {"seat": 1}),
            ("rematch", {}),
        ):
            answer = socket.ask(type_, "error", **fields)
            assert (type_, answer["code"]) == (type_, "at_board")
        socket.send("play", version=version, move=any_move(message))
        message = wait_for_turn(socket, socket.receive("update"))
        taken = socket.ask("ask_take_back", "error", version=message["version"])
        assert taken["code"] == "take_back_refused"
    play_out(server, person, table)
    with person.socket(table["id"]) as socket:
        message = socket.hello()
        assert socket.ask("next_round", "error", version=message["version"])["code"] == "match_over"
        assert socket.ask("rematch", "error")["code"] == "at_board"
    assert len(match_at(server, table).results) == 1


def test_whoever_has_not_played_the_cards_is_told_nothing(
    server: Server, person: Person, other_person: Person
) -> None:
    old = finished(server, person)
    table = again(person, f"{old}.1")
    play_out(server, person, table)
    assert code_of(other_person.get(f"/boards/{table['board']}")) == "board_in_play"
    assert code_of(other_person.get(f"/rounds/{table['id']}.1")) == "not_seated"
    assert code_of(other_person.get("/boards/unknown")) == "board_unknown"
    assert code_of(person.get(f"/boards/{table['board']}?seat=4")) == "no_such_seat"


# --- by a link ---------------------------------------------------------------------------------------


def test_others_play_the_cards_by_a_link_and_are_compared(server: Server, persons: MakePersons) -> None:
    maker, one, other = persons(3)
    old = finished(server, maker)
    key = offer(maker, f"{old}.1")
    assert key == offer(maker, f"{old}.1") != offer(maker, f"{old}.1", seat=1)
    offered = one.get(f"/cards/{key}").json()
    assert (offered["game"], offered["seat"], offered["bots"]) == ("lockup", 0, "medium")
    assert (offered["table"], offered["finished"]) == (None, False)
    table = take(one, key, name="Mei")
    assert take(one, key)["id"] == table["id"]
    assert one.get(f"/cards/{key}").json()["table"] == table["id"]
    play_out(server, one, table)
    assert one.get(f"/cards/{key}").json()["finished"]
    assert take(one, key)["id"] == table["id"]
    play_out(server, other, take(other, key), otherwise=True)
    found = compared(one, table["board"])
    assert [(each["name"], each["you"], each["again"]) for each in found["entries"] if not each["bot"]] == [
        (None, False, False),
        ("Mei", True, False),
        (None, False, False),
    ]
    results = [each["result"] for each in found["entries"] if not each["bot"]]
    better, level = (sum(than(each, results[1]) for each in results) for than in (gt, eq))
    assert found["place"] == {"place": better + 1, "level": level - 1, "of": 3}
    assert found["mean"] is None


def test_the_comparison_says_where_lines_diverge_and_leads_to_others_rounds(
    server: Server, person: Person, other_person: Person
) -> None:
    old = finished(server, person)
    table = take(other_person, offer(person, f"{old}.1"))
    assert refused_rounds(other_person, f"{old}.1") == "round_in_play"
    play_out(server, other_person, table, otherwise=True)
    for each, own in ((other_person, 1), (person, 0)):
        entries = compared(each, table["board"], 0)["entries"]
        entry, mine = entries[1 - own], entries[own]
        diverged = entry["diverged"]
        turn = diverged["turn"] - 1
        assert entry["line"][:turn] == mine["line"][:turn]
        assert (entry["line"][turn], mine["line"][turn]) == (diverged["move"], diverged["instead"])
        assert mine["diverged"] is None
        shown = replay(each, entry["round"])
        assert shown["you"] is None
        assert not shown["may_share"]
        moments = [moment for moment in shown["moments"] if moment["at"] == diverged["at"]]
        assert moments[-1]["decision"]


def refused_rounds(person: Person, round_id: str) -> str | None:
    return code_of(person.get(f"/rounds/{round_id}"))


def test_what_somebody_knows_of_the_cards_stands_apart(server: Server, person: Person) -> None:
    old = finished(server, person)
    table = take(person, offer(person, f"{old}.1", seat=2))
    play_out(server, person, table)
    entries = compared(person, table["board"], 2)["entries"]
    assert [each["again"] for each in entries if not each["bot"]] == [True]


def test_who_has_watched_the_cards_plays_them_again(server: Server, persons: MakePersons) -> None:
    host, friend, watcher = persons(3)
    table = start_with(host, friend, settings={"watching": True, "rounds": "at_once"})
    join(watcher, host.get(f"/tables/{table}").json()["watch_link"]).raise_for_status()
    end_round(server, table)
    begun = take(watcher, offer(host, f"{table}.1"))
    play_out(server, watcher, begun)
    own = next(each for each in compared(watcher, begun["board"])["entries"] if each["you"])
    assert own["again"]


def test_leaving_in_the_middle_gives_no_second_first_try(
    server: Server, person: Person, other_person: Person
) -> None:
    old = finished(server, person)
    key = offer(person, f"{old}.1")
    first = take(other_person, key)
    assert other_person.delete(f"/tables/{first['id']}").status_code == 204
    table = take(other_person, key)
    assert table["id"] != first["id"]
    play_out(server, other_person, table)
    entries = compared(other_person, table["board"])["entries"]
    assert [(each["given_up"], each["again"]) for each in entries if each["you"]] == [
        (True, False),
        (False, True),
    ]


def test_who_only_looks_by_a_link_offers_no_cards(
    server: Server, person: Person, other_person: Person
) -> None:
    old = finished(server, person)
    key = person.post(f"/rounds/{old}.1/link").json()["key"]
    assert code_of(other_person.post(f"/rounds/{key}/cards")) == "not_seated"
    assert code_of(other_person.get("/cards/unknown")) == "link_unknown"
    assert code_of(other_person.post("/cards/unknown/tables")) == "link_unknown"


def test_bots_of_other_levels_play_the_board_for_comparison(server: Server, person: Person) -> None:
    old = finished(server, person)
    table = again(person, f"{old}.1")
    play_out(server, person, table)
    assert compared(person, table["board"])["bots_play"] is not None
    for _ in looking_again():
        last = compared(person, table["board"])
        entries = last["entries"]
        bots = {each["bot"]: each for each in entries if each["bot"]}
        if len(bots) == 2:
            break
    assert set(bots) == {"easy", "medium"}
    assert last["bots_play"] is None
    assert compared(person, table["board"])["place"]["of"] == 1
    assert all(each["line"] for each in bots.values())
    mine = next(each for each in entries if each["you"] and not each["at_table"])
    assert mine["line"] == bots["medium"]["line"]
    assert mine["result"] == bots["medium"]["result"]


# --- kept and forgotten ------------------------------------------------------------------------------


def test_boards_are_backed_up_put_back_and_carried_over(tmp_path: Path) -> None:
    here, there, file = tmp_path / "here", tmp_path / "there", tmp_path / "kept.db"
    for folder in (here, there):
        folder.mkdir()
    with closing(Server(here)) as server, Person(server) as person, Person(server) as other:
        key = offer(person, f"{finished(server, person)}.1")
        table = take(other, key)
        assert back_up(here, file) == 2
        cookies = dict(other.http.cookies)
        play_out(server, other, table)  # what comes after the backup is gone with it
    put_back(here, file)
    move(f"sqlite:{here}/sevenfold.db", f"sqlite:{there}/sevenfold.db")
    with closing(Server(there)) as server, Person(server, session=False) as other:
        other.http.cookies.update(cookies)
        assert take(other, key)["id"] == table["id"]
        play_out(server, other, table)
        assert len([each for each in compared(other, table["board"])["entries"] if not each["bot"]]) == 2


def test_who_deletes_their_data_is_gone_from_boards(own_server: Server) -> None:
    with Person(own_server) as person, Person(own_server) as other:
        key = offer(person, f"{finished(own_server, person)}.1")
        others = offer(other, f"{finished(own_server, other)}.1")
        table = take(other, key, name="Mei")
        play_out(own_server, other, table)
        assert other.delete("/session").status_code == 204
        assert code_of(person.get(f"/cards/{others}")) == "link_unknown"
        for _ in looking_again():
            if not rows(own_server, "SELECT 1 FROM tables WHERE id = ?", table["id"]):
                break
        entries = [each for each in compared(person, table["board"])["entries"] if not each["bot"]]
        assert [(each["you"], each["name"], each["round"] is None) for each in entries] == [
            (True, None, False),
            (False, None, True),
        ]
        found = rows(
            own_server,
            "SELECT person_id, name FROM results WHERE board_id = ? AND number > 0",
            table["board"],
        )
        assert found == [(None, None)]


def test_whoever_takes_another_name_at_a_board_has_it_in_its_comparison(
    server: Server, person: Person
) -> None:
    table = again(person, f"{finished(server, person)}.1")
    with person.socket(table["id"]) as socket:
        socket.hello()
        socket.send("set_name", name="Mei")
        while (
            next(each["name"] for each in socket.receive("table")["table"]["seats"] if each["you"]) != "Mei"
        ):
            pass
    play_out(server, person, table)
    entries = compared(person, table["board"])["entries"]
    assert [each["name"] for each in entries if each["you"] and not each["at_table"]] == ["Mei"]


def test_a_result_is_of_whom_the_hand_was_dealt_to_whoever_has_the_seat_at_the_end(tmp_path: Path) -> None:
    async def played() -> tuple[Result, ...]:
        async with a_server(tmp_path) as server:
            one, two = await server.browser("one"), await server.browser("two")
            board = await server.store.boards.add(a_board(load_game("lockup"), Level.MEDIUM))
            table = await server.tables.begin_at(one.person.id, board, 0, 0, "Mei")
            over = Standing(
                round=1, result=(3, 2, 1, 0), results=(), scores=(), over=True, winners=(), next_first=None
            )
            hand_over = Statement("UPDATE seats SET person_id = :person WHERE table_id = :table AND seat = 0")
            await server.store.backend.write(hand_over.of([{"person": two.person.id, "table": table}]))
            length = await server.store.logs.length(table)
            await server.store.logs.append(table, length, [Played("0", "KS")], over)
            assert one.person.id == 1
            return await server.store.boards.played(board.id, 0)

    (found,) = asyncio.run(played())
    assert (found.person, found.name, found.standing(1), found.is_there) == (1, "Mei", 3, True)


def rows(server: Server, query: str, value: str) -> list[tuple[object, ...]]:
    with closing(server.database()) as connection:
        return list(connection.execute(query, [value]).fetchall())


def test_boards_that_nobody_has_played_are_swept(tmp_path: Path) -> None:
    async def swept() -> list[bool]:
        async with a_server(tmp_path) as server:
            boards = server.store.boards
            browser = await server.browser("one")
            old, played, new = (a_board(load_game("lockup"), Level.MEDIUM) for _ in range(3))
            new = msgspec.structs.replace(new, created=now())
            for board in (old, played, new):
                await boards.add(board)
            await server.tables.begin_at(browser.person.id, played, 0, 0, None)
            await sweep(server.store, server.tables)
            return [await boards.find(board.id) is not None for board in (old, played, new)]

    assert asyncio.run(swept()) == [False, True, True]


def test_who_knows_the_seed_of_a_board_cannot_name_its_persons() -> None:
    one, other = (a_board(load_game("lockup"), Level.MEDIUM) for _ in range(2))
    assert (one.seed, one.dealt) == (other.seed, other.dealt)
    assert one.pseudonym_key != other.pseudonym_key


def test_once_bots_have_played_a_game_it_is_told_how_long_they_take(own_server: Server) -> None:
    with Person(own_server) as person:
        told = []
        for _ in range(2):
            table = again(person, f"{finished(own_server, person)}.1")
            play_out(own_server, person, table)
            told.append(compared(person, table["board"])["bots_play"]["seconds"])
            for _ in looking_again():
                if compared(person, table["board"])["bots_play"] is None:
                    break
    assert told[0] is None
    assert told[1] > 0

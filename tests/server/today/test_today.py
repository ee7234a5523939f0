"""Today's deals: the same for everybody, each once, and nothing told to whoever may still play them."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from sevenfold.games import OWN_GAMES, load_meta
from sevenfold.testing.running import Message, Person, Server, looking_again
from tests.server.boards import compared, play_out
from tests.server.test_browsers import attach
from tests.server.test_rounds import replay
from tests.server.together import code_of

NewPerson = Callable[[], Person]

YESTERDAY, DAY_MS = timedelta(days=1), 86_400_000


@pytest.fixture(autouse=True)
def fresh_day(day_server: Server) -> None:
    """What an earlier test has played today is of no day any more."""
    with closing(day_server.database()) as connection, connection:
        connection.execute("DELETE FROM day_boards", [])


PLAYED = [name for name in OWN_GAMES if not load_meta(name).draft]
"""The games that have deals each day."""


def today(person: Person, day: str = "") -> Message:
    answer = person.get("/today" + (f"/{day}" if day else ""))
    assert answer.status_code == 200, answer.text
    found: Message = answer.json()
    return found


def game_of(day: Message, game: str) -> Message:
    found: Message = next(each for each in day["games"] if each["game"] == game)
    return found


def deal_of(day: Message, game: str, number: int = 1) -> Message:
    deal: Message = game_of(day, game)["deals"][number - 1]
    return deal


def begin(person: Person, game: str = "lockup", number: int = 1, **wanted: Any) -> Message:
    answer = person.post(f"/today/{game}/{number}/tables", pace=0, **wanted)
    assert answer.status_code == 201, answer.text
    table: Message = answer.json()
    return table


def play(
    server: Server, person: Person, game: str = "lockup", number: int = 1, name: str = "", **how: Any
) -> Message:
    """Play a deal of today to its end."""
    table = begin(person, game, number, **({"name": name} if name else {}))
    play_out(server, person, table, **how)
    return table


def let_a_day_pass(server: Server) -> None:
    """Move all deals back by a day: the same as to wait until it is over."""
    with closing(server.database()) as connection, connection:
        connection.execute("UPDATE boards SET closes = closes - ?, created = created - ?", [DAY_MS, DAY_MS])
        connection.execute("UPDATE log SET at = at - ?", [DAY_MS])
        days = connection.execute("SELECT DISTINCT day FROM day_boards", []).fetchall()
        for (day,) in sorted(days):
            before = (date.fromisoformat(day) - YESTERDAY).isoformat()
            connection.execute("UPDATE day_boards SET day = ? WHERE day = ?", [before, day])


def bring(server: Server, table: Message, result: int) -> None:
    """Have a round that is over bring its player so much: what the cards of a day bring is not known here."""
    with closing(server.database()) as connection, connection:
        connection.execute("UPDATE results SET result = ? WHERE table_id = ?", [result, table["id"]])


def yesterday_of(day: Message) -> str:
    return (date.fromisoformat(day["date"]) - YESTERDAY).isoformat()


def begun_second(server: Server) -> None:
    """Have the deals of today be second ones, as there were on days with three deals."""
    with closing(server.database()) as connection, connection:
        connection.execute("UPDATE day_boards SET number = 2", [])


def test_each_game_has_one_deal_that_nobody_has_begun_with_medium_bots(people: NewPerson) -> None:
    day = today(people())
    assert [each["game"] for each in day["games"]] == PLAYED
    assert all([deal["state"] for deal in game["deals"]] == ["open"] for game in day["games"])
    assert {game["bots"] for game in day["games"]} == {"medium"}
    assert not day["over"]
    assert day["lamps"][-1] == {"date": day["date"], "lit": False}


def first_hand(person: Person, table: Message) -> list[str]:
    with person.socket(table["id"]) as socket:
        hand: list[str] = socket.hello()["view"]["hand"]
        return sorted(hand)


@pytest.mark.parametrize("game", PLAYED)
def test_the_cards_are_the_same_for_everybody(people: NewPerson, game: str) -> None:
    mine, yours = people(), people()
    tables = [begin(person, game) for person in (mine, yours)]
    assert tables[0]["board"] == tables[1]["board"]
    assert {seat["bot"] for table in tables for seat in table["seats"]} == {None, "medium"}
    if game != "lockseven":  # where cards are dealt one by one, and others may call meanwhile
        hands = [first_hand(person, table) for person, table in zip((mine, yours), tables, strict=True)]
        assert hands[0] == hands[1]


def test_each_deal_is_played_once(day_server: Server, people: NewPerson) -> None:
    mine, yours = people(), people()
    table, _ = play(day_server, mine), play(day_server, yours)
    assert begin(mine)["id"] == table["id"]
    deal = deal_of(today(mine), "lockup")
    assert (deal["state"], deal["table"], deal["place"]["of"]) == ("finished", table["id"], 2)
    assert compared(mine, deal["board"])["place"]["of"] == 2


def test_a_deal_that_was_begun_goes_on_at_its_table(people: NewPerson) -> None:
    person = people()
    table = begin(person)
    deal = deal_of(today(person), "lockup")
    assert (deal["state"], deal["table"], deal["board"], deal["place"]) == ("begun", table["id"], None, None)
    assert begin(person)["id"] == table["id"]


def test_nothing_of_others_is_told_before_one_has_finished_a_deal(
    day_server: Server, people: NewPerson
) -> None:
    """Whoever has not begun it, and whoever has it in play, are told what they would be alone."""
    strangers, beginner = [people(), people()], people()
    begin(beginner)
    before = [today(person) for person in (*strangers, beginner)]
    table = play(day_server, people(), otherwise=True)
    play(day_server, people())
    assert [today(person) for person in (*strangers, beginner)] == before
    for person, told in ((strangers[0], "not_seated"), (beginner, "round_in_play")):
        assert code_of(person.get(f"/boards/{table['board']}")) == "board_in_play"
        assert code_of(person.get(f"/rounds/{table['id']}.last")) == told


def test_days_that_had_several_deals_are_compared_by_those_that_both_have_played(
    day_server: Server, people: NewPerson
) -> None:
    mine, both, one, idle = people(), people(), people(), people()
    play(day_server, mine)
    play(day_server, both)
    begun_second(day_server)
    play(day_server, mine)
    play(day_server, both, otherwise=True)
    play(day_server, one)
    game = game_of(today(mine), "lockup")
    assert [deal["place"]["of"] if deal["place"] else None for deal in game["deals"]] == [3, 2]
    assert [deal["state"] for deal in game_of(today(idle), "lockup")["deals"]] == ["open", "missed"]
    assert game["total"] == game["deals"][0]["result"] + game["deals"][1]["result"]
    assert (game["place"]["of"], len(game["others"])) == (2, 1)
    theirs = game_of(today(both), "lockup")
    assert (theirs["others"], theirs["total"]) == ([game["total"]], game["others"][0])


def test_a_result_outlives_its_table(day_server: Server, people: NewPerson) -> None:
    mine, other = people(), people()
    table, _ = play(day_server, mine), play(day_server, other, otherwise=True)
    before, told_to_other = today(mine), today(other)
    assert mine.delete(f"/tables/{table['id']}").status_code == 204
    after = today(mine)
    for known in (before, after):
        deal_of(known, "lockup").update(table=None, round=None)
    assert (after, after["lamps"][-1]["lit"], after["streak"]) == (before, True, 1)
    assert today(other) == told_to_other
    assert code_of(mine.post("/today/lockup/1/tables", pace=0)) == "board_played"
    for person in (mine, other):
        found = compared(person, table["board"])
        gone = [each["round"] is None for each in found["entries"] if each["you"]]
        assert (found["place"]["of"], gone) == (2, [person is mine])


def test_who_deletes_their_data_is_somebody_beside_whom_others_stand_as_before(
    day_server: Server, people: NewPerson
) -> None:
    gone, other = people(), people()
    table = play(day_server, gone, name="Iris")
    play(day_server, other, otherwise=True)
    before = today(other)
    assert gone.delete("/session").status_code == 204
    assert today(other) == before
    entries = compared(other, table["board"])["entries"]
    assert [each["name"] for each in entries if not each["you"] and not each["bot"]] == [None]


@pytest.mark.parametrize("how", ["delete", "leave"])
def test_a_deal_that_is_given_up_counts_as_the_worst_and_others_are_not_compared(
    day_server: Server, people: NewPerson, how: str
) -> None:
    person, better, worse = people(), people(), people()
    table = begin(person)
    bring(day_server, play(day_server, better), 5)
    bring(day_server, play(day_server, worse), -9)
    before = today(better)
    answer = person.post(f"/tables/{table['id']}/leave") if how == "leave" else None
    assert (answer or person.delete(f"/tables/{table['id']}")).status_code == 204
    deal = deal_of(today(person), "lockup")
    assert (deal["state"], deal["result"], deal["table"]) == ("given_up", -9, None)
    assert deal["place"] == {"place": 2, "level": 1, "of": 3}
    assert (today(person)["streak"], game_of(today(person), "lockup")["total"]) == (0, -9)
    bring(day_server, table, -20)
    assert deal_of(today(person), "lockup")["result"] == -20
    assert today(better) == before
    (mine,) = (each for each in compared(person, deal["board"])["entries"] if each["you"])
    assert (mine["given_up"], mine["result"], mine["round"]) == (True, -20, None)
    assert code_of(person.post("/today/lockup/1/tables", pace=0)) == "board_played"


def test_of_two_browsers_that_become_one_persons_the_earlier_try_counts(
    day_server: Server, people: NewPerson
) -> None:
    phone, laptop, other = people(), people(), people()
    first, second = play(day_server, phone), play(day_server, laptop)
    play(day_server, other)
    bring(day_server, first, 3)
    bring(day_server, second, 5)
    attach(laptop, phone)
    deal = deal_of(today(laptop), "lockup")
    assert (deal["table"], deal["result"], deal["place"]["of"]) == (first["id"], 3, 2)
    assert deal_of(today(other), "lockup")["place"]["of"] == 2


def test_who_asks_twice_at_once_has_one_table_and_a_deal_one_board(people: NewPerson) -> None:
    persons = [people(), people()]
    with ThreadPoolExecutor(6) as pool:
        tables = list(pool.map(lambda i: begin(persons[i % 2]), range(6)))
    assert len({table["id"] for table in tables}) == 2
    assert len({table["board"] for table in tables}) == 1


def test_after_midnight_bots_finish_what_is_in_play_and_new_deals_are_there(
    day_server: Server, people: NewPerson
) -> None:
    done, begun, idle, better = (people() for _ in range(4))
    first, unfinished = play(day_server, done), begin(begun)
    best = play(day_server, better)
    bring(day_server, first, 1)
    bring(day_server, best, 3)
    let_a_day_pass(day_server)

    now = today(done)
    assert deal_of(now, "lockup")["state"] == "open"
    assert (now["streak"], [lamp["lit"] for lamp in now["lamps"]][-2:]) == (1, [True, False])
    day = yesterday_of(now)
    past = today(done, day)
    assert (past["over"], deal_of(past, "lockup")["state"]) == (True, "finished")
    assert deal_of(past, "lockup")["place"]["of"] == 2
    assert deal_of(today(idle, day), "lockup")["state"] == "missed"
    for _ in looking_again():
        late = deal_of(today(begun, day), "lockup")
        if late["result"] is not None:
            break
    assert (late["state"], late["result"] <= 1, late["table"]) == ("given_up", True, unfinished["id"])
    assert deal_of(today(done, day), "lockup")["place"]["of"] == 2
    assert begin(done)["id"] != first["id"]

    told = today(idle)["best"]
    assert told == today(idle, day)["best"]
    assert (told["round"], told["result"]) == (f"{best['id']}.last", 3)
    assert told["place"] == {"place": 1, "level": 0, "of": 2}
    assert replay(idle, told["round"])["you"] is None
    assert replay(begun, deal_of(today(begun, day), "lockup")["round"])["you"] == 0
    assert compared(done, first["board"])["place"]["of"] == 2
    assert today(begun)["best"] == told


def test_days_and_deals_that_there_are_not_are_unknown(people: NewPerson) -> None:
    person = people()
    tomorrow = (date.fromisoformat(today(person)["date"]) + YESTERDAY).isoformat()
    for day in (tomorrow, "0001-01-01", "9999-12-31", "20261127", "2026-W48-5", "2026-02-30", "today"):
        assert code_of(person.get(f"/today/{day}")) == "day_unknown", day
    for game, number in (("lockup", 0), ("lockup", 2), ("lockup", 99)):
        assert code_of(person.post(f"/today/{game}/{number}/tables", pace=0)) == "day_deal_unknown"
    assert code_of(person.post("/today/whist/1/tables", pace=0)) == "game_unknown"


def test_servers_with_the_same_secret_share_a_day_and_others_do_not(tmp_path: Path) -> None:
    secrets = [b"the secret of two clubs", b"the secret of two clubs", None, None]
    hands = []
    for number, secret in enumerate(secrets):
        server = Server(tmp_path / str(number), day_secret=secret)
        with Person(server) as person:
            hands.append(first_hand(person, begin(person)))
        server.close()
    assert hands[0] == hands[1]
    assert len({tuple(hand) for hand in hands}) == 3


def test_a_restart_changes_nothing_and_nothing_says_the_secret(tmp_path: Path) -> None:
    server = Server(tmp_path)
    with Person(server) as person:
        table = begin(person)
        deal = deal_of(today(person), "lockup")
        with closing(server.database()) as connection:
            (secret,) = connection.execute("SELECT secret FROM server", []).fetchone()
        server.kill()
        server.start()
        assert deal_of(today(person), "lockup") == deal
        assert begin(person)["id"] == table["id"]
        with closing(server.database()) as connection:
            assert connection.execute("SELECT secret FROM server", []).fetchone() == (secret,)
        assert len(secret) == 32
        told = person.get("/today").text + person.get(f"/tables/{table['id']}").text + server.said
        assert secret.hex() not in told
    server.close()

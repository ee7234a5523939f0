"""Today's deals: the same for everybody, each once, and nothing told to whoever may still play them."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from sevenfold.games import OWN_GAMES, load_meta
from sevenfold.testing.running import Guest, Message, Server, looking_again
from tests.server.boards import compared, play_out
from tests.server.test_browsers import attach
from tests.server.test_rounds import replay
from tests.server.together import code_of

NewGuest = Callable[[], Guest]

YESTERDAY, DAY_MS = timedelta(days=1), 86_400_000


@pytest.fixture(autouse=True)
def fresh_day(day_server: Server) -> None:
    """What an earlier test has played today is of no day any more."""
    with closing(day_server.database()) as connection, connection:
        connection.execute("DELETE FROM day_boards", [])


PLAYED = [name for name in OWN_GAMES if not load_meta(name).draft]
"""The games that have deals each day."""


def today(guest: Guest, day: str = "") -> Message:
    answer = guest.get("/today" + (f"/{day}" if day else ""))
    assert answer.status_code == 200, answer.text
    found: Message = answer.json()
    return found


def game_of(day: Message, game: str) -> Message:
    found: Message = next(each for each in day["games"] if each["game"] == game)
    return found


def deal_of(day: Message, game: str, number: int = 1) -> Message:
    deal: Message = game_of(day, game)["deals"][number - 1]
    return deal


def begin(guest: Guest, game: str = "lockup", number: int = 1, **wanted: Any) -> Message:
    answer = guest.post(f"/today/{game}/{number}/tables", pace=0, **wanted)
    assert answer.status_code == 201, answer.text
    table: Message = answer.json()
    return table


def play(
    server: Server, guest: Guest, game: str = "lockup", number: int = 1, name: str = "", **how: Any
) -> Message:
    """Play a deal of today to its end."""
    table = begin(guest, game, number, **({"name": name} if name else {}))
    play_out(server, guest, table, **how)
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


def test_each_game_has_three_deals_that_nobody_has_begun(people: NewGuest) -> None:
    day = today(people())
    assert [each["game"] for each in day["games"]] == PLAYED
    assert all([deal["state"] for deal in game["deals"]] == ["open"] * 3 for game in day["games"])
    assert not day["over"]
    assert day["lamps"][-1] == {"date": day["date"], "lit": False}


def first_hand(guest: Guest, table: Message) -> list[str]:
    with guest.socket(table["id"]) as socket:
        hand: list[str] = socket.hello()["view"]["hand"]
        return sorted(hand)


@pytest.mark.parametrize("game", PLAYED)
def test_the_cards_are_the_same_for_everybody(people: NewGuest, game: str) -> None:
    mine, yours = people(), people()
    tables = [begin(guest, game, number) for guest in (mine, yours) for number in (1, 2)]
    assert tables[0]["board"] == tables[2]["board"] != tables[1]["board"]
    if game != "lockseven":  # where cards are dealt one by one, and others may call meanwhile
        hands = [first_hand(guest, table) for guest, table in zip((mine, mine, yours), tables, strict=False)]
        assert hands[0] == hands[2] != hands[1]


def test_each_deal_is_played_once(day_server: Server, people: NewGuest) -> None:
    mine, yours = people(), people()
    table, _ = play(day_server, mine), play(day_server, yours)
    assert begin(mine)["id"] == table["id"]
    deal = deal_of(today(mine), "lockup")
    assert (deal["state"], deal["table"], deal["rank"]["of"]) == ("finished", table["id"], 1)
    assert compared(mine, deal["board"])["of"] == 1


def test_a_deal_that_was_begun_goes_on_at_its_table(people: NewGuest) -> None:
    guest = people()
    table = begin(guest)
    deal = deal_of(today(guest), "lockup")
    assert (deal["state"], deal["table"], deal["board"], deal["rank"]) == ("begun", table["id"], None, None)
    assert begin(guest)["id"] == table["id"]


def test_nothing_of_others_is_told_before_one_has_finished_a_deal(
    day_server: Server, people: NewGuest
) -> None:
    """Whoever has not begun it, and whoever has it in play, are told what they would be alone."""
    strangers, beginner = [people(), people()], people()
    begin(beginner)
    before = [today(guest) for guest in (*strangers, beginner)]
    table = play(day_server, people(), otherwise=True)
    play(day_server, people())
    assert [today(guest) for guest in (*strangers, beginner)] == before
    for guest, told in ((strangers[0], "not_seated"), (beginner, "round_in_play")):
        assert code_of(guest.get(f"/boards/{table['board']}")) == "board_in_play"
        assert code_of(guest.get(f"/rounds/{table['id']}.last")) == told


def test_a_result_is_told_beside_those_who_have_played_the_same_deals(
    day_server: Server, people: NewGuest
) -> None:
    mine, both, one = people(), people(), people()
    play(day_server, mine)
    play(day_server, mine, number=2)
    play(day_server, both, otherwise=True)
    play(day_server, both, number=2)
    play(day_server, one)
    game = game_of(today(mine), "lockup")
    assert [deal["rank"]["of"] if deal["rank"] else None for deal in game["deals"]] == [2, 1, None]
    assert game["total"] == game["deals"][0]["result"] + game["deals"][1]["result"]
    assert (game["rank"]["of"], len(game["others"])) == (1, 1)
    theirs = game_of(today(both), "lockup")
    assert (theirs["others"], theirs["total"]) == ([game["total"]], game["others"][0])


def test_a_result_outlives_its_table(day_server: Server, people: NewGuest) -> None:
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
    for guest in (mine, other):
        found = compared(guest, table["board"])
        assert (found["of"], [each["round"] is None for each in found["entries"] if each["you"]]) == (
            1,
            [guest is mine],
        )


def test_who_deletes_their_data_is_somebody_beside_whom_others_stand_as_before(
    day_server: Server, people: NewGuest
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
    day_server: Server, people: NewGuest, how: str
) -> None:
    guest, better, worse = people(), people(), people()
    table = begin(guest)
    bring(day_server, play(day_server, better), 5)
    bring(day_server, play(day_server, worse), -9)
    before = today(better)
    answer = guest.post(f"/tables/{table['id']}/leave") if how == "leave" else None
    assert (answer or guest.delete(f"/tables/{table['id']}")).status_code == 204
    deal = deal_of(today(guest), "lockup")
    assert (deal["state"], deal["result"], deal["table"]) == ("given_up", -9, None)
    assert deal["rank"] == {"better": 0, "level": 1, "of": 2}
    assert (today(guest)["streak"], game_of(today(guest), "lockup")["total"]) == (0, -9)
    bring(day_server, table, -20)
    assert deal_of(today(guest), "lockup")["result"] == -20
    assert today(better) == before
    (mine,) = (each for each in compared(guest, deal["board"])["entries"] if each["you"])
    assert (mine["given_up"], mine["result"], mine["round"]) == (True, -20, None)
    assert code_of(guest.post("/today/lockup/1/tables", pace=0)) == "board_played"


def test_of_two_browsers_that_become_one_persons_the_earlier_try_counts(
    day_server: Server, people: NewGuest
) -> None:
    phone, laptop, other = people(), people(), people()
    first, second = play(day_server, phone), play(day_server, laptop)
    play(day_server, other)
    bring(day_server, first, 3)
    bring(day_server, second, 5)
    attach(laptop, phone)
    deal = deal_of(today(laptop), "lockup")
    assert (deal["table"], deal["result"], deal["rank"]["of"]) == (first["id"], 3, 1)
    assert deal_of(today(other), "lockup")["rank"]["of"] == 1


def test_who_asks_twice_at_once_has_one_table_and_a_deal_one_board(people: NewGuest) -> None:
    guests = [people(), people()]
    with ThreadPoolExecutor(6) as pool:
        tables = list(pool.map(lambda i: begin(guests[i % 2]), range(6)))
    assert len({table["id"] for table in tables}) == 2
    assert len({table["board"] for table in tables}) == 1


def test_after_midnight_bots_finish_what_is_in_play_and_new_deals_are_there(
    day_server: Server, people: NewGuest
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
    assert deal_of(past, "lockup")["rank"]["of"] == 1
    assert deal_of(today(idle, day), "lockup")["state"] == "missed"
    for _ in looking_again():
        late = deal_of(today(begun, day), "lockup")
        if late["result"] is not None:
            break
    assert (late["state"], late["result"] <= 1, late["table"]) == ("given_up", True, unfinished["id"])
    assert deal_of(today(done, day), "lockup")["rank"]["of"] == 1
    assert begin(done)["id"] != first["id"]

    told = today(idle)["best"]
    assert told == today(idle, day)["best"]
    assert (told["round"], told["result"]) == (f"{best['id']}.last", 3)
    assert told["rank"] == {"better": 1, "level": 0, "of": 1}
    assert replay(idle, told["round"])["you"] is None
    assert replay(begun, deal_of(today(begun, day), "lockup")["round"])["you"] == 0
    assert compared(done, first["board"])["of"] == 1
    assert today(begun)["best"] == told


def test_days_and_deals_that_there_are_not_are_unknown(people: NewGuest) -> None:
    guest = people()
    tomorrow = (date.fromisoformat(today(guest)["date"]) + YESTERDAY).isoformat()
    for day in (tomorrow, "0001-01-01", "9999-12-31", "20261127", "2026-W48-5", "2026-02-30", "today"):
        assert code_of(guest.get(f"/today/{day}")) == "day_unknown", day
    for game, number in (("lockup", 0), ("lockup", 4), ("lockup", 99)):
        assert code_of(guest.post(f"/today/{game}/{number}/tables", pace=0)) == "day_deal_unknown"
    assert code_of(guest.post("/today/whist/1/tables", pace=0)) == "game_unknown"


def test_servers_with_the_same_secret_share_a_day_and_others_do_not(tmp_path: Path) -> None:
    secrets = [b"the secret of two clubs", b"the secret of two clubs", None, None]
    hands = []
    for number, secret in enumerate(secrets):
        server = Server(tmp_path / str(number), day_secret=secret)
        with Guest(server) as guest:
            hands.append(first_hand(guest, begin(guest)))
        server.close()
    assert hands[0] == hands[1]
    assert len({tuple(hand) for hand in hands}) == 3


def test_a_restart_changes_nothing_and_nothing_says_the_secret(tmp_path: Path) -> None:
    server = Server(tmp_path)
    with Guest(server) as guest:
        table = begin(guest)
        deal = deal_of(today(guest), "lockup")
        with closing(server.database()) as connection:
            (secret,) = connection.execute("SELECT secret FROM server", []).fetchone()
        server.kill()
        server.start()
        assert deal_of(today(guest), "lockup") == deal
        assert begin(guest)["id"] == table["id"]
        with closing(server.database()) as connection:
            assert connection.execute("SELECT secret FROM server", []).fetchone() == (secret,)
        assert len(secret) == 32
        told = guest.get("/today").text + guest.get(f"/tables/{table['id']}").text + server.said
        assert secret.hex() not in told
    server.close()

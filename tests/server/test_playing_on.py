"""A table whose match begins at a moment of a finished round."""

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from sevenfold.core.dealer import Dealer
from sevenfold.games import game_names
from sevenfold.server.storage.backup import back_up
from sevenfold.server.storage.move import move
from sevenfold.server.storage.restore import put_back
from sevenfold.testing.running import Message, Person, Server, Socket, play_round, to_act, wait_for_turn
from tests.server.test_rounds import finished, match_after, replay, write
from tests.server.together import MakePersons, code_of, join, play_match, table_where


def play_on(person: Person, round_id: str, **wanted: Any) -> Message:
    answer = person.post(f"/rounds/{round_id}/tables", **({"pace": 0, "bots": ["easy"]} | wanted))
    assert answer.status_code == 201, answer.text
    table: Message = answer.json()
    return table


def play_by_hints(socket: Socket, message: Message) -> None:
    """Play to the end of the round."""
    while message["standing"]["result"] is None and message["view"]["phase"] != "over":
        if to_act(message):
            hint = socket.ask("ask_hint", "hint", version=message["version"])
            socket.send("play", version=message["version"], move=hint["move"]["text"])
        message = socket.receive("update")


def a_decision(person: Person, table: str) -> Message:
    """A decision in the middle of the last round, as the seat that made it was told then."""
    players = replay(person, f"{table}.last")["table"]["players"]
    for seat in reversed(range(players)):
        shown = replay(person, f"{table}.last", str(seat))
        moments: list[Message] = [each for each in shown["moments"] if each["decision"]]
        if moments:
            return moments[len(moments) // 2]
    raise AssertionError("nobody decided anything")


@pytest.mark.parametrize("game", game_names())
@pytest.mark.parametrize("cards", ["same", "fresh"])
def test_the_match_goes_on_from_there_and_its_round_is_shown_again(
    server: Server, person: Person, game: str, cards: str
) -> None:
    old = finished(server, person, game)
    there = a_decision(person, old)
    seat, number = there["view"]["seat"], there["standing"]["round"]
    source = replay(person, f"{old}.last")["id"]
    table = play_on(person, f"{old}.last", at=there["at"], seat=seat, cards=cards)
    assert table["branched_from"] == {"round": source, "at": there["at"], "seat": seat, "cards": cards}
    assert [seat["bot"] for seat in table["seats"] if not seat["you"]] == ["easy"] * (table["players"] - 1)
    assert table["seats"][seat]["you"]
    with person.socket(table["id"]) as socket:
        hello = socket.hello()
        assert hello["view"] == there["view"]
        assert hello["events"] == [
            event | {"version": number["version"]}
            for event, number in zip(told(person, old, there), hello["events"], strict=True)
        ]
        play_by_hints(socket, hello)
    shown = replay(person, f"{table['id']}.last")
    assert (shown["you"], shown["id"]) == (seat, f"{table['id']}.{number}")
    hand = shown["moments"][0]["view"]["hand"]
    assert hand == replay(person, f"{old}.last", str(seat))["moments"][0]["view"]["hand"]
    if not shown["rounds"][-1]["thrown_in"]:
        record = person.get(f"/rounds/{table['id']}.last/record")
        opened = person.post("/rounds/open", record=record.text)
        assert opened.status_code == 200, opened.text


def told(person: Person, table: str, there: Message) -> list[Any]:
    """The events of a round that a seat had been told by then."""
    moments = replay(person, f"{table}.last", str(there["view"]["seat"]))["moments"]
    return [event for each in moments if each["version"] <= there["version"] for event in each["events"]]


def test_it_goes_on_after_a_restart_too(own_server: Server) -> None:
    with Person(own_server) as person:
        old = finished(own_server, person)
        there = a_decision(person, old)
        table = play_on(person, f"{old}.last", at=there["at"], seat=there["view"]["seat"], cards="fresh")
        own_server.stop()
        own_server.start()
        with person.socket(table["id"]) as socket:
            again = socket.hello()
            assert again["view"] == there["view"]
            play_by_hints(socket, again)
        assert replay(person, f"{table['id']}.last")["you"] == there["view"]["seat"]


def test_it_is_backed_up_put_back_and_carried_over(tmp_path: Path) -> None:
    here, there_, file = tmp_path / "here", tmp_path / "there", tmp_path / "kept.db"
    for folder in (here, there_):
        folder.mkdir()
    with closing(Server(here)) as server, Person(server) as person:
        old = finished(server, person)
        there = a_decision(person, old)
        seat = there["view"]["seat"]
        table = play_on(person, f"{old}.last", at=there["at"], seat=seat)["id"]
        assert back_up(here, file) == 2
        cookies = dict(person.http.cookies)
        with person.socket(table) as socket:  # what comes after the backup is gone with it
            play_by_hints(socket, socket.hello())
    put_back(here, file)
    moved = move(f"sqlite:{here}/sevenfold.db", f"sqlite:{there_}/sevenfold.db")
    assert (moved.tables, moved.replayed) == (2, 2)
    with closing(Server(there_)) as server, Person(server, session=False) as person:
        person.http.cookies.update(cookies)
        with person.socket(table) as socket:
            hello = socket.hello()
            assert hello["view"] == there["view"]
            assert hello["table"]["branched_from"]["round"] == f"{old}.1"
            play_by_hints(socket, hello)
        assert replay(person, f"{table}.last")["moments"][0]["view"]["hand"]


def test_fresh_cards_are_others_for_the_others_alone(server: Server, person: Person) -> None:
    old = finished(server, person)
    own = {"at": 2, "seat": 3, "cards": "fresh"}
    tables = [play_on(person, f"{old}.1", **own)["id"] for _ in range(2)]
    deals = [server.kept(table)[0] for table in tables]
    assert deals[0] != deals[1]


def test_the_same_cards_keep_the_chance_of_the_round_and_later_rounds_do_not() -> None:
    seed, own = Dealer(b"1" * 32), Dealer(b"2" * 32)
    dealer = Dealer(own.seed, borrowed=(3, seed.deal_seed(3)))
    drawn = [dealer.chance(3, number, 1000) for number in range(4)]
    assert drawn == [seed.chance(3, number, 1000) for number in range(4)]
    assert dealer.deal_seed(4) == own.deal_seed(4) != seed.deal_seed(4)


def test_the_scores_and_the_number_of_the_round_stay(server: Server, person: Person) -> None:
    match = match_after("lockup", 2)
    old = person.create()["id"]
    write(server, old, match.entries)
    before = replay(person, f"{old}.2")["moments"][0]["standing"]
    table = play_on(person, f"{old}.2", at=0, seat=0)
    assert table["standing"]["round"] == 2
    assert table["standing"]["scores"] == before["scores"] == list(match.results[0])
    assert table["standing"]["results"] == []
    assert code_of(person.get(f"/rounds/{table['id']}.2")) == "round_in_play"
    with person.socket(table["id"]) as socket:
        play_round(socket, wait_for_turn(socket, socket.hello()))
    shown = replay(person, f"{table['id']}.last")
    assert (shown["id"], shown["round"]) == (f"{table['id']}.2", 2)
    result = shown["rounds"][-1]["result"]
    added = [one + two for one, two in zip(before["scores"], result, strict=True)]
    assert shown["moments"][-1]["standing"]["scores"] == added


def test_friends_take_the_seats_of_bots_while_it_is_paused(
    server: Server, person: Person, persons: MakePersons
) -> None:
    old = finished(server, person)
    table = play_on(person, f"{old}.1", at=5, seat=2, friends=True)
    assert table["pause"] == {"seat": 2, "why": "asked"}
    (friend,) = persons(1)
    assert join(friend, table["link"], 0, "Mei").status_code == 200
    seen = friend.get(f"/tables/{table['id']}").json()
    assert [seat["bot"] for seat in seen["seats"]] == [None, "easy", None, "easy"]
    # that the cards may be known is told to all, but not by which id they can be looked at
    assert seen["branched_from"] == {"round": None, "at": 5, "seat": 2, "cards": "same"}


def test_a_branch_is_played_on_with_its_own_cards(server: Server, person: Person) -> None:
    old = finished(server, person)
    there = a_decision(person, old)
    seat = there["view"]["seat"]
    asked: dict[str, Any] = {"at": there["at"], "from": str(seat), "cards": "then", "again": 3}
    hello = person.post(f"/rounds/{old}.1/what-if", message={"type": "hello"}, **asked).json()["answer"]
    play = {"type": "play", "version": hello["version"], "move": hello["choices"]["cards"][0]}
    branch = person.post(f"/rounds/{old}.1/what-if", message=play, **asked).json()
    inside = next(each for each in branch["moments"] if each["decision"])
    made = branch["made"][: inside["at"] - there["at"]]
    table = play_on(person, f"{old}.1", at=there["at"], seat=seat, made=made, dealt=3)
    with person.socket(table["id"]) as socket:
        assert socket.hello()["view"] == inside["view"]


def test_a_rematch_begins_with_a_deal_of_its_own(server: Server, person: Person) -> None:
    old = finished(server, person, options={"target": 1})
    table = play_on(person, f"{old}.1", at=0, seat=0)
    with person.socket(table["id"]) as socket:
        play_match(socket)
        socket.send("rematch", draw=False)
        told = table_where(socket, lambda table: table["rematch"] is not None)
    again = person.get(f"/tables/{told['rematch']}").json()
    assert again["branched_from"] is None
    assert again["standing"]["round"] == 1


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"at": 99}, "moment_unknown"),
        ({"at": -1}, "moment_unknown"),
        ({"at": 52}, "moment_unknown"),
        ({"seat": 4}, "no_such_seat"),
        ({"seat": -1}, "no_such_seat"),
        ({"made": ["0 nonsense"]}, "malformed"),
        ({"made": ["x"], "dealt": 1}, "malformed"),
        ({"cards": "marked"}, "malformed"),
        ({"bots": ["genius"]}, "option_invalid"),
        ({"bots": ["easy", "easy"]}, "option_invalid"),
        ({"pace": -1}, "option_invalid"),
    ],
)
def test_what_cannot_be_played_on_is_refused(
    server: Server, person: Person, wrong: dict[str, Any], code: str
) -> None:
    old = finished(server, person)
    before = server.kept()
    answer = person.post(f"/rounds/{old}.last/tables", **({"at": 0, "seat": 0} | wrong))
    assert code_of(answer) == code
    assert server.kept() == before


def test_only_who_may_look_at_a_round_may_play_it_on(
    server: Server, person: Person, persons: MakePersons
) -> None:
    old = finished(server, person)
    (stranger,) = persons(1)
    asked = {"at": 3, "seat": 1}
    assert code_of(stranger.post(f"/rounds/{old}.1/tables", **asked)) == "not_seated"
    key = person.post(f"/rounds/{old}.1/link").json()["key"]
    table = play_on(stranger, key, **asked)
    assert table["branched_from"]["round"] == key
    assert stranger.get(f"/rounds/{old}.1").status_code == 403

"""The same cards again: boards made from finished rounds, and results beside each other."""

import pytest

from sevenfold.games import game_names
from sevenfold.testing.running import Guest, Server, any_move, wait_for_turn
from tests.server.boards import again, compared, match_at, play_out
from tests.server.test_rounds import finished, replay
from tests.server.together import code_of


@pytest.mark.parametrize("game", game_names())
def test_a_round_is_played_again_with_the_same_cards_and_stands_apart(
    server: Server, guest: Guest, game: str
) -> None:
    old = finished(server, guest, game)
    before = replay(guest, f"{old}.last")
    table = again(guest, f"{old}.last")
    assert table["board"]
    assert table["branched_from"] is None
    assert {seat["bot"] for seat in table["seats"] if not seat["you"]} == {"medium"}
    result = play_out(server, guest, table)["standing"]
    assert result["over"]
    hands = [moment["view"]["hand"] for moment in (before["moments"][0], first_moment(guest, table["id"]))]
    assert hands[0] == hands[1]
    found = compared(guest, table["board"])
    assert [(each["you"], each["again"], each["at_table"]) for each in found["entries"]] == [
        (True, False, True),
        (True, True, False),
    ]
    assert found["entries"][1]["result"] == result["results"][0][0]
    assert (found["of"], found["seat"], found["bots"]) == (0, 0, "medium")


def first_moment(guest: Guest, table: str) -> dict[str, dict[str, object]]:
    moment: dict[str, dict[str, object]] = replay(guest, f"{table}.last")["moments"][0]
    return moment


def test_the_same_moves_meet_the_same_answers(server: Server, guest: Guest) -> None:
    old = finished(server, guest, "trump7")
    logs = []
    for _ in range(2):
        table = again(guest, f"{old}.1")
        play_out(server, guest, table)
        logs.append([row[2] for row in server.kept(table["id"])[2]])
    assert logs[0] == logs[1]


def test_who_plays_the_cards_just_now_goes_on_there_and_sees_none_of_their_rounds(
    server: Server, guest: Guest
) -> None:
    old = finished(server, guest)
    table = again(guest, f"{old}.1")
    assert again(guest, f"{old}.1", seat=2)["id"] == table["id"]
    for path in (f"/rounds/{old}.1", f"/rounds/{old}.last", f"/rounds/{old}.1/record"):
        assert code_of(guest.get(path)) == "round_in_play"
    assert code_of(guest.get(f"/boards/{table['board']}")) == "board_in_play"
    play_out(server, guest, table)
    assert replay(guest, f"{old}.1")["you"] == 0
    assert again(guest, f"{old}.1", seat=2)["id"] != table["id"]


def test_a_round_of_a_board_is_played_again_at_the_same_board(server: Server, guest: Guest) -> None:
    old = finished(server, guest)
    table = again(guest, f"{old}.1", seat=3)
    play_out(server, guest, table)
    other = again(guest, f"{table['id']}.last")
    assert other["board"] == table["board"]
    assert [seat["you"] for seat in other["seats"]] == [False, False, False, True]


def test_at_a_board_one_person_plays_a_round_as_it_is(server: Server, guest: Guest) -> None:
    old = finished(server, guest)
    table = again(guest, f"{old}.1")
    settings = table["settings"] | {"watching": True}
    with guest.socket(table["id"]) as socket:
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
    play_out(server, guest, table)
    with guest.socket(table["id"]) as socket:
        message = socket.hello()
        assert socket.ask("next_round", "error", version=message["version"])["code"] == "match_over"
        assert socket.ask("rematch", "error")["code"] == "at_board"
    assert len(match_at(server, table).results) == 1


def test_whoever_has_not_played_the_cards_is_told_nothing(
    server: Server, guest: Guest, other_guest: Guest
) -> None:
    old = finished(server, guest)
    table = again(guest, f"{old}.1")
    play_out(server, guest, table)
    assert code_of(other_guest.get(f"/boards/{table['board']}")) == "board_in_play"
    assert code_of(other_guest.get(f"/rounds/{table['id']}.1")) == "not_seated"
    assert code_of(other_guest.get("/boards/unknown")) == "board_unknown"
    assert code_of(guest.get(f"/boards/{table['board']}?seat=4")) == "no_such_seat"

"""The counter of cards gone: an option of a table, the same for all who are there."""

import pytest

from sevenfold.games import load_game
from sevenfold.testing.running import Message, Person, any_move
from tests.server.together import MakePersons, in_step, look, look_until, play_until, start_with, to_act_again

COUNTED = {"counter": True}


def played(message: Message) -> list[str]:
    """The cards of the moves that stand, as the events of the round tell them."""
    moves: list[str] = []
    for event in message["events"]:
        if event["kind"] == "move" and event["action"] == "play":
            moves.append(event["move"].split("=")[0])
        elif event["kind"] == "take_back":
            del moves[-event["count"] :]
    return moves


def test_a_table_counts_nothing_unless_it_says_so(person: Person) -> None:
    table = person.create()
    assert not table["settings"]["counter"]
    with person.socket(table["id"]) as socket:
        message = play_until(0, [socket])
        assert message["counter"] is None
        assert (
            socket.ask("play", "update", version=message["version"], move=any_move(message))["counter"]
            is None
        )


def test_players_and_spectators_are_told_the_same_which_is_what_was_played(persons: MakePersons) -> None:
    host, friend, spectator = persons(3)
    table = start_with(host, friend, pace=0, settings=COUNTED | {"watching": True})
    with host.socket(table) as one, friend.socket(table) as two:
        link = look(one)["table"]["watch_link"]
        spectator.post(f"/invitations/{link}").raise_for_status()
        with spectator.socket(table) as watching:
            for turn in range(4):
                play_until(turn % 2, [one, two])
                shown = in_step(one, two, watching)
                counters = [message["counter"] for message in shown]
                assert counters[0] == counters[1] == counters[2]
                assert sorted(counters[0]["gone"]) == sorted(played(shown[0]))
                mover = (one, two)[turn % 2]
                mover.send("play", version=shown[0]["version"], move=any_move(shown[turn % 2]))


@pytest.mark.parametrize("game", ["lockup", "lockseven", "seven_bridge", "trump7"])
def test_the_counter_has_the_pack_and_is_the_same_after_a_reload(game: str, person: Person) -> None:
    table = person.create(game=game, pace=0, settings=COUNTED)["id"]
    with person.socket(table) as socket:
        message = play_until(0, [socket])
        rules, options = load_game(game).rules, message["table"]["options"]
        pack = rules.pack(load_game(game).meta.make_options(None, options))
        counter = message["counter"]
        assert counter["kinds"] == list(reversed(pack.names))
        assert counter["copies"] == pack.copies
        assert all(counter["gone"].count(card) <= pack.copies for card in counter["gone"])
        assert not set(counter["gone"]) & set(message["view"]["hand"]) or pack.copies > 1
    with person.socket(table) as socket:
        assert look(socket)["counter"] == counter


def test_what_is_taken_back_is_not_gone(person: Person) -> None:
    table = person.create(pace=0, settings=COUNTED)["id"]
    with person.socket(table) as socket:
        before = play_until(0, [socket])
        socket.send("play", version=before["version"], move=any_move(before))
        after = look_until(socket, to_act_again(before))
        assert len(after["counter"]["gone"]) > len(before["counter"]["gone"])
        socket.send("ask_take_back", version=after["version"])
        look_until(socket, lambda message: bool(message["counter"] == before["counter"]))


def test_the_counter_is_settled_when_the_table_starts(persons: MakePersons) -> None:
    host, friend = persons(2)
    table = start_with(host, friend)
    with host.socket(table) as one:
        settings = look(one)["table"]["settings"]
        problem = one.ask("set_settings", "error", settings=settings | COUNTED)
        assert (problem["code"], problem["values"]) == ("already_started", {"what": "counter"})
        assert look(one)["counter"] is None

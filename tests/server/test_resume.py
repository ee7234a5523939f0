"""Going on after a cut connection, a reload or a crash: the same view, nothing lost, nothing twice."""

import pytest

from sevenfold.testing.running import (
    Message,
    Person,
    Server,
    Socket,
    any_move,
    play_round,
    to_act,
    wait_for_turn,
)


def play_some(socket: Socket, message: Message, moves: int) -> list[Message]:
    """Make this many moves, while the round lasts; returns all messages until this seat is to act again."""
    told = [message]
    while (moves or not to_act(message)) and message["standing"]["result"] is None:
        if to_act(message):
            socket.send("play", version=message["version"], move=any_move(message))
            moves -= 1
        message = socket.receive("update")
        told.append(message)
    return told


def same_for_client(one: Message, other: Message) -> bool:
    """Whether two messages leave a client with the same version, view, standing and choices."""
    keys = ("version", "view", "standing", "choices")
    return [one[key] for key in keys] == [other[key] for key in keys]


def test_a_reload_gives_the_same_view_and_the_whole_round(person: Person) -> None:
    table = person.create()["id"]
    with person.socket(table) as socket:
        told = play_some(socket, socket.hello(), 5)

    with person.socket(table) as socket:
        snapshot = socket.hello()

    assert snapshot["type"] == "snapshot"
    assert same_for_client(snapshot, told[-1])
    assert snapshot["events"] == [event for message in told for event in message["events"]]


def test_from_any_version_of_the_round_exactly_what_came_after_is_told(person: Person) -> None:
    table = person.create()["id"]
    with person.socket(table) as socket:
        told = play_some(socket, socket.hello(), 4)
    events = [event for message in told for event in message["events"]]

    for version in range(1, told[-1]["version"] + 1):
        with person.socket(table) as socket:
            update = socket.hello(version)
        assert (update["type"], update["since"]) == ("update", version)
        assert same_for_client(update, told[-1])
        assert update["events"] == [event for event in events if event["version"] > version]


@pytest.mark.parametrize("version", [0, -5, 10**6, 2**70])
def test_a_version_that_is_none_of_this_table_is_answered_with_everything(
    person: Person, version: int
) -> None:
    with person.socket(person.create()["id"]) as socket:
        assert socket.hello(version)["type"] == "snapshot"


def test_a_version_one_ahead_is_answered_with_everything(person: Person) -> None:
    with person.socket(person.create()["id"]) as socket:
        message = wait_for_turn(socket, socket.hello())
        again = socket.hello(message["version"] + 1)
    assert (again["type"], again["version"]) == ("snapshot", message["version"])


def test_a_version_of_an_earlier_round_is_answered_with_everything(person: Person) -> None:
    table = person.create()["id"]
    with person.socket(table) as socket:
        end = play_round(socket, socket.hello())[-1]
        socket.ask("next_round", "update", version=end["version"])

    with person.socket(table) as socket:
        assert socket.hello(end["version"] - 1)["type"] == "snapshot"
    with person.socket(table) as socket:
        assert socket.hello(end["version"])["events"][0]["kind"] == "deal"


def test_a_second_hello_is_answered_like_the_first(person: Person) -> None:
    with person.socket(person.create()["id"]) as socket:
        told = play_some(socket, socket.hello(), 1)

        assert same_for_client(socket.hello(), told[-1])
        assert socket.hello(told[-1]["version"])["events"] == []


def test_a_move_sent_again_after_a_cut_is_not_made_twice(server: Server, person: Person) -> None:
    table = person.create()["id"]
    with person.socket(table) as socket:
        message = play_some(socket, socket.hello(), 1)[-1]
        play = {"version": message["version"], "move": any_move(message)}
        socket.send("play", **play)  # cut off before the answer
        socket.receive("update")

    with person.socket(table) as socket:
        update = socket.hello(message["version"])
        assert update["events"][0]["move"] == play["move"]
        wait_for_turn(socket, update)
        before = server.kept(table)
        again = socket.ask("play", "update", "error", **play)

    assert again["events"][0]["move"] == play["move"], "it is told again what became of it"
    assert server.kept(table) == before


@pytest.mark.parametrize("moves", [0, 3, 12])
def test_killed_and_started_again_a_table_is_where_it_was(own_server: Server, moves: int) -> None:
    with Person(own_server) as person:
        table = person.create()["id"]
        with person.socket(table) as socket:
            before = play_some(socket, socket.hello(), moves)[-1]
            own_server.kill()
        own_server.start()

        with person.socket(table) as socket:
            after = socket.hello()
            assert same_for_client(after, before)
            end = [after, *play_round(socket, after)][-1]
            assert end["standing"]["result"] is not None


def test_killed_right_after_a_move_was_told_the_move_is_kept(own_server: Server) -> None:
    with Person(own_server) as person:
        table = person.create()["id"]
        with person.socket(table) as socket:
            message = wait_for_turn(socket, socket.hello())
            socket.send("set_pace", pace=10_000)  # so that no bot has moved when the server is killed
            told = socket.ask("play", "update", version=message["version"], move=any_move(message))
            own_server.kill()
        own_server.start()

        with person.socket(table) as socket:
            assert same_for_client(socket.hello(), told)


def test_the_cards_that_are_still_to_come_do_not_depend_on_a_restart(own_server: Server) -> None:
    """Chance is drawn from the table's seed: killed or not, the same moves bring the same round."""
    with Person(own_server) as person:
        table = person.create(preset="gamerules")["id"]
        copy = own_server.copy(table)
        with person.socket(table) as socket:
            played_on = play_round(socket, socket.hello())[-1]

        with person.socket(copy) as socket:
            play_some(socket, socket.hello(), 3)
            own_server.kill()
        own_server.start()
        with person.socket(copy) as socket:
            interrupted = play_round(socket, socket.hello())[-1]

    assert same_for_client(interrupted, played_on)

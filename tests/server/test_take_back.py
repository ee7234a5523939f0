"""A move is taken back while nobody has seen anything new, or if everybody agrees, as the table says."""

from typing import Any

from sevenfold.core.log import TakenBack
from tests.server.running import Message, Server, Socket, any_move
from tests.server.test_secrets_on_the_wire import entries_of
from tests.server.together import (
    MakeGuests,
    look,
    look_until,
    play_until,
    show_there,
    start_with,
    table_until,
    table_where,
)


def play_one(one: Socket, others: list[Socket]) -> tuple[Message, Message]:
    """Play a move of seat 0 after which seat 1 is to act; returns the table before it and after it."""
    show_there(one, 1 + len(others))  # only people who are there are asked to agree
    while True:
        before = play_until(0, [one, *others])
        one.send("play", version=before["version"], move=any_move(before))
        after = look(one)
        told = [event["kind"] for event in after["events"] if event["version"] > before["version"]]
        if (after["view"]["acting"], told) == ([1], ["move"]):  # else it has ended the trick
            return before, after


def settled(take_back: str) -> dict[str, Any]:
    return {"pace": 0, "settings": {"take_back": take_back}}


def test_a_move_is_taken_back_while_nobody_has_seen_anything_new(server: Server, guests: MakeGuests) -> None:
    host, friend = guests(2)
    table = start_with(host, friend, **settled("unseen"))
    with host.socket(table) as one, friend.socket(table) as two:
        before, after = play_one(one, [two])
        one.send("ask_take_back", version=after["version"])
        back = look(one)
        assert back["view"] | {"seat": 0} == before["view"] | {"seat": 0}
        assert back["version"] == after["version"] + 1
        assert (back["events"][-1]["kind"], back["events"][-1]["count"]) == ("take_back", 1)
        told = look(two)
        assert told["events"][-1]["kind"] == "take_back"
        assert isinstance(entries_of(server, table)[-1], TakenBack)
        again = one.ask("play", "error", version=before["version"], move=any_move(before))
        assert again["code"] == "stale", "it was made, but does not stand"
        assert look(one)["version"] == back["version"]
        one.send("play", version=back["version"], move=any_move(back))
        assert look(one)["view"] == after["view"]


def test_what_others_have_played_since_is_not_taken_back_without_asking(guests: MakeGuests) -> None:
    host, friend = guests(2)
    table = start_with(host, friend, **settled("unseen"))
    with host.socket(table) as one, friend.socket(table) as two:
        before = play_until(0, [one, two])
        one.send("play", version=before["version"], move=any_move(before))
        message = play_until(1, [one, two])
        two.send("play", version=message["version"], move=any_move(message))
        now = look_until(one, lambda now: now["version"] > message["version"])
        problem = one.ask("ask_take_back", "error", version=now["version"])
        assert problem["code"] in ("take_back_refused", "stale")


def test_everybody_who_is_there_must_agree_where_the_table_says_so(
    server: Server, guests: MakeGuests
) -> None:
    host, friend = guests(2)
    table = start_with(host, friend, **settled("agreed"))
    with host.socket(table) as one, friend.socket(table) as two:
        before, after = play_one(one, [two])
        look(two)
        logged = len(entries_of(server, table))
        one.send("ask_take_back", version=after["version"])
        asked = table_where(two, lambda table: table["take_back"] is not None)["take_back"]
        assert (asked["seat"], asked["agreed"]) == (0, [0])
        assert asked["move"] == [event["move"] for event in after["events"] if event["kind"] == "move"][-1]
        assert one.ask("ask_take_back", "error", version=after["version"])["values"]["reason"] == "asked"
        two.send("answer_take_back", agree=False)
        table_until(one, lambda table: table["take_back"] is None)
        assert len(entries_of(server, table)) == logged
        one.send("ask_take_back", version=after["version"])
        table_until(two, lambda table: table["take_back"] is not None)
        two.send("answer_take_back", agree=True)
        back = look(two)
        assert back["events"][-1]["kind"] == "take_back"
        assert look(one)["view"]["hand"] == before["view"]["hand"]
        assert two.ask("answer_take_back", "error", agree=True)["values"]["reason"] == "nothing"


def test_who_goes_is_not_waited_for_to_agree(guests: MakeGuests) -> None:
    host, friend = guests(2)
    table = start_with(host, friend, **settled("agreed"))
    with host.socket(table) as one:
        with friend.socket(table) as two:
            _, after = play_one(one, [two])
            one.send("ask_take_back", version=after["version"])
            table_where(one, lambda table: table["take_back"] is not None)
        back = look_until(one, lambda message: message["table"]["take_back"] is None)
        assert back["events"][-1]["kind"] == "take_back"


def test_nothing_is_taken_back_where_the_table_says_never(guests: MakeGuests) -> None:
    host, friend = guests(2)
    table = start_with(host, friend, **settled("never"))
    with host.socket(table) as one, friend.socket(table) as two:
        _, after = play_one(one, [two])
        problem = one.ask("ask_take_back", "error", version=after["version"])
        assert problem["values"]["reason"] == "never"

"""A move is taken back alone with bots, while nobody else has seen it, or if everybody agrees."""

from typing import Any

import pytest

from sevenfold.core.log import TakenBack
from sevenfold.testing.running import Message, Server, Socket, any_move, to_act
from tests.server.test_secrets_on_the_wire import entries_of
from tests.server.together import (
    MakePersons,
    look,
    look_until,
    play_until,
    show_there,
    start_with,
    table_until,
    table_where,
    to_act_again,
)


def play_one(one: Socket, others: list[Socket]) -> tuple[Message, Message]:
    """Play a move of seat 0 after which seat 1 is to act; returns the table before it and after it."""
    show_there(one, 1 + len(others))
    while True:
        before = play_until(0, [one, *others])
        one.send("play", version=before["version"], move=any_move(before))
        after = look(one)
        told = [event["kind"] for event in after["events"] if event["version"] > before["version"]]
        if (after["view"]["acting"], told) == ([1], ["move"]):  # else it has ended the trick
            return before, after


def settled(take_back: str) -> dict[str, Any]:
    return {"pace": 0, "settings": {"take_back": take_back}}


def ask_back(socket: Socket, message: Message) -> str:
    """Ask to take back at this message's version; returns why that is refused."""
    problem = socket.ask("ask_take_back", "error", version=message["version"])
    assert problem["code"] == "take_back_refused"
    reason: str = problem["values"]["reason"]
    return reason


def test_alone_with_bots_a_move_is_taken_back_until_the_next_one_though_bots_have_played(
    server: Server, persons: MakePersons
) -> None:
    [host] = persons(1)
    table = host.create()["id"]
    with host.socket(table) as one:
        before = play_until(0, [one])
        hand = before["view"]["hand"]
        one.send("play", version=before["version"], move=any_move(before))
        after = look_until(one, to_act_again(before))
        assert len(after["events"]) > len(before["events"]) + 1, "bots have played since"
        assert after["may_take_back"] == {"ask": False, "why_not": None}
        one.send("ask_take_back", version=after["version"])
        back = look(one)
        assert (back["view"]["hand"], back["may_take_back"]) == (hand, None)
        moves = [event for event in back["events"] if event["kind"] == "move"]
        assert moves == [event for event in before["events"] if event["kind"] == "move"]
        assert isinstance(entries_of(server, table)[-1], TakenBack)
        again = one.ask("play", "error", version=before["version"], move=any_move(before))
        assert again["code"] == "stale", "it was made, but does not stand"
        one.send("play", version=back["version"], move=any_move(back))
        assert ask_back(one, look_until(one, to_act_again(back))) == "again"


@pytest.mark.parametrize("game", ["lockup", "trump7"])
def test_by_oneself_nothing_is_taken_back_that_somebody_else_could_see(
    game: str, persons: MakePersons
) -> None:
    host, friend = persons(2)
    table = start_with(host, friend, game=game, **settled("unseen"))
    with host.socket(table) as one:
        with friend.socket(table) as two:
            after = look_until(one, lambda message: shown_by(0, message, one, two))
            assert ask_back(one, after) == "seen"
            if not to_act(after):
                assert after["may_take_back"]["why_not"] == "seen"
        table_until(one, lambda table: not table["seats"][1]["connected"])
        assert ask_back(one, look(one)) == "seen", "who is away has seen it"
        friend.post(f"/tables/{table}/leave").raise_for_status()
        table_until(one, lambda table: table["seats"][1]["bot"] is not None)
        message = look(one)
        if message["events"][-1]["version"] == after["events"][-1]["version"]:
            assert ask_back(one, message) == "seen", "and so has who has left"


def shown_by(seat: int, message: Message, *sockets: Socket) -> bool:
    """Play on, until this seat has shown a card that could be taken back from all that is known to it."""
    last = message["events"][-1]
    told = last["kind"] == "move" and last["seat"] == seat and "?" not in last["move"]
    if told and last["action"] == "play":
        return True
    for socket in sockets:
        now = look(socket)
        if to_act(now):
            cards = now["choices"]["cards"]
            # T7-5.3: led in a leaster, the joker names a suit
            now["choices"]["cards"] = [card for card in cards if card != "JK"] or cards
            socket.send("play", version=now["version"], move=any_move(now))
            break
        if now["standing"]["next_first"] is not None:
            socket.send("next_round", version=now["version"])
    return False


def test_a_spectator_has_seen_it_too(persons: MakePersons) -> None:
    host, friend = persons(2)
    table = host.create(settings={"watching": True})["id"]
    with host.socket(table) as one:
        one.hello()
        one.send("set_open", open=True)
        link = table_until(one, lambda table: table["watch_link"] is not None)["watch_link"]
        message = play_until(0, [one])
        offered = None
        while offered is None:  # nothing is offered where a hidden card has been seen since
            one.send("play", version=message["version"], move=any_move(message))
            message = look_until(one, to_act_again(message))
            offered = message["may_take_back"]
        assert offered["why_not"] is None
        friend.post(f"/invitations/{link}").raise_for_status()
        assert ask_back(one, message) == "seen"


def test_everybody_at_the_table_must_agree_where_the_table_says_so(
    server: Server, persons: MakePersons
) -> None:
    host, friend = persons(2)
    table = start_with(host, friend, **settled("agreed"))
    with host.socket(table) as one, friend.socket(table) as two:
        before, after = play_one(one, [two])
        assert after["may_take_back"] == {"ask": True, "why_not": None}
        look(two)
        logged = len(entries_of(server, table))
        one.send("ask_take_back", version=after["version"])
        asked = table_where(two, lambda table: table["take_back"] is not None)["take_back"]
        assert (asked["seat"], asked["agreed"]) == (0, [0])
        assert asked["move"] == [event["move"] for event in after["events"] if event["kind"] == "move"][-1]
        assert ask_back(one, after) == "asked"
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
        one.send("play", version=look(one)["version"], move=any_move(look(one)))
        assert ask_back(one, look_until(one, lambda now: not to_act(now))) == "soon", "two sheets a minute"


def test_who_is_away_must_agree_too(server: Server, persons: MakePersons) -> None:
    """Before they go, while the request is open, and before it is made."""
    host, friend = persons(2)
    table = start_with(host, friend, **settled("agreed"))
    with host.socket(table) as one:
        with friend.socket(table) as two:
            _, after = play_one(one, [two])
            one.send("ask_take_back", version=after["version"])
            table_where(one, lambda table: table["take_back"] is not None)
        told = table_until(one, lambda table: not table["seats"][1]["connected"])
        assert told["take_back"]["agreed"] == [0], "they have not agreed"
        one.send("answer_take_back", agree=False)
        table_until(one, lambda table: table["take_back"] is None)
        one.send("ask_take_back", version=after["version"])
        assert table_until(one, lambda table: table["take_back"] is not None)["take_back"]["agreed"] == [0]
        assert not any(isinstance(entry, TakenBack) for entry in entries_of(server, table))
        with friend.socket(table) as two:
            table_until(two, lambda table: table["take_back"] is not None)
            two.send("answer_take_back", agree=True)
            assert (
                look_until(two, lambda now: now["version"] > after["version"])["table"]["take_back"] is None
            )
        assert isinstance(entries_of(server, table)[-1], TakenBack)


@pytest.mark.parametrize("how", ["leaves", "is removed"])
def test_who_goes_for_good_ends_a_request_and_takes_no_agreement_along(
    how: str, persons: MakePersons
) -> None:
    host, friend = persons(2)
    table = start_with(host, friend, **settled("agreed"))
    with host.socket(table) as one, friend.socket(table) as two:
        _, after = play_one(one, [two])
        one.send("ask_take_back", version=after["version"])
        table_until(one, lambda table: table["take_back"] is not None)
        if how == "leaves":
            friend.post(f"/tables/{table}/leave").raise_for_status()
        else:
            one.send("remove", seat=1)
        told = table_until(one, lambda table: table["seats"][1]["bot"] is not None)
        assert told["take_back"] is None
        message = look_until(one, to_act)
        assert not any(event["kind"] == "take_back" for event in message["events"])
        assert ask_back(one, message) in ("seen", "over"), "a bot plays at once, and may end the round"


def test_nothing_is_taken_back_where_the_table_says_never(persons: MakePersons) -> None:
    host, friend = persons(2)
    table = start_with(host, friend, **settled("never"))
    with host.socket(table) as one, friend.socket(table) as two:
        _, after = play_one(one, [two])
        problem = one.ask("ask_take_back", "error", version=after["version"])
        assert problem["values"]["reason"] == "never"

"""Law 8 over the socket: nobody can see who was able to claim a discard and did not.

Three tables differ in one card that the watcher at seat 0 cannot see. At the first, seat 1 holds two nines
and says nothing; at the second it passes at once; at the third it has one nine only and is not asked.
"""

import json
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import pytest

from sevenfold.core.log import Dealt
from sevenfold.server.tables.claim_window import SETTLING
from tests.server.conftest import SitTogether
from tests.server.running import WINDOW, Guest, Message, Server, Socket, comparable, texts_of

WATCHER = "KS QH TD 5C 4H 3D 2S"
NINES = "9C 9D KH JC 8D 6S 2C"
ONE_NINE = "9C 4C KH JC 8D 6S 2C"
DEALER = "AS AH QD JS TC 5D 3H"
UPCARD = "9H"


Sit = Callable[..., str]


@pytest.fixture
def sit(sit_together: SitTogether) -> Sit:
    """Make a table at which two persons sit, with these hands and this rest; returns its id."""

    def sit(*hands: str, rest: str, joker: str = "no") -> str:
        deal = Dealt(0, {str(seat): hand for seat, hand in enumerate(hands)}, rest)
        return sit_together("seven_bridge", deal, joker=joker)

    return sit


def heard(socket: Socket) -> Message:
    return comparable(json.loads(socket.receive_raw()))


def answers(socket: Socket, version: int) -> list[Message]:
    """All that the watcher can ask while claims are open; nothing else comes between the answers."""
    questions: list[tuple[str, dict[str, Any]]] = [
        ("select", {"version": version, "cards": ["KS"]}),
        ("ask_hint", {"version": version}),
        ("play", {"version": version, "move": "draw"}),
        ("play", {"version": version, "move": "chi KS QH"}),
        ("hello", {"version": version}),
    ]
    told = []
    for type_, fields in questions:
        socket.send(type_, **fields)
        told.append(heard(socket))
    return told


def everything_but_tables(socket: Socket) -> Message:
    """The next message that is not about who is connected."""
    while (message := heard(socket))["type"] == "table":
        pass
    return message


def look_with_the_other(socket: Socket) -> Message:
    """What the watcher is shown, once it has also been told that the other player is connected."""
    socket.send("hello", version=None)
    snapshot = everything_but_tables(socket)
    table = snapshot["table"]
    while not table["seats"][1]["connected"]:
        table = socket.receive("table")["table"]
    return snapshot


def test_sb_4_10_who_was_asked_is_not_told_by_any_message(
    server: Server, sit: Sit, guest: Guest, other_guest: Guest
) -> None:
    worlds = {
        "silent": sit(WATCHER, NINES, DEALER, rest=f"{UPCARD} 4C 3S 7D"),
        "passes": sit(WATCHER, NINES, DEALER, rest=f"{UPCARD} 4C 3S 7D"),
        "not asked": sit(WATCHER, ONE_NINE, DEALER, rest=f"{UPCARD} 9D 3S 7D"),
    }
    told: dict[str, list[Message]] = {}
    with server.clock.stopped(), ExitStack() as stack:
        watchers, others = {}, {}
        for world, table in worlds.items():
            others[world] = stack.enter_context(other_guest.socket(table))
            watchers[world] = stack.enter_context(guest.socket(table))
        for world, watcher in watchers.items():
            asked = others[world].hello()
            assert asked["view"]["acting"] == ([] if world == "not asked" else [1])
            snapshot = look_with_the_other(watcher)
            told[world] = [snapshot | {"table": None}, *answers(watcher, snapshot["version"])]
        version = others["passes"].hello()["version"]
        update = others["passes"].ask("play", "update", version=version, move="pass")
        assert update["events"][0]["move"] == "pass"
        server.clock.go_on(WINDOW + 1)
        for world, watcher in watchers.items():
            told[world].append(everything_but_tables(watcher))

    assert told["silent"] == told["passes"] == told["not asked"]
    snapshot, choices, hint, *moves, _, closed = told["silent"]
    assert (snapshot["view"]["acting"], snapshot["claims"]) == ([], WINDOW)
    assert (choices["cards"], choices["moves"], hint["code"]) == ([], [], "not_your_turn")
    assert [move["rule"] for move in moves] == ["not_your_turn"] * 2
    assert (closed["since"], closed["events"], closed["view"]["acting"]) == (snapshot["version"], [], [0])
    assert closed["claims"] is None


def test_a_pass_is_followed_by_nothing_until_claims_are_closed(
    server: Server, sit: Sit, guest: Guest, other_guest: Guest
) -> None:
    table = sit(WATCHER, NINES, DEALER, rest=f"{UPCARD} 4C 3S 7D")
    with server.clock.stopped(), other_guest.socket(table) as asked, guest.socket(table) as watcher:
        snapshot = look_with_the_other(watcher)
        version = asked.hello()["version"]
        passed = asked.ask("play", "update", version=version, move="pass")
        assert passed["view"]["acting"] == []

        assert [answer["type"] for answer in answers(watcher, snapshot["version"])] == [
            "choices",
            "error",
            "refused",
            "refused",
            "update",
        ]
        server.clock.go_on(WINDOW + 1)
        closed = watcher.receive("update")
        assert closed["version"] == snapshot["version"] + 1
        assert texts_of(closed["choices"]) == ["draw"]
        drawn = watcher.ask("play", "update", version=closed["version"], move="draw")
        assert drawn["events"][0]["move"] == "draw"
        told = asked.receive("update")
        while not told["events"]:  # claims are closed
            told = asked.receive("update")
        assert told["events"][0]["move"] == "draw"


def test_a_pon_is_told_at_once_and_one_by_whoever_was_too_late_is_stale(
    server: Server, sit: Sit, guest: Guest, other_guest: Guest
) -> None:
    table = sit(WATCHER, NINES, DEALER, rest=f"{UPCARD} 4C 3S 7D")
    with server.clock.stopped(), other_guest.socket(table) as asked, guest.socket(table) as watcher:
        version = watcher.hello()["version"]
        offered = asked.hello()
        assert texts_of(offered["choices"]) == ["pon 9D 9C", "pass"]
        made = asked.ask("play", "update", version=offered["version"], move="pon 9C 9D")
        assert made["view"]["table"] == [{"seat": 1, "cards": ["9C", "9D", "9H"]}]
        assert watcher.receive("update")["events"][0]["move"] == "pon 9D 9C"
        assert watcher.ask("play", "error", version=version, move="draw")["code"] == "stale"


@pytest.mark.parametrize("late", [-SETTLING // 2, 1])
def test_a_pass_that_comes_when_it_was_made_already_is_no_error(
    server: Server, sit: Sit, guest: Guest, other_guest: Guest, late: int
) -> None:
    table = sit(WATCHER, NINES, DEALER, rest=f"{UPCARD} 4C 3S 7D")
    with server.clock.stopped(), other_guest.socket(table) as asked, guest.socket(table) as watcher:
        look_with_the_other(watcher)
        version = asked.hello()["version"]
        server.clock.go_on(WINDOW + late)
        server.clock.go_on(0)  # which waits for what was due

        asked.send("play", version=version, move="pass")
        answer = asked.ask("hello", "error", "snapshot", version=None)
        assert answer["type"] == "snapshot"
        assert [event["move"] for event in answer["events"][-1:]] == ["pass"]
        asked.send("play", version=version, move="pon 9C 9D")
        assert asked.receive("error")["code"] == "stale"


@pytest.mark.parametrize("first", [0, 1])
def test_sb_4_5_two_pons_at_once_come_out_the_same_in_both_orders(
    server: Server, sit: Sit, guest: Guest, other_guest: Guest, first: int
) -> None:
    table = sit(
        "9S JK QH TD 5C 4H 3D", "9C 9D KH JC 8D 6S 2C", DEALER, rest=f"{UPCARD} 4C 3S 7D", joker="yes"
    )
    pons = ["pon JK=9C 9S", "pon 9C 9D"]
    with server.clock.stopped(), guest.socket(table) as one, other_guest.socket(table) as other:
        sockets = [one, other]
        versions = [socket.hello()["version"] for socket in sockets]
        sockets[first].send("play", version=versions[first], move=pons[first])
        sockets[first].receive("update", "refused")
        sockets[1 - first].send("play", version=versions[1 - first], move=pons[1 - first])

        update = one.receive("update") if first else one.hello()
        assert [pile["seat"] for pile in update["view"]["table"]] == [0]


def test_one_person_among_bots_is_waited_for(server: Server, guest: Guest) -> None:
    table = guest.create(game="seven_bridge", players=3, pace=1)["id"]
    hands = dict(zip("012", (NINES, WATCHER, DEALER), strict=True))
    server.write_log(table, [Dealt(0, hands, f"{UPCARD} 4C 3S 7D")])
    with guest.socket(table) as socket:
        snapshot = socket.hello()
        assert (snapshot["view"]["phase"], snapshot["view"]["acting"]) == ("claim", [0])
        passed = socket.ask("play", "update", version=snapshot["version"], move="pass")
        assert passed["events"][0]["move"] == "pass"
        while passed["view"]["acting"] != [0]:
            passed = socket.receive("update")
        assert texts_of(passed["choices"]) == ["draw"]

"""Law 8 over the socket: nobody can see who was able to claim a discard and did not.

Three tables differ in one card that the watcher at seat 0 cannot see. At the first, seat 1 holds two nines
and says nothing; at the second it passes at once; at the third it has one nine only and is not asked.
"""

import json
import time
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import pytest

from sevenfold.core.log import Dealt
from sevenfold.server.times import milliseconds
from sevenfold.server.timings import USUAL
from sevenfold.testing.running import (
    WINDOW,
    Message,
    Person,
    Server,
    Socket,
    comparable,
    looking_again,
    texts_of,
)
from tests.server.conftest import SitTogether

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
    """The next message but of the talk."""
    while (message := json.loads(socket.receive_raw()))["type"] == "talk":
        pass
    return comparable(message)


def answers(socket: Socket, version: int) -> list[Message]:
    """All that the watcher can ask while claims are open. At most who is connected comes in between."""
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
        told.append(everything_but_tables(socket))
    return told


def everything_but_tables(socket: Socket) -> Message:
    """The next message that is not about who is connected."""
    while (message := heard(socket))["type"] == "table":
        pass
    return message


def look_with_the_other(socket: Socket, other: int = 1) -> Message:
    """What a socket is shown, once it has also been told that the other player is connected."""
    socket.send("hello", version=None)
    snapshot = everything_but_tables(socket)
    table = snapshot["table"]
    while not table["seats"][other]["connected"]:
        table = socket.receive("table")["table"]
    return snapshot


def test_sb_4_10_who_was_asked_is_not_told_by_any_message(
    server: Server, sit: Sit, person: Person, other_person: Person
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
            others[world] = stack.enter_context(other_person.socket(table))
            watchers[world] = stack.enter_context(person.socket(table))
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
    server: Server, sit: Sit, person: Person, other_person: Person
) -> None:
    table = sit(WATCHER, NINES, DEALER, rest=f"{UPCARD} 4C 3S 7D")
    with server.clock.stopped(), other_person.socket(table) as asked, person.socket(table) as watcher:
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
    server: Server, sit: Sit, person: Person, other_person: Person
) -> None:
    table = sit(WATCHER, NINES, DEALER, rest=f"{UPCARD} 4C 3S 7D")
    with server.clock.stopped(), other_person.socket(table) as asked, person.socket(table) as watcher:
        version = watcher.hello()["version"]
        offered = asked.hello()
        assert texts_of(offered["choices"]) == ["pon 9D 9C", "pass"]
        made = asked.ask("play", "update", version=offered["version"], move="pon 9C 9D")
        assert made["view"]["table"] == [{"seat": 1, "cards": ["9C", "9D", "9H"]}]
        assert watcher.receive("update")["events"][0]["move"] == "pon 9D 9C"
        assert watcher.ask("play", "error", version=version, move="draw")["code"] == "stale"


@pytest.mark.parametrize("late", [-USUAL.answered_early // 2, 1])
def test_a_pass_that_comes_when_it_was_made_already_is_no_error(
    server: Server, sit: Sit, person: Person, other_person: Person, late: int
) -> None:
    table = sit(WATCHER, NINES, DEALER, rest=f"{UPCARD} 4C 3S 7D")
    with server.clock.stopped(), other_person.socket(table) as asked, person.socket(table) as watcher:
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


NINE_AND_JOKER = "9S JK QH TD 5C 4H 3D"
NO_JOKER = "9S KS QH TD 5C 4H 3D"
PONS = ["pon JK=9C 9S", "pon 9C 9D"]
"""Of seat 0, which comes first after the dealer, and of seat 1."""


def answer(socket: Socket, version: int, move: str) -> None:
    """Send an answer, and wait until it is kept."""
    socket.send("play", version=version, move=move)
    socket.hello(version=version)


@pytest.fixture
def sit_with_joker(sit: Sit) -> Callable[..., str]:
    """Two persons who could pon the upcard, the first with the joker; or the first could not."""

    def sit_with_joker(first: str = NINE_AND_JOKER) -> str:
        rest = f"{UPCARD} 4C 3S {'7D' if first == NINE_AND_JOKER else 'JK'}"
        return sit(first, NINES, DEALER, rest=rest, joker="yes")

    return sit_with_joker


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
@pytest.mark.parametrize("waits", [0, WINDOW - 100])
def test_sb_4_5_of_two_pons_the_first_in_turn_counts_whichever_comes_first(
    server: Server,
    sit_with_joker: Sit,
    person: Person,
    other_person: Person,
    order: tuple[int, int],
    waits: int,
) -> None:
    table = sit_with_joker()
    with server.clock.stopped(), person.socket(table) as one, other_person.socket(table) as other:
        sockets = [one, other]
        versions = [socket.hello()["version"] for socket in sockets]
        for seat in order:
            answer(sockets[seat], versions[seat], PONS[seat])
            server.clock.go_on(waits / 2)
        server.clock.go_on(WINDOW + 1 - waits)
        for socket in sockets:
            update = pon_told(socket)
            assert [pile["seat"] for pile in update["view"]["table"]] == [0]


@pytest.mark.parametrize("first", ["silent", "passes", "passes late", "not asked"])
def test_sb_4_10_the_second_who_can_pon_is_asked_as_long_as_the_first(
    server: Server, sit_with_joker: Sit, person: Person, other_person: Person, first: str
) -> None:
    table = sit_with_joker(NO_JOKER if first == "not asked" else NINE_AND_JOKER)
    with server.clock.stopped(), person.socket(table) as one, other_person.socket(table) as two:
        version, asked = one.hello()["version"], two.hello()
        assert asked["view"]["acting"] == [1]
        assert (asked["view"]["phase"], texts_of(asked["choices"])) == ("claim", ["pon 9D 9C", "pass"])
        if first == "passes":
            answer(one, version, "pass")
        server.clock.go_on(WINDOW - 300)  # the last moment
        if first == "passes late":
            answer(one, version, "pass")
        assert two.ask("select", "choices", version=asked["version"], cards=["9C"])["cards"] == ["9D"]
        answer(two, asked["version"], "pon 9C 9D")
        server.clock.go_on(301)
        for socket in (one, two):
            update = pon_told(socket)
            assert [pile["seat"] for pile in update["view"]["table"]] == [1]


@pytest.mark.parametrize("second", ["pon 9C 9D", "pass", None])
def test_law_8_the_second_who_can_pon_sees_nothing_of_the_first(
    server: Server, sit_with_joker: Sit, person: Person, other_person: Person, second: str | None
) -> None:
    """Whatever seat 1 answers, it is sent the same at the same time, whether or not seat 0 could pon."""
    tables = {
        "silent": sit_with_joker(),
        "passes": sit_with_joker(),
        "not asked": sit_with_joker(NO_JOKER),
    }
    told: dict[str, list[Message]] = {}
    with server.clock.stopped(), ExitStack() as stack:
        ones = {name: stack.enter_context(person.socket(table)) for name, table in tables.items()}
        twos = {name: stack.enter_context(other_person.socket(table)) for name, table in tables.items()}
        for name, one in ones.items():
            snapshot = one.hello()
            assert snapshot["view"]["acting"] == ([] if name == "not asked" else [0])
            if name == "passes":
                answer(one, snapshot["version"], "pass")
        for name, two in twos.items():
            asked = look_with_the_other(two, 0)
            told[name] = [asked | {"table": None}]
            if second is not None:
                two.send("play", version=asked["version"], move=second)
            told[name] += answers(two, asked["version"])
            two.send("hello", version=None)
            told[name] += [everything_but_tables(two) | {"table": None}]
        server.clock.go_on(WINDOW - 300)
        for name, two in twos.items():
            two.send("hello", version=asked["version"])
            told[name].append(everything_but_tables(two))
        server.clock.go_on(301)
        for name, two in twos.items():
            told[name].append(closed_with(two, second))

    assert told["silent"] == told["passes"] == told["not asked"]


def pon_told(socket: Socket) -> Message:
    """The update that has the pon. The passes before it may be told by one of their own."""
    while not (update := socket.receive("update"))["view"]["table"]:
        pass
    return update


def closed_with(socket: Socket, second: str | None) -> Message:
    """What is told once claims are closed.

    It may come in parts: the answers, the end of the window, and a pon.
    """
    events: list[Message] = []
    while True:
        told = everything_but_tables(socket)
        events += told["events"]
        if told["claims"] is None and (second != PONS[1] or told["view"]["table"]):
            return told | {"since": None, "events": events}


def test_a_kept_pon_counts_for_its_own_discard_only(
    server: Server, sit_with_joker: Sit, person: Person, other_person: Person
) -> None:
    table = sit_with_joker()
    with server.clock.stopped(), person.socket(table) as one, other_person.socket(table) as two:
        versions = one.hello()["version"], two.hello()["version"]
        answer(two, versions[1], PONS[1])
        answer(one, versions[0], PONS[0])
        server.clock.go_on(WINDOW + 1)
        update = pon_told(one)
        one.ask("play", "update", version=update["version"], move="discard QH")
        one.hello()
        server.clock.go_on(WINDOW + 1)
        for _ in looking_again():
            if (after := one.hello())["view"]["acting"]:
                break
        assert [pile["seat"] for pile in after["view"]["table"]] == [0]
        assert after["view"]["acting"] == [1]


def test_a_pon_is_told_at_once_where_the_joker_lies_on_the_table(
    server: Server, sit: Sit, person: Person, other_person: Person
) -> None:
    first = "9S JK QH TD 5C 4H 3D"
    table = sit(first, "QC QS KH JC 8D 6S 2C", DEALER, rest=f"{UPCARD} 4C 3S 7D", joker="yes")
    with server.clock.stopped(), person.socket(table) as one, other_person.socket(table) as two:
        two.hello()
        answer(one, one.hello()["version"], PONS[0])
        server.clock.go_on(WINDOW + 1)
        update = pon_told(one)
        one.ask("play", "update", version=update["version"], move="discard QH")
        while (update := two.receive("update"))["view"]["acting"] != [1]:
            pass
        made = two.ask("play", "update", version=update["version"], move="pon QC QS")
        assert [pile["seat"] for pile in made["view"]["table"]] == [0, 1]


def test_one_person_among_bots_is_waited_for(server: Server, person: Person) -> None:
    table = person.create(game="seven_bridge", players=3, pace=1)["id"]
    hands = dict(zip("012", (NINES, WATCHER, DEALER), strict=True))
    server.write_log(table, [Dealt(0, hands, f"{UPCARD} 4C 3S 7D")])
    with person.socket(table) as socket:
        snapshot = socket.hello()
        assert (snapshot["view"]["phase"], snapshot["view"]["acting"]) == ("claim", [0])
        passed = socket.ask("play", "update", version=snapshot["version"], move="pass")
        assert passed["events"][0]["move"] == "pass"
        while passed["view"]["acting"] != [0]:
            passed = socket.receive("update")
        assert texts_of(passed["choices"]) == ["draw"]


def test_a_ping_is_answered_at_once_and_before_hello_it_is_refused(person: Person) -> None:
    table = person.create(game="lockup")["id"]
    with person.socket(table) as socket:
        assert socket.ask("ping", "error")["code"] == "hello_expected"
        socket.hello()
        answer = socket.ask("ping", "pong")
        assert answer.keys() == {"type", "now"}
        assert abs(milliseconds(answer["now"]) - time.time() * 1000) < 60_000, "what deadlines are by"

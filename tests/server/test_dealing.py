"""LockSeven's deal over the socket: card by card, and nobody can see who was able to call and did not.

The deals are short: three cards each. Seat 0 is dealt to first, so that card n goes to seat (n - 1) % 4.
"""

import json
from collections.abc import Callable
from contextlib import ExitStack, closing
from itertools import count

import msgspec
import pytest

from sevenfold.core.dealer import Dealer
from sevenfold.core.log import Dealt, write_deal
from sevenfold.games import load_game
from sevenfold.testing.running import WINDOW, Message, Person, Server, Socket, comparable, texts_of, to_act
from sevenfold.testing.stopped_clock import StoppedClock
from tests.server.conftest import SitTogether
from tests.server.together import look, look_later

CARDS = 12
SEATS = 4
WITHOUT_SEVEN = ("AS KS QS", "AH KH QH", "AC KC QC", "AD KD QD")
REST = "2S 3S 4S 5S 6S 8S 9S TS"


def short_deal(hands: dict[int, str], rest: str = REST) -> Dealt:
    """A deal in which these seats have these hands, and nobody else has a seven."""
    return Dealt(0, {str(seat): hands.get(seat, hand) for seat, hand in enumerate(WITHOUT_SEVEN)}, rest)


def alone(server: Server, person: Person, hand: str, *, pace: int) -> str:
    """A table at which the person sits with three bots, with this hand and no seven elsewhere."""
    table: str = person.create(game="lockseven", pace=pace)["id"]
    server.write_log(table, [short_deal({0: hand})])
    return table


def heard(socket: Socket) -> Message:
    """The next message that is not about who is connected or what was said, whole."""
    while (message := json.loads(socket.receive_raw()))["type"] in ("table", "talk"):
        pass
    return comparable(message) | {"table": None}


def heard_until(socket: Socket, version: int) -> list[Message]:
    messages = [heard(socket)]
    while messages[-1]["version"] < version:
        messages.append(heard(socket))
    return messages


def answers(socket: Socket, version: int) -> list[Message]:
    """All that the watcher can ask while somebody else may be asked to call."""
    socket.send("select", version=version, cards=["AS"])
    socket.send("ask_hint", version=version)
    socket.send("play", version=version, move="call H")
    socket.send("next_round", version=version)
    socket.send("hello", version=version)
    return [heard(socket) for _ in range(5)]


CARD = 301
"""Longer than the time to call after one card in any server of these tests, shorter than after two, in ms."""


class Waiter:
    """A person who waits whenever they are asked."""

    def __init__(self, socket: Socket) -> None:
        self._socket = socket
        self._message = socket.hello()
        self.asked = 0

    def after_a_card(self) -> None:
        """See the next card or last chance, and wait if they are asked."""
        shown = self._message["view"]["dealt"], self._message["version"]
        while (self._message["view"]["dealt"], self._message["version"]) == shown:
            self._message = self._socket.receive("update")
        if to_act(self._message):
            self.asked += 1
            version = self._message["version"]
            self._message = self._socket.ask("play", "update", version=version, move="wait")


def test_ls_2_2_who_was_asked_is_not_told_by_any_message(
    server: Server, sit_together: SitTogether, person: Person, other_person: Person
) -> None:
    hands = {"silent": "AH 7H QH", "waits": "AH 7H QH", "once": "AH QH 7H", "never": "AH QH 8H"}
    worlds = {world: sit_together("lockseven", short_deal({1: hand})) for world, hand in hands.items()}
    second_chance = 1 + CARDS + 2
    told: dict[str, list[Message]] = {}
    with server.clock.stopped(), ExitStack() as stack:
        watchers = {world: stack.enter_context(person.socket(table)) for world, table in worlds.items()}
        for world, watcher in watchers.items():
            watcher.send("hello", version=None)
            told[world] = [heard(watcher)]
        other = Waiter(stack.enter_context(other_person.socket(worlds["waits"])))
        for version in range(2, second_chance + 4):
            server.clock.go_on(CARD if version <= 1 + CARDS else WINDOW + 1)
            for world, watcher in watchers.items():
                told[world] += heard_until(watcher, version)
            if version <= second_chance:
                other.after_a_card()
            if version == second_chance:
                for world, watcher in watchers.items():
                    told[world] += answers(watcher, version)

    assert other.asked == 3
    assert told["silent"] == told["waits"] == told["once"]
    assert told["silent"][:-1] == told["never"][:-1]  # the last message comes when a last chance is over
    snapshot, *deal = told["silent"]
    choices, hint, call, next_round, hello = deal[second_chance - 1 : second_chance + 4]
    assert (choices["cards"], choices["moves"], hello["events"]) == ([], [], [])
    assert [hint["code"], call["rule"], next_round["code"]] == [
        "not_your_turn",
        "not_your_turn",
        "round_not_over",
    ]
    assert snapshot["view"]["dealt"] == 0
    cards = [message for message in deal if message["type"] == "update" and message is not hello]
    assert [(message["since"], message["version"]) for message in cards] == [
        (version, version + 1) for version in range(1, 1 + CARDS + SEATS + 1)
    ]
    assert [message["view"]["dealt"] for message in cards] == [*range(1, CARDS + 1), *[CARDS] * (SEATS + 1)]
    assert all(message["view"]["acting"] == [] for message in cards)
    assert [event["kind"] for message in cards for event in message["events"]] == ["thrown_in"]


def test_a_call_is_told_to_all_at_once_and_the_rest_is_dealt(
    server: Server, sit_together: SitTogether, person: Person, other_person: Person
) -> None:
    table = sit_together("lockseven", short_deal({1: "7H KH QH"}))
    with server.clock.stopped(), other_person.socket(table) as caller, person.socket(table) as watcher:
        watcher.hello()
        message = look_later(caller, server.clock, to_act, watcher)
        caller.send("play", version=message["version"], move="call H")
        look(caller)  # by then it is kept
        server.clock.go_on(CARD)
        for socket, call in ((caller, "call H"), (watcher, "call ?")):
            while not (called := socket.receive("update"))["events"]:
                pass
            kinds = [event["kind"] for event in called["events"]]
            assert (kinds, called["events"][0]["move"]) == (["move", "called", "bottom_taken"], call)
            assert (called["view"]["host"], called["view"]["dealt"]) == (1, CARDS)


def is_dealt(number: int) -> Callable[[Message], bool]:
    """The condition that this many cards are dealt."""
    return lambda message: bool(message["view"]["dealt"] == number)


def in_last_chance(message: Message) -> bool:
    return message["view"]["phase"] == "last_chance" and to_act(message)


def test_among_several_persons_a_call_is_told_when_the_answers_are_in_however_fast_it_was(
    server: Server, sit_together: SitTogether, person: Person, other_person: Person
) -> None:
    """Otherwise its speed would tell that it was decided on before."""
    table = sit_together("lockseven", short_deal({1: "KH QH 7H"}))
    with server.clock.stopped(), other_person.socket(table) as caller, person.socket(table) as watcher:
        watcher.hello()
        message = look_later(caller, server.clock, in_last_chance, watcher)
        caller.send("play", version=message["version"], move="call H")
        asked = caller.hello(message["version"])
        assert (asked["version"], asked["view"]["host"]) == (message["version"], None)
        server.clock.go_on(WINDOW + 1)
        while not (called := watcher.receive("update"))["events"]:
            pass
        assert called["events"][0]["move"] == "call ?"


def test_a_call_ahead_of_its_card_is_kept(server: Server, person: Person) -> None:
    table = alone(server, person, "7H KS QS", pace=900)
    with server.clock.stopped(), person.socket(table) as socket:
        seven = look_later(socket, server.clock, to_act)
        assert seven["view"]["dealt"] == 1
        socket.send("play", version=seven["version"], move="wait")
        look_later(socket, server.clock, is_dealt(2))
        socket.send("play", version=seven["version"], move="call H")
        called = look_later(socket, server.clock, lambda message: message["view"]["host"] is not None)
        assert (called["view"]["host"], called["view"]["own_call"]) == (0, "H")
        assert moves_of(called, 0) == ["wait", "call H"]


def second_card(socket: Socket, clock: StoppedClock) -> Message:
    """Wait with the first card, a seven; returns the message that shows the next."""
    message = look_later(socket, clock, to_act)
    socket.send("play", version=message["version"], move="wait")
    return look_later(socket, clock, is_dealt(2))


def test_the_deal_stops_where_one_who_sits_alone_may_call(server: Server, person: Person) -> None:
    table = alone(server, person, "AS 7H QS", pace=900)
    with server.clock.stopped(), person.socket(table) as socket:
        message = look_later(socket, server.clock, to_act)
        for _ in range(5):
            server.clock.go_on(CARD)
            assert look(socket)["version"] == message["version"]
        assert message["view"]["dealt"] == 5
        socket.send("play", version=message["version"], move="wait")
        assert look_later(socket, server.clock, to_act)["view"]["dealt"] == 9


def moves_of(message: Message, seat: int) -> list[str]:
    """The moves of a seat that a snapshot tells."""
    return [event["move"] for event in message["events"] if (event["kind"], event["seat"]) == ("move", seat)]


def test_a_call_that_is_kept_can_be_taken_back(server: Server, person: Person) -> None:
    table = alone(server, person, "7H KS QS", pace=900)
    with server.clock.stopped(), person.socket(table) as socket:
        message = second_card(socket, server.clock)
        socket.send("play", version=message["version"], move="call H")
        socket.send("play", version=message["version"], move="wait")
        message = look_later(socket, server.clock, to_act)
        assert (message["view"]["dealt"], message["view"]["host"]) == (5, None)


# --- premoves and the next deal -----------------------------------------------------------------------


def seed_with_first_card(card: str, deal: int) -> bytes:
    """A seed whose deal of this number gives seat 0 this card first."""
    game = load_game("lockseven")
    options = game.meta.options()
    kind = game.rules.pack(options).kind(card)
    seeds = (number.to_bytes(32, "big") for number in count())
    return next(seed for seed in seeds if Dealer(seed).deal(game, options, SEATS, deal).hands[0][0] == kind)


def alone_with_a_seed(server: Server, person: Person) -> str:
    """A table at which the person holds a seven, and the second deal gives them the seven of hearts first."""
    table = alone(server, person, "7H KS QS", pace=900)
    with closing(server.database()) as connection, connection:
        connection.execute("UPDATE tables SET seed = ? WHERE id = ?", [seed_with_first_card("7H", 2), table])
    return table


def wait_to_the_end(socket: Socket, clock: StoppedClock) -> Message:
    """Wait at each question; returns the table after this seat's last chance."""
    while True:
        message = look_later(socket, clock, to_act)
        socket.send("play", version=message["version"], move="wait")
        if in_last_chance(message):
            return look(socket)


def deal_again(socket: Socket, clock: StoppedClock) -> Message:
    """Ask for the next deal when this one is over; returns the message that shows the first card."""
    over = look_later(socket, clock, lambda message: message["standing"]["next_first"] is not None)
    socket.send("next_round", version=over["version"])
    return look_later(socket, clock, is_dealt(1))


def test_a_call_that_is_kept_is_not_made_in_the_next_deal(server: Server, person: Person) -> None:
    table = alone_with_a_seed(server, person)
    with server.clock.stopped(), person.socket(table) as socket:
        message = wait_to_the_end(socket, server.clock)
        socket.send("play", version=message["version"], move="call H")
        first_card = deal_again(socket, server.clock)
        assert (first_card["view"]["hand"], to_act(first_card)) == (["7H"], True)
        server.clock.go_on(CARD)
        assert look(socket)["view"]["host"] is None


def test_a_call_decided_in_the_deal_before_is_stale(server: Server, person: Person) -> None:
    table = alone_with_a_seed(server, person)
    with server.clock.stopped(), person.socket(table) as socket:
        before = wait_to_the_end(socket, server.clock)
        deal_again(socket, server.clock)
        problem = socket.ask("play", "error", version=before["version"], move="call H")
        assert problem["code"] == "stale"


def test_a_call_ahead_of_what_was_shown_is_stale(server: Server, person: Person) -> None:
    table = alone(server, person, "7H KS QS", pace=900)
    with server.clock.stopped(), person.socket(table) as socket:
        message = second_card(socket, server.clock)
        problem = socket.ask("play", "error", version=message["version"] + 100, move="call H")
        assert problem["code"] == "stale"


def test_ls_2_3_a_call_of_a_suit_whose_seven_is_not_held_is_refused(server: Server, person: Person) -> None:
    table = alone(server, person, "7H KS QS", pace=0)
    with person.socket(table) as socket:
        message = socket.hello()
        refused = socket.ask("play", "refused", version=message["version"], move="call S")
        assert (refused["rule"], refused["details"]) == ("LS-2.3", {"suit": "S"})
        assert texts_of(refused["choices"]) == ["wait", "call H"]


def test_without_a_pace_one_is_waited_for_at_each_question(server: Server, person: Person) -> None:
    table = alone(server, person, "7H KS QS", pace=0)
    with person.socket(table) as socket:
        messages = [socket.hello()]
        while messages[-1]["view"]["phase"] != "over":
            assert to_act(messages[-1])
            version = messages[-1]["version"]
            messages.append(socket.ask("play", "update", version=version, move="wait"))
    assert [message["view"]["dealt"] for message in messages] == [1, 5, 9, CARDS, CARDS]


def test_ls_2_4_in_the_last_chance_one_who_sits_alone_is_waited_for(server: Server, person: Person) -> None:
    table = alone(server, person, "AS KS 7H", pace=1)
    with person.socket(table) as socket:
        message = socket.hello()
        while not in_last_chance(message):
            if to_act(message):
                socket.send("play", version=message["version"], move="wait")
            message = socket.receive("update")
        called = socket.ask("play", "update", version=message["version"], move="call H")
        assert (called["view"]["phase"], called["view"]["own_call"]) == ("bury", "H")


def test_ls_2_4_a_deal_that_nobody_can_call_is_not_over_before_it_is_shown(
    server: Server, person: Person
) -> None:
    table = alone(server, person, "AS KS QS", pace=900)
    with server.clock.stopped(), person.socket(table) as socket:
        message = socket.hello()
        assert (message["view"]["phase"], message["standing"]["next_first"]) == ("deal", None)
        problem = socket.ask("next_round", "error", version=message["version"])
        assert problem["code"] in ("round_not_over", "stale")
        assert person.get(f"/tables/{table}").json()["standing"]["next_first"] is None


def test_ls_2_4_after_a_deal_thrown_in_the_same_round_is_dealt_afresh(server: Server, person: Person) -> None:
    table = alone(server, person, "AS KS 7S", pace=0)
    with person.socket(table) as socket:
        over = socket.hello()
        while over["view"]["phase"] != "over":
            over = socket.ask("play", "update", version=over["version"], move="wait")
        assert over["events"][-1]["kind"] == "thrown_in"
        assert (over["standing"]["result"], over["standing"]["next_first"]) == (None, 0)
        dealt = socket.ask("next_round", "update", version=over["version"])

    deal = dealt["events"][0]
    assert (deal["kind"], deal["seat"], deal["count"]) == ("deal", 0, 1)
    assert dealt["standing"]["round"] == 1
    (row,), _, log = server.kept(table)
    seed = next(value for value in row if isinstance(value, bytes))
    game = load_game("lockseven")
    second = Dealer(seed).deal(game, game.meta.options(), SEATS, 2)
    entry = msgspec.json.decode(log[3][2], type=Dealt)  # after the first deal and two times wait
    assert entry.deal == write_deal(game.rules.pack(game.meta.options()), second)


@pytest.mark.parametrize("pace", [0, 900])
def test_killed_in_the_deal_and_started_again_what_was_answered_is_not_asked_again(
    own_server: Server, pace: int
) -> None:
    with Person(own_server) as person, ExitStack() as stack:
        table = alone(own_server, person, "7H KS QS", pace=pace)
        clock = own_server.clock
        stack.enter_context(clock.stopped())
        with person.socket(table) as socket:
            message = look_later(socket, clock, to_act)
            assert message["view"]["dealt"] == 1
            socket.ask("play", "update", version=message["version"], move="wait")
            own_server.kill()
        own_server.start()
        with person.socket(table) as socket:
            assert look_later(socket, clock, to_act)["view"]["dealt"] == 5

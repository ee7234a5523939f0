"""Persons who come to one table by its link."""

from collections.abc import Callable
from typing import Any

import httpx

from sevenfold.testing.running import Message, Person, Socket, any_move, looking_again, to_act
from sevenfold.testing.stopped_clock import StoppedClock

MakePersons = Callable[[int], list[Person]]

OVER = "over = TRUE, standing = replace(standing, '\"over\":false', '\"over\":true')"
"""Makes the match of a table be over, in an update."""


def wait_table(host: Person, **wanted: Any) -> Message:
    """A table that waits for friends."""
    return host.create(friends=True, **({"name": "Host"} | wanted))


def join(person: Person, key: str, seat: int | None = None, name: str | None = None) -> httpx.Response:
    return person.post(f"/invitations/{key}", seat=seat, name=name)


def code_of(answer: httpx.Response) -> str:
    code: str = answer.json()["code"]
    return code


def seats_of(table: Message, field: str) -> list[Any]:
    return [seat[field] for seat in table["seats"]]


def show_there(socket: Socket, seats: int) -> None:
    """Wait until the first seats are shown as connected; otherwise a test might never see them go."""
    table_until(socket, lambda table: all(seat["connected"] for seat in table["seats"][:seats]))


def all_there(*sockets: Socket) -> None:
    """Wait until each of these sockets is shown that all of them are connected.

    A process that does not know this yet lets bots play for them, if the table's settings say so.
    """
    for socket in sockets:
        table_until(socket, lambda table: all(map(_is_there, table["seats"][: len(sockets)])))


def _is_there(seat: Message) -> bool:
    return seat["connected"] and not seat["substitute"]


def table_where(socket: Socket, condition: Callable[[Message], bool]) -> Message:
    """The next table that meets the condition, from messages that come without being asked for.

    The message may be old. Use `table_until` for a condition that may have held before, too.
    """
    while True:
        table: Message = socket.receive("table", "snapshot")["table"]
        if condition(table):
            return table


def start_with(host: Person, *friends: Person, **wanted: Any) -> str:
    """A table at which they sit in this order, bots at the other seats, just started."""
    table = wait_table(host, **wanted)
    for seat, friend in enumerate(friends, 1):
        join(friend, table["link"], seat, f"Friend {seat}").raise_for_status()
    with host.socket(table["id"]) as socket:
        socket.send("hello")
        socket.send("start", fill="medium")
        socket.receive("snapshot")
    started: str = table["id"]
    return started


def look(socket: Socket) -> Message:
    """The table as it is now; earlier messages are skipped."""
    return socket.ask("hello", "snapshot")


def look_until(socket: Socket, condition: Callable[[Message], bool], over: int | None = None) -> Message:
    """Ask for the table on this socket until it meets the condition.

    Messages on their way may be older, and a socket at another process may learn of the change later.
    `over` is the seat over whose shoulder a spectator looks.
    """
    for _ in looking_again():
        if condition(message := socket.ask("hello", "snapshot", over=over)):
            break
    return message


def to_act_again(before: Message) -> Callable[[Message], bool]:
    """Whether the seat is to act once more: what it did at `before` has been done."""
    return lambda message: to_act(message) and message["version"] > before["version"]


def table_until(socket: Socket, condition: Callable[[Message], bool]) -> Message:
    """The same for the table of a started match, with a condition on what is shown besides the match."""
    table: Message = look_until(socket, lambda message: condition(message["table"]))["table"]
    return table


def look_later(
    socket: Socket, clock: StoppedClock, condition: Callable[[Message], bool], *others: Socket
) -> Message:
    """Move the clock on in small steps, much less than a card is shown, until the condition holds.

    Name the other persons' sockets. A process that hears late of a card would otherwise be shown it when the
    clock has run on, and its window may be over.
    """
    for _ in looking_again():
        message, *theirs = [look(each) for each in (socket, *others)]
        if any(_told_to_all(each) != _told_to_all(message) for each in theirs):
            continue
        if condition(message):
            break
        clock.go_on(70)
    return message


def _told_to_all(message: Message) -> int:
    """How many steps this seat was told of that all were: who waits in LockSeven's deal alone knows of it."""
    own = [event for event in message["events"] if event["kind"] == "move" and event["move"] == "wait"]
    return int(message["version"]) - len(own)


def in_step(*sockets: Socket) -> list[Message]:
    """What each of these sockets is shown at the same version, however fast bots move meanwhile."""
    for _ in looking_again():
        messages = [look(socket) for socket in sockets]
        if len({message["version"] for message in messages}) == 1:
            break
    return messages


def play_until(seat: int, sockets: list[Socket]) -> Message:
    """Let the first seats play until it is this seat's turn; returns the message that says so."""
    for _ in looking_again():
        for number, socket in enumerate(sockets):
            message = look(socket)
            if to_act(message):
                if number == seat:
                    return message
                socket.send("play", version=message["version"], move=any_move(message))
            elif message["standing"]["next_first"] is not None:
                socket.send("next_round", version=message["version"])
    raise AssertionError


def play_match(*sockets: Socket) -> None:
    """These persons play to the end of the match: any moves. It may take a round more where two are level."""
    for _ in looking_again():
        for socket in sockets:
            if (message := look(socket))["standing"]["over"]:
                return
            if to_act(message):
                socket.send("play", version=message["version"], move=any_move(message))
            elif message["standing"]["next_first"] is not None:
                socket.send("next_round", version=message["version"])

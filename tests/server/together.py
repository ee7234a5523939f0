"""Guests who come to one table by its link."""

from collections.abc import Callable
from typing import Any

import httpx

from tests.server.running import Guest, Message, Socket, any_move, looking_again, to_act
from tests.server.stopped_clock import StoppedClock

MakeGuests = Callable[[int], list[Guest]]


def wait_table(host: Guest, **wanted: Any) -> Message:
    """A table that waits for friends."""
    return host.create(friends=True, **({"name": "Host"} | wanted))


def join(guest: Guest, key: str, seat: int | None = None, name: str | None = None) -> httpx.Response:
    return guest.post(f"/invitations/{key}", seat=seat, name=name)


def code_of(answer: httpx.Response) -> str:
    code: str = answer.json()["code"]
    return code


def seats_of(table: Message, field: str) -> list[Any]:
    return [seat[field] for seat in table["seats"]]


def show_there(socket: Socket, seats: int) -> None:
    """Wait until the first seats are shown to be there; else it may be that they are never shown to go."""
    table_until(socket, lambda table: all(seat["connected"] for seat in table["seats"][:seats]))


def all_there(*sockets: Socket) -> None:
    """Wait until those who sit at the first seats are shown to be there by each other's processes.

    A process that does not know it yet lets bots play for them, where the table says so.
    """
    for socket in sockets:
        table_until(socket, lambda table: all(map(_is_there, table["seats"][: len(sockets)])))


def _is_there(seat: Message) -> bool:
    return seat["connected"] and not seat["stand_in"]


def table_where(socket: Socket, condition: Callable[[Message], bool]) -> Message:
    """The next message of the table that says so, unasked.

    It may have been on the way for long: what was so before as well is looked for by `table_until`.
    """
    while True:
        table: Message = socket.receive("table", "snapshot")["table"]
        if condition(table):
            return table


def start_with(host: Guest, *friends: Guest, **wanted: Any) -> str:
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
    """The table as it is now; what came before is passed over."""
    return socket.ask("hello", "snapshot")


def look_until(socket: Socket, condition: Callable[[Message], bool], over: int | None = None) -> Message:
    """The table as it is now, asked for on this very socket until it is so.

    Messages on the way to it may be older, and another socket, at another process, may learn of it later.
    `over` is the seat over whose shoulder a spectator looks.
    """
    for _ in looking_again():
        if condition(message := socket.ask("hello", "snapshot", over=over)):
            break
    return message


def table_until(socket: Socket, condition: Callable[[Message], bool]) -> Message:
    """The same for a table that has started, by what is shown besides its match."""
    table: Message = look_until(socket, lambda message: condition(message["table"]))["table"]
    return table


def look_later(socket: Socket, clock: StoppedClock, condition: Callable[[Message], bool]) -> Message:
    """Let time pass, much less than a card is shown, until the table is so."""
    for _ in looking_again():
        if condition(message := look(socket)):
            break
        clock.go_on(70)
    return message


def in_step(*sockets: Socket) -> list[Message]:
    """What each of one seat's sockets is shown of the same moment, however fast bots move meanwhile."""
    for _ in looking_again():
        messages = [look(socket) for socket in sockets]
        if len({message["version"] for message in messages}) == 1:
            break
    return messages


def play_until(seat: int, sockets: list[Socket]) -> Message:
    """Let those who sit at the first seats play until it is this seat's turn: the message that says so."""
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

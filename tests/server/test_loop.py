"""The server's event loop."""

import asyncio
import sys
from contextlib import ExitStack, closing
from selectors import EVENT_READ, EVENT_WRITE
from socket import socket, socketpair
from typing import Any

import pytest

from sevenfold.server.running.loop import OTHERS_AT_ONCE, READ_AT_ONCE, loop_factory

if sys.platform == "linux":
    from sevenfold.server.running.loop import FewAtATime, Loop

    def pairs(opened: ExitStack, number: int) -> list[tuple[socket, socket]]:
        made = [socketpair() for _ in range(number)]
        for one, other in made:
            opened.enter_context(one)
            opened.enter_context(other)
        return made

    def test_of_many_that_have_something_to_read_all_are_heard_in_turn() -> None:
        with ExitStack() as opened:
            selector = opened.enter_context(FewAtATime())
            (quiet, _), *others = pairs(opened, 1 + 3 * OTHERS_AT_ONCE)
            selector.register(quiet, EVENT_READ)
            for one, other in others:
                selector.register(one.fileno(), EVENT_READ, "data")
                other.send(b"!")
            heard = [selector.select(0) for _ in range(3)]

        assert [len(events) for events in heard] == [OTHERS_AT_ONCE] * 3
        assert len({key.fd for events in heard for key, _ in events}) == 3 * OTHERS_AT_ONCE
        assert {(key.data, event) for events in heard for key, event in events} == {("data", EVENT_READ)}

    def test_what_threads_have_done_is_heard_before_all_others_have_been() -> None:
        with ExitStack() as opened:
            selector = opened.enter_context(FewAtATime())
            (own, thread), *others = pairs(opened, 3 * READ_AT_ONCE)
            selector.register(own, EVENT_READ)
            for one, other in others:
                selector.register(one, EVENT_READ)
                other.send(b"!")
            selector.select(0)
            thread.send(b"!")
            assert own.fileno() in {key.fd for key, _ in selector.select(0)}

    def test_what_a_database_answers_is_heard_before_all_others_have_been() -> None:
        """psycopg registers its connection with the loop anew for each answer, on its own."""

        async def work() -> int:
            running, turns = asyncio.get_running_loop(), 0
            with ExitStack() as opened:
                (own, database), *others = pairs(opened, 4 * READ_AT_ONCE)
                for one, _ in others:
                    one.setblocking(False)
                    transport, _ = await running.connect_accepted_socket(asyncio.Protocol, one)
                    opened.callback(transport.abort)
                for _, other in others:
                    other.send(b"!")
                database.send(b"!")
                answered = asyncio.Event()
                running.add_reader(own.fileno(), answered.set)
                while not answered.is_set():
                    turns += 1
                    await asyncio.sleep(0)
                running.remove_reader(own.fileno())
            await asyncio.sleep(0)
            return turns

        with asyncio.Runner(loop_factory=loop_factory()) as runner:
            assert runner.run(work()) <= 2

    def test_who_plays_is_heard_before_those_who_come_and_go_until_they_are_listened_to_no_more() -> None:
        with ExitStack() as opened:
            selector = opened.enter_context(FewAtATime())
            (quiet, _), (player, client), *others = pairs(opened, 2 + 4 * READ_AT_ONCE)
            selector.register(quiet, EVENT_READ)
            for one, other in (*others, (player, client)):
                selector.register(one, EVENT_READ)
                other.send(b"!")
            for _ in range(2):
                selector.read_as_player(player.fileno())
            for events in (EVENT_READ, EVENT_READ | EVENT_WRITE):
                selector.modify(player, events)
                heard = {key.fd: what for key, what in selector.select(0)}
                assert heard[player.fileno()] == events
            selector.unregister(player)
            selector.register(player, EVENT_READ)
            assert player.fileno() not in {key.fd for key, _ in selector.select(0)}

    def test_of_many_who_play_a_few_are_heard_at_a_time_and_all_others_in_turn() -> None:
        with ExitStack() as opened:
            selector = opened.enter_context(FewAtATime())
            (quiet, _), (other, newcomer), *players = pairs(opened, 2 + 3 * READ_AT_ONCE)
            selector.register(quiet, EVENT_READ)
            for one, client in players:
                selector.register(one, EVENT_READ)
                selector.read_as_player(one.fileno())
                client.send(b"!")
            selector.register(other, EVENT_READ)
            newcomer.send(b"!")
            heard = [selector.select(0) for _ in range(4)]

        assert max(len(events) for events in heard) <= READ_AT_ONCE + OTHERS_AT_ONCE
        assert len({key.fd for events in heard for key, _ in events}) == 3 * READ_AT_ONCE + 1

    def test_who_plays_is_heard_at_once_and_before_newcomers() -> None:
        with ExitStack() as opened:
            selector = opened.enter_context(FewAtATime())
            (own, thread), (newcomer, comes), (player, client) = pairs(opened, 3)
            for end in (own, newcomer, player):
                selector.register(end, EVENT_READ)
            selector.read_as_player(player.fileno())
            for says in (comes, client, thread):
                says.send(b"!")
            numbers = [end.fileno() for end in (own, player, newcomer)]
            heard = [key.fd for key, _ in selector.select(0)]

        assert heard == numbers

    def test_what_is_listened_for_can_be_changed_and_ended() -> None:
        with ExitStack() as opened:
            selector = opened.enter_context(FewAtATime())
            ((one, other),) = pairs(opened, 1)
            other.send(b"!")
            selector.register(one, EVENT_READ)
            selector.modify(one, EVENT_READ | EVENT_WRITE, "both")
            assert [(key.data, events) for key, events in selector.select(0)] == [
                ("both", EVENT_READ | EVENT_WRITE)
            ]
            assert selector.get_map() == {one.fileno(): selector.get_key(one)}
            selector.unregister(one)
            assert selector.select(0) == []
            with pytest.raises(KeyError):
                selector.get_key(one)

    def test_until_a_timer_is_due_it_waits_and_does_not_spin(monkeypatch: pytest.MonkeyPatch) -> None:
        loop, timeouts = Loop(), list[float | None]()
        select = loop.few.select

        def noted(timeout: float | None = None) -> list[Any]:
            timeouts.append(timeout)
            return select(timeout)

        monkeypatch.setattr(loop.few, "select", noted)
        with closing(loop):
            loop.run_until_complete(asyncio.sleep(0.05))
        assert len(timeouts) < 8, timeouts


def test_the_loop_serves_connections_and_starts_processes() -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write((await reader.readline()).upper())
        await writer.drain()
        writer.close()

    async def work() -> tuple[set[bytes], bytes]:
        async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]

            async def ask() -> bytes:
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(b"card\n")
                answered = await reader.read()
                writer.close()
                return answered

            answers = set(await asyncio.gather(*(ask() for _ in range(2 * READ_AT_ONCE))))
        process = await asyncio.create_subprocess_exec("echo", "card", stdout=asyncio.subprocess.PIPE)
        return answers, (await process.communicate())[0]

    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        assert runner.run(work()) == ({b"CARD\n"}, b"card\n")

"""What is sent to a seat does not depend on cards that it may not see.

A table is played to some point. Then cards that the person's seat has not seen are swapped in its log. All
that the seat has seen is the same as before, so every message must be the same, byte for byte.
"""

import json
from random import Random

import msgspec
import pytest

from sevenfold.core.log import CHANCE_SEAT, Dealt, Entry, Log, Played, TakenBack
from sevenfold.core.replaying import replay
from sevenfold.core.violations import IllegalMove
from sevenfold.games import load_game
from sevenfold.testing.running import Message, Person, Server, any_move, wait_for_turn
from sevenfold.testing.secrecy import Secrets
from tests.server.together import table_where


def entries_of(server: Server, table: str) -> list[Entry]:
    return [msgspec.json.decode(row[2], type=Entry) for row in server.kept(table)[2]]


def secrets_of(server: Server, table: Message) -> Secrets:
    """What nobody at a table could know by its log as it is now."""
    game, entries = load_game(table["game"]), entries_of(server, table["id"])
    log = Log(table["game"], game.meta.rules_version, table["options"], table["players"], tuple(entries[:1]))
    return Secrets.of(replay(game, log), entries[1:])


def swapped(entries: list[Entry], swap: dict[str, str]) -> list[Entry]:
    """The log with cards exchanged for each other."""

    def other(text: str) -> str:
        return " ".join(swap.get(word, word) for word in text.split())

    return [
        Dealt(entry.first, {seat: other(hand) for seat, hand in entry.deal.items()}, other(entry.rest))
        if isinstance(entry, Dealt)
        else Played(entry.seat, other(entry.move))
        for entry in entries
        if not isinstance(entry, TakenBack)
    ]


def another_world(table: Message, entries: list[Entry], rng: Random) -> list[Entry]:
    """The log with unseen cards swapped between two hands, such that all moves are still legal."""
    deal = entries[0]
    assert isinstance(deal, Dealt)
    played = [entry.move for entry in entries if isinstance(entry, Played) and entry.seat != CHANCE_SEAT]
    seen = {*deal.deal["0"].split(), *" ".join(played).split()}
    unseen = [sorted(set(deal.deal[seat].split()) - seen) for seat in ("1", "2", "3")]
    game = load_game(table["game"])
    while True:
        one, other = (rng.sample(hand, 2) for hand in rng.sample(unseen, 2))
        world = swapped(entries, dict(zip((*one, *other), (*other, *one), strict=True)))
        try:
            replay(
                game,
                Log(
                    game.meta.name, game.meta.rules_version, table["options"], table["players"], tuple(world)
                ),
            )
        except IllegalMove:
            continue
        return world


def all_that_is_sent(person: Person, table: str) -> list[bytes]:
    """Every answer that can be had while the person's seat is to act, and what its own move brings."""
    sent: list[bytes] = []
    with person.socket(table) as socket:

        def ask(type_: str, **fields: object) -> Message:
            socket.send(type_, **fields)
            while True:
                text = socket.receive_raw()
                answer: Message = json.loads(text)
                if answer["type"] != "talk":  # what was said comes as well, at any time
                    sent.append(text)
                    return answer

        snapshot = ask("hello")
        version, hand, can_play = snapshot["version"], snapshot["view"]["hand"], snapshot["choices"]["cards"]
        for since in range(1, version + 1):
            ask("hello", version=since)
        ask("ask_hint", version=version)
        for card in hand:
            ask("select", version=version, cards=[card])
        for card in set(hand) - set(can_play):
            assert ask("play", version=version, move=card)["type"] == "refused"
        assert ask("play", version=version, move=can_play[0])["type"] == "update"
    return sent


@pytest.mark.parametrize("preset", ["author", "gamerules"])
@pytest.mark.parametrize("moves", [0, 1, 2, 3, 5])
def test_no_byte_depends_on_a_card_that_was_not_seen(
    server: Server, person: Person, preset: str, moves: int
) -> None:
    table = person.create(preset=preset, settings={"counter": True})
    with person.socket(table["id"]) as socket:
        message = wait_for_turn(socket, socket.hello())
        for _ in range(moves):
            message = socket.ask("play", "update", version=message["version"], move=any_move(message))
            message = wait_for_turn(socket, message)
        socket.send("set_pace", pace=10_000)  # no bot's move comes between the answers
        table_where(socket, lambda table: table["pace"] == 10_000)
    copy = server.copy(table["id"])
    entries = entries_of(server, table["id"])
    server.write_log(copy, another_world(table, entries, Random(moves)))

    told = all_that_is_sent(person, table["id"])
    told_in_another_world = all_that_is_sent(person, copy)

    assert [message.replace(copy.encode(), table["id"].encode()) for message in told_in_another_world] == told

"""Whether times tell who was asked: claim windows with and without a question.

At half of the tables a person is asked and passes, in LockSeven's deal at each of their cards. At the other
half nobody is asked. A watcher measures how long each window is; if there are several processes, the watcher
is connected to another one. Tables are played in pairs, so that both have the same load.
"""

import asyncio
import json
from collections.abc import Sequence
from contextlib import closing, suppress
from itertools import pairwise
from math import exp, sqrt
from time import perf_counter

import msgspec
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from bench.served import BenchServer
from bench.visitors import HELLO, Figures, Visitor, in_ms
from sevenfold.core.log import Dealt

ASKED = "7H AH KH QH TH 9H"
"""A hand that may call from its first card on, and so is asked at each of its cards."""

NOT_ASKED = "8H AH KH QH TH 9H"

OTHERS = ("AS KS QS TS 9S 8S", "AC KC QC TC 9C 8C", "AD KD QD TD 9D 8D")

REST = "2S 3S 4S 5S 6S 2H 3H 4H"

SEATS = 4

CARDS = len(ASKED.split()) * SEATS

WINDOWS = CARDS - 1
"""How many windows of a deal are measured: from one card to the next."""

OWN_WINDOWS = range(1, WINDOWS, SEATS)
"""The windows in which seat 1 is asked."""

PAIRS_AT_ONCE = 10

LONGEST = 60
"""How many seconds a pair may take before something must be wrong."""


async def slow_disk(server: BenchServer, size: int) -> Figures:
    """`size` windows of LockSeven's deal, half of them at tables at which a person is asked and passes."""
    pairs = max(1, -(-size // (2 * WINDOWS)))
    at_once = asyncio.Semaphore(PAIRS_AT_ONCE)

    async def pair() -> tuple[list[float], list[float]]:
        async with at_once, asyncio.timeout(LONGEST):
            while True:
                asked, not_asked = await asyncio.gather(deal(server, ASKED), deal(server, NOT_ASKED))
                if len(asked) == len(not_asked) == WINDOWS:
                    return asked, not_asked

    deals = await asyncio.gather(*(pair() for _ in range(pairs)))
    asked, others = ([window for two in deals for window in two[which]] for which in (0, 1))
    own_asked, own_others = (
        [two[which][window] for two in deals for window in OWN_WINDOWS] for which in (0, 1)
    )
    return [
        ("windows", f"{len(asked) + len(others):,}"),
        *compared("all windows", asked, others),
        *compared("windows in which one is asked", own_asked, own_others),
    ]


def compared(which: str, asked: Sequence[float], others: Sequence[float]) -> Figures:
    apart = distance(asked, others)
    return [
        (f"{which}, ms: median, 99th where a person passes", in_ms(asked)),
        (f"{which}, ms: median, 99th where nobody is asked", in_ms(others)),
        (f"{which}: distance of the two (Kolmogorov, Smirnov)", f"{apart:.3f}"),
        (f"{which}: chance of this distance without a difference", f"{chance(apart, len(asked)):.2f}"),
    ]


async def deal(server: BenchServer, hand: str) -> list[float]:
    """How long each window of a deal is, as a watcher sees it, in seconds.

    There are fewer where a busy machine let the deal go on before the watcher was there.
    """
    host, other = Visitor(server.door), Visitor(server.door)
    table = await host.make_table(game="lockseven", pace=900)
    its_own = await other.make_table(game="lockseven")
    hands = {"0": OTHERS[0], "1": hand, "2": OTHERS[1], "3": OTHERS[2]}
    await asyncio.to_thread(seat_together, server, table, its_own, Dealt(0, hands, REST))
    times: dict[int, float] = {}
    async with host.socket(table) as watcher, other.socket(table) as passer:
        passing = asyncio.create_task(pass_always(passer, "wait"))
        await watcher.send(HELLO)
        while CARDS not in times:
            message = json.loads(await watcher.recv())
            if message["type"] == "update":
                times.setdefault(message["view"]["dealt"], perf_counter())
        passing.cancel()
    return [times[card + 1] - times[card] for card in range(1, CARDS) if {card, card + 1} <= times.keys()]


async def pass_always(socket: ClientConnection, move: str) -> None:
    with suppress(ConnectionClosed):
        await socket.send(HELLO)
        async for text in socket:
            message = json.loads(text)
            if message["type"] not in ("snapshot", "update") or 1 not in message["view"]["acting"]:
                continue
            if any(each["text"] == move for each in message["choices"]["moves"]):
                await socket.send(json.dumps({"type": "play", "version": message["version"], "move": move}))


def seat_together(server: BenchServer, table: str, its_own: str, deal: Dealt) -> None:
    """Give seat 1 to the person of another table, and deal."""
    dealt = msgspec.json.encode(deal).decode()
    with closing(server.database()) as database, database:
        database.execute("UPDATE log SET entry = ? WHERE table_id = ?", [dealt, table])
        database.execute(
            "UPDATE seats SET bot = NULL, person_id = (SELECT person_id FROM seats WHERE table_id = ? "
            "AND seat = 0) WHERE table_id = ? AND seat = 1",
            [its_own, table],
        )


# --- Seven Bridge -------------------------------------------------------------------------------------

TWO_TWOS = "2C 2D KH JC 8D 6S 9C"
"""A hand that may pon the discard of seat 0, which is 2S."""

ONE_TWO = "2C 4C KH JC 8D 6S 9C"


async def claims(server: BenchServer, size: int) -> Figures:
    """`size` windows after a discard in Seven Bridge; in half of them a person is asked and passes."""
    at_once = asyncio.Semaphore(PAIRS_AT_ONCE)

    async def pair() -> tuple[float, float]:
        async with at_once, asyncio.timeout(LONGEST):
            asked, not_asked = await asyncio.gather(discard(server, TWO_TWOS), discard(server, ONE_TWO))
        return asked, not_asked

    pairs = await asyncio.gather(*(pair() for _ in range(max(2, size // 2))))
    asked, others = ([two[which] for two in pairs] for which in (0, 1))
    return [("windows", f"{2 * len(pairs):,}"), *compared("windows", asked, others)]


async def discard(server: BenchServer, hand: str) -> float:
    """The seconds from sending a discard until its player is shown that claims are closed.

    Until they are told that it was written is not measured: that time varies more than windows do.
    """
    host, other = Visitor(server.door), Visitor(server.door)
    wanted: dict[str, object] = {"game": "seven_bridge", "players": 3, "options": {"joker": "no"}}
    table = await host.make_table(**wanted, pace=900)
    its_own = await other.make_table(**wanted)
    hands = {"0": "KS QH TD 5C 4H 3D 2S", "1": hand, "2": "AS AH QD JS TH 5D 3H"}
    await asyncio.to_thread(seat_together, server, table, its_own, Dealt(0, hands, "9H TC 3S 7D"))
    async with host.socket(table) as watcher, other.socket(table) as passer:
        passing = asyncio.create_task(pass_always(passer, "pass"))
        await watcher.send(HELLO)
        for move in ("draw", "discard 2S"):
            version = await version_after(watcher, [0])
            sent = perf_counter()
            await watcher.send(json.dumps({"type": "play", "version": version, "move": move}))
        await version_after(watcher, [1])
        seconds = perf_counter() - sent
        passing.cancel()
    return seconds


async def version_after(watcher: ClientConnection, acting: list[int]) -> int:
    """The version of the next view in which these seats are to act."""
    while (view := await next_view(watcher))[1] != acting:
        pass
    return view[0]


async def next_view(watcher: ClientConnection) -> tuple[int, list[int]]:
    """The version of the next view, and who is to act in it."""
    while (message := json.loads(await watcher.recv()))["type"] not in ("snapshot", "update"):
        if message["type"] in ("error", "refused"):
            raise AssertionError(message)
    return message["version"], message["view"]["acting"]


def distance(one: Sequence[float], other: Sequence[float]) -> float:
    """The largest difference, over all times, of the two shares of windows no longer than a time."""
    merged = sorted([(value, 1 / len(one)) for value in one] + [(value, -1 / len(other)) for value in other])
    apart = most = 0.0
    for (value, step), (following, _) in pairwise([*merged, (float("inf"), 0.0)]):
        apart += step
        if value != following:
            most = max(most, abs(apart))
    return most


def chance(apart: float, size: int) -> float:
    """How likely it is that two samples of one distribution, each of this size, are at least so far apart."""
    scaled = apart * sqrt(size / 2)
    if scaled < 0.2:
        return 1.0
    terms = (exp(-2 * (n * scaled) ** 2) * (1 if n % 2 else -1) for n in range(1, 101))
    return min(1.0, 2 * sum(terms))

"""Whether a slow disk tells who could have called in LockSeven's deal: windows with and without a question.

At half of the tables a person is asked at each of their cards and passes, at the other half nobody is asked.
A watcher measures how long each window is. Tables are played in pairs, so that both meet the same load.
"""

import asyncio
import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing, suppress
from itertools import pairwise
from math import exp, sqrt
from pathlib import Path
from time import perf_counter

import msgspec
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from bench.room import Room
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
"""Those of a deal that are measured: from one card to the next."""

OWN_WINDOWS = range(1, WINDOWS, SEATS)
"""In which seat 1 is asked, of those."""

PAIRS_AT_ONCE = 20


async def slow_disk(room: Room, size: int) -> Figures:
    """`size` windows, half of them at tables at which a person is asked and passes."""
    pairs = max(1, -(-size // (2 * WINDOWS)))
    at_once = asyncio.Semaphore(PAIRS_AT_ONCE)

    async def pair() -> tuple[list[float], list[float]]:
        async with at_once:
            asked, not_asked = await asyncio.gather(deal(room, ASKED), deal(room, NOT_ASKED))
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


async def deal(room: Room, hand: str) -> list[float]:
    """How long each window of a deal is, as a watcher sees it, in seconds."""
    host, other = Visitor(room.door), Visitor(room.door)
    table = await host.make_table(game="lockseven", pace=900)
    its_own = await other.make_table(game="lockseven")
    await asyncio.to_thread(seat_together, room.data, table, its_own, hand)
    times: dict[int, float] = {}
    async with host.socket(table) as watcher, other.socket(table) as passer:
        passing = asyncio.create_task(pass_always(passer))
        await watcher.send(HELLO)
        while len(times) < CARDS:
            news = json.loads(await watcher.recv())
            if news["type"] == "update":
                times.setdefault(news["view"]["dealt"], perf_counter())
        passing.cancel()
    return [times[card + 1] - times[card] for card in range(1, CARDS)]


async def pass_always(socket: ClientConnection) -> None:
    with suppress(ConnectionClosed):
        await socket.send(HELLO)
        async for text in socket:
            news = json.loads(text)
            if news["type"] in ("snapshot", "update") and 1 in news["view"]["acting"]:
                await socket.send(json.dumps({"type": "play", "version": news["version"], "move": "wait"}))


def seat_together(data: Path, table: str, its_own: str, hand: str) -> None:
    """Give seat 1 to the guest of another table, and deal: nobody else has a seven."""
    hands = {"0": OTHERS[0], "1": hand, "2": OTHERS[1], "3": OTHERS[2]}
    dealt = msgspec.json.encode(Dealt(0, hands, REST)).decode()
    with closing(sqlite3.connect(data / "sevenfold.db", timeout=10)) as database, database:
        database.execute("UPDATE log SET entry = ? WHERE table_id = ?", [dealt, table])
        database.execute(
            "UPDATE seats SET bot = NULL, guest_id = (SELECT guest_id FROM seats WHERE table_id = ? "
            "AND seat = 0) WHERE table_id = ? AND seat = 1",
            [its_own, table],
        )


def distance(one: Sequence[float], other: Sequence[float]) -> float:
    """The largest distance of the two shares of what is no longer than a time."""
    merged = sorted([(value, 1 / len(one)) for value in one] + [(value, -1 / len(other)) for value in other])
    apart = most = 0.0
    for (value, step), (following, _) in pairwise([*merged, (float("inf"), 0.0)]):
        apart += step
        if value != following:
            most = max(most, abs(apart))
    return most


def chance(apart: float, size: int) -> float:
    """How likely two samples of one distribution, each of this size, are at least so far apart."""
    scaled = apart * sqrt(size / 2)
    if scaled < 0.2:
        return 1.0
    terms = (exp(-2 * (n * scaled) ** 2) * (1 if n % 2 else -1) for n in range(1, 101))
    return min(1.0, 2 * sum(terms))

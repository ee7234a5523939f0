"""What is kept of finished rounds, so that they stay readable when the rules change.

A log can be replayed by its own rules only. So what each side was shown is kept too: 3 to 14 KB a round,
made in 20 to 450 ms aside from the event loop. It is read only where the rules are others.
"""

import asyncio
import lzma
import random
from collections.abc import Iterable
from functools import partial
from time import monotonic

import msgspec
import structlog

from sevenfold.core.match import AnyMatch
from sevenfold.games import game_names, load_meta
from sevenfold.server.endless import for_each
from sevenfold.server.errors import ApiError, StorageProblem
from sevenfold.server.rounds.reading import Reader, match_of
from sevenfold.server.rounds.shown import Side, Summary, Written, results_of, show, summaries
from sevenfold.server.rounds.who_sat import PlayedRound
from sevenfold.server.storage.logs import Logged
from sevenfold.server.storage.rows import TableRow, as_text
from sevenfold.server.storage.store import Store
from sevenfold.server.tables.sent.presence import has_other_rules

PRESET = 3
"""How hard the compression tries: a higher one takes three times as long and saves nothing."""

EVERY = 5.0
"""How often it is looked for rounds that have ended, in seconds."""

PAUSES = 3
"""How much longer the catching up pauses than it works: it takes a quarter of one core at most."""

TELL_EVERY = 60.0
"""How often the log says how much is left to catch up with, in seconds."""

log = structlog.get_logger()

_SIDES = msgspec.json.Decoder(dict[str, Written])
_SUMMARY = msgspec.json.Decoder(Summary)


def pack(match: AnyMatch, logged: Logged, *, together: bool) -> bytes:
    """What every side was shown of the round of a match, compressed."""
    sides = [*(Side(seat) for seat in range(match.players)), Side(None), Side(None, open=True)]
    shown = {side.text: show(match, side, logged.made_by, together=together) for side in sides}
    return lzma.compress(msgspec.json.encode(shown), preset=PRESET)


def unpack(data: bytes) -> dict[str, Written]:
    """The same again, by side."""
    return _SIDES.decode(lzma.decompress(data))


async def kept_summaries(store: Store, table: str) -> tuple[Summary, ...]:
    """The rounds of a table that are kept, in short."""
    return read_summaries(await store.rounds.summaries(table))


def read_summaries(texts: Iterable[str]) -> tuple[Summary, ...]:
    """Rounds in short, as they are kept."""
    return tuple(map(_SUMMARY.decode, texts))


def finished_of(row: TableRow, logged: Logged, known: tuple[Summary, ...]) -> tuple[Summary, ...]:
    """The finished rounds of a log, of which the first are known. Raises TableDamaged."""
    if known and known[-1].ends >= len(logged.entries):
        return known
    return summaries(match_of(row, logged, results_of(known)), known)


async def keep(store: Store, reader: Reader, table: str) -> int:
    """Keep the finished rounds of a table that are not kept yet. Return how many there were.

    Raises TableDamaged, StorageProblem, Vanished.
    """
    row = await store.tables.find(table)
    if row is None or has_other_rules(row):
        return 0
    logged = await store.logs.logged(table)
    if not logged.entries:
        return 0
    tenures, known = await store.rounds.tenures(table), await kept_summaries(store, table)
    finished = await reader.run_aside(lambda: finished_of(row, logged, known))
    for number, each in enumerate(finished[len(known) :], len(known)):
        played = PlayedRound(row, tenures, each)
        shown = await reader.run_aside(partial(_packed, played, logged, finished[:number]))
        await store.rounds.keep(table, each.deal, each.ends, as_text(each), shown)
    await store.rounds.all_kept(table, len(logged.entries))
    return len(finished) - len(known)


def _packed(played: PlayedRound, logged: Logged, earlier: tuple[Summary, ...]) -> bytes:
    match = match_of(played.row, logged, results_of(earlier), played.summary.ends)
    return pack(match, logged, together=played.several_persons)


async def go_on_keeping(store: Store, reader: Reader) -> None:
    """Keep each round soon after its end. Raises what `for_each` does, and tries again what was not kept."""

    async def keep_ended(table: str) -> None:
        store.logs.ended.discard(table)  # another round may end meanwhile
        try:
            await _keep_if_possible(store, reader, table)
        except BaseException:
            store.logs.ended.add(table)
            raise

    while True:
        await asyncio.sleep(EVERY)
        await for_each(tuple(store.logs.ended), keep_ended)


async def catch_up(store: Store, reader: Reader) -> None:
    """Keep what was left undone before this start: after an upgrade that may be all rounds of a server.

    Nobody waits for it, so it pauses for longer than it works. Each of several processes takes the tables in
    an order of its own. Raises what `for_each` does.
    """
    tables = []
    for game in game_names():
        tables += await store.rounds.not_kept(game, load_meta(game).rules_version)
    random.shuffle(tables)
    left, told = len(tables), monotonic()

    async def keep_earlier(table: str) -> None:
        nonlocal left, told
        if monotonic() - told >= TELL_EVERY:
            told = monotonic()
            log.info("finished rounds are being kept", tables=len(tables), left=left)
        left -= 1
        if await store.rounds.is_not_kept(table):
            began = monotonic()
            await _keep_if_possible(store, reader, table)
            await asyncio.sleep(PAUSES * (monotonic() - began))

    await for_each(tables, keep_earlier)


async def _keep_if_possible(store: Store, reader: Reader, table: str) -> None:
    """Keep the rounds of a table, unless it is damaged or was deleted. Raises StorageProblem."""
    try:
        await keep(store, reader, table)
    except StorageProblem:
        raise
    except ApiError:  # reported already
        pass

"""What is kept of finished rounds, so that they stay readable when the rules change.

A log can be replayed by its own rules only. So what each side was shown is kept too: 3 to 14 KB a round,
made in 20 to 450 ms aside from the event loop. It is read only where the rules are others.
"""

import asyncio
import lzma
from collections.abc import Iterable
from contextlib import suppress
from functools import partial

import msgspec
import structlog

from sevenfold.core.match import AnyMatch
from sevenfold.games import game_names, load_meta
from sevenfold.server.errors import ApiError, StorageProblem
from sevenfold.server.rounds.access import several_persons
from sevenfold.server.rounds.reading import Reader, match_of
from sevenfold.server.rounds.shown import Side, Summary, Written, results_of, show, summaries
from sevenfold.server.storage.logs import Logged
from sevenfold.server.storage.rounds import Sitting
from sevenfold.server.storage.rows import TableRow, as_text
from sevenfold.server.storage.store import Store
from sevenfold.server.tables.sent.presence import has_other_rules

PRESET = 3
"""How hard the compression tries: a higher one takes three times as long and saves nothing."""

EVERY = 5.0
"""How often it is looked for rounds that have ended, in seconds."""

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
    sittings, known = await store.rounds.sittings(table), await kept_summaries(store, table)
    finished = await reader.run_dear(keep, lambda: finished_of(row, logged, known))
    for number, each in enumerate(finished[len(known) :], len(known)):
        work = partial(_packed, row, logged, finished[:number], each, sittings)
        shown = await reader.run_dear(keep, work)
        await store.rounds.keep(table, each.deal, each.ends, as_text(each), shown)
    return len(finished) - len(known)


def _packed(
    row: TableRow,
    logged: Logged,
    earlier: tuple[Summary, ...],
    summary: Summary,
    sittings: tuple[Sitting, ...],
) -> bytes:
    match = match_of(row, logged, results_of(earlier), summary.ends)
    return pack(match, logged, together=several_persons(sittings, summary))


async def go_on_keeping(store: Store, reader: Reader) -> None:
    """Keep what was left undone before this start, then each round soon after its end."""
    with suppress(StorageProblem):  # logged already; it is tried again at the next start
        for game in game_names():
            await _keep_all(store, reader, await store.rounds.not_kept(game, load_meta(game).rules_version))
    while True:
        await asyncio.sleep(EVERY)
        tables, store.logs.ended = store.logs.ended, set()
        await _keep_all(store, reader, tables)


async def _keep_all(store: Store, reader: Reader, tables: Iterable[str]) -> None:
    """Keep the rounds of these tables; one that fails does not stop the others."""
    for table in tables:
        try:
            await keep(store, reader, table)
        except StorageProblem:
            store.logs.ended.add(table)
        except ApiError:  # it is damaged, as reported already, or was deleted meanwhile
            continue
        except Exception:
            log.exception("a round is not kept", table=table)

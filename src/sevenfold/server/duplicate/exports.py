"""What an event leaves behind, to be taken away: results as CSV, and all rounds as records."""

import asyncio
import csv
from collections.abc import Iterable, Mapping, Sequence
from io import SEEK_END, StringIO
from itertools import groupby
from unicodedata import normalize

import msgspec

from sevenfold.core.log import Dealt, Entry, Played
from sevenfold.core.records import Record
from sevenfold.server.duplicate.compare import beside
from sevenfold.server.duplicate.event_errors import EventNotOver, TooManyRecords
from sevenfold.server.duplicate.event_shown import SeenEvent
from sevenfold.server.storage.events import AtSeat, EventPerson, EventRound, EventRow
from sevenfold.server.storage.results import Result, beside_bots
from sevenfold.server.storage.rows import pseudonym, read_entry
from sevenfold.server.storage.store import Store

COLUMNS = (
    "deal",
    "seat",
    "pseudonym",
    "name",
    "bot",
    "result",
    "given_up",
    "bots_finished",
    "counts_as",
    "others",
    "ahead",
    "team",
)

MOST_RECORDS = 2000
"""How many rounds are taken away at once: as many as people can have played one deal."""

AT_ONCE = 100
"""How many logs are read at a time."""

BEGINS_FORMULA = tuple("=+-@\t\r\n")
"""A spreadsheet takes what begins so for a formula, full-width too; an apostrophe says that it is none."""


async def csv_of(store: Store, seen: SeenEvent) -> str:
    """What a person may know of all results, line by line."""
    await _note(store, seen)
    results: dict[int, tuple[Result, ...]] = {}
    for each in seen.boards:  # one by one: they are thousands each
        if each.number in seen.known:
            results[each.number] = await store.events.results_at(each.board)
    there = {(each.number, each.seat): each for each in await store.events.at_seats(seen.event.id)}
    people = await store.events.people(seen.event.id)
    named = {each.person: each for each in people if each.is_in}
    return await asyncio.to_thread(written, results, there, named, seen)


def written(
    results: Mapping[int, Sequence[Result]],
    at_seats: Mapping[tuple[int, int], AtSeat],
    named: Mapping[int, EventPerson],
    seen: SeenEvent,
) -> str:
    """Results by deal as CSV, with the names of those who take part; spreadsheets want the mark at its
    beginning.
    """
    text = StringIO("\ufeff", newline="")
    text.seek(0, SEEK_END)
    lines = csv.writer(text)
    lines.writerow(COLUMNS)
    for number, of_deal in results.items():
        marked = beside_bots(of_deal)
        for each in of_deal:
            person = named.get(each.person) if each.person is not None else None
            found = beside(each, at_seats[number, each.seat], seen.sign, together=seen.is_together)
            lines.writerow(
                (
                    number,
                    each.seat,
                    pseudonym(seen.event.pseudonym_key, person.person) if person is not None else "",
                    plain(person.name or "") if person is not None else "",
                    plain(each.bot or ""),
                    each.brought,
                    "yes" if each.given_up else "",
                    "yes" if (each.table, each.seat) in marked else "",
                    found.result,
                    found.of,
                    f"{found.ahead:.3f}" if found.of else "",
                    plain(seen.team_name_at(each)),
                )
            )
    return text.getvalue()


def plain(name: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{name}" if normalize("NFKC", name[:1]).startswith(BEGINS_FORMULA) else name


async def records_of(store: Store, seen: SeenEvent, deal: int | None) -> bytes:
    """The rounds of an event that is over, a record a line, as far as their tables are still there.

    They are written from the logs as they are read: nothing is played again, so it works by any rules.
    Without a `deal` they are those of all. Raises EventNotOver, TooManyRecords.
    """
    if not seen.is_over:
        raise EventNotOver(event=seen.event.id)
    known = set(seen.known) if deal is None else {deal}.intersection(seen.known)
    rounds = [each for each in await store.events.rounds(seen.event.id) if each.number in known]
    if len(rounds) > MOST_RECORDS:
        raise TooManyRecords(most=str(MOST_RECORDS))
    await _note(store, seen)
    written = bytearray()
    for _, of_deal in groupby(rounds, key=_number):
        there = list(of_deal)
        for begin in range(0, len(there), AT_ONCE):
            some = there[begin : begin + AT_ONCE]
            logs = await store.events.logs(seen.event.id, some[0].number, some[0].table, some[-1].table)
            written += await asyncio.to_thread(_lines, seen.event, some, logs)
    return bytes(written)


async def _note(store: Store, seen: SeenEvent) -> None:
    """Write that the person is shown all that they may know."""
    await store.seen.note(seen.person, *(each.board for each in seen.boards if each.number in seen.known))


def _number(round_: EventRound) -> int:
    return round_.number


def _lines(event: EventRow, rounds: Iterable[EventRound], logs: Mapping[str, Sequence[str]]) -> bytes:
    """The records of rounds, a line each, of tables whose logs are there. Raises TableDamaged."""
    found = []
    for each in rounds:
        entries = [read_entry(each.table, *kept) for kept in enumerate(logs.get(each.table, ()), 1)]
        record = record_of(event, each, entries)
        if record is not None:
            found.append(msgspec.json.encode(record) + b"\n")
    return b"".join(found)


def record_of(event: EventRow, played: EventRound, entries: Sequence[Entry]) -> Record | None:
    """The round of a board's table from its log; None if that is gone. Deals thrown in are left out."""
    begins = [number for number, entry in enumerate(entries) if isinstance(entry, Dealt)]
    if not begins:
        return None
    dealt = entries[begins[-1]]
    assert isinstance(dealt, Dealt)
    return Record(
        game=event.game,
        rules=event.rules,
        options=event.options,
        players=event.players,
        first=dealt.first,
        round=played.round,
        deal=dealt.deal,
        rest=dealt.rest,
        moves=[(each.seat, each.move) for each in entries[begins[-1] :] if isinstance(each, Played)],
        result=list(played.results),
    )

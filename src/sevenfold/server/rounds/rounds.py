"""Finished rounds as they are asked for: found, allowed, and shown as a side knew them."""

from dataclasses import replace
from functools import partial

import msgspec

from sevenfold.core.log import Log
from sevenfold.core.match import AnyMatch
from sevenfold.core.records import Record, RecordError, replay_record
from sevenfold.games import is_brought, is_game, load_game
from sevenfold.server.errors import (
    GameUnknown,
    NotSeated,
    RecordRefused,
    RoundInPlay,
    RoundUnknown,
    RulesChanged,
)
from sevenfold.server.protocol.replay import Branch, OpenRecord, PlayOn, ReplayFrame, WhatIf
from sevenfold.server.protocol.table import ReplayRound
from sevenfold.server.rounds import access, kept
from sevenfold.server.rounds.board_law import BoardLaw
from sevenfold.server.rounds.branching import DealtAnew, takes_long, what_if
from sevenfold.server.rounds.found import FoundRound, found_there, seen_from, table_of
from sevenfold.server.rounds.packed import Packed, complete, pack
from sevenfold.server.rounds.playing_on import played_on
from sevenfold.server.rounds.reading import Latest, Reader, match_of
from sevenfold.server.rounds.shown import (
    Shown,
    Side,
    Summary,
    Written,
    read_side,
    record_of,
    results_of,
    show,
    summary_of,
)
from sevenfold.server.storage.logs import MadeBy
from sevenfold.server.storage.rounds import KeptLink, Tenure
from sevenfold.server.storage.rows import BranchPoint, SeatHolder, TableRow
from sevenfold.server.storage.store import Store
from sevenfold.server.tables import faults
from sevenfold.server.tables.bots.other_players import OtherPlayers
from sevenfold.server.tables.making import made_up_table
from sevenfold.server.tables.seating.plan import new_key
from sevenfold.server.tables.sent.presence import has_other_rules

LAST = "last"
"""In place of a number: the last finished round."""

MOST_LISTED, MOST_SHOWN = 256, 32
"""Of how many tables the rounds are kept in short, and how many replays are, in this process."""

RECORD = "record"
"""The id of a round that is shown from a record."""


class FinishedRounds:
    """The finished rounds of all tables. They are read from the database each time, but for the latest."""

    def __init__(self, store: Store, others: OtherPlayers | None = None) -> None:
        self._store = store
        self._others = others or OtherPlayers()
        self.reader = Reader()
        self._summaries: Latest[tuple[Summary, ...]] = Latest(MOST_LISTED)
        self._shown: Latest[Packed] = Latest(MOST_SHOWN)
        self._dealt = DealtAnew()
        self.law = BoardLaw(store, self._finished)

    def close(self) -> None:
        """Begin no more work."""
        self.reader.close()

    # --- found ------------------------------------------------------------------------------------

    async def find(self, round_id: str, guest: int) -> FoundRound:
        """A round that a guest may look at, by its id or by the key of a link.

        Raises RoundUnknown, RoundInPlay, RoundsClosed, NotSeated, TableDamaged.
        """
        found = await self.find_to_play(round_id, guest)
        boards = await self.law.require_not_in_play(found.row, found.summary.deal, guest, round_id)
        return replace(found, is_of_board=bool(boards.all))

    async def find_to_play(self, round_id: str, guest: int) -> FoundRound:
        """The same for somebody who may be playing its cards just now: they must not be shown it."""
        table, _, number = round_id.partition(".")
        if number:
            return await self._find_by_number(table, number, guest)
        link = await self._store.rounds.by_key(round_id)
        if link is None:
            raise RoundUnknown(round=round_id)
        return await self._find_by_link(link, guest)

    async def _find_by_number(self, table: str, number: str, guest: int) -> FoundRound:
        """A round of a table at which the guest sat or watched."""
        round_id = f"{table}.{number}"
        row, tenures = await self._table(table, round_id)
        try:
            access.those_open_to(row, tenures, (), guest)
        except NotSeated:  # strangers are told nothing else
            return await self._find_at_board(row, tenures, number, guest)
        access.require_open(row, round_id)
        finished = await self._finished(row)
        open_rounds = access.those_open_to(row, tenures, finished, guest)
        summary = _numbered(open_rounds, finished, round_id, number, row)
        return found_there(row, tenures, finished, open_rounds, summary, guest)

    async def _find_at_board(
        self, row: TableRow, tenures: tuple[Tenure, ...], number: str, guest: int
    ) -> FoundRound:
        """A round of others, by somebody who has played the same cards. Raises NotSeated, RoundInPlay."""
        round_id = f"{row.id}.{number}"
        finished = await self._finished(row)
        is_last = number == LAST and row.board is not None
        named = finished[-1:] if is_last else [each for each in finished if str(each.deal) == number]
        deal = named[0].deal if named else row.first_round
        await self.law.require_not_in_play(row, deal, guest, round_id)
        seat = await self.law.opens(row, deal, guest)
        if seat is None or not named:
            raise NotSeated(table=row.id)
        access.require_open(row, round_id)
        summary = named[0]
        return FoundRound(
            round_id, row, tenures, finished, (summary,), summary, None, Side(seat), may_share=False
        )

    async def _find_by_link(self, link: KeptLink, guest: int) -> FoundRound:
        """The one round to which a link leads."""
        row, tenures = await self._table(link.table, link.key)
        access.require_open(row, link.key)
        finished = await self._finished(row)
        summary = next((each for each in finished if each.deal == link.deal), None)
        if summary is None:
            raise RoundUnknown(round=link.key)
        you = access.seat_in(tenures, summary, guest)
        side = Side(link.seat if you is None else you)
        may_share = you is not None or row.watches(guest)
        return FoundRound(link.key, row, tenures, finished, (summary,), summary, you, side, may_share)

    async def _table(self, table: str, round_id: str) -> tuple[TableRow, tuple[Tenure, ...]]:
        """A table that has begun, and who has sat there. Raises RoundUnknown."""
        row = await self._store.tables.find(table)
        if row is None or not row.started:
            raise RoundUnknown(round=round_id)
        return row, await self._store.rounds.tenures(row.id)

    async def _finished(self, row: TableRow) -> tuple[Summary, ...]:
        """All finished rounds of a table."""
        if has_other_rules(row):
            return await kept.kept_summaries(self._store, row.id)
        key = row.id, await self._store.logs.length(row.id)
        known = self._summaries.find(key)
        if known is None:
            logged = await self._store.logs.logged(row.id)
            if not logged.entries:
                return ()
            before = await kept.kept_summaries(self._store, row.id)
            known = await self.reader.run(lambda: kept.finished_of(row, logged, before))
            key = row.id, len(logged.entries)
        return self._summaries.put(key, known)

    async def match(self, found: FoundRound) -> AnyMatch:
        """The match as it was at the end of a round. Raises RulesChanged, TableDamaged."""
        return (await self._match(found))[0]

    async def _match(self, found: FoundRound) -> tuple[AnyMatch, dict[int, MadeBy]]:
        if has_other_rules(found.row):
            raise RulesChanged(table=found.row.id)
        logged = await self._store.logs.logged(found.row.id)
        earlier = [each for each in found.finished if each.deal < found.summary.deal]
        results, ends = results_of(earlier), found.summary.ends
        match = await self.reader.run(lambda: match_of(found.row, logged, results, ends))
        return match, logged.made_by

    # --- shown ------------------------------------------------------------------------------------

    async def replay(self, round_id: str, guest: int, wanted: str | None) -> bytes:
        """A `Replay` as JSON, compressed by gzip: a round as a side knew it.

        Raises what `find` does, SeatUnknown, Malformed.
        """
        found = await self.find(round_id, guest)
        side = read_side(wanted, found.row.players) if wanted is not None else found.side
        shown = await self._show(found, side)
        frame = ReplayFrame(
            id=found.id,
            table=table_of(found, side),
            round=found.summary.round,
            rounds=found.listed,
            viewer=side.seat,
            open=side.open,
            you=found.you,
            may_share=found.may_share,
            rules=found.row.rules,
            fair=found.fair,
        )
        return complete(shown, msgspec.json.encode(frame))

    async def _show(self, found: FoundRound, side: Side) -> Packed:
        key = found.row.id, found.summary.deal, side
        known = self._shown.find(key)
        if known is not None:
            return known
        if has_other_rules(found.row):
            packed = await self._show_kept(found, side)
        else:
            match, made_by = await self._match(found)
            together = found.several_persons
            packed = await self.reader.run(lambda: _packed(show(match, side, made_by, together=together)))
        return self._shown.put(key, packed)

    async def _show_kept(self, found: FoundRound, side: Side) -> Packed:
        """The same of a round by other rules, as it was kept. Raises RoundUnknown."""
        data = await self._store.rounds.shown(found.row.id, found.summary.deal)
        packed = await self.reader.run(lambda: _packed_again(data, side)) if data is not None else None
        if packed is None:
            raise RoundUnknown(round=found.id)
        return packed

    async def what_if(self, round_id: str, guest: int, asked: WhatIf) -> Branch:
        """Try something else at a moment. Bots play on for one of a guest's questions at a time, the newest.

        Raises what `find` and `branching.what_if` raise, RulesChanged, GameErred.
        """
        found = await self.find(round_id, guest)
        side = read_side(asked.viewer, found.row.players) if asked.viewer is not None else found.side
        match, table = await self.match(found), table_of(found, side)
        deal = partial(self._dealt.match, found.row.id)
        aside = self._others.for_thread if is_brought(found.row.game) else None
        answer = partial(what_if, match, side, asked, table, deal, aside=aside)
        has = partial(self._dealt.has, found.row.id)
        with faults.reported(found.row.game, found.row.id):
            if await self.reader.run(lambda: takes_long(match, side, asked, has)):
                return await self.reader.run_newest(guest, answer)
            return await self.reader.run(answer)

    async def played_on(self, round_id: str, guest: int, asked: PlayOn) -> tuple[BranchPoint, Log]:
        """Where a table begins that plays a round on, and its log up to there.

        Raises what `find` and `playing_on.played_on` raise, RulesChanged.
        """
        found = await self.find(round_id, guest)
        await self.law.require_shared(found.row, found.id)
        match, chance = await self.match(found), found.row.dealer.deal_seed(found.summary.deal)
        deal = partial(self._dealt.match, found.row.id)
        begin = partial(played_on, match, found.id, asked, chance, deal)
        if asked.cards == "fresh" or asked.dealt is not None:
            return await self.reader.run_dear(guest, begin)
        return await self.reader.run(begin)

    async def link(self, round_id: str, guest: int) -> str:
        """The key of a guest's link to a round. Raises what `find` raises, NotSeated, Vanished."""
        found = await self.find(round_id, guest)
        if not found.may_share:
            raise NotSeated(table=found.row.id)
        await self.law.require_shared(found.row, found.id)
        wanted = KeptLink(new_key(), found.row.id, found.summary.deal, found.you)
        return await self._store.rounds.link(wanted, guest)

    async def record(self, round_id: str, guest: int) -> tuple[str, bytes]:
        """A round as a record, with a name for its file. Raises what `find` raises, RulesChanged."""
        found = await self.find(round_id, guest)
        if found.summary.thrown_in:
            raise RecordRefused(reason="unfinished", game=found.row.game)
        record = record_of(await self.match(found))
        fair = found.fair
        if fair is not None:
            record = msgspec.structs.replace(record, fair=fair)
        name = f"{found.row.game}-{found.row.id}-{found.summary.deal}.jsonl"
        return name, msgspec.json.encode(record) + b"\n"

    async def open_record(self, asked: OpenRecord) -> bytes:
        """A record as a side knew it, as `replay` gives it; nothing is kept.

        Raises RecordRefused, GameUnknown, SeatUnknown, Malformed.
        """
        record = _read_record(asked.record)
        side = read_side(asked.viewer or "open", record.players)
        return await self.reader.run(lambda: _shown_record(record, side))


def _numbered(
    open_rounds: tuple[Summary, ...], finished: tuple[Summary, ...], round_id: str, number: str, row: TableRow
) -> Summary:
    """The round of a number, if it is open. Raises RoundUnknown, RoundInPlay, NotSeated."""
    if number == LAST and open_rounds:
        return open_rounds[-1]
    if not (number.isascii() and number.isdigit() and len(number) < 7):
        raise RoundUnknown(round=round_id)
    for each in open_rounds:
        if each.deal == int(number):
            return each
    if any(each.deal == int(number) for each in finished):
        raise NotSeated(table=row.id)
    if int(number) == len(finished) + row.first_round and not has_other_rules(row):
        raise RoundInPlay(round=round_id)
    raise RoundUnknown(round=round_id)


def _packed(shown: Shown | Written) -> Packed:
    return pack(msgspec.json.encode(shown))


def _packed_again(data: bytes, side: Side) -> Packed | None:
    """What a side was shown of a kept round; None if it is not kept for that side."""
    again = kept.unpack(data).get(side.text)
    return _packed(again) if again is not None else None


# --- records ----------------------------------------------------------------------------------------


def _read_record(text: str) -> Record:
    """The record that a line is. Raises RecordRefused, GameUnknown."""
    try:
        record = msgspec.json.decode(text.strip().removeprefix("\ufeff"), type=Record)
    except (msgspec.MsgspecError, RecursionError):
        raise RecordRefused(reason="unreadable") from None
    if not is_game(record.game):
        raise GameUnknown(game=record.game)
    return msgspec.structs.replace(record, legal=msgspec.UNSET)


def _shown_record(record: Record, side: Side) -> bytes:
    game = load_game(record.game)
    try:
        match: AnyMatch = replay_record(game, record)
    except RecordError as error:
        raise _refused(record, error) from None
    summary = summary_of(match)
    seats = tuple(SeatHolder(guest=access.SOMEBODY) for _ in range(match.players))
    row = made_up_table(match, RECORD, seats)
    listed = ReplayRound(id=RECORD, round=summary.round, result=summary.standing.result, thrown_in=False)
    frame = ReplayFrame(
        id=RECORD,
        table=seen_from(row, side),
        round=summary.round,
        rounds=(listed,),
        viewer=side.seat,
        open=side.open,
        you=None,
        may_share=False,
        rules=record.rules,
    )
    return complete(_packed(show(match, side, {}, together=False)), msgspec.json.encode(frame))


def _refused(record: Record, error: RecordError) -> RecordRefused:
    values = {"reason": error.fault, "game": record.game}
    if error.move is not None:
        values |= {"at": str(error.move), "move": record.moves[error.move - 1][1]}
    return RecordRefused(**values)

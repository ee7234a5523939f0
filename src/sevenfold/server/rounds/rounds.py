"""Finished rounds as they are asked for: shown as a side knew them, tried otherwise, played on, or kept."""

from functools import partial

import msgspec

from sevenfold.core.log import Log
from sevenfold.core.match import AnyMatch
from sevenfold.core.records import Record, RecordError, replay_record
from sevenfold.games import is_brought, is_game, load_game
from sevenfold.server.errors import GameUnknown, RecordRefused, RoundUnknown, RulesChanged
from sevenfold.server.protocol.from_client import Hello, Select
from sevenfold.server.protocol.replay import Branch, OpenRecord, PlayOn, ReplayFrame, WhatIf
from sevenfold.server.rounds import kept
from sevenfold.server.rounds.access import FoundRound, Purpose, RoundAccess
from sevenfold.server.rounds.branching import DealtAnew, other_line, played_on, what_if
from sevenfold.server.rounds.packed import Packed, complete, pack
from sevenfold.server.rounds.reading import Latest, Reader, match_of
from sevenfold.server.rounds.shown import (
    Shown,
    Side,
    Written,
    read_side,
    record_of,
    results_of,
    show,
    summary_of,
)
from sevenfold.server.rounds.who_sat import SOMEBODY, listed, seen_from
from sevenfold.server.storage.logs import MadeBy
from sevenfold.server.storage.rounds import KeptLink
from sevenfold.server.storage.rows import BranchPoint, SeatHolder
from sevenfold.server.storage.store import Store
from sevenfold.server.tables import faults
from sevenfold.server.tables.bots.other_players import OtherPlayers
from sevenfold.server.tables.making import made_up_table
from sevenfold.server.tables.seating.plan import new_key
from sevenfold.server.tables.sent.presence import has_other_rules

MOST_SHOWN = 32
"""How many replays are kept in this process."""

RECORD = "record"
"""The id of a round that is shown from a record."""


class FinishedRounds:
    """The finished rounds of all tables. They are read from the database each time, but for the latest."""

    def __init__(self, store: Store, others: OtherPlayers | None = None) -> None:
        self._store = store
        self._others = others or OtherPlayers()
        self.reader = Reader()
        self.access = RoundAccess(store, self.reader)
        self._shown: Latest[Packed] = Latest(MOST_SHOWN)
        self._dealt = DealtAnew()

    def close(self) -> None:
        """Begin no more work."""
        self.reader.close()

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

    async def replay(self, round_id: str, person: int, wanted: str | None, *, anyway: bool = True) -> bytes:
        """A `Replay` as JSON, compressed by gzip: a round as a side knew it.

        Raises what `RoundAccess.find` does.
        """
        found = await self.access.find(round_id, person, Purpose.LOOK, wanted, anyway=anyway)
        side = found.side
        shown = await self._show(found, side)
        frame = ReplayFrame(
            id=found.id,
            table=found.table(side),
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

    async def what_if(self, round_id: str, person: int, asked: WhatIf) -> Branch:
        """Try something else at a moment. Bots play on for one of a person's questions at a time, the newest.

        Raises what `RoundAccess.find` and `branching.what_if` raise, RulesChanged, GameErred.
        """
        found = await self.access.find(round_id, person, Purpose.LOOK, asked.viewer)
        row, side = found.row, found.side
        match, table = await self.match(found), found.table(side)
        aside = self._others.for_thread if is_brought(row.game) else None
        with faults.reported(row.game, row.id):
            line = await self.reader.run(lambda: other_line(row.id, match, side, asked))
            answer = partial(what_if, line, asked, table, self._dealt, aside=aside)
            if isinstance(asked.message, Hello | Select) and self._dealt.has(line):
                return await self.reader.run(answer)
            return await self.reader.run_newest(person, answer)

    async def played_on(self, round_id: str, person: int, asked: PlayOn) -> tuple[BranchPoint, Log]:
        """Where a table begins that plays a round on, and its log up to there.

        Raises what `RoundAccess.find` and `branching.played_on` raise, RulesChanged.
        """
        found = await self.access.find(round_id, person, Purpose.PLAY_ON)
        begin = partial(played_on, found.row, await self.match(found), found.id, asked, self._dealt)
        if asked.cards == "fresh" or asked.dealt is not None:
            return await self.reader.run_dear(person, begin)
        return await self.reader.run(begin)

    async def link(self, round_id: str, person: int) -> str:
        """The key of a person's link to a round. Raises what `RoundAccess.find` raises, Vanished."""
        found = await self.access.find(round_id, person, Purpose.SHARE)
        wanted = KeptLink(new_key(), found.row.id, found.summary.deal, found.you)
        return await self._store.rounds.link(wanted, person)

    async def record(self, round_id: str, person: int) -> tuple[str, bytes]:
        """A round as a record, with a name for its file.

        Raises what `RoundAccess.find` raises, RulesChanged, RecordRefused.
        """
        return await self.written(await self.access.find(round_id, person, Purpose.LOOK))

    async def written(self, found: FoundRound) -> tuple[str, bytes]:
        """The same of a round that was found. Raises RulesChanged, RecordRefused, TableDamaged."""
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
    seats = tuple(SeatHolder(person=SOMEBODY) for _ in range(match.players))
    row = made_up_table(match, RECORD, seats)
    frame = ReplayFrame(
        id=RECORD,
        table=seen_from(row, side),
        round=summary.round,
        rounds=(listed(summary, RECORD),),
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

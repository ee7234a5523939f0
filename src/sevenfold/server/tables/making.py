"""New tables, as they are when nobody has come to them yet."""

from collections.abc import Sequence
from typing import Any

import msgspec

from sevenfold.core.log import Log
from sevenfold.core.match import AnyMatch
from sevenfold.core.meta import Meta
from sevenfold.games import UnknownGame, load_meta
from sevenfold.server.errors import GameUnknown, OptionInvalid, SeatUnknown
from sevenfold.server.names import check_name
from sevenfold.server.protocol.http import NewTable
from sevenfold.server.protocol.replay import PlayOn
from sevenfold.server.protocol.settings import TableSettings
from sevenfold.server.storage.boards import BoardRow
from sevenfold.server.storage.events import EventRow
from sevenfold.server.storage.rows import FREE, BranchPoint, SeatHolder, TableRow, new_seed, new_table_id, now
from sevenfold.server.tables.bots.other_players import check_bot
from sevenfold.server.tables.seating import absence, changes, plan, promises
from sevenfold.server.tables.sent.presence import not_dealt

HOST = 0
"""The seat of whoever makes a table, unless they choose one."""

PACE = 900
"""How long bots take where nobody has chosen a pace, in ms."""


def new_table(person: int, wanted: NewTable, name: str | None) -> TableRow:
    """A table with the person at its first seat, and bots at the others.

    For friends these are free. Where it waits, its deals are promised. Raises GameUnknown, PresetUnknown,
    OptionInvalid, NameRefused.
    """
    meta = find_meta(wanted.game)
    options, players = plan.resolve_options(meta, wanted.preset, wanted.options, wanted.players)
    bots = _bots(meta.name, wanted.bots, players - 1)
    others = (FREE,) * (players - 1) if wanted.friends else tuple(SeatHolder(bot=bot) for bot in bots)
    row = _table(
        (_person(person, name), *others),
        host=HOST,
        game=meta.name,
        rules=meta.rules_version,
        options=msgspec.to_builtins(options),
        pace=wanted.pace,
        waits_for=1 << HOST,
        settings=wanted.settings,
        started=not (wanted.friends or wanted.wait),
    )
    row = plan.opened(row) if wanted.friends else row
    return row if row.started else promises.promised(row)


def branched_table(person: int, wanted: PlayOn, point: BranchPoint, begun: Log, name: str | None) -> TableRow:
    """A table whose match begins with this log, with the person at the seat that they want.

    Bots have the other seats. With friends it is paused, and open to them. Raises OptionInvalid, NameRefused.
    """
    seats = [SeatHolder(bot=bot) for bot in _bots(begun.game, wanted.bots, begun.players - 1)]
    seats.insert(wanted.seat, _person(person, name))
    row = _table(
        tuple(seats),
        host=wanted.seat,
        game=begun.game,
        rules=begun.rules,
        options=begun.options,
        pace=wanted.pace,
        waits_for=0,
        settings=TableSettings(joining="at_once"),
        branched_from=point,
    )
    return absence.paused(plan.opened(row), wanted.seat, "asked") if wanted.friends else row


def board_table(person: int, board: BoardRow, seat: int, pace: int, name: str | None) -> TableRow:
    """A table of one's own at a board, with bots at the other seats. Raises SeatUnknown, OptionInvalid,
    NameRefused.

    All that follows from its seed is the same at every table of the board.
    """
    if not 0 <= seat < board.players:
        raise SeatUnknown(seat=str(seat))
    seats = [SeatHolder(bot=board.bots)] * (board.players - 1)
    seats.insert(seat, _person(person, name))
    return _at_board(board, seats, seat, pace, TableSettings(take_back="never"))


def together_at_board(
    board: BoardRow, seats: Sequence[SeatHolder], pace: int, event: EventRow, missed_after: int
) -> TableRow:
    """A table of an evening, at which these sit, one person at least.

    Bots play for whoever is away for `missed_after` ms.
    """
    host = next(seat for seat, holder in enumerate(seats) if holder.person is not None)
    clock = event.clock or "fast"  # "none" at no table of an evening
    settings = TableSettings(take_back="never", absence="bot", grace=missed_after // 1000, clock=clock)
    return plan.replace(_at_board(board, seats, host, pace, settings), event=event.id)


def _at_board(
    board: BoardRow, seats: Sequence[SeatHolder], host: int, pace: int, settings: TableSettings
) -> TableRow:
    point = BranchPoint(
        round="",
        at=0,
        seat=host,
        cards="same",
        number=board.round,
        scores=board.scores,
        carried=board.carried,
        chance=board.seed.hex(),
        deal=board.deal_id,
    )
    row = _table(
        tuple(seats),
        host=host,
        game=board.game,
        rules=board.rules,
        options=board.options,
        pace=pace,
        waits_for=0,
        settings=settings,
        branched_from=point,
        board=board.id,
    )
    return plan.replace(row, seed=board.after, pseudonym_key=board.pseudonym_key)


def made_up_table(match: AnyMatch, id_: str, seats: tuple[SeatHolder, ...]) -> TableRow:
    """A table made up for a match that is played at none, to be shown with it. Nothing of it is kept."""
    meta = match.game.meta
    return TableRow(
        id=id_,
        game=meta.name,
        rules=meta.rules_version,
        options=msgspec.to_builtins(match.options),
        players=match.players,
        seed=b"",
        pseudonym_key="",
        pace=400,
        created=0,
        standing=match.standing,
        waits_for=0,
        settings=TableSettings(take_back="never"),
        seats=seats,
    )


def _table(seats: tuple[SeatHolder, ...], *, host: int, pace: int, **fields: Any) -> TableRow:
    """A table with a seed and a secret of its own, made when its host sat down. Raises OptionInvalid."""
    changes.check_pace(pace)
    created = seats[host].since
    return TableRow(
        id=new_table_id(),
        players=len(seats),
        seed=new_seed(),
        pace=pace,
        created=created,
        standing=not_dealt(len(seats)),
        waits_since=created,
        host=host,
        pseudonym_key=plan.new_key(),
        seats=seats,
        **fields,
    )


def _person(person: int, name: str | None) -> SeatHolder:
    """Raises NameRefused."""
    return SeatHolder(person=person, name=check_name(name) if name is not None else None, since=now())


def _bots(game: str, wanted: tuple[str, ...], bots: int) -> tuple[str, ...]:
    """A name for each bot. Raises OptionInvalid."""
    for name in wanted:
        check_bot(game, name)
    if len(wanted) not in (1, bots):
        raise OptionInvalid(name="bots", value=str(len(wanted)), range=f"1 or {bots}")
    return wanted if len(wanted) == bots else wanted * bots


def find_meta(game: str) -> Meta:
    """What a game is called and takes. Raises GameUnknown."""
    try:
        return load_meta(game)
    except UnknownGame:
        raise GameUnknown(game=game) from None

"""Results at one seat of a board, beside each other."""

import hashlib
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sevenfold.core.duplicate import ahead, compare
from sevenfold.games import load_meta
from sevenfold.server.protocol import BoardEntry, BoardMean, Compared
from sevenfold.server.storage.boards import BoardRow, PlayedBoard


class RoundAtBoard(NamedTuple):
    """A round played at a board: by whom, with what result, and whether it counts.

    `guest` is None for somebody who has deleted their data. `round` is None where nobody else may look at it.
    """

    guest: int | None
    name: str | None
    result: int
    round: str
    counts: bool
    at_table: bool = False


def at_boards_tables(board: BoardRow, played: Iterable[PlayedBoard]) -> list[RoundAtBoard]:
    """Rounds that were played at tables of the board."""
    return [
        RoundAtBoard(each.guest, each.name, result[each.seat], f"{each.table}.{board.round}", each.counts)
        for each in played
        if (result := each.standing.results[-1] if each.standing.results else None) is not None
    ]


def compared(
    board: BoardRow, seat: int, played: Sequence[RoundAtBoard], guest: int, *, closed: bool
) -> Compared:
    """What a guest made of a board beside others. If it is `closed`, nobody looks at others' rounds yet."""
    meta = load_meta(board.game)
    own = _own(played, guest)
    counted = [each for each in played if each.counts]
    others = [each.result for each in counted if each.guest != guest or each.guest is None]
    beside = compare(own.result, others, meta.sign) if own is not None else None
    return Compared(
        board=board.id,
        kind=board.kind,
        game=board.game,
        options=board.options,
        players=board.players,
        seat=seat,
        round=own.round if own is not None else None,
        bots=board.bots,
        best_total=meta.best_total,
        entries=tuple(_entry(board, each, counted, guest, meta.sign, closed=closed) for each in played),
        better=beside.better if beside is not None else 0,
        level=beside.level if beside is not None else 0,
        of=len(others),
        mean=BoardMean(mean=beside.mean.mean, reach=beside.mean.reach)
        if beside is not None and beside.mean is not None
        else None,
    )


def _own(played: Sequence[RoundAtBoard], guest: int) -> RoundAtBoard | None:
    """The round of a guest that counts, or the last of those that stand apart."""
    own = [each for each in played if each.guest == guest]
    return next((each for each in own if each.counts), own[-1] if own else None)


def _entry(
    board: BoardRow,
    played: RoundAtBoard,
    counted: Sequence[RoundAtBoard],
    guest: int,
    sign: int,
    *,
    closed: bool,
) -> BoardEntry:
    you = played.guest == guest
    others = [each.result for each in counted if each is not played and not _same(each, played)]
    return BoardEntry(
        person=person_of(board, played.guest),
        name=played.name,
        you=you,
        result=played.result,
        ahead=ahead(played.result, others, sign),
        round=played.round if you or not closed else None,
        again=not played.counts,
        at_table=played.at_table,
    )


def _same(one: RoundAtBoard, other: RoundAtBoard) -> bool:
    return one.guest is not None and one.guest == other.guest


def person_of(board: BoardRow, guest: int | None) -> str:
    """Who a guest is in public, at all tables of a board."""
    return hashlib.blake2b(str(guest or "").encode(), key=board.circle.encode(), digest_size=6).hexdigest()

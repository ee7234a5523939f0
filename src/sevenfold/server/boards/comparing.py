"""Results at one seat of a board, beside each other."""

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

from sevenfold.core.duplicate import ahead, compare
from sevenfold.games import load_meta
from sevenfold.server.boards.ways import OwnMove, parted
from sevenfold.server.protocol import BoardEntry, BoardMean, Compared
from sevenfold.server.storage.boards import BoardRow, BotAtBoard


class RoundAtBoard(NamedTuple):
    """A round played at a board: by whom, with what result, and whether it counts.

    `guest` is None for somebody who has deleted their data. `way` is empty where it was not read.
    """

    guest: int | None
    name: str | None
    result: int
    round: str
    counts: bool
    at_table: bool = False
    way: tuple[OwnMove, ...] = ()


class Comparing(NamedTuple):
    """All that is compared at a seat of a board. If it is `closed`, nobody looks at others' rounds yet."""

    board: BoardRow
    seat: int
    played: Sequence[RoundAtBoard]
    bots: Sequence[BotAtBoard]
    guest: int
    closed: bool

    @property
    def sign(self) -> int:
        """1 where the highest result is best, and -1 where the lowest is."""
        return load_meta(self.board.game).sign

    @property
    def own(self) -> RoundAtBoard | None:
        """The round of the guest that counts, or the last of those that stand apart."""
        own = [each for each in self.played if each.guest == self.guest]
        return next((each for each in own if each.counts), own[-1] if own else None)

    def others(self, of: RoundAtBoard | None) -> list[int]:
        """The results that count, but for those of the person of this round."""
        guest = of.guest if of is not None else self.guest
        return [
            each.result
            for each in self.played
            if each.counts and each is not of and (each.guest is None or each.guest != guest)
        ]

    def compared(self) -> Compared:
        """As it is sent."""
        board, own, others = self.board, self.own, self.others(self.own)
        beside = compare(own.result, others, self.sign) if own is not None else None
        mean = beside.mean if beside is not None else None
        return Compared(
            board=board.id,
            kind=board.kind,
            game=board.game,
            options=board.options,
            players=board.players,
            seat=self.seat,
            round=own.round if own is not None else None,
            bots=board.bots,
            best_total=load_meta(board.game).best_total,
            entries=(*map(self._entry, self.played), *map(self._of_bot, self.bots)),
            better=beside.better if beside is not None else 0,
            level=beside.level if beside is not None else 0,
            of=len(others),
            mean=BoardMean(mean=mean.mean, reach=mean.reach) if mean is not None else None,
        )

    def _entry(self, played: RoundAtBoard) -> BoardEntry:
        you, own = played.guest == self.guest, self.own
        return BoardEntry(
            person=person_of(self.board, played.guest),
            name=played.name,
            bot=None,
            you=you,
            result=played.result,
            ahead=ahead(played.result, self.others(played), self.sign),
            round=played.round if you or not self.closed else None,
            again=not played.counts,
            at_table=played.at_table,
            ways=tuple(move.text for move in played.way) if you or not self.closed else (),
            parted=parted(played.way, own.way) if own is not None and not self.closed else None,
        )

    def _of_bot(self, bot: BotAtBoard) -> BoardEntry:
        own = self.own
        way = [OwnMove(turn, text) for turn, text in enumerate(bot.ways)]
        return BoardEntry(
            person="",
            name=None,
            bot=bot.level,
            you=False,
            result=bot.result,
            ahead=ahead(bot.result, self.others(None) + ([own.result] if own else []), self.sign),
            round=None,
            again=False,
            at_table=False,
            ways=bot.ways if not self.closed else (),
            parted=parted(way, own.way) if own is not None and not self.closed else None,
        )


def person_of(board: BoardRow, guest: int | None) -> str:
    """Who a guest is in public, at all tables of a board."""
    return hashlib.blake2b(str(guest or "").encode(), key=board.circle.encode(), digest_size=6).hexdigest()

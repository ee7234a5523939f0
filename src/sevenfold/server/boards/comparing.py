"""Results at one seat of a board, beside each other."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from sevenfold.core.duplicate import ahead, ahead_given_up, compare, given_up
from sevenfold.games import load_meta
from sevenfold.server.boards.lines import OwnMove, divergence
from sevenfold.server.protocol.boards import BoardEntry, BoardMean, Compared
from sevenfold.server.storage.boards import BoardRow, BotAtBoard
from sevenfold.server.storage.rows import pseudonym


class RoundAtBoard(NamedTuple):
    """A round played at a board: by whom, with what result, and whether it counts.

    `guest` is None for somebody who has deleted their data, `round` where its table is gone. `line` is empty
    where it was not read.
    """

    guest: int | None
    name: str | None
    result: int
    round: str | None
    counts: bool
    given_up: bool = False
    at_table: bool = False
    line: tuple[OwnMove, ...] = ()


@dataclass(frozen=True)
class Comparing:
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

    @cached_property
    def own(self) -> RoundAtBoard | None:
        """The round of the guest that counts, or the last of those that stand apart."""
        own = [each for each in self.played if each.guest == self.guest]
        return next((each for each in own if each.counts), own[-1] if own else None)

    @cached_property
    def compared_with(self) -> list[RoundAtBoard]:
        """The rounds that others are compared with, of which each person has one at most."""
        together = self.board.kind == "evening"
        return [each for each in self.played if each.counts and (together or not each.given_up)]

    @cached_property
    def finished(self) -> tuple[int, int] | None:
        """The lowest and highest result that was finished, bots included; None where none was."""
        there = [each.result for each in self.played if each.counts and not each.given_up]
        there += [each.result for each in self.bots]
        return (min(there), max(there)) if there else None

    @cached_property
    def total(self) -> int:
        """What those brought together."""
        return sum(each.result for each in self.compared_with)

    @cached_property
    def counted_of(self) -> dict[int, int]:
        """The result that others are compared with, by guest."""
        return {each.guest: each.result for each in self.compared_with if each.guest is not None}

    def standing(self, played: RoundAtBoard) -> int:
        """What a round brought whose it is, in their own standing."""
        if not (played.given_up and played.counts):
            return played.result
        return given_up(played.result, self.finished or (), self.sign)

    def ahead(self, result: int, own: int | None) -> float:
        """By how much a result is better than the others that count; `own` is the one that is not another."""
        total, others = self.total, len(self.compared_with)
        if own is not None:
            total, others = total - own, others - 1
        return ahead(result, total, others, self.sign)

    def _ahead_of(self, played: RoundAtBoard) -> float:
        if not played.counts:
            return self.ahead(played.result, self.counted_of.get(played.guest or 0))
        if played.given_up and self.board.kind != "evening":
            others = len(self.compared_with)
            return ahead_given_up(self.standing(played), self.total, others, self.sign)
        return self.ahead(self.standing(played), played.result)

    def compared(self) -> Compared:
        """As it is sent."""
        board, own = self.board, self.own
        others = [each.result for each in self.compared_with if each.guest != self.guest]
        beside = compare(self.standing(own), others, self.sign) if own is not None else None
        mean = beside.mean if beside is not None and own is not None and not own.given_up else None
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
            person=pseudonym(self.board.pseudonym_key, played.guest),
            name=played.name,
            bot=None,
            you=you,
            result=self.standing(played),
            given_up=played.given_up,
            ahead=self._ahead_of(played),
            round=played.round if you or not self.closed else None,
            again=not played.counts,
            at_table=played.at_table,
            line=tuple(move.text for move in played.line) if you or not self.closed else (),
            diverged=divergence(played.line, own.line) if own is not None and not self.closed else None,
        )

    def _of_bot(self, bot: BotAtBoard) -> BoardEntry:
        own = self.own
        line = [OwnMove(None, text) for text in bot.line]
        return BoardEntry(
            person="",
            name=None,
            bot=bot.level,
            you=False,
            result=bot.result,
            given_up=False,
            ahead=self.ahead(bot.result, None),
            round=None,
            again=False,
            at_table=False,
            line=bot.line if not self.closed else (),
            diverged=divergence(line, own.line) if own is not None and not self.closed else None,
        )

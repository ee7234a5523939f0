"""A result beside those of others at the same seat of a board."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from sevenfold.core.duplicate import ahead, ahead_given_up, compare, given_up
from sevenfold.games import load_meta
from sevenfold.server.duplicate.lines import OwnMove, divergence
from sevenfold.server.protocol.boards import BoardEntry, Compared
from sevenfold.server.storage.boards import BoardRow, BotAtBoard
from sevenfold.server.storage.events import AtSeat
from sevenfold.server.storage.results import Result
from sevenfold.server.storage.rows import pseudonym


class Beside(NamedTuple):
    """A result as it stands for whose it is, and by how much it is ahead of `of` others; 0 without."""

    result: int
    of: int
    ahead: float


def beside(each: Result, there: AtSeat, sign: int, *, together: bool) -> Beside:
    """A result that counts, beside all that others are compared with at its seat.

    Where several sit at a table `together`, what came out for somebody who gave up is among these.
    """
    total, others = there.total, there.people
    if together or not each.given_up:
        total, others = total - each.brought, others - 1
    if not each.given_up:
        return Beside(each.brought, others, ahead(each.brought, total, others, sign))
    finished = (result for result in (there.lowest, there.highest) if result is not None)
    own = given_up(each.brought, finished, sign)
    by = ahead(own, total, others, sign) if together else ahead_given_up(own, total, others, sign)
    return Beside(own, others, by)


class RoundAtBoard(NamedTuple):
    """A round played at a board: `id` is None where its table is gone, `line` empty where it was not read."""

    result: Result
    id: str | None
    line: tuple[OwnMove, ...] = ()
    bots_finished: bool = False
    """For somebody else at that table."""


@dataclass(frozen=True)
class Comparing:
    """All that is compared at a seat of a board. If it is `closed`, nobody looks at others' rounds yet."""

    board: BoardRow
    seat: int
    played: Sequence[RoundAtBoard]
    bots: Sequence[BotAtBoard]
    person: int
    closed: bool

    @property
    def sign(self) -> int:
        """1 where the highest result is best, and -1 where the lowest is."""
        return load_meta(self.board.game).sign

    @property
    def _together(self) -> bool:
        return self.board.kind == "evening"

    @cached_property
    def own(self) -> RoundAtBoard | None:
        """The round of the person that counts, or the last of those that stand apart."""
        own = [each for each in self.played if each.result.person == self.person]
        return next((each for each in own if each.result.counts), own[-1] if own else None)

    @cached_property
    def _counted(self) -> list[Result]:
        """What others are compared with: of each person there is one at most."""
        counted = (each.result for each in self.played if each.result.counts)
        return [each for each in counted if self._together or not each.given_up]

    @cached_property
    def _counted_of(self) -> dict[int, int]:
        """The same by person."""
        return {each.person: each.brought for each in self._counted if each.person is not None}

    @cached_property
    def _there(self) -> AtSeat:
        counted = (each.result for each in self.played if each.result.counts)
        finished = [each.brought for each in counted if not each.given_up]
        finished += [each.result for each in self.bots]
        total = sum(each.brought for each in self._counted)
        ends = (min(finished), max(finished)) if finished else ()
        return AtSeat(0, self.seat, len(self._counted), total, *ends)

    def _beside(self, each: Result) -> Beside:
        if each.counts:
            return beside(each, self._there, self.sign, together=self._together)
        return self._apart(
            each.brought, self._counted_of.get(each.person) if each.person is not None else None
        )

    def _apart(self, result: int, but: int | None) -> Beside:
        """A result that is none of those that count, beside these `but` one."""
        others = self._there.people - (but is not None)
        return Beside(result, others, ahead(result, self._there.total - (but or 0), others, self.sign))

    def compared(self) -> Compared:
        """As it is sent."""
        board, own = self.board, self.own
        others = [each.brought for each in self._counted if each.person != self.person]
        found = compare(self._beside(own.result).result, others, self.sign) if own is not None else None
        return Compared(
            board=board.id,
            kind=board.kind,
            game=board.game,
            options=board.options,
            players=board.players,
            seat=self.seat,
            round=own.id if own is not None else None,
            bots=board.bots,
            best_total=load_meta(board.game).best_total,
            entries=(*map(self._entry, self.played), *map(self._of_bot, self.bots)),
            place=found.place if found is not None else None,
            mean=found.mean if found is not None and own is not None and not own.result.given_up else None,
        )

    def _entry(self, played: RoundAtBoard) -> BoardEntry:
        each, own = played.result, self.own
        you, stands = each.person == self.person, self._beside(each)
        return BoardEntry(
            pseudonym=pseudonym(self.board.pseudonym_key, each.person),
            name=each.name,
            bot=None,
            you=you,
            result=stands.result,
            given_up=each.given_up,
            bots_finished=played.bots_finished,
            ahead=stands.ahead,
            round=played.id if you or not self.closed else None,
            again=not each.counts,
            at_table=not each.number,
            line=tuple(move.text for move in played.line) if you or not self.closed else (),
            diverged=divergence(played.line, own.line) if own is not None and not self.closed else None,
        )

    def _of_bot(self, bot: BotAtBoard) -> BoardEntry:
        own = self.own
        line = [OwnMove(None, text) for text in bot.line]
        return BoardEntry(
            pseudonym="",
            name=None,
            bot=bot.level,
            you=False,
            result=bot.result,
            given_up=False,
            bots_finished=False,
            ahead=self._apart(bot.result, None).ahead,
            round=None,
            again=False,
            at_table=False,
            line=bot.line if not self.closed else (),
            diverged=divergence(line, own.line) if own is not None and not self.closed else None,
        )

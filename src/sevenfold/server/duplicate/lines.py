"""The line of play that a seat took through a round, and where two of them first diverge."""

from collections.abc import Sequence
from typing import NamedTuple

from sevenfold.core.log import Dealt, Entry, Played, TakenBack, seat_text
from sevenfold.server.protocol.boards import Divergence


class OwnMove(NamedTuple):
    """A move of the seat as it is written, after `at` steps of the deal; None for a bot's."""

    at: int | None
    text: str


def line_of(entries: Sequence[Entry], seat: int, deal: int | None = None) -> tuple[OwnMove, ...]:
    """The moves of a seat that stand in a log: in this deal of it, from 0, or in all."""
    moves: list[tuple[int, OwnMove]] = []
    at, deals, own = 0, 0, seat_text(seat)
    for number, entry in enumerate(entries, 1):
        match entry:
            case Dealt():
                at, deals = 0, deals + 1
                continue
            case TakenBack(to=to):
                moves = [each for each in moves if each[0] <= to]
            case Played(seat=by, move=text) if by == own and deal in (None, deals - 1):
                moves.append((number, OwnMove(at, text)))
        at += 1
    return tuple(move for _, move in moves)


def divergence(line: Sequence[OwnMove], own: Sequence[OwnMove]) -> Divergence | None:
    """Where a line first leaves one's own; None where it does not."""
    for turn, (there, here) in enumerate(zip(line, own, strict=False), 1):
        if there.text != here.text:
            return Divergence(at=there.at, turn=turn, move=there.text, instead=here.text)
    return None

"""The line of play that a seat took through a round, and where two of them first diverge."""

from collections.abc import Sequence
from typing import NamedTuple

from sevenfold.core.log import Dealt, Entry, Played, TakenBack, seat_text
from sevenfold.server.protocol.boards import Divergence


class OwnMove(NamedTuple):
    """A move of the seat as it is written, after `at` steps of the deal; None for a bot's."""

    at: int | None
    text: str


def line_of(entries: Sequence[Entry], seat: int, first: int = 1) -> tuple[OwnMove, ...]:
    """The moves of a seat that stand, in entries of a log of which the first has this number."""
    moves: list[tuple[int, OwnMove]] = []
    at, own = 0, seat_text(seat)
    for number, entry in enumerate(entries, first):
        match entry:
            case Dealt():
                at = 0
                continue
            case TakenBack(to=to):
                moves = [each for each in moves if each[0] <= to]
            case Played(seat=by, move=text) if by == own:
                moves.append((number, OwnMove(at, text)))
        at += 1
    return tuple(move for _, move in moves)


def divergence(line: Sequence[OwnMove], own: Sequence[OwnMove]) -> Divergence | None:
    """Where a line first leaves one's own; None where it does not."""
    for turn, (there, here) in enumerate(zip(line, own, strict=False), 1):
        if there.text != here.text:
            return Divergence(at=there.at, turn=turn, move=there.text, instead=here.text)
    return None

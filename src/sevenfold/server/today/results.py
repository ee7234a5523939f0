"""What a deal of a day is worth beside the others: pure functions of who has played what."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from sevenfold.core.duplicate import compare
from sevenfold.server.protocol import Worth
from sevenfold.server.storage.days import DayTry

Results = Mapping[int, Mapping[str, int]]
"""What the boards that count brought each guest, by guest and board."""


class Together(NamedTuple):
    """What some boards brought somebody together, and each of those who have played all of them too."""

    total: int
    worth: Worth
    others: tuple[int, ...]


def result_of(tried: DayTry, closes: int) -> int | None:
    """What a try brought that counts: it is over, and its last move was made before the day was."""
    if not tried.counts or tried.standing is None or tried.standing.result is None:
        return None
    if not tried.standing.over or (tried.moved is not None and tried.moved >= closes):
        return None
    return tried.standing.result[tried.seat]


def results_of(tries: Iterable[DayTry], closes: int) -> Results:
    """All that counts, of a day that closes then."""
    found: dict[int, dict[str, int]] = defaultdict(dict)
    for tried in tries:
        result = result_of(tried, closes)
        if result is not None:
            found[tried.guest][tried.board] = result
    return found


def together(results: Results, guest: int, boards: Iterable[str], sign: int) -> Together | None:
    """How a guest did at those of these boards that they have finished, beside everybody who has them too.

    As all have played the same boards, totals compare as mean differences do. None before the first.
    `sign` is 1 where the highest result is best, -1 where the lowest is.
    """
    own = results.get(guest, {})
    played = [board for board in boards if board in own]
    if not played:
        return None
    total = sum(own[board] for board in played)
    others = tuple(
        sorted(
            sum(theirs[board] for board in played)
            for other, theirs in results.items()
            if other != guest and all(board in theirs for board in played)
        )
    )
    found = compare(total, others, sign)
    return Together(total, Worth(better=found.better, level=found.level, of=found.of), others)


def best(results: Results, boards: Iterable[str], sign: int) -> tuple[str, int, Worth] | None:
    """The round that is better than the most others at its board: the board, the guest, and its worth.

    One that is better than nobody is not told of. Of equals it is the one at the earliest board.
    """
    found: tuple[str, int, Worth] | None = None
    for board in boards:
        for guest in sorted(guest for guest, theirs in results.items() if board in theirs):
            one = together({g: r for g, r in results.items() if board in r}, guest, [board], sign)
            if one is not None and one.worth.better > (found[2].better if found else 0):
                found = board, guest, one.worth
    return found

"""Days in a row: a day missed is forgiven, once in seven days."""

from collections.abc import Collection
from datetime import date
from typing import NamedTuple

from sevenfold.server.duplicate.calendar import DAY

FORGIVEN_AFTER = 7
"""How many days after one that was missed another may be."""


class Streak(NamedTuple):
    """How many days in a row somebody has played: up to now, and at most so far. Days missed do not count."""

    now: int
    longest: int


def streak(played: Collection[date], today: date) -> Streak:
    """The streak of somebody who has played on these days. That today has none yet ends nothing."""
    days = sorted(day for day in set(played) if day <= today)
    if not days:
        return Streak(0, 0)
    longest, length = 0, 0
    missed: date | None = None
    """The last day that was forgiven in this run."""
    before = days[0] - DAY
    for day in days:
        length, missed = _gone_on(length, missed, before, day)
        longest = max(longest, length)
        before = day
    if today > before + DAY and not _is_forgiven(before + DAY, today, missed):
        return Streak(0, longest)
    return Streak(length, longest)


def _gone_on(length: int, missed: date | None, before: date, day: date) -> tuple[int, date | None]:
    """The run after a day with a round, where `before` was the last such day."""
    if day == before + DAY:
        return length + 1, missed
    if _is_forgiven(before + DAY, day, missed):
        return length + 1, before + DAY
    return 1, None


def _is_forgiven(gap: date, day: date, missed: date | None) -> bool:
    """Whether no other day than `gap` was missed before `day`, and none was in the days before it."""
    return day == gap + DAY and (missed is None or (gap - missed).days >= FORGIVEN_AFTER)

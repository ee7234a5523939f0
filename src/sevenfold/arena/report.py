"""A contest as a file, from which it can be resumed, and as a table with a plot."""

from collections.abc import Sequence
from pathlib import Path

import msgspec
from rich import box
from rich.table import Table

from sevenfold.arena.contest import Ahead, Contest, Sample, ahead_of_others
from sevenfold.core.whole import write_record
from sevenfold.errors import SevenfoldError

WIDTH = 41
"""The width of the plot, in characters."""


class OtherContest(SevenfoldError, ValueError):
    """A file that is there already, but not of this contest."""

    def __init__(self, file: Path) -> None:
        super().__init__(f"{file} is of another contest, or no contest at all; name another file")


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """What is written. `ahead` says how far each player is ahead of all others, in results of a round.

    `samples` has a row for each deal, with an entry for each player. A resumed contest goes on after the last
    row.
    """

    game: str
    players: tuple[str, ...]
    deals: int
    ahead: dict[str, Ahead]
    options: dict[str, str | int]
    seats: int
    seed: int
    samples: list[Sample]


def make_report(contest: Contest, samples: Sequence[Sample]) -> Report:
    """The report after these deals, two at least."""
    ahead = dict(zip(contest.players, ahead_of_others(samples), strict=True))
    settings = msgspec.structs.asdict(contest)
    return Report(**settings, deals=len(samples), ahead=ahead, samples=list(samples))


def write_report(file: Path, report: Report) -> None:
    """Write it whole or not at all. Raises OSError."""
    write_record(file, report)


def read_samples(file: Path, contest: Contest) -> list[Sample]:
    """The deals that were played before; none where there is no file. Raises OtherContest, OSError."""
    if not file.exists():
        return []
    try:
        report = msgspec.json.decode(file.read_bytes(), type=Report)
    except msgspec.DecodeError:
        raise OtherContest(file) from None
    if any(getattr(report, name) != value for name, value in msgspec.structs.asdict(contest).items()):
        raise OtherContest(file)
    return report.samples


def table_of(report: Report, ratings: dict[str, float] | None = None) -> Table:
    """The players, the best first, each with its interval drawn on one scale; `│` is 0."""
    table = Table("player", "ahead by", "95 %", "", box=box.SIMPLE, caption=f"{report.deals} deals")
    if ratings:
        table.add_column("rating")
    reach = max(max(abs(each.low), abs(each.high)) for each in report.ahead.values()) or 1.0
    for name, each in sorted(report.ahead.items(), key=lambda entry: -entry[1].mean):
        between = f"{each.low:+.3f} to {each.high:+.3f}"
        rating = [f"{ratings[name]:.1f}"] if ratings else []
        table.add_row(name, f"{each.mean:+.3f}", between, _drawn(each, reach), *rating)
    return table


def _drawn(each: Ahead, reach: float) -> str:
    signs = [" "] * WIDTH
    low, mean, high = (_column(value, reach) for value in (each.low, each.mean, each.high))
    signs[low : high + 1] = "─" * (high + 1 - low)
    signs[_column(0, reach)] = "│"
    signs[mean] = "●"
    return "".join(signs)


def _column(value: float, reach: float) -> int:
    return round((value / reach + 1) / 2 * (WIDTH - 1))

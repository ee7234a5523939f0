"""A review on a terminal: the moments that cost most, then every decision with the curve of the round."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import floor, log10

from rich.markup import escape
from rich.table import Table
from rich.text import Text

from sevenfold.cli.common import console
from sevenfold.cli.tables import coloured, grid
from sevenfold.cli.words import Words
from sevenfold.core.match import AnyMatch
from sevenfold.core.moves import Move
from sevenfold.search.evaluation import Evaluation, Review

MOMENT, WELL_EVALUATED, POINT, ZERO = "◆", "◇", "•", "│"
WIDTH = 14
"""Of the curve, in characters."""

MOST = 4
"""The most decimals of a figure."""

WITHIN = 2.0
"""Standard errors behind a ±."""

FINE, COARSE = 10, 100
"""Where the curve goes over so many points, figures have one decimal, or none."""


@dataclass(frozen=True)
class Scale:
    """Where values lie on the curve, and how they are written."""

    low: float
    high: float

    @classmethod
    def of(cls, review: Review) -> "Scale":
        """A scale that has all points of the curve, and zero."""
        values = [0.0, *(value for _, value in review.curve)]
        return cls(min(values), max(values))

    def write(self, value: float, sign: str = "") -> str:
        """A figure, with a minus that is as wide as a plus; never minus nothing."""
        size = self.high - self.low
        decimals = 2 if size < FINE else 1 if size < COARSE else 0
        if 0 < abs(value) < 10**-decimals:  # what is something is not written as nothing
            decimals = min(MOST, -floor(log10(abs(value))))
        text = f"{round(value, decimals) + 0.0:{sign}.{decimals}f}"
        return text.replace("-", "−")

    def within(self, value: float, error: float, sign: str = "") -> str:
        """A figure with two standard errors."""
        return f"{self.write(value, sign)} ± {self.write(WITHIN * error)}"

    def plot(self, value: float, mark: str) -> str:
        """A line of the curve: zero, and a mark for the value."""
        line = [" "] * WIDTH
        line[self._place(0.0)] = ZERO
        line[self._place(value)] = mark
        return "".join(line)

    def _place(self, value: float) -> int:
        return round((WIDTH - 1) * (value - self.low) / ((self.high - self.low) or 1))


def show_review(match: AnyMatch, review: Review, title: str) -> None:
    """A review of the match's round."""
    words, scale = Words(match.game.meta.name), Scale.of(review)
    console.print(f"[bold]{escape(words.name)}[/], {escape(title)}, reviewed for seat {review.seat}")
    console.print(f"{_judged_by(review)} ± is two standard errors.\n", style="dim")
    _show_moments(match, review, words, scale)
    _show_decisions(match, review, words, scale)
    _show_luck(review, words, scale)


def _judged_by(review: Review) -> str:
    if review.known:
        return "With all cards known, as nobody could: what the cards held, not how well they were played."
    return f"By what seat {review.seat} could know then: {review.worlds} worlds a decision."


def _show_moments(match: AnyMatch, review: Review, words: Words, scale: Scale) -> None:
    for moment in review.moments:
        cost = words.amount(scale.within(moment.by, moment.error))
        _show_moment(match, moment, words, MOMENT, "better", cost)
    for moment in review.well_evaluated:
        cost = words.amount(scale.within(-moment.by, moment.error))
        _show_moment(match, moment, words, WELL_EVALUATED, "next best", cost)


def _show_moment(
    match: AnyMatch, moment: Evaluation, words: Words, mark: str, other: str, amount: str
) -> None:
    is_loss = mark == MOMENT
    heading = f"{mark} Move {_move_number(match, moment)} · {words.phase(moment.phase)}"
    told = f"better by {amount}" if is_loss else f"well judged by {amount}"
    console.print(Text(heading, "bold"), Text(f"  {told}", "yellow" if is_loss else "green"))
    write = match.game.notation.write
    rows = grid()
    rows.add_row(" played", coloured(words.move(write(moment.played))))
    rows.add_row(f" {other}", coloured(words.move(write(moment.other))))
    why = words.reason(moment.why if is_loss else None)
    if why:
        rows.add_row(" why", coloured(why))
    if not moment.all_tried:
        rows.add_row("", Text(f"{moment.tried} moves were tried; the others are not compared.", "dim"))
    console.print(rows)
    console.print()


def _move_number(match: AnyMatch, decision: Evaluation) -> int:
    return decision.at - match.round.dealt_at


def _show_decisions(match: AnyMatch, review: Review, words: Words, scale: Scale) -> None:
    rows = Table("move", "played", "best other", box=None, pad_edge=False, header_style="dim")
    for name in ("better by", "expected"):
        rows.add_column(name, justify="right", no_wrap=True)
    rows.add_column("", no_wrap=True)
    rows.add_row("deal", "", "", "", *_on_curve(review.luck.value, POINT, scale))
    for decision in review.decisions:
        rows.add_row(
            str(_move_number(match, decision)),
            *(coloured(each) for each in _moves(match, decision, words)),
            scale.within(decision.by, decision.error, "+"),
            *_on_curve(decision.expected, _mark(review, decision), scale),
        )
    if review.result is not None:
        rows.add_row("result", "", "", "", *_on_curve(float(review.result[review.seat]), POINT, scale))
    console.print(rows)
    if not all(decision.all_tried for decision in review.decisions):
        console.print("* Some of many moves were tried; the others are not compared.", style="dim")
    console.print()


def _moves(match: AnyMatch, decision: Evaluation, words: Words) -> Iterator[str]:
    def brief(move: Move) -> str:
        return words.brief(match.game.notation.write(move))

    yield brief(decision.played)
    yield brief(decision.other) + ("" if decision.all_tried else " *")


def _mark(review: Review, decision: Evaluation) -> str:
    if decision in review.moments:
        return MOMENT
    return WELL_EVALUATED if decision in review.well_evaluated else POINT


def _on_curve(value: float, mark: str, scale: Scale) -> tuple[str, str]:
    return scale.write(value), scale.plot(value, mark)


def _show_luck(review: Review, words: Words, scale: Scale) -> None:
    luck = review.luck
    value, average = words.amount(scale.write(luck.value)), scale.write(luck.average)
    by = scale.within(luck.by, luck.error, "+")
    console.print(
        f"Luck of the deal: these cards are worth {value}, cards in this place {average} on average: {by}."
    )
    console.print(f"Play: {len(review.decisions)} decisions, of which {_lost(review, words, scale)}.")


def _lost(review: Review, words: Words, scale: Scale) -> str:
    losses = sum(decision.is_loss for decision in review.decisions)
    if not losses:
        return "none lost anything for sure"
    if review.known:  # no sum: what one move lost, another may have brought back
        return f"{losses} brought less than another move, with these cards"
    return f"{losses} lost {words.amount(scale.write(review.lost))} in all"

"""A round on a terminal: the table at a moment, and its moves one by one."""

from collections.abc import Iterator
from typing import Any, Literal

from rich.markup import escape
from rich.table import Table
from rich.text import Text

from sevenfold.cli.common import UsageMistake, console
from sevenfold.cli.words import Words, by_suit, seat_name
from sevenfold.core.events import Event
from sevenfold.core.ledger import step_events
from sevenfold.core.match import AnyMatch
from sevenfold.core.shown import with_symbols
from sevenfold.core.steps import Step
from sevenfold.core.views import View

Viewer = int | None | Literal["open"]
"""Who looks: a seat, a spectator (None), or somebody to whom all hands lie open."""


class NoSuchMove(UsageMistake):
    """A moment that a round does not have."""

    def __init__(self, at: int, moves: int) -> None:
        super().__init__(f"--at {at}: the round has {moves} moves")


def grid() -> Table:
    """Columns without lines."""
    return Table.grid(padding=(0, 2))


def coloured(text: str) -> Text:
    """A text in which the red suits are red."""
    shown = Text(text)
    shown.highlight_regex(r"[♥♦](?: [2-9TJQKA])+(?=  |$)|[2-9TJQKA]?[♥♦]", "red")
    return shown


def show_round(match: AnyMatch, viewer: Viewer, title: str, *, at: int | None, whole: bool) -> None:
    """A round with its moves and result; with `at` only the table then, with `whole` the table after each
    move. Raises NoSuchMove.
    """
    words, moves = Words(match.game.meta.name), len(match.round.steps)
    if at is not None and at > moves:
        raise NoSuchMove(at, moves)
    console.print(f"[bold]{escape(words.name)}[/], {escape(title)}, {_whose(viewer)}\n")
    if at is None and not whole:
        _show_table(_at(match, 0), viewer, words)
        _show_moves(match, viewer, words)
        _show_result(match, viewer, words)
        return
    for number in range(moves + 1) if at is None else [at]:
        _show_after(match, number, viewer, words)
    if at in (None, moves):
        _show_result(match, viewer, words)


def show_until(match: AnyMatch, viewer: Viewer, title: str) -> None:
    """A round as far as it was played: the deal, its moves, and the table after them."""
    words = Words(match.game.meta.name)
    console.print(f"[bold]{escape(words.name)}[/], {escape(title)}, {_whose(viewer)}\n")
    _show_table(_at(match, 0), viewer, words)
    _show_moves(match, viewer, words)
    _show_table(match, viewer, words)
    _show_result(match, viewer, words)


def _at(match: AnyMatch, number: int) -> AnyMatch:
    """The match after so many moves of its round that stand."""
    round_ = match.round
    return match.at(round_.steps[number - 1].version if number else round_.dealt_at)


def _whose(viewer: Viewer) -> str:
    if viewer == "open":
        return "all hands open"
    return "as a spectator saw it" if viewer is None else f"as seat {viewer} saw it"


def _show_after(match: AnyMatch, number: int, viewer: Viewer, words: Words) -> None:
    """The table after so many moves, under the last of them."""
    if number:
        step = match.round.steps[number - 1]
        move, events = _told(match, step, viewer, words)
        told = " ".join([f"{seat_name(step.seat)}  {move}" if move else "", *events]).strip()
        console.print(Text(f"{number}  ", "bold").append_text(coloured(told)))
    else:
        console.print("[bold]The deal[/]")
    _show_table(_at(match, number), viewer, words)


def _show_table(match: AnyMatch, viewer: Viewer, words: Words) -> None:
    """The hands, what lies on the table, and the labelled fields of the view."""
    public = match.view(None if viewer == "open" else viewer)
    acting = match.acting if viewer == "open" else public.acting
    hands = grid()
    for seat in range(match.players):
        hands.add_row("→" if seat in acting else " ", seat_name(seat), coloured(_hand(match, viewer, seat)))
    console.print(hands)
    lines = [(words.phase(public.phase), ""), *_piles(public), *words.fields(public)]
    rows = grid()
    for label, shown in lines:
        rows.add_row(" ", Text(label, "dim"), coloured(shown))
    console.print(rows)
    console.print()


def _hand(match: AnyMatch, viewer: Viewer, seat: int) -> str:
    if viewer in ("open", seat):
        return by_suit(match.view(seat).hand)
    cards = match.view(None).hand_sizes[seat]
    return f"{cards} card{'s' if cards != 1 else ''}"


def _piles(view: View) -> Iterator[tuple[str, str]]:
    for pile in view.table:
        yield "on the table" if pile.seat is None else f"seat {pile.seat} laid", with_symbols(pile.cards)


def _show_moves(match: AnyMatch, viewer: Viewer, words: Words) -> None:
    rows = grid()
    for number, step in enumerate(match.round.steps, 1):
        move, events = _told(match, step, viewer, words)
        if move or events:
            rows.add_row(
                Text(str(number), justify="right"),
                seat_name(step.seat) if move else "",
                coloured(move),
                coloured(" ".join(events)),
            )
    console.print(rows)
    console.print()


def _told(match: AnyMatch, step: Step[Any], viewer: Viewer, words: Words) -> tuple[str, list[str]]:
    """A move as it is told, empty where it is not, and what came of it in sentences."""
    who = None if viewer == "open" else viewer
    events = step_events(match.game, step, who, 0)
    made = next((event.move for event in events if event.kind in ("move", "chance")), None)
    if viewer == "open":
        made = match.game.notation.write(step.move)
    told = [words.event(event, who) for event in events if _comes_of_it(event)]
    return words.brief(made) if made else "", [each for each in told if each]


def _comes_of_it(event: Event) -> bool:
    return event.kind not in ("move", "chance", "round")


def _show_result(match: AnyMatch, viewer: Viewer, words: Words) -> None:
    for line in words.result(match.view(None if viewer == "open" else viewer)):
        if line:
            console.print(coloured(line))
    result = match.round.result
    if result is not None:
        brought = ", ".join(
            f"seat {seat} {points:+d}".replace("-", "−") for seat, points in enumerate(result)
        )
        console.print(f"[bold]Result[/]: {brought}\n")

"""Figures as bars on a log scale, with a group for each game and a colour for each library."""

from collections.abc import Sequence
from pathlib import Path

import typer

from bench.measure import LibraryMissing, Measured, load

WIDTH, BAR_HEIGHT, MARGIN = 9.0, 0.32, 1.3
"""Inches."""

SLOWEST = 1000
"""Moves a second where the bars begin."""

COLORS = {
    "sevenfold": "#7fb69f",
    "sevenfold compiled": "#1a6b4f",
    "OpenSpiel": "#c77b30",
    "RLCard": "#7a6aa6",
}
OTHERS = "#8a8a8a"


def can_draw(path: Path | None) -> Path | None:
    """A file to draw to, refused before anything is measured where Matplotlib is missing."""
    try:
        if path is not None:
            load("matplotlib", "matplotlib.figure")
    except LibraryMissing as missing:
        raise typer.BadParameter(str(missing)) from missing
    return path


def draw(groups: Sequence[Measured], path: Path) -> None:
    """Moves a second of each engine, in the format that the file's name ends in."""
    bars = [(gap, engine, figure) for gap, group in enumerate(groups) for engine, figure in group]
    rows = [-number - gap for number, (gap, _, _) in enumerate(bars)]
    size = (WIDTH, MARGIN - BAR_HEIGHT * rows[-1])
    drawing = load("matplotlib", "matplotlib.figure").Figure(figsize=size, layout="constrained")
    axes = drawing.add_subplot()
    libraries: dict[str, object] = {}
    for row, (_, engine, figure) in zip(rows, bars, strict=True):
        color = COLORS.get(engine.library, OTHERS)
        bar = axes.barh(row, figure.moves_per_second, color=color)
        axes.bar_label(bar, fmt="{:,.0f}", padding=4, fontsize="small")
        libraries.setdefault(engine.library, bar)
    axes.set_xscale("log")
    axes.set_xlim(SLOWEST, 3 * max(figure.moves_per_second for _, _, figure in bars))
    axes.margins(y=0.02)
    axes.set_yticks(rows, [f"{engine.name}, {engine.how}" for _, engine, _ in bars])
    axes.set_xlabel("legal random moves a second, one core")
    axes.spines[["top", "right"]].set_visible(False)
    drawing.legend(
        libraries.values(), libraries, loc="outside upper right", ncols=len(libraries), frameon=False
    )
    drawing.savefig(path, dpi=150)

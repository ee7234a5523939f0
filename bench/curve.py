"""Learning curves of `examples/ppo.py --curve FILE`, as a picture.

python -m bench.curve lockup.jsonl trump7.jsonl --draw docs/images/learning.png
"""

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from bench.measure import load

COLORS = ("#6b4fa0", "#1a6b4f", "#c77b30", "#a03a4f")


class Point(msgspec.Struct):
    """A report: CPU time, rounds, and how far ahead of the rule-based players, with half its interval."""

    seconds: float
    rounds: int
    ahead: float
    around: float


def main(
    files: list[Path],
    draw: Annotated[Path, typer.Option(help="The picture.")],
) -> None:
    """Draw a line for each file, named as it is."""
    drawing = load("matplotlib", "matplotlib.figure").Figure(figsize=(8.0, 4.2), layout="constrained")
    axes = drawing.add_subplot()
    for file, color in zip(files, COLORS, strict=False):
        points = [msgspec.json.decode(line, type=Point) for line in file.read_bytes().splitlines()]
        times = [point.seconds for point in points]
        axes.plot(times, [point.ahead for point in points], color=color, label=file.stem, marker=".")
        low, high = zip(*((p.ahead - p.around, p.ahead + p.around) for p in points), strict=True)
        axes.fill_between(times, low, high, color=color, alpha=0.15, linewidth=0)
    axes.axhline(0, color="#8a8a8a", linewidth=1)
    axes.annotate("the rule-based player", (0, 0), xytext=(4, 4), textcoords="offset points", color="#5a5a5a")
    axes.set_xlabel("CPU seconds")
    axes.set_ylabel("points a round ahead of the others")
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False, loc="lower right")
    drawing.savefig(draw, dpi=130)


if __name__ == "__main__":
    typer.run(main)

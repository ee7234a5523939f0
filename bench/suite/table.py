"""The tables of docs/benchmark.md, from the results of runs in `bench/suite/results`.

python -m bench.suite.table
"""

from collections.abc import Iterator
from pathlib import Path

import typer

from sevenfold.suite.belief import LogLoss
from sevenfold.suite.meeting import Met
from sevenfold.suite.pool import NAMES
from sevenfold.suite.results import SuiteResult, read_result
from sevenfold.suite.tasks import TASKS

RESULTS = Path(__file__).parent / "results"
NONE = "–"


def results() -> dict[Path, SuiteResult]:
    """The results, by their files."""
    return {file: read_result(file) for file in sorted(RESULTS.glob("*.json"))}


def of_pool(task: str) -> Iterator[str]:
    """The table of a task's pool: a row for each agent, a column for each opponent."""
    names = [name for name in NAMES if name in {each.name for each in TASKS[task].frozen.opponents}]
    yield f"| agent | {' | '.join(names)} | deals |"
    yield f"| --- |{' --- |' * (len(names) + 1)}"
    for result in results().values():
        if result.task == task and result.pool:
            met = {each.opponent: each for each in result.pool}
            deals = ", ".join(str(number) for number in dict.fromkeys(each.deals for each in result.pool))
            whole = "" if all(each.whole for each in result.pool) else ", a try"
            gains = " | ".join(_gain(met[name]) if name in met else NONE for name in names)
            yield f"| {_name(result)} | {gains} | {deals}{whole} |"


def _name(result: SuiteResult) -> str:
    return result.agent.rpartition(":")[2]


def _gain(met: Met) -> str:
    return f"{met.gain:+.3f} ± {met.reach:.3f}"


def others() -> Iterator[str]:
    """What the other tracks found, a row each."""
    yield "| task | agent | track | what | found |"
    yield "| --- | --- | --- | --- | --- |"
    for result in results().values():
        row, cross = f"| {result.task} | {_name(result)} |", result.cross_play
        best, lost = result.response, result.decisions
        if cross is not None:
            loss = f"{cross.loss:+.3f} ± {cross.reach:.3f}"
            yield f"{row} cross-play | {len(cross.seeds)} seeds, {cross.deals} deals | loses {loss} |"
        if best is not None:
            gain = f"{best.gain:+.3f} ± {best.reach:.3f}"
            yield f"{row} best response | {best.by}, {best.deals} deals | gains {gain} |"
        for each in result.belief:
            yield f"{row} belief | {_asked(each)} | {each.loss:.3f} ± {each.reach:.3f} nats |"
        if lost is not None:
            what = f"{lost.decisions} decisions, {lost.worlds} worlds"
            yield f"{row} decisions | {what} | loses {lost.loss:.3f} ± {lost.reach:.3f} |"
        for deck in result.short_decks:
            yield f"{row} short decks | {deck.short_deck} | NashConv {deck.nash_conv:.4f} |"


def _asked(loss: LogLoss) -> str:
    return f"{loss.question}, by {loss.by}, {loss.answers} answers"


def main() -> None:
    """Print all tables."""
    for name, task in TASKS.items():
        if not task.is_mini:
            typer.echo("\n".join([f"### {name}", "", *of_pool(name), ""]))
    typer.echo("\n".join(others()))


if __name__ == "__main__":
    typer.run(main)

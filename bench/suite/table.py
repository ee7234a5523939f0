"""The tables of docs/benchmark.md, from the summaries of runs in `results.json`.

    python -m bench.suite.table
    python -m bench.suite.table --add T.json

A summary is the file of a run with the hashes of its samples in their place: the command makes these again.
"""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from msgspec.structs import replace

from sevenfold.suite.belief import CARDS, PARTNER, LogLoss
from sevenfold.suite.meeting import Met
from sevenfold.suite.pool import NAMES
from sevenfold.suite.results import SuiteResult, read_result
from sevenfold.suite.tasks import TASKS

RESULTS = Path(__file__).parent / "results.json"
NONE = "–"
HIDDEN_PARTNER = "HiddenPartner-v1"


def results() -> dict[str, SuiteResult]:
    """The results, by their names."""
    return msgspec.json.decode(RESULTS.read_bytes(), type=dict[str, SuiteResult])


def summary(result: SuiteResult) -> SuiteResult:
    """A result with hashes in place of its samples."""
    pool = [replace(met, samples=_hash(met.samples), usual=_hash(met.usual)) for met in result.pool]
    return replace(result, pool=tuple(pool))


def _hash(samples: str) -> str:
    return f"sha256 {sha256(samples.encode()).hexdigest()}"


def _add(file: Path) -> None:
    known = {**results(), file.stem: summary(read_result(file))}
    lines = [f'"{name}": {msgspec.json.encode(known[name]).decode()}' for name in sorted(known)]
    RESULTS.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


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
    return _short(result.agent)


def _short(name: str) -> str:
    """The name without the module in which it is."""
    return name.rpartition(":")[2]


def _gain(met: Met) -> str:
    return f"{met.gain:+.3f} ± {met.reach:.3f}"


def with_strangers(task: str) -> Iterator[str]:
    """How agents of a task do with others than their like: of other seeds, and of the kind that is worst for
    them.
    """
    yield "| agent | among other seeds | worst among | gain there |"
    yield "| --- | --- | --- | --- |"
    for result in results().values():
        cross, met = result.cross_play, [of for of in result.pool if of.opponent != result.agent]
        if result.task != task or not (cross or met):
            continue
        lost = NONE if ":" in result.agent else "the same player"
        if cross is not None:
            lost = f"{-cross.loss:+.3f} ± {cross.reach:.3f}, {cross.deals} deals"
        worst = min(met, key=lambda of: of.gain, default=None)
        among = f"{worst.opponent}, {worst.deals} deals | {_gain(worst)}" if worst else f"{NONE} | {NONE}"
        yield f"| {_name(result)} | {lost} | {among} |"


def of_partner() -> Iterator[str]:
    """What is believed of the partner: a row for each class of questions, a column for each who says it."""
    lost = {(of.by, of.question): of for result in results().values() for of in result.belief}
    asked = [each for each in dict.fromkeys(question for _, question in lost) if each.startswith(PARTNER)]
    names = list(dict.fromkeys(by for by, question in lost if question in asked))
    yield f"| question | answers | {' | '.join(map(_short, names))} |"
    yield f"| --- | --- |{' --- |' * len(names)}"
    for question in asked:
        said = [lost.get((by, question)) for by in names]
        cells = [NONE if of is None else f"{of.loss:.3f} ± {of.reach:.3f}" for of in said]
        answers = next(of.answers for of in said if of is not None)
        yield f"| {question} | {answers} | {' | '.join(cells)} |"


def others() -> Iterator[str]:
    """What the other tracks found, a row each, but for the partner."""
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
        for each in [of for of in result.belief if of.question == CARDS]:
            yield f"{row} belief | {_asked(each)} | {each.loss:.3f} ± {each.reach:.3f} nats |"
        if lost is not None:
            what = f"{lost.decisions} decisions, {lost.worlds} worlds"
            yield f"{row} decisions | {what} | loses {lost.loss:.3f} ± {lost.reach:.3f} |"
        for deck in result.short_decks:
            yield f"{row} short decks | {deck.short_deck} | NashConv {deck.nash_conv:.4f} |"


def _asked(loss: LogLoss) -> str:
    return f"{loss.question}, by {_short(loss.by)}, {loss.answers} answers"


def main(
    add: Annotated[Path | None, typer.Option(help="The file of a run to add first")] = None,
) -> None:
    """Print all tables."""
    if add is not None:
        _add(add)
    typer.echo("\n".join([*with_strangers(HIDDEN_PARTNER), "", *of_partner(), ""]))
    for name, task in TASKS.items():
        if not task.is_mini:
            typer.echo("\n".join([f"### {name}", "", *of_pool(name), ""]))
    typer.echo("\n".join(others()))


if __name__ == "__main__":
    typer.run(main)

"""The benchmark of frozen tasks: `sevenfold bench-suite list`, `show`, `train`, `run`, `check`."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from rich import box
from rich.table import Table

from sevenfold.cli.common import (
    Cluster,
    Force,
    UsageMistake,
    Workers,
    app,
    brought_by,
    check_new,
    command_line,
    console,
    exit_on,
    shared_out,
    with_progress,
)

if TYPE_CHECKING:
    from sevenfold.suite.results import Declared, SuiteResult
    from sevenfold.suite.training import TrainingLog

suite = typer.Typer(no_args_is_help=True, help="A benchmark of frozen tasks; needs the extra `fast`.")
app.add_typer(suite, name="bench-suite")

BudgetChoice = Literal["S", "M", "none"]
HeldOut = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE", help="The secret that the deals follow from; docs/benchmark.md says who has it."
    ),
]
TaskName = Annotated[str, typer.Argument(metavar="TASK", help="As `bench-suite list` names it.")]


@suite.callback()
def ready() -> None:
    """A benchmark of frozen tasks for players that learn; docs/benchmark.md. It needs the extra `fast`."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # small arrays: threads would wait for each other
    with exit_on(UsageMistake), brought_by("fast"):
        import sevenfold.envs  # noqa: F401


@suite.command("list")
def list_tasks() -> None:
    """List the tasks."""
    from sevenfold.suite.tasks import TASKS

    table = Table("task", "game", "seats", "what it asks", box=box.SIMPLE)
    for task in TASKS.values():
        table.add_row(task.name, task.game, str(task.players), task.asks)
    console.print(table)


@suite.command()
def show(
    task: TaskName,
    verify: Annotated[bool, typer.Option("--verify", help="Compare it with this installation.")] = False,
) -> None:
    """Show what is frozen of a task: versions, hashes, opponents."""
    import msgspec

    from sevenfold.suite.tasks import UnknownTask, find_task

    with exit_on(UnknownTask):
        found = find_task(task)
    written = msgspec.json.format(msgspec.json.encode(found.frozen), indent=2).decode()
    console.print(written, markup=False, soft_wrap=True)
    if verify:
        from sevenfold.suite.fingerprints import TaskMoved, check_frozen

        with exit_on(TaskMoved):
            check_frozen(found)
        console.print(f"{found.name} is here as version 1 froze it")


@suite.command()
def train(
    trainer: Annotated[
        str, typer.Argument(metavar="TRAINER", help="my.module:function; it is given a training session.")
    ],
    task: Annotated[str, typer.Option(help="As `bench-suite list` names it.")],
    out: Annotated[Path, typer.Option(metavar="FILE", help="Where the weights go, with FILE.json, the log.")],
    budget: Annotated[
        BudgetChoice,
        typer.Option(help="S: 10 million steps, an hour of CPU. M: an hour by the clock. none: no end."),
    ] = "S",
    seed: Annotated[int, typer.Option(help="Given to the session.")] = 0,
    force: Force = False,
) -> None:
    """Let a function train on a task within a budget that is counted.

    The function is given a training session:

    `make_env(n)` makes environments that count steps.
    `progress` and `left` say what is spent.
    `save(content)` writes the weights, with a log of what they took.

    It ends when it returns, or when the budget is used up; then what was
    saved last counts. `bench-suite run --log` gives the weights to an agent,
    and puts the log into its result. docs/benchmark.md has an example.
    """
    from sevenfold.suite.session import BudgetName
    from sevenfold.suite.tasks import UnknownTask, find_task
    from sevenfold.suite.training import NothingSaved, NoTrainer, TrainingOrder, log_of
    from sevenfold.suite.training import train as train_by

    with exit_on(UsageMistake, UnknownTask, NoTrainer, NothingSaved, OSError):
        for file in (out, log_of(out)):
            check_new(file, force=force)
        order = TrainingOrder(find_task(task), trainer, seed, BudgetName(budget), out, command_line())
        log = train_by(order, lambda log: console.print(f"saved after {log.spent}", soft_wrap=True))
    console.print(f"wrote {log.weights} and {log_of(out)}", soft_wrap=True)


@suite.command()
def run(
    agent: Annotated[str, typer.Argument(metavar="AGENT", help="my.module:function, or one of the pool.")],
    task: Annotated[str, typer.Option(help="As `bench-suite list` names it.")],
    track: Annotated[
        list[str] | None,
        typer.Option(help="pool, crossplay, response, belief, decisions, mini; may be repeated."),
    ] = None,
    deals: Annotated[
        int | None, typer.Option(min=2, help="Fewer deals, for a try: the result says so.")
    ] = None,
    opponent: Annotated[
        list[str] | None, typer.Option(help="Only this one of the pool; may be repeated, for a try.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Given to the agent's function.")] = 0,
    log: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="Of `bench-suite train`: its weights are run. One for each seed."),
    ] = None,
    budget: Annotated[
        BudgetChoice | None, typer.Option(help="What the training took, if there is no log.")
    ] = None,
    trained: Annotated[str, typer.Option(help="How it was trained, in your words.")] = "",
    held_out: HeldOut = None,
    json: Annotated[Path | None, typer.Option(metavar="FILE", help="Where the result goes.")] = None,
    force: Force = False,
    workers: Workers = 1,
    cluster: Cluster = None,
) -> None:
    """Run an agent at a task, and write a result that others can check.

    Workers share out whom it meets, and the moments that it is asked about; the result is the same by any
    number. The best response is learnt by one.
    """
    from sevenfold.compiled import CompiledUnavailable
    from sevenfold.compiled.arrays import WrongArray
    from sevenfold.envs.tree import WrongChances
    from sevenfold.envs.vector import IllegalAction
    from sevenfold.suite.agents import NoAgent
    from sevenfold.suite.held_out import NotCommitted, read_secret
    from sevenfold.suite.pool import NotInPool
    from sevenfold.suite.results import write_result
    from sevenfold.suite.running import NoShortDecks, Order, Track, usual_tracks
    from sevenfold.suite.running import run as run_order
    from sevenfold.suite.tasks import UnknownTask, find_task
    from sevenfold.suite.training import NoLog, NotTrainedHere, OtherWeights, read_log

    unknown = UsageMistake, UnknownTask, NoAgent, NotInPool, NoShortDecks, NotCommitted
    untrained = NoLog, NotTrainedHere, OtherWeights
    wrong = IllegalAction, WrongArray, WrongChances
    mistakes = (*unknown, *untrained, *wrong, CompiledUnavailable, OSError)
    with exit_on(*mistakes), shared_out(workers, cluster) as each:
        found = find_task(task)
        file = json or Path(f"{agent.replace(':', '-')}-{task}.json")
        check_new(file, force=force)
        none = sorted(set(track or ()) - set(Track))
        if none:
            raise UsageMistake(f"there is no track {none[0]!r}; the tracks are {', '.join(Track)}")
        logs = tuple(map(read_log, log or ()))
        order = Order(
            task=found,
            agent=agent,
            seed=seed,
            tracks=tuple(map(Track, track or ())) or usual_tracks(found),
            deals=deals,
            opponents=tuple(opponent or ()),
            declared=_declared(budget, trained, logs),
            logs=logs,
            command=command_line(),
            secret=read_secret(held_out) if held_out else None,
        )
        result = run_order(order, with_progress, each)
        write_result(file, result)
    _print(result)
    console.print(f"wrote {file}", soft_wrap=True)


def _declared(budget: str | None, trained: str, logs: "tuple[TrainingLog, ...]") -> "Declared":
    """What is said of the training; the budget is that of the logs. Raises UsageMistake."""
    from sevenfold.suite.results import Declared

    budgets = {budget, *(log.budget for log in logs)} - {None}
    if len(budgets) > 1:
        raise UsageMistake(f"one budget is wanted, not {', '.join(sorted(map(str, budgets)))}")
    return Declared(budget=str(budgets.pop()) if budgets else "none", trained=trained)


def _print(result: "SuiteResult") -> None:
    table = Table("track", "beside", "deals", "result", "gain, 95 %", box=box.SIMPLE)
    for met in result.pool:
        deals = f"{met.deals}" if met.whole else f"{met.deals}, fewer"
        gain = f"{met.gain:+.3f} ± {met.reach:.3f}"
        table.add_row("pool", met.opponent, deals, f"{met.result:.3f}", gain)
    cross, best, lost = result.cross_play, result.response, result.decisions
    if cross is not None:
        loss = f"{-cross.loss:+.3f} ± {cross.reach:.3f}"
        table.add_row("crossplay", f"{len(cross.seeds)} seeds", str(cross.deals), "", loss)
    if best is not None:
        table.add_row("response", best.by, str(best.deals), "", f"{best.gain:+.3f} ± {best.reach:.3f}")
    for each in result.belief:
        table.add_row(
            "belief", f"{each.question}, {each.by}", "", f"{each.loss:.3f} ± {each.reach:.3f} nats", ""
        )
    if lost is not None:
        table.add_row(
            "decisions", f"{lost.decisions} decisions", "", "", f"{-lost.loss:+.3f} ± {lost.reach:.3f}"
        )
    for deck in result.short_decks:
        table.add_row("mini", deck.short_deck, "all", f"NashConv {deck.nash_conv:.4f}", "")
    console.print(
        f"{result.agent} at {result.task}{'' if result.whole else ', a try with fewer deals or opponents'}"
    )
    for log in result.training:
        console.print(f"seed {log.seed}: {log.spent}; budget {log.budget}", soft_wrap=True)
    console.print(table)


@suite.command()
def check(
    file: Annotated[Path, typer.Argument(help="A result of `bench-suite run`.")],
    deals: Annotated[int, typer.Option(min=2, help="So many are played again with each opponent.")] = 20,
    held_out: HeldOut = None,
) -> None:
    """Look at a result again: compute what can be computed, play again what can be played."""
    from sevenfold.compiled import CompiledUnavailable
    from sevenfold.suite.checking import check as look_again
    from sevenfold.suite.held_out import NotCommitted, read_secret
    from sevenfold.suite.results import NoResult
    from sevenfold.suite.tasks import UnknownTask

    signs = {True: "right", False: "WRONG", None: "not looked at"}
    with exit_on(NoResult, UnknownTask, NotCommitted, CompiledUnavailable, OSError):
        findings = look_again(file, deals, with_progress, read_secret(held_out) if held_out else None)
    for each in findings:
        console.print(f"{signs[each.right]}: {each.what}: {each.found}", markup=False, soft_wrap=True)
    if any(each.right is False for each in findings):
        raise typer.Exit(1)

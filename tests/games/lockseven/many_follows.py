"""Whether LockSeven's rules and the literal oracle of the tests agree on random follows (LS-7.1, LS-7.2).

Hands are full-size and rich in pairs and tractors; most follows are legal, the others miss by a card or two.
How long the rules take for each is measured as well: `python -m tests.games.lockseven.many_follows`.
"""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from random import Random
from time import perf_counter, perf_counter_ns
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

from sevenfold.core.deal import Deal
from sevenfold.games import load_game
from tests.games.lockseven import oracle
from tests.games.lockseven.positions import any_trump, near_follows, rich_deal, some_lead

GAME = load_game("lockseven")
OPTIONS = GAME.meta.make_options(None, {})
PACK = GAME.rules.pack(OPTIONS)
BATCH = 1000
EACH = 20
"""How many follows one hand makes to one lead."""


def compared(seed: int) -> tuple[Counter[str], list[int]]:
    """What the oracle says of a batch of follows: counts of its answers, of follows that answer a tractor,
    and, under `disagreements`, of rules that say something else; and the ns that the rules took for each.
    """
    rng, said, times = Random(seed), Counter[str](), list[int]()
    while said["follows"] < BATCH:
        said.update(said_of_one_lead(rng, times))
    return said, times


def said_of_one_lead(rng: Random, times: list[int]) -> Iterator[str]:
    trump = any_trump(rng)
    hands, bottom = rich_deal(rng, trump)
    lead = some_lead(rng, hands[0], trump)
    led = oracle.what_stands(lead, hands[1:], trump)
    if len(led) == 1 or (led != lead and rng.random() < 0.8):
        return
    deal = Deal(tuple(tuple(map(PACK.kind, hand)) for hand in hands), tuple(map(PACK.kind, bottom)))
    state = GAME.position.set_up(OPTIONS, 4, deal, 0, {"host": 0, "called": "S", "trump": trump})
    GAME.rules.apply(state, 0, GAME.notation.parse(" ".join(lead)))
    tractor = len(oracle.split(led, trump)[0]) > 2
    for follow in near_follows(rng, hands[1], led, trump, EACH):
        move = GAME.notation.parse(" ".join(follow))
        started = perf_counter_ns()
        code = GAME.rules.check(state, 1, move)
        times.append(perf_counter_ns() - started)
        violation = oracle.violation_of_follow(hands[1], follow, led, trump, False) or "ok"
        yield from ("follows", violation, *(["tractors"] * tractor))
        if violation != GAME.violation_name(code):
            yield "disagreements"


def main(
    follows: Annotated[int, typer.Option(min=BATCH, help="how many, in batches of 1,000")] = 100_000,
    seed: int = 1,
    processes: Annotated[int, typer.Option(min=1)] = 2,
) -> None:
    """Agreement of rules and oracle on random follows."""
    batches = range(seed * 1_000_000, seed * 1_000_000 + follows // BATCH)
    said, times, started = Counter[str](), list[int](), perf_counter()
    with ProcessPoolExecutor(processes) as pool:
        for batch, taken in track(pool.map(compared, batches), "following", len(batches), transient=True):
            said += batch
            times += taken
    seconds = perf_counter() - started
    tried = said["follows"]
    table = Table("follows", "agreed", "to a tractor", "legal", "LS-7.1", "LS-7.2", "seconds")
    shares = (f"{said[name] / tried:.0%}" for name in ("tractors", "ok", "LS-7.1", "LS-7.2"))
    table.add_row(f"{tried:,}", f"{tried - said['disagreements']:,}", *shares, f"{seconds:.0f}")
    Console().print(table)
    times.sort()
    mean, rare = sum(times) / len(times), times[len(times) * 999 // 1000]
    legality = Table("one follow checked, in µs", "mean", "99.9th percentile", "slowest")
    legality.add_row("", *(f"{taken / 1000:,.1f}" for taken in (mean, rare, times[-1])))
    Console().print(legality)


if __name__ == "__main__":
    typer.run(main)

"""What `sevenfold arena` does: it plays a contest, keeps its file, and shows how it stands."""

from collections.abc import Iterable
from pathlib import Path

from rich.table import Table

from sevenfold.arena.contest import Contest, Sample
from sevenfold.arena.ladder import ratings
from sevenfold.arena.parallel import play_contest
from sevenfold.arena.report import make_report, read_samples, table_of, write_report
from sevenfold.bots.levels import Level
from sevenfold.core.each import ForEach
from sevenfold.core.game import AnyGame
from sevenfold.core.with_progress import WithProgress
from sevenfold.search.warm import warm_up_search

KEPT_EVERY = 20
"""How many deals are played between two writings of the file."""


def run_contest(
    contest: Contest,
    deals: int,
    file: Path | None,
    each: ForEach,
    game: AnyGame,
    progress: WithProgress,
) -> list[Sample]:
    """Play the contest, or go on with the one in the file. Raises OtherContest, OSError."""
    samples = read_samples(file, contest) if file else []
    warm_up_players(game, contest.players)
    played = play_contest(contest, deals, samples, each)
    for _ in progress(played, deals - len(samples), "Playing"):
        if file and len(samples) % KEPT_EVERY == 0:
            write_report(file, make_report(contest, samples))
    if file:
        write_report(file, make_report(contest, samples))
    return samples


def warm_up_players(game: AnyGame, names: Iterable[str]) -> None:
    """Compile what these players take, if they search: once, before many processes would."""
    searching = {level for level in Level if level.searches}
    if game.sample is not None and searching & set(names):
        warm_up_search(game)


def shown(contest: Contest, samples: list[Sample], *, with_ratings: bool) -> Table:
    """How the contest stands; with ratings for a ladder."""
    rated = ratings(samples, len(contest.players)) if with_ratings else []
    return table_of(make_report(contest, samples), dict(zip(contest.players, rated, strict=False)))

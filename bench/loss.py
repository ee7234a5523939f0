"""What players lose by single moves, by kind of decision: in minutes what matches tell in hours.

A player plays rounds at all seats. Each decision is judged by a search of its own in many more worlds than
the player had: the best move is found in one half of them, and what the one made loses against it in the
other half. Nothing is lost where both are one. What a round loses is what a seat loses in it on average; the
rounds are the samples. It is a lower bound in so far as the search finds no better move than it tries, and it
says nothing of mistakes that the search makes too: it plays on by rules, or with `--rollouts learnt` by the
learnt player.

    python -m bench.loss trump7 --player hard --rounds 50

With `--against` a second player is compared with the first, decision by decision: the rounds are those that
it plays, and wherever the two would make different moves these are compared in worlds that neither had. That
takes far fewer rounds than a match.

    python -m bench.loss seven_bridge --player 60000 --against 12000 --rounds 100
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from time import process_time
from typing import Annotated, Any, NamedTuple

import typer
from rich.box import MARKDOWN
from rich.progress import track
from rich.table import Table

from bench.kinds import KINDS
from bench.levels import player_of
from bench.measure import console, machine
from sevenfold.bots.players import Player
from sevenfold.core.duplicate import interval
from sevenfold.core.game import AnyGame
from sevenfold.core.moves import Move
from sevenfold.games import OWN_GAMES, load_game
from sevenfold.search.evaluate import ahead_of_others
from sevenfold.search.loss import loss_of
from sevenfold.search.review import tallied
from sevenfold.search.trials import Trials
from sevenfold.suite import moments

WORLDS = 1200
"""In how many worlds a decision is judged; Hard has 20 to 200 a move."""

ALL = "all"


class Decision(NamedTuple):
    """A decision that is not forced, and the seed by which it is judged."""

    kind: str
    seen: Any
    seat: int
    move: Move
    seed: int


class ByKind(NamedTuple):
    """What each round lost or gained a seat by kind of decision, and how many of a kind there were."""

    sums: dict[str, list[float]]
    decisions: Counter[str]


Evaluator = Callable[[Decision], float]


def decisions(game: AnyGame, player: Player[Any], number: int, seed: int) -> Iterator[Decision]:
    """Those of a round that a player plays at all seats."""
    kind_of = KINDS[game.meta.name]
    for each in moments.decisions(game, player, number, seed):
        yield Decision(kind_of(each.seen, each.seat), each.seen, each.seat, each.move, each.seed)


def summed(game: AnyGame, player: Player[Any], judge: Evaluator, rounds: int, seed: int) -> ByKind:
    """Play rounds, and sum up what a judge says of the decisions."""
    seats, found, often = game.meta.seats(None), [], Counter[str]()
    for number in track(range(rounds), game.meta.name, transient=True):
        sums: dict[str, float] = defaultdict(float)
        for decision in decisions(game, player, number, seed):
            sums[decision.kind] += judge(decision) / seats
            often[decision.kind] += 1
        found.append(sums)
    kinds = {kind: [sums.get(kind, 0.0) for sums in found] for kind in sorted(often)}
    often[ALL] = often.total()
    return ByKind({ALL: [sum(sums.values()) for sums in found], **kinds}, often)


def losses(game: AnyGame, name: str, rounds: int, worlds: int, seed: int, judged_by: AnyGame) -> ByKind:
    """What a player loses against the best moves."""

    def judge(made: Decision) -> float:
        return loss_of(judged_by, made.seen, made.seat, made.move, worlds, made.seed)

    return summed(game, player_of(name, game, seed), judge, rounds, seed)


def gains(
    game: AnyGame, name: str, against: str, rounds: int, worlds: int, seed: int, judged_by: AnyGame
) -> ByKind:
    """What a player's moves bring more than those of another, who plays the rounds."""
    player = player_of(name, game, seed)

    def judge(made: Decision) -> float:
        move = player(made.seen, made.seat)
        if move == made.move:
            return 0.0
        trials = Trials(judged_by, made.seen, made.seat, made.seed)
        utility = ahead_of_others(game.meta, made.seat)
        by, _ = tallied(trials, utility, [made.move, move], worlds).ahead(1, 0)
        return by

    return summed(game, player_of(against, game, seed + 1), judge, rounds, seed)


def main(
    games: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="All, unless named.")] = None,
    player: Annotated[
        list[str] | None, typer.Option(help="Players, as `bench.levels` has them; may be repeated.")
    ] = None,
    against: Annotated[
        str | None, typer.Option(help="Compare with this player instead, who plays the rounds.")
    ] = None,
    rounds: Annotated[int, typer.Option(min=2)] = 50,
    worlds: Annotated[int, typer.Option(min=16, help="In which each decision is judged.")] = WORLDS,
    rollouts: Annotated[str, typer.Option(help="Who plays on: rules, or learnt.")] = "rules",
    seed: int = 1,
) -> None:
    """What a seat loses a round, or gains on another player, by kind of decision."""
    what = "loss a round" if against is None else f"ahead of {against} a round"
    table = Table(
        *("game", "player", "decisions", "a seat's a round", what),
        caption=f"{rounds} rounds, {worlds} worlds, rollouts by {rollouts}, 95 %",
        box=MARKDOWN,
    )
    out = console()
    out.print(machine())
    for name in games or OWN_GAMES:
        game: AnyGame = load_game(name)
        judged_by = game.by_learnt() if rollouts == "learnt" else game
        for chosen in player or ["hard"]:
            began = process_time()
            if against is None:
                found = losses(game, chosen, rounds, worlds, seed, judged_by)
            else:
                found = gains(game, chosen, against, rounds, worlds, seed, judged_by)
            for kind, by in found.sums.items():
                often = found.decisions[kind] / rounds / game.meta.seats(None)
                table.add_row(name, chosen, kind, f"{often:.1f}", interval(by).text(3))
            out.print(f"{name}, {chosen}: {process_time() - began:.0f} CPU seconds")
    out.print(table)


if __name__ == "__main__":
    typer.run(main)

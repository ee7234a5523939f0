"""What players lose by single moves, by kind of decision: in minutes what matches tell in hours.

A player plays rounds at all seats. Each decision is judged by a search of its own in many more worlds than
the player had: the best move is found in one half of them, and what the one made loses against it in the
other half. Nothing is lost where both are one. What a round loses is what a seat loses in it on average; the
rounds are the samples. It is a lower bound in so far as the search finds no better move than it tries, and it
says nothing of mistakes that the search makes too: it plays on by the game's player, or with `--rollouts
learnt` by the learnt one.

    python -m bench.loss trump7 --player hard --rounds 50
"""

from collections import Counter, defaultdict
from itertools import islice
from time import process_time
from typing import Annotated, Any, NamedTuple

import typer
from rich.box import MARKDOWN
from rich.progress import track
from rich.table import Table

from bench.kinds import KINDS
from bench.levels import player_of
from bench.measure import console, machine
from sevenfold.arena.duplicate import interval
from sevenfold.core.choosing import legal_moves
from sevenfold.core.game import AnyGame
from sevenfold.core.seeded import SeededMatch, new_match
from sevenfold.games import ROOMS, load_game
from sevenfold.search.loss import loss_of

WORLDS = 1200
"""In how many worlds a decision is judged; Hard has 20 to 200 a move."""

ALL = "all"


class Lost(NamedTuple):
    """What each round lost a seat by kind of decision, and how many decisions of a kind a seat had in all."""

    by_kind: dict[str, list[float]]
    decisions: Counter[str]


def losses(game: AnyGame, player: str, rounds: int, worlds: int, seed: int, learnt: bool) -> Lost:
    """Play rounds by a player, and judge each decision."""
    kind_of, judge = KINDS[game.meta.name], game.by_learnt() if learnt else game
    by_round: list[dict[str, float]] = []
    decisions: Counter[str] = Counter()
    for number in track(range(rounds), f"{game.meta.name}: {player}", transient=True):
        match: SeededMatch[Any, Any] = new_match(game, seed=1_000_000 * seed + number)
        choose = player_of(player, game, seed + number)
        lost: dict[str, float] = defaultdict(float)
        while not match.round_over:
            seat = match.acting[0]
            seen: Any = match.seen(seat)
            move = choose(seen, seat)
            if len(list(islice(legal_moves(game.rules, seen, seat), 2))) == 2:
                kind = kind_of(seen, seat)
                by = loss_of(judge, seen, seat, move, worlds, 1_000 * number + match.version)
                lost[kind] += by / match.players
                decisions[kind] += 1
            match.play(seat, move)
        by_round.append(lost)
    kinds = {kind: [lost.get(kind, 0.0) for lost in by_round] for kind in sorted(decisions)}
    return Lost({ALL: [sum(lost.values()) for lost in by_round], **kinds}, decisions)


def main(
    games: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="All, unless named.")] = None,
    player: Annotated[
        list[str] | None, typer.Option(help="Players, as `bench.levels` has them; may be repeated.")
    ] = None,
    rounds: Annotated[int, typer.Option(min=2)] = 50,
    worlds: Annotated[int, typer.Option(min=16, help="In which each decision is judged.")] = WORLDS,
    rollouts: Annotated[str, typer.Option(help="Who plays on: rules, or learnt.")] = "rules",
    seed: int = 1,
) -> None:
    """What a seat loses a round, by kind of decision."""
    table = Table(
        *("game", "player", "decisions", "a seat's a round", "loss a round"),
        caption=f"{rounds} rounds, {worlds} worlds, rollouts by {rollouts}, 95 %",
        box=MARKDOWN,
    )
    out = console()
    out.print(machine())
    for name in games or ROOMS:
        game: AnyGame = load_game(name)
        seats = game.meta.seats(None)
        for chosen in player or ["hard"]:
            began = process_time()
            lost = losses(game, chosen, rounds, worlds, seed, rollouts == "learnt")
            lost.decisions[ALL] = lost.decisions.total()
            for kind, by in lost.by_kind.items():
                often = lost.decisions[kind] / rounds / seats
                table.add_row(name, chosen, kind, f"{often:.1f}", interval(by).text(3))
            out.print(f"{name}, {chosen}: {process_time() - began:.0f} CPU seconds")
    out.print(table)


if __name__ == "__main__":
    typer.run(main)

"""Endgames solved exactly: which share of them each level solves.

A position is a decision in the last four tricks of a round that the rule-based player plays at all seats. It
is solved with all hands known: the seat's own moves are tried to the end of the round, all others play by
rules, and what is left to chance counts as it is likely. So a move has one value: by how far the seat comes
out ahead of the others. The seat does not see all hands, so a question is fair only if the cards that it
cannot see do not change the answer. Kept are positions in which the same moves are best as the cards lie and
in 16 worlds that the seat cannot rule out, and in which other moves are worse. `positions.json` has 300 a
game: the number of the round, how many entries of its log come before, and the best moves.

    python -m bench.positions

asks each level. `--make` finds the positions anew; it takes minutes, and finds the same. Seven Bridge has
none: its stock is made anew when it is empty, so a hand has no last draw.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import msgspec
import typer
from rich.box import MARKDOWN
from rich.progress import track
from rich.table import Table

from bench.levels import player_of
from bench.measure import console
from sevenfold.bots.levels import Level
from sevenfold.bots.players import Player
from sevenfold.cards.masks import lowest
from sevenfold.core.choosing import legal_moves
from sevenfold.core.dice import dice_for
from sevenfold.core.duplicate import interval
from sevenfold.core.game import AnyGame
from sevenfold.core.moves import CHANCE, Move
from sevenfold.core.seeded import SeededMatch, new_match
from sevenfold.core.visibility import duplicate
from sevenfold.core.worlds import draw_world, empty_layout
from sevenfold.games import load_game
from sevenfold.search.evaluate import Utility, ahead_of_others

FILE = Path(__file__).with_name("positions.json")
GAMES = ("lockup", "trump7", "lockseven")
POSITIONS = 300
TRICKS, WORLDS = 4, 16
SEED = 58_000_000
"""The first round has this seed, the next one the number after it, and so on."""
SAME = 1e-9
"""Values that are nearer are equal: sums of what is likely are not exact."""
LEVELS = ("random", *(level.value for level in Level))


class Position(NamedTuple):
    """A decision of a round that rules play at all seats."""

    round: int
    version: int
    """How many entries of its log come before."""
    best: tuple[str, ...]
    """The best moves, as they are written."""


class Moment(NamedTuple):
    """A decision: the whole state, and what its seat sees."""

    version: int
    state: Any
    seen: Any
    seat: int


def moments(game: AnyGame, number: int) -> Iterator[tuple[SeededMatch[Any, Any], Moment]]:
    """The decisions of a round that rules play at all seats, with the match, which goes on after each."""
    match: SeededMatch[Any, Any] = new_match(game, seed=SEED + number)
    while not match.round_over:
        seat = match.acting[0]
        seen: Any = match.seen(seat)
        yield match, Moment(match.version, match.state, seen, seat)
        match.play(seat, game.choose(seen, seat))


# --- solved exactly -----------------------------------------------------------------------------------


def best_moves(game: AnyGame, state: Any, seat: int) -> list[Move]:
    """Those that are worth most to the seat that is to act."""
    utility = ahead_of_others(game.meta, seat)
    moves = list(legal_moves(game.rules, game.seen(state, seat), seat))
    values = [value(game, after(game, state, seat, move), seat, utility) for move in moves]
    most = max(values)
    return [move for move, worth in zip(moves, values, strict=True) if worth > most - SAME]


def value(game: AnyGame, state: Any, seat: int, utility: Utility) -> float:
    """What a state, which may be changed, is worth to a seat that makes its best moves, while others play by
    rules and all know all cards.
    """
    rules = game.rules
    while not rules.over(state):
        if outcomes := rules.chance(state):
            drawn = (after(game, state, CHANCE, rules.chance_move(state, index)) for index in range(outcomes))
            return sum(value(game, each, seat, utility) for each in drawn) / outcomes
        acting = lowest(rules.acting(state))
        seen = game.seen(state, acting)
        moves = list(legal_moves(rules, seen, acting)) if acting == seat else [game.choose(seen, acting)]
        if len(moves) > 1:
            return max(value(game, after(game, state, seat, move), seat, utility) for move in moves)
        rules.apply(state, acting, moves[0])
    return utility(tuple(game.returns(state)))


def after(game: AnyGame, state: Any, seat: int, move: Move) -> Any:
    """The state after a move."""
    made = duplicate(state)
    game.rules.apply(made, seat, move)
    return made


# --- which are fair -----------------------------------------------------------------------------------


def is_near(game: AnyGame, moment: Moment) -> bool:
    """Whether the last tricks are played, and a seat has a choice between a few moves."""
    state, moves = moment.state, legal_moves(game.rules, moment.seen, moment.seat)
    in_tricks = game.meta.name != "lockseven" or state.trump >= 0
    return in_tricks and max(state.hand_sizes) <= TRICKS and len(moves) > 1


def answer(game: AnyGame, moment: Moment, seed: int) -> list[Move]:
    """The moves that are best as the cards lie and in all worlds drawn. None where those differ, or all moves
    are alike.
    """
    seen, seat, sample = moment.seen, moment.seat, game.sample
    assert sample is not None
    best = best_moves(game, moment.state, seat)
    if len(best) == len(legal_moves(game.rules, seen, seat)):
        return []
    layout, world, dice = empty_layout(), duplicate(moment.state), dice_for(seed, 0)
    for _ in range(WORLDS):
        _, dice = draw_world(sample, seen, seat, layout, world, dice)
        if best_moves(game, world, seat) != best:
            return []
    return best


def found(game: AnyGame) -> Iterator[Position]:
    """Positions, at most one a round."""
    number = 0
    while True:
        for match, moment in moments(game, number):
            if is_near(game, moment) and (best := answer(game, moment, SEED + number)):
                yield Position(number, moment.version, tuple(map(match.write, best)))
                break
        number += 1


# --- who solves them ----------------------------------------------------------------------------------


def kept(game: str) -> list[Position]:
    """Those of a game in the file."""
    return msgspec.json.decode(FILE.read_bytes(), type=dict[str, list[Position]])[game]


def solved(game: AnyGame, player: Player[Any], positions: Sequence[Position]) -> list[float]:
    """1 for each position in which a player makes one of the best moves, else 0."""
    return [float(made(game, player, position) in position.best) for position in positions]


def made(game: AnyGame, player: Player[Any], position: Position) -> str:
    """What a player plays in a position, as it is written."""
    reached = moments(game, position.round)
    match, moment = next(each for each in reached if each[1].version == position.version)
    return match.write(player(moment.seen, moment.seat))


def written(games: dict[str, list[Position]]) -> Iterator[str]:
    """The file, with a position a line."""
    for number, (name, positions) in enumerate(games.items()):
        lines = ",\n".join(msgspec.json.encode(position).decode() for position in positions)
        before = ",\n" if number else "{\n"
        yield f'{before}"{name}": [\n{lines}\n]'
    yield "\n}\n"


def main(
    games: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="All, unless named.")] = None,
    player: Annotated[
        list[str] | None, typer.Option(help="The levels, unless named; may be repeated.")
    ] = None,
    positions: Annotated[int, typer.Option(min=2, help="How many of a game are asked, or made.")] = POSITIONS,
    make: Annotated[bool, typer.Option("--make", help="Find the positions anew and write them.")] = False,
) -> None:
    """The share of known positions that each level solves."""
    names, players = games or GAMES, player or LEVELS
    if make:
        file = msgspec.json.decode(FILE.read_bytes()) if FILE.exists() else {}
        for name in names:
            fresh = zip(track(range(positions), name, transient=True), found(load_game(name)), strict=False)
            file[name] = [position for _, position in fresh]
        FILE.write_text("".join(written(file)))
    table = Table("game", *players, caption="share solved, in %, 95 %", box=MARKDOWN)
    for name in names:
        game, asked = load_game(name), kept(name)[:positions]
        shares = [
            solved(game, player_of(each, game, 1), asked) for each in track(players, name, transient=True)
        ]
        table.add_row(name, *(interval([100 * one for one in share]).text(1) for share in shares))
    console().print(table)


if __name__ == "__main__":
    typer.run(main)

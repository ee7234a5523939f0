"""Hashes of what is frozen: of what rules, arrays and players do, not of how they are written.

Rounds are played by plain Python, and each step is written down. Whoever makes rules faster changes no hash;
whoever makes them different does.
"""

from collections.abc import Iterator
from hashlib import sha256
from itertools import islice
from random import Random
from typing import Any, NamedTuple

import msgspec

from sevenfold.arena.rounds import play_round
from sevenfold.bots.players import Player, RandomPlayer
from sevenfold.core.dealer import Dealer
from sevenfold.core.duplicate import Board
from sevenfold.core.legal import legal_moves
from sevenfold.core.moves import CHANCE, Move
from sevenfold.core.options import written_options
from sevenfold.envs.encoding import Encoding
from sevenfold.envs.solved import FROZEN, content
from sevenfold.errors import SevenfoldError
from sevenfold.suite.meeting import seed_of
from sevenfold.suite.pool import SEARCH, SIMULATED_MOVES, player_of, players_of, weights_hash
from sevenfold.suite.seating import ManyTables
from sevenfold.suite.tasks import DEALS, DEALS_OF_SEARCH, SUITE, Frozen, Opponent, Task

ROUNDS = 12
"""How many rounds are written down."""

MOVES_OF_SEARCH = 3
"""Of a player that searches so many decisions are."""

FIRST_DEALS = 64

LIES = ("first", "hands", "doubles", "order", "widow", "stock")
"""The fields of states that say what was dealt, where a game has them."""


class TaskMoved(SevenfoldError):
    """Something that version 1 names by its hash is not what it was."""

    def __init__(self, task: Task, names: list[str]) -> None:
        super().__init__(
            f"{task.name}: {', '.join(names)} moved since version {SUITE} of the suite was frozen, so "
            "results would not be those of others. Undo the change, or leave this version to the last "
            f"release and make version {SUITE + 1}: docs/benchmark.md, 'A new version', has the steps"
        )
        self.names = names


class RoundStep(NamedTuple):
    """A step of a round: before a seat's move, or chance's."""

    state: Any
    seat: int
    move: Move


def _rounds(task: Task, player: Player[Any], rounds: int) -> Iterator[RoundStep]:
    """The steps of rounds that a player plays at all seats; each ends with a step of no move."""
    game, dealer = task.played, Dealer(f"fingerprint {task.seed}".encode())
    for number in range(1, rounds + 1):
        board = Board.of_match(dealer, game, task.options, task.players, number)
        state = board.start(game, task.options, task.players)
        for seat, move in play_round(game, state, [player] * task.players, board.chance):
            yield RoundStep(state, seat, move)
        yield RoundStep(state, CHANCE, Move(0, 0, 0, 0))


def rules_hash(task: Task) -> str:
    """Of rounds at random: the options, the moves that were allowed at each step, and what it brought."""
    game, rules, found = task.played, task.played.rules, sha256()
    found.update(msgspec.json.encode(written_options(task.options)))
    for state, seat, move in _rounds(task, RandomPlayer(game, Random(task.seed)), ROUNDS):
        if rules.over(state):
            found.update(msgspec.json.encode(game.returns(state)))
            continue
        allowed: list[Any] = [] if seat == CHANCE or not rules.is_listed(state) else _texts(game, state, seat)
        found.update(msgspec.json.encode([seat, game.notation.write(move), allowed]))
    return found.hexdigest()


def _texts(game: Any, state: Any, seat: int) -> list[str]:
    return [game.notation.write(each) for each in legal_moves(game.rules, state, seat)]


def arrays_hash(task: Task) -> str:
    """Of the encoding: its table, and the observations of every seat in these rounds."""
    game, encoding = task.played, Encoding(task.played, task.players)
    blocks = [
        (each.field, each.form, each.offset, each.size, each.low, each.high) for each in encoding.blocks
    ]
    found = sha256(msgspec.json.encode(blocks))
    for state, seat, _ in _rounds(task, RandomPlayer(game, Random(task.seed)), ROUNDS):
        if seat != CHANCE:
            found.update(encoding.encode(game.seen(state, seat), seat).astype("<i2").tobytes())
    return found.hexdigest()


def plays_hash(name: str, task: Task) -> str:
    """Of what a player of the pool plays at all seats."""
    write, steps = task.played.notation.write, _rounds(task, player_of(name, task), ROUNDS)
    moves = (f"{seat} {write(move)}\n" for _, seat, move in steps if seat != CHANCE)
    some = islice(moves, MOVES_OF_SEARCH if name == SEARCH else None)
    return sha256("".join(some).encode()).hexdigest()


def deals_hash(task: Task) -> str:
    """Of the first held-out deals: what lies where, hidden cards too. Raises CompiledUnavailable."""
    found, env = sha256(), ManyTables(task, FIRST_DEALS, 1, seed_of(task, 0)).env
    for index in range(FIRST_DEALS):
        state: Any = env.state(index)
        lies = {name: getattr(state, name) for name in LIES if hasattr(state, name)}
        found.update(msgspec.json.encode(lies))
    return found.hexdigest()


def mini_hash() -> str:
    """Of the decks of version 1, and their equilibria."""
    return sha256(content(FROZEN)).hexdigest()


def fingerprint(task: Task) -> Frozen:
    """What a task is now, to be frozen or to be compared with what was. Raises CompiledUnavailable."""
    encoding = Encoding(task.played, task.players)
    return Frozen(
        game=task.game,
        players=task.players,
        options=written_options(task.options),
        rules_version=task.played.meta.rules_version,
        rules=rules_hash(task),
        encoding=encoding.name,
        arrays=arrays_hash(task),
        seed=task.seed,
        deals=deals_hash(task),
        opponents=() if task.is_mini else tuple(_opponent(name, task) for name in players_of(task)),
        mini=mini_hash() if task.is_mini else None,
    )


def _opponent(name: str, task: Task) -> Opponent:
    searches = name == SEARCH
    return Opponent(
        name=name,
        deals=DEALS_OF_SEARCH if searches else DEALS,
        plays=plays_hash(name, task),
        weights=weights_hash(name, task),
        simulated_moves=SIMULATED_MOVES if searches else None,
    )


def check_frozen(task: Task) -> None:
    """Raise TaskMoved where a task is not what version 1 froze."""
    now, then = fingerprint(task), task.frozen
    names = [f"`{name}`" for name in Frozen.__struct_fields__ if getattr(now, name) != getattr(then, name)]
    if names:
        raise TaskMoved(task, names)

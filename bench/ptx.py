"""The kernels of games for a GPU, compiled on a machine that has none."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from numba import from_dtype, types

from sevenfold.compiled.cuda.kernels import load_kernels
from sevenfold.compiled.cuda.without_gpu import ptx_of
from sevenfold.core.game import AnyGame
from sevenfold.envs.encoding import Encoding
from sevenfold.envs.grid import load_advise, load_grid
from sevenfold.games import OWN_GAMES, load_game, load_meta
from sevenfold.testing.contract.tables import tables_of


class Table(NamedTuple):
    """What kernels are compiled for: tables that differ in nothing else share them."""

    game: str
    players: int
    cards: int
    hand_size: int

    @classmethod
    def of(cls, game: AnyGame, options: Any, players: int) -> "Table":
        """That of a game with these options."""
        rules = game.rules
        return cls(game.meta.name, players, len(rules.pack(options).cards), rules.hand_size(options, players))


def tables(only: str = "") -> Iterator[Table]:
    """Those of every game: each preset, and tables at which all pairs of values of options occur."""
    for name in [only] if only else list(OWN_GAMES):
        game = load_game(name)
        found = (Table.of(game, each.options, each.players) for _, each in tables_of(load_meta(name)))
        yield from sorted(set(found))


def usual_table(game: AnyGame) -> Table:
    """The table of the default preset."""
    return Table.of(game, game.meta.options(), game.meta.seats(None))


def compile_batch(game: AnyGame, *, by_player: bool) -> dict[str, str]:
    """The assembly of each kernel of a batch. Raises what Numba raises."""
    int64, words = types.int64, _array(types.int64, 2)
    row = _array(int64)
    given = {
        "seed_dice": (int64, row),
        "to_act": (words, row, row),
        "playout": (words, int64, row, int64, row),
        "rollouts": (words, int64, int64, int64, row),
        "returns": (words, words),
    }
    kernels = load_kernels(game, by_player=by_player)
    return {name: ptx_of(getattr(kernels, name), each) for name, each in given.items()}


def compile_all(table: Table, game: AnyGame, *, by_player: bool) -> dict[str, str]:
    """The assembly of each kernel of an environment. `game` may have another player.

    Raises what Numba raises.
    """
    encoding = Encoding(game, table.players)
    grid = load_grid(game, encoding, table.cards, table.hand_size, by_player=by_player)
    record = _array(from_dtype(grid.record))
    int64, boolean = types.int64, types.boolean
    row, rows, marks = _array(int64), _array(int64, 2), _array(boolean)
    round_arrays = rows, row, rows, row, row, row, row, row
    given = {
        "advance": (
            *(*round_arrays, record, row, row, int64, int64, int64, int64, int64, row),
            *(rows, marks, _array(boolean, 2), marks, boolean),
        ),
        "observe": (rows, row, rows, int64, rows, rows, *[row] * 6, _array(types.int16, 2)),
        "mask": (row, row, _array(types.int8, 2)),
        "sample": (row, row, row, row),
        "seed_dice": (int64, row),
        "widen": (marks, row),
    }
    texts = {name: ptx_of(getattr(grid, name), each) for name, each in given.items()}
    if by_player:
        texts["advise"] = ptx_of(load_advise(game, encoding.declared.kinds), (rows, row, rows, row))
    return texts


def _array(of: Any, dimensions: int = 1) -> Any:
    return types.Array(of, dimensions, "C")

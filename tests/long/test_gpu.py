"""Every game compiles for a GPU, at each of its tables, and its rounds are those of `VectorEnv`."""

import pytest

from bench import ptx
from sevenfold.games import load_game
from tests.envs.test_cuda import all_compiled, rounds_are_the_same


@pytest.mark.parametrize(
    ("game", "who", "steps"),
    [("trump7", "rules", 30), ("seven_bridge", "nobody", 30), ("lockseven", "rules", 12)],
)
def test_rounds_on_a_gpu_are_those_of_vector_env_and_of_batches(game: str, who: str, steps: int) -> None:
    rounds_are_the_same(game, who, steps)


@pytest.mark.parametrize(
    "table",
    list(ptx.tables()),
    ids=lambda table: f"{table.game}-{table.players}-{table.cards}-{table.hand_size}",
)
def test_every_kernel_of_a_table_compiles_for_a_gpu(table: ptx.Table) -> None:
    all_compiled(ptx.compile_all(table, load_game(table.game), by_player=False))


@pytest.mark.parametrize(
    ("name", "by_player"),
    [("lockup", False), ("trump7", True), ("seven_bridge", False), ("lockseven", False)],
)
def test_every_kernel_of_a_batch_compiles_for_a_gpu(name: str, by_player: bool) -> None:
    game = load_game(name)
    all_compiled(ptx.compile_batch(game, by_player=by_player))
    if by_player:
        all_compiled(ptx.compile_all(ptx.usual_table(game), game, by_player=True))

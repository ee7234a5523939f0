"""How the benchmark of the compiled rules counts: every game, and what is measured beside the speed."""

import os
from pathlib import Path

import pytest

from bench import compiled
from bench.measure import measure, speed_table
from sevenfold.compiled.cpu.cache import FOLDER
from sevenfold.games import OWN_GAMES, load_game


@pytest.mark.parametrize("name", OWN_GAMES)
def test_every_preset_of_every_game_has_figures_and_lines(name: str) -> None:
    game = load_game(name)
    engines = [engine for preset in game.meta.presets for engine in compiled.engines(game, preset, seed=1)]
    measured = measure(engines, seconds=1e-3, repeats=1)
    assert all(figure.moves_per_second > figure.rounds_per_second > 0 for _, figure in measured)
    assert list(speed_table(measured).columns[0].cells) == [name] * 3 * len(game.meta.presets)


def test_a_process_takes_time_and_two_threads_do_their_work() -> None:
    assert compiled.seconds_to_first_playout("lockup", Path(os.environ[FOLDER])) > 0
    assert compiled.threads_against_one(load_game("lockup"), threads=2, repeats=1) > 0

"""How the benchmarks of speed count: figures of several repeats, ratios, and peers that are not here."""

from collections.abc import Callable

import pytest
from rich.console import Console

from bench import interpreted, speed
from bench.measure import Engine, Figure, LibraryMissing, Played, figure, load, measure, ratio_table
from sevenfold.games import OWN_GAMES, load_game


def engine(how: str, deal: Callable[[], Callable[[], Played]] = lambda: lambda: Played(2, 30)) -> Engine:
    return Engine(name="lockup", library="sevenfold", version="1", how=how, deal=deal)


def test_a_figure_is_the_median_of_the_repeats() -> None:
    repeats = [(Played(2, 20), 1.0), (Played(10, 120), 2.0), (Played(4, 40), 1.0)]
    assert figure(repeats) == Figure(
        moves_per_second=40, rounds_per_second=4, mean_moves=180 / 16, spread=40 / 40
    )


def test_engines_take_turns_and_keep_their_own_figures() -> None:
    order: list[str] = []

    def deal(how: str, moves: int) -> Callable[[], Callable[[], Played]]:
        def play() -> Played:
            order.append(how)
            return Played(1, sum(range(20_000)) and moves)

        return lambda: play

    engines = [engine("first", deal("first", 3)), engine("second", deal("second", 5))]
    measured = measure(engines, seconds=1e-6, repeats=2)
    assert order == ["first", "second", "first", "second"]
    assert [(each.how, figure.mean_moves) for each, figure in measured] == [("first", 3), ("second", 5)]


def test_ratios_are_ours_by_theirs() -> None:
    ours = Figure(moves_per_second=100, rounds_per_second=10, mean_moves=10, spread=0)
    theirs = Figure(moves_per_second=20, rounds_per_second=40, mean_moves=0.5, spread=0)
    table = ratio_table([(engine("author"), ours)], [(engine("elsewhere"), theirs)])
    assert list(table.columns[1].cells) == ["5 / 0.25"]


@pytest.mark.parametrize("name", OWN_GAMES)
def test_every_preset_of_every_game_is_played_to_the_end(name: str) -> None:
    game = load_game(name)
    for preset in game.meta.presets:
        rounds, moves = interpreted.interpreted(game, preset, seed=1).deal()()
        assert rounds == 1
        assert moves > game.meta.players.default


def test_a_library_that_is_not_here_is_named_with_the_way_to_get_it() -> None:
    with pytest.raises(LibraryMissing, match=r"some_library cannot be loaded .*`make bench` installs it"):
        load("some_library", "no_such_module")


def test_a_peer_that_is_not_here_is_said_and_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_name: str, _seed: int) -> list[Engine]:
        raise LibraryMissing("some_library", ImportError("no module"))

    def installed(name: str, _seed: int) -> list[Engine]:
        return [engine(name)]

    monkeypatch.setattr(speed, "NEAREST", {"lockup": ((missing, "hearts"), (installed, "whist"))})
    screen = Console(record=True, width=200)
    assert [each.how for each in speed.nearest("lockup", 1, screen)] == ["whist"]
    assert "hearts is left out: some_library cannot be loaded" in screen.export_text()

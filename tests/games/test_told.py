"""What a game tells, at moments that no table comes to by itself."""

import pytest

from sevenfold.core.events import Event
from sevenfold.core.options import read_options, written_options
from sevenfold.core.seeded import new_match
from sevenfold.envs.encoding import load_encoding
from sevenfold.games import OWN_GAMES, load_game, load_meta
from sevenfold.games.lockup import coach
from sevenfold.games.lockup.bot.features import situation
from sevenfold.games.lockup.view import LockupView
from tests.games.lockup.positions import played


@pytest.mark.parametrize("game", OWN_GAMES)
def test_a_spectator_gets_no_tips(game: str) -> None:
    match = new_match(load_game(game), seed=7)
    assert match.game.coach is not None
    assert list(match.game.coach.tips(match.view(None), ())) == []


def test_lu_5_2_a_newcomer_is_told_once_a_club_has_passed() -> None:
    view = new_match(load_game("lockup"), seed=7).view(0)
    assert isinstance(view, LockupView)
    told = [tip.code for tip in coach.tips(view, (Event(kind="passed", version=2),))]
    assert "passed" in told


def test_after_a_round_there_is_no_situation() -> None:
    match = played(["AS", "KS", "QS", "JS"], "0 AS, 1 KS, 2 QS, 3 JS")
    assert match.round_over
    assert situation(match.state, 0) == -1


@pytest.mark.parametrize(
    ("game", "options", "worst"),
    [
        ("lockup", {}, 0),
        ("trump7", {}, -6),
        ("lockseven", {}, -9),
        ("seven_bridge", {}, 0),
        ("seven_bridge", {"losers": "minus"}, -928),
        ("seven_bridge", {"losers": "penalty"}, -1856),
    ],
)
def test_the_worst_result_is_that_of_the_page_on_environments(
    game: str, options: dict[str, str], worst: int
) -> None:
    meta = load_meta(game)
    made = read_options(meta.options, {**written_options(meta.options()), **options})
    best = load_encoding(game).best
    assert best is None or best(made, meta.seats(None)) >= 0
    assert load_encoding(game).worst(made, meta.seats(None)) == worst

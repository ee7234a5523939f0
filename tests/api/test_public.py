"""The public API: what `import sevenfold` gives and what it leaves unimported, matches, moves and errors."""

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import sevenfold
from sevenfold.arena.simulate import Simulation
from sevenfold.core.moves import UNREADABLE
from sevenfold.games import OWN_GAMES

DOC = Path(__file__).parents[2] / "docs" / "researchers.md"
each_game = pytest.mark.parametrize("name", OWN_GAMES)


def new_match(name: str, seed: int = 7) -> sevenfold.SeededMatch[sevenfold.FullState, sevenfold.SeenState]:
    return sevenfold.new_match(sevenfold.load_game(name), seed=seed)


def play_round(match: sevenfold.SeededMatch[sevenfold.FullState, sevenfold.SeenState], seed: int = 0) -> None:
    """A round, by players at random."""
    players = sevenfold.seat_players(match.game, ["random"], match.players, Random(seed))
    while not match.round_over:
        seat = match.acting[0]
        match.play(seat, players[seat](match.seen(seat), seat))


# --- names ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sevenfold.__all__)
def test_a_public_name_is_there(name: str) -> None:
    assert getattr(sevenfold, name) is not None


def test_public_names_are_sorted_and_have_no_underscore() -> None:
    assert sorted(sevenfold.__all__) == sorted(set(sevenfold.__all__))
    assert [name for name in sevenfold.__all__ if name.startswith("_")] == []


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Poker'"):
        getattr(sevenfold, "Poker")  # noqa: B009


@pytest.mark.parametrize("name", ["numba", "numpy", "litestar", "sqlalchemy", "rich", "typer"])
def test_import_sevenfold_does_not_import_what_only_some_need(name: str) -> None:
    code = f"import sys, sevenfold; sevenfold.load_game('lockup'); sys.exit({name!r} in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_every_public_error_and_function_is_in_the_page_for_researchers() -> None:
    text = DOC.read_text(encoding="utf-8")
    for name in sevenfold.__all__:
        value = getattr(sevenfold, name)
        is_error = isinstance(value, type) and issubclass(value, Exception)
        if is_error or name.islower():
            assert f"`{name}`" in text or f"sevenfold.{name}" in text or f".{name}(" in text, name


# --- a match ----------------------------------------------------------------------------------------


@each_game
def test_a_round_is_played_to_its_result(name: str) -> None:
    match = new_match(name)
    play_round(match)
    assert match.round_over
    assert match.thrown_in or len(match.standing.result or ()) == match.players


@each_game
def test_the_same_seed_gives_the_same_match(name: str) -> None:
    first, second, other = new_match(name), new_match(name), new_match(name, seed=8)
    for match in (first, second, other):
        play_round(match)
    assert first.log == second.log != other.log


@each_game
def test_rounds_follow_each_other_until_the_match_is_over(name: str) -> None:
    match = new_match(name)
    with pytest.raises(sevenfold.RoundNotOver):
        match.next_round()
    for number in range(3):
        play_round(match, number)
        match.next_round()
    assert match.deals == 4


@each_game
def test_a_log_replays_to_the_same_match(name: str) -> None:
    match = new_match(name)
    play_round(match)
    again = sevenfold.replay(match.game, match.log)
    assert again.state == match.state
    assert again.standing == match.standing


def test_the_deals_are_those_of_simulate() -> None:
    game = sevenfold.load_game("lockup")
    (record,) = Simulation(game, game.meta.options(), 4, ["rules"], 7).records(1)
    log = sevenfold.new_match(game, seed=7).log
    assert record.deal == getattr(log.entries[0], "deal")  # noqa: B009


@each_game
def test_chance_is_never_due(name: str) -> None:
    match = new_match(name)
    play_round(match)
    assert match.game.rules.chance(match.state) == 0


# --- moves ------------------------------------------------------------------------------------------


@each_game
def test_legal_moves_are_legal_and_can_be_read_again(name: str) -> None:
    match = new_match(name)
    seat = match.acting[0]
    moves = match.legal_moves(seat)
    assert moves
    assert all(match.is_legal(seat, move) and match.read(match.write(move)) == move for move in moves)


def test_a_seat_that_is_not_to_act_has_no_legal_moves() -> None:
    match = new_match("lockup")
    (seat,) = match.acting
    assert match.legal_moves((seat + 1) % 4) == []
    assert not match.is_legal((seat + 1) % 4, match.legal_moves(seat)[0])


def test_a_refused_move_says_its_rule_and_changes_nothing() -> None:
    match = new_match("lockup")
    (seat,) = match.acting
    before = match.log
    assert match.read("nonsense").kind == UNREADABLE
    with pytest.raises(sevenfold.IllegalMove) as refused:
        match.play(seat, match.read("nonsense"))
    assert refused.value.rule == "malformed"
    assert match.log == before


def test_too_many_moves_are_not_listed() -> None:
    match = new_match("lockseven")
    players = sevenfold.seat_players(match.game, ["rules"], match.players, Random(1))
    while match.game.rules.is_listed(match.state):
        seat = match.acting[0]
        match.play(seat, players[seat](match.seen(seat), seat))
    assert match.view(None).phase == "bury"
    (host,) = match.acting
    with pytest.raises(sevenfold.TooManyMoves, match=f"seat {host} has too many moves"):
        match.legal_moves(host)
    assert match.extend(host).cards != 0
    assert match.legal_moves((host + 1) % 4) == []


# --- what a match is begun with -----------------------------------------------------------------------


def test_options_and_players_are_those_asked_for() -> None:
    game = sevenfold.load_game("seven_bridge")
    match = sevenfold.new_match(game, seed=b"bytes", players=2, options={"joker": "yes"})
    assert match.players == 2
    assert "JK" in match.pack.names


@pytest.mark.parametrize(
    ("asked", "error"),
    [
        ({"players": 9}, sevenfold.WrongNumberOfSeats),
        ({"preset": "none"}, sevenfold.UnknownPreset),
        ({"options": {"target": 0}}, sevenfold.OptionError),
    ],
)
def test_what_the_game_does_not_have_is_an_error_of_its_own(
    asked: dict[str, object], error: type[Exception]
) -> None:
    with pytest.raises(error):
        sevenfold.new_match(sevenfold.load_game("lockup"), seed=1, **asked)  # type: ignore[arg-type]


def test_a_game_that_is_not_there() -> None:
    with pytest.raises(sevenfold.UnknownGame, match="no game 'chess'; the games are lockup"):
        sevenfold.load_game("chess")


def test_game_names_are_those_of_the_games() -> None:
    assert sevenfold.game_names() == tuple(OWN_GAMES)
    assert [sevenfold.load_meta(name).name for name in sevenfold.game_names()] == list(OWN_GAMES)

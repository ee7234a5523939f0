"""Positions for practice: those that the games keep, and how they are found."""

from itertools import islice

import pytest

from sevenfold.core import violations
from sevenfold.core.each import one_by_one
from sevenfold.core.game import AnyGame
from sevenfold.core.moves import Move
from sevenfold.games import load_game, package_of
from sevenfold.search import practice
from sevenfold.search.evaluate import Value
from sevenfold.search.practice import Practice, Tried, load_practice, set_up
from sevenfold.testing.contract.tables import FINISHED, every_game
from tests.arena.ahead import ahead

KEPT = 20
"""So many positions a finished game has."""

each_finished = pytest.mark.parametrize("name", FINISHED)


def positions_of(name: str) -> tuple[AnyGame, tuple[Practice, ...]]:
    return load_game(name), load_practice(package_of(name))


@each_finished
def test_every_kept_position_comes_out_and_its_moves_are_legal(name: str) -> None:
    game, positions = positions_of(name)
    assert len(positions) == KEPT
    for position in positions:
        match = set_up(game, position)
        assert position.seat in match.acting
        seen = match.seen(position.seat)
        for text in (position.best, *(tried.move for tried in position.others)):
            move = game.notation.parse(text)
            assert game.rules.check(seen, position.seat, move) == violations.OK, (position.seed, text)
            assert game.notation.write(move) == text


@each_finished
def test_every_other_move_is_surely_behind_the_best(name: str) -> None:
    for position in positions_of(name)[1]:
        moves = [position.best, *(tried.move for tried in position.others)]
        assert len(set(moves)) == len(moves) >= 2
        assert all(tried.behind >= practice.SURE * tried.error - 0.01 > 0 for tried in position.others)
        assert [tried.behind for tried in position.others] == sorted(t.behind for t in position.others)


@each_finished
def test_positions_are_of_different_deals(name: str) -> None:
    seeds = [position.seed for position in positions_of(name)[1]]
    assert len(set(seeds)) == KEPT


def test_a_game_without_positions_has_none() -> None:
    assert load_practice("sevenfold.games._stub") == ()


def values_by_order(_game: AnyGame, _seen: object, _seat: int, moves: list[Move], **_: object) -> list[Value]:
    """In place of a search: a move that stands later is worth less."""
    return [Value(move, -float(i), -float(i), 0.1, 10) for i, move in enumerate(moves)]


@every_game
def test_positions_are_made_from_self_play_and_come_out_the_same_again(
    game: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(practice, "evaluate", values_by_order)
    made, again = (next(practice.make_practice(game, 5)) for _ in range(2))
    assert made == again
    match = set_up(game, made)
    assert made.seat in match.acting
    assert [tried.behind for tried in made.others] == list(range(1, len(made.others) + 1))


def test_positions_are_the_same_whoever_values_the_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(practice, "evaluate", values_by_order)
    game = load_game("trump7")
    here, there = (list(islice(practice.make_practice(game, 5, by), 3)) for by in (one_by_one, ahead))
    assert here == there
    assert len({position.seed for position in here}) == 3


def test_a_close_call_is_no_position(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_game("lockup")
    match = set_up(game, load_practice(package_of("lockup"))[0])
    (seat,) = match.acting
    monkeypatch.setattr(practice, "evaluate", values_by_order)
    assert practice.value_moves(game, match.seen(seat), seat, 1)
    monkeypatch.setattr(practice, "SURE", 11.0)
    assert practice.value_moves(game, match.seen(seat), seat, 1) == []


def test_what_is_written_is_read_again() -> None:
    position = Practice(
        seed=3, seat=1, moves=("0 QH",), best="4H", others=(Tried("5H", 0.5, 0.1),), worlds=400
    )
    text = practice.write_practice([position, position])
    assert practice.read_practice(text.encode()) == (position, position)
    assert len(text.splitlines()) == 4

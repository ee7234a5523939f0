"""One base class for all errors; each can be pickled, as errors of workers are."""

import pickle
import pkgutil
from collections.abc import Iterator
from importlib import import_module
from inspect import getmembers, isclass
from random import Random

import pytest

import sevenfold
from sevenfold import SevenfoldError
from sevenfold.core.dealer import Dealer

STUBS = {"_stub", "_rummy", "_shedding"}
OTHERS = ("sevenfold.server", "sevenfold.testing")
"""The server's errors answer messages and have bases of their own; the help for tests has none."""


def modules() -> Iterator[str]:
    for module in pkgutil.walk_packages(sevenfold.__path__, "sevenfold."):
        parts = module.name.split(".")
        if not module.name.startswith(OTHERS) and parts[-1] != "__main__" and not STUBS & {*parts}:
            yield module.name


def errors() -> dict[str, type[Exception]]:
    found = {}
    for name in modules():
        for _, cls in getmembers(import_module(name), isclass):
            if issubclass(cls, Exception) and cls.__module__ == name:
                found[f"{name}.{cls.__name__}"] = cls
    return found


ERRORS = errors()


@pytest.mark.parametrize("name", ERRORS)
def test_every_error_has_the_one_base(name: str) -> None:
    assert issubclass(ERRORS[name], SevenfoldError)


@pytest.mark.parametrize("name", ERRORS)
def test_an_error_can_be_pickled_whatever_its_constructor_takes(name: str) -> None:
    error = ERRORS[name].__new__(ERRORS[name], "a sentence")
    vars(error)["told"] = ["data"]
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert (again.args, vars(again)) == (error.args, vars(error))


def test_a_refusal_arrives_as_it_was_raised() -> None:
    match = sevenfold.new_match(sevenfold.load_game("lockup"), seed=7)
    refused = match.why_not(match.acting[0], match.read("2C"))
    assert refused is not None
    again = pickle.loads(pickle.dumps(refused))
    assert (str(again), again.rule, again.details) == (str(refused), refused.rule, refused.details)
    with pytest.raises(SevenfoldError) as unknown:
        sevenfold.load_game("chess")
    assert str(pickle.loads(pickle.dumps(unknown.value))) == str(unknown.value)


# --- the legal moves --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sevenfold.game_names())
def test_legal_moves_are_found_as_they_are_asked_for(name: str) -> None:
    match = sevenfold.new_match(sevenfold.load_game(name), seed=3)
    rng = Random(1)
    listed = 0
    while not match.round_over:
        seat = match.acting[0]
        legal = match.legal(seat)
        assert legal
        first, chosen = legal[0], legal.choice(rng)
        assert next(iter(legal)) == first
        assert first in legal
        assert match.why_not(seat, chosen) is None
        try:
            moves = list(legal)
        except sevenfold.TooManyMoves:
            assert name == "lockseven"
        else:
            listed += 1
            assert moves == match.legal_moves(seat)
            assert len(legal) == len(moves) == len(set(moves))
            assert chosen in moves
            assert legal[len(moves) - 1] == moves[-1]
            with pytest.raises(IndexError):
                legal[len(moves)]
        for other in set(range(match.players)) - {*match.acting}:
            assert not match.legal(other)
            assert list(match.legal(other)) == []
            assert chosen not in match.legal(other)
            with pytest.raises(sevenfold.NoLegalMove):
                match.legal(other).choice(rng)
        match.play(seat, chosen)
    assert listed > 5


def test_each_legal_card_is_chosen_equally_often() -> None:
    match = sevenfold.new_match(sevenfold.load_game("lockup"), seed=7)
    legal, rng = match.legal(match.acting[0]), Random(2)
    chosen = [legal.choice(rng) for _ in range(200 * len(legal))]
    assert all(150 < chosen.count(move) < 250 for move in legal)


def test_the_same_seed_is_the_same_whatever_its_type() -> None:
    numpy = pytest.importorskip("numpy")
    game = sevenfold.load_game("lockup")
    wanted = sevenfold.new_match(game, seed=7).dealer
    assert wanted == Dealer(b"7")
    assert all(
        sevenfold.new_match(game, seed=kind(7)).dealer == wanted for kind in (numpy.int8, numpy.uint64)
    )


@pytest.mark.parametrize("name", sevenfold.game_names())
def test_a_match_is_shown_in_text(name: str) -> None:
    match = sevenfold.new_match(sevenfold.load_game(name), seed=3)
    assert repr(match).startswith(f"<SeededMatch of {name}: round 1,")
    shown = str(match).splitlines()
    assert shown[0] == repr(match)
    assert [line[2:8] for line in shown[1 : 1 + match.players]] == [
        f"seat {seat}" for seat in range(match.players)
    ]
    acting = [line for line in shown if line.startswith("→")]
    assert [int(line[7]) for line in acting] == list(match.acting)

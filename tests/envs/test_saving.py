"""Rounds of an environment are kept and put back, and go on bit for bit as they would have."""

import pickle
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import numpy as np
import pytest

from sevenfold.compiled.cpu.batch import OutsideBatch
from sevenfold.envs import OtherVersion, SavedRound, VectorEnv, WrongSave, saving
from sevenfold.envs.encoding import encoded_games

STEPS = 60
GAMES = pytest.mark.parametrize("game", encoded_games())
MORE: dict[str, dict[str, object]] = {"lockup": {"options": {"lockup_loss": "at_once"}}, "lockseven": {}}
"""Options by which chance acts within a round, where there are any."""


def make(game: str, n: int = 3, steps: int = 25, **given: Any) -> VectorEnv:
    """An environment in which a seat plays at random, chance is asked, and rounds were dealt before."""
    env = VectorEnv(game, n, **{"seed": 7, "opponents": {1: "random"}, **MORE.get(game, {}), **given})
    for _ in range(steps):
        env.step(env.sample())
    return env


def goes_on(env: VectorEnv, index: int) -> list[Any]:
    """All that can be asked of one round, until it was dealt anew more than once."""
    told: list[Any] = []
    while sum(ended for *_, ended in told) < 2:
        seen, mask, advised = env.observe()[index].tolist(), env.mask()[index].tolist(), env.advise()[index]
        actions = env.sample().copy()
        ended = env.step(actions)[index]
        now = env.state(index), int(actions[index]), env.returns[index].tolist(), int(env.to_act[index])
        told.append((seen, mask, int(advised), *now, bool(ended)))
    return told


@GAMES
def test_what_is_put_back_goes_on_bit_for_bit(game: str) -> None:
    env = make(game)
    saved = env.save(1)
    expected = goes_on(env, 1)
    env.restore(1, saved)
    assert env.save(1) == saved
    assert goes_on(env, 1) == expected


@GAMES
def test_a_round_is_put_into_other_places_seeds_and_sizes(game: str) -> None:
    env = make(game)
    saved, expected = env.save(2), goes_on(env.copy(), 2)
    many = make(game, n=5, seed=99, copies=5)
    for index in range(5):
        many.restore(index, saved)
    assert [many.save(index) for index in range(5)] == [saved] * 5
    assert goes_on(many, 4) == expected


@GAMES
def test_no_other_round_changes(game: str) -> None:
    env, apart = make(game), make(game)
    env.restore(0, env.save(1))
    for _ in range(STEPS):
        for each in (env, apart):
            each.step(each.sample())
    assert env.save()[1:] == apart.save()[1:]
    assert env.save(0) == env.save(1)


@GAMES
def test_all_rounds_are_saved_at_once(game: str) -> None:
    env = make(game)
    saved = env.save()
    expected = [goes_on(env.copy(), index) for index in range(env.n)]
    for _ in range(STEPS):
        env.step(env.sample())
    for index, each in enumerate(saved):
        env.restore(index, each)
    assert [goes_on(env.copy(), index) for index in range(env.n)] == expected


@GAMES
def test_a_choice_that_is_half_made_is_saved(game: str) -> None:
    env = make(game, opponents=None)
    for _ in range(200):
        if env.chosen(0) != (0, 0):
            break
        env.step(env.mask().argmax(axis=1))
    saved, chosen, advised = env.save(0), env.chosen(0), env.advise()[0]
    env.reset()
    env.restore(0, saved)
    assert (env.chosen(0), env.advise()[0]) == (chosen, advised)


def test_copies_go_on_alike_and_apart() -> None:
    env = make("trump7")
    other = env.copy()
    expected = goes_on(env, 0)
    assert goes_on(other, 0) == expected
    assert type(other) is VectorEnv


def test_a_round_that_is_over_is_saved_as_over() -> None:
    env = make("trump7", n=1, steps=0, auto_reset=False)
    before = env.save(0)
    while not env.ended[0]:
        env.step(env.sample())
    over = env.save(0)
    env.restore(0, before)
    assert env.to_act[0] >= 0
    assert not env.ended[0]
    assert not env.returns.any()
    env.restore(0, over)
    assert env.to_act[0] == -1
    assert not env.mask().any()


def test_a_new_seed_begins_again_where_a_round_was_put_back() -> None:
    env = make("trump7")
    env.restore(0, make("trump7", seed=3).save(1))
    env.reset(7)
    assert env.save() == make("trump7", steps=0).save()


def in_a_process(pickled: bytes) -> list[Any]:
    env = make("trump7", n=1, seed=5)
    env.restore(0, pickle.loads(pickled))
    return goes_on(env, 0)


def test_a_pickled_round_goes_on_in_another_process() -> None:
    env = make("trump7")
    pickled = pickle.dumps(env.save(1))
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        assert pool.submit(in_a_process, pickled).result() == goes_on(env, 1)


@pytest.mark.parametrize("kept", [lambda env: env.save(0), lambda env: env], ids=["round", "environment"])
def test_what_another_version_pickled_is_refused(
    kept: Callable[[VectorEnv], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    import sevenfold.envs.vector as vector

    with monkeypatch.context() as other:
        for module in (saving, vector):
            other.setattr(module, "__version__", "0.1.9")
        pickled = pickle.dumps(kept(make("trump7", steps=0)))
    with pytest.raises(OtherVersion, match=r"saved with Sevenfold 0\.1\.9, and here is Sevenfold") as refused:
        pickle.loads(pickled)
    assert pickle.loads(pickle.dumps(refused.value)).made_with == "Sevenfold 0.1.9"


OTHERS: dict[str, tuple[Callable[[], object], str]] = {
    "game": (lambda: make("trump7", steps=0).save(0), "one with trump7-3p-v1"),
    "options": (
        lambda: make("lockup", steps=0, options={"picture_club": "any"}).save(0),
        "one with other options",
    ),
    "seats": (
        lambda: make("lockup", steps=0, opponents={2: "random"}).save(0),
        r"one with seats 0 played by sevenfold.*, 100 at random",
    ),
    "no round": (lambda: make("lockup", steps=0).state(0), "not State"),
    "a list": (lambda: make("lockup", steps=0).save(), "not list"),
}


@pytest.mark.parametrize("game", ["lockup"])
@pytest.mark.parametrize("what", OTHERS)
def test_what_is_of_another_table_is_refused_and_nothing_changes(what: str, game: str) -> None:
    env = make(game)
    before, (given, said) = env.save(), OTHERS[what]
    with pytest.raises(WrongSave, match=said):
        env.restore(0, given())  # type: ignore[arg-type]
    with pytest.raises(OutsideBatch):
        env.restore(3, before[0])
    assert env.save() == before


def test_what_a_search_needs() -> None:
    """One position in many rounds, in which different actions are tried; the round itself waits."""
    env = VectorEnv("trump7", 1, seed=1)
    tries = VectorEnv("trump7", 16, seed=2, auto_reset=False)
    for index in range(16):
        tries.restore(index, env.save(0))
    seat = int(env.to_act[0])
    first = np.flatnonzero(env.mask()[0])[np.arange(16) % int(env.mask()[0].sum())]
    tries.step(first)
    totals = np.where(tries.ended, tries.returns[:, seat], 0)
    while (tries.to_act >= 0).any():
        ended = tries.step(tries.sample())
        totals[ended] = tries.returns[ended, seat]
    assert len(set(totals.tolist())) > 1


def test_a_saved_round_says_what_it_is_and_no_cards() -> None:
    said = repr(make("trump7", steps=0).save(0))
    assert said.startswith("SavedRound(table='trump7-3p-v1, rules 1; ")
    assert "record" not in said
    assert isinstance(pickle.loads(pickle.dumps(make("trump7", steps=0).save(0))), SavedRound)

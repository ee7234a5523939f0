"""What `test_changed_values.py` runs in a process of its own: changed numbers given to compiled code."""

from collections.abc import Callable
from dataclasses import fields, replace
from functools import partial
from random import Random
from typing import Any

import numpy as np

from sevenfold import Batch, Budget, Move, SevenfoldError, decide, evaluate, load_game, mean_results
from sevenfold.compiled.layout import record_type, write
from sevenfold.core.bounds import MOST, bounds_of
from sevenfold.core.visibility import duplicate
from sevenfold.envs import Encoding, SavedRound, VectorEnv
from sevenfold.envs.stepper import Stepper
from sevenfold.testing.changing import changed

CHANGES = 8
"""How many changed states are tried of each round."""
MOST_ACTIONS = 20_000
"""The most actions of a round: more than any has."""


def changed_round(saved: SavedRound, rng: Random) -> SavedRound:
    """A saved round with one value changed."""
    name = rng.choice([each.name for each in fields(SavedRound) if each.name != "table"])
    changed: dict[str, Any] = {name: _changed_value(getattr(saved, name), rng)}
    return replace(saved, **changed)


def _changed_value(value: Any, rng: Random) -> Any:
    if isinstance(value, bytes):
        words = bytearray(value or b"12345678")
        words[rng.randrange(len(words))] ^= 1 << rng.randrange(8)
        return bytes(words)
    if isinstance(value, tuple):
        return (*value[1:], 1 << rng.randrange(70))
    return value ^ 1 << rng.randrange(70)


def changed_state(game: Any, state: Any, rng: Random) -> Any:
    """A state, or a view, with a number that its field cannot have."""
    made = duplicate(state)
    bounds = rng.choice([each for each in bounds_of(game.state, game.meta.players) if each.high < MOST])
    number = rng.choice((bounds.low - 1, bounds.high + 1, bounds.low - (1 << 60), bounds.high + (1 << 60)))
    value = getattr(made, bounds.field)
    if isinstance(value, list):
        value[rng.randrange(len(value))] = number
    else:
        setattr(made, bounds.field, number)
    return made


def _is_refused(tried: Callable[[], object]) -> bool:
    try:
        tried()
    except SevenfoldError:
        return True
    return False


def rounds(name: str, count: int) -> None:
    """Put changed rounds back."""
    env, rng = VectorEnv(name, 2, seed=1), Random(name)
    for _ in range(count):
        saved = env.save(0)
        changed = changed_round(saved, rng)
        assert changed == saved or _is_refused(partial(env.restore, 1, changed))
        env.step(env.sample())


def states(name: str, count: int) -> None:
    """Give changed states and views to all that is compiled."""
    game, rng = load_game(name), Random(name)
    env = VectorEnv(game, 1, seed=1)
    for _ in range(count):
        env.step(env.sample())
        whole, seat = env.state(0), int(env.to_act[0])
        for tried in _doors(game, whole, seat, rng):
            assert _is_refused(tried)


def unsound(name: str, count: int) -> None:
    """Give states with one thing changed, or two, to all that is compiled: it refuses them or plays on."""
    game, rng = load_game(name), Random(name)
    env, other = VectorEnv(game, 1, seed=1), VectorEnv(game, 1, seed=2, auto_reset=False)
    for _ in range(count):
        env.step(env.sample())
        saved, whole, seat = env.save(0), env.state(0), int(env.to_act[0])
        move = game.choose(game.seen(whole, seat), seat)
        for _ in range(CHANGES):
            state = changed(game, whole, rng)
            view = changed(game, game.seen(whole, seat), rng)
            for tried in (*_played(game, state, rng), *_searched(game, view, seat, move)):
                _is_refused(tried)
            _is_refused(partial(_restored, other, _with_state(saved, game, state)))


def _played(game: Any, state: Any, rng: Random) -> list[Callable[[], object]]:
    """What plays a full state on, by random moves and by the rule-based player."""
    records = np.zeros(1, record_type(game.state))
    policy = range(rng.choice((0, game.meta.players.min)))
    seed, players = rng.randrange(100), game.meta.seats(None)

    def play(batch: Batch[Any]) -> None:
        batch.playout(batch.dice(seed), policy)
        batch.returns()

    def as_records() -> None:
        write(state, records, 0)
        play(Batch(game, records))

    return [
        as_records,
        lambda: play(Batch.of(game, [state])),
        lambda: mean_results(game, [state], 3, seed, policy),
        lambda: Stepper(Encoding(game, players)).position_of(state),
    ]


def _searched(game: Any, view: Any, seat: int, move: Move) -> list[Callable[[], object]]:
    """What draws worlds of a view, and plays them on."""
    return [
        lambda: Batch.worlds(game, view, seat, 2, 1),
        lambda: evaluate(game, view, seat, [move], worlds=2, seed=1),
        lambda: decide(game, view, seat, Budget(50), seed=1),
    ]


def _with_state(saved: SavedRound, game: Any, state: Any) -> SavedRound:
    """A saved round with another state, and a seal that fits."""
    records = np.zeros(1, record_type(game.state))
    try:
        write(state, records, 0)
    except SevenfoldError:
        return replace(saved, record=b"")
    made = replace(saved, record=records.tobytes())
    return replace(made, seal=made._seal())


def _restored(env: VectorEnv, saved: SavedRound) -> None:
    """Put a round back, and play it to its end."""
    env.restore(0, saved)
    for _ in range(MOST_ACTIONS):
        if env.to_act[0] < 0:
            return
        env.observe()
        env.step(env.sample())
    raise AssertionError("a round that was put back does not end")


def _doors(game: Any, whole: Any, seat: int, rng: Random) -> list[Callable[[], object]]:
    state, view = changed_state(game, whole, rng), changed_state(game, game.seen(whole, seat), rng)
    records = np.zeros(1, Batch.of(game, [whole]).states.dtype)
    write(state, records, 0)
    move = game.choose(game.seen(whole, seat), seat)
    return [
        lambda: Batch(game, records),
        lambda: Batch.of(game, [state]),
        lambda: mean_results(game, [state], 3, 1),
        lambda: Batch.worlds(game, view, seat, 2, 1),
        lambda: evaluate(game, view, seat, [move], worlds=2, seed=1),
        lambda: decide(game, view, seat, Budget(50), seed=1),
        lambda: Stepper(Encoding(game, game.players_of(whole))).position_of(state),
    ]

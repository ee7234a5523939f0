"""Several threads work on the rounds of an environment, or of a batch: what comes of them is the same."""

from typing import Any

import numpy as np
import pytest

from sevenfold import mean_results
from sevenfold.compiled.cpu.batch import MOVE, Batch
from sevenfold.compiled.cpu.threads import blocks, in_blocks
from sevenfold.envs import MatchVectorEnv, VectorEnv
from sevenfold.envs.encoding import encoded_games
from sevenfold.envs.gym import SeatVectorEnv
from sevenfold.games import load_game
from tests.envs.short_matches import short_match

GAMES = pytest.mark.parametrize("game", encoded_games())
THREADS = pytest.mark.parametrize("threads", [2, 3])
STEPS = 60

SETTINGS: dict[str, dict[str, Any]] = {
    "as it is": {"n": 7},
    "fewer rounds than threads": {"n": 1},
    "opponents": {"n": 5, "opponents": {1: "rules", 2: "random"}},
    "copies": {"n": 8, "copies": 3},
    "history": {"n": 5, "history": 12},
    "not dealt anew": {"n": 5, "auto_reset": False},
}


def told(env: VectorEnv) -> list[Any]:
    """What steps at random tell, and what is seen before each; begun again with another seed on the way."""
    found: list[Any] = []
    for step in range(STEPS):
        if step == STEPS // 2:
            env.reset(seed=9)
        some = np.arange(env.n) % 2 == 0
        found += [env.observe(), env.observe(seat=1), env.observe(where=some), env.advise(), env.mask()]
        if env.history:
            found += [env.observe_history(5), env.observe_history(12, seat=0, where=some)]
        found += [env.step(env.sample()), env.returns, *env.cut_short.values(), env.to_act]
        if isinstance(env, MatchVectorEnv):
            found += [env.totals, env.round_number, env.round_ended, env.winners]
    return [*(each.tobytes() for each in found), *env.save()]


@GAMES
@THREADS
@pytest.mark.parametrize("setting", SETTINGS)
def test_rounds_are_the_same_by_any_number_of_threads(game: str, threads: int, setting: str) -> None:
    given = SETTINGS[setting]
    assert told(VectorEnv(game, seed=4, threads=threads, **given)) == told(VectorEnv(game, seed=4, **given))


@GAMES
@THREADS
def test_matches_are_the_same_by_any_number_of_threads(game: str, threads: int) -> None:
    given: dict[str, Any] = {"n": 5, "seed": 4, "options": short_match(game), "opponents": {1: "rules"}}
    assert told(MatchVectorEnv(game, threads=threads, **given)) == told(MatchVectorEnv(game, **given))


@THREADS
def test_a_copy_goes_on_by_as_many_threads(threads: int) -> None:
    env = VectorEnv("trump7", 5, seed=4, threads=threads)
    other = env.copy()
    assert other.threads == threads
    assert told(other) == told(env)


def test_a_learners_environment_takes_threads_too() -> None:
    envs = [SeatVectorEnv("lockup", 5, threads=threads) for threads in (1, 3)]
    seen = [env.reset(seed=4)[0]["observation"] for env in envs]
    for _ in range(STEPS):
        assert seen[0].tobytes() == seen[1].tobytes()
        actions = [env.unwrapped.action_masks().argmax(axis=1) for env in envs]
        seen = [env.step(action)[0]["observation"] for env, action in zip(envs, actions, strict=True)]


def played(batch: Batch[Any]) -> list[bytes]:
    """What a batch tells of moves, views and play to the end."""
    moves = np.zeros(len(batch), MOVE)
    for index in range(len(batch)):
        seat = int(batch.to_act()[0][index]).bit_length() - 1
        moves[index] = (seat, *batch.legal(index, seat)[0]) if seat >= 0 else (-1, 0, 0, 0, 0)
    found: list[Any] = [batch.step(moves), batch.states, batch.views(0).states, batch.views(None).states]
    rolled, dice = batch.rollouts(11, 3, [0]), batch.dice(8)
    made = [rolled.moves, batch.playout(dice, [1], 4), batch.playout(dice)]
    found += [rolled.means, np.array(made), dice, batch.states, batch.returns()]
    return [each.tobytes() for each in found]


@GAMES
@THREADS
@pytest.mark.parametrize("count", [1, 7])
def test_a_batch_is_the_same_by_any_number_of_threads(game: str, threads: int, count: int) -> None:
    loaded = load_game(game)
    table = loaded, loaded.meta.options(), loaded.meta.seats(None), count, 6
    assert played(Batch.deal(*table, threads=threads)) == played(Batch.deal(*table))


@THREADS
def test_results_of_worlds_are_the_same_by_any_number_of_threads(threads: int) -> None:
    game = load_game("lockup")
    batch = Batch.deal(game, game.meta.options(), 4, 3, 6)
    worlds = [batch[index] for index in range(3)]
    assert mean_results(game, worlds, 10, 1, threads=threads) == mean_results(game, worlds, 10, 1)


def test_a_batch_hands_its_threads_on() -> None:
    game = load_game("lockup")
    batch = Batch.deal(game, game.meta.options(), 4, 3, 6, threads=2)
    assert (batch.copy().threads, batch.views(0).threads) == (2, 2)


@pytest.mark.parametrize(("count", "threads"), [(0, 2), (1, 3), (3, 3), (7, 2), (7, 3), (8, 7)])
def test_blocks_have_every_round_once_and_are_no_more_than_threads(count: int, threads: int) -> None:
    parts = blocks(count, threads)
    assert [index for part in parts for index in range(part.start, part.stop)] == list(range(count))
    assert len(parts) <= threads


def test_what_goes_wrong_in_a_block_is_raised_when_all_are_done() -> None:
    done = []

    def work(part: slice, block: int) -> None:
        if block == 0:
            raise KeyError(block)
        done.append(part)

    with pytest.raises(KeyError):
        in_blocks(9, 3, work)
    assert sorted(part.start for part in done) == [3, 6]

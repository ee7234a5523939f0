"""Proximal policy optimization within a counted budget, and a network that says who holds what.

    sevenfold bench-suite train bench.suite.ppo:train --task HiddenPartner-v1 --budget S --out ppo.npz
    sevenfold bench-suite run bench.suite.ppo:ppo --task HiddenPartner-v1 --log ppo.npz.json

First it watches rounds that the rule-based player plays at all seats. It copies that player, and a second
network (`beliefs.py`) learns what the seats hold and who is the partner. Then one seat learns among
rule-based players, as `examples/ppo.py` says: by GAE, in which the critic's value of a decision stands for
all that follows the one before it.
"""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the arrays are small: threads would wait for each other

from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench.suite.beliefs import Beliefs, chances, watch
from examples.ppo import Decisions, Floats, Learner, Network, Parameters
from sevenfold.envs import VectorEnv
from sevenfold.suite.session import TrainingSession
from sevenfold.suite.tasks import Task

STEPS = 9_900_000
"""Of the environment: about as many as budget S allows, so that the last update is whole."""
COPIED = 0.3
"""The share of the steps in which it watches."""
HIDDEN = 192, 96
WATCHED, ROUNDS, MINIBATCH = 256, 1024, 512
COPY_RATE, RATE = 1e-3, 3e-4
REPORTS = 20


class CountedLearner(Learner):
    """Learns in environments of a session, which count its steps."""

    def __init__(self, session: TrainingSession) -> None:
        self.session = session
        super().__init__(session.task.game, HIDDEN, session.seed, MINIBATCH)

    def make_env(self) -> VectorEnv:
        """Rounds in which seat 0 is asked."""
        return self.session.make_env(ROUNDS, auto_reset=False, opponents="rules")


def train(session: TrainingSession) -> None:
    """What `bench-suite train bench.suite.ppo:train` asks for."""
    watched = session.make_env(WATCHED, auto_reset=False)
    learner, beliefs, reports = CountedLearner(session), Beliefs(watched, session.seed), 0
    while (done := session.spent.steps / STEPS) < 1:
        if done * REPORTS >= reports:
            session.save(written(learner, beliefs))
            reports += 1
        if done < COPIED:
            copy(learner, beliefs, watched)
        else:
            learner.learn(learner.play(copy=False), RATE * (1 - done), copy=False)
    session.save(written(learner, beliefs))


def copy(learner: Learner, beliefs: Beliefs, env: VectorEnv) -> None:
    """Watch rounds, and learn to do what was done in them, and what was hidden."""
    decisions, hidden = watch(env, learner.rng)
    nothing = np.zeros(len(decisions.taken), np.float32)
    learner.learn(Decisions(*decisions, nothing, nothing, nothing), COPY_RATE, copy=True)
    beliefs.learn(hidden)


def written(learner: Learner, beliefs: Beliefs) -> bytes:
    """Both networks as the content of an .npz file, in half precision."""
    out = BytesIO()
    networks = {"plays": learner.network, "believes": beliefs.network}
    parts: dict[str, Any] = {
        f"{name}{index}": part.astype(np.float16)
        for name, network in networks.items()
        for index, part in enumerate(network.parameters)
    }
    np.savez_compressed(out, scale=learner.scale, **parts)
    return out.getvalue()


class LearntAgent:
    """What the suite asks: `act`, `policy` and `belief`. Rows are rounds."""

    def __init__(self, content: bytes, players: int) -> None:
        kept = np.load(BytesIO(content))
        self._scale, self._others = kept["scale"], players - 1
        self._plays, self._believes = (_network(kept, name) for name in ("plays", "believes"))

    def policy(self, observation: NDArray[np.int16], mask: NDArray[np.int8]) -> Floats:
        """The chance of each action."""
        return self._plays.chances(self._plays.layers(observation * self._scale)[-1], mask)

    def act(self, observation: NDArray[np.int16], mask: NDArray[np.int8]) -> NDArray[np.int64]:
        """The likeliest action in each row."""
        likeliest: NDArray[np.int64] = self.policy(observation, mask).argmax(axis=1)
        return likeliest

    def belief(self, observation: NDArray[np.int16], _mask: NDArray[np.int8]) -> dict[str, Floats]:
        """What each other seat holds, and how likely it is the Host's partner."""
        holds, partner = chances(self._believes.layers(observation * self._scale)[-1], self._others)
        return {"cards": holds, "partner": partner}


def _network(kept: Any, name: str) -> Network:
    count = sum(1 for file in kept.files if file.startswith(name))
    parameters: Parameters = [kept[f"{name}{index}"].astype(np.float32) for index in range(count)]
    return Network(parameters)


def ppo(task: Task, _seed: int, weights: bytes) -> LearntAgent:
    """What `bench-suite run bench.suite.ppo:ppo` asks for, with `--log`."""
    return LearntAgent(weights, task.players)

"""What rounds of the rule-based player tell: who holds what and, in LockSeven, who is the Host's partner.

A network with one hidden layer says of each other seat, from the left neighbour on, whether it holds a kind
of card, and whether it is the partner. It learns from rounds that were watched to their end, as both are
known then.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from examples.ppo import Adam, Network
from sevenfold.envs import VectorEnv
from sevenfold.games.lockseven.meta import META
from sevenfold.games.lockseven.state import Phase

Floats = NDArray[np.float32]
Whole = NDArray[np.int64]

HIDDEN, MINIBATCH, RATE = 96, 512, 1e-3
EVERY = 3
"""Of the steps of a round each so manieth is learnt from: its neighbours are much like it."""


class Watched(NamedTuple):
    """What seats saw and did, a row each."""

    seen: NDArray[np.int16]
    mask: NDArray[np.int8]
    taken: Whole


class Hidden(NamedTuple):
    """What seats saw, a row each, and what they did not see of the others."""

    seen: NDArray[np.int16]
    held: NDArray[np.bool_]
    """By row, other seat and kind of card."""
    partner: Whole
    """Which of the other seats is the Host's partner; -1 where none of them is, or there is none yet."""


class Columns:
    """Where an observation has what is asked of others."""

    def __init__(self, env: VectorEnv) -> None:
        offsets = {block.field: block.offset for block in env.encoding.blocks}
        self.hand = slice(offsets["hands[0]"], offsets["hands[0]"] + env.encoding.declared.kinds)
        self.play = offsets["phase"] + Phase.PLAY if env.game.meta.name == META.name else None
        """1 where tricks are played in a game with a partner."""


def watch(env: VectorEnv, rng: np.random.Generator) -> tuple[Watched, Hidden]:
    """Rounds that the rule-based player plays at all seats, to their end."""
    columns, watched, hidden = Columns(env), list[Watched](), list[Any]()
    step = int(rng.integers(EVERY))
    env.reset()
    while (env.to_act >= 0).any():
        seats, actions, seen, mask = env.to_act, env.advise(), env.observe(), env.mask()
        rows = np.flatnonzero((seats >= 0) & (mask.sum(axis=1) > 1))
        watched.append(Watched(seen[rows], mask[rows], actions[rows]))
        if step % EVERY == 0:
            held = _held(env, columns)[rows]
            others = (seats[rows, None] + np.arange(1, env.players)) % env.players
            theirs = np.take_along_axis(held, others[:, :, None], axis=1)
            hidden.append((Hidden(seen[rows], theirs, _nobody(rows)), rows, seats[rows]))
        env.step(actions)
        step += 1
    known = Hidden(*map(np.concatenate, zip(*(each[0] for each in hidden), strict=True)))
    asked, of = (np.concatenate([each[at] for each in hidden]) for at in (1, 2))
    known = known._replace(partner=_partners(env, columns, known.seen, asked, of))
    return Watched(*map(np.concatenate, zip(*watched, strict=True))), known


def _held(env: VectorEnv, columns: Columns) -> NDArray[np.bool_]:
    """By round, seat and kind: whether the seat holds one."""
    return np.stack([env.observe(seat=seat)[:, columns.hand] > 0 for seat in range(env.players)], axis=1)


def _nobody(rows: Whole) -> Whole:
    return np.full(len(rows), -1)


def _partners(
    env: VectorEnv, columns: Columns, seen: NDArray[np.int16], rounds: Whole, seats: Whole
) -> Whole:
    """Which of the others is the partner, from how the rounds ended."""
    if columns.play is None:
        return _nobody(rounds)
    partners = np.array([env.state(index).partner for index in range(env.n)])[rounds]
    others: Whole = (partners - seats - 1) % env.players
    is_other = (partners >= 0) & (others < env.players - 1) & (seen[:, columns.play] == 1)
    return np.where(is_other, others, -1)


class Beliefs:
    """A network that says what others hold, and who of them is the partner."""

    def __init__(self, env: VectorEnv, seed: int) -> None:
        self.others, self.kinds = env.players - 1, env.encoding.declared.kinds
        self.scale = (1 / np.maximum(env.encoding.highs, 1)).astype(np.float32)
        outputs = self.others * (1 + self.kinds)
        self.rng = np.random.default_rng(seed)
        self.network = Network.fresh(env.encoding.length, [HIDDEN], outputs - 1, self.rng)
        self.adam = Adam(self.network.parameters)

    def learn(self, hidden: Hidden) -> None:
        """Go over these moments once."""
        order = self.rng.permutation(len(hidden.seen))
        for first in range(0, len(order), MINIBATCH):
            self._improve(Hidden._make(column[order[first : first + MINIBATCH]] for column in hidden))

    def _improve(self, hidden: Hidden) -> None:
        """One step down the log loss of both answers."""
        values = self.network.layers(hidden.seen * self.scale)
        holds, partner = chances(values[-1], self.others)
        back = np.empty_like(values[-1])
        told = hidden.partner >= 0
        partner[np.flatnonzero(told), hidden.partner[told]] -= 1
        back[:, : self.others] = partner * told[:, None]
        back[:, self.others :] = (holds - hidden.held).reshape(len(back), -1)
        self.adam.step(self.network.gradients(values, back / np.float32(len(back))), RATE)


def chances(outputs: Floats, others: int) -> tuple[Floats, Floats]:
    """The chance that each other seat holds each kind, and that it is the partner."""
    partner: Floats = np.exp(outputs[:, :others] - outputs[:, :others].max(axis=1, keepdims=True))
    holds: Floats = np.reciprocal(1 + np.exp(-outputs[:, others:]))
    return holds.reshape(len(outputs), others, -1), partner / partner.sum(axis=1, keepdims=True)

"""Rounds played on from their states on an Nvidia GPU: a `Batch` whose records lie on the device."""

from collections.abc import Iterable
from typing import Any, Generic, TypeVar

import numpy as np

from sevenfold.compiled.cpu.batch import Batch, Rollouts
from sevenfold.compiled.cuda.gpu import DeviceArray, Gpu, check_on_device
from sevenfold.compiled.layout import record_type
from sevenfold.core.given import checked_int, seats_mask, seed_number
from sevenfold.core.playout import NO_LIMIT

S = TypeVar("S")


class CudaBatch(Generic[S]):
    """The rounds of a batch, copied onto a GPU. What is played there is what `Batch` plays, to the bit.

    `device` is the number of the GPU. `threads` is how many rounds a block of threads has. Arrays that are
    returned are new ones on the device. `playout` and `rollouts` wait for the device, since they return
    numbers of Python; nothing else waits.

    Raises CudaUnavailable, also for `policy_seats` where the game's player cannot be compiled for a GPU, and
    WrongNumber for a batch without rounds.

    >>> import sevenfold
    >>> from sevenfold.envs import CudaUnavailable
    >>> game = sevenfold.load_game("lockup")
    >>> batch = sevenfold.Batch.deal(game, game.meta.options(), players=4, count=3, seed=1)
    >>> try:
    ...     there = sevenfold.CudaBatch(batch)
    ... except CudaUnavailable:
    ...     there = batch  # without a GPU the CPU plays the same
    >>> there.rollouts(count=100, seed=2).means.sum().item() <= 13
    True
    """

    def __init__(self, batch: Batch[S], device: int = 0, threads: int = 128) -> None:
        self._gpu = Gpu(device, threads)
        self.game = batch.game
        self.players = batch.players
        """How many seats every round has."""
        self._count = checked_int("rounds", len(batch), 1, what="the number of rounds")
        words = batch.states.view(np.int64).reshape(self._count, -1)
        self._words = self._gpu.put(words.T.copy())

    def __len__(self) -> int:
        return self._count

    def to_host(self) -> Batch[S]:
        """A batch of the rounds as they are now."""
        words = np.ascontiguousarray(self._words.copy_to_host().T)
        return Batch._made(self.game, words.view(record_type(self.game.state)).reshape(self._count))

    def to_act(self) -> tuple[DeviceArray, DeviceArray]:
        """As `Batch.to_act`: the seats that may act, and how many outcomes the chance has that is due."""
        acting, outcomes = self._zeros(self._count), self._zeros(self._count)
        self._gpu.launch(self._kernels(0).to_act, self._count, self._words, acting, outcomes)
        return acting, outcomes

    def dice(self, seed: int) -> DeviceArray:
        """Dice for each round, to be handed on from one call of `playout` to the next."""
        dice = self._zeros(self._count)
        self._gpu.launch(self._kernels(0).seed_dice, self._count, seed_number(seed), dice)
        return dice

    def playout(self, dice: DeviceArray, policy_seats: Iterable[int] = (), max_moves: int = NO_LIMIT) -> int:
        """Play each round to its end, or for `max_moves` moves of players. Returns how many were made in all.

        `dice` becomes the dice after it. Raises WrongArray, NoSuchSeat, CudaUnavailable.
        """
        dice = check_on_device("dice", dice, np.int64, (self._count,))
        policy, most = self._policy(policy_seats), checked_int("max_moves", max_moves, 0, NO_LIMIT)
        made = self._zeros(1)
        kernel = self._kernels(policy).playout
        self._gpu.launch(kernel, self._count, self._words, policy, dice, most, made)
        return int(made.copy_to_host()[0])

    def rollouts(self, count: int, seed: int, policy_seats: Iterable[int] = ()) -> Rollouts:
        """Play `count` rounds to their end, from each state in turn; the batch stays as it is.

        A seat that a smaller table does not have gets 0. Raises NoSuchSeat, CudaUnavailable.
        """
        count, policy = checked_int("count", count, 1), self._policy(policy_seats)
        totals = self._zeros(self.game.meta.players.max + 1)
        kernel = self._kernels(policy).rollouts
        self._gpu.launch(kernel, count, self._words, policy, count, seed_number(seed), totals)
        *results, moves = totals.copy_to_host().tolist()
        return Rollouts(np.array(results, np.int64) / count, moves)

    def returns(self) -> DeviceArray:
        """What each round that is over brought each seat, a row each; 0 in a round that is not over."""
        results = self._zeros(self._count, self.game.meta.players.max)
        self._gpu.launch(self._kernels(0).returns, self._count, self._words, results)
        return results

    def _zeros(self, *shape: int) -> DeviceArray:
        return self._gpu.put(np.zeros(shape, np.int64))

    def _policy(self, policy_seats: Iterable[int]) -> int:
        return seats_mask("policy_seats", policy_seats, self.players)

    def _kernels(self, policy: int) -> Any:
        """The kernels, with the player inside where it has seats. Raises CudaUnavailable."""
        from sevenfold.compiled.cuda.kernels import load_kernels

        return load_kernels(self.game, by_player=policy != 0)

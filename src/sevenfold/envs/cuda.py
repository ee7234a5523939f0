"""Many rounds at once on an Nvidia GPU: `VectorEnv` with arrays that stay on the device."""

from collections.abc import Mapping
from copy import copy
from types import MappingProxyType
from typing import Any, Self, overload

import numpy as np

from sevenfold.compiled.cuda.gpu import DeviceArray, Gpu, check_on_device
from sevenfold.compiled.layout import read
from sevenfold.core.dice import dice_for
from sevenfold.core.game import AnyGame
from sevenfold.core.given import checked_int, seat_number, seed_number
from sevenfold.envs.kernels import stream_of
from sevenfold.envs.opponents import Opponents
from sevenfold.envs.records import DEAL, OWN, STEP, make_rounds
from sevenfold.envs.saving import (
    SavedRound,
    check_saved,
    restore_round,
    save_round,
    table_text,
)
from sevenfold.envs.setting import ManyRounds
from sevenfold.envs.turns import NOBODY

ON_DEVICE = ("words", "to_act", "chosen", "addable", "moves", "dice", "deals", "streams")
"""Those of the `RoundArrays` that are on the device, in the order in which kernels take them."""


class CudaVectorEnv(ManyRounds):
    """`n` rounds of one game on a GPU. The arguments and the rounds are those of `VectorEnv`.

    `device` is the number of the GPU; several GPUs have an environment each. `threads` is how many rounds a
    block of threads has. `opponents` act within the same step. There are no short decks, no history, no
    pickling, no `play`, `ask` or `abandon`, and no rows for some rounds only.

    All arrays are on the device, belong to the environment and are written anew by the next call, which waits
    for nothing. `torch.as_tensor(env.observe(), device="cuda")` copies nothing, and `step` takes a tensor of
    int64 on the device as it is. What works on a stream of its own, as JAX does, calls `synchronize` first.

    Raises CudaUnavailable, also for opponents where the game's player cannot be compiled for a GPU, and
    otherwise what `VectorEnv` raises.
    """

    def __init__(
        self,
        game: str | AnyGame,
        n: int,
        seed: int | None = 0,
        options: Mapping[str, object] | None = None,
        preset: str | None = None,
        players: int | None = None,
        auto_reset: bool = True,
        opponents: Opponents = None,
        copies: int = 1,
        device: int = 0,
        threads: int = 128,
    ) -> None:
        self._gpu = Gpu(device, threads)
        from sevenfold.envs.grid import load_grid

        super().__init__(*(game, n, seed, options, preset, players, opponents, copies))
        self.auto_reset = auto_reset
        self.device = self._gpu.number
        setting = self._setting
        self._saved_as = table_text(self.encoding, setting, ())
        self._grid = load_grid(
            *(self.game, self.encoding, len(setting.deck), setting.hand_size),
            by_player=setting.policy_seats != 0,
        )
        self._put_on_device()
        self.reset()

    def _put_on_device(self) -> None:
        put, n, setting = self._gpu.put, self.n, self._setting
        on_host = make_rounds(np.zeros(n, self.encoding.dtype))
        on_host = on_host._replace(words=on_host.words.T.copy())
        self._rounds = tuple(put(getattr(on_host, name)) for name in ON_DEVICE)
        self._words, self._to_act, self._chosen, self._addable, self._moves, _, self._deals, self._streams = (
            self._rounds
        )
        self._fixed = put(setting.empty.view(self._grid.record)), put(setting.deck), put(setting.marks)
        columns = (put(column) for column in self.encoding.columns)
        self._table = (put(self.encoding.keep), put(self.encoding.blank), *columns)
        self._every, self._some = put(np.ones(n, np.int64)), put(np.zeros(n, np.int64))
        self._returns = put(np.zeros((n, self.players), np.int64))
        self._ended, self._illegal = (put(np.zeros(n, np.bool_)) for _ in range(2))
        self._marks = put(np.zeros((n, max(1, len(setting.marks))), np.bool_))
        self._observation = put(np.zeros((n, self.encoding.length), np.int16))
        self._mask = put(np.zeros((n, self.num_actions), np.int8))
        self._sampled = put(np.zeros(n, np.int64))
        self._dice = put(np.zeros(n, np.int64))
        self._seed_dice()

    def _seed_dice(self) -> None:
        first = dice_for(self._setting.seed, self.n)
        self._launch(self._grid.seed_dice, first, self._dice)

    def _launch(self, kernel: Any, *arguments: Any) -> None:
        self._gpu.launch(kernel, self.n, *arguments)

    # --- kept and put back ------------------------------------------------------------------------

    def copy(self) -> Self:
        """The same environment once more on the same GPU: both go on alike, and apart."""
        return copy(self)

    def __copy__(self) -> Self:
        made = object.__new__(type(self))
        made.__dict__.update(self.__dict__)
        made._put_on_device()
        with self._gpu.current():
            for to, of in zip(made._kept, self._kept, strict=True):
                to.copy_to_device(of)
        return made

    @property
    def _kept(self) -> tuple[DeviceArray, ...]:
        """The arrays that say how the rounds are, and what the last step brought."""
        return (*self._rounds, self._dice, self._returns, self._ended, self._illegal, self._marks)

    @overload
    def save(self) -> list[SavedRound]: ...

    @overload
    def save(self, index: int) -> SavedRound: ...

    def save(self, index: int | None = None) -> SavedRound | list[SavedRound]:
        """A round as it is now, copied from the device, or a list of all: as `VectorEnv.save`, which may
        restore it too. Raises WrongNumber.
        """
        if index is not None:
            index = checked_int("a round", index, 0, self.n - 1)
            return self._save(range(index, index + 1))[0]
        return self._save(range(self.n))

    def _save(self, some: range) -> list[SavedRound]:
        rows, setting = slice(some.start, some.stop), self._setting
        columns = zip(ON_DEVICE[1:], self._rounds[1:], strict=True)
        rounds = make_rounds(self._states(rows))._replace(
            **{name: column[rows].copy_to_host() for name, column in columns}
        )
        sampled = self._dice[rows].copy_to_host()
        return [
            save_round(
                rounds,
                self._saved_as,
                at,
                stream_of(int(rounds.streams[at]), setting.seed, setting.copies, index),
                sampled,
            )
            for at, index in enumerate(some)
        ]

    def restore(self, index: int, saved: SavedRound) -> None:
        """Put a saved round in the place of round `index`, as `VectorEnv.restore`; it may be one of those.

        Raises WrongNumber, WrongSave, and then nothing has changed.
        """
        index = checked_int("a round", index, 0, self.n - 1)
        rows, row = slice(index, index + 1), make_rounds(np.zeros(1, self.encoding.dtype))
        sampled = np.zeros(1, np.int64)
        restore_round(row, 0, check_saved(saved, self._saved_as, self.encoding, row), sampled)
        with self._gpu.current():
            self._words[:, rows] = row.words.T
            for name, column in zip(ON_DEVICE[1:], self._rounds[1:], strict=True):
                column[rows] = getattr(row, name)
            self._dice[rows] = sampled
            for brought in (self._returns, self._ended, self._illegal, self._marks):
                brought[rows] = np.zeros((1, *brought.shape[1:]), brought.dtype)

    def _states(self, rows: slice) -> Any:
        """The records of some rounds. They are gathered on the device: as they lie there, a row of one word
        each, the whole array would be copied.
        """
        words = self._words[:, rows]
        with self._gpu.current():
            gathered = self._gpu.put(np.zeros(words.shape, np.int64))
            gathered[:] = words
        records = np.ascontiguousarray(gathered.copy_to_host().T)
        return records.view(self.encoding.dtype).reshape(len(records))

    # --- what is seen -----------------------------------------------------------------------------

    @property
    def to_act(self) -> DeviceArray:
        """The seat to act in each round; -1 where the round is over."""
        return self._to_act

    @property
    def returns(self) -> DeviceArray:
        """What the round that ended in the last step brought each seat, a row a round; 0 where none ended."""
        return self._returns

    @property
    def ended(self) -> DeviceArray:
        """The rounds that ended in the last step."""
        return self._ended

    @property
    def illegal(self) -> DeviceArray:
        """The rounds that did not allow their action in the last step, and are as they were."""
        return self._illegal

    @property
    def cut_short(self) -> Mapping[str, DeviceArray]:
        """Of the rounds that ended in the last step, those not played to their end, by the reason."""
        names = self.encoding.declared.cut_short
        return MappingProxyType({name: self._marks[:, at] for at, name in enumerate(names)})

    def observe(self, out: DeviceArray | None = None, seat: int | None = None) -> DeviceArray:
        """What the seat to act sees of each round, or what `seat` sees, a row a round.

        Raises NoSuchSeat, WrongArray.
        """
        viewer = NOBODY if seat is None else seat_number(seat, self.players)
        out = (
            self._observation
            if out is None
            else check_on_device("out", out, np.int16, self._observation.shape)
        )
        self._launch(self._grid.observe, self._words, self._to_act, self._chosen, viewer, *self._table, out)
        return out

    def mask(self, out: DeviceArray | None = None) -> DeviceArray:
        """1 for each action that the seat to act may take, a row a round. All 0 in a round that is over.

        Raises WrongArray.
        """
        out = self._mask if out is None else check_on_device("out", out, np.int8, self._mask.shape)
        self._launch(self._grid.mask, self._addable, self._moves, out)
        return out

    def state(self, index: int) -> Any:
        """A round's whole state, hidden cards too, copied from the device: for tests and teachers, not for
        players. Raises WrongNumber.
        """
        index = checked_int("a round", index, 0, self.n - 1)
        return read(self.game.state, self._states(slice(index, index + 1)), 0)

    # --- play -------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, where: DeviceArray | None = None) -> None:
        """Deal a round everywhere, or where `where`, a mask on the device, is true.

        With a seed the rounds are those of a new environment with this seed; with None the sequence goes on.
        Raises WrongNumber, WrongArray.
        """
        wanted = self._every
        if where is not None:
            wanted = self._some
            self._launch(self._grid.widen, check_on_device("where", where, np.bool_, (self.n,)), wanted)
        if seed is not None:
            self._setting = self._setting._replace(seed=seed_number(seed))
            self._deals.copy_to_device(np.zeros(self.n, np.int64))
            self._streams.copy_to_device(np.full(self.n, OWN))
            self._seed_dice()
        self._advance(DEAL, wanted)

    def step(self, actions: DeviceArray) -> DeviceArray:
        """Take an action in each round; in one that is over nothing happens. Returns which rounds ended.

        `actions` is an array of int64 on the device. A round that does not allow its action stays as it is,
        and `illegal` says so: an error would have to wait for the device. Raises WrongArray.
        """
        self._advance(STEP, check_on_device("actions", actions, np.int64, (self.n,)))
        return self._ended

    def sample(self) -> DeviceArray:
        """An action for each round, each that may be taken equally likely, by dice of its own."""
        self._launch(self._grid.sample, self._addable, self._moves, self._dice, self._sampled)
        return self._sampled

    def advise(self, out: DeviceArray | None = None) -> DeviceArray:
        """The action that the player takes in each round; -1 in one that is over. As `VectorEnv.advise`.

        Raises WrongArray, and CudaUnavailable where this player cannot be compiled for a GPU.
        """
        from sevenfold.envs.grid import load_advise

        out = self._sampled if out is None else check_on_device("out", out, np.int64, (self.n,))
        kernel = load_advise(self.game, self.encoding.declared.kinds)
        self._launch(kernel, self._words, self._to_act, self._chosen, out)
        return out

    def synchronize(self) -> None:
        """Wait until the device has done all that it was given."""
        self._gpu.synchronize()

    def _advance(self, what: int, actions: DeviceArray) -> None:
        setting = self._setting
        self._launch(
            self._grid.advance,
            *(*self._rounds, *self._fixed),
            *(setting.policy_seats, setting.random_seats, setting.seed, setting.copies),
            *(what, actions, self._returns, self._ended, self._marks, self._illegal),
            bool(self.auto_reset),
        )

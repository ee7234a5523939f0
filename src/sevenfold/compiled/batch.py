"""Many rounds at once: an array with a record for each. What is done to all of them runs without the GIL."""

from collections.abc import Iterable, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from sevenfold.cards.masks import mask_of
from sevenfold.compiled.engine import load_engine
from sevenfold.compiled.layout import Records, Words, layout_arrays, read, record_type, write
from sevenfold.core.deal import Deal, RoundNumber
from sevenfold.core.dice import SEEDS, dice_for
from sevenfold.core.game import Game
from sevenfold.core.moves import Move
from sevenfold.core.options import Options
from sevenfold.core.playout import NO_LIMIT
from sevenfold.core.worlds import NoWorld

S = TypeVar("S")
V = TypeVar("V")

MOVE = np.dtype([(name, np.int64) for name in ("seat", *Move._fields)])
"""A move with the seat that makes it; -1 is chance."""

SPECTATOR = -1


class WrongRecords(TypeError):
    """An array that does not hold a game's states, or not in one piece."""

    def __init__(self, game: str, records: NDArray[Any]) -> None:
        super().__init__(
            f"a batch of {game} is a writable one-dimensional array of its records in one piece, "
            f"as Batch.of makes it, not {records.ndim}-dimensional {records.dtype}"
        )


class OutsideBatch(IndexError):
    """The number of a round that a batch does not have."""

    def __init__(self, index: int, size: int) -> None:
        super().__init__(f"there is no round {index}; the batch has {size}, from 0 on")
        self.index = index
        self.size = size


class NotOnePerRound(ValueError):
    """Moves or dice that are not an array with one for each round of a batch."""

    def __init__(self, what: str, wanted: np.dtype[Any], size: int) -> None:
        super().__init__(
            f"{what} for {size} rounds are an array of {size} in one piece, of the type {wanted}"
        )


class Rollouts(NamedTuple):
    """What rounds that were played on brought each seat on average, and how many moves players made."""

    means: NDArray[np.float64]
    moves: int


class Batch(Generic[S]):
    """Rounds of one game; `states` are their records. Raises CompiledUnavailable, WrongRecords.

    `policy_seats` names the seats that the rule-based player plays; the others play at random. Threads
    can work at the same time, each on a batch of its own.
    """

    def __init__(self, game: Game[S, Any, Any], states: Records) -> None:
        self._engine = load_engine(game)
        whole = states.ndim == 1 and states.flags.c_contiguous and states.flags.writeable
        if states.dtype != record_type(game.state) or not whole:
            raise WrongRecords(game.meta.name, states)
        self._seats = game.meta.players.max
        self.game = game
        self.states = states

    @classmethod
    def of(cls, game: Game[S, Any, Any], states: Sequence[S]) -> "Batch[S]":
        """A batch of these states."""
        records = np.zeros(len(states), record_type(game.state))
        for index, state in enumerate(states):
            write(state, records, index)
        return cls(game, records)

    @classmethod
    def start(
        cls, game: Game[S, Any, Any], options: Options, players: int, deals: Sequence[Deal], first: int = 0
    ) -> "Batch[S]":
        """The first rounds, after these deals; `first` moves on by one seat a round. Raises DealError."""
        states = [
            game.rules.start(
                options, players, deal, (first + index) % players, RoundNumber(index + 1, index + 1)
            )
            for index, deal in enumerate(deals)
        ]
        return cls.of(game, states)

    @classmethod
    def deal(
        cls, game: Game[S, Any, Any], options: Options, players: int, count: int, seed: int, first: int = 0
    ) -> "Batch[S]":
        """The first rounds, after deals at random; `first` moves on by one seat a round."""
        rules = game.rules
        blank = cls.of(game, [rules.empty_state(options, players)])
        batch = cls(game, np.repeat(blank.states, count))
        pack = np.array(rules.pack(options).cards, np.int64)
        size = rules.hand_size(options, players)
        batch._engine.run("deal", batch.states, pack, players, size, first, seed % SEEDS)
        return batch

    @classmethod
    def worlds(cls, game: Game[S, V, Any], seen: V, seat: int, count: int, seed: int) -> "Batch[S]":
        """Worlds that the acting seat cannot rule out by what it sees. Raises NoWorld."""
        view = np.zeros(1, record_type(game.state))
        write(seen, view, 0)
        batch = cls(game, np.zeros(count, record_type(game.state)))
        dice = dice_for(seed % SEEDS, 0)
        if not batch._engine.run("worlds", view, seat, layout_arrays(), batch.states, dice):
            raise NoWorld(game.meta.name, seat)
        return batch

    def __len__(self) -> int:
        return len(self.states)

    def __getitem__(self, index: int) -> S:
        """A round's state. Raises OutsideBatch."""
        return read(self.game.state, self.states, self._inside(index))

    def copy(self) -> "Batch[S]":
        """The same rounds once more."""
        return Batch(self.game, self.states.copy())

    def _inside(self, index: int) -> int:
        if not 0 <= index < len(self):
            raise OutsideBatch(index, len(self))
        return index

    def _check_one_each(self, what: str, given: NDArray[Any], wanted: np.dtype[Any]) -> None:
        if given.dtype != wanted or given.shape != self.states.shape or not given.flags.c_contiguous:
            raise NotOnePerRound(what, wanted, len(self))

    # --- single moves -----------------------------------------------------------------------------

    def to_act(self) -> tuple[Words, Words]:
        """For each round the seats that may act, as a mask, and how many outcomes the chance has that is due.

        Both are 0 in a round that is over.
        """
        acting, outcomes = np.zeros(len(self), np.int64), np.zeros(len(self), np.int64)
        self._engine.run("to_act", self.states, acting, outcomes)
        return acting, outcomes

    def legal(self, index: int, seat: int) -> list[Move]:
        """The legal moves of a seat in one round; [] for one that is not to act. Raises OutsideBatch."""
        rows = self._engine.run("legal", self.states, self._inside(index), seat)
        return [Move(*row) for row in rows.tolist()]

    def step(self, moves: NDArray[np.void]) -> Words:
        """Make a move, given as a `MOVE`, in each round where it is legal. Returns each violation, or OK.

        Raises NotOnePerRound.
        """
        self._check_one_each("moves", moves, MOVE)
        found = np.zeros(len(self), np.int64)
        self._engine.run("step", self.states, moves, found)
        return found

    def views(self, seat: int | None, out: "Batch[S] | None" = None) -> "Batch[S]":
        """What a seat may see of each round; None is a spectator.

        It goes to `out`, a batch of as many rounds, where one is given: quicker than into fresh memory.
        Raises NotOnePerRound.
        """
        seen = Batch(self.game, np.zeros_like(self.states)) if out is None else out
        self._check_one_each("views", seen.states, self.states.dtype)
        self._engine.run("views", self.states, SPECTATOR if seat is None else seat, seen.states)
        return seen

    # --- playing on -------------------------------------------------------------------------------

    def dice(self, seed: int) -> Words:
        """Dice for each round, to be handed on from one call of `playout` to the next."""
        dice = np.zeros(len(self), np.int64)
        self._engine.run("seed_dice", dice, seed % SEEDS)
        return dice

    def playout(self, dice: Words, policy_seats: Iterable[int] = (), max_moves: int = NO_LIMIT) -> int:
        """Play each round to its end, or for `max_moves` moves of players. Returns how many were made in all.

        `dice` becomes the dice after it. Raises NotOnePerRound.
        """
        self._check_one_each("dice", dice, np.dtype(np.int64))
        seen = np.zeros_like(self.states[:1])
        moves: int = self._engine.run("playout", self.states, seen, mask_of(policy_seats), dice, max_moves)
        return moves

    def rollouts(self, count: int, seed: int, policy_seats: Iterable[int] = ()) -> Rollouts:
        """Play `count` rounds to their end, from each state in turn; the batch stays as it is.

        A seat that a smaller table does not have gets 0. Raises OutsideBatch for a batch without rounds.
        """
        self._inside(0)
        state, seen = np.zeros_like(self.states[:1]), np.zeros_like(self.states[:1])
        totals = np.zeros(self._seats, np.int64)
        moves = self._engine.run(
            "rollouts", self.states, state, seen, mask_of(policy_seats), count, seed % SEEDS, totals
        )
        return Rollouts(totals / count, moves)

    def returns(self) -> Words:
        """What each round that is over brought each seat, a row each.

        A seat that a smaller table does not have gets 0.
        """
        results = np.zeros((len(self), self._seats), np.int64)
        self._engine.run("returns", self.states, results)
        return results

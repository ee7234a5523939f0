"""Many rounds at once: an array with a record for each. What is done to all of them runs without the GIL."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from sevenfold.compiled.arrays import WrongArray, is_plain
from sevenfold.compiled.cpu.engine import load_engine
from sevenfold.compiled.cpu.threads import checked_threads, in_blocks
from sevenfold.compiled.layout import Records, Words, layout_arrays, read, record_type, write
from sevenfold.core.bounds import bounds_of
from sevenfold.core.choosing import Legal, acting_seat
from sevenfold.core.deal import Deal
from sevenfold.core.dice import dice_for
from sevenfold.core.game import Game, WrongValue
from sevenfold.core.given import NoSuchSeat, WrongNumber, checked_int, seat_number, seats_mask, seed_number
from sevenfold.core.moves import CHANCE, Move
from sevenfold.core.options import Options
from sevenfold.core.playout import NO_LIMIT
from sevenfold.core.worlds import NoSample, NoWorld
from sevenfold.errors import SevenfoldError

S = TypeVar("S")
V = TypeVar("V")
T = TypeVar("T")

MOVE = np.dtype([(name, np.int64) for name in ("seat", *Move._fields)])
"""A move with the seat that makes it; -1 is chance."""

SPECTATOR = -1


class WrongRecords(SevenfoldError, TypeError):
    """An array that does not hold a game's states, or not in one piece."""

    def __init__(self, game: str, records: object) -> None:
        given = type(records).__name__
        if isinstance(records, np.ndarray):
            given = f"{records.ndim}-dimensional {records.dtype}"
        super().__init__(
            f"a batch of {game} is a writable one-dimensional array of its records in one piece, "
            f"as Batch.of makes it, not {given}"
        )


class OutsideBatch(SevenfoldError, IndexError):
    """The number of a round that is not there."""

    def __init__(self, index: object, size: int) -> None:
        super().__init__(f"there is no round {index}; the batch has {size}, from 0 on")
        self.index = index
        self.size = size


class NotOnePerRound(SevenfoldError, ValueError):
    """Moves or dice that are not an array with one for each round of a batch."""

    def __init__(self, what: str, wanted: np.dtype[Any], size: int) -> None:
        super().__init__(
            f"{what} for {size} rounds are an array of {size} in one piece, of the type {wanted}"
        )


class Rollouts(NamedTuple):
    """What rounds that were played on brought each seat on average, and how many moves players made."""

    means: NDArray[np.float64]
    moves: int


def _table(game: Game[Any, Any, Any], options: Options, players: int | None, first: int) -> tuple[int, int]:
    """How many play, and who is first, once both and the options are known to be right."""
    game.meta.check_options(options)
    seats = game.meta.seats(players)
    return seats, seat_number(first, seats)


def _check_records(game: Game[Any, Any, Any], records: Records) -> None:
    """Raise WrongValue where a number is none that its field can have, and UnsoundState where the parts of a
    record do not fit each other. Records that are the same are looked at once.
    """
    state: Any = game.state
    for bounds in bounds_of(state, game.meta.players):
        values = records[bounds.field]
        wrong = (values < bounds.low) | (values > bounds.high)
        if wrong.any():
            raise WrongValue(game.meta.name, bounds, values[wrong][0].item())
    _, distinct = np.unique(records.view(f"V{records.itemsize}"), return_index=True)
    for index in distinct.tolist():
        game.check_sound(read(state, records, index))


def _again(game: Game[S, Any, Any], states: Records, threads: int) -> "Batch[S]":
    """A batch as it was pickled."""
    return Batch._made(game, states, threads)


class Batch(Generic[S]):
    """Rounds of one game; `states` are their records.

    Raises CompiledUnavailable, WrongRecords, WrongValue, UnsoundState.

    `policy_seats` names the seats that the rule-based player plays; the others play at random. With `threads`
    the rounds are shared out between as many: what comes of them is the same. Threads of yours
    can work at the same time, each on a batch of its own. What is wrong with a number or an array that is
    given is said by an error: WrongNumber, NoSuchSeat, WrongArray, OutsideBatch, NotOnePerRound. Records are
    looked at, which takes about a tenth of a millisecond each: a number that its field cannot have raises
    WrongValue, and what does not fit together, such as a card in two hands, UnsoundState. A pickled batch is
    not looked at again: load only pickles that you trust, as always.

    >>> import sevenfold
    >>> game = sevenfold.load_game("lockup")
    >>> batch = sevenfold.Batch.deal(game, game.meta.options(), players=4, count=3, seed=1)
    >>> batch.views(9)
    Traceback (most recent call last):
    sevenfold.core.given.NoSuchSeat: there is no seat 9; the seats are 0 to 3
    """

    def __init__(self, game: Game[S, Any, Any], states: Records, threads: int = 1) -> None:
        given: Any = states
        fits = isinstance(given, np.ndarray) and given.ndim == 1 and given.flags.carray
        if not fits or given.dtype != record_type(game.state):
            raise WrongRecords(game.meta.name, given)
        _check_records(game, given)
        self._keep(game, states, threads)

    def _keep(self, game: Game[S, Any, Any], states: Records, threads: int) -> None:
        self.threads = checked_threads(threads)
        self._engine = load_engine(game)
        self._seats = game.meta.players.max
        self._states = states
        self.game = game

    @classmethod
    def _made(cls, game: Game[S, Any, Any], states: Records, threads: int = 1) -> "Batch[S]":
        """A batch of records that are our own: they are not checked."""
        batch = cls.__new__(cls)
        batch._keep(game, states, threads)
        return batch

    @classmethod
    def of(cls, game: Game[S, Any, Any], states: Sequence[S], threads: int = 1) -> "Batch[S]":
        """A batch of these states. Raises WrongState, WrongValue, UnsoundState, WrongNumber."""
        for state in states:
            game.check_state(state)
        return cls._written(game, states, threads)

    @classmethod
    def _written(cls, game: Game[S, Any, Any], states: Sequence[S], threads: int = 1) -> "Batch[S]":
        """A batch of states that are our own: they are not checked."""
        records = np.zeros(len(states), record_type(game.state))
        for index, state in enumerate(states):
            write(state, records, index)
        return cls._made(game, records, threads)

    @classmethod
    def start(
        cls,
        game: Game[S, Any, Any],
        options: Options,
        players: int,
        deals: Sequence[Deal],
        first: int = 0,
        threads: int = 1,
    ) -> "Batch[S]":
        """The first rounds, after these deals; `first` moves on by one seat a round.

        Raises DealError, WrongNumberOfSeats, OptionError, WrongNumber.
        """
        players, first = _table(game, options, players, first)
        states = [
            game.rules.start(
                options, players, deal, (first + index) % players, game.so_far(players, index + 1)
            )
            for index, deal in enumerate(deals)
        ]
        return cls._written(game, states, threads)

    @classmethod
    def deal(
        cls,
        game: Game[S, Any, Any],
        options: Options,
        players: int,
        count: int,
        seed: int,
        first: int = 0,
        threads: int = 1,
    ) -> "Batch[S]":
        """The first rounds, after deals at random; `first` moves on by one seat a round.

        Raises WrongNumberOfSeats, OptionError, WrongNumber.
        """
        players, first = _table(game, options, players, first)
        count, seed = checked_int("count", count, 0), seed_number(seed)
        rules = game.rules
        blank = cls._written(game, [rules.empty_state(options, players)])
        batch = cls._made(game, np.repeat(blank._states, count), threads)
        pack = np.array(rules.pack(options).cards, np.int64)
        size = rules.hand_size(options, players)
        memory = np.zeros(players, np.int64), np.zeros(game.meta.memory or 0, np.int64)
        batch._engine.run("deal", batch._states, pack, players, size, first, seed, memory)
        return batch

    @classmethod
    def worlds(
        cls, game: Game[S, V, Any], seen: V, seat: int, count: int, seed: int, threads: int = 1
    ) -> "Batch[S]":
        """Worlds that the acting seat cannot rule out by what it sees.

        Raises NoSample, NoWorld, WrongState, WrongValue, UnsoundState, NotToAct, WrongNumber.
        """
        if game.sample is None:
            raise NoSample(game.meta.name)
        seat = acting_seat(game, seen, seat)
        state: Any = seen
        view = cls._written(game, [state])._states
        records = np.zeros(checked_int("count", count, 0), record_type(game.state))
        batch = cls._made(game, records, threads)
        dice = dice_for(seed_number(seed), 0)
        if not batch._engine.run("worlds", view, seat, layout_arrays(), batch._states, dice):
            raise NoWorld(game.meta.name, seat)
        return batch

    @property
    def states(self) -> Records:
        """The records, a row for each round; their fields are those of the game's state. Read-only."""
        shown = self._states.view()
        shown.flags.writeable = False
        return shown

    def __len__(self) -> int:
        return len(self._states)

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (self.game, self._states, self.threads)

    def __copy__(self) -> "Batch[S]":
        return self.copy()

    def __getitem__(self, index: int) -> S:
        """A round's state. Raises OutsideBatch."""
        return read(self.game.state, self._states, self._inside(index))

    def copy(self) -> "Batch[S]":
        """The same rounds once more."""
        return self._made(self.game, self._states.copy(), self.threads)

    def _inside(self, index: int) -> int:
        try:
            return checked_int("a round", index, 0, len(self) - 1)
        except WrongNumber:
            raise OutsideBatch(index, len(self)) from None

    def _in_blocks(self, work: Callable[[slice], T], count: int | None = None) -> list[T]:
        """What `work` gives for each block of the rounds, or of so many."""
        count = len(self) if count is None else count
        return in_blocks(count, self.threads, lambda part, _: work(part))

    def _check_one_each(self, what: str, given: Any, wanted: np.dtype[Any], *, is_read: bool = False) -> None:
        fits = is_plain(given) and given.dtype == wanted and given.shape == self._states.shape
        if not fits or not (given.flags.c_contiguous if is_read else given.flags.carray):
            raise NotOnePerRound(what, wanted, len(self))

    @property
    def players(self) -> int:
        """How many seats every round has."""
        seats = self.game.meta.players
        if seats.min == seats.max or len(self) == 0:
            return seats.max
        fewest: int = self._states["players"].min().item()
        return fewest

    def _seat(self, seat: int) -> int:
        return seat_number(seat, self.players)

    def _policy(self, policy_seats: Iterable[int]) -> int:
        return seats_mask("policy_seats", policy_seats, self.players)

    # --- single moves -----------------------------------------------------------------------------

    def to_act(self) -> tuple[Words, Words]:
        """For each round the seats that may act, as a mask, and how many outcomes the chance has that is due.

        Both are 0 in a round that is over.
        """
        acting, outcomes = np.zeros(len(self), np.int64), np.zeros(len(self), np.int64)
        self._engine.run("to_act", self._states, acting, outcomes)
        return acting, outcomes

    def legal(self, index: int, seat: int) -> list[Move]:
        """The legal moves of a seat in one round; [] for one that is not to act.

        Raises OutsideBatch, NoSuchSeat, TooManyMoves.
        """
        index, seat = self._inside(index), self._seat(seat)
        state = self[index]
        if not self.game.rules.is_listed(state):
            return list(Legal(self.game.rules, state, seat))
        rows = self._engine.run("legal", self._states, index, seat)
        return [Move(*row) for row in rows.tolist()]

    def step(self, moves: NDArray[np.void]) -> Words:
        """Make a move, given as a `MOVE`, in each round where it is legal. Returns each violation, or OK.

        The seat is one of the table's, or -1 for chance. Raises NotOnePerRound, NoSuchSeat, WrongArray.
        """
        self._check_one_each("moves", moves, MOVE, is_read=True)
        moves = moves if moves.flags.carray else moves.copy()
        seats = moves["seat"]
        outside = (seats < CHANCE) | (seats >= self.players)
        if outside.any():
            raise NoSuchSeat(int(seats[outside][0]), self.players)
        if (moves["cards"] < 0).any() or (moves["twice"] < 0).any():
            raise WrongArray("moves", "sets of cards as masks, 0 or more", "a mask below 0")
        found = np.zeros(len(self), np.int64)
        self._in_blocks(lambda part: self._engine.run("step", self._states[part], moves[part], found[part]))
        return found

    def views(self, seat: int | None, out: "Batch[S] | None" = None) -> "Batch[S]":
        """What a seat may see of each round; None is a spectator.

        It goes to `out`, a batch of as many rounds, where one is given: quicker than into fresh memory.
        Raises NoSuchSeat, NotOnePerRound.
        """
        viewer = SPECTATOR if seat is None else self._seat(seat)
        seen = self._made(self.game, np.zeros_like(self._states), self.threads) if out is None else out
        if not isinstance(seen, Batch):
            raise NotOnePerRound("views", self._states.dtype, len(self))
        self._check_one_each("views", seen._states, self._states.dtype)
        into = seen._states
        self._in_blocks(lambda part: self._engine.run("views", self._states[part], viewer, into[part]))
        return seen

    # --- playing on -------------------------------------------------------------------------------

    def dice(self, seed: int) -> Words:
        """Dice for each round, to be handed on from one call of `playout` to the next."""
        dice = np.zeros(len(self), np.int64)
        self._engine.run("seed_dice", dice, seed_number(seed))
        return dice

    def playout(self, dice: Words, policy_seats: Iterable[int] = (), max_moves: int = NO_LIMIT) -> int:
        """Play each round to its end, or for `max_moves` moves of players. Returns how many were made in all.

        `dice` becomes the dice after it. Raises NotOnePerRound, NoSuchSeat.
        """
        self._check_one_each("dice", dice, np.dtype(np.int64))
        policy, most = self._policy(policy_seats), checked_int("max_moves", max_moves, 0, NO_LIMIT)

        def play(part: slice) -> int:
            seen = np.zeros_like(self._states[:1])
            moves: int = self._engine.run("playout", self._states[part], seen, policy, dice[part], most)
            return moves

        return sum(self._in_blocks(play))

    def rollouts(self, count: int, seed: int, policy_seats: Iterable[int] = ()) -> Rollouts:
        """Play `count` rounds to their end, from each state in turn; the batch stays as it is.

        A seat that a smaller table does not have gets 0. Raises OutsideBatch for a batch without rounds.
        """
        self._inside(0)
        count, policy = checked_int("count", count, 1), self._policy(policy_seats)
        seed = seed_number(seed)

        def play(part: slice) -> tuple[Words, int]:
            state, seen = np.zeros_like(self._states[:1]), np.zeros_like(self._states[:1])
            result, totals = np.zeros((2, self._seats), np.int64)
            rounds = part.start, part.stop, seed
            return totals, self._engine.run(
                "rollouts", self._states, state, seen, policy, *rounds, result, totals
            )

        totals, moves = zip(*self._in_blocks(play, count), strict=True)
        return Rollouts(sum(totals) / count, sum(moves))

    def returns(self) -> Words:
        """What each round that is over brought each seat, a row each; 0 in a round that is not over.

        A seat that a smaller table does not have gets 0.
        """
        results = np.zeros((len(self), self._seats), np.int64)
        self._engine.run("returns", self._states, results)
        return results

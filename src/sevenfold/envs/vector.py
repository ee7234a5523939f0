"""Many rounds at once, a step in all of them with one call: the environment that the others are made of."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sevenfold.cards.masks import mask_of, popcount
from sevenfold.compiled.layout import Words, read, write
from sevenfold.core.dice import SEEDS, dice_for
from sevenfold.core.game import AnyGame
from sevenfold.core.moves import Move
from sevenfold.envs.encoding import Encoding, Observation
from sevenfold.envs.kernels import DEAL, MAKE, STEP, Setting, load_kernels, make_rounds
from sevenfold.envs.turns import NOBODY
from sevenfold.games import load_game

Mask = NDArray[np.int8]

NO_MOVE = Move(0, 0, 0, 0)


class IllegalAction(ValueError):
    """An action that its round does not allow; no round has changed."""

    def __init__(self, index: int, action: int) -> None:
        super().__init__(f"round {index} does not allow action {action}; mask() says which it allows")
        self.index = index
        self.action = action


class VectorEnv:
    """`n` rounds of one game. An observation and a mask are those of the seat that is to act in each round.

    `preset` and `options` are those of a table. `auto_reset` deals the next round in the very step in which
    one ends. `policy_seats` are played by the game's rule-based player and `random_seats` at random, so that
    only the others are asked. Round i depends on `seed` and i alone, not on `n`. With `copies` as many rounds
    in a row are dealt the same cards, so that what was done with them can be compared.

    The arrays that it returns are its own and change with the next call; pass `out` to have them written
    elsewhere. Threads can step one VectorEnv each at the same time.

    Raises UnknownGame, UnknownPreset, OptionError, WrongNumberOfSeats, CompiledUnavailable.
    """

    def __init__(
        self,
        game: str | AnyGame,
        n: int,
        seed: int = 0,
        options: Mapping[str, object] | None = None,
        preset: str | None = None,
        players: int | None = None,
        auto_reset: bool = True,
        policy_seats: Iterable[int] = (),
        random_seats: Iterable[int] = (),
        copies: int = 1,
    ) -> None:
        if n < 1:
            raise ValueError(f"n is the number of rounds, 1 or more, not {n}")
        if copies < 1:
            raise ValueError(f"copies is the number of rounds with the same cards, 1 or more, not {copies}")
        self.game = load_game(game) if isinstance(game, str) else game
        self.n = n
        self.players = self.game.meta.seats(players)
        self.options = self.game.meta.make_options(preset, options or {})
        self.auto_reset = auto_reset
        self.encoding = Encoding(self.game, self.players)
        self.num_actions = self.encoding.room.kinds + self.encoding.room.max_moves
        self._policy_seats = mask_of(policy_seats)
        self._random_seats = mask_of(random_seats)
        if popcount((self._policy_seats | self._random_seats) & mask_of(range(self.players))) == self.players:
            raise ValueError("every seat has a player of ours: leave a seat for the one who is asked")
        self._kernels = load_kernels(self.game)
        self._rounds = make_rounds(np.zeros(n, self.encoding.dtype))
        self._setting = self._make_setting(seed, copies)
        self._dice = np.array([dice_for(seed % SEEDS, n)], np.int64)
        self._every = np.arange(n)
        self._words = np.zeros(self._rounds.words.shape[1] + 2, np.int64)
        self._observation = np.zeros((n, self.encoding.length), np.int16)
        self._mask = np.zeros((n, self.num_actions), np.int8)
        self._actions = np.zeros(n, np.int64)
        self.returns: NDArray[np.int64] = np.zeros((n, self.players), np.int64)
        """What the round that ended in the last step brought each seat, a row a round; 0 where none ended."""
        self.ended: NDArray[np.bool_] = np.zeros(n, np.bool_)
        """The rounds that ended in the last step."""
        self.reset()

    def _make_setting(self, seed: int, copies: int) -> Setting:
        rules = self.game.rules
        empty = np.zeros(2, self.encoding.dtype)
        write(rules.empty_state(self.options, self.players), empty, 0)
        return Setting(
            empty=empty,
            deck=np.array(rules.pack(self.options).cards, np.int64),
            players=self.players,
            hand_size=rules.hand_size(self.options, self.players),
            kinds=self.encoding.room.kinds,
            policy_seats=self._policy_seats,
            random_seats=self._random_seats,
            seed=seed % SEEDS,
            copies=copies,
            waits=False,
        )

    # --- what is seen -----------------------------------------------------------------------------

    @property
    def to_act(self) -> Words:
        """The seat to act in each round; -1 where the round is over."""
        to_act: Words = self._rounds.to_act
        return to_act

    def observe(
        self, out: Observation | None = None, seat: int | None = None, where: NDArray[np.bool_] | None = None
    ) -> Observation:
        """What the seat to act sees of each round, or what `seat` sees, a row a round. See `encoding`.

        With `where` there are rows for the rounds where it is true, and for no others.
        """
        out = self._observation if out is None else out
        rows = self._rows(where, out)
        seats = self.to_act if seat is None else np.full(self.n, seat)
        encoding = self.encoding
        self._kernels.observe(
            self._rounds,
            rows,
            seats,
            self.players,
            encoding.keep,
            encoding.blank,
            encoding.columns,
            self._words,
            out,
        )
        return out if where is None else out[: len(rows)]

    def mask(self, out: Mask | None = None, where: NDArray[np.bool_] | None = None) -> Mask:
        """1 for each action that the seat to act may take, a row a round. All 0 in a round that is over."""
        out = self._mask if out is None else out
        rows = self._rows(where, out)
        self._kernels.mask(self._rounds, rows, self._setting.kinds, out)
        return out if where is None else out[: len(rows)]

    def _rows(self, where: NDArray[np.bool_] | None, out: NDArray[Any]) -> Words:
        """The rounds that are wanted. Raises ValueError where `out` has too few rows for them."""
        rows = self._every if where is None else np.flatnonzero(where)
        if len(out) < len(rows):
            raise ValueError(f"out has {len(out)} rows, and {len(rows)} are wanted")
        return rows

    def chosen(self, index: int) -> tuple[int, int]:
        """The cards that the seat to act in a round has chosen so far, as a mask, and those chosen twice."""
        cards, twice = self._rounds.chosen[index].tolist()
        return cards, twice

    def state(self, index: int) -> Any:
        """A round's whole state, hidden cards too: for tests and teachers, not for players."""
        return read(self.game.state, self._rounds.states, index)

    # --- play -------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, where: NDArray[np.bool_] | None = None) -> None:
        """Deal a round everywhere, or where `where` is true.

        With a seed the rounds are those of a new VectorEnv with this seed.
        """
        if seed is not None:
            self._setting = self._setting._replace(seed=seed % SEEDS)
            self._dice[0] = dice_for(seed % SEEDS, self.n)
            self._rounds.deals[:] = 0
        self._advance(DEAL, np.ones(self.n, np.int64) if where is None else where.astype(np.int64))

    def step(self, actions: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Take an action in each round; in one that is over nothing happens. Returns which rounds ended.

        `returns` then says what they brought. Raises IllegalAction, and then no round has changed.
        """
        actions = np.ascontiguousarray(actions, np.int64)
        self._check(actions)
        self._advance(STEP, actions)
        return self.ended

    def sample(self) -> NDArray[np.int64]:
        """An action for each round, each that may be taken equally likely."""
        self._kernels.sample(self._rounds, self._setting.kinds, self._dice, self._actions)
        return self._actions

    def advise(self, out: NDArray[np.int64] | None = None) -> NDArray[np.int64]:
        """The action that the game's rule-based player takes in each round; -1 in one that is over.

        It is chosen from the view of the seat that is to act. The cards chosen so far must be on the way to
        that player's move, as they are where all of its advice was taken.
        """
        out = self._actions if out is None else out
        self._kernels.advise(self._rounds, self._setting, out)
        return out

    def play(self, index: int, move: Move) -> None:
        """Make a whole move in one round, instead of action by action. It must be legal."""
        where = np.zeros(self.n, np.int64)
        where[index] = 1
        self._advance(MAKE, where, move)

    def _advance(self, what: int, actions: NDArray[np.int64], move: Move = NO_MOVE) -> None:
        self.returns[:] = 0
        self.ended[:] = False
        self._kernels.advance(
            self._rounds, self._setting, what, actions, move, self.returns, self.ended, self.auto_reset
        )

    def _check(self, actions: NDArray[np.int64]) -> None:
        rounds, kinds = self._rounds, self._setting.kinds
        index = int(self._kernels.illegal(rounds, kinds, actions))
        if index != NOBODY:
            raise IllegalAction(index, int(actions[index]))

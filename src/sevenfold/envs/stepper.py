"""One round at a time by the compiled rules, for interfaces whose rounds are kept, copied and tried out."""

from operator import index
from threading import local
from typing import Any, NamedTuple

import numpy as np

from sevenfold.compiled.layout import read, write
from sevenfold.core.given import WrongNumber, checked_int, seat_number
from sevenfold.core.moves import Move
from sevenfold.envs.encoding import Encoding, Observation
from sevenfold.envs.kernels import load_kernels, prepared
from sevenfold.envs.records import DRAW, FIND, STEP, EnvSetting, make_rounds, make_scratch
from sevenfold.envs.turns import NOBODY
from sevenfold.envs.vector import IllegalAction
from sevenfold.errors import SevenfoldError

NO_MOVE = Move(0, 0, 0, 0)
ONLY = np.zeros(1, np.int64)
"""The rows to observe: that of the only round."""


class Position(NamedTuple):
    """A round between two actions. It never changes; a step makes another position."""

    record: bytes
    """The whole state."""
    to_act: int
    """The seat to act; NOBODY where chance is due, or the round is over."""
    chosen: int
    """The cards chosen so far."""
    chosen_twice: int
    addable: int
    """The kinds that may be chosen next."""
    moves: int
    """How many moves the cards chosen make; or, where chance is due, how many outcomes it has."""


class WrongPosition(SevenfoldError, ValueError):
    """What is no position of this game with so many players."""

    def __init__(self, wanted: str) -> None:
        super().__init__(f"this is no position of {wanted}; look(), step() and draw() make them")
        self.wanted = wanted


class NoSuchOutcome(SevenfoldError, ValueError):
    """An outcome that the chance which is due does not have."""

    def __init__(self, outcome: object, outcomes: int) -> None:
        due = f"the outcomes are 0 to {outcomes - 1}" if outcomes else "no chance is due"
        super().__init__(f"there is no outcome {outcome}; {due}")
        self.outcome = outcome


class Stepper:
    """Steps and observations of positions, in one thread. Raises CompiledUnavailable."""

    def __init__(self, encoding: Encoding) -> None:
        self._encoding = encoding
        self._rounds = rounds = make_rounds(np.zeros(1, encoding.dtype))
        seat: Any = np.zeros(1, np.int64)
        action: Any = np.zeros(1, np.int64)
        self._observation: Observation = np.zeros(encoding.length, np.int16)
        setting = EnvSetting(
            empty=np.zeros(1, encoding.dtype),
            deck=np.zeros(0, np.int64),
            players=encoding.players,
            hand_size=0,
            kinds=encoding.declared.kinds,
            policy_seats=0,
            random_seats=0,
            seed=0,
            copies=1,
            marks=np.zeros(0, np.int64),
            watched=encoding.watched,
            waits=True,
        )
        kernels = load_kernels(encoding.game)
        held = rounds, setting, make_scratch(setting)
        ends = (
            np.zeros((1, encoding.players), np.int64),
            np.zeros(1, np.bool_),
            np.zeros((1, 0), np.bool_),
            False,
        )
        self._find = prepared(kernels.advance, *held, FIND, action, NO_MOVE, *ends)
        self._step = prepared(kernels.advance, *held, STEP, action, NO_MOVE, *ends)
        self._draw = prepared(kernels.advance, *held, DRAW, action, NO_MOVE, *ends)
        table = encoding.keep, encoding.blank, encoding.columns
        words = np.zeros(rounds.words.shape[1] + 2, np.int64)
        self._observe = prepared(
            kernels.observe, rounds, ONLY, seat, encoding.players, *table, words, self._observation[None]
        )
        # a number is read out of these in a third of the time that NumPy takes
        self._record = memoryview(rounds.words).cast("B")
        numbers = rounds.to_act, rounds.chosen.reshape(-1), rounds.addable, rounds.moves
        self._numbers = tuple(memoryview(each) for each in numbers)
        self._action, self._seat = memoryview(action), memoryview(seat)
        self._listed = [Listed(encoding.length) for _ in range(encoding.players)]
        self._held: Position | None = None

    def position_of(self, state: Any) -> Position:
        """The position of a state, with no card chosen. Raises WrongState, WrongValue, UnsoundState."""
        self._encoding.game.check_state(state)
        return self._position_made(state)

    def _position_made(self, state: Any) -> Position:
        """As `position_of`, of a state that the rules have made: nothing is checked."""
        write(state, self._rounds.states, 0)
        self._find()
        return self._take()

    def step(self, position: Position, action: int) -> Position:
        """The position after a legal action. Raises IllegalAction, WrongPosition."""
        self._hold(position)
        self._action[0] = self._allowed(position, action)
        self._step()
        return self._take()

    def draw(self, position: Position, outcome: int) -> Position:
        """The position after an outcome of the chance that is due. Raises NoSuchOutcome, WrongPosition."""
        self._hold(position)
        outcomes = position.moves if position.to_act == NOBODY else 0
        try:
            self._action[0] = checked_int("an outcome", outcome, 0, outcomes - 1)
        except WrongNumber:
            raise NoSuchOutcome(outcome, outcomes) from None
        self._draw()
        return self._take()

    def observe(self, position: Position, seat: int) -> Observation:
        """What a seat sees, as `VectorEnv.observe` gives it; the array is filled anew by the next call.

        Raises NoSuchSeat, WrongPosition.
        """
        self._hold(position)
        self._seat[0] = seat_number(seat, self._encoding.players)
        self._observe()
        return self._observation

    def floats(self, position: Position, seat: int) -> list[float]:
        """What a seat sees as Python's floats, in a new list."""
        seen = self.observe(position, seat)
        return self._listed[seat].floats(seen)

    def state(self, position: Position) -> Any:
        """The full state of a position. Raises WrongPosition."""
        self._hold(position)
        return read(self._encoding.game.state, self._rounds.states, 0)

    def _allowed(self, position: Position, action: int) -> int:
        """The action, if the seat to act may take it."""
        kinds = self._encoding.declared.kinds
        try:
            number = index(action)
        except TypeError:
            raise IllegalAction(0, action) from None
        if 0 <= number < kinds:
            allowed = position.addable >> number & 1
        else:
            allowed = kinds <= number < kinds + position.moves
        if not allowed or position.to_act == NOBODY:
            raise IllegalAction(0, action)
        return number

    def _take(self) -> Position:
        to_act, chosen, addable, moves = self._numbers
        self._held = Position(self._record.tobytes(), to_act[0], chosen[0], chosen[1], addable[0], moves[0])
        return self._held

    def _hold(self, position: Position) -> None:
        if self._held is not None and position is self._held:
            return
        self._held = None
        try:
            self._record[:] = position.record
            to_act, chosen, addable, moves = self._numbers
            _, to_act[0], chosen[0], chosen[1], addable[0], moves[0] = position
        except (AttributeError, TypeError, ValueError):
            raise WrongPosition(self._encoding.name) from None
        if not NOBODY <= position.to_act < self._encoding.players:
            raise WrongPosition(self._encoding.name)
        self._held = position


class Listed:
    """One seat's observations as lists. Little changes from one to the next, and only that is written."""

    def __init__(self, length: int) -> None:
        self._seen: Observation = np.zeros(length, np.int16)
        self._floats = [0.0] * length

    def floats(self, observation: Observation) -> list[float]:
        """An observation as a list."""
        indices = (observation != self._seen).nonzero()[0]
        for place, number in zip(indices.tolist(), observation[indices].tolist(), strict=True):
            self._floats[place] = float(number)
        self._seen[:] = observation
        return self._floats.copy()


class Steppers(local):
    """A Stepper for each thread."""

    def __init__(self, encoding: Encoding) -> None:
        self.own = Stepper(encoding)

"""One round at a time by the compiled rules, for interfaces whose rounds are kept, copied and tried out."""

from threading import local
from typing import Any, NamedTuple

import numpy as np

from sevenfold.compiled.layout import read, write
from sevenfold.core.moves import Move
from sevenfold.envs.encoding import Encoding, Observation
from sevenfold.envs.kernels import DRAW, LOOK, STEP, Setting, load_kernels, make_rounds, prepared

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


class Stepper:
    """Steps and observations of positions, in one thread. Raises CompiledUnavailable."""

    def __init__(self, encoding: Encoding) -> None:
        self._encoding = encoding
        self._rounds = rounds = make_rounds(np.zeros(1, encoding.dtype))
        seat: Any = np.zeros(1, np.int64)
        action: Any = np.zeros(1, np.int64)
        self._observation: Observation = np.zeros(encoding.length, np.int16)
        setting = Setting(
            empty=np.zeros(2, encoding.dtype),
            deck=np.zeros(0, np.int64),
            players=encoding.players,
            hand_size=0,
            kinds=encoding.room.kinds,
            policy_seats=0,
            random_seats=0,
            seed=0,
            copies=1,
            waits=True,
        )
        kernels = load_kernels(encoding.game)
        ends = np.zeros((1, encoding.players), np.int64), np.zeros(1, np.bool_), False
        self._look = prepared(kernels.advance, rounds, setting, LOOK, action, NO_MOVE, *ends)
        self._step = prepared(kernels.advance, rounds, setting, STEP, action, NO_MOVE, *ends)
        self._draw = prepared(kernels.advance, rounds, setting, DRAW, action, NO_MOVE, *ends)
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

    def look(self, state: Any) -> Position:
        """The position of a state, with no card chosen."""
        write(state, self._rounds.states, 0)
        self._look()
        return self._take()

    def step(self, position: Position, action: int) -> Position:
        """The position after a legal action."""
        self._hold(position)
        self._action[0] = action
        self._step()
        return self._take()

    def draw(self, position: Position, outcome: int) -> Position:
        """The position after an outcome of the chance that is due."""
        self._hold(position)
        self._action[0] = outcome
        self._draw()
        return self._take()

    def observe(self, position: Position, seat: int) -> Observation:
        """What a seat sees, as `VectorEnv.observe` gives it; the array is filled anew by the next call."""
        self._hold(position)
        self._seat[0] = seat
        self._observe()
        return self._observation

    def floats(self, position: Position, seat: int) -> list[float]:
        """What a seat sees as Python's floats, in a new list."""
        return self._listed[seat].floats(self.observe(position, seat))

    def state(self, position: Position) -> Any:
        """The full state of a position."""
        return read(self._encoding.game.state, np.frombuffer(position.record, self._encoding.dtype), 0)

    def _take(self) -> Position:
        to_act, chosen, addable, moves = self._numbers
        self._held = Position(self._record.tobytes(), to_act[0], chosen[0], chosen[1], addable[0], moves[0])
        return self._held

    def _hold(self, position: Position) -> None:
        if position is not self._held:
            self._record[:] = position.record
            to_act, chosen, addable, moves = self._numbers
            _, to_act[0], chosen[0], chosen[1], addable[0], moves[0] = position
            self._held = position


class Listed:
    """One seat's observations as lists. Little changes from one to the next, and only that is written."""

    def __init__(self, length: int) -> None:
        self._seen: Observation = np.zeros(length, np.int16)
        self._floats = [0.0] * length

    def floats(self, observation: Observation) -> list[float]:
        """An observation as a list."""
        indices = (observation != self._seen).nonzero()[0]
        for index, number in zip(indices.tolist(), observation[indices].tolist(), strict=True):
            self._floats[index] = float(number)
        self._seen[:] = observation
        return self._floats.copy()


class Steppers(local):
    """A Stepper for each thread."""

    def __init__(self, encoding: Encoding) -> None:
        self.own = Stepper(encoding)

"""Every way in which a short deck can be played, as a tree: strategies are valued exactly, and solved."""

from collections.abc import Callable, Iterable, Mapping
from copy import deepcopy
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sevenfold.core.moves import CHANCE
from sevenfold.envs.encoding import Observation
from sevenfold.envs.short import ShortDeck
from sevenfold.envs.spiel_parameters import read_setting
from sevenfold.envs.spiel_round import OVER, SpielRound
from sevenfold.envs.vector import Mask
from sevenfold.errors import SevenfoldError

Numbers = NDArray[np.float64]
Chances = Callable[[Observation, Mask], NDArray[Any]]
"""A function from an observation and a mask to how likely each action is; 0 where the mask is 0."""

NOBODY = -1


class TooManyPositions(SevenfoldError, ValueError):
    """A game with more positions than a tree may have."""

    def __init__(self, most: int) -> None:
        super().__init__(f"the tree has more than {most} positions: name a shorter deck, or deal more of it")
        self.most = most


class WrongChances(SevenfoldError, ValueError):
    """What is no chance for each action: below 0, for an action that is not allowed, or not 1 in all."""

    def __init__(self, given: object) -> None:
        super().__init__(f"a chance for each action is wanted, 0 where the mask is 0, 1 in all, not {given}")


class InformationSet(NamedTuple):
    """What a seat knows when it is to act: all that it has seen in the round, and what it did."""

    seat: int
    seen: Any
    """Its view as a state, as players by views are given it."""
    observation: Observation
    mask: Mask
    """The actions that are allowed."""
    chosen: int
    """The cards that it has chosen for its move so far, and those chosen twice."""
    chosen_twice: int
    before: int
    """How many decisions the seat made before."""


class GameTree:
    """A round of a game with a short deck. A strategy is an array with a chance for each choice.

    Raises TooManyPositions, and what VectorEnv raises for a short deck.
    """

    def __init__(
        self,
        game: str,
        deck: ShortDeck,
        players: int = 0,
        options: Mapping[str, object] = MappingProxyType({}),
        most: int = 1_000_000,
    ) -> None:
        given = {**deck.parameters, **options, "players": players}
        grown = _Growing(SpielRound(read_setting(game, given)), most)
        self.players = grown.players
        self.information_sets = grown.sets
        """Whoever is to act, and what they know, in the order of the choices of a strategy.

        They are numbered as they are first met where cards and actions of a low number come first.
        """
        self.choices: list[tuple[int, int]] = grown.choices
        """Of each number of a strategy: the information set, and the action."""
        self._set_of = np.array([each for each, _ in grown.choices])
        self._owner = np.array([grown.sets[each].seat for each, _ in grown.choices])
        self._before = np.array([grown.sets[each].before for each, _ in grown.choices])
        edges = np.array(grown.edges, np.int64).reshape(-1, 3)
        self._parent, self._choice, depth = edges.T
        self._chance = np.array(grown.chances)
        self._returns = np.array(grown.returns, np.float64).T.copy()
        self._levels = [np.flatnonzero(depth == level) for level in range(1, int(depth.max()) + 1)]
        choosing = self._choice[1:]
        self._chosen = np.flatnonzero(choosing != NOBODY) + 1
        """The positions that a player's choice leads to."""

    def __len__(self) -> int:
        return len(self._parent)

    # --- strategies -------------------------------------------------------------------------------

    def uniform(self) -> Numbers:
        """The strategy by which each action is equally likely."""
        return self._shared(np.zeros(len(self.choices)))

    def strategy_of(self, chances: Chances) -> Numbers:
        """The strategy of a player who is asked with each observation. Raises WrongChances."""
        sets = self.information_sets
        return self.strategy([chances(each.observation.copy(), each.mask.copy()) for each in sets])

    def strategy(self, rows: Iterable[Any]) -> Numbers:
        """The strategy that has a row for each information set, with a chance for each action.

        Raises WrongChances.
        """
        checked = [_checked(row, each) for row, each in zip(rows, self.information_sets, strict=True)]
        return np.array([checked[each][action] for each, action in self.choices])

    def values(self, strategy: Numbers) -> Numbers:
        """What each seat can expect where all play this strategy."""
        values: Numbers = self._values(self._weights(strategy))[:, 0]
        return values

    def gains(self, strategy: Numbers) -> Numbers:
        """What each seat could win by the best answer to the others' strategy, instead of playing it too."""
        answers = np.array([self._best_answer(strategy, seat) for seat in range(self.players)])
        gains: Numbers = answers - self.values(strategy)
        return gains

    def nash_conv(self, strategy: Numbers) -> float:
        """The gains of all seats, summed: 0 for a Nash equilibrium."""
        return float(self.gains(strategy).sum())

    def solve(self, iterations: int = 300) -> Numbers:
        """A strategy that is close to an equilibrium, by CFR+ (Tammelin, 2014). `nash_conv` says how close.

        With more than two players, or without a constant sum, it need not come close.
        """
        regrets, total = np.zeros(len(self.choices)), np.zeros(len(self.choices))
        for number in range(1, iterations + 1):
            for seat in range(self.players):
                strategy = self._shared(regrets)
                own, others = self._reaches(strategy, seat)
                values = self._values(self._weights(strategy))[seat]
                mine = self._chosen[self._owner[self._choice[self._chosen]] == seat]
                parents, choices = self._parent[mine], self._choice[mine]
                np.add.at(regrets, choices, others[parents] * (values[mine] - values[parents]))
                np.maximum(regrets, 0, out=regrets)
                np.add.at(total, choices, number * own[parents] * strategy[choices])
        return self._shared(total)

    # --- how ----------------------------------------------------------------------------------------

    def _shared(self, weights: Numbers) -> Numbers:
        """Chances in proportion to the weights in each information set; equal ones where all are 0."""
        sums = np.bincount(self._set_of, weights)[self._set_of]
        counts = np.bincount(self._set_of)[self._set_of]
        shared: Numbers = np.where(sums > 0, weights / np.where(sums > 0, sums, 1), 1 / counts)
        return shared

    def _weights(self, strategy: Numbers) -> Numbers:
        """How likely each position is after the one before it."""
        weights = self._chance.copy()
        weights[self._chosen] = strategy[self._choice[self._chosen]]
        return weights

    def _values(self, weights: Numbers) -> Numbers:
        """What each seat can expect, at each position."""
        values = self._returns.copy()
        for level in reversed(self._levels):
            for seat in range(self.players):
                np.add.at(values[seat], self._parent[level], weights[level] * values[seat, level])
        return values

    def _reaches(self, strategy: Numbers, seat: int) -> tuple[Numbers, Numbers]:
        """How much a seat does to reach each position, and how much all others and chance do."""
        mine, rest = np.ones(len(self)), self._weights(strategy)
        own = self._chosen[self._owner[self._choice[self._chosen]] == seat]
        mine[own], rest[own] = rest[own], 1
        for level in self._levels:
            mine[level] *= mine[self._parent[level]]
            rest[level] *= rest[self._parent[level]]
        return mine, rest

    def _best_answer(self, strategy: Numbers, seat: int) -> float:
        """What a seat wins by its best answer: its last decisions are found first, then those before."""
        answer, own = strategy.copy(), self._owner == seat
        _, others = self._reaches(strategy, seat)
        for before in sorted(set(self._before[own].tolist()), reverse=True):
            values = self._values(self._weights(answer))[seat]
            worth = np.zeros(len(self.choices))
            chosen = self._chosen
            np.add.at(worth, self._choice[chosen], others[self._parent[chosen]] * values[chosen])
            choices = np.flatnonzero(own & (self._before == before))
            ranked = choices[np.lexsort((-worth[choices], self._set_of[choices]))]
            answer[choices] = 0
            answer[ranked[np.unique(self._set_of[ranked], return_index=True)[1]]] = 1
        return float(self._values(self._weights(answer))[seat, 0])


def _checked(row: object, known: InformationSet) -> Numbers:
    given = np.asarray(row, np.float64)
    fits = given.shape == known.mask.shape and (given >= 0).all() and not given[known.mask == 0].any()
    if not fits or abs(given.sum() - 1) > 1e-6:
        raise WrongChances(given)
    return given


class _Growing:
    """A tree as it is made, position by position. What a seat knows is a number for all it has seen."""

    def __init__(self, round_: SpielRound, most: int) -> None:
        self.players = round_.setting.players
        self.sets: list[InformationSet] = []
        self.choices: list[tuple[int, int]] = []
        self.edges: list[tuple[int, int, int]] = []
        self.chances: list[float] = []
        self.returns: list[list[float]] = []
        self._most = most
        self._known: dict[tuple[Any, ...], int] = {}
        self._set_numbers: dict[tuple[int, int], int] = {}
        self._first_choice: list[int] = []
        nothing = tuple((0, b"", 0) for _ in range(self.players))
        waiting = [(round_, nothing, (NOBODY, NOBODY, 0), 1.0)]
        while waiting:
            waiting += reversed(self._add(*waiting.pop()))

    def _add(
        self,
        round_: SpielRound,
        knew: tuple[tuple[int, bytes, int], ...],
        edge: tuple[int, int, int],
        chance: float,
    ) -> list[tuple[SpielRound, tuple[tuple[int, bytes, int], ...], tuple[int, int, int], float]]:
        number = len(self.edges)
        if number >= self._most:
            raise TooManyPositions(self._most)
        self.edges.append(edge)
        self.chances.append(chance)
        self.returns.append(round_.returns())
        if round_.to_act == OVER:
            return []
        depth = edge[2] + 1
        if round_.to_act == CHANCE:
            knows = knew if not round_.dealt else self._look(round_, knew)
            return [
                (_after(round_, outcome), knows, (number, NOBODY, depth), part)
                for outcome, part in round_.outcomes()
            ]
        knows, seat = self._look(round_, knew), round_.to_act
        legal = round_.legal()
        first = self._choices_of(round_, seat, knows[seat], legal)
        return [
            (_after(round_, action), self._chose(knows, seat, action), (number, first + place, depth), 1.0)
            for place, action in enumerate(legal)
        ]

    def _look(
        self, round_: SpielRound, knew: tuple[tuple[int, bytes, int], ...]
    ) -> tuple[tuple[int, bytes, int], ...]:
        """What each seat knows once it has looked: more, where what it sees has changed."""
        knows = []
        for seat, (known, saw, decisions) in enumerate(knew):
            sees = round_.observe(seat).tobytes()
            number = known if sees == saw else self._number((seat, known, sees))
            knows.append((number, sees, decisions))
        return tuple(knows)

    def _chose(
        self, knows: tuple[tuple[int, bytes, int], ...], seat: int, action: int
    ) -> tuple[tuple[int, bytes, int], ...]:
        """What is known after a seat's choice, which it remembers."""
        known, saw, decisions = knows[seat]
        remembers = (self._number((seat, known, action)), saw, decisions + 1)
        return (*knows[:seat], remembers, *knows[seat + 1 :])

    def _number(self, key: tuple[Any, ...]) -> int:
        return self._known.setdefault(key, len(self._known) + 1)

    def _choices_of(
        self, round_: SpielRound, seat: int, known: tuple[int, bytes, int], legal: list[int]
    ) -> int:
        """The number of the first choice of the information set."""
        key = seat, known[0]
        if key not in self._set_numbers:
            self._set_numbers[key] = len(self.sets)
            mask = np.zeros(round_.setting.num_actions, np.int8)
            mask[legal] = 1
            chosen = round_.position.chosen, round_.position.chosen_twice
            observation = round_.observe(seat).copy()
            self.sets.append(InformationSet(seat, round_.seen(seat), observation, mask, *chosen, known[2]))
            self._first_choice.append(len(self.choices))
            self.choices += [(len(self.sets) - 1, action) for action in legal]
        return self._first_choice[self._set_numbers[key]]


def _after(round_: SpielRound, action: int) -> SpielRound:
    """The round after an action, or an outcome of chance."""
    made = deepcopy(round_)
    if made.to_act == CHANCE:
        made.draw(action)
    else:
        made.act(action)
    return made

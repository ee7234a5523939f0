"""Short decks that are solved: an equilibrium of them is known, and exploitability is exact.

A round begins with the cards of a short deck, of which some hands are the same in every deal. A seat's
information set is what it sees, and what it saw and did before: it forgets nothing.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from itertools import combinations
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from sevenfold.cards.masks import kinds_of, lowest
from sevenfold.core.deal import FIRST_ROUND, Deal
from sevenfold.core.moves import CHANCE
from sevenfold.core.visibility import duplicate
from sevenfold.envs.encoding import Encoding
from sevenfold.games import load_game
from sevenfold.suite.tasks import read_part

Strategy = Mapping[int, Sequence[float]]
"""By information set with a choice the chance of each of its actions, in their order."""

OVER, BY_CHANCE, DECISION = range(3)


class MiniDeck(msgspec.Struct, frozen=True, kw_only=True):
    """A short deck, as OpenSpiel's game `sevenfold_lockup` takes it: `deck`, `hand_size`, `dealt`."""

    name: str
    deck: str
    hand_size: int
    dealt: str
    """What the first seats hold in every deal."""


class Solved(msgspec.Struct, frozen=True, kw_only=True):
    """A short deck, and an equilibrium of it: no seat gains more than `gains` by leaving it alone."""

    short: MiniDeck
    values: tuple[float, ...]
    """What the equilibrium brings each seat on average."""
    gains: tuple[float, ...]
    """What each seat would gain with a best response to it."""
    strategy: dict[int, tuple[float, ...]]


class Node(NamedTuple):
    """A state of a tree. A decision has the number of its information set, and a child for each action."""

    kind: int
    seat: int
    information: int
    children: tuple[int, ...]
    returns: tuple[float, ...]


class Information(NamedTuple):
    """What a seat knows when it is to act, as an agent is told it, and what it may do."""

    seat: int
    seen: Any
    """Its view, as players by views are given it."""
    observation: NDArray[np.int16]
    mask: NDArray[np.int8]
    actions: tuple[int, ...]


class Tree(NamedTuple):
    """All that can happen with a short deck. The first node is the deal."""

    nodes: list[Node]
    informations: list[Information]

    def even(self) -> dict[int, list[float]]:
        """The strategy of all seats that takes each action equally likely."""
        return {
            at: [1 / len(self.informations[at].actions)] * len(self.informations[at].actions)
            for at in self.choices
        }

    @property
    def choices(self) -> list[int]:
        """The information sets in which there is a choice."""
        return [at for at, of in enumerate(self.informations) if len(of.actions) > 1]


class _Builder:
    def __init__(self, short: MiniDeck) -> None:
        self.game = load_game("lockup")
        self.players = self.game.meta.seats(None)
        self.encoding = Encoding(self.game, self.players)
        self.short = short
        self.nodes: list[Node] = []
        self.informations: list[Information] = []
        self._known: dict[tuple[Any, ...], int] = {}

    def build(self) -> Tree:
        options = self.game.meta.options()
        pack = self.game.rules.pack(options)
        deck, dealt = pack.read(self.short.deck), pack.read(self.short.dealt)
        size = self.short.hand_size
        hands = [tuple(dealt[at : at + size]) for at in range(0, len(dealt), size)]
        left = sorted(set(deck) - set(dealt))
        deals = [(*hands, *others) for others in _dealt(left, self.players - len(hands), size)]
        top = self._add()
        children = []
        for deal in deals:
            start = Deal(tuple(deal), ())
            state = self.game.rules.start(options, self.players, start, 0, FIRST_ROUND)
            children.append(self._visit(state, ((),) * self.players))
        self.nodes[top] = Node(BY_CHANCE, CHANCE, -1, tuple(children), ())
        return Tree(self.nodes, self.informations)

    def _add(self) -> int:
        self.nodes.append(Node(OVER, CHANCE, -1, (), ()))
        return len(self.nodes) - 1

    def _visit(self, state: Any, before: tuple[tuple[int, ...], ...]) -> int:
        """The node of a state; `before` is what each seat knew and did so far."""
        rules, at = self.game.rules, self._add()
        if rules.over(state):
            self.nodes[at] = Node(OVER, CHANCE, -1, (), tuple(map(float, self.game.returns(state))))
            return at
        outcomes = rules.chance(state)
        if outcomes:
            made = [self._after(state, CHANCE, rules.chance_move(state, each)) for each in range(outcomes)]
            children = [self._visit(after, before) for after in made]
            self.nodes[at] = Node(BY_CHANCE, CHANCE, -1, tuple(children), ())
            return at
        seat = lowest(rules.acting(state))
        information = self._information(state, seat, before[seat])
        children = []
        for index, action in enumerate(self.informations[information].actions):
            move = rules.nth_move(state, seat, 1 << action, 0, 0)
            known = (*before[:seat], (*before[seat], information, index), *before[seat + 1 :])
            children.append(self._visit(self._after(state, seat, move), known))
        self.nodes[at] = Node(DECISION, seat, information, tuple(children), ())
        return at

    def _after(self, state: Any, seat: int, move: Any) -> Any:
        made = duplicate(state)
        self.game.rules.apply(made, seat, move)
        return made

    def _information(self, state: Any, seat: int, before: tuple[int, ...]) -> int:
        seen = self.game.seen(state, seat)
        observation = self.encoding.encode(seen, seat)
        key = (seat, before, observation.tobytes())
        if key not in self._known:
            self._known[key] = len(self.informations)
            actions = tuple(kinds_of(self.game.rules.addable(state, seat, 0, 0)))
            mask = np.zeros(self.encoding.room.kinds + self.encoding.room.max_moves, np.int8)
            mask[list(actions)] = 1
            self.informations.append(Information(seat, seen, observation, mask, actions))
        return self._known[key]


def _dealt(cards: Sequence[int], hands: int, size: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    """All ways to deal cards to so many hands; the order within a hand does not matter."""
    if hands == 0:
        yield ()
        return
    for hand in combinations(cards, size):
        for others in _dealt([card for card in cards if card not in hand], hands - 1, size):
            yield (hand, *others)


@cache
def grow(short: MiniDeck) -> Tree:
    """The tree of a short deck."""
    return _Builder(short).build()


# --- what strategies bring ----------------------------------------------------------------------------


def values(tree: Tree, strategy: Strategy) -> NDArray[np.float64]:
    """What a strategy of all seats brings each of them on average."""
    found: list[NDArray[np.float64]] = [np.zeros(0)] * len(tree.nodes)
    for at in range(len(tree.nodes) - 1, -1, -1):  # children come after their parents
        node = tree.nodes[at]
        if node.kind == OVER:
            found[at] = np.array(node.returns)
            continue
        of = [found[child] for child in node.children]
        found[at] = np.average(of, axis=0, weights=_chances(node, strategy))
    return found[0]


def _chances(node: Node, strategy: Strategy) -> Sequence[float]:
    if node.kind == BY_CHANCE:
        return [1 / len(node.children)] * len(node.children)
    return strategy[node.information] if len(node.children) > 1 else (1.0,)


def best_response(tree: Tree, strategy: Strategy, seat: int) -> float:
    """What a seat gets on average that knows the strategies of the others, and does its best."""
    reach, members = [0.0] * len(tree.nodes), defaultdict[int, list[int]](list)
    reach[0] = 1.0
    for at, node in enumerate(tree.nodes):
        own = node.kind == DECISION and node.seat == seat
        chances = [1.0] * len(node.children) if own else _chances(node, strategy) if node.children else ()
        for child, chance in zip(node.children, chances, strict=True):
            reach[child] = reach[at] * chance
        if own:
            members[node.information].append(at)
    known: dict[int, float] = {}
    chosen: dict[int, int] = {}

    def value(at: int) -> float:
        if at not in known:
            node = tree.nodes[at]
            if node.kind == OVER:
                known[at] = node.returns[seat]
            elif node.kind == DECISION and node.seat == seat:
                known[at] = value(node.children[choice(node.information)])
            else:
                pairs = zip(node.children, _chances(node, strategy), strict=True)
                known[at] = sum(chance * value(child) for child, chance in pairs if chance)
        return known[at]

    def choice(information: int) -> int:
        if information not in chosen:
            count = len(tree.informations[information].actions)
            of = members[information]
            sums = [
                sum(reach[at] * value(tree.nodes[at].children[action]) for at in of)
                for action in range(count)
            ]
            chosen[information] = int(np.argmax(sums))
        return chosen[information]

    return value(0)


def gains(tree: Tree, strategy: Strategy) -> list[float]:
    """What each seat would gain with a best response: all 0 in an equilibrium. Their sum is NashConv."""
    usual = values(tree, strategy)
    return [best_response(tree, strategy, seat) - float(usual[seat]) for seat in range(len(usual))]


def solve(tree: Tree, iterations: int) -> dict[int, tuple[float, ...]]:
    """A strategy by counterfactual regret minimization (CFR+); `gains` says how near to an equilibrium."""
    regrets = [np.zeros(len(of.actions)) for of in tree.informations]
    sums = [np.zeros(len(of.actions)) for of in tree.informations]
    players = len(next(node.returns for node in tree.nodes if node.kind == OVER))
    for iteration in range(1, iterations + 1):
        for seat in range(players):
            _improve(tree, regrets, sums, seat, iteration)
    return {at: _rounded(_shares(each)) for at, each in enumerate(sums) if len(each) > 1}


def _rounded(chances: NDArray[np.float64]) -> tuple[float, ...]:
    first: list[float] = np.round(chances[:-1], 4).tolist()
    return (*first, round(1 - sum(first), 4))


def _shares(weights: NDArray[np.float64]) -> NDArray[np.float64]:
    total = float(weights.sum())
    return weights / total if total > 0 else np.full(len(weights), 1 / len(weights))


def _improve(tree: Tree, regrets: list[Any], sums: list[Any], seat: int, iteration: int) -> None:
    """One pass for one seat: all counterfactual values, then its regrets and its average strategy."""
    now = [_shares(each) for each in regrets]
    others, own = [0.0] * len(tree.nodes), [0.0] * len(tree.nodes)
    others[0] = own[0] = 1.0
    for at, node in enumerate(tree.nodes):
        mine = node.kind == DECISION and node.seat == seat
        chances = now[node.information] if node.kind == DECISION else [1 / len(node.children or (0,))] * 99
        for child, chance in zip(node.children, chances, strict=False):
            others[child] = others[at] * (1.0 if mine else chance)
            own[child] = own[at] * (chance if mine else 1.0)
    worth = [0.0] * len(tree.nodes)
    add = [np.zeros(len(each)) for each in regrets]
    for at in range(len(tree.nodes) - 1, -1, -1):
        node = tree.nodes[at]
        if node.kind == OVER:
            worth[at] = node.returns[seat]
            continue
        of = np.array([worth[child] for child in node.children])
        if node.kind == BY_CHANCE:
            worth[at] = float(of.mean())
            continue
        worth[at] = float(of @ now[node.information])
        if node.seat == seat:
            add[node.information] += others[at] * (of - worth[at])
            sums[node.information] += iteration * own[at] * now[node.information]
    for each, more in zip(regrets, add, strict=True):
        np.maximum(each + more, 0, out=each)


# --- what is frozen -----------------------------------------------------------------------------------

FILE = "mini-v1.json"


@cache
def solved() -> tuple[Solved, ...]:
    """The short decks of version 1, each with its equilibrium."""
    return msgspec.json.decode(read_part(FILE), type=tuple[Solved, ...])


def mini_hash() -> str:
    """Of the decks and their equilibria."""
    return sha256(read_part(FILE)).hexdigest()

"""A round as OpenSpiel wants it: the deal card by card, choices, moves, and what each seat was told."""

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from math import comb
from random import Random
from typing import Any

from sevenfold.core.deal import dealt
from sevenfold.core.game import AnyGame
from sevenfold.core.moves import CHANCE, Move
from sevenfold.core.options import Options
from sevenfold.core.visibility import duplicate
from sevenfold.core.worlds import draw_world, empty_layout
from sevenfold.envs.encoding import Encoding, Observation
from sevenfold.envs.stepper import Position, Stepper, Steppers
from sevenfold.envs.turns import NOBODY, choose_on
from sevenfold.errors import SevenfoldError

OVER = -4
"""In place of a seat, as CHANCE is: the round has ended. The number is OpenSpiel's."""

LONGEST = 1000
"""The most actions in a round of a game that does not say it."""

UNDEALT = Position(b"", NOBODY, 0, 0, 0, 0)


class NoWorlds(SevenfoldError):
    """A game without worlds to sample from, or a view that no world has."""

    def __init__(self, game: str) -> None:
        super().__init__(f"{game}: no world was found that the player cannot rule out")
        self.game = game


@dataclass(frozen=True)
class SpielSetting:
    """What is settled before the deal; `read` makes it from `params`.

    `rng` deals and draws where chance is not explicit.
    """

    read: Callable[[str, dict[str, Any]], "SpielSetting"]
    params: dict[str, Any]

    game: AnyGame
    options: Options
    players: int
    deck: tuple[int, ...]
    """The kinds in play, in ascending order."""
    dealt: tuple[int, ...]
    """The kinds that are dealt before chance deals the others."""
    hand_size: int
    explicit: bool
    rng: Random

    def __deepcopy__(self, _memo: object) -> "SpielSetting":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as its parameters, from which `read` makes it again, and what `rng` will draw."""
        drawn = None if self.explicit else self.rng.getstate()
        return _setting_again, (self.read, self.game.meta.name, self.params, drawn)

    @cached_property
    def encoding(self) -> Encoding:
        """How views become tensors."""
        return Encoding(self.game, self.players)

    @cached_property
    def _steppers(self) -> Steppers:
        return Steppers(self.encoding)

    @property
    def stepper(self) -> Stepper:
        """The compiled rules."""
        return self._steppers.own

    @cached_property
    def kinds(self) -> int:
        """How many actions choose a card."""
        return self.encoding.declared.kinds

    @property
    def num_actions(self) -> int:
        """How many actions there are."""
        return self.kinds + self.encoding.declared.max_moves

    @cached_property
    def longest(self) -> int:
        """The most actions of players, and moves of chance after the deal, in a round."""
        longest = self.encoding.declared.longest
        return LONGEST if longest is None else longest(self.options, self.players)

    def write(self, cards: Sequence[int]) -> str:
        """Cards as text."""
        return self.game.rules.pack(self.options).write(cards)

    @cached_property
    def known_at_once(self) -> tuple[int, ...]:
        """For each seat how many cards of its hand it sees before anybody acts: in LockSeven hands grow while
        players act, so only the first player sees one.
        """
        decks = [
            self.deck[turn:] + self.deck[:turn] for turn in range(len(self.deck))
        ]  # any card may be first
        return tuple(min(self._known_to(seat, deck) for deck in decks) for seat in range(self.players))

    def _known_to(self, seat: int, deck: tuple[int, ...]) -> int:
        """How many cards of its hand a seat sees at the start after this deal."""
        size, first = self.hand_size, seat * self.hand_size
        plain = self.game.seen(self.start(deck), seat)
        others = [*range(first), *range(first + size, self.players * size)]
        for place in range(first, first + size):
            other = next((each for each in reversed(others) if deck[each] != deck[place]), place)
            swapped = list(deck)
            swapped[place], swapped[other] = swapped[other], swapped[place]
            if self.game.seen(self.start(swapped), seat) == plain:
                return place - first
        return size

    @cached_property
    def parts(self) -> tuple[tuple[int, bool], ...]:
        """For each hand, and the rest of the deck: where it ends in the deal, and whether its order matters.

        Where it does not, as in most hands, it is dealt in ascending order: so there are fewer deals.
        """
        size, count = self.hand_size, len(self.deck)
        ends = [size * (seat + 1) for seat in range(self.players)]
        plain = self.start(self.deck)
        parts: list[tuple[int, bool]] = []
        for first, end in zip([0, *ends], [*ends, count], strict=True):
            turned = (*self.deck[:first], *self.deck[first:end][::-1], *self.deck[end:])
            parts.append((end, self.start(turned) != plain))
        return tuple(parts)

    def start(self, cards: Sequence[int]) -> Any:
        """The state after a deal. Raises DealError."""
        deal = dealt(cards, self.players, self.hand_size)
        return self.game.rules.start(self.options, self.players, deal, 0, self.game.so_far(self.players))


def _setting_again(
    read: Callable[[str, dict[str, Any]], SpielSetting], game: str, params: dict[str, Any], drawn: Any
) -> SpielSetting:
    """A setting as it was pickled."""
    setting = read(game, params)
    if drawn is not None:
        setting.rng.setstate(drawn)
    return setting


class Entry:
    """One step: whose it was, the action, and what each seat was told of it.

    What was told is a text, which is made when it is asked for. A chosen card is told to its seat alone. In a
    world laid out anew for one seat, `only` that seat is told what it was told before; to all others it is
    told as to a spectator.
    """

    __slots__ = ("_before", "_index", "_setting", "_told", "action", "only", "seat")

    def __init__(self, setting: SpielSetting, before: Position, seat: int, action: int, index: int) -> None:
        self._setting = setting
        self._before = before
        self._index = index
        """The index of chance's move; the same as `action` unless chance is sampled."""
        self._told: dict[int | None, str | None] = {}
        self.seat = seat
        self.action = action
        self.only: int | None = None

    def told(self, seat: int | None) -> str | None:
        """What a seat was told; None for nothing."""
        viewer = seat if self.only in (None, seat) else None
        if viewer not in self._told:
            self._told[viewer] = self._tell(viewer)
        return self._told[viewer]

    def _tell(self, viewer: int | None) -> str | None:
        game, state = self._setting.game, self._setting.stepper.state(self._before)
        move = self._made(state)
        if move is not None:
            return game.visible_move(game.seen(state, viewer), self.seat, move, viewer)
        names = game.rules.pack(self._setting.options).names
        return f"({names[self.action]})" if viewer == self.seat else None

    def _made(self, state: Any) -> Move | None:
        """The move that the action made; None where it chose a card."""
        before, rules, kinds = self._before, self._setting.game.rules, self._setting.kinds
        if self.seat == CHANCE:
            return rules.chance_move(state, self._index)
        cards, twice, index = choose_on(
            rules, state, self.seat, before.chosen, before.chosen_twice, kinds, self.action
        )
        return None if index < 0 else rules.nth_move(state, self.seat, cards, twice, index)

    def only_to(self, seat: int) -> "Entry":
        """The same step in a world that was laid out anew for this seat."""
        made = Entry(self._setting, self._before, self.seat, self.action, self._index)
        made.only = seat
        return made


class SpielRound:
    """A round in progress: the cards dealt so far, then a position of the compiled rules."""

    __slots__ = ("_state", "cards", "entries", "position", "setting", "to_act")

    def __init__(self, setting: SpielSetting) -> None:
        self.setting = setting
        self.cards = setting.dealt
        self.position = UNDEALT
        self._state: Any = None
        self.entries: tuple[Entry, ...] = ()
        self.to_act = CHANCE
        """The seat to act; CHANCE where a card is to be dealt or drawn; OVER where the round has ended."""
        if len(self.cards) == len(setting.deck):
            self._begin()

    def __deepcopy__(self, _memo: object) -> "SpielRound":
        made = SpielRound.__new__(SpielRound)  # what a round has is never changed, only replaced
        for name in SpielRound.__slots__:
            setattr(made, name, getattr(self, name))
        return made

    @property
    def dealt(self) -> bool:
        """Whether all cards are dealt."""
        return self.position.record != b""

    @property
    def state(self) -> Any:
        """The state by the plain rules, made when somebody asks for it; None before all cards are dealt."""
        if self._state is None and self.dealt:
            self._state = self.setting.stepper.state(self.position)
        return self._state

    def _begin(self) -> None:
        self._go_on(self.setting.stepper._position_made(self.setting.start(self.cards)))

    def _go_on(self, position: Position) -> None:
        self.position, self._state = position, None
        self.to_act = position.to_act
        if self.to_act == NOBODY:
            self.to_act = CHANCE if position.moves else OVER

    # --- chance -----------------------------------------------------------------------------------

    def outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of the chance that is due, each with its probability; only 0 where it is sampled."""
        if not self.setting.explicit:
            return [(0, 1.0)]
        if self.dealt:
            count = self.position.moves
            return [(index, 1 / count) for index in range(count)]
        ended = [0, *(end for end, _ in self.setting.parts if end <= len(self.cards))]
        first, (end, ordered) = ended[-1], self.setting.parts[len(ended) - 1]
        left = self._left()
        if ordered:
            return [(kind, left.count(kind) / len(left)) for kind in sorted(set(left))]
        drawn = self.cards[max(first, len(self.setting.dealt)) :]
        return ascending(left, drawn, end - len(self.cards))

    def _left(self) -> list[int]:
        left = list(self.setting.deck)
        for kind in self.cards:
            left.remove(kind)
        return left

    def draw(self, outcome: int) -> None:
        """Deal a card, or all cards, or make chance's move."""
        rng = self.setting.rng
        if not self.dealt:
            left = self._left()
            self.cards += (outcome,) if self.setting.explicit else tuple(rng.sample(left, len(left)))
            if len(self.cards) == len(self.setting.deck):
                self._begin()
            return
        index = outcome if self.setting.explicit else rng.randrange(self.position.moves)
        after = self.setting.stepper.draw(self.position, index)
        self.entries += (Entry(self.setting, self.position, CHANCE, outcome, index),)
        self._go_on(after)

    # --- players ----------------------------------------------------------------------------------

    def legal(self) -> list[int]:
        """The actions that the seat to act may take, in ascending order."""
        legal, left, kinds = list[int](), self.position.addable, self.setting.kinds
        while left:  # as kinds_of, in half the time
            card = left & -left
            legal.append(card.bit_length() - 1)
            left ^= card
        legal.extend(range(kinds, kinds + self.position.moves))
        return legal

    def act(self, action: int) -> None:
        """Take an action for the seat to act. Raises IllegalAction."""
        after = self.setting.stepper.step(self.position, action)
        self.entries += (Entry(self.setting, self.position, self.to_act, action, action),)
        self._go_on(after)

    def returns(self) -> list[float]:
        """What the round brought each seat, 0 before its end."""
        if self.to_act != OVER:
            return [0.0] * self.setting.players
        return [float(points) for points in self.setting.game.returns(self.state)]

    # --- what is known ----------------------------------------------------------------------------

    def hand_so_far(self, seat: int) -> tuple[int, ...]:
        """While cards are dealt: those that a seat will see before anybody acts."""
        first = seat * self.setting.hand_size
        return self.cards[first : first + self.setting.known_at_once[seat]]

    def seen(self, seat: int | None) -> Any:
        """The seat's view as a state; None is what all see."""
        return self.setting.game.seen(self.state, seat)

    def observe(self, seat: int) -> Observation:
        """The seat's view as numbers; the array is filled anew by the next call."""
        return self.setting.stepper.observe(self.position, seat)

    def floats(self, seat: int) -> list[float]:
        """The seat's view as a list of numbers."""
        return self.setting.stepper.floats(self.position, seat)

    def told_to(self, seat: int) -> list[tuple[Entry, str]]:
        """The steps of which a seat was told, with what it was told."""
        return [(entry, told) for entry in self.entries if (told := entry.told(seat)) is not None]

    def another(self, seat: int, dice: int) -> "SpielRound":
        """A round that the seat cannot tell from this one, its hidden cards laid out anew.

        What the others were told in private is forgotten there: it need not hold any more. Raises NoWorlds.
        """
        made, sample = copy(self), self.setting.game.sample
        seen = self.seen(seat)
        state = duplicate(seen)
        if sample is None or not draw_world(sample, seen, seat, empty_layout(), state, dice)[0]:
            raise NoWorlds(self.setting.game.meta.name)
        made._go_on(self.setting.stepper._position_made(state))
        if made.to_act == seat:  # what it chose is chosen there too
            made.position = self.position._replace(record=made.position.record)
        made.entries = tuple(entry.only_to(seat) for entry in self.entries)
        return made


def ascending(left: Sequence[int], hand: Sequence[int], wanted: int) -> list[tuple[int, float]]:
    """The next card of a hand that is dealt in ascending order, with its probability.

    `hand` is what it has so far, `left` what is still in the deck, and `wanted` how many more it gets. All
    hands are as likely as if cards were dealt in any order.
    """
    last = hand[-1] if hand else -1
    again, same = hand.count(last), left.count(last)  # cards of the kind dealt last

    def ways(least: int, count: int) -> int:
        return comb(sum(kind >= least for kind in left), count)

    weights = {kind: ways(kind, wanted) - ways(kind + 1, wanted) for kind in set(left) if kind > last}
    first = comb(again + same, again)
    weights = {kind: first * weight for kind, weight in weights.items()}
    more = sum(
        comb(again + same, again + further) * ways(last + 1, wanted - further)
        for further in range(1, min(same, wanted) + 1)
    )
    if more:
        weights[last] = more
    total = sum(weights.values())
    return [(kind, weight / total) for kind, weight in sorted(weights.items()) if weight]

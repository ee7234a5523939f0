"""A round as OpenSpiel wants it: the deal card by card, choices, moves, and what each seat was told."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

from sevenfold.cards.masks import kinds_of, lowest
from sevenfold.core.deal import FIRST_ROUND, dealt
from sevenfold.core.game import AnyGame
from sevenfold.core.moves import CHANCE, Move
from sevenfold.core.options import Options
from sevenfold.core.visibility import duplicate
from sevenfold.core.worlds import draw_world, empty_layout
from sevenfold.envs.encoding import Encoding
from sevenfold.envs.turns import choose_on


class NoWorlds(Exception):
    """A game without worlds to sample from, or a view that no world has."""

    def __init__(self, game: str) -> None:
        super().__init__(f"{game}: no world was found that the player cannot rule out")
        self.game = game


@dataclass(frozen=True)
class Setting:
    """What is settled before the deal, by `read` from `params`.

    `rng` deals and draws where chance is not explicit.
    """

    read: Callable[[str, dict[str, Any]], "Setting"]
    params: dict[str, Any]

    game: AnyGame
    options: Options
    players: int
    deck: tuple[int, ...]
    """The kinds in play."""
    hand_size: int
    explicit: bool
    rng: Random

    def __deepcopy__(self, _memo: object) -> "Setting":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Kept as its parameters: what they mean is code."""
        return self.read, (self.game.meta.name, self.params)

    @cached_property
    def encoding(self) -> Encoding:
        """How views become tensors."""
        return Encoding(self.game, self.players)

    @property
    def kinds(self) -> int:
        """How many actions choose a card."""
        return self.encoding.room.kinds

    @property
    def num_actions(self) -> int:
        """How many actions there are."""
        return self.kinds + self.encoding.room.max_moves


@dataclass(frozen=True, slots=True)
class Entry:
    """One step: what everybody was told of it, what each seat was, and whose step it was."""

    seat: int
    action: int
    public: str | None
    own: tuple[str | None, ...]

    def told(self, seat: int) -> str | None:
        """What a seat was told."""
        return self.own[seat]


class Round:
    """A round in progress: the cards dealt so far, then the state and the choice of the seat to act."""

    __slots__ = ("cards", "chosen", "chosen_twice", "entries", "setting", "state")

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.cards: tuple[int, ...] = ()
        self.state: Any = None
        """The state by the rules; None before all cards are dealt."""
        self.chosen = 0
        self.chosen_twice = 0
        self.entries: tuple[Entry, ...] = ()

    def __deepcopy__(self, _memo: object) -> "Round":
        made = Round(self.setting)
        made.cards, made.entries = self.cards, self.entries
        made.chosen, made.chosen_twice = self.chosen, self.chosen_twice
        made.state = None if self.state is None else duplicate(self.state)
        return made

    # --- chance -----------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the round has ended."""
        return self.state is not None and self.setting.game.rules.over(self.state)

    @property
    def chance_is_due(self) -> bool:
        """Whether a card is to be dealt or drawn."""
        return self.state is None or self.setting.game.rules.chance(self.state) > 0

    def outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of the chance that is due, each with its probability; only 0 where it is sampled."""
        if not self.setting.explicit:
            return [(0, 1.0)]
        if self.state is not None:
            count = self.setting.game.rules.chance(self.state)
            return [(index, 1 / count) for index in range(count)]
        left = self._left()
        return [(kind, left.count(kind) / len(left)) for kind in sorted(set(left))]

    def _left(self) -> list[int]:
        left = list(self.setting.deck)
        for kind in self.cards:
            left.remove(kind)
        return left

    def draw(self, outcome: int) -> None:
        """Deal a card, or all cards, or make chance's move."""
        rng = self.setting.rng
        if self.state is not None:
            count = self.setting.game.rules.chance(self.state)
            index = outcome if self.setting.explicit else rng.randrange(count)
            self._make(CHANCE, self.setting.game.rules.chance_move(self.state, index), outcome)
            return
        self.cards += (
            (outcome,) if self.setting.explicit else tuple(rng.sample(self._left(), len(self._left())))
        )
        if len(self.cards) == len(self.setting.deck):
            self._start()

    def _start(self) -> None:
        setting = self.setting
        deal = dealt(self.cards, setting.players, setting.hand_size)
        self.state = setting.game.rules.start(setting.options, setting.players, deal, 0, FIRST_ROUND)

    # --- players ----------------------------------------------------------------------------------

    @property
    def to_act(self) -> int:
        """The seat that is to act, while no chance is due and the round is not over."""
        return lowest(self.setting.game.rules.acting(self.state))

    def legal(self) -> list[int]:
        """The actions that the seat to act may take, in ascending order."""
        rules, seat = self.setting.game.rules, self.to_act
        addable = rules.addable(self.state, seat, self.chosen, self.chosen_twice)
        moves = rules.count_moves(self.state, seat, self.chosen, self.chosen_twice)
        return [*kinds_of(addable), *range(self.setting.kinds, self.setting.kinds + moves)]

    def act(self, action: int) -> None:
        """Take a legal action for the seat to act."""
        rules, seat = self.setting.game.rules, self.to_act
        cards, twice, index = choose_on(
            rules, self.state, seat, self.chosen, self.chosen_twice, self.setting.kinds, action
        )
        if index >= 0:
            self.chosen = self.chosen_twice = 0
            self._make(seat, rules.nth_move(self.state, seat, cards, twice, index), action)
        else:
            self.chosen, self.chosen_twice = cards, twice
            text = self.setting.game.rules.pack(self.setting.options).names[action]
            own = tuple(f"({text})" if other == seat else None for other in range(self.setting.players))
            self.entries += (Entry(seat, action, None, own),)

    def _make(self, seat: int, move: Move, action: int) -> None:
        story, players = self.setting.game.story, range(self.setting.players)
        own = tuple(story.visible_move(self.seen(viewer), seat, move, viewer) for viewer in players)
        public = story.visible_move(self.seen(None), seat, move, None)
        self.state = duplicate(self.state)
        self.setting.game.rules.apply(self.state, seat, move)
        self.entries += (Entry(seat, action, public, own),)

    def returns(self) -> list[float]:
        """What the round brought each seat, 0 before its end."""
        if not self.over:
            return [0.0] * self.setting.players
        return [float(points) for points in self.setting.game.rules.returns(self.state)]

    # --- what is known ----------------------------------------------------------------------------

    def seen(self, seat: int | None) -> Any:
        """The seat's view as a state; None is what all see."""
        return self.setting.game.seen(self.state, seat)

    def heard(self, seat: int) -> list[tuple[Entry, str]]:
        """The steps of which a seat was told, with what it was told."""
        return [(entry, told) for entry in self.entries if (told := entry.told(seat)) is not None]

    def another(self, seat: int, dice: int) -> "Round":
        """A round that the seat cannot tell from this one, its hidden cards laid out anew.

        What the others were told in private is forgotten there: it need not hold any more. Raises NoWorlds.
        """
        made, sample = Round(self.setting), self.setting.game.sample
        seen = self.seen(seat)
        made.state = duplicate(seen)
        if sample is None or not draw_world(sample, seen, seat, empty_layout(), made.state, dice)[0]:
            raise NoWorlds(self.setting.game.meta.name)
        made.chosen, made.chosen_twice = self.chosen, self.chosen_twice
        made.entries = tuple(
            Entry(
                entry.seat,
                entry.action,
                entry.public,
                tuple(told if other == seat else entry.public for other, told in enumerate(entry.own)),
            )
            for entry in self.entries
        )
        return made

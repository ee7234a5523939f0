"""A game: the parts that its game gives (core/protocols.py), put together for everything else."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from importlib import import_module
from types import ModuleType
from typing import Any, Generic, NamedTuple, cast

from sevenfold.core import defaults, visibility
from sevenfold.core.bounds import Bounds, bounds_of
from sevenfold.core.deal import MatchSoFar
from sevenfold.core.events import Manner
from sevenfold.core.meta import Meta
from sevenfold.core.moves import UNTOLD, Move
from sevenfold.core.protocols import (
    Claims,
    Coach,
    Deciding,
    Notation,
    O_contra,
    PositionMaker,
    Reasons,
    Refusals,
    Rules,
    Story,
    ViewMaker,
)
from sevenfold.core.protocols import S as S
from sevenfold.core.protocols import V as V
from sevenfold.core.soundness import misfit, misfit_of_view
from sevenfold.core.views import View
from sevenfold.core.violations import COMMON, FIRST_OWN
from sevenfold.core.worlds import Sample
from sevenfold.core.written import WrittenMove
from sevenfold.errors import SevenfoldError


class FullState:
    """The full state of a game, where it does not matter which game: nothing can be read from it.

    >>> import sevenfold
    >>> match = sevenfold.new_match(sevenfold.load_game("lockup"), seed=7)
    >>> type(match.state).__name__
    'State'
    """


class SeenState:
    """What a seat may see of a game, where it does not matter which game.

    >>> import sevenfold
    >>> match = sevenfold.new_match(sevenfold.load_game("lockup"), seed=7)
    >>> seen = match.seen(0)
    >>> match.write(match.game.choose(seen, 0)) in [match.write(move) for move in match.legal(0)]
    True
    """


class WrongState(SevenfoldError, TypeError):
    """What is neither a state nor a view of the game.

    >>> import sevenfold
    >>> game = sevenfold.load_game("lockup")
    >>> other = sevenfold.new_match(sevenfold.load_game("trump7"), seed=7)
    >>> sevenfold.decide(game, other.seen(0), 0, sevenfold.Budget(100), seed=1)
    Traceback (most recent call last):
        ...
    sevenfold.WrongState: a state or view of lockup is wanted, not State
    """

    def __init__(self, game: str, state: object) -> None:
        super().__init__(f"a state or view of {game} is wanted, not {type(state).__name__}")
        self.game = game


class WrongValue(SevenfoldError, ValueError):
    """A state or a view with a number that its field cannot have: the rules have not made it."""

    def __init__(self, game: str, bounds: Bounds, value: object) -> None:
        many = f"{bounds.length} numbers" if bounds.length else "a number"
        super().__init__(
            f"{bounds.field} of a state of {game} is {many} from {bounds.low} to {bounds.high}, "
            f"not {value!r:.200}"
        )
        self.field = bounds.field


class WrongMemory(SevenfoldError, ValueError):
    """What a match cannot carry on from round to round: not as many whole numbers as `Meta.memory` says.

    >>> import sevenfold
    >>> sevenfold.load_game("lockup").so_far(4, carried=[1])
    MatchSoFar(round=1, deal=1, scores=(), carried=())
    >>> raise sevenfold.core.game.WrongMemory("spades", 2, [0, "3"])
    Traceback (most recent call last):
        ...
    sevenfold.core.game.WrongMemory: a match of spades carries on 2 whole numbers, not [0, '3']
    """

    def __init__(self, game: str, memory: int | None, given: Sequence[object]) -> None:
        many = f"{memory} whole number{'s' * (memory > 1)}" if memory else "no numbers"
        super().__init__(f"a match of {game} carries on {many}, not {given!r:.200}")
        self.memory = memory


class UnsoundState(SevenfoldError, ValueError):
    """A state, or a view, whose numbers are possible, but not together: the rules have not made it.

    >>> import sevenfold
    >>> match = sevenfold.new_match(sevenfold.load_game("lockup"), seed=7)
    >>> match.state.hands[0] = match.state.hands[1]
    >>> sevenfold.mean_results(match.game, [match.state], count=1, seed=1)
    Traceback (most recent call last):
        ...
    sevenfold.UnsoundState: lockup: hands does not fit the rest; take a state that the rules made
    """

    def __init__(self, game: str, field: str) -> None:
        super().__init__(f"{game}: {field} does not fit the rest; take a state that the rules made")
        self.game = game
        self.field = field


@dataclass(frozen=True)
class Thinking:
    """How much bots that search think before a move in a game: as much as pays there, within what a table
    waits for. Budgets are moves simulated in sampled worlds.

    >>> import sevenfold
    >>> sevenfold.load_game("lockseven").thinking.hard
    12000
    """

    hard: int = 12_000
    expert: int = 60_000


class _Named(NamedTuple):
    """A module by its name, as a game is pickled."""

    module: str

    @classmethod
    def of(cls, module: ModuleType) -> "_Named":
        return cls(module.__name__)


def _put_together(parts: dict[str, Any]) -> Any:
    known: dict[str, Any] = {
        name: import_module(part.module) if isinstance(part, _Named) else part for name, part in parts.items()
    }
    defaults.fill(known["rules"], defaults.RULES)
    defaults.fill(known["view"], defaults.VIEW)
    return Game(**known)


@dataclass(frozen=True)
class Game(Generic[S, V, O_contra]):
    """A game: its parts are the modules of its game.

    >>> import sevenfold
    >>> game = sevenfold.load_game("seven_bridge")
    >>> game.meta.name, game.has_secrets, list(game.meta.presets)
    ('seven_bridge', True, ['standard', 'second_round', 'with_joker', 'nintendo', 'japan'])
    """

    meta: Meta
    state: type[S]
    rules: Rules[S, V, O_contra]
    refusals: Refusals[S]
    notation: Notation
    view: ViewMaker[V]
    story: Story[V]
    choose: Callable[[V, int], Move]
    """The rule-based player: its move from the view of the seat that is to act."""
    learnt: Callable[[V, int], Move] | None = None
    """A player that learnt to play better than `choose`, as duplicate deals have shown, but takes longer. It
    is Medium then, and bots that search play on by it. None for none."""
    position: PositionMaker[S, O_contra] = defaults
    sample: Sample[S, V] | None = None
    """The worlds that a seat which is to act cannot rule out, for bots that search."""
    manner: Callable[[WrittenMove], Manner] = defaults.manner
    """How a table shows a move, from what the viewer is told of it."""
    candidates: Callable[[V, int], Sequence[Move]] = defaults.candidates
    """Moves that may be good, from the view of the acting seat, where it has too many to try all. A search
    drops those that are not legal. Empty where the moves are few."""
    beginner_view: Callable[[V, int], V] = defaults.beginner_view
    """The view of a beginner, who does not remember what was played before. It allows the same moves as the
    view that it is made from."""
    hasty: Callable[[V, int], Move] | None = None
    """What a beginner plays without thinking, such as the highest card; None where that is not known."""
    reasons: Reasons[V] | None = None
    """What the rule-based player has to say of a move; None for nothing."""
    claims: Claims[S, V] | None = None
    misfit: Callable[[S], str] = defaults.misfit
    """The first field of a full state that does not fit the others, as it may be where it comes from outside;
    "" for none."""
    coach: Coach | None = None
    """What a newcomer is told, and when; None for nothing."""
    deciding: Deciding | None = None
    """Which moment decided a round; None where that is not told."""
    thinking: Thinking = Thinking()

    def __reduce__(self) -> tuple[Any, ...]:
        """Modules cannot be pickled: their names are, and functions by theirs, as always."""
        parts = {part.name: getattr(self, part.name) for part in fields(self)}
        named = {
            name: _Named.of(part) if isinstance(part, ModuleType) else part for name, part in parts.items()
        }
        return _put_together, (named,)

    def __deepcopy__(self, _memo: object) -> "Game[S, V, O_contra]":
        return self  # nothing of it can be changed

    def players_of(self, state: Any) -> int:
        """How many play; where that differs from table to table, the state says it."""
        seats = self.meta.players
        return seats.default if seats.min == seats.max else int(state.players)

    def returns(self, state: S) -> list[int]:
        """What a round that is over brought each seat."""
        result = [0] * self.players_of(state)
        self.rules.write_returns(state, result)
        return result

    def so_far(
        self,
        players: int,
        number: int = 1,
        deal: int | None = None,
        scores: Sequence[int] = (),
        carried: Sequence[int] = (),
    ) -> MatchSoFar:
        """What a match knows before round `number` of this game, with zeros for what is not given.

        Without `deal` no deal was thrown in. Raises WrongMemory.
        """
        deal, memory = deal or number, self.meta.memory
        if memory is None:
            return MatchSoFar(number, deal)
        before = tuple(scores) or (0,) * players
        return MatchSoFar(number, deal, before, self._memory(carried or (0,) * memory))

    def carried(self, state: S) -> tuple[int, ...]:
        """The numbers that the match carries on when the deal of this state is over. Raises WrongMemory."""
        written = [0] * (self.meta.memory or 0)
        self.rules.write_carried(state, written)
        return self._memory(written)

    def _memory(self, numbers: Sequence[object]) -> tuple[int, ...]:
        """Numbers that a match can carry on. Raises WrongMemory."""
        if len(numbers) != (self.meta.memory or 0) or not all(type(each) is int for each in numbers):
            raise WrongMemory(self.meta.name, self.meta.memory, numbers)
        return cast(tuple[int, ...], tuple(numbers))

    def check_state(self, state: object) -> None:
        """Raise WrongState for what is no state of this game, WrongValue for a number that none has, and
        UnsoundState where the parts do not fit each other. For a view there is `check_view`.
        """
        self.check_values(state)
        self.check_sound(cast(S, state))

    def check_sound(self, state: S) -> None:
        """Raise UnsoundState where the parts of a full state do not fit each other. Its numbers are possible
        (`check_values`).
        """
        if field := misfit(self, state):
            raise UnsoundState(self.meta.name, field)

    def check_view(self, seen: V, seat: int) -> None:
        """Raise UnsoundState for what a seat that is to act cannot see, whatever is hidden. Its numbers are
        possible (`check_values`). Without a sample nothing is known of that.
        """
        if self.sample is not None and (field := misfit_of_view(self, seen, seat)):
            raise UnsoundState(self.meta.name, field)

    def check_values(self, state: object) -> None:
        """Raise WrongState for what is neither a state nor a view of this game, and WrongValue for one with a
        number that none has.
        """
        self.check_type(state)
        kind: Any = self.state
        for bounds in bounds_of(kind, self.meta.players):
            value = getattr(state, bounds.field)
            if not bounds.allow(value):
                raise WrongValue(self.meta.name, bounds, value)

    def check_type(self, state: object) -> None:
        """Raise WrongState for what is neither a state nor a view of this game."""
        if not isinstance(state, self.state):
            raise WrongState(self.meta.name, state)

    @property
    def has_secrets(self) -> bool:
        """Whether anything is hidden from a player, by what the state declares (law 1)."""
        kinds = visibility.visibilities(self.state).values()
        return any(kind is not visibility.Visibility.PUBLIC for kind in kinds)

    def seen(self, state: S, seat: int | None) -> V:
        """What a seat may see of a state; None is a spectator. This is the only place that makes a view."""
        return cast(V, visibility.view(state, seat))

    def visible_move(self, before: V, seat: int, move: Move, viewer: int | None) -> str | None:
        """A move as a viewer may know it who saw `before`: as text, with `?` for each card that they may not.

        None where they are told nothing of it.
        """
        told = self.story.tell(before, seat, move, viewer)
        if told.kind == UNTOLD:
            return None
        shown = self.notation.write(Move(told.kind, told.cards, told.twice, told.arg))
        return " ".join([*shown.split(), *"?" * told.hidden])

    def shown(self, seen: V, seat: int | None) -> View:
        """The view as it is sent. `acting` names only seats that the viewer may know to be on turn."""
        return self.view.show(seen, seat, self.rules.acting(seen))

    @property
    def medium(self) -> Callable[[V, int], Move]:
        """The best player that need not search: the learnt one, or the rule-based one where none has learnt.

        >>> import sevenfold
        >>> game = sevenfold.load_game("seven_bridge")
        >>> game.medium == game.choose
        True
        """
        return self.learnt or self.choose

    def by_learnt(self) -> "Game[S, V, O_contra]":
        """The same game with the learnt player in the place of the rule-based one, where it has one."""
        return self if self.learnt is None else replace(self, choose=self.learnt)

    def claims_open(self, state: S) -> bool:
        """Whether something may be claimed before play goes on."""
        return self.claims is not None and self.claims.are_open(state)

    def claims_by_several(self, state: S) -> bool:
        """Whether several seats might be asked about what may be claimed, as far as all can see."""
        return self.claims is not None and self.claims.by_several(state)

    def is_brief(self, state: S) -> bool:
        """Whether claims are open only for a moment."""
        return bool(self.claims and self.claims.clock and self.claims.clock.is_brief(state))

    def time(self, state: S) -> int:
        """What the game's clock shows; 0 in a game without one."""
        return self.claims.clock.time(state) if self.claims and self.claims.clock else 0

    def at_time(self, state: S, time: int) -> S:
        """The state as it was at this time; in a game without a clock, as it is."""
        return self.claims.clock.at_time(state, time) if self.claims and self.claims.clock else state

    def violation_name(self, code: int) -> str:
        """The name of a violation that `check` answered: `over`, or a rule's number."""
        return COMMON[code] if code < FIRST_OWN else self.refusals.VIOLATIONS[code - FIRST_OWN]


AnyGame = Game[FullState, SeenState, Any]
"""A game, where it does not matter which.

>>> import sevenfold
>>> game: sevenfold.AnyGame = sevenfold.load_game("trump7")
>>> game.meta.name
'trump7'
"""

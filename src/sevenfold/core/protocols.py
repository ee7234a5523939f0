"""The parts of a game: what each of its modules gives. `Game` (core/game.py) puts them together."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from sevenfold.cards.pack import Pack
from sevenfold.core.deal import Deal, MatchSoFar
from sevenfold.core.events import Event
from sevenfold.core.moves import Move, ToldMove
from sevenfold.core.options import Options
from sevenfold.core.remarks import Decided, Reason, Tip
from sevenfold.core.views import NamedPart, View

S = TypeVar("S")
"""A game's full state."""
V = TypeVar("V")
"""The view of a seat: the game's type `Seen`, which a full state is not."""
S_contra = TypeVar("S_contra", contravariant=True)
S_co = TypeVar("S_co", covariant=True)
V_contra = TypeVar("V_contra", contravariant=True)
O_contra = TypeVar("O_contra", bound=Options, contravariant=True)


class LegalMoves(Protocol[S_contra]):
    """The rules that read only what a seat may see, so that a full state and a view give the same."""

    def acting(self, state: S_contra, /) -> int:
        """The seats that may act, as a mask; 0 when chance is due or the round is over.

        Given a view: the seats that may act as far as its seat can tell.
        """

    def check(self, state: S_contra, seat: int, move: Move, /) -> int:
        """OK, or the code of the first violation of a move."""

    def addable(self, state: S_contra, seat: int, cards: int, twice: int, /) -> int:
        """Mask of the kinds of which a card can be added so that a legal move is still possible."""

    def count_moves(self, state: S_contra, seat: int, cards: int, twice: int, /) -> int:
        """How many legal moves of the acting seat take exactly these cards."""

    def nth_move(self, state: S_contra, seat: int, cards: int, twice: int, index: int, /) -> Move:
        """The move at `index` among those that `count_moves` counts."""


class OwnRules(Protocol[S, V_contra, O_contra]):
    """What each game's `rules.py` has. After the deal only `apply` changes a state; nothing in it is random.

    `LegalMoves` describes the functions that take a view as well.
    """

    def pack(self, options: O_contra, /) -> Pack:
        """The cards that these options play with."""

    def hand_size(self, options: O_contra, players: int, /) -> int:
        """How many cards each player is dealt in a full deal."""

    def start(self, options: O_contra, players: int, deal: Deal, first: int, so_far: MatchSoFar, /) -> S:
        """The state after the deal. Raises DealError for a deal that the game does not have."""

    def empty_state(self, options: O_contra, players: int, /) -> S:
        """A state with the options, before the deal."""

    def apply_deal(self, state: S, deal: Deal, first: int, so_far: MatchSoFar, /) -> None:
        """Turn an empty state into what `start` returns for this deal, which is not checked."""

    def acting(self, state: S | V_contra, /) -> int:
        """As in LegalMoves."""

    def check(self, state: S | V_contra, seat: int, move: Move, /) -> int:
        """As in LegalMoves."""

    def addable(self, state: S | V_contra, seat: int, cards: int, twice: int, /) -> int:
        """As in LegalMoves."""

    def count_moves(self, state: S | V_contra, seat: int, cards: int, twice: int, /) -> int:
        """As in LegalMoves."""

    def nth_move(self, state: S | V_contra, seat: int, cards: int, twice: int, index: int, /) -> Move:
        """As in LegalMoves."""

    def apply(self, state: S, seat: int, move: Move, /) -> None:
        """Make a move that `check` found to be OK."""

    def over(self, state: S | V_contra, /) -> bool:
        """Whether the round is over."""

    def write_returns(self, state: S, out: list[int], /) -> None:
        """Write what a round that is over brought each seat of the table to `out`, all of it anew.

        `out` may be longer than the table is large; `Game.returns` makes a list of it.
        """

    def winners(self, options: O_contra, totals: tuple[int, ...], rounds: int, /) -> tuple[int, ...]:
        """Who has won the match after so many rounds; nobody while it goes on."""


class Rules(OwnRules[S, V_contra, O_contra], Protocol[S, V_contra, O_contra]):
    """A game's rules, with those that a game may leave out: `core.parts.all_rules` adds the usual ones."""

    def begins(self, state: S, /) -> int:
        """The seat that leads, bids or draws first, as all may know after the deal; NOBODY for several."""

    def is_listed(self, state: S | V_contra, /) -> bool:
        """Whether the legal moves are few enough for a record to list them."""

    def default_move(self, state: S | V_contra, /) -> Move | None:
        """The move that scenarios need not write for the seats that act, such as a pass; None for none.

        While a seat is asked whether it claims, this is its pass.
        """

    def chance(self, state: S, /) -> int:
        """How many equally likely outcomes the chance that is due has; 0 when none is due."""

    def chance_move(self, state: S, index: int, /) -> Move:
        """Outcome `index` of the chance that is due."""

    def thrown_in(self, state: S | V_contra, /) -> bool:
        """Whether a round that is over does not count: it has no result, and the cards are dealt afresh."""

    def next_first(self, state: S, so_far: MatchSoFar, /) -> int:
        """`first` of the next round; `so_far` is what the match knew before the round that is over."""

    def write_carried(self, state: S, out: list[int], /) -> None:
        """Write the numbers that the match carries on to `out`, when a deal is over: `Meta.memory` of them.

        `apply_deal` of the next one gets them as `so_far.carried`.
        """


class Refusals(Protocol[S_contra]):
    """What a game refuses, and what a sentence about it needs."""

    @property
    def VIOLATIONS(self) -> tuple[str, ...]:  # noqa: N802
        """The game's own violations in the order of its list; the first has the code FIRST_OWN."""

    def details(self, state: S_contra, seat: int, move: Move, violation: int, /) -> dict[str, str]:
        """The values that a sentence about a refusal needs: cards and suits in notation."""


class Notation(Protocol):
    """A game's moves as text, by docs/notation.md."""

    def parse(self, text: str, /) -> Move:
        """Read a move; one of the kind UNREADABLE where the text is none of this game's."""

    def write(self, move: Move, /) -> str:
        """A move in the game's own order of cards; `?` for an `arg` that is UNSEEN."""


class OwnView(Protocol[V_contra]):
    """What each game's `view.py` has: what a seat sees, as it is sent and as scenarios test it."""

    @property
    def RESULT_LINES(self) -> tuple[str, ...]:  # noqa: N802
        """Each KEY of a text `result.KEY` that result lines use, besides the texts of events."""

    def show(self, seen: V_contra, seat: int | None, acting: int, /) -> View:
        """The view as it is sent."""

    def gone(self, seen: V_contra, /) -> Iterable[int]:
        """The cards that have been played and lie open, or did: one kind a card. The server gives a
        spectator's view, so that all are told the same.
        """


class ViewMaker(OwnView[V_contra], Protocol[V_contra]):
    """A game's view, with those that a game may leave out: `core.parts.whole_view` adds the usual ones."""

    @property
    def BIDS(self) -> tuple[str, ...]:  # noqa: N802
        """The kinds of moves, as they are written, that lie among the bids though they say neither a suit nor
        a number, such as `nil`.
        """

    def named_parts(self, seen: V_contra, cards: int, twice: int, /) -> tuple[NamedPart, ...]:
        """The named parts of the cards chosen, where several cards are played at once, the strongest first;
        empty if they have no such parts. If the parts together have a name too, that comes first, with all
        of the cards.
        """

    def would_do(self, seen: V_contra, seat: int, /) -> tuple[str, ...] | None:
        """The cards to show beside a refusal, from which the acting seat must choose first; None for every
        card that may be chosen first.
        """


class Reasons(Protocol[V_contra]):
    """Why the rule-based player would make a move, judged as the player itself judges."""

    @property
    def REASONS(self) -> tuple[str, ...]:  # noqa: N802
        """The codes, each with a sentence `reason.CODE` in the game's texts."""

    def explain(self, seen: V_contra, seat: int, move: Move, /) -> Reason | None:
        """The reason for a legal move of a seat that is to act; None where nothing true speaks for it."""


class Coach(Protocol):
    """Tips for a player who meets something for the first time (core/remarks.py)."""

    @property
    def TIPS(self) -> tuple[str, ...]:  # noqa: N802
        """The codes, each with a sentence `coach.CODE` among those of the game's lessons."""

    def tips(self, view: Any, events: Sequence[Event], /) -> Iterable[Tip]:
        """The tips that fit the moment, from the view and the events that a seat is sent."""


class Deciding(Protocol):
    """Which moment decided a round (book/deciding.py)."""

    @property
    def DECIDED(self) -> tuple[str, ...]:  # noqa: N802
        """The codes, each with a sentence `decided.CODE` in the game's texts."""

    def decided(self, viewer: int | None, events: Sequence[Event], /) -> Decided | None:
        """The moment that decided a round that is over; None where none stands out. `events` are those that
        the viewer was told of, without what was taken back.
        """


class PositionMaker(Protocol[S_co, O_contra]):
    """States in the middle of a round, for scenarios."""

    def set_up(
        self, options: O_contra, players: int, deal: Deal, first: int, position: Mapping[str, object], /
    ) -> S_co:
        """The state that a scenario's `position` describes. Raises DealError."""


class Story(Protocol[V_contra]):
    """What a viewer is told of a move. The states are what the viewer may see before and after it.

    `tell` is compiled too, as the rules are; there it is given the full state.
    """

    @property
    def EVENTS(self) -> tuple[str, ...]:  # noqa: N802
        """The kinds of event that the game adds to those of every game."""

    def tell(self, before: V_contra, seat: int, move: Move, viewer: int | None, /) -> ToldMove:
        """What of a legal move the viewer may know; `viewer` is None for a spectator."""

    def consequences(
        self, before: V_contra, after: V_contra, viewer: int | None, version: int, /
    ) -> list[Event]:
        """What the move brought about: a trick taken, a card lost."""


@dataclass(frozen=True)
class Clock(Generic[S, V]):
    """What happens by itself while claims are open, such as dealing cards: one step after another, all seen
    by everybody. One move can set off many steps; a table shows them one by one.
    """

    time: Callable[[S], int]
    """How many steps there were."""
    at_time: Callable[[S, int], S]
    """The state as it was after so many steps, with no seat asked whether it claims."""
    is_brief: Callable[[S], bool]
    """Whether claims are open only for a moment, as after each card of a deal: a seat is soon asked again."""
    check_premove: Callable[[V, int, Move], int]
    """OK, or the violation of a claim made before the seat is asked; one that is OK stays OK until then."""


def never(_state: object) -> bool:
    """False: in this game at most one seat is asked about the same thing."""
    return False


@dataclass(frozen=True)
class Claims(Generic[S, V]):
    """A game in which something may be claimed out of turn.

    Only the seat itself knows that it is asked. While a seat is asked, `rules.default_move` is its pass; it
    is None when all have answered.
    """

    are_open: Callable[[S], bool]
    """Whether something may be claimed before play goes on, judged by public fields alone."""
    by_several: Callable[[S], bool] = never
    """Whether several seats might be asked one after the other about the same thing, judged by public fields
    alone. A server then asks them all at once; the rules take their answers in turn."""
    clock: Clock[S, V] | None = None

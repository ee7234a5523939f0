"""The legal moves of a seat as a container that finds them as they are asked for."""

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any, Generic, TypeGuard, TypeVar

from sevenfold.core import violations
from sevenfold.core.game import Game, UnsoundState
from sevenfold.core.given import seat_number
from sevenfold.core.legal import extend, may_act
from sevenfold.core.moves import CHANCE, UNREADABLE, Move
from sevenfold.core.playout import random_move
from sevenfold.core.protocols import LegalMoves
from sevenfold.core.soundness import ACTING, ASTRAY
from sevenfold.core.violations import IllegalMove
from sevenfold.errors import SevenfoldError

S = TypeVar("S")

MASKS = 1 << 62
"""How many sets of cards there can be (cards/masks.py)."""

LISTED = 1000
"""The most moves that are listed. A LockSeven lead has millions."""

PRINTED = 20
"""The most moves that are printed."""


class TooManyMoves(SevenfoldError):
    """There are too many legal moves to list, as for a lead of any number of cards.

    >>> import random, sevenfold
    >>> match = sevenfold.new_match(sevenfold.load_game("lockseven"), seed=1)
    >>> while match.view(None).phase != "bury":
    ...     seat = match.acting[0]
    ...     step = match.play(seat, match.game.choose(match.seen(seat), seat))
    >>> try:
    ...     len(match.legal(match.acting[0]))
    ... except sevenfold.TooManyMoves as error:
    ...     print(error.seat == match.acting[0])
    True
    """

    def __init__(self, seat: int) -> None:
        super().__init__(
            f"seat {seat} has too many moves to list them, more than {LISTED}: go through legal(seat) one by "
            "one, take one at random by legal(seat).choice(rng), or use extend() or a player"
        )
        self.seat = seat


class TextNotMove(SevenfoldError, TypeError):
    """A text was given where a move is expected. A typing mistake would otherwise pass for an illegal move.

    >>> import sevenfold
    >>> match = sevenfold.new_match(sevenfold.load_game("lockup"), seed=7)
    >>> match.play(0, "7S")
    Traceback (most recent call last):
        ...
    sevenfold.TextNotMove: '7S' is a text, not a move: match.play_text(seat, text) plays it
    >>> step = match.play_text(0, "7S")
    """

    def __init__(self, text: str) -> None:
        super().__init__(f"{text!r} is a text, not a move: match.play_text(seat, text) plays it")
        self.text = text


class NotToAct(SevenfoldError, ValueError):
    """A seat is asked for what only a seat that is to act has, such as a decision.

    >>> import sevenfold
    >>> game = sevenfold.load_game("lockup")
    >>> match = sevenfold.new_match(game, seed=7)
    >>> sevenfold.decide(game, match.seen(1), 1, sevenfold.Budget(100), seed=1)
    Traceback (most recent call last):
        ...
    sevenfold.NotToAct: lockup: seat 1 is not to act, by the view that was given
    """

    def __init__(self, game: str, seat: int) -> None:
        super().__init__(f"{game}: seat {seat} is not to act, by the view that was given")
        self.seat = seat


class NoLegalMove(SevenfoldError, LookupError):
    """A move was to be chosen for a seat that is not to act.

    >>> import random, sevenfold
    >>> match = sevenfold.new_match(sevenfold.load_game("lockup"), seed=7)
    >>> match.legal(1).choice(random.Random(1))
    Traceback (most recent call last):
        ...
    sevenfold.NoLegalMove: seat 1 is not to act, so it has no legal move
    """

    def __init__(self, seat: int) -> None:
        super().__init__(f"seat {seat} is not to act, so it has no legal move")
        self.seat = seat


def violation(rules: LegalMoves[S], state: S, seat: int, move: object) -> int:
    """OK, or the first violation of a move, also of one made of numbers that no move has.

    The rules take it that a set of cards is a mask: below 0 it would hold every card. Raises TextNotMove.
    """
    if isinstance(move, str):
        raise TextNotMove(move)
    return rules.check(state, seat, move if _is_made_right(move) else Move(UNREADABLE, 0, 0, 0))


def _is_made_right(move: object) -> TypeGuard[Move]:
    """Whether this is a move of whole numbers, whose sets of cards are masks."""
    if not isinstance(move, Move) or not all(isinstance(number, int) for number in move):
        return False
    return 0 <= move.cards < MASKS and 0 <= move.twice < MASKS and abs(move.arg) < MASKS


class Legal(Collection[Move], Generic[S]):
    """The legal moves of a seat, found as they are asked for; none for a seat that is not to act.

    `in` asks the rules. To go through the moves finds one after the other, so the first come at once. `len`,
    and so `list`, raises TooManyMoves where there are more than a thousand.

    >>> import random, sevenfold
    >>> match = sevenfold.new_match(sevenfold.load_game("lockup"), seed=7)
    >>> (seat,) = match.acting
    >>> legal = match.legal(seat)
    >>> len(legal), next(iter(legal)) in legal, legal.choice(random.Random(1)) in legal
    (8, True, True)

    Those of a match print as their texts; the items are moves all the same:

    >>> legal
    <legal moves of seat 0: 7S, KH, 9H, 5H, 2H, 9D, 6D, 2D>
    >>> legal[0] == match.read("7S")
    True
    """

    def __init__(self, rules: LegalMoves[S], seen: S, seat: int, write: Callable[[Move], str] = repr) -> None:
        self._rules = rules
        self._seen = seen
        self._seat = seat
        self._write = write
        """The text of a move, for printing. Those who know the rules alone have no notation."""
        self._listed: list[Move] | None = None

    def __contains__(self, move: object) -> bool:
        return self._seat != CHANCE and violation(self._rules, self._seen, self._seat, move) == violations.OK

    def __iter__(self) -> Iterator[Move]:
        return self._find() if self._listed is None else iter(self._listed)

    def __len__(self) -> int:
        if self._listed is None:
            found = list(islice(self._find(), LISTED + 1))
            if len(found) > LISTED:
                raise TooManyMoves(self._seat)
            self._listed = found
        return len(self._listed)

    def __bool__(self) -> bool:
        return may_act(self._rules, self._seen, self._seat)

    def __getitem__(self, index: int) -> Move:
        """The move at an index from 0 on, found on the way to it. Raises IndexError."""
        for number, move in enumerate(self):
            if number == index:
                return move
        raise IndexError(f"there is no legal move {index}; they are counted from 0 on")

    def __repr__(self) -> str:
        few = [*islice(self, PRINTED + 1)]
        shown = [*map(self._write, few[:PRINTED]), *["..."] * (len(few) > PRINTED)]
        return f"<legal moves of seat {self._seat}: {', '.join(shown) or 'none'}>"

    def choice(self, rng: Random) -> Move:
        """A legal move at random, found card by card, so that none is listed. Raises NoLegalMove.

        At each step every card that may be added, and every move that the cards already make, is equally
        likely. So where a move takes several cards, not all moves are equally likely.
        """
        if not self:
            raise NoLegalMove(self._seat)
        move, _ = random_move(self._rules, self._seen, self._seat, _draw, rng)
        return move

    def _find(self) -> Iterator[Move]:
        """In the order of `legal.legal_moves`."""
        choices = [(0, 0)] if self else []
        while choices:
            cards, twice = choices.pop()
            more, moves = extend(self._rules, self._seen, self._seat, cards, twice)
            yield from moves
            last = cards & -cards
            while more:
                card = more & -more
                more ^= card
                if cards == 0 or card < last:
                    choices.append((cards | card, twice))
                elif card == last:
                    choices.append((cards, twice | card))


def legal_moves(rules: LegalMoves[S], seen: S, seat: int) -> Legal[S]:
    """The legal moves of a seat by what it sees, found as they are asked for.

    >>> import sevenfold
    >>> game = sevenfold.load_game("lockup")
    >>> match = sevenfold.new_match(game, seed=7)
    >>> list(sevenfold.legal_moves(game.rules, match.seen(0), 0)) == list(match.legal(0))
    True
    """
    return Legal(rules, seen, seat)


def acting_seat(game: Game[Any, S, Any], seen: S, seat: object) -> int:
    """The seat that was given, if it is to act by this view.

    Raises WrongState, WrongValue, NoSuchSeat, NotToAct, UnsoundState.
    """
    game.check_values(seen)
    number = seat_number(seat, game.players_of(seen))
    try:
        acts = may_act(game.rules, seen, number)
    except ASTRAY:
        raise UnsoundState(game.meta.name, ACTING) from None
    if not acts:
        raise NotToAct(game.meta.name, number)
    game.check_view(seen, number)
    return number


def check_moves(game: Game[Any, S, Any], seen: S, seat: int, moves: Sequence[Move]) -> list[Move]:
    """The moves, if the seat may make each of them. Raises IllegalMove."""
    for move in moves:
        found = violation(game.rules, seen, seat, move)
        if found != violations.OK:
            raise IllegalMove(game.violation_name(found))
    return list(moves)


def _draw(rng: Random, outcomes: int) -> tuple[int, Random]:
    return int(rng.random() * outcomes), rng

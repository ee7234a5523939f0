"""The cards that a seat could not know, dealt anew: another round of which it was told just the same.

`core/worlds.py` draws states that a seat cannot rule out, many a millisecond and all equally likely. Here a
whole round is wanted, with its deal and its log, and not every round needs to be equally likely.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any

from sevenfold.core.deal import Deal, DealError
from sevenfold.core.game import S, V
from sevenfold.core.match import Match
from sevenfold.core.moves import CHANCE
from sevenfold.core.violations import IllegalMove

EACH = 8
"""How often each card that may lie elsewhere is exchanged, about."""

ANYWHERE = 0.1
"""How often a card is exchanged that the seat seems to know: after some moves it may not any more."""


@dataclass(frozen=True)
class _Course:
    """A deal, all hands and the rest in one row, and the moves that were made of it."""

    cards: tuple[int, ...]
    moves: tuple[tuple[int, str], ...]


def deal_anew(match: Match[S, V], seat: int, rng: Random) -> Match[S, V]:
    """The match with other cards in the round that is played, wherever the seat could not tell.

    Two cards of the deal are exchanged, also in the moves that name them. If every move is still legal and
    the seat was told the same, the exchange is kept. After many of these the others may hold whatever the
    seat cannot rule out, and the cards to come lie in another order. It takes up to some hundred replays.

    >>> import random, sevenfold
    >>> from sevenfold.core.redealing import deal_anew
    >>> match = sevenfold.new_match(sevenfold.load_game("lockup"), seed=7)
    >>> other = deal_anew(match, 2, random.Random(1))
    >>> other.moment(2) == match.moment(2), other.view(3).hand == match.view(3).hand
    (True, False)
    """
    return _Redealing(match, seat, rng).dealt_anew()


class _Redealing:
    def __init__(self, match: Match[Any, Any], seat: int, rng: Random) -> None:
        self._match, self._seat, self._rng = match, seat, rng
        self._names = match.pack.names
        deal, write = match.round.deal, match.game.notation.write
        self._sizes = [len(hand) for hand in deal.hands]
        self._owners = [seat for seat, size in enumerate(self._sizes) for _ in range(size)]
        cards = tuple(kind for hand in (*deal.hands, deal.rest) for kind in hand)
        moves = ((step.seat, write(step.move)) for step in match.round.steps if step.to is None)
        self._first = _Course(cards, tuple(moves))

    def dealt_anew(self) -> Match[Any, Any]:
        course = self._first
        found = self._played(course)
        assert found is not None  # the round itself
        wanted = found.moment(self._seat)
        unknown = self._unknown(course)
        for _ in range(EACH * len(unknown) // 2):
            other = self._exchanged(course, self._slot(unknown), self._slot(unknown))
            if other is None:
                continue
            played = self._played(other)
            if played is not None and played.moment(self._seat) == wanted:
                course, found = other, played
        return found

    def _slot(self, unknown: list[int]) -> int:
        anywhere = self._rng.random() < ANYWHERE
        return self._rng.randrange(len(self._first.cards)) if anywhere else self._rng.choice(unknown)

    def _unknown(self, course: _Course) -> list[int]:
        """The places of cards that the seat does not hold and of which it was not told."""
        moment = self._match.moment(self._seat)
        told = [event.cards or () for event in moment.told.all_events if event.kind == "move"]
        known = Counter(moment.view.hand) + Counter(card.split("=")[0] for cards in told for card in cards)
        there = Counter(self._names[kind] for kind in course.cards)
        return [
            slot
            for slot, kind in enumerate(course.cards)
            if known[self._names[kind]] < there[self._names[kind]]
        ] or list(range(len(course.cards)))

    # --- one exchange -----------------------------------------------------------------------------

    def _exchanged(self, course: _Course, one: int, two: int) -> _Course | None:
        """The course with two cards exchanged, wherever they lie and whoever moves them; None for alike."""
        a, b = course.cards[one], course.cards[two]
        if a == b:
            return None
        cards, moves = list(course.cards), list(course.moves)
        cards[one], cards[two] = b, a
        at_one, at_two = self._named(course, one), self._named(course, two)
        if at_one is None or at_two is None or at_one[0] != at_two[0]:  # a move that has both stays as it is
            for mention, name in ((at_one, self._names[b]), (at_two, self._names[a])):
                if mention is not None:
                    index, (start, end) = mention
                    seat, text = moves[index]
                    moves[index] = seat, text[:start] + name + text[end:]
        return _Course(tuple(cards), tuple(moves))

    def _named(self, course: _Course, slot: int) -> tuple[int, tuple[int, int]] | None:
        """Where the moves name the card of a place. Of two alike it may be either, or one that is held."""
        kind = course.cards[slot]
        owner = self._owners[slot] if slot < len(self._owners) else None
        found = list(self._mentions(course, self._names[kind], owner))
        alike = sum(
            each == kind and (owner is None or (at < len(self._owners) and self._owners[at] == owner))
            for at, each in enumerate(course.cards)
        )
        chosen = self._rng.randrange(max(alike, len(found), 1))
        return found[chosen] if chosen < len(found) else None

    def _mentions(
        self, course: _Course, name: str, owner: int | None
    ) -> Iterator[tuple[int, tuple[int, int]]]:
        word = re.compile(rf"(?<![A-Z0-9=]){name}(?![A-Z0-9])")
        for index, (seat, text) in enumerate(course.moves):
            if owner is None or seat in (owner, CHANCE):
                for match in word.finditer(text):
                    yield index, match.span()

    def _played(self, course: _Course) -> Match[Any, Any] | None:
        """The round as it goes with this deal and these moves; None where the rules have no such round."""
        cards = iter(course.cards)
        hands = tuple(tuple(islice(cards, size)) for size in self._sizes)
        try:
            match = self._match.redealt(Deal(hands, tuple(cards)))
            for seat, text in course.moves:
                match.round.play(seat, match.game.notation.parse(text))
        except (IllegalMove, DealError):
            return None
        return match

"""Lockup written a second time, slowly and literally, from the numbered rules alone.

It keeps only the deal and what happened: each question goes through the round again from its first trick.
Cards are texts, sets of cards are sets, and no code is shared with the rules that this checks.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

SEATS = (0, 1, 2, 3)
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]
SUITS = {"S", "H", "D", "C"}
PICTURES = {"J", "Q", "K"}
PACK = {rank + suit for rank in RANKS for suit in SUITS}


class Play(NamedTuple):
    """A player put a card on the table."""

    seat: int
    card: str


class Loss(NamedTuple):
    """A card went out of play, face down."""

    seat: int
    card: str


class Sentence(NamedTuple):
    """A lockup: the seat, the trick that caused it, and for how many of the next tricks."""

    seat: int
    trick: int
    clubs: int

    def covers(self, trick: int) -> bool:
        return self.trick < trick <= self.trick + self.clubs


@dataclass
class Trick:
    """A trick so far; a trick without a leader is passed."""

    number: int
    sitting_out: set[int]
    leader: int | None
    table: list[Play] = field(default_factory=list)

    @property
    def order(self) -> list[int]:
        return [] if self.leader is None else without(clockwise(self.leader), self.sitting_out)

    @property
    def to_play(self) -> int | None:
        waiting = self.order[len(self.table) :]
        return waiting[0] if waiting else None

    @property
    def clubs(self) -> int:
        return sum(suit(play.card) == "C" for play in self.table)

    @property
    def taker(self) -> int:
        """LU-4.1: the highest card of the suit led."""
        followed = [play for play in self.table if suit(play.card) == suit(self.table[0].card)]
        return max(followed, key=lambda play: RANKS.index(rank(play.card))).seat


def suit(card: str) -> str:
    return card[1]


def rank(card: str) -> str:
    return card[0]


def clockwise(seat: int) -> list[int]:
    """The four seats, beginning with this one."""
    return [(seat + step) % 4 for step in SEATS]


def without(seats: Sequence[int], some: set[int]) -> list[int]:
    return [seat for seat in seats if seat not in some]


@dataclass
class Told:
    """The round so far: what is known when the history is used up."""

    hands: Mapping[int, set[str]]
    tricks: list[Trick]
    sentences: list[Sentence]
    owed: dict[int, int]
    over: bool

    @property
    def current(self) -> Trick:
        return self.tricks[-1]

    @cached_property
    def acting(self) -> list[int]:
        """Asked for when the history is used up."""
        if self.over or self.owed:
            return []
        seat = self.current.to_play
        assert seat is not None
        return [seat]

    @property
    def taken(self) -> list[int]:
        """LU-4.2: one point a trick, per seat; a passed trick is nobody's."""
        takers = [trick.taker for trick in self.tricks if trick.table and trick.to_play is None]
        return [takers.count(seat) for seat in SEATS]

    @property
    def locked(self) -> list[int]:
        """Tricks still to sit out, the current one included."""
        return [0 if self.over else self._left(seat) for seat in SEATS]

    def _left(self, seat: int) -> int:
        now = self.current.number
        ends = [each.trick + each.clubs for each in self.sentences if each.seat == seat]
        return max([end - now + 1 for end in ends if end >= now], default=0)


@dataclass(frozen=True)
class Oracle:
    """A round of Lockup: its deal and its options by name."""

    deal: Sequence[Sequence[str]]
    first: int
    picture_club: str
    lockup_loss: str

    def tell(self, history: Sequence[Play | Loss]) -> Told:
        """Go through the round until the history is used up."""
        hands = {seat: set(self.deal[seat]) for seat in SEATS}
        told = Told(hands, [], [], {}, over=False)
        happened = iter(history)
        for number in range(1, len(self.deal[0]) + 1):
            if self._break_off(told, number, happened):
                return told
        told.over = True
        return told

    def _break_off(self, told: Told, number: int, happened: Iterator[Play | Loss]) -> bool:
        """Go through one trick; true if the history ends in it."""
        sitting_out = {each.seat for each in told.sentences if each.covers(number)}
        trick = Trick(number, sitting_out, self._leader(told, sitting_out))
        told.tricks.append(trick)
        if self.lockup_loss == "each_trick":
            told.owed = {seat: 1 for seat in sitting_out if told.hands[seat]}
        if self._lose(told, happened):
            return True
        while trick.to_play is not None:
            play = next(happened, None)
            if play is None:
                return True
            assert isinstance(play, Play)
            assert play.seat == trick.to_play
            told.hands[play.seat].remove(play.card)
            trick.table.append(play)
        if trick.clubs:
            told.sentences.append(Sentence(trick.taker, number, trick.clubs))
            if self.lockup_loss == "at_once":
                told.owed = {trick.taker: min(trick.clubs, len(told.hands[trick.taker]))}
        return False

    def _lose(self, told: Told, happened: Iterator[Play | Loss]) -> bool:
        told.owed = {seat: cards for seat, cards in told.owed.items() if cards}
        while told.owed:
            loss = next(happened, None)
            if loss is None:
                return True
            assert isinstance(loss, Loss)
            told.hands[loss.seat].remove(loss.card)
            told.owed[loss.seat] -= 1
            told.owed = {seat: cards for seat, cards in told.owed.items() if cards}
        return False

    def _leader(self, told: Told, sitting_out: set[int]) -> int | None:
        """LU-1.4, LU-4.3, LU-5.4, LU-5.6; None where all four sit out."""
        if not told.tricks:
            return self.first
        last_taken = [trick for trick in told.tricks if trick.table][-1]
        search = clockwise(last_taken.taker)
        if told.tricks[-1] is last_taken and last_taken.clubs:
            search = search[1:]
        free = without(search, sitting_out)
        return free[0] if free else None

    # --- questions ------------------------------------------------------------------------------------

    def leader(self, told: Told) -> int | None:
        return None if told.over else told.current.leader

    def violation(self, told: Told, seat: int | str, text: str) -> str | None:
        """The first violation of a move, by the order of docs/notation.md; None for a legal one."""
        if told.over:
            return "over"
        if seat == "*":
            return self._violation_of_chance(told, text.split())
        if seat not in told.acting:
            return "not_your_turn"
        assert isinstance(seat, int)
        if text not in PACK:
            return "malformed"
        if text not in told.hands[seat]:
            return "not_held"
        return self._violation_of_card(told.hands[seat], told.current.table, text)

    def _violation_of_chance(self, told: Told, words: list[str]) -> str | None:
        if not told.owed:
            return "not_your_turn"
        owing = {str(seat) for seat in told.owed}
        if len(words) != 3 or words[0] not in owing or words[1] != "lose" or words[2] not in PACK:
            return "malformed"
        return None if words[2] in told.hands[int(words[0])] else "not_held"

    def _violation_of_card(self, hand: set[str], table: list[Play], card: str) -> str | None:
        if not table:
            other_suits = {each for each in hand if suit(each) != "C"}
            return "LU-2.1" if suit(card) == "C" and other_suits else None
        led = suit(table[0].card)
        can_follow = any(suit(each) == led for each in hand)
        if suit(card) == led or not can_follow:
            return None
        return None if self._excepted(table, card) else "LU-3.1"

    def _excepted(self, table: list[Play], card: str) -> bool:
        """LU-3.2."""
        pictures = {rank(play.card) for play in table} & PICTURES
        if suit(card) != "C" or not pictures:
            return False
        return self.picture_club == "any" or rank(card) in pictures

    def legal(self, told: Told) -> dict[int, set[str]]:
        """Every seat's legal moves."""
        return {seat: {card for card in PACK if self.violation(told, seat, card) is None} for seat in SEATS}

    def chances(self, told: Told) -> list[str]:
        """The chance moves, all equally likely: each card of the first seat that has to lose one."""
        if not told.owed:
            return []
        seat = min(told.owed)
        return sorted(f"{seat} lose {card}" for card in told.hands[seat])

    def next_first(self) -> int:
        return clockwise(self.first)[1]


def winner(totals: Sequence[int], target: int) -> int | None:
    """LU-6.2, LU-6.3: who has won after a round, if anybody."""
    best = max(totals)
    ahead = [seat for seat in SEATS if totals[seat] == best]
    return ahead[0] if best >= target and len(ahead) == 1 else None

"""Trump 7 written a second time, slowly and literally, from the numbered rules alone.

Every question goes through the deal again from its first bid. Cards and moves are texts, and no code is
shared with the rules that this checks.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

SUITS = ["S", "H", "D", "C"]
RANKS = ["Q", "J", "T", "K", "9", "8", "7"]
"""T7-1.1: high to low."""
PACK = ["JK", *(rank + suit for suit in SUITS for rank in RANKS)]
VALUES = {"T": 10, "K": 4, "Q": 3, "J": 2}

TABLE = [
    # at least so many points, the Player, each opponent (T7-6.1)
    (81, +4, -2),
    (60, +2, -1),
    (40, -2, +1),
    (0, -4, +2),
]


class Play(NamedTuple):
    seat: int
    card: str


@dataclass
class Trick:
    """A trick as far as it was played; `trump` is None in a leaster, `named` the suit named with a joker."""

    leader: int
    trump: str | None
    named: str | None = None
    plays: list[Play] = field(default_factory=list)

    @property
    def full(self) -> bool:
        return len(self.plays) == 3

    @property
    def cards(self) -> list[str]:
        return [play.card for play in self.plays]

    @property
    def suit(self) -> str:
        """The suit to follow."""
        if self.cards[0] != "JK":
            return self.cards[0][1]
        suit = self.named if self.trump is None else self.trump
        assert suit is not None
        return suit

    @property
    def taker(self) -> int:
        """T7-4.3, T7-4.4, T7-5.2."""
        best = ["JK"]
        for suit in [self.trump, self.suit]:
            best += [rank + suit for rank in RANKS if suit is not None]
        (winning, *_) = [card for card in best if card in self.cards]
        return next(play.seat for play in self.plays if play.card == winning)


@dataclass
class Told:
    """A deal so far."""

    hands: list[list[str]]
    widow: list[str]
    first: int
    stage: str = "bid"
    seat: int | None = None
    player: int | None = None
    trump: str | None = None
    discards: list[str] = field(default_factory=list)
    tricks: list[Trick] = field(default_factory=list)

    @property
    def full_tricks(self) -> list[Trick]:
        return [trick for trick in self.tricks if trick.full]

    @property
    def takers(self) -> list[int]:
        return [trick.taker for trick in self.full_tricks]

    @property
    def points(self) -> list[int]:
        """The points taken in tricks, by seat."""
        return [
            sum(worth(trick.cards, self.trump) for trick in self.full_tricks if trick.taker == seat)
            for seat in range(3)
        ]

    @property
    def leader(self) -> int | None:
        return self.tricks[-1].leader if self.stage == "play" else None


def worth(cards: Sequence[str], trump: str | None) -> int:
    """T7-3.1, T7-3.2."""
    points = 0
    for card in cards:
        if card == "JK":
            points += 4
        elif trump is not None and card == "7" + trump:
            points += 20
        else:
            points += VALUES.get(card[0], 0)
    return points


def to_the_right(seat: int) -> int:
    return [1, 2, 0][seat]


def tell(hands: Sequence[Sequence[str]], widow: Sequence[str], first: int, history: Sequence[str]) -> Told:
    """The deal after these moves, each by the seat whose turn it was."""
    told = Told([list(hand) for hand in hands], list(widow), first)
    moves = iter(history)
    told.seat = first
    _bid(told, moves)
    if told.stage == "play":
        _play(told, moves)
    return told


def _bid(told: Told, moves: Iterator[str]) -> None:
    """T7-2.1 to T7-2.4."""
    eldest = told.first
    for seat in [eldest, to_the_right(eldest), to_the_right(to_the_right(eldest))]:
        told.seat = seat
        bid = next(moves, None)
        if bid is None:
            return
        if bid.startswith("take"):
            told.player, told.trump = seat, bid[-1]
            told.hands[seat] += told.widow
            told.stage = "discard"
            break
    if told.player is not None:
        put_away = next(moves, None)
        if put_away is None:
            return
        told.discards = put_away.split()[1:]
        for card in told.discards:
            told.hands[told.player].remove(card)
    told.stage, told.seat = "play", eldest


def _play(told: Told, moves: Iterator[str]) -> None:
    """Section 4, and in a leaster section 5."""
    told.tricks = [Trick(told.first, told.trump)]
    for move in moves:
        seat, trick = told.seat, told.tricks[-1]
        assert seat is not None
        card, _, suit = move.partition(" ")
        if suit:
            trick.named = suit
        told.hands[seat].remove(card)
        trick.plays.append(Play(seat, card))
        if not trick.full:
            told.seat = to_the_right(seat)
        elif any(told.hands):
            told.seat = trick.taker
            told.tricks.append(Trick(trick.taker, told.trump))
        else:
            told.stage, told.seat = "over", None


# --- what may be done -----------------------------------------------------------------------------


def violation(told: Told, seat: int, move: str) -> str | None:
    """The first violation of a move in the order of docs/notation.md; None for a legal one."""
    if told.stage == "over":
        return "over"
    if seat != told.seat:
        return "not_your_turn"
    words = move.split()
    if told.stage == "bid":
        bids = [["pass"], *(["take", suit] for suit in SUITS)]
        return None if words in bids else "malformed"
    if told.stage == "discard":
        return _violation_of_discards(told.hands[seat], words)
    return _violation_of_card(told, seat, words)


def _violation_of_discards(hand: list[str], words: list[str]) -> str | None:
    cards = words[1:]
    if words[:1] != ["discard"] or any(card not in PACK for card in cards):
        return "malformed"
    if any(cards.count(card) > 1 or card not in hand for card in cards):
        return "not_held"
    return None if len(cards) == 2 else "T7-2.3"


def _violation_of_card(told: Told, seat: int, words: list[str]) -> str | None:
    if len(words) not in (1, 2) or words[0] not in PACK or any(word not in SUITS for word in words[1:]):
        return "malformed"
    card = words[0]
    if card not in told.hands[seat]:
        return "not_held"
    trick = told.tricks[-1]
    if trick.plays and card not in may_follow(told.hands[seat], trick):
        return "T7-4.2"
    asked = card == "JK" and told.trump is None and not trick.plays
    return None if (len(words) == 2) == asked else "T7-5.3"


def may_follow(hand: list[str], trick: Trick) -> list[str]:
    """The cards that may follow to a trick: T7-4.2, T7-4.4, T7-5.2, T7-5.4."""
    of_the_suit = [card for card in hand if card != "JK" and card[1] == trick.suit]
    joker = [card for card in hand if card == "JK"]
    if trick.suit == trick.trump:
        of_the_suit += joker
    if not of_the_suit:
        return hand
    return of_the_suit + joker if trick.trump is None else of_the_suit


def all_moves(told: Told) -> list[str]:
    """Every move that could be legal for somebody at some point of the deal."""
    bids = ["pass", *(f"take {suit}" for suit in SUITS)]
    plays = [*PACK, *(f"JK {suit}" for suit in SUITS)]
    if told.stage != "discard":
        return bids + plays
    assert told.seat is not None
    return [f"discard {' '.join(pair)}" for pair in combinations(told.hands[told.seat], 2)]


def legal(told: Told, seat: int) -> list[str]:
    return [move for move in all_moves(told) if violation(told, seat, move) is None]


# --- what came of it --------------------------------------------------------------------------------


def result(told: Told) -> list[int]:
    return _leaster_result(told) if told.player is None else _player_result(told)


def _player_result(told: Told) -> list[int]:
    """Section 6."""
    points = told.points[told.player or 0] + worth(told.discards, told.trump)
    taken = [taker == told.player for taker in told.takers]
    if all(taken):
        won, lost = +6, -3
    elif not any(taken):
        won, lost = -6, +3
    else:
        won, lost = next((won, lost) for least, won, lost in TABLE if points >= least)
    return [won if seat == told.player else lost for seat in range(3)]


def _leaster_result(told: Told) -> list[int]:
    """Section 7."""
    takers = told.takers
    idle = [seat for seat in range(3) if seat not in takers]
    if len(idle) == 2:
        return _alone(takers[-1], -4)
    if len(idle) == 1:
        return _alone(idle[0], +4)
    return _alone(_fewest(told), +2)


def _alone(seat: int, score: int) -> list[int]:
    return [score if each == seat else 0 for each in range(3)]


def _fewest(told: Told) -> int:
    """T7-5.5, T7-7.3, T7-7.4."""
    takers = told.takers
    points = told.points
    points[takers[-1]] += worth(told.widow, None)
    tied = [seat for seat in range(3) if points[seat] == min(points)]
    if len(tied) == 2 and takers[-1] in tied:
        return next(seat for seat in tied if seat != takers[-1])
    for number in range(len(takers)):
        for seat in tied:
            if takers[number] == seat and seat not in takers[number + 1 :]:
                return seat
    raise AssertionError("somebody's own last trick came first")


def match_winners(totals: Sequence[int], deals: int, played: int) -> list[int]:
    """T7-1.5."""
    return [seat for seat in range(3) if totals[seat] == max(totals)] if played == deals else []

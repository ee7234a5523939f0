"""A round of LockSeven by the numbered rules and the oracle's patterns. Cards and moves are texts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tests.games.lockseven import oracle
from tests.games.lockseven.oracle import JOKERS, KINDS, NO_SUIT, SUITS

Options = Mapping[str, str | int]

STRENGTH = ["7D", "7C", "7H", "7S", "BJ", "RJ"]
"""LS-4.3, low to high."""
WORDS = {
    "deal": ("wait", "call"),
    "last chance": ("wait", "call"),
    "choose": ("concede", "solo", "hide"),
    "bury": ("bury",),
    "anti": ("anti", "pass"),
    "decide": ("concede", "solo"),
}
"""The moves of each stage; in play they are cards."""


def after(seat: int) -> int:
    return (seat + 1) % 4


def is_seven(card: str) -> bool:
    return card[0] == "7"


@dataclass
class Round:
    """A round so far; `seat` is the one to act."""

    options: Options
    deal: list[list[str]]
    bottom: list[str]
    first: int
    stage: str = "deal"
    seat: int = 0
    hands: list[list[str]] = field(default_factory=lambda: [[], [], [], []])
    dealt: int = 0
    chances: list[int] = field(default_factory=list)
    host: int | None = None
    called: str = ""
    hiding: bool = False
    hidden: bool = False
    alone: bool = False
    partner: int | None = None
    revealed: int | None = None
    anti: str | None = None
    passes: int = 0
    trump: str = ""
    leader: int = 0
    trick: list[list[str]] = field(default_factory=list)
    points: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    penalties: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    """LS-6.3: the failed throws of each seat, or the cards that went back."""
    thrown: bool = False
    """LS-6.3: whether the leader has just taken a throw back."""
    last_lead: list[str] = field(default_factory=list)
    bottom_brought: int | None = None
    result: list[int] | None = None

    @property
    def order(self) -> str:
        """The trump as the oracle takes it."""
        return self.trump + (oracle.GAP if self.options["seven_gap"] == "yes" else "")

    # --- what may be done -------------------------------------------------------------------------

    def violation(self, seat: int, text: str) -> str | None:
        """The first violation of a move."""
        if self.stage == "over":
            return "over"
        if seat != self.seat:
            return "not_your_turn"
        words = text.split()
        cards = words if self.stage == "play" else words[1:]
        if not self.is_possible(words, cards):
            return "malformed"
        if words[0] != "call" and any(cards.count(card) > self.hands[seat].count(card) for card in cards):
            return "not_held"
        return self.own_violation(seat, words[0], cards)

    def is_possible(self, words: list[str], cards: list[str]) -> bool:
        if self.stage == "play":
            return bool(cards) and all(card in KINDS for card in cards)
        if not words or words[0] not in WORDS[self.stage]:
            return False
        if words[0] == "call":
            return len(cards) == 1 and cards[0] in SUITS
        if words[0] in ("bury", "anti"):
            return all(card in KINDS for card in cards)
        return not cards

    def own_violation(self, seat: int, word: str, cards: list[str]) -> str | None:
        """The refusals in the order of the list."""
        if self.stage == "play":
            if not self.trick:
                return oracle.violation_of_lead(cards, self.order, self.thrown)
            return oracle.violation_of_follow(
                self.hands[seat], cards, self.trick[0], self.order, self.options["protect_tractors"] == "yes"
            )
        if word == "call":
            return None if "7" + cards[0] in self.hands[seat] else "LS-2.3"
        if word == "bury":
            return self.violation_of_bottom(cards)
        return self.violation_of_anti(cards) if word == "anti" else None

    def violation_of_bottom(self, cards: list[str]) -> str | None:
        if len(cards) != len(self.bottom):
            return "LS-3.1"
        called = "7" + self.called
        if any(is_seven(card) and not (self.hiding and card == called) for card in cards):
            return "LS-3.2"
        return "LS-3.6" if self.hiding and cards.count(called) != 1 else None

    def violation_of_anti(self, cards: list[str]) -> str | None:
        if len(cards) != 2 or cards[0] != cards[1] or cards[0] not in STRENGTH:
            return "LS-4.1"
        stronger = self.anti is None or STRENGTH.index(cards[0]) > STRENGTH.index(self.anti)
        return None if stronger else "LS-4.3"

    # --- the deal and the call --------------------------------------------------------------------

    def deal_on(self) -> None:
        """LS-2.1 to LS-2.4: deal until somebody is asked."""
        while self.dealt < sum(map(len, self.deal)):
            self.deal_one()
            if any(map(is_seven, self.hands[self.seat])):
                return
        if self.stage == "deal":
            order = [(self.first + step) % 4 for step in range(4)]
            self.chances = [seat for seat in order if any(map(is_seven, self.hands[seat]))]
            self.stage = "last chance"
        if self.chances:
            self.seat = self.chances.pop(0)
        else:
            self.stage = "over"

    def deal_one(self) -> None:
        self.seat = (self.first + self.dealt) % 4
        self.hands[self.seat].append(self.deal[self.seat][self.dealt // 4])
        self.dealt += 1

    def call(self, seat: int, suit: str) -> None:
        while self.dealt < sum(map(len, self.deal)):
            self.deal_one()
        self.host, self.called = seat, suit
        self.take_up(seat)
        both = self.hands[seat].count("7" + suit) == 2
        self.alone = both
        self.stage = "choose" if both else "bury"

    def take_up(self, seat: int) -> None:
        self.hands[seat] += self.bottom
        self.seat = seat
        self.stage = "bury"

    # --- the bottom, the partner and the anti-calls ------------------------------------------------

    def bury(self, seat: int, cards: list[str]) -> None:
        self.hands[seat] = oracle.without(self.hands[seat], cards)
        self.bottom = list(cards)
        if self.partner is None and not self.alone:
            holders = [other for other in range(4) if other != seat and self.holds_called(other)]
            self.partner = next(iter(holders), None)
            self.alone = not holders
        self.hiding = False
        self.stage, self.seat = "anti", after(seat)
        self.passes = 0

    def holds_called(self, seat: int) -> bool:
        return "7" + self.called in self.hands[seat]

    def anti_call(self, seat: int, pair: str) -> None:
        if self.hidden and self.anti is None:
            self.partner, self.alone = seat, False
        self.anti = pair
        self.take_up(seat)

    def pass_on(self, seat: int) -> None:
        """LS-4.4, LS-4.5."""
        self.passes += 1
        self.seat = after(seat)
        if self.passes < 3:
            return
        assert self.host is not None
        asks_host = self.anti is None and self.options["first_anti_call"] == "anyone"
        if self.hidden and self.anti is None:
            self.stage, self.seat = "decide", self.host
        elif self.passes == 4 or not asks_host:
            self.begin_play()

    def begin_play(self) -> None:
        assert self.host is not None
        if self.anti is None:
            self.trump = self.called
        else:
            self.trump = NO_SUIT if self.anti in JOKERS else self.anti[1]
        self.stage, self.seat, self.leader = "play", self.host, self.host

    def concede(self, seat: int) -> None:
        self.stage = "over"
        step = 1 if self.options["concede"] == "loss" else 0
        self.result = [-3 * step if each == seat else step for each in range(4)]

    # --- the play ---------------------------------------------------------------------------------

    def play_cards(self, seat: int, cards: list[str]) -> None:
        if not self.trick:
            others = [hand for other, hand in enumerate(self.hands) if other != seat]
            led = oracle.what_stands(cards, others, self.order, str(self.options["failed_throw"]))
            if len(led) < len(cards):
                per_card = self.options["throw_penalty"] == "per_card"
                self.penalties[seat] += len(cards) - len(led) if per_card else 1
            self.thrown = not led
            if self.thrown:
                return
            cards = self.last_lead = led
        self.hands[seat] = oracle.without(self.hands[seat], cards)
        if seat == self.partner and "7" + self.called in cards:
            self.revealed = seat
        self.trick.append(cards)
        self.seat = after(seat)
        if len(self.trick) == 4:
            self.end_trick()

    def end_trick(self) -> None:
        best = oracle.winner(self.trick, self.order, str(self.options["overtrump"]))
        taker = (self.leader + best) % 4
        self.points[taker] += sum(map(oracle.points, self.trick))
        self.trick = []
        self.leader = self.seat = taker
        if not any(self.hands):
            self.end_round(taker)

    @property
    def defense(self) -> set[int | None]:
        return {self.host, self.partner}

    def end_round(self, taker: int) -> None:
        assert self.host is not None
        self.stage = "over"
        self.bottom_brought = 0
        if taker not in self.defense:
            times = oracle.multiplier(self.last_lead, self.order, str(self.options["bottom"]))
            self.bottom_brought = times * oracle.points(self.bottom)
        self.result = oracle.result(self.total(), self.host, self.partner, str(self.options["steps"]))

    def total(self) -> int:
        """LS-6.3, LS-9.2: what decides."""
        attack = [seat for seat in range(4) if seat not in self.defense]
        each = 0 if self.options["throw_penalty"] == 0 else 10
        failed = sum(
            -each if seat in attack else each for seat in range(4) for _ in range(self.penalties[seat])
        )
        return sum(self.points[seat] for seat in attack) + (self.bottom_brought or 0) + failed

    def known_partner(self, seat: int) -> int | None:
        """LS-3.4, LS-3.6: the partner as far as a seat knows them."""
        told_themselves = self.stage == "play" and seat == self.partner
        told_at_once = self.hidden and seat in self.defense
        return self.partner if told_themselves or told_at_once else self.revealed

    @property
    def attack(self) -> int | None:
        """LS-9.1: the Attack's count as it is shown."""
        if self.stage == "over":
            return self.total() if self.bottom_brought is not None else None
        if self.stage != "play" or (self.partner is not None and self.revealed is None):
            return None
        return sum(points for seat, points in enumerate(self.points) if seat not in self.defense)

    def play(self, seat: int, text: str) -> None:
        """Make a move that has no violation."""
        word, *cards = text.split()
        if self.stage == "play":
            self.play_cards(seat, text.split())
        elif word == "wait":
            self.deal_on()
        elif word == "call":
            self.call(seat, cards[0])
        elif word == "concede":
            self.concede(seat)
        elif word == "solo":
            if self.stage == "decide":
                self.begin_play()
            else:
                self.stage = "bury"
        elif word == "hide":
            self.hiding = self.hidden = True
            self.stage = "bury"
        elif word == "bury":
            self.bury(seat, cards)
        elif word == "anti":
            self.anti_call(seat, cards[0])
        else:
            self.pass_on(seat)


def dealt(options: Options, hands: Sequence[Sequence[str]], bottom: Sequence[str], first: int) -> Round:
    """A round from its deal."""
    told = Round(options, [list(hand) for hand in hands], list(bottom), first)
    told.deal_on()
    return told


def placed(
    options: Options,
    hands: Sequence[Sequence[str]],
    bottom: Sequence[str],
    host: int,
    called: str,
    trump: str,
) -> Round:
    """A round from its first lead."""
    told = Round(options, [], list(bottom), 0, stage="play", seat=host, host=host, called=called, trump=trump)
    told.hands, told.leader = [list(hand) for hand in hands], host
    holders = [seat for seat in range(4) if seat != host and told.holds_called(seat)]
    told.partner = next(iter(holders), None)
    told.alone = told.partner is None
    return told

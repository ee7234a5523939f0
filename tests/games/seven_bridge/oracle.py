"""Seven Bridge written a second time, slowly, on texts: melds by definition, moves by trying all."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations

RANKS = "A23456789TJQK"
SUITS = "CDHS"
CARDS = [rank + suit for suit in SUITS for rank in RANKS]
JOKER = "JK"
LIMIT = 5

Options = Mapping[str, str | int]


def is_set(cards: list[str]) -> bool:
    """Three or four cards of a rank, or two sevens (SB-2.1, SB-2.3)."""
    ranks = {card[0] for card in cards}
    return len(ranks) == 1 and len(set(cards)) == len(cards) >= (2 if ranks == {"7"} else 3)


def is_sequence(cards: list[str], ace_high: bool) -> bool:
    """Ranks that follow each other, in one suit; two cards are enough if one is a seven (SB-2.2, SB-2.3)."""
    ranks, suits = [card[0] for card in cards], {card[1] for card in cards}
    order = RANKS + "A" * ace_high
    windows = (order[start : start + len(cards)] for start in range(len(order) - len(cards) + 1))
    fits = any(sorted(window) == sorted(ranks) for window in windows)
    return len(suits) == 1 and len(set(ranks)) == len(ranks) >= (2 if "7" in ranks else 3) and fits


def is_meld(cards: list[str], ace_high: bool) -> bool:
    """A lone seven, a set or a sequence."""
    if len(cards) == 1:
        return cards[0][0] == "7"
    return is_set(cards) or is_sequence(cards, ace_high)


def count(hand: set[str], options: Options) -> int:
    """What is left in a hand, the table of SB-6.2 written out."""
    pips = {"A": 1, "J": 11, "Q": 12, "K": 13, "7": 20, "T": 10}
    standard = {"A": int(options["ace_value"]), "J": 10, "Q": 10, "K": 10, "T": 10}
    values = pips if options["values"] == "pips" else standard
    total = sum(values.get(card[0]) or int(card[0]) for card in hand if card != JOKER)
    for card in hand:
        if card[0] == "7" and options["values"] == "standard":
            total *= 2
        if card == JOKER:
            total *= 5
    return total


@dataclass
class Hand:
    """A hand in progress. In melds a joker is written as its card; `asked` and `turn` are seats."""

    options: Options
    hands: list[set[str]]
    rest: list[str]
    first: int
    melds: list[list[str]] = field(default_factory=list)
    pile: list[str] = field(default_factory=list)
    passed: set[int] = field(default_factory=set)
    opened: set[int] = field(default_factory=set)
    over: bool = False
    phase: str = "draw"
    turns: int = 0
    remade: int = 0
    claimed: bool = False
    concealed: bool = False
    result: list[int] | None = None

    def __post_init__(self) -> None:
        self.turn = self.first
        self.discarder = self.first if self.options["first"] == "dealer" else self.before(self.first)
        turned_up = 1 if self.options["upcard"] == "yes" else 0
        self.pile, self.stock = self.rest[:turned_up], self.rest[turned_up:]

    # --- seats ------------------------------------------------------------------------------------

    @property
    def players(self) -> int:
        return len(self.hands)

    def before(self, seat: int) -> int:
        return (seat - 1) % self.players

    def after(self, seat: int) -> int:
        return (seat + 1) % self.players

    @cached_property
    def asked(self) -> int | None:
        """SB-4.10, by trying every pon of everybody from the discarder's left on; it is so until a move."""
        if self.over or self.phase != "draw" or not self.pile:
            return None
        seat = self.after(self.discarder)
        while seat != self.discarder:
            if seat not in self.passed and next(self.legal_claims(seat, "pon"), None):
                return seat
            seat = self.after(seat)
        return None

    @property
    def acting(self) -> list[int]:
        if self.over or self.phase == "chance":
            return []
        asked = self.asked
        return [self.turn if asked is None else asked]

    # --- what may be done -------------------------------------------------------------------------

    def legal(self, seat: int) -> set[str]:
        """Every legal move, by trying every choice of cards with everything that a joker may be named."""
        if seat not in self.acting:
            return set()
        if self.asked == seat:
            return {"pass", *self.legal_claims(seat, "pon")}
        if self.phase == "draw":
            return {"draw", *self.legal_claims(seat, "chi")}
        texts = [f"meld {cards}" for cards in self.choices(seat, 13)]
        for card in self.hands[seat]:
            texts.append(f"discard {card}")
            texts += [f"lay {name} {meld}" for name in names(card) for meld in range(len(self.melds))]
        return {text for text in texts if self.violation(seat, text) is None}

    def legal_claims(self, seat: int, word: str) -> Iterator[str]:
        texts = (f"{word} {cards}" for cards in self.choices(seat, 3 if word == "pon" else 13))
        return (text for text in texts if self.own_violation(seat, text) is None)

    def choices(self, seat: int, most: int) -> Iterator[str]:
        """Up to `most` cards of the hand, and a joker under every name."""
        hand = sorted(self.hands[seat] - {JOKER})
        jokers = ["", *names(JOKER)] if JOKER in self.hands[seat] else [""]
        for size in range(min(most, len(hand)) + 1):
            for cards in combinations(hand, size):
                for joker in jokers:
                    if joker or cards:
                        yield " ".join([*[joker] * bool(joker), *cards])

    def violation(self, seat: int | str, text: str) -> str | None:
        """The first violation of a move that is well written, if any."""
        if self.over:
            return "over"
        if seat == "*":
            return self.violation_of_chance(text)
        assert isinstance(seat, int)
        if seat not in self.acting:
            return "not_your_turn"
        word, *words = text.split()
        if not self.is_possible(seat, word, words):
            return "malformed"
        cards = [name.split("=")[0] for name in (words[:-1] if word == "lay" else words)]
        if len(set(cards)) < len(cards) or not set(cards) <= self.hands[seat]:
            return "not_held"
        return self.own_violation(seat, text)

    def is_possible(self, seat: int, word: str, words: list[str]) -> bool:
        if any(name[:2] == JOKER for name in words) and self.options["joker"] == "no":
            return False
        if self.asked == seat:
            return bool(word == "pass" and not words) or bool(word == "pon" and words)
        if self.phase == "draw":
            return bool(word == "draw" and not words) or bool(word in ("chi", "pon") and words)
        if word == "lay":
            return len(words) == 2 and int(words[1]) < len(self.melds)
        if word == "discard":
            return len(words) == 1 and "=" not in words[0]
        return word == "meld" and len(words) > 0

    def violation_of_chance(self, text: str) -> str | None:
        if self.phase != "chance":
            return "not_your_turn"
        word, *words = text.split()
        if word != "draw" or len(words) != 1 or "=" in text:
            return "malformed"
        if words[0] == JOKER and self.options["joker"] == "no":
            return "malformed"
        return None if words[0] in self.stock else "not_held"

    def own_violation(self, seat: int, text: str) -> str | None:
        """The first refusal of the rules, in the order in which they are listed."""
        word, *words = text.split()
        if word in ("draw", "pass", "discard"):
            return None
        number = int(words.pop()) if word == "lay" else 0
        claim = word in ("chi", "pon")
        options, ace_high = self.options, self.options["ace_high_sequence"] == "yes"
        others = self.pile[-1:] if claim else self.melds[number] if word == "lay" else []
        meld = [*others, *(name.split("=")[-1] for name in words)]
        unnamed, joker_lies = JOKER in words, claim and others == [JOKER]
        clear = not unnamed and not joker_lies
        may_lay_off = seat in self.opened or options["lay_off"] == "always"
        nothing_there = not self.pile or seat == self.discarder
        short = len(meld) < 3 and (word == "pon" or options["short_chi"] == "no")
        first_round = self.turns < self.players
        wait_to_meld = first_round and options["melds"] == "second_round"
        wait_to_claim = wait_to_meld or (first_round and options["calls"] == "second_round")
        all_laid = len(words) == len(self.hands[seat]) and options["final_discard"] == "yes"
        named = any("=" in name for name in words)
        refusals = {
            "SB-2.1": word == "meld" and clear and not is_meld(meld, ace_high),
            "SB-3.2": word == "lay" and (not may_lay_off or (clear and not is_meld(meld, ace_high))),
            "SB-3.3": word in ("meld", "lay") and wait_to_meld,
            "SB-4.1": word == "chi" and (nothing_there or (clear and not is_sequence(meld, ace_high))),
            "SB-4.2": word == "pon" and (nothing_there or (clear and not is_set(meld))),
            "SB-4.3": claim and clear and short,
            "SB-4.4": word == "lay" and self.claimed and options["claim_lay_off"] == "no",
            "SB-4.9": claim and wait_to_claim,
            "SB-4.10": word == "pon" and seat in self.passed,
            "SB-5.2": all_laid,
            "SB-7.1": unnamed or (named and len(meld) < 3),
            "SB-7.4": joker_lies,
        }
        return next((rule for rule, broken in refusals.items() if broken), None)

    # --- what happens -----------------------------------------------------------------------------

    def play(self, seat: int | str, text: str) -> None:
        vars(self).pop("asked", None)
        word, *words = text.split()
        if seat == "*":
            self.stock.remove(words[0])
            self.hands[self.turn].add(words[0])
            self.phase = "play"
            return
        assert isinstance(seat, int)
        if word == "pass":
            self.passed.add(seat)
        elif word == "draw":
            self.draw()
        elif word == "discard":
            self.hands[seat].remove(words[0])
            self.pile.append(words[0])
            self.turns += 1
            self.discarder, self.turn = seat, self.after(seat)
            self.phase = "draw"
            self.passed.clear()
        else:
            self.lay_down(seat, word, words)
        if not self.over and not self.hands[seat]:
            self.go_out(seat)

    def draw(self) -> None:
        self.concealed = self.turn not in self.opened
        self.claimed = False
        self.phase = "play"
        if not self.stock and (len(self.pile) < 2 or self.remade == LIMIT):
            self.over = True
            self.result = [0] * self.players
            return
        if not self.stock:
            self.remade += 1
            self.stock, self.pile = self.pile[:-1], self.pile[-1:]
        if self.remade:
            self.phase = "chance"
        else:
            self.hands[self.turn].add(self.stock.pop(0))

    def lay_down(self, seat: int, word: str, words: list[str]) -> None:
        number = int(words.pop()) if word == "lay" else len(self.melds)
        if word in ("chi", "pon"):
            self.turn, self.phase = seat, "play"
            self.concealed = seat not in self.opened
            self.claimed = True
        if word == "lay":
            self.concealed = self.concealed and self.options["concealed"] == "any"
        else:
            self.melds.append([])
        if word in ("chi", "pon"):
            self.melds[number].append(self.pile.pop())
        for name in words:
            self.hands[seat].remove(name.split("=")[0])
            self.melds[number].append(name.split("=")[-1])
        self.opened.add(seat)

    def go_out(self, seat: int) -> None:
        self.over = True
        counts = [count(hand, self.options) for hand in self.hands]
        times = 2 if self.concealed else 1
        losers = self.options["losers"]
        taken_off = {"zero": 0, "minus": 1, "penalty": times}[str(losers)]
        self.result = [-points * taken_off for points in counts]
        self.result[seat] = 0 if losers == "penalty" else sum(counts) * times


def names(card: str) -> list[str]:
    """A card as it may be laid: a joker as any."""
    return [f"{JOKER}={other}" for other in CARDS] if card == JOKER else [card]

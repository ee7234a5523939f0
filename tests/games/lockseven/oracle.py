"""LockSeven's patterns written a second time, slowly and literally, from the numbered rules alone.

Cards are texts. A part is a tuple of cards from high to low, and its length says what it is: one card is a
single, two are a pair, four or more a tractor. No code is shared with the rules that this checks.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations

SUITS = "SHCD"
"""LS-5.6: the order of printed suits between parts of equal rank."""
RANKS = "AKQJT98765432"
JOKERS = ["RJ", "BJ"]
KINDS = [*JOKERS, *(rank + suit for suit in SUITS for rank in RANKS)]
"""LS-1.1: each is there twice."""
TRUMPS = "trumps"
NO_SUIT = "none"
GAP = "-"
"""LS-5.4: after a trump, where the sevens leave a gap between 8 and 6."""
POINTS = {"5": 5, "T": 10, "K": 10}
"""LS-1.7."""
STEPS = {
    # the Attack has at least so many points, who wins, how many steps (LS-9.3, LS-9.4)
    "standard": [
        (160, "attack", 3),
        (120, "attack", 2),
        (85, "attack", 1),
        (40, "defense", 1),
        (5, "defense", 2),
    ],
    "tractor": [
        (200, "attack", 3),
        (160, "attack", 2),
        (120, "attack", 1),
        (80, "attack", 0),
        (40, "defense", 1),
        (5, "defense", 2),
    ],
    "one": [(85, "attack", 1), (-10_000, "defense", 1)],
}

Part = tuple[str, ...]


# --- cards and rank -------------------------------------------------------------------------------


def suit(card: str, trump: str) -> str:
    """LS-1.3, LS-1.5."""
    return TRUMPS if card in JOKERS or card[0] == "7" or card[1] == trump[0] else card[1]


def of_suit(cards: Iterable[str], wanted: str, trump: str) -> list[str]:
    return [card for card in cards if suit(card, trump) == wanted]


def order(wanted: str, trump: str) -> list[list[str]]:
    """LS-1.4: a suit from high to low, cards of equal rank side by side; an empty rank for a gap (LS-5.4)."""
    if wanted != TRUMPS:
        return without_sevens(wanted, trump.endswith(GAP))
    sevens = ["7" + printed for printed in SUITS]
    if trump.startswith(NO_SUIT):
        return [["RJ"], ["BJ"], sevens]
    own = "7" + trump[0]
    below = without_sevens(trump[0], trump.endswith(GAP))
    return [["RJ"], ["BJ"], [own], [card for card in sevens if card != own], *below]


def without_sevens(printed: str, gap: bool) -> list[list[str]]:
    """A printed suit below its seven."""
    ranks = [[] if rank == "7" else [rank + printed] for rank in RANKS]
    return [rank for rank in ranks if rank or gap]


@cache
def height(card: str, trump: str) -> int:
    """How many ranks there are below the card in its suit."""
    ranks = order(suit(card, trump), trump)
    return next(below for below, equal in enumerate(reversed(ranks)) if card in equal)


def printed_suit(card: str) -> int:
    """LS-5.6: the index of the printed suit; jokers have none and no equal."""
    return SUITS.index(card[1]) if card[1] in SUITS else 0


def points(cards: Iterable[str]) -> int:
    return sum(POINTS.get(card[0], 0) for card in cards)


# --- patterns -------------------------------------------------------------------------------------


def pairs(cards: Iterable[str]) -> list[str]:
    """LS-5.2: the cards of which there are two, one name for each pair."""
    return [card for card, count in Counter(cards).items() if count == 2]


def tractors(paired: Iterable[str], trump: str) -> Iterator[Part]:
    """LS-5.3, LS-5.4: each tractor that pairs of one suit make, one name for each pair, high to low."""
    paired = list(paired)
    for card in paired:
        yield from _longer([card], paired, trump)


def _longer(run: list[str], paired: list[str], trump: str) -> Iterator[Part]:
    if len(run) > 1:
        yield tuple(run)
    for card in paired:
        if height(card, trump) == height(run[-1], trump) - 1:
            yield from _longer([*run, card], paired, trump)


def parts(cards: Sequence[str], trump: str) -> Iterator[Part]:
    """Every part that is in these cards of one suit, also one cut out of a longer one."""
    for card in set(cards):
        yield (card,)
    for card in pairs(cards):
        yield card, card
    for tractor in tractors(pairs(cards), trump):
        yield tuple(card for card in tractor for _ in range(2))


def without(cards: Sequence[str], gone: Iterable[str]) -> list[str]:
    return list((Counter(cards) - Counter(gone)).elements())


def split(cards: Sequence[str], trump: str) -> list[Part]:
    """LS-5.6: the parts of cards of one suit, the longest first and of equal length the highest."""
    if not cards:
        return []

    def sort_key(part: Part) -> tuple[int, int, list[int]]:
        return -len(part), -height(part[0], trump), [printed_suit(card) for card in part]

    first = min(parts(cards, trump), key=sort_key)
    return [first, *split(without(cards, first), trump)]


# --- leading --------------------------------------------------------------------------------------


def beats(part: Part, other: Part, trump: str) -> bool:
    """LS-8.1, for parts of one suit."""
    return len(part) == len(other) and height(part[0], trump) > height(other[0], trump)


def can_be_beaten(part: Part, others: Sequence[Sequence[str]], trump: str) -> bool:
    """LS-6.2: whether one of these hands holds a part in its suit that beats it."""
    wanted = suit(part[0], trump)
    suited = (of_suit(hand, wanted, trump) for hand in others)
    return any(beats(better, part, trump) for held in suited for better in parts(held, trump))


def what_stands(
    lead: Sequence[str], others: Sequence[Sequence[str]], trump: str, fate: str = "weakest"
) -> list[str]:
    """LS-6.2, LS-6.3: the cards that are led in the end; none of a throw that is taken back."""
    thrown = split(lead, trump)
    beaten = [part for part in thrown if can_be_beaten(part, others, trump)]
    if len(thrown) == 1 or not beaten:
        return list(lead)
    if fate == "taken_back":
        return []
    weakest = min(beaten, key=lambda part: (len(part), height(part[0], trump), -printed_suit(part[0])))
    return list(weakest)


def violation_of_lead(cards: Sequence[str], trump: str, thrown: bool) -> str | None:
    """`thrown` is whether the player has just taken a throw back."""
    if len({suit(card, trump) for card in cards}) > 1:
        return "LS-5.5"
    return "LS-6.3" if thrown and len(split(cards, trump)) > 1 else None


# --- following ------------------------------------------------------------------------------------


def match(cards: Sequence[str], led: Sequence[Part], trump: str) -> tuple[int, ...]:
    """LS-7.2: the greatest list that cards of the suit led allow."""
    paired = frozenset(pairs(cards))
    most = sum(len(part) // 2 for part in led)
    lengths = tuple(len(part) // 2 for part in led if len(part) > 2)
    return min(len(paired), most), *_answers(paired, lengths, trump)


@cache
def _answers(paired: frozenset[str], lengths: tuple[int, ...], trump: str) -> tuple[int, ...]:
    """The best of all ways to answer led tractors of these lengths with tractors that share no card."""
    if not lengths:
        return ()
    best = (0, *_answers(paired, lengths[1:], trump))
    for tractor in tractors(paired, trump):
        if len(tractor) <= lengths[0]:
            left = paired - set(tractor)
            best = max(best, (len(tractor), *_answers(left, lengths[1:], trump)))
    return best


def best_match(held: Sequence[str], led: Sequence[Part], trump: str) -> tuple[int, ...]:
    """LS-7.2: the greatest list of as many cards as were led, by trying all of them."""
    count = sum(map(len, led))
    return max(match(cards, led, trump) for cards in combinations(held, count))


def best_match_at_once(held: Sequence[str], led: Sequence[Part], trump: str) -> tuple[int, ...]:
    """The same without trying: a list never counts more pairs than fit into the cards to be played."""
    return match(held, led, trump)


def loose_pairs(cards: Sequence[str], trump: str) -> list[str]:
    """LS-7.3: the pairs that stand in no tractor."""
    paired = pairs(cards)
    return [card for card in paired if not any(card in tractor for tractor in tractors(paired, trump))]


def violation_of_follow(
    hand: Sequence[str], cards: Sequence[str], lead: Sequence[str], trump: str, protect: bool
) -> str | None:
    """LS-7.1, LS-7.2; `protect` is whether a led pair breaks up no tractor (LS-7.3)."""
    wanted = suit(lead[0], trump)
    held, given = of_suit(hand, wanted, trump), of_suit(cards, wanted, trump)
    if len(cards) != len(lead):
        return "LS-7.1"
    if len(held) < len(lead):
        return None if len(given) == len(held) else "LS-7.1"
    if len(given) < len(lead):
        return "LS-7.2"
    led = split(lead, trump)
    if protect and all(len(part) <= 2 for part in led):
        asked = min(len(pairs(lead)), len(loose_pairs(held, trump)))
        return None if len(pairs(given)) >= asked else "LS-7.2"
    return None if match(given, led, trump) == best_match_at_once(held, led, trump) else "LS-7.2"


# --- winning --------------------------------------------------------------------------------------


def heights(cards: Sequence[str], led: Sequence[Part], trump: str) -> tuple[int, ...] | None:
    """LS-8.2, LS-8.3: how high the parts of a trumping play are, split into the led parts, longest first.

    Of all such splits the one whose heights are the greatest from the first on; None where there is none.
    """
    return _heights(tuple(sorted(cards)), tuple(len(part) for part in led), trump)


@cache
def _heights(cards: Part, sizes: tuple[int, ...], trump: str) -> tuple[int, ...] | None:
    if all(size == 1 for size in sizes):
        return tuple(sorted((height(card, trump) for card in cards), reverse=True))
    found = []
    for part in parts(cards, trump):
        if len(part) == sizes[0]:
            rest = _heights(tuple(sorted(without(cards, part))), sizes[1:], trump)
            if rest is not None:
                found.append((height(part[0], trump), *rest))
    return max(found, default=None)


def overtrumps(play: tuple[int, ...], best: tuple[int, ...], option: str) -> bool:
    """LS-8.3: both by `heights`."""
    if option == "largest_part":
        return play[0] > best[0]
    return all(higher > lower for higher, lower in zip(play, best, strict=True))


def wins_over(play: Sequence[str], best: Sequence[str], led: Sequence[Part], trump: str, option: str) -> bool:
    """Section 8: whether a play takes a trick from the best one so far."""
    wanted = suit(led[0][0], trump)
    suits = {suit(card, trump) for card in play}
    trumped = suit(best[0], trump) != wanted
    if suits == {wanted}:
        played = split(play, trump)
        return not trumped and len(led) == len(played) == 1 and beats(played[0], split(best, trump)[0], trump)
    if suits != {TRUMPS}:
        return False
    answer = heights(play, led, trump)
    if answer is None or not trumped:
        return answer is not None
    before = heights(best, led, trump)
    return before is not None and overtrumps(answer, before, option)


def winner(plays: Sequence[Sequence[str]], trump: str, option: str) -> int:
    """Which play takes the trick, counted from the lead."""
    led, best = split(plays[0], trump), 0
    for number, play in enumerate(plays):
        if number and wins_over(play, plays[best], led, trump, option):
            best = number
    return best


# --- result ---------------------------------------------------------------------------------------


def multiplier(last_lead: Sequence[str], trump: str, option: str) -> int:
    """LS-9.2."""
    cards = {"per_card": len(last_lead), "largest_part": len(split(last_lead, trump)[0]), "flat": 1}
    return 2 * cards[option]


def result(attack: int, host: int, partner: int | None, table: str = "standard") -> list[int]:
    """LS-9.3, LS-9.4: experience by the deciding total; without a partner the Host stands alone."""
    winners, steps = next(((side, by) for least, side, by in STEPS[table] if attack >= least), ("defense", 3))
    defense = {host, host if partner is None else partner}
    brought = [steps if (seat in defense) == (winners == "defense") else -steps for seat in range(4)]
    if partner is None:
        brought[host] *= 3
    return brought

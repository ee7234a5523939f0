"""Hands full of pairs and tractors, and plays of them that come near the edge of what the rules allow."""

from collections.abc import Sequence
from random import Random

from tests.games.lockseven import oracle
from tests.games.lockseven.oracle import NO_SUIT, SUITS, TRUMPS

FULL = 25
BOTTOM = 8


def rich_deal(
    rng: Random, trump: str, size: int = FULL, bottom: int = BOTTOM
) -> tuple[list[list[str]], list[str]]:
    """Four hands and a bottom; neighbours of a suit and both copies of a card tend to stay together."""
    hands: list[list[str]] = [[], [], [], []]
    for card in _in_runs(rng, trump):
        if not any(hands) or rng.random() < 0.25:
            rng.shuffle(hands)
        hand = next((hand for hand in hands if len(hand) < size), None)
        if hand is None:
            break
        hand.append(card)
        if rng.random() < 0.1:
            rng.shuffle(hands)
    left = oracle.without(oracle.KINDS * 2, [card for hand in hands for card in hand])
    rng.shuffle(left)
    rng.shuffle(hands)
    return [rng.sample(hand, size) for hand in hands], left[:bottom]


def _in_runs(rng: Random, trump: str) -> list[str]:
    """Both packs, suit by suit from the top, with few cards out of place."""
    suits = rng.sample([TRUMPS, *SUITS], 5)
    if rng.random() < 0.5:
        suits.sort(key=TRUMPS.__ne__)
    cards = [
        card
        for suit in suits
        if suit != trump
        for equal in oracle.order(suit, trump)
        for card in rng.sample(equal, len(equal))
        for _ in range(2)
    ]
    for _ in range(rng.choice((0, 4, 12, 40))):
        cards.append(cards.pop(rng.randrange(len(cards))))
    return cards


def any_trump(rng: Random) -> str:
    trump: str = rng.choice([*SUITS, NO_SUIT])
    return trump


def some_lead(rng: Random, hand: Sequence[str], trump: str, most: int = 3) -> list[str]:
    """Cards of one suit: a part, or some parts, up to so many."""
    wanted = oracle.suit(rng.choice(hand), trump)
    held = oracle.of_suit(hand, wanted, trump)
    lead: list[str] = []
    for _ in range(min(most, rng.choice((1, 1, 1, 2, 2, 3)))):
        kinds = sorted(set(oracle.parts(oracle.without(held, lead), trump)))
        if kinds:
            lengths = sorted({len(part) for part in kinds})
            length = rng.choice(lengths)
            lead += rng.choice([part for part in kinds if len(part) == length])
    return lead


def some_follow(rng: Random, hand: Sequence[str], lead: Sequence[str], trump: str) -> list[str]:
    """A legal follow: what LS-7.2 asks for, chosen at random, and any cards that fill."""
    wanted = oracle.suit(lead[0], trump)
    held = oracle.of_suit(hand, wanted, trump)
    if len(held) < len(lead):
        return held + rng.sample(oracle.without(hand, held), len(lead) - len(held))
    led = oracle.split(lead, trump)
    pairs, *lengths = oracle.match(held, led, trump)
    kinds = _some_tractors(rng, oracle.pairs(held), [length for length in lengths if length], trump) or []
    others = [kind for kind in oracle.pairs(held) if kind not in kinds]
    kinds += rng.sample(others, max(0, pairs - len(kinds)))
    cards = [card for card in kinds for _ in range(2)]
    return cards + rng.sample(oracle.without(held, cards), len(lead) - len(cards))


def _some_tractors(
    rng: Random, paired: Sequence[str], lengths: Sequence[int], trump: str
) -> list[str] | None:
    """Tractors of these lengths that share no pair, as their kinds; None where there are none."""
    if not lengths:
        return []
    found = [tractor for tractor in oracle.tractors(paired, trump) if len(tractor) == lengths[0]]
    for tractor in rng.sample(found, len(found)):
        left = [kind for kind in paired if kind not in tractor]
        rest = _some_tractors(rng, left, lengths[1:], trump)
        if rest is not None:
            return [*tractor, *rest]
    return None


def near_follows(
    rng: Random, hand: Sequence[str], lead: Sequence[str], trump: str, count: int
) -> list[list[str]]:
    """Follows at random, of which many are legal and many miss by a card or two."""
    held = oracle.of_suit(hand, oracle.suit(lead[0], trump), trump)
    follows = []
    for _ in range(count):
        follow = some_follow(rng, hand, lead, trump)
        spare = oracle.without(held if rng.random() < 0.8 else hand, follow)
        changes = min(rng.choice((0, 1, 1, 2, 3)), len(spare), len(follow))
        follow = rng.sample(follow, len(follow) - changes) + rng.sample(spare, changes)
        follows.append(follow)
    return follows


def some_trumpings(rng: Random, trump: str) -> list[list[str]]:
    """A throw of a plain suit of which nobody else has a card, and what the others may trump it with."""
    plain = rng.choice([suit for suit in SUITS if suit != trump])
    trumps = 2 * [card for equal in oracle.order(TRUMPS, trump) for card in equal]
    sizes = rng.choice(
        [[1, 1], [1, 1, 1], [2, 1], [2, 2], [2, 2, 1], [4, 1], [4, 2], [4, 4], [4, 2, 1], [6, 4]]
    )
    if 3 * sum(sizes) > len(trumps):
        sizes = rng.choice([[1, 1], [2, 1], [2, 2]])
    plays: list[list[str]] = []
    for cards in (2 * [rank + plain for rank in oracle.RANKS if rank != "7"], trumps, trumps, trumps):
        left = oracle.without(cards, [card for play in plays for card in play])
        answer = _some_parts(rng, left, sizes, trump) if rng.random() < 0.9 else None
        plays.append(answer or rng.sample(left, sum(sizes)))
    return plays


def _some_parts(rng: Random, cards: Sequence[str], sizes: Sequence[int], trump: str) -> list[str] | None:
    """Parts of these sizes that share no card; None where they were not found."""
    found: list[str] = []
    for size in sizes:
        left = oracle.without(cards, found)
        fitting = sorted(part for part in oracle.parts(left, trump) if len(part) == size)
        if not fitting:
            return None
        found += rng.choice(fitting)
    return found

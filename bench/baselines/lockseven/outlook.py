"""What a seat can infer: which cards are out, who may hold them, and who is on its side.

Chances are those of the unseen cards dealt at random among the seats that may hold them. Floats are only
added, subtracted, multiplied and divided, which gives the same result on every machine.
"""

from typing import NamedTuple

from bench.baselines.lockseven.partnership import trusts
from sevenfold.cards.masks import popcount
from sevenfold.games.lockseven.hidden import KINDS, lacking, unseen
from sevenfold.games.lockseven.order import SUIT_MASKS, TRUMPS, card_points, levels
from sevenfold.games.lockseven.parts import LENGTH, Part, Shape, holds_better, is_one_part, run_starts
from sevenfold.games.lockseven.state import SEATS, State

UNLIKELY = 0.01
"""A smaller chance is treated as none."""


class Outlook(NamedTuple):
    """What a seat can infer about the others during play; the lists have an entry for each seat.

    `cards` are the kinds of which one card at least is out, `twice` those of which both are.
    """

    cards: int
    twice: int
    barred: list[int]
    """The kinds that a seat cannot hold, having run out of their suits."""
    held: list[float]
    """The chance that a seat holds any one of the cards not seen that it may hold."""
    trust: list[float]
    """The chance that a seat is on this one's side."""
    later: int
    """How many seats play to this trick after this one."""
    partners_later: float
    """How many of them are expected to be on the seat's own side."""
    table: int
    """The points of the cards that lie in the trick."""
    worths: list[float]
    """What each kind of the seat's own is worth later, in points a card, once it is noted (worth.py)."""


class ToBeat(NamedTuple):
    """The play that is winning a trick: suit and shape of the lead, whether trumped, first part (LS-8.3)."""

    suit: int
    shape: Shape
    trumped: bool
    part: Part


# --- what is out ------------------------------------------------------------------------------------


def outlook(view: State, seat: int) -> Outlook:
    """What the seat can infer from its view."""
    cards, twice = unseen(view, seat)
    barred, held, trust = [0] * SEATS, [0.0] * SEATS, trusts(view, seat)
    for other in range(SEATS):
        if other != seat:
            barred[other] = lacking(view, other)
            pool = popcount(cards & ~barred[other]) + popcount(twice & ~barred[other])
            held[other] = min(1.0, view.hand_sizes[other] / pool) if pool else 0.0
    later, partners_later = 0, 0.0
    other = (seat + 1) % SEATS
    while other != view.leader:
        later += 1
        partners_later += trust[other]
        other = (other + 1) % SEATS
    table = 0
    for other in range(SEATS):
        table += card_points(view.trick[other], view.trick_twice[other])
    worths = [0.0] * KINDS
    return Outlook(cards, twice, barred, held, trust, later, partners_later, table, worths)


def is_sure(view: State, seat: int, suit: int, part: Part, out: Outlook) -> bool:
    """Whether nobody can hold a better part of the suit, so that this one stands in a throw (LS-6.2)."""
    mask = SUIT_MASKS[suit]
    if not holds_better(out.cards & mask, out.twice & mask, suit, part, 0):
        return True
    for other in range(SEATS):
        if other != seat and not view.lacks[other] >> min(suit, TRUMPS) & 1:
            return False
    return True


# --- how likely -------------------------------------------------------------------------------------


def at_least_one(chance: float, times: int) -> float:
    """The chance that at least one of `times` independent events happens, each with this chance."""
    none = 1.0
    for _ in range(times):
        none *= 1 - chance
    return 1 - none


def all_of(chance: float, times: int) -> float:
    """The chance that `times` independent events all happen."""
    every = 1.0
    for _ in range(times):
        every *= chance
    return every


def chance_to_beat(other: int, best: ToBeat, trump: int, out: Outlook) -> float:
    """The chance that another seat can beat the winning play, in the suit led or with trumps."""
    held = out.held[other]
    suit, trumps = SUIT_MASKS[best.suit], TRUMPS + trump
    cards, twice = out.cards & ~out.barred[other], out.twice & ~out.barred[other]
    follows = 0.0
    if is_one_part(best.shape) and not best.trumped:
        follows = chance_of_better(cards & suit, twice & suit, best.suit, best.part, held)
    if best.suit == trumps:
        return follows
    none_led = 1 - at_least_one(held, popcount(cards & suit) + popcount(twice & suit))
    if none_led < UNLIKELY:
        return follows
    cards, twice = cards & SUIT_MASKS[trumps], twice & SUIT_MASKS[trumps]
    if best.trumped:
        return none_led * chance_of_better(cards, twice, trumps, best.part, held)
    return follows + none_led * chance_of_answer(cards, twice, trumps, best.shape, held)


def chance_of_better(cards: int, twice: int, suit: int, part: Part, held: float) -> float:
    """The chance that another, who holds each of these cards with chance `held`, has a better part."""
    if part.pairs == 0:
        above = part.top + 1
        return at_least_one(
            held, popcount(levels(cards, suit) >> above) + popcount(levels(twice, suit) >> above)
        )
    starts = run_starts(levels(twice, suit), part.pairs, 0) >> part.top - part.pairs + 2
    return at_least_one(all_of(held, 2 * part.pairs), popcount(starts))


def chance_of_answer(cards: int, twice: int, suit: int, shape: Shape, held: float) -> float:
    """The chance of trumps that answer a shape, judged by its longest part and its number of cards."""
    chance = at_least_one(held, (popcount(cards) + popcount(twice)) // shape.size)
    if shape.pairs:
        length = max(1, shape.tractors & LENGTH)
        starts = run_starts(levels(twice, suit), length, 0)
        chance *= at_least_one(all_of(held, 2 * length), popcount(starts))
    return chance

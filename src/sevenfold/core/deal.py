"""A deal as a value, full or reduced: who gets which cards, and what is left."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from sevenfold.cards.pack import Pack
from sevenfold.errors import SevenfoldError


class DealError(SevenfoldError, ValueError):
    """A deal that the game does not have.

    >>> import sevenfold
    >>> game = sevenfold.load_game("lockup")
    >>> sevenfold.Match(game, game.meta.options(), 4, sevenfold.Deal(((0,), (0,), (1,), (2,))), 0)
    Traceback (most recent call last):
        ...
    sevenfold.DealError: the pack has not so many of 2C
    """


class Deal(msgspec.Struct, frozen=True):
    """Each seat's cards in the order dealt, and the cards left, by their kinds.

    >>> import sevenfold
    >>> pack = sevenfold.load_game("lockup").rules.pack(sevenfold.load_meta("lockup").options())
    >>> deal = sevenfold.Deal(tuple(pack.read(hand) for hand in ("AS", "KS", "QS", "JS")))
    >>> [[pack.names[kind] for kind in hand] for hand in deal.hands]
    [['AS'], ['KS'], ['QS'], ['JS']]
    """

    hands: tuple[tuple[int, ...], ...]
    rest: tuple[int, ...] = ()


class MatchSoFar(NamedTuple):
    """What a match knows when a round begins; `Game.so_far` makes it.

    `scores` are the totals of the seats before the round, and `carried` what the game's `write_carried` wrote
    at the end of the deal before: zeros in the first. Both are empty in a game whose `Meta.memory` is None.
    """

    round: int
    """Which round it is, the first being 1."""
    deal: int
    """The same, but deals that were thrown in count too."""
    scores: Sequence[int] = ()
    carried: Sequence[int] = ()


def dealt(cards: Sequence[int], players: int, hand_size: int) -> Deal:
    """Deal a shuffled pack: seat 0 has the first `hand_size` cards, seat 1 the next; the rest is left."""
    ends = range(0, players * hand_size, hand_size)
    hands = tuple(tuple(cards[start : start + hand_size]) for start in ends)
    return Deal(hands, tuple(cards[players * hand_size :]))


def check_deal(pack: Pack, deal: Deal, players: int, first: int) -> None:
    """Raise DealError unless the pack has the cards, each seat its hand, and `first` sits at the table."""
    if not 0 <= first < players:
        raise DealError(f"first: there is no seat {first}; the seats are 0 to {players - 1}")
    if len(deal.hands) != players:
        raise DealError(f"the deal has {len(deal.hands)} hands for {players} players")
    everything = [kind for hand in (*deal.hands, deal.rest) for kind in hand]
    extra = pack.too_many(everything)
    if extra:
        raise DealError(f"the pack has not so many of {pack.write(extra)}")


def check_equal_hands(deal: Deal) -> None:
    """Raise DealError unless all hands are of one size, as in a trick game."""
    sizes = [len(hand) for hand in deal.hands]
    if len(set(sizes)) > 1:
        raise DealError(f"the hands must be of one size; these have {', '.join(map(str, sizes))} cards")

"""What a seat sees of a hand of Seven Bridge, as it is sent."""

from collections.abc import Iterable
from typing import Annotated

import msgspec

from sevenfold.cards.masks import kinds_of
from sevenfold.core.codes import one_of
from sevenfold.core.encoding import Seat
from sevenfold.core.views import Pile, View
from sevenfold.games.seven_bridge.melds import in_reading_order, takes
from sevenfold.games.seven_bridge.names import card_name, card_names, meld_names
from sevenfold.games.seven_bridge.result import RESULT_LINES as RESULT_LINES
from sevenfold.games.seven_bridge.result import result_lines
from sevenfold.games.seven_bridge.scoring import count
from sevenfold.games.seven_bridge.state import ACE, JOKER, NO_CARD, NOBODY, RANKS, Phase, Seen, State

VERBS = {"claim": "pon", "draw": "chi", "meld": "meld"}
"""The word before the cards chosen in each phase; none while no seat is to act."""


class Ends(msgspec.Struct, frozen=True):
    """The cards that a meld takes, by the end at which they would lie; those of a set lie at its high end."""

    low: tuple[str, ...]
    high: tuple[str, ...]


class SevenBridgeView(View, frozen=True, kw_only=True, tag="seven_bridge"):
    """What a seat sees of a hand of Seven Bridge. Only the seat offered a pon has the `phase` `claim`."""

    phase: Annotated[str, one_of(Phase, "claim")]
    ends: tuple[Ends, ...]
    """What each meld takes, in the order of the melds."""
    dealer: Seat
    discard: str | None
    """The top card of the discard pile."""
    discards: tuple[str, ...]
    """The discard pile, from the bottom up."""
    stock: int
    remade: int
    """How often the stock was made anew."""
    opened: tuple[int, ...]
    """1 for a seat that has melded or laid off."""
    count: int | None
    """What the seat's own hand counts."""
    winner: Seat | None
    left: tuple[Pile, ...]
    """The hands that are left when somebody has gone out."""
    left_counts: tuple[int, ...]
    """What each seat's hand among these counts."""

    @property
    def melds(self) -> tuple[str, ...]:
        """The melds, as scenarios write them."""
        return tuple(" ".join(pile.cards) for pile in self.table)


def show(seen: Seen, seat: int | None, acting: int) -> SevenBridgeView:
    """The view as it is sent."""
    own = seen.hands[seat] if seat is not None else 0
    discards = tuple(card_name(kind) for kind in seen.pile[: seen.pile_size])
    phase = "claim" if any(seen.offered_pon) else Phase.words[seen.phase]
    return SevenBridgeView(
        seat=seat,
        acting=tuple(kinds_of(acting)),
        phase=phase,
        hand=card_names(own),
        hand_sizes=tuple(seen.hand_sizes[: seen.players]),
        leader=None,
        table=tuple(Pile(seen.owners[number], meld_names(seen, number)) for number in range(seen.meld_count)),
        verb=VERBS.get(phase, ""),
        result_lines=result_lines(seen),
        ends=tuple(_ends(seen, number) for number in range(seen.meld_count)),
        dealer=seen.dealer,
        discard=discards[-1] if discards else None,
        discards=discards,
        stock=seen.stock_size,
        remade=seen.remade,
        opened=tuple(seen.opened[: seen.players]),
        count=count(own, seen.pips, seen.ace_value) if seat is not None else None,
        winner=None if seen.winner == NOBODY else seen.winner,
        left=tuple(Pile(other, card_names(cards)) for other, cards in enumerate(seen.shown) if cards),
        left_counts=tuple(count(cards, seen.pips, seen.ace_value) for cards in seen.shown[: seen.players]),
    )


def gone(seen: Seen) -> Iterable[int]:
    """The cards in melds and on the discard pile, which are in play again once they make a stock (SB-3.5)."""
    for number in range(seen.meld_count):
        joker_as = seen.joker_as if seen.joker_meld == number else NO_CARD
        yield from (JOKER if kind == joker_as else kind for kind in kinds_of(seen.melds[number]))
    yield from seen.pile[: seen.pile_size]


def _ends(seen: State, number: int) -> Ends:
    """SB-2.5: what a meld takes. An ace lies above a king, unless it goes below a two."""
    meld = seen.melds[number]
    taken = takes(meld, seen.ace_high)
    lowest_rank = in_reading_order(meld)[0] % RANKS
    low = high = 0
    for kind in kinds_of(taken):
        rank = kind % RANKS
        on_top = rank == ACE and lowest_rank > ACE + 1
        if rank < lowest_rank and not on_top:
            low |= 1 << kind
        else:
            high |= 1 << kind
    return Ends(card_names(low), card_names(high))

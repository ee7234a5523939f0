"""What a seat sees of a hand of Euchre, as it is sent, and how the hand came out."""

from collections.abc import Iterable, Iterator
from typing import Annotated

from sevenfold.cards.masks import highest, kinds_of
from sevenfold.core.codes import one_of
from sevenfold.core.encoding import Seat
from sevenfold.core.tricks import NO_SUIT, NOBODY, TrickView, seats_from, shown_seat, shown_suit, shown_trick
from sevenfold.core.views import Lying, Partners, ResultLine, SuitGroup
from sevenfold_euchre.rules import makers_points, side_tricks, winning_seat
from sevenfold_euchre.state import (
    PACK,
    SEATS,
    SUITS,
    EventKind,
    Phase,
    Seen,
    dealer,
    partner,
    strongest,
    suit_cards,
)

RESULT_LINES = ("tricks",)
OUTCOMES = {
    0: ("EU-4.3", EventKind.EUCHRED),
    1: ("EU-4.1", EventKind.MADE),
    2: ("EU-4.2", EventKind.ALL),
    4: ("EU-4.2", EventKind.ALONE_ALL),
}
"""The rule and the event of what the makers score."""


class EuchreView(TrickView, frozen=True, kw_only=True, tag="euchre"):
    """What a seat sees of a hand of Euchre."""

    phase: Annotated[str, one_of(Phase)]
    dealer: Seat
    maker: Seat | None
    passed: tuple[Seat, ...]
    """Who has passed in this round of the bidding."""
    sits_out: Seat | None
    trump: str | None
    upcard: Lying | None
    """While it is offered."""
    turned_down: Lying | None
    discard: tuple[str, ...]
    """What this seat put away."""
    sides: tuple[Partners, ...]
    """The partners, with their tricks; the makers need more than half of all."""
    sorted_hand: tuple[SuitGroup, ...]
    """The hand by suits, trumps first and the bowers before them."""


def show(seen: Seen, seat: int | None, acting: int) -> EuchreView:
    """The view as it is sent."""
    return EuchreView(
        **shown_trick(PACK, seen, seat, acting, winning_seat(seen)),
        phase=Phase.words[seen.phase],
        verb="discard" if seen.phase == Phase.DISCARD else "",
        result_lines=result_lines(seen),
        dealer=dealer(seen),
        maker=shown_seat(seen.maker),
        passed=_passed(seen),
        sits_out=shown_seat(seen.sits_out),
        trump=shown_suit(PACK, seen.trump),
        upcard=Lying(cards=(PACK.names[seen.upcard],)) if seen.phase == Phase.ORDER else None,
        turned_down=Lying(backs=1) if seen.phase == Phase.CALL else None,
        discard=PACK.names_in(seen.discard[seat]) if seat is not None else (),
        sides=tuple(_side(seen, one) for one in range(SEATS // 2)),
        sorted_hand=_sorted(seen.hands[seat], seen.trump) if seat is not None else (),
    )


def _side(seen: Seen, seat: int) -> Partners:
    makes = seen.maker in (seat, partner(seat))
    half = (seen.tricks_left + sum(seen.tricks)) // 2
    return Partners((seat, partner(seat)), side_tricks(seen, seat), half + 1 if makes else None)


def _passed(seen: Seen) -> tuple[int, ...]:
    count = (seen.turn - seen.first) % SEATS if seen.phase in (Phase.ORDER, Phase.CALL) else 0
    return tuple(seats_from(seen.first, SEATS)[:count])


def _sorted(hand: int, trump: int) -> tuple[SuitGroup, ...]:
    suits = sorted(range(SUITS), key=lambda suit: (suit != trump, -suit))
    groups = ((suit, tuple(_high_to_low(hand & suit_cards(trump, suit), trump, suit))) for suit in suits)
    return tuple(SuitGroup(PACK.suits[suit], cards) for suit, cards in groups if cards)


def _high_to_low(cards: int, trump: int, suit: int) -> Iterator[str]:
    while cards:
        kind = highest(cards) if trump == NO_SUIT else strongest(trump, suit, cards)
        yield PACK.names[kind]
        cards ^= 1 << kind


def gone(seen: Seen) -> Iterable[int]:
    """The cards played to tricks."""
    return kinds_of(seen.played)


def result_lines(seen: Seen) -> tuple[ResultLine, ...]:
    """EU-4.1 to EU-4.3: the tricks of each side, and what that brings; nothing before the end."""
    if seen.phase != Phase.OVER or seen.maker == NOBODY:
        return ()
    points = makers_points(seen)
    rule, event = OUTCOMES[points]
    tricks = (
        ResultLine(
            rule="EU-3.4",
            key="result.tricks",
            seats=(seat, partner(seat)),
            count=side_tricks(seen, seat),
        )
        for seat in (seen.maker, (seen.maker + 1) % SEATS)
    )
    outcome = ResultLine(rule=rule, key=f"event.{event}", seat=seen.maker, count=points or 2)
    return (*tricks, outcome)

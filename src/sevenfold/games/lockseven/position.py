"""Positions of scenarios: the first lead."""

from collections.abc import Mapping

import msgspec

from sevenfold.cards.pack import CardError
from sevenfold.core.deal import Deal, DealError
from sevenfold.games.lockseven.bottom import begin_play
from sevenfold.games.lockseven.dealing import check_hands, empty_state, lay_down
from sevenfold.games.lockseven.hands import take_card
from sevenfold.games.lockseven.meta import LockSevenOptions
from sevenfold.games.lockseven.order import NO_SUIT_ROUND, PACK
from sevenfold.games.lockseven.state import SEATS, State


class WrittenPosition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first lead: who the Host is, the called suit, the trump, and a partner whose card is not dealt."""

    host: int
    called: str
    trump: str
    partner: int | None = None


def set_up(
    options: LockSevenOptions, players: int, deal: Deal, first: int, position: Mapping[str, object]
) -> State:
    """The Host is to lead to the first trick; `rest` lies buried. Raises DealError."""
    try:
        written = msgspec.convert(position, WrittenPosition)
    except msgspec.ValidationError as error:
        raise DealError(f"position: {error}") from None
    check_hands(deal, players, first)
    state = empty_state(options, players)
    state.first = first
    for kind in deal.rest:
        lay_down(state, kind)
    for seat, hand in enumerate(deal.hands):
        for kind in hand:
            take_card(state, seat, kind)
    state.dealt = state.to_deal = SEATS * len(deal.hands[0])
    state.host = _seat(written.host)
    state.own_call[state.host] = _suit("called", written.called)
    state.trump = NO_SUIT_ROUND if written.trump.lower() == "none" else _suit("trump", written.trump)
    state.buried[state.host], state.buried_twice[state.host] = state.bottom, state.bottom_twice
    if written.partner is not None:
        state.partner = _seat(written.partner)
        if state.partner == state.host:
            raise DealError("position: the Host cannot be the partner too")
    begin_play(state)
    return state


def _seat(seat: int) -> int:
    if not 0 <= seat < SEATS:
        raise DealError(f"position: there is no seat {seat}")
    return seat


def _suit(name: str, word: str) -> int:
    try:
        return PACK.suit(word)
    except CardError:
        raise DealError(f"{name}: {word} is no suit; write S, H, D or C") from None

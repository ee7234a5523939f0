"""Positions of scenarios: a hand in the middle, with melds on the table."""

from collections.abc import Mapping

import msgspec

from sevenfold.cards.masks import kinds_of, popcount
from sevenfold.cards.pack import CardError
from sevenfold.core.deal import Deal, DealError, check_deal
from sevenfold.games.seven_bridge.melds import is_meld
from sevenfold.games.seven_bridge.meta import SevenBridgeOptions
from sevenfold.games.seven_bridge.notation import read_cards
from sevenfold.games.seven_bridge.rules import empty_state, lay_out_cards, open_claims, pack
from sevenfold.games.seven_bridge.state import JOKER_CARD, MELDS, NO_CARD, State


class Laid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A meld of a position."""

    owner: int
    cards: str


class WrittenPosition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A hand in the middle: the melds, and who has melded or laid off besides their owners."""

    melds: list[Laid] = []
    opened: list[int] = []


def set_up(
    options: SevenBridgeOptions, players: int, deal: Deal, first: int, position: Mapping[str, object]
) -> State:
    """The first go-round is over; the seat before `first` made the last discard. Raises DealError."""
    try:
        written = msgspec.convert(position, WrittenPosition)
    except msgspec.ValidationError as error:
        raise DealError(f"position: {error}") from None
    state = empty_state(options, players)
    on_table = [kind for laid in written.melds for kind in _put_on_table(state, laid)]
    check_deal(pack(options), Deal(deal.hands, (*deal.rest, *on_table)), players, first)
    lay_out_cards(state, deal, first)
    state.discarder = (first - 1) % players
    state.turns = players
    for seat in written.opened:
        _check_seat(seat, players)
        state.opened[seat] = 1
    open_claims(state)
    return state


def _put_on_table(state: State, laid: Laid) -> tuple[int, ...]:
    """Lay a meld of a position, and say which cards it takes from the pack. Raises DealError."""
    _check_seat(laid.owner, state.players)
    try:
        cards, twice, joker_as = read_cards(laid.cards.split())
    except CardError as error:
        raise DealError(str(error)) from None
    as_laid = cards & ~JOKER_CARD | (1 << joker_as if joker_as != NO_CARD else 0)
    distinct = cards and not twice and popcount(as_laid) == popcount(cards)
    if not distinct or not is_meld(as_laid, state.ace_high) or (cards & JOKER_CARD and popcount(cards) < 3):
        raise DealError(f"{laid.cards} is no meld")
    if state.meld_count == MELDS:
        raise DealError(f"there cannot be more than {MELDS} melds")
    if joker_as != NO_CARD:
        state.joker_meld, state.joker_as = state.meld_count, joker_as
    state.melds[state.meld_count] = as_laid
    state.owners[state.meld_count] = laid.owner
    state.meld_count += 1
    state.opened[laid.owner] = 1
    return tuple(kinds_of(cards))


def _check_seat(seat: int, players: int) -> None:
    if not 0 <= seat < players:
        raise DealError(f"position: there is no seat {seat}")

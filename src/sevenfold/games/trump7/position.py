"""Positions of scenarios: the first lead, with or without a Player."""

from collections.abc import Mapping

from sevenfold.cards.masks import mask_of
from sevenfold.cards.pack import CardError
from sevenfold.core.deal import Deal, DealError
from sevenfold.games.trump7.meta import Trump7Options
from sevenfold.games.trump7.rules import WIDOW_SIZE, begin_deal, begin_play, check_hands, empty_state
from sevenfold.games.trump7.state import PACK, SEATS, State


def set_up(
    options: Trump7Options, players: int, deal: Deal, first: int, position: Mapping[str, object]
) -> State:
    """The first lead with `{player: 1, trump: H}`, or of a leaster with `{player: null}`."""
    check_hands(deal, players, first)
    if len(deal.rest) not in (0, WIDOW_SIZE):
        raise DealError(f"with a position two cards are left, or none; here {len(deal.rest)} are")
    state = empty_state(options, players)
    begin_deal(state, deal, first)
    player, trump = position.get("player"), position.get("trump")
    if player is None and set(position) == {"player"}:
        state.leaster = 1
        state.widow = mask_of(deal.rest)
    elif type(player) is int and 0 <= player < SEATS and set(position) == {"player", "trump"}:
        state.player = player
        state.trump = _position_suit(trump)
        state.discards[player] = mask_of(deal.rest)
    else:
        raise DealError("a position is {player: SEAT, trump: SUIT}, or {player: null} for a leaster")
    begin_play(state)
    return state


def _position_suit(trump: object) -> int:
    try:
        return PACK.suit(str(trump))
    except CardError:
        raise DealError(f"trump: {trump} is no suit; write S, H, D or C") from None

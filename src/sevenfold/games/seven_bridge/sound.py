"""What of a state of Seven Bridge must fit together, for states that come from outside."""

from sevenfold.cards.masks import popcount
from sevenfold.core.soundness import NO_MISFIT, are_apart, are_counted
from sevenfold.games.seven_bridge.melds import is_meld
from sevenfold.games.seven_bridge.state import (
    JOKER,
    NO_CARD,
    NO_MELD,
    NOBODY,
    REMADE_AT_MOST,
    SEATS,
    Phase,
    State,
)


def misfit(state: State) -> str:
    """The first field that does not fit the others; NO_MISFIT where all do."""
    seats = (state.first, state.dealer, state.discarder, state.turn)
    if not all(0 <= seat < state.players for seat in seats):
        return "turn"
    found = _misfit_of_lists(state) or _misfit_of_melds(state)
    if found:
        return found
    if not are_apart(_places(state)):
        return "hands"
    if not are_counted(state.hands, state.hand_sizes) or any(state.hand_sizes[state.players :]):
        return "hand_sizes"
    if state.phase == Phase.STOCK and not (state.remade and state.stock_size):
        return "stock_size"
    if state.phase == Phase.MELD and not state.hands[state.turn]:
        return "hands"
    return _misfit_of_claims(state)


def _places(state: State) -> list[int]:
    """Where cards lie, the joker as itself."""
    melds = list(state.melds)
    if state.joker_meld != NO_MELD:
        melds[state.joker_meld] ^= 1 << state.joker_as | 1 << JOKER
    stock = [state.stock_cards] if state.remade else _singly(state.stock[: state.stock_size])
    return [*state.hands, *melds, *stock, *_singly(state.pile[: state.pile_size])]


def _singly(kinds: list[int]) -> list[int]:
    return [1 << kind for kind in kinds]


def _misfit_of_lists(state: State) -> str:
    """The pile and the stock have as many cards as their sizes say, and the pile none above them."""
    if NO_CARD in state.pile[: state.pile_size] or any(kind >= 0 for kind in state.pile[state.pile_size :]):
        return "pile"
    if state.remade:
        if state.remade > REMADE_AT_MOST:
            return "remade"
        return NO_MISFIT if popcount(state.stock_cards) == state.stock_size else "stock_size"
    return "stock" if NO_CARD in state.stock[: state.stock_size] else NO_MISFIT


def _misfit_of_melds(state: State) -> str:
    """There are so many melds, each one by SB-2 and owned by a player; the joker lies in one of them."""
    for number, meld in enumerate(state.melds):
        laid = number < state.meld_count
        if laid != (meld != 0) or (laid and not is_meld(meld, state.ace_high)):
            return "melds"
        if laid and not NOBODY < state.owners[number] < state.players:
            return "owners"
    if state.joker_meld == NO_MELD:
        return NO_MISFIT
    lies = state.joker_as != NO_CARD and state.melds[state.joker_meld] >> state.joker_as & 1
    return NO_MISFIT if state.joker and lies else "joker_meld"


def _misfit_of_claims(state: State) -> str:
    """One seat at most is offered a pon of the discard, and holds up the one on turn (SB-4.10)."""
    if sum(state.offered_pon) > (state.phase == Phase.DRAW):
        return "offered_pon"
    waits = any(state.offered_pon) and not state.offered_pon[state.turn]
    return NO_MISFIT if state.held == [int(waits and seat == state.turn) for seat in range(SEATS)] else "held"

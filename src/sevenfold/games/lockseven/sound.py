"""What of a state of LockSeven must fit together, for states that come from outside."""

from sevenfold.cards.masks import popcount
from sevenfold.core.soundness import NO_MISFIT
from sevenfold.core.tricks import NO_SUIT, NOBODY, seats_from
from sevenfold.core.visibility import duplicate
from sevenfold.games.lockseven.order import SEVENS, seven_of
from sevenfold.games.lockseven.parts import led_shape, shape_of
from sevenfold.games.lockseven.play import MIXED, suit_in_play, wins
from sevenfold.games.lockseven.state import NO_STRENGTH, SEATS, Phase, State


def misfit(state: State) -> str:
    """The first field that does not fit the others; NO_MISFIT where all do."""
    if not _are_apart(state):
        return "hands"
    if state.phase == Phase.OVER:
        return NO_MISFIT
    if found := _misfit_of_sizes(state):
        return found
    if state.phase != Phase.PLAY and not _no_trick(state):
        return "trick"
    if state.phase == Phase.DEAL:
        return _misfit_in_the_deal(state)
    if state.turn == NOBODY or state.host == NOBODY or state.own_call[state.host] == NO_SUIT:
        return "host"
    if state.phase == Phase.BURY:
        return _misfit_with_the_bottom(state)
    if state.phase == Phase.DECIDE:
        return NO_MISFIT if state.turn == state.host else "turn"
    return _misfit_in_tricks(state) if state.phase == Phase.PLAY else NO_MISFIT


# --- the cards ------------------------------------------------------------------------------------


def _are_apart(state: State) -> bool:
    """Whether no more than two cards of a kind lie anywhere."""
    once = twice = 0
    for cards, pairs in _places(state):
        if pairs & ~cards or twice & cards or once & pairs:
            return False
        twice |= once & cards | pairs
        once |= cards
    return True


def _places(state: State) -> list[tuple[int, int]]:
    """Where cards lie: those of which there is one there at least, and those of which there are two."""
    places = [
        (state.bottom, state.bottom_twice),
        *zip(state.hands, state.doubles, strict=True),
        *zip(state.played, state.played_twice, strict=True),
    ]
    if state.phase == Phase.DEAL:
        places += [(1 << kind, 0) for kind in state.order[state.dealt : state.to_deal]]
    return places


def _misfit_of_sizes(state: State) -> str:
    """The bottom and each hand have as many cards as they must have by now."""
    if state.to_deal % SEATS or not state.to_deal:
        return "to_deal"
    bottom = 0 if state.phase == Phase.BURY else state.bottom_size
    if popcount(state.bottom) + popcount(state.bottom_twice) != bottom:
        return "bottom_size"
    for seat in range(SEATS):
        size = popcount(state.hands[seat]) + popcount(state.doubles[seat])
        if not size == state.hand_sizes[seat] == _size(state, seat):
            return "hand_sizes"
    return NO_MISFIT


def _size(state: State, seat: int) -> int:
    """How many cards a seat must have in the hand."""
    if state.phase == Phase.DEAL:
        return (min(state.dealt, state.to_deal) + SEATS - 1 - (seat - state.first) % SEATS) // SEATS
    taken = state.bottom_size if state.phase == Phase.BURY and seat == state.turn else 0
    return state.to_deal // SEATS + taken - popcount(state.played[seat]) - popcount(state.played_twice[seat])


# --- the phases -----------------------------------------------------------------------------------


def _misfit_in_the_deal(state: State) -> str:
    """The seat that was dealt to last is asked, and nobody else."""
    last = (state.first + state.dealt - 1) % SEATS
    asked = [int(seat == last and state.hands[seat] & SEVENS != 0) for seat in range(SEATS)]
    return NO_MISFIT if any(asked) and state.asked == asked else "asked"


def _misfit_with_the_bottom(state: State) -> str:
    """A choice is the Host's, and whoever hides a called card has it to hide (LS-3.6)."""
    host = state.host
    seven = seven_of(state.own_call[host])
    if any(state.must_choose[seat] and seat != state.turn for seat in range(SEATS)):
        return "must_choose"
    if state.must_choose[state.turn] and (state.turn != host or not state.doubles[host] & seven):
        return "must_choose"
    for seat in range(SEATS):
        hidden = state.hides[seat] and seat == state.turn and state.strength == NO_STRENGTH
        if hidden and (seat != host or not state.hands[host] & seven):
            return "hides"
    return NO_MISFIT


def _misfit_in_tricks(state: State) -> str:
    """The seats before `turn` have followed the lead with as many cards, and `best` has the trick."""
    if state.called == NO_SUIT or state.trump == NO_SUIT:
        return "called"
    if state.leader == NOBODY:
        return "leader"
    order = seats_from(state.leader, SEATS)
    before = order[: order.index(state.turn)]
    for seat in order:
        size = popcount(state.trick[seat]) + popcount(state.trick_twice[seat])
        own = not state.trick[seat] & ~state.played[seat] and not state.trick_twice[seat] & ~state.trick[seat]
        if not own or size != (state.led_size if seat in before else 0):
            return "trick"
    if not before:
        return NO_MISFIT if _no_trick(state) else "led_suit"
    return NO_MISFIT if _is_led(state) and _best(state, before) == state.best else "best"


def _no_trick(state: State) -> bool:
    """Whether nothing has been led."""
    return state.led_suit == NO_SUIT and led_shape(state) == (0, 0, 0) and not any(state.trick)


def _is_led(state: State) -> bool:
    """Whether the lead has the suit and the shape that the state says."""
    cards, twice = state.trick[state.leader], state.trick_twice[state.leader]
    suit = suit_in_play(cards, state.trump) if cards else MIXED
    if suit == MIXED or suit != state.led_suit:
        return False
    return shape_of(cards, twice, suit, state.seven_gap) == led_shape(state)


def _best(state: State, before: list[int]) -> int:
    """Who has the trick, found anew."""
    again = duplicate(state)
    again.best = state.leader
    for seat in before[1:]:
        if wins(again, state.trick[seat], state.trick_twice[seat]):
            again.best = seat
    return again.best

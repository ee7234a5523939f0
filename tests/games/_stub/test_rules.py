"""The rules of Stub, where a few lines say more than a scenario."""

from random import Random

from sevenfold.cards.masks import mask_of
from sevenfold.core.deal import Deal, MatchSoFar
from sevenfold.core.violations import OK
from sevenfold.games._stub.game import GAME
from sevenfold.games._stub.meta import StubOptions
from sevenfold.games._stub.notation import parse
from sevenfold.games._stub.refusals import Violation
from sevenfold.games._stub.rules import apply, check, start, winners
from sevenfold.games._stub.state import PACK, SEATS, State
from tests.games.worlds import sample

FIRST_ROUND = MatchSoFar(1, 1)


def dealt(*hands: str) -> State:
    """A round with these hands, and seat 0 to lead; the other seats hold low clubs."""
    size = len(PACK.read(hands[0]))
    fillers = [PACK.cards[seat * size : (seat + 1) * size] for seat in range(SEATS - len(hands))]
    deal = Deal((*(PACK.read(hand) for hand in hands), *fillers), PACK.read("AD"))
    return ready(start(StubOptions(), SEATS, deal, 0, FIRST_ROUND))


def ready(state: State) -> State:
    """Seat 0 does what comes before the first trick."""
    #: if bids
    for seat in range(SEATS):
        apply(state, seat, parse("pass" if seat else "bid 1"))
    #: end
    #: if widow
    apply(state, 0, parse("discard AD"))
    #: end
    #: if trump
    apply(state, 0, parse("call D"))
    #: end
    return state


def test_st_5_2_who_can_follow_must() -> None:
    state = dealt("AH 2S", "KH KS")
    apply(state, 0, parse("AH"))
    assert check(state, 1, parse("KS")) == Violation.ST_5_2
    assert check(state, 1, parse("KH")) == OK


def test_st_5_3_the_highest_card_of_the_suit_led_takes_the_trick() -> None:
    state = dealt("QH", "KS")
    for seat, text in ((0, "QH"), (1, "KS")):
        apply(state, seat, parse(text))
    for seat in range(2, SEATS):
        (card,) = (kind for kind in PACK.cards if state.hands[seat] >> kind & 1)
        apply(state, seat, parse(PACK.names[card]))
    assert state.tricks == [1] + [0] * (SEATS - 1)


def test_st_6_2_the_highest_total_wins_after_the_last_round() -> None:
    totals = (5, 5, *(0,) * (SEATS - 2))
    assert winners(StubOptions(rounds=2), totals, 1) == ()
    assert winners(StubOptions(rounds=2), totals, 2) == (0, 1)


def test_a_sampled_world_gives_its_seat_the_same_view() -> None:
    state = dealt("AH 2S", "KS QS")
    for seat, text in ((0, "AH"), (1, "KS")):
        apply(state, seat, parse(text))
    for seed in range(20):
        world = sample(GAME, GAME.seen(state, 0), 0, Random(seed))
        assert GAME.seen(world, 0) == GAME.seen(state, 0)
        assert world.hands[1] & mask_of(PACK.read("2H 3H QH KH")) == 0

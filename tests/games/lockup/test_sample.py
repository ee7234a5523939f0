"""Sampled worlds: what a seat cannot rule out, all of it, and nothing else."""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sevenfold.cards.masks import kinds_of, mask_of
from sevenfold.core import violations
from sevenfold.core.match import Match
from sevenfold.core.moves import CHANCE, Move
from sevenfold.core.steps import Step
from sevenfold.core.visibility import duplicate, view
from sevenfold.games.lockup import rules
from sevenfold.games.lockup.facts import adds_up, cards_everywhere
from sevenfold.games.lockup.game import GAME
from sevenfold.games.lockup.meta import META, LockupOptions
from sevenfold.games.lockup.state import PACK, PACK_CARDS, RANKS, SEATS, Kind, Phase, Seen, State
from sevenfold.testing.contract.tables import TableCase, any_move, generators, moments
from tests.games.lockup.positions import played
from tests.games.worlds import Worlds, sample

Piles = tuple[int, ...]
"""Every seat's hand, then what every seat has lost."""


MIXES: list[dict[str, str]] = [
    {"picture_club": club, "lockup_loss": loss}
    for club in ("same_rank", "any")
    for loss in ("each_trick", "at_once")
]
TABLES = [TableCase("lockup", META.make_options(None, mix), SEATS) for mix in MIXES]
every_mix = pytest.mark.parametrize("table", TABLES, ids=["-".join(mix.values()) for mix in MIXES])


# --- what holds in every world ------------------------------------------------------------------------


@every_mix
@settings(max_examples=25)
@given(rng=generators, short=st.integers(1, 5))
def test_a_world_has_every_card_once_and_allows_all_that_was_played(
    table: TableCase, rng: Random, short: int
) -> None:
    for size in (None, short):
        for match in moments(table.begin(table.deal(rng, size), rng), rng):
            seat = rng.randrange(SEATS)
            world = sample(GAME, match.seen(seat), seat, rng)
            assert view(world, seat) == match.seen(seat)
            cards = sorted(cards_everywhere(world))
            assert cards == (sorted(PACK.cards) if size is None else sorted(set(cards)))
            assert [hand.bit_count() for hand in world.hands] == world.hand_sizes
            assert [lost.bit_count() for lost in world.lost] == world.lost_sizes
            assert all(could_have_played_so(match.round.steps, other, world) for other in range(SEATS))


@every_mix
@settings(max_examples=25)
@given(rng=generators, size=st.integers(1, 13), moves=st.integers(0, 51))
def test_the_round_can_be_played_to_its_end(table: TableCase, rng: Random, size: int, moves: int) -> None:
    match = table.begin(table.deal(rng, size), rng)
    for _ in range(moves):
        if not match.round_over:
            match.play(*any_move(match, rng))
    match.round.state = sample(GAME, match.seen(2), 2, rng)
    while not match.round_over:
        match.play(*any_move(match, rng))
    assert adds_up(match.state, size)


def could_have_played_so(steps: list[Step[State]], seat: int, world: State) -> bool:
    """Whether the seat's cards in this world, lost in some order, allow what it played."""

    @cache
    def allowed(index: int, hand: int) -> bool:
        if index == len(steps):
            return hand == world.hands[seat]
        step = steps[index]
        if step.move.kind == Kind.LOSE and step.move.arg == seat:
            return any(allowed(index + 1, hand ^ 1 << kind) for kind in kinds_of(hand & world.lost[seat]))
        if step.seat != seat:
            return allowed(index + 1, hand)
        before = duplicate(step.before)
        before.hands[seat] = hand
        legal = rules.check(before, seat, step.move) == violations.OK
        return legal and allowed(index + 1, hand ^ step.move.cards)

    return allowed(0, played_by(steps, seat) | world.hands[seat] | world.lost[seat])


def played_by(steps: list[Step[State]], seat: int) -> int:
    return mask_of(kind for step in steps if step.seat == seat for kind in kinds_of(step.move.cards))


# --- all worlds, each as often as it should be ----------------------------------------------------------


def worlds_by_brute_force(match: Match[State, Seen], seat: int) -> Counter[Piles]:
    """Every arrangement of the hidden cards that the history allows, by the state that it leads to.

    An arrangement says which cards each other seat holds, and which it lost in which order.
    """
    seen = match.seen(seat)
    hidden = hidden_cards(match, seat)
    found: Counter[Piles] = Counter()
    for arrangement in permutations(kinds_of(hidden)):
        cards = list(arrangement)
        lost: list[list[int]] = [[] for _ in range(SEATS)]
        held = seen.hands[:]
        for other in range(SEATS):
            if other != seat:
                lost[other] = [cards.pop() for _ in range(seen.lost_sizes[other])]
                held[other] = mask_of(cards.pop() for _ in range(seen.hand_sizes[other]))
        world = replayed(match, seat, held, lost)
        if world is not None:
            found[piles_of(world)] += 1
    return found


def replayed(match: Match[State, Seen], seat: int, held: list[int], lost: list[list[int]]) -> State | None:
    """The state after the history has been played with these cards; None where a card was not legal."""
    state = duplicate(match.round.steps[0].before)
    for other in range(SEATS):
        if other != seat:
            state.hands[other] = held[other] | mask_of(lost[other]) | played_by(match.round.steps, other)
    losses = [iter(kinds) for kinds in lost]
    for step in match.round.steps:
        move = step.move
        if step.seat == CHANCE and move.arg != seat:
            move = Move(Kind.LOSE, 1 << next(losses[move.arg]), 0, move.arg)
        if rules.check(state, step.seat, move) != violations.OK:
            return None
        rules.apply(state, step.seat, move)
    return state


def hidden_cards(match: Match[State, Seen], seat: int) -> int:
    return PACK_CARDS & ~(match.state.played | match.state.hands[seat] | match.state.lost[seat])


def telling_moments(table: TableCase, rng: Random) -> Iterator[tuple[Match[State, Seen], int]]:
    """Moments at which few cards are hidden from a seat, some of them lost, and what was played tells."""
    while True:
        for match in moments(table.begin(table.deal(rng), rng), rng):
            seat = rng.randrange(SEATS)
            hidden = hidden_cards(match, seat).bit_count()
            lost = sum(match.state.lost_sizes) - match.state.lost_sizes[seat]
            if 4 <= hidden <= 6 and lost and any(shown >= 0 for shown in match.state.lacks):
                yield match, seat
                break


@every_mix
@pytest.mark.parametrize("seed", range(6))
def test_every_world_that_the_history_allows_is_drawn_as_often_as_it_should_be(
    table: TableCase, seed: int
) -> None:
    rng = Random(seed)
    match, seat = next(telling_moments(table, rng))
    allowed = worlds_by_brute_force(match, seat)
    assert piles_of(match.state) in allowed
    worlds = Worlds(GAME, match.seen(seat), seat)
    draws = 20 * allowed.total() // min(allowed.values())
    drawn = Counter(piles_of(worlds.draw(rng)) for _ in range(draws))
    assert set(drawn) == set(allowed)
    freedom = len(allowed) - 1
    assert chi_square(drawn, allowed) <= freedom + 4 * (2 * freedom) ** 0.5


def piles_of(world: State) -> Piles:
    return (*world.hands, *world.lost)


def chi_square(drawn: Counter[Piles], weights: Counter[Piles]) -> float:
    each = drawn.total() / weights.total()
    return sum((drawn[piles] - each * weight) ** 2 / (each * weight) for piles, weight in weights.items())


# --- what a card tells ----------------------------------------------------------------------------------


def suits_possible(match: Match[State, Seen], other: int) -> tuple[str, str]:
    """The suits that seat 0 must reckon with in another's hand, and among the cards that it lost."""
    rng, worlds = Random(1), Worlds(GAME, match.seen(0), 0)
    drawn = [worlds.draw(rng) for _ in range(200)]
    return suits_of(world.hands[other] for world in drawn), suits_of(world.lost[other] for world in drawn)


def suits_of(masks: Iterable[int]) -> str:
    suits = {kind // RANKS for mask in masks for kind in kinds_of(mask)}
    return "".join(PACK.suits[suit] for suit in sorted(suits, reverse=True))


def test_lu_3_1_who_does_not_follow_lacks_the_suit() -> None:
    match = played(["7D AS", "8H KS", "9D QS", "TD JS"], "0 7D, 1 8H")
    assert suits_possible(match, 1) == ("SHC", "")
    assert suits_possible(match, 2) == ("SHDC", "")


def test_lu_3_2_a_club_that_a_picture_let_in_tells_nothing() -> None:
    match = played(["QH 2D", "QC 5H", "4H KC", "5S 6D"], "0 QH, 1 QC")
    assert suits_possible(match, 1) == ("SHDC", "")


def test_lu_3_2_a_club_that_no_picture_let_in_shows_a_lack() -> None:
    match = played(["QH 2D", "KC 5D", "4H QC", "5S 6D"], "0 QH, 1 KC")
    assert suits_possible(match, 1) == ("SDC", "")


def test_lu_3_2_by_the_other_account_any_club_tells_nothing() -> None:
    options = LockupOptions(picture_club="any")
    match = played(["QH 2D", "KC 5D", "4H QC", "5S 6D"], "0 QH, 1 KC", options)
    assert suits_possible(match, 1) == ("SHDC", "")


def test_lu_2_2_who_leads_a_club_holds_nothing_else() -> None:
    match = played(["2H 3S 9S", "AH 2C 4C", "3H 4S 5S", "4H 6S 7S"], "0 2H, 1 AH, 2 3H, 3 4H, 1 2C")
    assert suits_possible(match, 1) == ("C", "")


EARLY_LOSS = ["2H 6S 7D AS", "AH 2D 8H KS", "3C 4S 9D QS", "3H 5S TD JS"]
"""Seat 1 can take the first trick with a club in it, and lacks diamonds once it has lost the two."""


def test_lu_5_3_what_was_lost_before_a_lack_was_shown_may_be_of_that_suit() -> None:
    moves = "0 2H, 1 AH, 2 3C, 3 3H, * 1 lose 2D, 2 4S, 3 5S, 0 6S, 0 7D, 1 8H"
    match = played(EARLY_LOSS, moves)
    assert suits_possible(match, 1) == ("SHC", "SHDC")


def test_lu_5_3_what_was_lost_after_a_lack_was_shown_is_of_another_suit() -> None:
    moves = "0 7D, 1 8H, 2 9D, 3 TD, 3 3H, 0 2H, 1 AH, 2 3C, * 1 lose KS"
    match = played(["2H 6S 7D AS", "AH 8H KS 8S", "3C 4S 9D QS", "3H 5S TD JS"], moves)
    assert suits_possible(match, 1) == ("SHC", "SHC")


def test_a_world_can_be_drawn_while_a_loss_is_due() -> None:
    match = played(EARLY_LOSS, "0 2H, 1 AH, 2 3C, 3 3H")
    world = sample(GAME, match.seen(0), 0, Random(1))
    assert world.phase == Phase.LOSE
    assert rules.chance(world) == world.hands[1].bit_count() == 3

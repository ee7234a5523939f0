"""Sampled worlds: what a seat cannot rule out, all of it, and nothing else."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sevenfold.cards.masks import kinds_of, mask_of
from sevenfold.core import violations
from sevenfold.core.match import Match
from sevenfold.core.steps import Step
from sevenfold.core.tricks import NOBODY
from sevenfold.core.visibility import duplicate, view
from sevenfold.games.trump7 import rules
from sevenfold.games.trump7.facts import adds_up, cards_everywhere
from sevenfold.games.trump7.game import GAME
from sevenfold.games.trump7.state import PACK, RANKS, SEATS, Kind, Phase, Seen, State
from sevenfold.testing.contract.tables import TABLES, any_move, generators, moments
from tests.games.trump7.positions import LEASTER, played
from tests.games.worlds import Worlds, sample

TABLE = TABLES["trump7-standard-3"]

Piles = tuple[int, ...]
"""Every seat's hand, the widow, and what each has put away and seen of the widow."""


# --- what holds in every world ------------------------------------------------------------------------


def rounds(rng: Random, size: int | None = None) -> Iterator[tuple[Match[State, Seen], int]]:
    """The moments of a deal, half of the deals leasters, and a seat for each."""
    match = TABLE.begin(TABLE.deal(rng, size), rng)
    if rng.random() < 0.5:
        for _ in range(SEATS):
            match.play_text(match.acting[0], "pass")
    for moment in moments(match, rng):
        yield moment, rng.randrange(SEATS)


@settings(max_examples=25)
@given(rng=generators, short=st.integers(1, 5))
def test_a_world_has_every_card_once_and_allows_all_that_was_done(rng: Random, short: int) -> None:
    for size in (None, short):
        for match, seat in rounds(rng, size):
            world = sample(GAME, match.seen(seat), seat, rng)
            assert view(world, seat) == match.seen(seat)
            cards = sorted(cards_everywhere(world))
            assert cards == (sorted(PACK.cards) if size is None else sorted(set(cards)))
            assert [hand.bit_count() for hand in world.hands] == world.hand_sizes
            assert replayed(match.round.steps, match, world) is not None


@settings(max_examples=25)
@given(rng=generators, size=st.integers(1, 9), moves=st.integers(0, 30))
def test_the_deal_can_be_played_to_its_end(rng: Random, size: int, moves: int) -> None:
    match = TABLE.begin(TABLE.deal(rng, size), rng)
    for _ in range(moves):
        if not match.round_over:
            match.play(*any_move(match, rng))
    match.round.state = sample(GAME, match.seen(2), 2, rng)
    while not match.round_over:
        match.play(*any_move(match, rng))
    assert adds_up(match.state, size)


def replayed(steps: list[Step[State]], match: Match[State, Seen], world: State) -> State | None:
    """The state after the history was played with the cards of this world; None where one was illegal."""
    state = duplicate(steps[0].before if steps else match.state)
    for seat in range(SEATS):
        had = world.hands[seat] | world.discards[seat] | world.played[seat]
        state.hands[seat] = had & ~world.widow_seen[seat]
    state.widow = world.widow or mask_of(kind for seen in world.widow_seen for kind in kinds_of(seen))
    for step in steps:
        move = step.move
        if move.kind == Kind.DISCARD:
            move = move._replace(cards=world.discards[step.seat])
        if rules.check(state, step.seat, move) != violations.OK:
            return None
        rules.apply(state, step.seat, move)
    return state


# --- all worlds, each as often as it should be ----------------------------------------------------------


def worlds_by_brute_force(match: Match[State, Seen], seat: int) -> Counter[Piles]:
    """Every arrangement of the unseen cards that the history allows."""
    found: Counter[Piles] = Counter()
    for arrangement in permutations(kinds_of(rules.unseen_cards(match.seen(seat), seat))):
        world, cards = match.seen(seat), list(arrangement)
        for other in range(SEATS):
            if other != seat:
                world.hands[other] = mask_of(cards.pop() for _ in range(world.hand_sizes[other]))
        if world.player == NOBODY:
            world.widow = mask_of(cards)
            worlds: list[State] = [world]
        elif world.player == seat:
            worlds = [world]
        else:
            world.discards[world.player] = mask_of(cards)
            worlds = list(with_any_widow(world))
        for possible in worlds:
            if replayed(match.round.steps, match, possible) is not None:
                found[piles_of(possible)] += 1
    return found


def with_any_widow(world: State) -> Iterator[State]:
    had = world.hands[world.player] | world.played[world.player] | world.discards[world.player]
    for pair in combinations(kinds_of(had), 2):
        other = duplicate(world)
        other.widow_seen[world.player] = mask_of(pair)
        yield other


def telling_moment(rng: Random) -> tuple[Match[State, Seen], int]:
    """A moment of a full deal at which few cards are unseen, and what was played tells."""
    while True:
        for match, seat in rounds(rng):
            unseen = rules.unseen_cards(match.seen(seat), seat)
            told = any(match.state.lacks[other] & unseen for other in range(SEATS) if other != seat)
            if match.state.phase == Phase.PLAY and 4 <= unseen.bit_count() <= 5 and told:
                return match, seat


@pytest.mark.parametrize("seed", range(8))
def test_every_world_that_the_history_allows_is_drawn_as_often_as_it_should_be(seed: int) -> None:
    rng = Random(seed)
    match, seat = telling_moment(rng)
    allowed = worlds_by_brute_force(match, seat)
    assert len(set(allowed.values())) == 1
    worlds = Worlds(GAME, match.seen(seat), seat)
    drawn = Counter(piles_of(worlds.draw(rng)) for _ in range(20 * len(allowed)))
    assert set(drawn) <= set(allowed)
    freedom = len(allowed) - 1
    chi_square = sum((drawn[piles] - 20) ** 2 / 20 for piles in allowed)
    assert chi_square <= freedom + 4 * (2 * freedom) ** 0.5


def piles_of(world: State) -> Piles:
    return (*world.hands, world.widow, *world.discards, *world.widow_seen)


# --- what a card tells ----------------------------------------------------------------------------------


def suits_possible(match: Match[State, Seen], viewer: int, other: int) -> str:
    """The suits that a seat must reckon with in another's hand, `*` for the joker."""
    rng, worlds = Random(1), Worlds(GAME, match.seen(viewer), viewer)
    suits = {kind // RANKS for _ in range(300) for kind in kinds_of(worlds.draw(rng).hands[other])}
    return "".join((*PACK.suits, "*")[suit] for suit in sorted(suits, reverse=True))


HANDS = ["QS QD QC", "JK JD JC", "JS TD TC"]


def test_t7_4_2_who_does_not_follow_has_none() -> None:
    match = played(HANDS, "take H, discard 7S 8S, QS, JD")
    assert suits_possible(match, 0, 1) == "*HDC"
    assert suits_possible(match, 0, 2) == "*SHDC"


def test_t7_4_4_who_does_not_follow_to_trumps_has_no_joker() -> None:
    match = played(["QS QD QC", "KS JD JC", "JK TD TC"], "take S, discard 7S 8S, QD, JD, TD, QS, KS")
    assert suits_possible(match, 0, 1) == "*SHDC"
    match = played(["QS QD QC", "KH JD JC", "JK TD TC"], "take S, discard 7S 8S, QS, KH")
    assert suits_possible(match, 0, 1) == "HDC"


def test_t7_4_4_the_joker_played_to_trumps_tells_nothing() -> None:
    match = played(HANDS, "take S, discard 7S 8S, QS, JK")
    assert suits_possible(match, 0, 1) == "SHDC"


def test_t7_5_4_in_a_leaster_who_does_not_follow_may_hold_the_joker() -> None:
    match = played(HANDS, f"{LEASTER}, QS, JD")
    assert suits_possible(match, 0, 1) == "*HDC"


def test_t7_5_2_in_a_leaster_the_joker_tells_nothing() -> None:
    match = played(HANDS, f"{LEASTER}, QS, JK")
    assert suits_possible(match, 0, 1) == "SHDC"


def test_t7_5_3_in_a_leaster_the_suit_named_with_the_joker_is_the_one_to_follow() -> None:
    match = played(["JK QD QC", "KS JD JC", "JS TD TC"], f"{LEASTER}, JK H, JD")
    assert suits_possible(match, 0, 1) == "SDC"


def test_what_the_player_put_away_may_be_of_a_suit_that_they_lack() -> None:
    match = played(["KS QD QC", "JS JD JC", "QS TD TC"], "pass, take H, discard 7H JS, KS, JD", "7H 8H")
    rng, worlds = Random(1), Worlds(GAME, match.seen(0), 0)
    away = {kind // RANKS for _ in range(300) for kind in kinds_of(worlds.draw(rng).discards[1])}
    assert away == {0, 1, 2, 3, 4}
    assert suits_possible(match, 0, 1) == "*HDC"


def test_the_player_knows_the_widow_and_what_they_put_away() -> None:
    match = played(HANDS, "take H, discard 7S QS")
    for seed in range(50):
        world = sample(GAME, match.seen(0), 0, Random(seed))
        others = world.hands[1] | world.hands[2]
        assert not others & (world.widow_seen[0] | world.discards[0])

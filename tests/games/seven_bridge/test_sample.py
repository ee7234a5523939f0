"""Worlds that a seat cannot rule out: every card in one place, the same view, all that is known kept to."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sevenfold.cards.masks import kinds_of
from sevenfold.core.visibility import duplicate, view
from sevenfold.games.seven_bridge import rules
from sevenfold.games.seven_bridge.claims import could_pon
from sevenfold.games.seven_bridge.facts import adds_up, cards_everywhere
from sevenfold.games.seven_bridge.game import GAME
from sevenfold.games.seven_bridge.meta import META
from sevenfold.games.seven_bridge.state import PACK
from sevenfold.testing.contract.tables import TableCase, any_move, generators, moments
from tests.games.seven_bridge.positions import played
from tests.games.worlds import Worlds, sample

MIXES = (("standard", 2), ("standard", 4), ("with_joker", 3))


def table_of(preset: str, players: int) -> TableCase:
    return TableCase(META.name, META.presets[preset], players)


every_mix = pytest.mark.parametrize("table", [table_of(*mix) for mix in MIXES], ids=map(str, MIXES))


@every_mix
@settings(max_examples=10)
@given(rng=generators)
def test_a_world_has_every_card_once_and_the_seat_may_do_the_same(table: TableCase, rng: Random) -> None:
    for match in moments(table.begin(table.deal(rng), rng), rng):
        for seat in match.acting:
            world = sample(GAME, match.seen(seat), seat, rng)
            assert view(world, seat) == match.seen(seat)
            assert rules.acting(world) == 1 << seat
            assert sorted(cards_everywhere(world)) == sorted(match.pack.cards)
            assert [hand.bit_count() for hand in world.hands] == world.hand_sizes
            assert world.remade == 0 or world.stock_cards.bit_count() == world.stock_size


@every_mix
@settings(max_examples=10)
@given(rng=generators, moves=st.integers(0, 150))
def test_the_hand_can_be_played_to_its_end(table: TableCase, rng: Random, moves: int) -> None:
    match = table.begin(table.deal(rng), rng)
    for _ in range(moves):
        if not match.round_over:
            match.play(*any_move(match, rng))
    for seat in match.acting:
        match.round.state = sample(GAME, match.seen(seat), seat, rng)
    for _ in moments(match, rng):
        pass
    assert adds_up(match.state, 7)


@every_mix
@settings(max_examples=10)
@given(rng=generators)
def test_sb_3_4_what_is_known_of_a_stock_made_anew_is_true(table: TableCase, rng: Random) -> None:
    for match in moments(table.begin(table.deal(rng), rng), rng):
        state = match.state
        if state.remade:
            assert state.stock_cards & ~state.remade_cards == 0
            drawn = [(hand & state.remade_cards).bit_count() for hand in state.hands]
            assert drawn == state.from_remade


@given(rng=generators)
@settings(max_examples=10)
def test_sb_3_4_of_two_players_each_then_knows_what_the_other_held(rng: Random) -> None:
    table = table_of("standard", 2)
    for match in moments(table.begin(table.deal(rng), rng), rng):
        state = match.state
        if state.remade:
            for seat in match.acting:
                world = sample(GAME, match.seen(seat), seat, rng)
                held = [hands[1 - seat] & ~state.remade_cards for hands in (world.hands, state.hands)]
                assert held[0] == held[1]


def test_every_card_not_seen_lies_anywhere_equally_often() -> None:
    match = played(["KS 2C", "8H 4D", "9S QD"], "2H 9H 3C 5C", "0 draw, 0 discard KS")
    rng, worlds, draws = Random(1), Worlds(GAME, match.seen(1), 1), 4800
    held: Counter[int] = Counter()
    drawn_next: Counter[int] = Counter()
    for _ in range(draws):
        world = worlds.draw(rng)
        held.update(kinds_of(world.hands[2]))
        drawn_next[world.stock[world.stock_size - 1]] += 1
    unseen = set(PACK.cards) - set(PACK.read("8H 4D 2H KS"))
    for counted, size in ((held, 2), (drawn_next, 1)):
        expected = draws * size / len(unseen)
        assert set(counted) == unseen
        freedom = len(unseen) - 1
        chi_square = sum((number - expected) ** 2 / expected for number in counted.values())
        assert chi_square <= freedom + 4 * (2 * freedom) ** 0.5


def test_sb_4_10_who_could_have_ponned_has_passed() -> None:
    match = played(["KS 2C 3D", "8H TH 4D", "9S 9D QD 4C"], "2H 9H QS", "0 draw, 0 discard 9H, 2 pass")
    rng, worlds, passed = Random(1), Worlds(GAME, match.seen(1), 1), 0
    for _ in range(200):
        world = worlds.draw(rng)
        for seat in (0, 2):
            assert world.passed[seat] == (seat == 2 and could_pon(duplicate(world), seat))
        passed += world.passed[2]
    assert 0 < passed < 200

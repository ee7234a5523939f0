"""Worlds drawn for a seat: they look to it as the table does, and can be played on."""

from collections import Counter
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from sevenfold.bots.players import random_player
from sevenfold.cards.masks import kinds_of, mask_of
from sevenfold.core.deal import Deal, dealt
from sevenfold.core.match import Match
from sevenfold.core.visibility import view
from sevenfold.games.lockseven.facts import cards_everywhere
from sevenfold.games.lockseven.game import GAME
from sevenfold.games.lockseven.hidden import lacking
from sevenfold.games.lockseven.meta import LockSevenOptions
from sevenfold.games.lockseven.order import PACK, seven_of
from sevenfold.games.lockseven.state import NO_STRENGTH, SEATS, Phase, Seen, State
from tests.games.worlds import Worlds, sample

OPTIONS = LockSevenOptions()
generators = st.randoms(use_true_random=True)


def full_deal(rng: Random) -> Deal:
    return dealt(rng.sample(PACK.cards, len(PACK.cards)), SEATS, 25)


def some_moment(rng: Random, least: int, most: int) -> Match[State, Seen] | None:
    """A round at random after so many moves; None where it is over by then."""
    match = Match(GAME, OPTIONS, SEATS, full_deal(rng), rng.randrange(SEATS))
    others = random_player(GAME, rng)
    for _ in range(rng.randrange(least, most)):
        if match.round_over:
            return None
        match.play(match.acting[0], others(match.seen(match.acting[0]), match.acting[0]))
    return None if match.round_over else match


@settings(max_examples=150, deadline=None)
@given(rng=generators)
def test_a_world_looks_to_the_seat_as_the_table_does_and_has_every_card_once(rng: Random) -> None:
    match = some_moment(rng, 0, 120)
    if match is None:
        return
    seat = match.acting[0]
    worlds = Worlds(GAME, match.seen(seat), seat)
    for _ in range(3):
        world = worlds.draw(rng)
        assert view(world, seat) == match.seen(seat)
        assert Counter(cards_everywhere(world)) == Counter(PACK.cards)
        assert world.hand_sizes == match.state.hand_sizes
        for other in range(SEATS):
            assert not lacking(world, other) & world.hands[other]
            assert not world.shown[other] & ~world.hands[other]
            assert not world.shown_twice[other] & ~world.doubles[other]
            assert not world.holds_none[other] & world.hands[other]
            assert not world.at_most_one[other] & world.doubles[other]


@settings(max_examples=100, deadline=None)
@given(rng=generators)
def test_a_world_can_be_played_to_its_end(rng: Random) -> None:
    match = some_moment(rng, 0, 100)
    if match is None:
        return
    state = sample(GAME, match.seen(match.acting[0]), match.acting[0], rng)
    others = random_player(GAME, rng)
    while not GAME.rules.over(state):
        (seat,) = kinds_of(GAME.rules.acting(state))
        move = others(GAME.seen(state, seat), seat)
        assert GAME.rules.check(state, seat, move) == 0
        GAME.rules.apply(state, seat, move)
    assert Counter(cards_everywhere(state)) == Counter(PACK.cards)


@settings(max_examples=100, deadline=None)
@given(rng=generators)
def test_the_called_cards_are_where_they_can_be(rng: Random) -> None:
    match = some_moment(rng, 8, 100)
    if match is None or match.state.phase != Phase.PLAY:
        return
    seat = match.acting[0]
    world = sample(GAME, match.seen(seat), seat, rng)
    seven = seven_of(world.called)
    host = world.host
    assert (world.hands[host] | world.played[host]) & seven
    assert world.own_call[host] == world.called
    if not world.alone:
        assert world.partner not in (-1, host)
        assert (world.hands[world.partner] | world.played[world.partner]) & seven
        assert world.known_partner[world.partner] == world.partner


def test_what_the_seat_buried_is_with_who_took_it_up_or_lies_there_again() -> None:
    hands = ["7S AS KS QS JS", "7H 7H 2C 3C 4C", "5C 6C 8C 9C TC", "5D 6D 8D 9D TD"]
    deal = Deal(tuple(map(PACK.read, hands)), PACK.read("QD JD"))
    match = Match(GAME, OPTIONS, SEATS, deal, 0)
    for move in ("call S", "bury QD JD", "anti 7H 7H", "bury QD 2C"):
        match.play_text(match.acting[0], move)
    match.play_text(2, "pass")
    match.play_text(3, "pass")
    assert match.acting == (0,)
    buried = mask_of(PACK.read("QD JD"))
    worlds = Worlds(GAME, match.seen(0), 0)
    for number in range(50):
        world = worlds.draw(Random(number))
        assert not buried & ~(world.hands[1] | world.bottom)
        assert seven_of(PACK.suits.index("H")) & world.doubles[1]


@settings(max_examples=8)
@given(rng=generators)
def test_every_suit_that_the_host_may_have_called_comes_up(rng: Random) -> None:
    hands = ["7S AS KS QS JS", "AH KH 2C 3C 4C", "5C 6C 8C 9C TC", "5D 6D 8D 9D TD"]
    deal = Deal(tuple(map(PACK.read, hands)), PACK.read("QD JD"))
    match = Match(GAME, OPTIONS, SEATS, deal, 0)
    match.play_text(0, "call S")
    match.play_text(0, "bury QD JD")
    assert match.state.strength == NO_STRENGTH
    worlds = Worlds(GAME, match.seen(1), 1)
    assert {worlds.draw(rng).own_call[0] for _ in range(60)} == set(range(4))


@settings(max_examples=60, deadline=None)
@given(rng=generators)
def test_ls_7_2_what_a_follow_says_of_pairs_is_true(rng: Random) -> None:
    match = some_moment(rng, 30, 150)
    if match is not None:
        for seat in range(SEATS):
            assert not match.state.holds_none[seat] & match.state.hands[seat]
            assert not match.state.at_most_one[seat] & match.state.doubles[seat]


def test_ls_7_2_who_follows_a_pair_with_single_cards_has_no_pair_of_the_suit() -> None:
    hands = ["7S KC KC 2D", "3C 4C 5C 7S", "8C 8C 2S 3S", "9C TC JC JC"]
    match = Match(GAME, OPTIONS, SEATS, Deal(tuple(map(PACK.read, hands)), ()), 0)
    for move in ("call S", "bury", "pass", "pass", "pass", "KC KC", "3C 4C", "8C 8C"):
        match.play_text(match.acting[0], move)
    clubs = mask_of(PACK.read("2C 5C 6C"))
    assert match.state.at_most_one[1] & clubs == clubs
    assert match.state.holds_none[1] == mask_of(PACK.read("3C 4C"))
    assert match.state.at_most_one[2] == 0
    worlds = Worlds(GAME, match.seen(3), 3)
    for number in range(50):
        world = worlds.draw(Random(number))
        assert not (world.doubles[1] | world.hands[1] & match.state.holds_none[1]) & clubs

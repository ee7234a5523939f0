"""The rule-based player: its card sense in positions, its strength in rounds, its sums against exact ones."""

from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sevenfold.arena.simulate import Simulation
from sevenfold.cards.masks import mask_of
from sevenfold.games.lockup.bot.beginner import forget
from sevenfold.games.lockup.bot.chances import chance_of_none, worth_of_lockup
from sevenfold.games.lockup.bot.hasty import hasty
from sevenfold.games.lockup.bot.player import choose
from sevenfold.games.lockup.game import GAME
from sevenfold.games.lockup.meta import META, LockupOptions
from sevenfold.games.lockup.state import PACK, SEATS, State
from tests.games.lockup.positions import AUTHOR, played

ANY_CLUB = LockupOptions(picture_club="any")


def choice(hands: list[str], moves: str = "", options: LockupOptions = AUTHOR) -> str:
    """The move of the rule-based player for the seat to act."""
    match = played(hands, moves, options)
    (seat,) = match.acting
    return GAME.notation.write(choose(match.seen(seat), seat))


# --- card sense -----------------------------------------------------------------------------------------


def test_it_leads_a_card_that_cannot_be_beaten() -> None:
    assert choice(["AS 6H 3D", "2S 2H 2D", "3S 3H 4D", "4S 4H 5D"]) == "AS"


def test_of_two_sure_tricks_it_leads_the_one_that_lets_no_club_in() -> None:
    moves = "0 AS, 1 2S, 2 3S, 3 4S"
    hands = ["AS KS AH", "2S 2H 2C", "3S 3H 3C", "4S 4H 4C"]
    assert choice(hands, moves, ANY_CLUB) == "AH"


def test_the_last_to_play_takes_a_trick_without_clubs_as_low_as_it_can() -> None:
    hands = ["5H 2D 3D", "6H 4D 5D", "7H 6D 7D", "2H 8H KH"]
    assert choice(hands, "0 5H, 1 6H, 2 7H") == "8H"


TWO_CLUBS = ["5H 2D 3D 4D 5D 6D", "2C 7S 8S 9S TS JS", "3C 7D 8D 9D TD JD", "2H KH 2S 3S 4S 5S"]


def test_lu_5_1_early_in_the_round_two_clubs_are_left_to_another() -> None:
    assert choice(TWO_CLUBS, "0 5H, 1 2C, 2 3C") == "2H"


def test_lu_5_7_lockup_that_ends_with_the_round_is_no_price() -> None:
    hands = ["5H 2D", "2C 7S", "3C 7D", "2H KH"]
    assert choice(hands, "0 5H, 1 2C, 2 3C") == "KH"


def test_a_club_is_thrown_on_a_trick_that_another_takes() -> None:
    hands = ["AH 2D 3D 4D", "KH 4S 5S 6S", "QH 7S 8S 9S", "2C 2S 3S 5D"]
    assert choice(hands, "0 AH, 1 KH, 2 QH") == "2C"


def test_high_cards_are_not_wasted_on_a_trick_already_lost() -> None:
    hands = ["AH 2D 3D 4D", "KH 3H 5S 6S", "QH 7S 8S 9S", "2C 2S 3S 5D"]
    assert choice(hands, "0 AH") == "3H"


# --- strength -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", META.presets)
def test_it_takes_more_than_its_share_against_random_players(preset: str) -> None:
    seats = ("rules", "random", "random", "random")
    simulation = Simulation(GAME, META.presets[preset], SEATS, seats, seed=1)
    records = list(simulation.records(400))
    assert sum(record.result[0] for record in records) / len(records) > 3.9


# --- its sums -------------------------------------------------------------------------------------------


@given(st.integers(0, 51), st.data())
def test_the_chance_that_a_hand_holds_none_is_exact(cards: int, data: st.DataObject) -> None:
    size = data.draw(st.integers(0, cards))
    wanted = data.draw(st.integers(0, cards))
    exact = comb(cards - wanted, size) / comb(cards, size)
    assert chance_of_none(wanted, size, cards) == pytest.approx(exact)


def test_four_tricks_sat_out_cost_one_where_all_others_play() -> None:
    view = State(tricks_left=13)
    assert worth_of_lockup(view, 0, 4)[0] == 1


def test_lockup_costs_no_more_than_the_tricks_that_are_left() -> None:
    view = State(tricks_left=3)
    assert worth_of_lockup(view, 0, 4)[0] == worth_of_lockup(view, 0, 2)[0] == 0.5


def test_a_trick_sat_out_costs_more_where_fewer_would_share_it() -> None:
    view = State(tricks_left=13, locked=[0, 3, 3, 0])
    assert worth_of_lockup(view, 0, 1)[0] == 1 / 2


def test_who_sits_out_leaves_their_share_to_the_others() -> None:
    view = State(tricks_left=13)
    assert worth_of_lockup(view, 0, 1)[1] == pytest.approx(1 / 3 - 1 / 4)


# --- a beginner -----------------------------------------------------------------------------------------


def hasty_choice(hands: list[str], moves: str = "") -> str:
    """What a beginner plays without thinking."""
    match = played(hands, moves)
    (seat,) = match.acting
    return GAME.notation.write(hasty(match.seen(seat), seat))


def test_a_beginner_leads_high_and_plays_high_second() -> None:
    hands = ["KS 6H AD", "AH 2H 9H", "3S 3H 4D", "4S 4H 5D"]
    assert hasty_choice(hands) == "AD"
    assert hasty_choice(hands, "0 6H") == "AH"


def test_a_beginner_who_cannot_take_a_trick_plays_as_the_rules_say() -> None:
    hands = ["AH 6S", "KH 2H", "3S 3H", "4S 4H"]
    assert hasty_choice(hands, "0 AH") == choice(hands, "0 AH")


def test_a_beginner_remembers_this_trick_and_the_last_one() -> None:
    hands = ["AS KS QS", "2S 5S 8S", "3S 6S 9S", "4S 7S TS"]
    match = played(hands, "0 AS, 1 2S, 2 3S, 3 4S, 0 KS, 1 5S, 2 6S, 3 7S, 0 QS")
    assert PACK.names_in(forget(match.seen(1), 1).played) == PACK.names_in(
        mask_of(PACK.read("5S 6S 7S QS KS"))
    )

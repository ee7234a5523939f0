"""The rule-based player: its card sense in positions, its strength in deals, its sums against exact ones."""

from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sevenfold.arena.simulate import Simulation
from sevenfold.cards.masks import mask_of
from sevenfold.core.seeded import new_match
from sevenfold.games.trump7.bot.beginner import forget
from sevenfold.games.trump7.bot.bidding import hand_worth
from sevenfold.games.trump7.bot.chances import chance_of_none, chance_to_be_forced, chance_to_beat
from sevenfold.games.trump7.bot.features import situation
from sevenfold.games.trump7.bot.hasty import hasty
from sevenfold.games.trump7.bot.player import choose
from sevenfold.games.trump7.bot.reasons import explain
from sevenfold.games.trump7.bot.weights import WEIGHTS
from sevenfold.games.trump7.game import GAME
from sevenfold.games.trump7.state import PACK, SEATS, SUITS, State
from tests.games.trump7.positions import LEASTER, OPTIONS, cards, played

HEARTS, DIAMONDS = PACK.suits.index("H"), PACK.suits.index("D")


def choice(hands: list[str], moves: str = "", widow: str = "7S 8S") -> str:
    """The move of the rule-based player for the seat to act."""
    match = played(hands, moves, widow)
    (seat,) = match.acting
    return GAME.notation.write(choose(match.seen(seat), seat))


# --- the widow ----------------------------------------------------------------------------------------

STRONG = "JK QH JH TH 9H QS 8S 9D 7C"
POOR = "KH 9H 8S 7S KD 9D 8D KC 8C"


def test_it_takes_the_widow_with_a_strong_hand_and_makes_its_longest_suit_trump() -> None:
    others = ["KS 9S TS JS QC JC TC 9C 7D", "KH 8H 7H QD JD TD KD 8D KC"]
    assert choice([STRONG, *others], widow="8C 7S") == "take H"


def test_it_passes_with_a_poor_hand() -> None:
    others = ["QH JH TH QS JS TS KS 9S 7H", "JK QD JD TD QC JC TC 9C 7C"]
    assert choice([POOR, *others], widow="8H 7D") == "pass"


def test_a_hand_is_worth_what_is_counted() -> None:
    strong, poor = hand_worth(cards(STRONG), HEARTS, WEIGHTS), hand_worth(cards(POOR), DIAMONDS, WEIGHTS)
    trumps = 4 * WEIGHTS.trump + WEIGHTS.joker
    assert strong == trumps + 2 * WEIGHTS.queen + WEIGHTS.jack + WEIGHTS.ten
    assert hand_worth(cards("7H 7S 7D 8C"), HEARTS, WEIGHTS) == WEIGHTS.trump + WEIGHTS.trump_seven
    assert poor < WEIGHTS.enough_to_take <= strong


def test_it_puts_away_a_ten_in_danger_and_keeps_its_trumps() -> None:
    hands = ["JK QH JH 7H QS TD", "JS TS 9S 8S QD JD", "KH TH 9H QC JC TC"]
    put_away = choice(hands, "take H", "9C 8D").split()
    assert "TD" in put_away
    assert not {"JK", "QH", "JH", "7H", "QS"} & set(put_away)


# --- with a Player ------------------------------------------------------------------------------------


def test_the_player_draws_trumps_before_their_side_suits() -> None:
    hands = ["QH JH TH QS", "KH 9S 8D 7D", "9H TS 8C 7C"]
    assert choice(hands, "take H, discard 7S 8S") in ("QH", "JH", "TH")


def test_the_player_catches_the_trump_seven_with_the_highest_trump_before_a_side_suit() -> None:
    hands = [
        "JK QH 9H QD TD QS TS JC 8C",
        "KH 8H 7H 9D KD JS 8S TC QC",
        "JH TH JD 8D KS 7S 7D 7C 9C",
    ]
    tricks = "JK, 8H, JH, QH, KH, TH, QD, 9D, JD, TD, KD, 8D, QS, JS, 7S, TS, 8S, KS"
    assert choice(hands, f"take H, discard 9S KC, {tricks}", "9S KC") == "9H"


def test_a_ten_is_given_to_the_partner() -> None:
    hands = ["7S QS 9S", "JS 9H KC", "TD 8D 8H"]
    assert choice(hands, "take C, discard 7C 8C, 7S, JS", "7C 8C") == "TD"


def test_a_ten_is_not_given_to_the_player() -> None:
    hands = ["7S QS 9S", "JS 9H KC", "TD 8D 8H"]
    assert choice(hands, "take C, discard 7C 8C, QS, JS", "7C 8C") != "TD"
    hands = ["JK QC JC", "TD 8D 8H", "JS 9H KH"]
    assert choice(hands, "take C, discard 7C 8C, JK", "7C 8C") != "TD"


def test_a_trick_full_of_points_is_trumped_as_low_as_will_do() -> None:
    hands = ["TS 8S 7D", "KS 9S 8D", "QH 9H 7C"]
    assert choice(hands, "pass, pass, take H, discard 9C KC, TS, KS", "9C KC") == "9H"


def test_a_trick_that_is_lost_gets_the_card_that_is_worth_least() -> None:
    hands = ["QS 8S 7D", "JS 9H 7C", "KS 9S 8D"]
    assert choice(hands, "take D, discard 9C KC, QS, JS", "9C KC") == "9S"


# --- a leaster ----------------------------------------------------------------------------------------


def test_in_a_leaster_it_stays_under_as_high_as_it_can() -> None:
    hands = ["JS 8H 7D", "9S 9H 9D", "QS TS 7S"]
    assert choice(hands, f"{LEASTER}, JS, 9S", "8D 7C") == "TS"


def test_in_a_leaster_points_are_thrown_on_what_another_takes() -> None:
    hands = ["JS 8H 7D", "9S 9H 8D", "TC 8C 7H"]
    assert choice(hands, f"{LEASTER}, JS, 9S") == "TC"


def test_in_a_leaster_the_joker_is_not_played_to_a_trick_full_of_points() -> None:
    hands = ["TS 8H 7D", "KS 9H 8D", "JK 9S 7C"]
    assert choice(hands, f"{LEASTER}, TS, KS") == "9S"


def test_in_a_leaster_the_joker_is_got_rid_of_where_the_trick_is_one_s_own_and_cheap() -> None:
    hands = ["8H KS 7D TC", "9S 7H 8D KC", "JK QH JH QC"]
    assert choice(hands, f"{LEASTER}, 8H, 7H", "7S 8S") == "JK"


def test_in_a_leaster_it_leads_low() -> None:
    assert choice(["QS TS 7S", "JS KS 9S", "QH JH TH"], LEASTER, "8D 7D") == "7S"


# --- strength -----------------------------------------------------------------------------------------


def ahead_of_random(seat: int) -> float:
    """How far a rule-based player at this seat is ahead of two random ones, in score per deal."""
    seats = ["rules" if other == seat else "random" for other in range(SEATS)]
    records = list(Simulation(GAME, OPTIONS, SEATS, seats, seed=1).records(200))
    own = sum(record.result[seat] for record in records)
    others = sum(sum(record.result) for record in records) - own
    return (own - others / 2) / len(records)


@pytest.mark.parametrize("seat", range(SEATS))
def test_it_is_far_ahead_of_random_players(seat: int) -> None:
    assert ahead_of_random(seat) > 2


# --- its sums -----------------------------------------------------------------------------------------

masks = st.sets(st.integers(0, 28)).map(mask_of)


@given(hidden=masks, wanted=masks, lacking=masks, data=st.data())
def test_the_chance_that_a_hand_holds_none_is_exact(
    hidden: int, wanted: int, lacking: int, data: st.DataObject
) -> None:
    possible = (hidden & ~lacking).bit_count()
    size = data.draw(st.integers(0, possible))
    view = State(hand_sizes=[0, size, 0], lacks=[0, lacking, 0])
    exact = comb(possible - (hidden & ~lacking & wanted).bit_count(), size) / comb(possible, size)
    assert chance_of_none(view, 1, wanted, hidden) == pytest.approx(exact)


@given(hidden=masks, led=st.integers(0, SUITS - 1), trump=st.integers(-1, SUITS - 1), data=st.data())
def test_chances_are_chances(hidden: int, led: int, trump: int, data: st.DataObject) -> None:
    winning = data.draw(st.integers(0, 28))
    size = data.draw(st.integers(0, hidden.bit_count()))
    view = State(hand_sizes=[0, size, 0], trump=trump)
    if trump >= 0:
        assert 0 <= chance_to_beat(view, 1, led, winning, hidden) <= 1 + 1e-9
    assert -1e-9 <= chance_to_be_forced(view, 1, winning // 7 % 4, winning, hidden) <= 1


# --- a leaster --------------------------------------------------------------------------------------------


def test_in_a_leaster_a_move_costs_least_or_stays_under() -> None:
    codes: set[str | None] = set()
    for seed in range(12):
        match = new_match(GAME, seed=seed)
        while not match.round_over:
            seat = match.acting[0]
            seen = match.seen(seat)
            move = GAME.notation.parse("pass") if match.view(seat).phase == "bidding" else choose(seen, seat)
            if match.state.leaster:
                told = explain(seen, seat, move)
                codes.add(told.code if told else None)
                assert GAME.by_learnt().choose(seen, seat) in match.legal(seat)
            match.play(seat, move)
    assert codes == {"only", "costs_least", "stays_under"}


def test_before_the_play_there_is_no_situation() -> None:
    assert situation(new_match(GAME, seed=1).state, 0) == -1


# --- a beginner ---------------------------------------------------------------------------------------


def hasty_choice(hands: list[str], moves: str = "") -> str:
    """What a beginner plays without thinking."""
    match = played(hands, moves)
    (seat,) = match.acting
    return GAME.notation.write(hasty(match.seen(seat), seat))


THREE = ["JK QH JH TH 9H QS KS 9D 7C", "KH 8H 9S JD TD KD KC QC TC", "7H TS JS QD 8D 7D JC 9C 8C"]
IN_HEARTS = "take H, discard 7S 8S"


def test_a_beginner_bids_and_puts_away_as_the_rules_say() -> None:
    assert hasty_choice(THREE) == choice(THREE)
    assert hasty_choice(THREE, "take H") == choice(THREE, "take H")


def test_a_beginner_leads_high_and_takes_a_trick_with_the_highest_card() -> None:
    assert hasty_choice(THREE, IN_HEARTS) == "QH"
    assert hasty_choice(THREE, f"{IN_HEARTS}, 9H") == "KH"
    assert hasty_choice(THREE, f"{IN_HEARTS}, 9D") == "JD"


def test_a_beginner_who_cannot_take_a_trick_plays_as_the_rules_say() -> None:
    moves = f"{IN_HEARTS}, QS"
    assert hasty_choice(THREE, moves) == choice(THREE, moves)


def test_a_beginner_remembers_this_trick_and_the_last_one() -> None:
    match = played(THREE, f"{IN_HEARTS}, QH, 8H, 7H, QS, 9S, TS, KS")
    assert forget(match.seen(1), 1).played == [cards("QS KS"), cards("9S"), cards("TS")]

"""The rule-based player: its card sense in positions, what it knows of the others, its strength in deals."""

from math import comb, exp
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sevenfold.arena.simulate import Simulation
from sevenfold.bots.players import random_player
from sevenfold.cards.masks import mask_of
from sevenfold.core import violations
from sevenfold.core.deal import Deal
from sevenfold.core.match import Match
from sevenfold.core.tricks import NOBODY
from sevenfold.games.lockseven.bot.beginner import forget
from sevenfold.games.lockseven.bot.calling import hand_worth
from sevenfold.games.lockseven.bot.hasty import hasty
from sevenfold.games.lockseven.bot.outlook import at_least_one, is_sure, outlook
from sevenfold.games.lockseven.bot.partnership import partner_known_to, power_of_e, trusts
from sevenfold.games.lockseven.bot.player import choose
from sevenfold.games.lockseven.bot.weights import WEIGHTS
from sevenfold.games.lockseven.game import GAME
from sevenfold.games.lockseven.meta import LockSevenOptions
from sevenfold.games.lockseven.order import PACK, top_level
from sevenfold.games.lockseven.parts import Part
from sevenfold.games.lockseven.state import (
    SEATS,
    Seen,
    State,
)
from tests.games.lockseven.positions import any_trump, rich_deal

OPTIONS = LockSevenOptions()
SPADES, HEARTS = PACK.suits.index("S"), PACK.suits.index("H")
POSITION = {"host": 0, "called": "S", "trump": "S"}


def dealt(hands: list[str], rest: str = "", moves: str = "", **options: object) -> Match[State, Seen]:
    """A round from the deal on, after moves as in `call H, bury 3D 4D`; the waits are made."""
    deal = Deal(tuple(map(PACK.read, hands)), PACK.read(rest))
    match = Match(GAME, LockSevenOptions(**options), SEATS, deal, 0)  # type: ignore[arg-type]
    return played(match, moves)


def in_play(hands: list[str], moves: str = "", rest: str = "", **position: object) -> Match[State, Seen]:
    """A round from the first lead on: seat 0 is Host, spades are called and trumps unless said otherwise."""
    deal = Deal(tuple(map(PACK.read, hands)), PACK.read(rest))
    match = Match(GAME, OPTIONS, SEATS, deal, 0, position={**POSITION, **position})
    return played(match, moves)


def played(match: Match[State, Seen], moves: str) -> Match[State, Seen]:
    for move in filter(None, moves.split(", ")):
        match.play_text(match.acting[0], move)
    return match


def choice(match: Match[State, Seen]) -> str:
    """The move of the rule-based player for the seat to act."""
    (seat,) = match.acting
    return GAME.notation.write(choose(match.seen(seat), seat))


# --- the call ---------------------------------------------------------------------------------------

OTHERS = ["2C 3C 4C 5C 6C 8C", "2C 3C 4C 5C 6C 8C", "9C TC JC QC KC AC"]


def test_it_calls_the_suit_in_which_it_is_long() -> None:
    match = dealt(["2D 7D 7H AH KH QH", *OTHERS], moves="wait, wait, wait, wait")
    assert choice(match) == "call H"


def test_it_waits_with_a_seven_alone() -> None:
    assert choice(dealt(["2D 3H 4D 9D TH 7S", *OTHERS])) == "wait"


def test_a_suit_of_which_it_has_both_sevens_is_called_last() -> None:
    others = ["2C 3C 4C 5C 6C 8C 9C TC", "2C 3C 4C 5C 6C 8C 9C TC", "JC QC KC AC TD JD QD KD"]
    hand = "7S AS KS 7H AH KH QH"
    assert choice(played(dealt([f"{hand} JH", *others]), "wait, " * 7)) == "call H"
    assert choice(played(dealt([f"{hand} 7H", *others]), "wait, " * 7)) == "call S"


def test_sevens_jokers_pairs_and_plain_aces_are_worth_more() -> None:
    def worth(text: str) -> float:
        kinds = PACK.read(text)
        doubles = {kind for kind in kinds if kinds.count(kind) == 2}
        return hand_worth(mask_of(kinds), mask_of(doubles), SPADES, 0, WEIGHTS)

    assert worth("2S") < worth("7H") < worth("RJ")
    assert 2 * worth("9S") < worth("9S 9S")
    assert worth("9S 9S") + worth("6S 6S") < worth("9S 9S 8S 8S")
    assert worth("KH") == 0 < worth("AH") < worth("AH KH") < worth("AH AH KH")


# --- the partner, the bottom, the anti-call ---------------------------------------------------------

BOTH = "7S 7S AS KD 3D 4H"


def test_the_self_partner_hides_the_card_and_concedes_if_nobody_takes_it_up() -> None:
    match = dealt([BOTH, *OTHERS], "5H 6H", "call S")
    assert choice(match) == "hide"
    assert choice(played(match, "hide, bury 7S 4H, pass, pass, pass")) == "concede"


def test_the_self_partner_plays_alone_with_next_to_all_trumps() -> None:
    hand = "7S 7S RJ RJ BJ BJ AS AS KS KS QS QS JS JS TS TS"
    clubs = "2C 3C 4C 5C 6C 8C 9C TC JC QC KC AC"
    others = [
        f"{clubs} AD KD QD JD",
        f"{clubs} AD KD QD JD",
        "2H 3H 4H 5H 6H 8H 9H TH JH QH KH AH 2D 3D 4D 5D",
    ]
    assert choice(dealt([hand, *others], "5S 6S", "call S")) == "solo"


def test_it_buries_a_void_rather_than_points_or_trumps() -> None:
    match = dealt(["7S AS 9S KD QD TD", *OTHERS], "4H 9H", "call S")
    assert choice(match) == "bury 9H 4H"


def test_it_buries_no_ace_and_breaks_no_pair_while_there_is_something_else() -> None:
    match = dealt(["7S AS 9S AH 8D 8D", *OTHERS], "QH JH", "call S")
    assert choice(match) == "bury QH JH"


def test_points_are_safe_in_the_bottom_of_a_strong_hand() -> None:
    hand = "7S RJ RJ BJ BJ AS AS KS KS QS QS JS JS"
    others = ["2C 3C 4C 5C 6C 8C 9C TC JC QC KC AC AD", "2C 3C 4C 5C 6C 8C 9C TC JC QC KC AC AD"]
    match = dealt([hand, *others, "2H 3H 4H 6H 8H 9H JH QH KH AH 2D 3D 4D"], "TD 9D 5H 6H TH 8D", "call S")
    bottom = choice(match)
    assert "TD" in bottom
    assert "TH" in bottom


def test_points_are_safe_in_the_bottom_of_a_no_suit_round_with_fewer_trumps() -> None:
    jokers = "RJ RJ BJ BJ AS AS KS KS QS QS JS JS AD"
    others = ["2C 3C 4C 5C 6C 8C 9C TC JC QC KC AC AD", "2C 3C 4C 5C 6C 8C 9C TC JC QC KC AC KD"]
    match = dealt(["7S 2H 3H 4H 6H 8H 9H JH QH KH AH 2D 3D", jokers, *others], "TD TH", "call S, bury TD TH")
    bottom = choice(played(match, "anti RJ RJ"))
    assert "TD" in bottom
    assert "TH" in bottom


def test_it_anti_calls_to_take_up_the_bottom() -> None:
    match = dealt(["7S AS KS QS 3D 4H", "7H 7H AH 3C 4C 5C", *OTHERS[1:]], "5H 6H", "call S, bury 5H 6H")
    assert choice(match) == "anti 7H 7H"


def test_it_passes_where_its_hand_lives_on_the_trump_as_it_is() -> None:
    clubs = "2C 3C 4C 5C 6C 8C 9C TC"
    hands = [f"7H {clubs}", f"7D 7D {clubs}"[:26], "7C 7C AD AD KD KD QD QD JD", "JC JC 2H 3H 4H 5H 6H 8H 9H"]
    match = dealt(hands, "AH KH", "call H, bury AH KH, anti 7D 7D, bury AH KH")
    assert choice(match) == "pass"


# --- leading ----------------------------------------------------------------------------------------


def test_it_throws_tops_together_that_must_stand() -> None:
    match = in_play(["AH AH KH 2C 3D", "9H 8H 6H 4C 7S", "5H 4H 3H 4C 9D", "QH QH JH 8C TD"])
    assert choice(match) == "AH AH KH"


def test_it_throws_nothing_that_a_card_not_seen_could_beat() -> None:
    match = in_play(["AH KH 2C 3D", "9H 8H 4C 7S", "AH 4H 4C 9D", "QH JH 8C TD"])
    assert choice(match) in ("AH", "2C", "3D")


def test_cards_that_were_played_are_counted_for_a_throw() -> None:
    queen = Part(0, top_level(mask_of(PACK.read("QH")), HEARTS))
    hands = ["AH KH QH", "9H 8H 6H", "AH 5H 3H", "KH TH 4C"]
    for moves, stands in (("", False), ("AH, 8H, AH, TH", False), ("AH, 8H, AH, KH", True)):
        view = in_play(hands, moves).seen(0)
        assert is_sure(view, 0, HEARTS, queen, outlook(view, 0)) == stands


def test_a_pair_that_none_can_hold_higher_is_led_as_one() -> None:
    match = in_play(["KH KH AH 2C 3D", "9H 8H 6H 4C 7S", "AH 5H 3H 4C 9D", "QH QH JH 8C TD"])
    assert choice(match) in ("KH KH", "AH KH KH")


def test_the_last_trump_is_kept_for_the_last_trick_where_points_lie_in_the_bottom() -> None:
    match = in_play(["RJ 4D", "9H 7S", "5H 4C", "QH 8C"], rest="KH KH TH TH KC KC TC TC")
    assert choice(match) == "4D"


def test_the_red_joker_is_kept_for_the_last_trick_where_points_lie_in_the_bottom() -> None:
    hands = ["7S KS 5C", "RJ 7D 3C", "7S BJ 4C", "8S 6S 6C"]
    assert choice(in_play(hands, "7S", rest="KH KH TH TH KC KC TC TC")) == "7D"


# --- following --------------------------------------------------------------------------------------


def test_it_feeds_its_partner_s_trick_rather_than_trump_it() -> None:
    match = in_play(["AH 2C 3C", "3H 4C 5C", "7S TD 4D", "4H 6C 8C"], "AH, 3H")
    assert choice(match) == "TD"


def test_it_gives_nothing_to_the_host_when_it_is_not_their_partner() -> None:
    match = in_play(["AH 2C 3C", "3H 4C 5C", "4H 6C 7S", "TH KH 6H"], "AH, 3H, 4H")
    assert choice(match) == "6H"


def test_a_trick_with_points_is_trumped() -> None:
    match = in_play(["KH 2C 3C", "2S 9D 4D", "4H 6C 7S", "5H 6H 8C"], "KH")
    assert choice(match) == "2S"


def test_the_last_hand_takes_points_home_with_points() -> None:
    match = in_play(["TH 2C 3C", "3H 4C 7S", "4H 6C 8C", "AH KH 6H"], "TH, 3H, 4H")
    assert choice(match) == "KH"


def test_it_overtrumps_as_low_as_will_do() -> None:
    match = in_play(["KH 2C 3C", "8S 4C 5C", "TH 6C 8C", "7S 9S 3S"], "KH, 8S, TH")
    assert choice(match) == "9S"


def test_a_pair_is_kept_where_a_single_card_will_do() -> None:
    match = in_play(["AH 2C 3C 4C", "3H 3H 4H 7S", "5H 6C 8C 9C", "QH 8H 9D TD"], "AH")
    assert choice(match) == "4H"


def test_a_trick_of_one_s_own_side_is_not_overtaken_for_nothing() -> None:
    match = in_play(["AS 2C 3C", "3S 4C 5C", "RJ 7S TS", "4S 6C 8C"], "AS, 3S")
    assert choice(match) == "TS"


# --- what it knows of the others --------------------------------------------------------------------


def test_who_ran_out_of_trumps_is_not_the_partner() -> None:
    match = in_play(["AS 2S 3D", "4C 5C 6C", "8S 9S 3H", "7S TS 4H"], "AS, 4C")
    assert trusts(match.seen(0), 0) == [1, 0, 0.5, 0.5]
    assert partner_known_to(match.seen(2), 2) == 3
    assert trusts(match.seen(2), 2) == [0, 1, 1, 0]


def test_the_called_card_in_a_failed_throw_tells_who_the_partner_is() -> None:
    match = in_play(["2S 8S 4D", "3S AS 4C", "9S 7S KS", "4S 5S 4H"], "2S, 3S, 9S, 4S")
    assert partner_known_to(match.seen(0), 0) == NOBODY
    assert partner_known_to(played(match, "7S KS").seen(0), 0) == 2


def test_who_feeds_the_host_is_likelier_their_partner() -> None:
    match = in_play(["AH 2S 3D", "3H 9S 6C", "TH 8S 3C", "4H 7S 4C"], "AH, 3H, TH")
    chances = trusts(match.seen(0), 0)
    assert chances[2] > chances[1] == chances[3]
    assert sum(chances[1:]) == pytest.approx(1)


def test_what_a_seat_gave_and_led_tells_of_it_after_other_tricks_too() -> None:
    hands = ["AH AD 2S 2D", "3H 3D 9S 3C", "TH 4D 8S 4C", "4H 5D 7S KC"]
    fed = in_play(hands, "AH, 3H, TH, 4H")
    later = played(fed, "AD, 3D, 4D, 5D")
    assert later.state.given == [0, 0, 10, 5]
    chances = trusts(later.seen(0), 0)
    assert chances[2] > chances[3] > chances[1]
    assert trusts(later.seen(1), 1)[0] == 0


def test_who_leads_trumps_is_likelier_the_partner_and_who_leads_another_suit_less() -> None:
    hands = ["2H 2D 2S 2C", "AH 9S 3D 3C", "3H AS 4D AC", "4H 7S 5D 5C"]
    match = in_play(hands, "2H, AH, 3H, 4H")
    assert match.state.led_plain == [1, 0, 0, 0]
    second = played(match, "3D, 4D, 5D, 2D")
    assert second.state.led_plain == [1, 1, 0, 0]
    chances = trusts(second.seen(0), 0)
    assert chances[1] < chances[2]
    third = in_play(["AS 2D", "9S 3D", "TS 4D", "7S 5D"], "AS, 9S, TS, 7S")
    assert third.state.led_trumps == [1, 0, 0, 0]


@given(st.floats(-8, 8))
def test_a_power_of_e_is_about_that(exponent: float) -> None:
    assert power_of_e(exponent) == pytest.approx(exp(exponent), rel=0.02 + exponent * exponent / 16)
    assert power_of_e(exponent) > 0
    assert power_of_e(exponent) <= power_of_e(exponent + 0.5)


def test_alone_the_host_trusts_nobody_and_the_others_each_other() -> None:
    match = in_play(["7S 2S 3D", "3H 9S 6C", "TH 8S 3C", "4H 8H 4C"])
    assert trusts(match.seen(0), 0) == [1, 0, 0, 0]
    assert trusts(match.seen(3), 3) == [0, 1, 1, 1]


def test_the_bottom_is_out_of_sight_for_all_but_who_laid_it() -> None:
    match = in_play(["AS 2C", "3H 4C", "7S TD", "4H 6C"], rest="QH")
    queen = mask_of(PACK.read("QH"))
    assert outlook(match.seen(0), 0).cards & queen
    assert not outlook(match.seen(0), 0).twice & queen
    assert outlook(match.seen(1), 1).twice & queen


# --- legal, and strong ------------------------------------------------------------------------------


@settings(max_examples=30, deadline=None)
@given(rng=st.randoms(use_true_random=True))
def test_it_always_has_a_legal_move_and_throws_only_what_stands(rng: Random) -> None:
    trump = any_trump(rng)
    hands, rest = rich_deal(rng, trump)
    host = rng.randrange(SEATS)
    position = {"host": host, "called": rng.choice("SHCD"), "trump": trump}
    deal = Deal(tuple(map(PACK.read, map(" ".join, hands))), PACK.read(" ".join(rest)))
    match = Match(GAME, OPTIONS, SEATS, deal, 0, position=position)
    others = random_player(GAME, rng)
    while not match.round_over:
        (seat,) = match.acting
        move = choose(match.seen(seat), seat)
        assert GAME.rules.check(match.state, seat, move) == violations.OK
        thrown = sum(match.state.failed_throws)
        if rng.random() < 0.5:
            match.play(seat, move)
            assert sum(match.state.failed_throws) == thrown
        else:
            match.play(seat, others(match.seen(seat), seat))


@pytest.mark.parametrize("seat", range(SEATS))
def test_it_is_far_ahead_of_random_players(seat: int) -> None:
    seats = ["rules" if other == seat else "random" for other in range(SEATS)]
    records = list(Simulation(GAME, OPTIONS, SEATS, seats, seed=1).records(60))
    assert sum(record.result[seat] for record in records) / len(records) > 0.5


@given(copies=st.integers(0, 20), wanted=st.integers(0, 20), size=st.integers(0, 20))
def test_the_chance_to_hold_one_of_some_cards_is_near_the_exact_one(
    copies: int, wanted: int, size: int
) -> None:
    total = copies + wanted + size
    exact = 1 - comb(total - wanted, size) / comb(total, size)
    held = size / total if total else 0.0
    assert at_least_one(held, wanted) <= exact + 1e-9


# --- a beginner -------------------------------------------------------------------------------------


def hasty_choice(match: Match[State, Seen]) -> str:
    """What a beginner plays without thinking."""
    (seat,) = match.acting
    return GAME.notation.write(hasty(match.seen(seat), seat))


def test_a_beginner_leads_the_highest_trump_and_plays_high_second() -> None:
    hands = ["AH AH KS 3D", "9S QS 4C 6D", "5H 4S 3H 9D", "QH JH 8C TD"]
    assert hasty_choice(in_play(hands)) == "KS"
    assert hasty_choice(in_play(hands, "3D")) == "6D"
    assert hasty_choice(in_play(hands, "AH")) == "QS"


def test_a_beginner_who_cannot_take_a_trick_throws_the_lowest_cards_of_pairs_too() -> None:
    hands = ["AH AH KS", "KH 3H 3H", "5H 4S 6H", "QH JH 8C"]
    assert hasty_choice(in_play(hands, "AH")) == "3H"


def test_a_beginner_buries_the_lowest_cards_and_calls_as_the_rules_say() -> None:
    others = ["2C 3C 4C 5C 6C 8C 9C TC JC QC KC AC AD", "2C 3C 4C 5C 6C 8C 9C TC JC QC KC AC KD"]
    hands = ["7S 2H 3H 4H 6H 8H 9H JH QH KH AH 2D 3D", "2S 3S 4S 5S 6S 8S 9S TS JS QS KS AS 5D", *others]
    assert hasty_choice(dealt(hands)) == choice(dealt(hands))
    assert set(hasty_choice(dealt(hands, "TD TH", "call S")).split()[1:]) == {"2D", "2H"}


def test_a_beginner_remembers_this_trick_and_the_last_one() -> None:
    hands = ["AH AH KH KH", "9H 8H 6H 4H", "5H 4H 3H 9H", "QH QH JH JH"]
    moves = "AH, 4H, 3H, JH, AH, 6H, 4H, JH, KH, 8H, 5H"
    left = forget(in_play(hands, moves).seen(3), 3)
    assert left.played == [mask_of(PACK.read(cards)) for cards in ("AH KH", "6H 8H", "4H 5H", "JH")]
    assert left.played_twice == [0, 0, 0, 0]
    left = forget(in_play(hands, "KH, 4H, 3H, QH, KH").seen(1), 1)
    assert left.played_twice[0] == left.played[0] == mask_of(PACK.read("KH"))

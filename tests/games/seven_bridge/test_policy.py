"""The rule-based player: its card sense in positions, that it keeps the rules, its strength."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from sevenfold.arena.simulate import Simulation
from sevenfold.cards.masks import mask_of
from sevenfold.core import violations
from sevenfold.games.seven_bridge import rules
from sevenfold.games.seven_bridge.bot.covers import Cover, best_cover, table_spots
from sevenfold.games.seven_bridge.bot.hasty import hasty
from sevenfold.games.seven_bridge.bot.outs import outs_of
from sevenfold.games.seven_bridge.bot.player import choose
from sevenfold.games.seven_bridge.game import GAME
from sevenfold.games.seven_bridge.meta import META
from sevenfold.games.seven_bridge.state import JOKER_PACK
from sevenfold.testing.contract.tables import TABLES, TableCase, generators, moments
from tests.games.seven_bridge.positions import played

TABLES_HERE = {name: table for name, table in TABLES.items() if table.name == "seven_bridge"}


def choice(hands: list[str], rest: str, moves: str = "", **named: Any) -> str:
    """The move of the rule-based player for the seat to act."""
    match = played(hands, rest, moves, **named)
    (seat,) = match.acting
    return GAME.notation.write(choose(match.seen(seat), seat))


def choices_to_the_end(hands: list[str], rest: str, moves: str = "", **named: Any) -> list[str]:
    """What it does until its turn is over."""
    match = played(hands, rest, moves, **named)
    (seat,) = match.acting
    made: list[str] = []
    while match.acting == (seat,):
        move = choose(match.seen(seat), seat)
        made.append(GAME.notation.write(move))
        match.play(seat, move)
    return made


# --- going out ------------------------------------------------------------------------------------------


def test_it_goes_out_when_it_can() -> None:
    hands = ["2S 3S 4S 9D 9C 9H", "2C 4D 6H 8H TD QD AH"]
    assert choices_to_the_end(hands, "3D KH", "0 draw") == ["meld 4S 3S 2S", "meld 9H 9D 9C", "discard KH"]


def test_it_lays_off_to_go_out() -> None:
    position = {"melds": [{"owner": 1, "cards": "TS JS QS"}]}
    made = choices_to_the_end(["7C 9S KS", "2C 4D"], "3D KH", "0 draw", position=position)
    assert made[0] == "meld 7C"
    assert sorted(made[1:]) == ["discard KH", "lay 9S 0", "lay KS 0"]


def test_sb_6_4_where_lay_offs_spoil_the_concealed_win_it_melds_all_at_once() -> None:
    hands = ["2S 3S 4S 5S 7C 8C", "2C 4D"]
    made = choices_to_the_end(hands, "3D KH", "0 draw", concealed="melds_only")
    assert made == ["meld 5S 4S 3S 2S", "meld 8C 7C", "discard KH"]


def test_sb_5_2_where_the_last_card_may_be_laid_it_lays_all() -> None:
    hands = ["2S 3S 7C", "2C 4D"]
    assert choices_to_the_end(hands, "3D 4S", "0 draw", final_discard="no") == ["meld 4S 3S 2S", "meld 7C"]


def test_it_names_the_joker() -> None:
    hands = ["2S 3S JK 7C", "2C 4D"]
    made = choices_to_the_end(hands, "9D KH", "0 draw", joker="yes")
    assert made == ["meld JK=AS 3S 2S", "meld 7C", "discard KH"]


def test_a_lone_seven_takes_no_seven_that_a_sequence_needs() -> None:
    position = {"melds": [{"owner": 0, "cards": "QC QH QS"}]}
    made = choices_to_the_end(["7H 6H 5H 7C", "2C 4D"], "5D TC", "0 draw", position=position)
    assert sorted(made) == ["discard TC", "meld 7C", "meld 7H 6H 5H"]


def test_a_card_goes_where_those_behind_it_still_can_be_laid() -> None:
    melds = ["QC QH QS", "AC 2C 3C", "8C 8H 8S", "6D 7D"]
    position = {"melds": [{"owner": 1, "cards": cards} for cards in melds]}
    made = choices_to_the_end(["TD 9D 8D", "5S"], "3H 2S", "0 draw", position={**position, "opened": [0]})
    assert made[-1] == "discard 2S"
    assert "lay 8D 2" not in made


def test_what_lets_others_lay_off_no_more_is_laid_though_the_rest_is_held_back() -> None:
    melds = [{"owner": 1, "cards": "QC QH QS"}, {"owner": 0, "cards": "AC 2C 3C"}]
    hands = ["4S QD 4D 6D TC", "KC JH 9C 5S 8S 6C 2H", "TS TH 9H 8H 6S 3S 2S"]
    assert choice(hands, "3H 2D", "0 draw", position={"melds": melds}) == "lay QD 0"


# --- claims ---------------------------------------------------------------------------------------------


def test_it_pons_where_that_goes_out() -> None:
    hands = ["KS 9C 2C", "9S 9D 7H QC", "2D 4H 6S"]
    assert choice(hands, "3D 5D", "0 draw, 0 discard 9C") == "pon 9S 9D"


def test_it_takes_no_cards_out_of_a_meld_to_pon() -> None:
    hands = ["KS 9C 2C", "8S 9S TS 8D 9D TD QC", "2D 4H 6S"]
    assert choice(hands, "3D 5D", "0 draw, 0 discard 9C") == "pass"


def test_it_claims_what_leaves_clearly_fewer_dead_cards() -> None:
    hands = ["KS 9C 2C", "9S 9D QC JD 2S 4H 5C", "2D AH 6S"]
    assert choice(hands, "3D 5D", "0 draw, 0 discard 9C") == "pon 9S 9D"


def test_sb_6_4_it_takes_no_two_of_three_out_of_a_hand_that_may_win_concealed() -> None:
    hands = ["KS AD 2C", "8S AS AH 8D 7D 4C AC", "2D 9H 6S KH JD QC TC"]
    assert choice(hands, "3D 5D", "0 draw, 0 discard AD") == "pass"


CLAIMS_TOO_NEAR = {
    "TS JS QS KS KD 2H 9C": "KC",
    "AS 2S 3S 4S 4D 9H QC": "4C",
    "2H 3H 4H 5H 5C KC 9S": "5S",
    "7H 7D 8D 9D 9S QC 2C": "9H",
    "9C 9D 9H 9S 8S 2H KD": "TS",
    "KC KD KH KS QS 2H 9D": "JS",
}
"""Hands with three cards that could not be laid, and a discard that would leave one of them."""


@pytest.mark.parametrize("hand", CLAIMS_TOO_NEAR)
def test_sb_6_4_with_three_cards_left_over_it_claims_only_to_go_out(hand: str) -> None:
    discard = CLAIMS_TOO_NEAR[hand]
    hands = [f"{discard} 2D 6H", hand, "3C 8C 8H"]
    assert choice(hands, "3D 6D", f"0 draw, 0 discard {discard}") in ("pass", "draw")


# --- what to lay and what to discard --------------------------------------------------------------------


def test_early_it_holds_melds_back_for_a_concealed_win() -> None:
    hands = ["2S 3S 4S 9D 9C TH QC", "5C 4D 6H 8H TD QD AH", "5H 6C 8C JC JD KH KS"]
    assert choice(hands, "3D 5S", "0 draw").startswith("discard")


def test_it_lays_what_would_cost_much_when_another_is_about_to_go_out() -> None:
    position = {"melds": [{"owner": 1, "cards": "TS JS QS"}, {"owner": 1, "cards": "6C 6D 6H"}]}
    hands = ["7D 7H KC 9D 8C 5H", "5C", "5S 6S 8S JC JD AH AS"]
    assert choice(hands, "3D 2S", "0 draw", position=position) == "meld 7H 7D"


@pytest.mark.parametrize("others", ["5C", "5C 8D", "5C 8D 4H", "5C 8D 4H 6D"])
@pytest.mark.parametrize("meld", ["TC TD TH", "KC KD KH", "9C 9D 9H", "TD JD QD"])
def test_once_it_has_melded_it_lays_what_has_no_card_to_go_out_with(meld: str, others: str) -> None:
    position = {"melds": [{"owner": 0, "cards": "AC AH AS"}, {"owner": 2, "cards": "6C 6H 6S"}]}
    hands = [f"{meld} 2S 4S", "3C 8C 8H JS 3D QS KS", others]
    assert choice(hands, "2D JH", "0 draw", position=position).startswith("meld")


@pytest.mark.parametrize("pair", ["6H 7H", "7H 8H", "6C 7C", "7C 8C"])
def test_early_it_holds_two_cards_with_a_seven_back(pair: str) -> None:
    position = {"melds": [{"owner": 2, "cards": "5C 5S 5H"}]}
    hands = [f"{pair} KS QD 9S AD TS", "2C 3D 8S 4H JC JH 2H", "3C 4D 6S"]
    assert choice(hands, "9D 3S", "0 draw", position=position).startswith("discard")


def test_it_keeps_what_may_make_a_meld() -> None:
    hands = ["2S 3S 9D 9C 5H 6H QC", "5C 4D 8H TD QD AH KD", "3C 6C 8C JC JD KH KS"]
    assert choice(hands, "3D 2D", "0 draw") == "discard QC"


def test_of_like_cards_it_discards_the_one_that_nobody_can_collect() -> None:
    position = {"melds": [{"owner": 1, "cards": "KS KH KC"}]}
    hands = ["QC KD 2S 3S 9D 9C", "5C 4D 8H", "3C 6C 8C"]
    assert choice(hands, "5D 4H", "0 draw", position=position) in ("discard KD", "lay KD 0")


def test_sb_5_2_who_waits_with_a_pair_keeps_a_card_to_discard() -> None:
    melds = [{"owner": 1, "cards": "QC QH QS"}, {"owner": 0, "cards": "7S 8S"}]
    hands = ["QD TS TH", "KC JD 9C 5S 8D", "KD 9D 6S"]
    assert choice(hands, "3D 9H", "0 draw", position={"melds": melds}) == "discard QD"


def test_sb_5_2_a_seven_that_can_be_laid_is_kept_to_be_discarded_behind_a_pair() -> None:
    position = {"melds": [{"owner": 0, "cards": "QC QH QS"}, {"owner": 1, "cards": "3C 3H 3S"}]}
    hands = ["7D JS JH", "KC 9C 5S 8D", "KD 9D 6S"]
    assert choice(hands, "3D 2C", "0 draw", position=position) == "discard 2C"


def test_it_keeps_a_card_to_discard_while_it_holds_melds_back() -> None:
    melds = [{"owner": 1, "cards": "QC QH QS"}, {"owner": 0, "cards": "AC AH AS"}]
    hands = ["QD TS TH", "KD JD 9C 5S 8D 6C 2H", "KC 9D 6S 8H 5C 4C 3H"]
    assert choice(hands, "3D 2C", "0 draw", position={"melds": melds}) == "discard 2C"


# --- outs: the cards that it goes out with --------------------------------------------------------------


def mask(cards: str) -> int:
    return mask_of(JOKER_PACK.read(cards))


def outs(hand: str, laid: str = "", unseen: str = "TC TD 8H JH 9S KC", final_discard: int = 1) -> list[str]:
    """The outs of a hand with those cards to lay: to lay off, for a set, for a sequence; and what is kept."""
    able = mask(laid)
    cover = Cover(able, 0, 0, 0, mask("KC"))
    kept = mask(hand) | able
    found = outs_of(kept, cover, mask(unseen), 0, final_discard)
    return [JOKER_PACK.write_mask(cards) for cards in found]


def test_sb_5_2_a_pair_goes_out_with_a_third_only_if_a_card_is_left_to_discard() -> None:
    assert outs("TS TH") == ["", "", "", ""]
    assert outs("TS TH 2C") == ["", "TD TC", "", ""]
    assert outs("TS TH", laid="QD") == ["", "TD TC", "", "QD"]
    assert outs("TS TH", final_discard=0) == ["", "TD TC", "", ""]


def test_a_sequence_goes_out_as_a_set_does() -> None:
    assert outs("TH 9H 2C") == ["", "", "JH 8H", ""]


def test_a_last_dead_card_goes_out_with_what_can_be_laid_off() -> None:
    assert outs("2C") == ["KC", "", "", ""]


def test_more_than_three_dead_cards_do_not_go_out_with_one() -> None:
    assert outs("TS TH 2C 4C") == ["", "", "", ""]


# --- it keeps the rules ---------------------------------------------------------------------------------


@pytest.mark.parametrize("table", TABLES_HERE.values(), ids=TABLES_HERE)
@settings(max_examples=10)
@given(rng=generators)
def test_its_choice_is_legal_at_any_moment(table: TableCase, rng: Random) -> None:
    for match in moments(table.begin(table.deal(rng), rng), rng):
        for seat in match.acting:
            assert rules.check(match.state, seat, choose(match.seen(seat), seat)) == violations.OK


def test_what_a_hand_can_lay_is_as_much_as_can_be() -> None:
    match = played(["2S 3S 4S 4D 4C 9H", "2C 5D"], "3D KH")
    state = match.seen(0)
    cover = best_cover(state.hands[0], table_spots(state), 0, 0)
    assert JOKER_PACK.write_mask(cover.cards) == "4S 3S 2S"


# --- strength -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", META.presets)
def test_it_scores_far_more_than_random_players(preset: str) -> None:
    simulation = Simulation(GAME, META.presets[preset], 3, ("rules", "random", "random"), seed=1)
    mine, *others = (
        sum(results) for results in zip(*(r.result for r in simulation.records(100)), strict=True)
    )
    assert mine > 5 * max(others)


# --- a beginner -----------------------------------------------------------------------------------------


def test_a_beginner_claims_whatever_they_can() -> None:
    hands = ["5S 9D KC 3H QD 7C 6D 4S 2C", "5C 5H 5D 9S TS JS 2D 8H KH"]
    match = played(hands, "AH 6H", "0 draw, 0 discard 5S")
    seen = match.seen(1)
    assert GAME.notation.write(choose(seen, 1)) == "pass"
    assert GAME.notation.write(hasty(seen, 1)).startswith("pon 5")

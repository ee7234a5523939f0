"""Laws of a round: its cards, who may move, chance, its end."""

from collections import Counter

from sevenfold.core import violations
from sevenfold.core.moves import CHANCE, Move
from sevenfold.testing.contract.laws.situation import Situation, at_each_moment
from sevenfold.testing.contract.tables import any_move, chance_moves


@at_each_moment
def no_card_is_lost_or_made(situation: Situation) -> None:
    dealt = Counter(kind for hand in (*situation.deal.hands, situation.deal.rest) for kind in hand)
    assert Counter(situation.table.facts.cards_everywhere(situation.match.state)) == dealt


@at_each_moment
def players_act_or_chance_is_due_or_the_round_is_over(situation: Situation) -> None:
    match = situation.match
    assert sum((bool(match.acting), match.game.rules.chance(match.state) > 0, match.round_over)) == 1


@at_each_moment
def a_random_move_is_legal(situation: Situation) -> None:
    match = situation.match
    if not match.round_over:
        assert match.game.rules.check(match.state, *any_move(match, situation.rng)) == violations.OK


@at_each_moment
def the_outcomes_of_chance_are_different_and_legal(situation: Situation) -> None:
    match = situation.match
    moves = chance_moves(match)
    assert len(set(moves)) == len(moves)
    assert all(match.game.rules.check(match.state, CHANCE, move) == violations.OK for move in moves)


@at_each_moment
def what_is_refused_goes_by_the_common_order(situation: Situation) -> None:
    match, rules = situation.match, situation.match.game.rules
    for seat in (CHANCE, *range(match.players)):
        asked = rules.chance(match.state) > 0 if seat == CHANCE else seat in match.acting
        expected = violations.MALFORMED if asked else violations.NOT_YOUR_TURN
        violation = rules.check(match.state, seat, Move(0))
        assert violation == (violations.OVER if match.round_over else expected)


@at_each_moment
def a_round_ends_in_time_and_its_result_adds_up(situation: Situation) -> None:
    match, standing = situation.match, situation.match.standing
    assert match.version <= 1 + situation.table.facts.MOST_MOVES
    if not match.round_over:
        assert (standing.result, standing.next_first, standing.winners) == (None, None, ())
    elif match.thrown_in:
        assert (standing.result, match.over) == (None, False)
    else:
        assert len(standing.result or ()) == match.players
        assert situation.table.facts.adds_up(match.state, len(situation.deal.hands[0]))
        assert match.over or standing.next_first in range(match.players)

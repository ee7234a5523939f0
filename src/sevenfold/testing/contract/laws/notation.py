"""Laws of moves as text: what is written is read again."""

from sevenfold.testing.contract.laws.situation import Situation, at_each_moment, at_some_moments
from sevenfold.testing.contract.tables import chance_moves, legal_moves_of, nonsense

MOST_CARDS = 5
"""Dealt to each, for all legal moves to be written."""


@at_some_moments
def legal_moves_and_what_chance_does_are_read_as_they_are_written(situation: Situation) -> None:
    match, notation = situation.match, situation.match.game.notation
    moves = chance_moves(match)
    if len(situation.deal.hands[0]) <= MOST_CARDS:
        moves += legal_moves_of(match)
    assert [notation.parse(notation.write(move)) for move in moves] == moves
    assert [notation.parse(f"  {notation.write(move).lower()} ") for move in moves] == moves


@at_each_moment
def every_move_of_the_log_is_read_as_it_was_written(situation: Situation) -> None:
    notation = situation.match.game.notation
    assert all(
        notation.parse(notation.write(step.move)) == step.move for step in situation.match.round.steps[-1:]
    )


@at_some_moments
def what_is_no_move_is_read_as_it_was_written_or_not_at_all(situation: Situation) -> None:
    notation = situation.match.game.notation
    for move in nonsense(situation.match, situation.rng):
        text = notation.write(move)
        assert notation.write(notation.parse(text)) in (text, "")

"""What a review says of a round is what is kept and sent of it."""

import pytest
from msgspec.structs import replace

from sevenfold.games import game_names
from sevenfold.server.rounds.evaluating import ToEvaluate, evaluated
from sevenfold.server.rounds.evaluations import as_far, engine_of, so_far_of
from sevenfold.server.storage.reviews import KeptReview, ReviewKey
from sevenfold.testing.running import FEW_WORLDS
from tests.server.test_rounds import match_after


@pytest.mark.usefixtures("plain_python")
@pytest.mark.parametrize("game", game_names())
@pytest.mark.parametrize("known", [False, True])
def test_what_is_judged_comes_through_the_database_as_it_is(game: str, known: bool) -> None:
    """A review that goes on from what is kept is the same as one that never stops."""
    match = match_after(game, 1)
    seat = match.players - 1
    key = ReviewKey("table", match.deals, seat, known, engine_of(game))
    asked = ToEvaluate(key, FEW_WORLDS, match.log, match.deals - 1)
    *decided, end = evaluated(asked)
    middle = decided[len(decided) // 2].progress
    assert middle is not None
    *_, again = evaluated(replace(asked, so_far=so_far_of(middle)))
    assert again == end
    assert end.review is not None
    done = as_far(key, game, KeptReview("done", False, 0, None, end.review))
    assert done.decisions
    for decision in done.decisions:
        step = match.round.steps[decision.at]
        assert (step.seat, match.write(step.move)) == (seat, decision.played.text)
    assert done.curve[0].at == 0
    assert done.curve[-1].at == len(match.round.steps)
    assert done.result == match.standing.result[seat]

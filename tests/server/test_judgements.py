"""What a review says of a round is what is kept and sent of it."""

import msgspec
import pytest

from sevenfold.games import game_names
from sevenfold.search import review
from sevenfold.server.rounds.judgements import as_far, engine_of
from sevenfold.server.rounds.reviewing import Judging
from sevenfold.server.storage.reviews import KeptReview, ReviewKey
from sevenfold.testing.running import FEW_WORLDS
from tests.server.test_rounds import match_after


@pytest.mark.parametrize("game", game_names())
@pytest.mark.parametrize("known", [False, True])
def test_what_is_judged_comes_through_the_database_as_it_is(
    monkeypatch: pytest.MonkeyPatch, game: str, known: bool
) -> None:
    """A review that goes on after each decision from what is kept is the same as one that never stops."""
    monkeypatch.setattr(review, "WORLDS", FEW_WORLDS)
    match = match_after(game, 1)
    seat = match.players - 1
    key = ReviewKey("table", match.deals, seat, known, engine_of(game))
    at_once, kept = Judging(key, match.round, None), None
    while not at_once.is_judged:
        going_on = Judging(key, match.round, kept)
        at_once.judge()
        going_on.judge()
        kept = msgspec.json.encode(going_on.so_far).decode()
    assert Judging(key, match.round, kept).end() == at_once.end()
    done = as_far(key, game, KeptReview("done", False, 0, None, at_once.end()))
    assert done.decisions
    for decision in done.decisions:
        step = match.round.steps[decision.at]
        assert (step.seat, match.write(step.move)) == (seat, decision.played.text)
    assert done.curve[0].at == 0
    assert done.curve[-1].at == len(match.round.steps)
    assert done.result == match.standing.result[seat]

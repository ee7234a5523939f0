"""The cards that a seat could not know are dealt anew: whatever it was told stays as it was."""

from random import Random

import msgspec
import pytest

import sevenfold
from sevenfold.core.match import AnyMatch
from sevenfold.core.redealing import deal_anew
from sevenfold.games import game_names


def played(game: str, seed: int) -> AnyMatch:
    match: AnyMatch = sevenfold.new_match(sevenfold.load_game(game), seed=seed)
    while not match.round_over:
        seat = match.acting[0]
        match.play(seat, match.game.choose(match.seen(seat), seat))
    return match


@pytest.mark.parametrize("game", game_names())
@pytest.mark.parametrize("seed", [3, 5])
@pytest.mark.parametrize("part", [0.0, 0.35, 0.8])
def test_the_seat_was_told_the_same_and_the_others_hold_other_cards(
    game: str, seed: int, part: float
) -> None:
    match = played(game, seed)
    steps = match.round.steps
    at = next(at for at in range(int(part * len(steps)), -1, -1) if _acts(match, at))
    branch = match.at(steps[at - 1].version if at else match.round.dealt_at)
    seat = branch.acting[0]
    others = [deal_anew(branch, seat, Random(number)) for number in range(2)]
    for other in others:
        assert other.moment(seat) == branch.moment(seat)
        assert other.version == branch.version
        assert other.legal(seat)[0] == branch.legal(seat)[0]
        dealt = (each.round.deal for each in (other, branch))
        cards = [sorted(kind for hand in (*deal.hands, deal.rest) for kind in hand) for deal in dealt]
        assert cards[0] == cards[1]
    hands = {tuple(other.view(each).hand for each in range(match.players)) for other in (*others, branch)}
    assert len(hands) > 1


def _acts(match: AnyMatch, at: int) -> bool:
    then = match.at(match.round.steps[at - 1].version if at else match.round.dealt_at)
    return bool(then.acting)


def test_every_card_that_may_lie_elsewhere_comes_to_do_so() -> None:
    match: AnyMatch = sevenfold.new_match(sevenfold.load_game("lockup"), seed=7)
    first = match.view(1).hand[0]
    holders = {seat for number in range(40) for seat in range(4) if _holds(match, number, seat, first)}
    assert holders == {0, 1, 2, 3} - {3}


def _holds(match: AnyMatch, number: int, seat: int, card: str) -> bool:
    return card in deal_anew(match, 3, Random(number)).view(seat).hand


def test_a_log_that_begins_later_says_with_which_round_and_scores() -> None:
    game = sevenfold.load_game("lockup")
    seeded = sevenfold.new_match(game, seed=7)
    deal = seeded.round.deal
    match = sevenfold.Match(game, game.meta.options(), 4, deal, 0, totals=(1, 2, 3, 4), round_number=5)
    assert (match.log.round, match.log.scores) == (5, (1, 2, 3, 4))
    again = sevenfold.replay(game, match.log)
    assert again.standing == match.standing
    assert (seeded.log.round, seeded.log.scores) == (1, ())


@pytest.mark.parametrize("wrong", [{"round": 0}, {"scores": (1, 2)}])
def test_a_log_that_begins_nowhere_is_refused(wrong: dict[str, object]) -> None:
    game = sevenfold.load_game("lockup")
    log = msgspec.structs.replace(sevenfold.new_match(game, seed=7).log, **wrong)
    with pytest.raises(sevenfold.LogError, match="begins with round 1 or later"):
        sevenfold.replay(game, log)

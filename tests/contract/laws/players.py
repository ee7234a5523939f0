"""Laws of players: whatever is forgotten, the moves are those of what the seat sees."""

from sevenfold.core import violations
from sevenfold.core.legal import legal_moves
from tests.contract.laws.moment import Moment, at_some_moments


@at_some_moments
def who_forgets_what_was_played_has_the_same_moves(moment: Moment) -> None:
    match = moment.match
    for seat in match.acting:
        seen = match.seen(seat)
        left = match.game.forget(seen, seat)
        move = match.game.choose(left, seat)
        assert match.game.rules.check(seen, seat, move) == violations.OK
        if match.game.rules.is_listed(seen):
            assert legal_moves(match.game.rules, left, seat) == legal_moves(match.game.rules, seen, seat)

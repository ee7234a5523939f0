"""Laws of a state: flat, and changed by `apply` alone."""

from typing import Any

from sevenfold.core import defaults, violations
from sevenfold.core.game import UnsoundState, WrongValue
from sevenfold.core.match import Match
from sevenfold.core.moves import CHANCE, Move
from sevenfold.core.playout import NO_LIMIT, playout
from sevenfold.core.violations import IllegalMove
from sevenfold.core.visibility import duplicate, visibilities
from sevenfold.testing.changing import changed
from sevenfold.testing.contract.laws.situation import Situation, at_each_moment, at_some_moments
from sevenfold.testing.contract.laws.worlds import worlds_of
from sevenfold.testing.contract.tables import all_seen, any_move, bytes_of, nonsense

CHANGES = 6
"""How many changes are tried at a moment; most are refused."""


@at_each_moment
def a_state_is_integers_and_lists_of_fixed_length(situation: Situation) -> None:
    blank = situation.match.game.state()
    for name in visibilities(situation.match.game.state):
        value, default = getattr(situation.match.state, name), getattr(blank, name)
        numbers = value if isinstance(default, list) else [value]
        assert len(numbers) == (len(default) if isinstance(default, list) else 1)
        assert set(map(type, numbers)) == {int}
        assert -(1 << 63) <= min(numbers) <= max(numbers) < 1 << 63


@at_each_moment
def every_number_is_one_that_its_field_can_have(situation: Situation) -> None:
    match = situation.match
    for viewer in (None, *range(match.players)):
        match.game.check_values(match.seen(viewer))


@at_each_moment
def a_state_that_the_rules_made_is_sound(situation: Situation) -> None:
    match = situation.match
    match.game.check_state(match.state)


@at_some_moments
def what_an_acting_seat_sees_is_sound_and_so_is_each_of_its_worlds(situation: Situation) -> None:
    match = situation.match
    for seat in match.acting:
        match.game.check_view(match.seen(seat), seat)
        if match.game.sample is not None:
            for world in worlds_of(match, seat, 2, situation.rng.randrange(1000)):
                match.game.check_state(world)


@at_some_moments
def a_changed_state_is_refused_or_plays_on_to_an_end(situation: Situation) -> None:
    """In plain Python, where a list that is read beyond its end says so; of a game that has a `sound.py`."""
    game, rng = situation.match.game, situation.rng
    if game.misfit is defaults.misfit:
        return
    for _ in range(CHANGES):
        state = changed(game, situation.match.state, rng)
        try:
            game.check_state(state)
        except (WrongValue, UnsoundState):
            continue
        seen, policy = duplicate(state), rng.choice((0, (1 << situation.match.players) - 1))
        playout(game.rules, game.choose, policy, state, seen, rng.randrange(1 << 32), NO_LIMIT)
        assert game.rules.over(state)
        game.returns(state)


@at_each_moment
def a_move_on_a_copy_leaves_the_original_alone(situation: Situation) -> None:
    match = situation.match
    if match.round_over:
        return
    before = bytes_of(match.state)
    copy = duplicate(match.state)
    assert bytes_of(copy) == before
    match.game.rules.apply(copy, *any_move(match, situation.rng))
    assert bytes_of(match.state) == before != bytes_of(copy)


def is_played(match: Match[Any, Any], seat: int, move: Move) -> bool:
    """Whether the match makes this move instead of refusing it."""
    try:
        match.play(seat, move)
    except IllegalMove:
        return False
    return True


@at_some_moments
def a_refused_move_changes_nothing(situation: Situation) -> None:
    match = situation.match
    before = (bytes_of(match.state), bytes_of(match.log), bytes_of(match.standing), all_seen(match))
    tried = list(nonsense(match, situation.rng))
    for seat in (CHANCE, *range(match.players)):
        refused = [move for move in tried if match.game.rules.check(match.state, seat, move) != violations.OK]
        assert not any(is_played(match, seat, move) for move in refused)
    after = (bytes_of(match.state), bytes_of(match.log), bytes_of(match.standing), all_seen(match))
    assert after == before

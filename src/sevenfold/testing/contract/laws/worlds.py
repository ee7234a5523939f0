"""Laws of sampled worlds: the seat sees the same in each, and every card is in one place."""

from typing import Any

from sevenfold.core.dice import dice_for
from sevenfold.core.match import Match
from sevenfold.core.visibility import duplicate, view
from sevenfold.core.worlds import draw_worlds, empty_layout
from sevenfold.testing.contract.laws.situation import Situation, at_some_moments


def worlds_of(match: Match[Any, Any], seat: int, count: int, seed: int) -> list[Any]:
    """Worlds by plain Python."""
    seen = match.seen(seat)
    assert match.game.sample is not None
    worlds = [duplicate(seen) for _ in range(count)]
    assert draw_worlds(match.game.sample, seen, seat, empty_layout(), worlds, dice_for(seed, 0))
    return worlds


@at_some_moments
def a_world_looks_to_the_seat_as_the_table_does(situation: Situation) -> None:
    match = situation.match
    for seat in match.acting:
        for world in worlds_of(match, seat, 2, situation.rng.randrange(1000)):
            assert view(world, seat) == match.seen(seat)
            assert match.game.rules.acting(world) >> seat & 1


@at_some_moments
def every_card_of_a_world_is_in_one_place(situation: Situation) -> None:
    match, facts = situation.match, situation.table.facts
    if sum(map(len, (*situation.deal.hands, situation.deal.rest))) == len(match.pack.cards):
        for seat in match.acting:
            (world,) = worlds_of(match, seat, 1, situation.rng.randrange(1000))
            assert sorted(facts.cards_everywhere(world)) == sorted(facts.cards_everywhere(match.state))

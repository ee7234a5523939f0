"""What a seat may do and is told follows from what it sees: all else is scrambled, and nothing changes."""

from dataclasses import replace
from random import Random
from typing import Any

from hypothesis import given, settings

from sevenfold.core.deal import Deal
from sevenfold.core.legal import extend
from sevenfold.core.match import Match
from sevenfold.core.moves import CHANCE, Move
from sevenfold.core.visibility import Visibility, duplicate, view, visibilities
from tests.contract.tables import (
    Table,
    bytes_of,
    every_table,
    generators,
    moments,
    nonsense,
    pass_claims,
    sizes,
    some_moments,
)


def scramble(state: Any, seat: int | None, cards: int, rng: Random) -> Any:
    """The state with other values wherever the seat, None for a spectator, may not see."""

    def other() -> int:
        return rng.choice((-1, 0, 1, 2, rng.randrange(1 << cards), rng.randrange(1 << cards)))

    copy = duplicate(state)
    for name, visibility in visibilities(type(state)).items():
        value = getattr(copy, name)
        if visibility is Visibility.OWN:
            value[:] = [entry if owner == seat else other() for owner, entry in enumerate(value)]
        elif visibility is Visibility.HIDDEN:
            hidden = [other() for _ in value] if isinstance(value, list) else other()
            setattr(copy, name, hidden)
    return copy


def shown(match: Match[Any], state: Any, seat: int | None) -> bytes:
    """The view that is sent."""
    seen = view(state, seat)
    return bytes_of(match.game.view.show(seen, seat, match.game.rules.acting(seen)))


@every_table
@settings(max_examples=10)
@given(rng=generators, size=sizes)
def test_nothing_unseen_shows_in_a_view(table: Table, rng: Random, size: int | None) -> None:
    for match in some_moments(table.begin(table.deal(rng, size), rng), rng):
        for seat in (None, *range(table.players)):
            other = scramble(match.state, seat, len(match.pack.names), rng)
            assert shown(match, other, seat) == bytes_of(match.view(seat))


@every_table
@settings(max_examples=5)
@given(rng=generators, size=sizes)
def test_nothing_unseen_decides_what_a_seat_may_do(table: Table, rng: Random, size: int | None) -> None:
    rules = table.game.rules
    for match in some_moments(table.begin(table.deal(rng, size), rng), rng):
        for seat in range(table.players):
            other = scramble(match.state, seat, len(match.pack.names), rng)
            tried = [Move(kind, 1 << card) for kind in range(4) for card in range(len(match.pack.names))]
            for move in (*tried, *nonsense(match, rng)):
                assert rules.check(other, seat, move) == rules.check(match.state, seat, move)
            if seat in match.acting:
                assert extend(rules, other, seat) == match.extend(seat)
                for card in range(len(match.pack.names)):
                    assert extend(rules, other, seat, 1 << card) == match.extend(seat, 1 << card)


@every_table
@settings(max_examples=10)
@given(rng=generators, size=sizes)
def test_the_rule_based_player_chooses_by_what_it_sees(table: Table, rng: Random, size: int | None) -> None:
    for match in moments(table.begin(table.deal(rng, size), rng), rng):
        for seat in match.acting:
            other = scramble(match.state, seat, len(match.pack.names), rng)
            choice = table.game.choose(match.seen(seat), seat)
            assert choice == table.game.choose(other, seat)


@every_table
@settings(max_examples=10)
@given(rng=generators, size=sizes)
def test_nothing_unseen_is_told_of_a_move(table: Table, rng: Random, size: int | None) -> None:
    for match in some_moments(table.begin(table.deal(rng, size), rng), rng):
        for step in match.steps[-1:]:
            for viewer in (None, *range(table.players)):
                before = scramble(step.before, viewer, len(match.pack.names), rng)
                after = scramble(step.after, viewer, len(match.pack.names), rng)
                other = replace(step, before=before, after=after)
                assert match.visible_events(other, viewer, 1) == match.visible_events(step, viewer, 1)


@every_table
@settings(max_examples=10)
@given(rng=generators, size=sizes)
def test_one_player_at_most_is_told_what_chance_did_in_secret(
    table: Table, rng: Random, size: int | None
) -> None:
    rules, story = table.game.rules, table.game.story
    for match in moments(table.begin(table.deal(rng, size), rng), rng):
        outcomes = [rules.chance_move(match.state, index) for index in range(rules.chance(match.state))]
        informed = [
            viewer
            for viewer in (None, *range(table.players))
            if len({story.visible_move(match.state, CHANCE, move, viewer) for move in outcomes}) > 1
        ]
        assert len(informed) <= 1
        assert None not in informed


@every_table
@settings(max_examples=10)
@given(rng=generators, size=sizes)
def test_a_deal_shows_a_seat_its_own_hand_alone(table: Table, rng: Random, size: int | None) -> None:
    deal = table.deal(rng, size)
    first = rng.randrange(table.players)
    for seat in range(table.players):
        others = [kind for owner, hand in enumerate(deal.hands) if owner != seat for kind in hand]
        rng.shuffle(others)
        hands = [
            hand if owner == seat else tuple(others.pop() for _ in hand)
            for owner, hand in enumerate(deal.hands)
        ]
        states = [
            table.game.rules.start(table.options, table.players, dealt, first)
            for dealt in (deal, Deal(tuple(hands), deal.rest))
        ]
        for state in states:
            pass_claims(table.game, state)
        assert len({bytes_of(view(state, seat)) for state in states}) == 1


@every_table
@settings(max_examples=10)
@given(rng=generators, size=sizes)
def test_one_player_at_most_sees_what_chance_did_in_secret(
    table: Table, rng: Random, size: int | None
) -> None:
    rules = table.game.rules
    for match in moments(table.begin(table.deal(rng, size), rng), rng):
        outcomes = [rules.chance_move(match.state, index) for index in range(rules.chance(match.state))]
        states = [duplicate(match.state) for _ in outcomes]
        for state, move in zip(states, outcomes, strict=True):
            rules.apply(state, CHANCE, move)
        informed = [
            viewer
            for viewer in (None, *range(table.players))
            if len({bytes_of(view(state, viewer)) for state in states}) > 1
        ]
        assert len(informed) <= 1
        assert None not in informed

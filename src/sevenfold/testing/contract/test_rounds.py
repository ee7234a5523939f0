"""Rounds of every game, played at random: each law of `laws/` is asserted on the way."""

from random import Random
from typing import Any

import msgspec
from hypothesis import given, settings

from sevenfold.core.deal import Deal
from sevenfold.core.log import Log
from sevenfold.core.match import Match
from sevenfold.core.replaying import replay
from sevenfold.core.visibility import view
from sevenfold.testing.contract.laws import (  # noqa: F401  they register
    choices,
    counting,
    notation,
    observations,
    players,
    rounds,
    secrets,
    states,
    worlds,
)
from sevenfold.testing.contract.laws.situation import AT_EACH_MOMENT, AT_SOME_MOMENTS, Situation
from sevenfold.testing.contract.tables import (
    TableCase,
    all_seen,
    bytes_of,
    every_table,
    generators,
    moments,
    pass_claims,
    sizes,
)

ROUNDS = settings().max_examples // 8
"""The number of rounds at each table."""


def is_looked_at(number: int, rng: Random) -> bool:
    """Whether to check this situation: about ten of a round, fewer and fewer as the round goes on."""
    return rng.random() < 2 / (2 + number)


@every_table
@settings(max_examples=ROUNDS)
@given(rng=generators, size=sizes)
def test_each_law_holds_at_each_moment_of_a_round(table: TableCase, rng: Random, size: int | None) -> None:
    deal = table.deal(rng, size)
    for number, match in enumerate(moments(table.begin(deal, rng), rng)):
        situation = Situation(table, deal, match, rng)
        some = AT_SOME_MOMENTS if match.round_over or is_looked_at(number, rng) else ()
        for law in (*AT_EACH_MOMENT, *some):
            law(situation)


# --- the log ----------------------------------------------------------------------------------------


def told(match: Match[Any, Any]) -> list[bytes]:
    """All that anybody is told of the match: the log, the standing, each view, each one's events."""
    viewers = (None, *range(match.players))
    events = [bytes_of(match.ledger(viewer).events()) for viewer in viewers]
    return [bytes_of(match.log), bytes_of(match.standing), bytes_of(match.state), *all_seen(match), *events]


@every_table
@settings(max_examples=5)
@given(rng=generators, size=sizes)
def test_a_log_replays_to_the_same_bytes_move_by_move(
    table: TableCase, rng: Random, size: int | None
) -> None:
    match = table.begin(table.deal(rng, size), rng)
    seen = {
        match.version: told(match)
        for number, match in enumerate(moments(match, rng))
        if match.round_over or is_looked_at(number, rng)
    }
    written = bytes_of(match.log)
    log = msgspec.json.decode(written, type=Log)
    begun = msgspec.structs.replace(log, entries=log.entries[:1])
    again = replay(table.game, begun, viewers=(None, *range(table.players)))
    assert told(again) == seen[again.version]
    for entry in log.entries[1:]:
        again.apply_entry(entry)
        if again.version in seen:
            assert told(again) == seen[again.version]
    assert bytes_of(again.log) == written


@every_table
@settings(max_examples=2)
@given(rng=generators, size=sizes)
def test_rounds_add_up_to_a_match_that_replays(table: TableCase, rng: Random, size: int | None) -> None:
    match = table.begin(table.deal(rng, size), rng)
    played = 0
    for _ in range(5):
        for _ in moments(match, rng):
            ended = match.round_over and not match.thrown_in
            assert len(match.standing.results) == played + ended
        assert match.standing.round == played + 1
        results = match.standing.results
        assert match.standing.scores == tuple(
            sum(result[seat] for result in results) for seat in range(match.players)
        )
        if match.standing.next_first is None:
            break
        played = len(match.standing.results)
        match.deal(table.deal(rng, size), match.standing.next_first)
    assert match.over == bool(match.winners)
    again = replay(table.game, match.log, viewers=(None, *range(table.players)))
    assert told(again) == told(match)  # also what nobody has asked for during the round


# --- the deal ---------------------------------------------------------------------------------------


@every_table
@settings(max_examples=10)
@given(rng=generators, size=sizes)
def test_a_deal_shows_a_seat_its_own_hand_alone(table: TableCase, rng: Random, size: int | None) -> None:
    deal = table.deal(rng, size)
    first = rng.randrange(table.players)
    for seat in range(table.players):
        others = [kind for owner, hand in enumerate(deal.hands) if owner != seat for kind in hand]
        rng.shuffle(others)
        hands = [
            hand if owner == seat else tuple(others.pop() for _ in hand)
            for owner, hand in enumerate(deal.hands)
        ]
        so_far = table.game.so_far(table.players)
        begun = [
            table.game.rules.start(table.options, table.players, dealt, first, so_far)
            for dealt in (deal, Deal(tuple(hands), deal.rest))
        ]
        for state in begun:
            pass_claims(table.game, state)
        assert len({bytes_of(view(state, seat)) for state in begun}) == 1

"""The log is the truth: replayed, it gives the same bytes at every version."""

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings

from sevenfold.core.deal import DealError
from sevenfold.core.game import AnyGame, WrongNumberOfSeats
from sevenfold.core.log import Log, LogError
from sevenfold.core.match import Match, RoundNotOver, replay
from tests.contract.tables import (
    Table,
    all_seen,
    bytes_of,
    every_game,
    every_table,
    generators,
    moments,
    nonsense,
    sizes,
    some_moments,
)


def told(match: Match[Any, Any]) -> list[bytes]:
    """All that anybody is told of the match: the log, the standing, each view, each one's events."""
    viewers = (None, *range(match.players))
    events = [bytes_of(match.ledger(viewer).events()) for viewer in viewers]
    return [bytes_of(match.log), bytes_of(match.standing), bytes_of(match.state), *all_seen(match), *events]


def cut(log: Log, version: int) -> Log:
    return msgspec.structs.replace(log, entries=log.entries[:version])


@every_table
@settings(max_examples=5)
@given(rng=generators, size=sizes)
def test_a_log_replays_to_the_same_bytes_move_by_move(table: Table, rng: Random, size: int | None) -> None:
    match = table.begin(table.deal(rng, size), rng)
    start = told(match)
    seen = {moment.version: told(moment) for moment in some_moments(match, rng)}
    written = bytes_of(match.log)
    log = msgspec.json.decode(written, type=Log)
    again = replay(table.game, cut(log, 1))
    assert told(again) == start
    for entry in log.entries[1:]:
        again.follow(entry)
        if again.version in seen:
            assert told(again) == seen[again.version]
    assert bytes_of(again.log) == written


@every_table
@settings(max_examples=5)
@given(rng=generators)
def test_a_log_of_several_rounds_replays(table: Table, rng: Random) -> None:
    match = table.begin(table.deal(rng, 2), rng)
    for _ in range(3):
        for _moment in moments(match, rng):
            pass
        if match.standing.next_first is not None:
            match.deal(table.deal(rng, 2), match.standing.next_first)
    assert told(replay(table.game, match.log)) == told(match)


@every_table
@settings(max_examples=10)
@given(rng=generators, size=sizes)
def test_every_move_of_the_log_is_read_as_it_was_written(table: Table, rng: Random, size: int | None) -> None:
    notation = table.game.notation
    match = table.begin(table.deal(rng, size), rng)
    for _ in moments(match, rng):
        assert all(notation.parse(notation.write(step.move)) == step.move for step in match.steps[-1:])
        for move in nonsense(match, rng):
            text = notation.write(move)
            assert notation.write(notation.parse(text)) in (text, "")


@every_game
def test_a_log_of_other_rules_is_not_replayed(game: AnyGame) -> None:
    match = _begun(game)
    for other in (
        msgspec.structs.replace(match.log, rules=game.meta.rules_version + 1),
        msgspec.structs.replace(match.log, game="patience"),
        cut(match.log, 0),
    ):
        with pytest.raises(LogError):
            replay(game, other)


@every_game
def test_a_log_does_not_deal_while_a_round_is_played(game: AnyGame) -> None:
    match = _begun(game)
    with pytest.raises(RoundNotOver):
        replay(game, msgspec.structs.replace(match.log, entries=match.log.entries * 2))


@every_game
def test_a_log_for_too_many_players_is_not_replayed(game: AnyGame) -> None:
    players = game.meta.players.max + 1
    log = _begun(game).log
    begun = log.entries[0]
    deal = {str(seat): "" for seat in range(players)}
    crowded = msgspec.structs.replace(
        log, players=players, entries=(msgspec.structs.replace(begun, deal=deal),)
    )
    with pytest.raises(WrongNumberOfSeats):
        replay(game, crowded)


@every_game
@pytest.mark.parametrize("first", [-1, 9])
def test_nobody_sits_where_the_deal_says_who_is_first(game: AnyGame, first: int) -> None:
    table = Table(game.meta.name, game.meta.options(), game.meta.seats(None))
    with pytest.raises(DealError, match="no seat"):
        Match(game, table.options, table.players, table.deal(Random(1)), first)


def _begun(game: AnyGame) -> Match[Any, Any]:
    table = Table(game.meta.name, game.meta.options(), game.meta.seats(None))
    return table.begin(table.deal(Random(1)), Random(1))

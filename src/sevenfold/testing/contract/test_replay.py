"""Logs that cannot be replayed: of other rules, for too many players, with a deal too early."""

from random import Random
from typing import Any

import msgspec
import pytest

from sevenfold.core.deal import DealError
from sevenfold.core.game import AnyGame
from sevenfold.core.log import Log, LogError
from sevenfold.core.match import Match
from sevenfold.core.meta import WrongNumberOfSeats
from sevenfold.core.replaying import replay
from sevenfold.core.round import RoundNotOver
from sevenfold.testing.contract.tables import TableCase, every_game


def cut(log: Log, version: int) -> Log:
    return msgspec.structs.replace(log, entries=log.entries[:version])


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
    table = TableCase(game.meta.name, game.meta.options(), game.meta.seats(None))
    with pytest.raises(DealError, match="no seat"):
        Match(game, table.options, table.players, table.deal(Random(1)), first)


def _begun(game: AnyGame) -> Match[Any, Any]:
    table = TableCase(game.meta.name, game.meta.options(), game.meta.seats(None))
    return table.begin(table.deal(Random(1)), Random(1))

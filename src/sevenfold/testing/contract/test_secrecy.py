"""Nobody is told a card that they could not know: the same law as for what a server sends."""

from random import Random

import msgspec
import pytest

from sevenfold.core.match import Match
from sevenfold.testing.contract.tables import TABLES, TableCase, any_move
from sevenfold.testing.secrecy import Secrets

PRESETS = {name: table for name, table in TABLES.items() if table.options in table.game.meta.presets.values()}
CARDS = 5
"""How many cards each seat is dealt."""
MOVES = 100
"""How many moves of a round are looked at; with a stock that is made anew there may be a thousand."""


@pytest.mark.parametrize("table", PRESETS.values(), ids=PRESETS.keys())
@pytest.mark.parametrize("seed", range(2))
def test_nobody_is_told_a_card_that_they_could_not_know(table: TableCase, seed: int) -> None:
    rng = Random(seed)
    deal, first = table.deal(rng, CARDS), rng.randrange(table.players)
    played = Match(table.game, table.options, table.players, deal, first)
    secrets = Secrets(Match(table.game, table.options, table.players, deal, first))
    for _ in range(MOVES):
        if played.round_over:
            break
        versions = {viewer: played.ledger(viewer).version for viewer in secrets.viewers}
        played.play(*any_move(played, rng))
        secrets.follow(played.entries[-1])
        for viewer, version in versions.items():
            ledger = played.ledger(viewer)
            told = {"view": played.view(viewer), "events": ledger.events(version), "version": ledger.version}
            assert secrets.leaks(viewer, msgspec.to_builtins(told)) == []

"""What a game's networks are told, where a game has `bot/inputs.py` (`core.inputs`)."""

from importlib import import_module
from random import Random
from typing import Any

from sevenfold.cards.masks import kinds_of
from sevenfold.core.game import AnyGame
from sevenfold.core.parts import has_module
from sevenfold.core.violations import OK
from sevenfold.games import package_of
from sevenfold.testing.contract.tables import TABLES, every_game, moments


@every_game
def test_facts_and_cards_have_numbers_of_their_own_within_the_shape(game: AnyGame) -> None:
    name = f"{package_of(game.meta.name)}.bot.inputs"
    if not has_module(name):
        return
    inputs: Any = import_module(name)
    rng, seen_networks = Random(5), set()
    for table in TABLES.values():
        if table.name != game.meta.name:
            continue
        for match in moments(table.begin(table.deal(rng), rng), rng):
            for seat in match.acting:
                view = match.seen(seat)
                network = inputs.situation(view, seat)
                if network >= 0:
                    seen_networks.add(network)
                    told(inputs, game, view, seat, network)
    assert seen_networks <= set(range(inputs.NETWORKS))
    assert seen_networks


def told(inputs: Any, game: AnyGame, view: Any, seat: int, network: int) -> None:
    """What is told of one moment stays within the shape, and each card may be played."""
    shape, hidden = inputs.SHAPE, inputs.unseen_cards(view, seat)
    indices, rows = [-9] * inputs.SUITS, [-1] * inputs.MOST_ROWS
    inputs.index_suits(view, seat, hidden, indices)
    assert sorted(indices) == list(range(inputs.SUITS))
    count = inputs.list_rows(view, seat, hidden, indices, rows)
    facts = rows[:count]
    assert len(set(facts)) == count
    assert set(facts) <= set(range(shape.rows))
    kinds = list(kinds_of(inputs.playable(view, seat)))
    places = {inputs.card_index(kind, indices) for kind in kinds}
    assert len(places) == len(kinds)
    assert places <= set(range(shape.choices))
    for kind in kinds:
        worth = inputs.card_worth(view, seat, kind, hidden, network)
        numbers = [float("nan")] * shape.numbers
        inputs.list_numbers(view, seat, kind, hidden, worth, numbers)
        assert numbers[0] == worth
        assert all(abs(number) < 100 for number in numbers)  # none is missing, none is huge
        assert game.rules.check(view, seat, inputs.play(view, seat, kind)) == OK

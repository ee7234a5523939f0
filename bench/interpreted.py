"""Our games by their rules as they are written, in plain Python.

To make a move, the rules are asked for the legal set, a card or move of it is taken at random, and it is
applied. Chance's moves are made too, but not counted; dealing is not timed.
"""

from collections.abc import Callable
from functools import partial
from itertools import count
from random import Random
from typing import Any

from bench.measure import Engine, Played
from sevenfold import __version__
from sevenfold.bots.players import Player, random_player
from sevenfold.cards.masks import lowest
from sevenfold.core.deal import Deal, MatchSoFar
from sevenfold.core.dealer import Dealer
from sevenfold.core.game import AnyGame
from sevenfold.core.moves import CHANCE
from sevenfold.core.options import Options


def interpreted(game: AnyGame, preset: str, seed: int) -> Engine:
    """A preset of one of our games, by its rules as they are written."""
    options, players = game.meta.presets[preset], game.meta.players.default
    dealer, rng = Dealer(str(seed).encode()), Random(seed)
    choose = random_player(game, rng)
    numbers = count(1)

    def deal() -> Callable[[], Played]:
        number = next(numbers)
        dealt = dealer.deal(game, options, players, number)
        return partial(play, game, options, dealt, number % players, choose, rng)

    return Engine(name=game.meta.name, library="sevenfold", version=__version__, how=preset, deal=deal)


def play(game: AnyGame, options: Options, deal: Deal, first: int, choose: Player[Any], rng: Random) -> Played:
    """Play one round at random."""
    rules, moves = game.rules, 0
    state = rules.start(options, len(deal.hands), deal, first, MatchSoFar(1, 1))
    while not rules.over(state):
        outcomes = rules.chance(state)
        if outcomes:
            rules.apply(state, CHANCE, rules.chance_move(state, int(rng.random() * outcomes)))
        else:
            seat = lowest(rules.acting(state))
            rules.apply(state, seat, choose(state, seat))  # a view gives the same moves (law 2)
            moves += 1
    return Played(1, moves)

"""A contest: players by name, two by two at the same deals, each at every seat and in every side.

One deal is one sample. For each pair of players it is played with every way to give them the seats, so that
whatever cards one of them had, the other had too.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from random import Random
from statistics import fmean
from typing import Any

import msgspec

from sevenfold.arena.rounds import play_round
from sevenfold.bots.players import Player, find_player
from sevenfold.core.dealer import Dealer
from sevenfold.core.duplicate import DEVIATIONS, Board, interval
from sevenfold.core.game import Game
from sevenfold.core.options import Options
from sevenfold.errors import SevenfoldError
from sevenfold.games import load_game

Sample = tuple[float, ...]
"""For one deal: by how much each player was ahead of the others."""

FEWEST = 30
"""No contest is decided before this many deals."""

EARLY = 3.29
"""A contest ends early if each player is ahead or behind by this many standard errors (Haybittle and Peto).
That happens by chance once in a thousand times, so looking often does not spoil the intervals at the end."""


class TooFewPlayers(SevenfoldError, ValueError):
    """A contest is between two players at least."""

    def __init__(self, players: Sequence[str]) -> None:
        super().__init__(f"{','.join(players)}: name two players at least, each once")


class Contest(msgspec.Struct, frozen=True, kw_only=True):
    """What is played; it can be sent to other processes. Raises TooFewPlayers, UnknownPlayer."""

    game: str
    players: tuple[str, ...]
    options: dict[str, str | int]
    seats: int
    seed: int

    def __post_init__(self) -> None:
        if len(set(self.players)) < 2 or len(set(self.players)) < len(self.players):
            raise TooFewPlayers(self.players)
        for name in self.players:
            find_player(name)

    def play(self, number: int) -> Sample:
        """Play deal `number`, from 1 on. The same number and seed give the same sample."""
        game = load_game(self.game)
        options = game.meta.make_options(None, self.options)
        ahead: dict[str, list[float]] = {name: [] for name in self.players}
        for one, other in combinations(self.players, 2):
            by = fmean(self._rounds(game, options, number, one, other))
            ahead[one].append(by)
            ahead[other].append(-by)
        return tuple(fmean(ahead[name]) for name in self.players)

    def _rounds(
        self, game: Game[Any, Any, Any], options: Options, number: int, one: str, other: str
    ) -> Iterator[float]:
        """By how much `one` was ahead of `other`, with every way to give them the seats."""
        board = Board.of_match(Dealer(str(self.seed).encode()), game, options, self.seats, number)
        for seated in product((one, other), repeat=self.seats):
            if len(set(seated)) == 2:
                players = [_seat(game, name, f"{self.seed} {number} {name}") for name in seated]
                state = board.start(game, options, self.seats)
                for _ in play_round(game, state, players, board.chance):
                    pass
                results = game.returns(state)
                yield game.meta.sign * (_mean(results, seated, one) - _mean(results, seated, other))


def _seat(game: Game[Any, Any, Any], name: str, seed: str) -> Player[Any]:
    return find_player(name)(game, Random(seed))


def _mean(results: Sequence[int], seated: Sequence[str], name: str) -> float:
    return fmean(result for result, player in zip(results, seated, strict=True) if player == name)


class Ahead(msgspec.Struct, frozen=True):
    """By how much a player is ahead of all others, with the 95 % interval, in what a round brings."""

    mean: float
    low: float
    high: float


def ahead_of_others(samples: Sequence[Sample]) -> list[Ahead]:
    """How far each player is ahead of the others; it takes two deals at least."""
    intervals = [interval(column) for column in zip(*samples, strict=True)]
    return [Ahead(each.mean, each.mean - each.reach, each.mean + each.reach) for each in intervals]


def is_decided(samples: Sequence[Sample]) -> bool:
    """Whether each player is ahead or behind beyond doubt, so that no more deals are needed."""
    if len(samples) < FEWEST:
        return False
    beyond = EARLY / DEVIATIONS
    return all(abs(each.mean) > beyond * (each.high - each.mean) for each in ahead_of_others(samples))

"""Rollouts from worlds that a player cannot rule out: compiled where they can be, else in plain Python."""

import logging
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, TypeVar

from sevenfold.cards.masks import kinds_of, mask_of
from sevenfold.compiled import CompiledUnavailable
from sevenfold.compiled.cpu.threads import checked_threads
from sevenfold.core import playout
from sevenfold.core.game import Game
from sevenfold.core.given import checked_int, seats_mask, seed_number
from sevenfold.core.visibility import duplicate
from sevenfold.errors import SevenfoldError

S = TypeVar("S")
V = TypeVar("V")
_log = logging.getLogger(__name__)


class NoWorldsGiven(SevenfoldError, ValueError):
    """No world was given from which rounds could be played on."""

    def __init__(self, game: str) -> None:
        super().__init__(f"{game}: name one world at least")
        self.game = game


def mean_results(
    game: Game[S, V, Any],
    worlds: Sequence[S],
    count: int,
    seed: int,
    policy_seats: Iterable[int] = (),
    threads: int = 1,
) -> list[float]:
    """What each seat gets on average in `count` rounds, played on from each of the worlds in turn.

    The result is the same compiled or not, and by any number of threads, which only compiled games use. Where
    plain Python plays, the log says once why.
    Raises NoWorldsGiven, WrongState, WrongValue, UnsoundState, WrongNumber, NoSuchSeat.

    >>> import sevenfold
    >>> game = sevenfold.load_game("lockup")
    >>> match = sevenfold.new_match(game, seed=7)
    >>> len(sevenfold.mean_results(game, [match.state], count=100, seed=1))
    4
    """
    if not worlds:
        raise NoWorldsGiven(game.meta.name)
    for world in worlds:
        game.check_state(world)
    players = min(map(game.players_of, worlds))
    policy_seats = list(kinds_of(seats_mask("policy_seats", policy_seats, players)))
    count, seed, threads = checked_int("count", count, 1), seed_number(seed), checked_threads(threads)
    try:
        from sevenfold.compiled.cpu.batch import Batch

        means = Batch._written(game, worlds, threads).rollouts(count, seed, policy_seats).means
    except (CompiledUnavailable, ModuleNotFoundError) as reason:
        _say_why(str(reason))
        return in_plain_python(game, worlds, count, seed, policy_seats)
    return [float(mean) for mean in means[: game.players_of(worlds[0])]]


@cache
def _say_why(reason: str) -> None:
    _log.warning(reason)


def in_plain_python(
    game: Game[S, V, Any], worlds: Sequence[S], count: int, seed: int, policy_seats: Iterable[int] = ()
) -> list[float]:
    """As `mean_results`, uncompiled."""
    result, totals = ([0] * game.players_of(worlds[0]) for _ in range(2))
    state, seen = duplicate(worlds[0]), game.seen(worlds[0], None)
    playout.rollouts(
        *(game.rules, game.choose, mask_of(policy_seats), worlds, state, seen, 0, count, seed),
        *(result, totals),
    )
    return [total / count for total in totals]

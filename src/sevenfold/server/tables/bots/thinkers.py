"""The threads in which bots search: two of low priority, beside the event loop.

The compiled search does not hold the interpreter's lock, so people's messages are answered meanwhile: a
thread does as well as a process, and needs no copy of the table. Bots think while others wait anyway: during
their own pause, or during a claim window. A long queue makes their budgets smaller. Bots together may use
OF_ALL_CORES, so the more often they decide, the less each decision gets. At a board none of this is so: a bot
has its whole budget there, and waits for machine code that is not ready. Players of other packages think in
a process apart (`apart.py`).
"""

import asyncio
import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from math import exp
from random import Random
from threading import get_native_id
from time import monotonic
from typing import TypeVar

import structlog

from sevenfold.bots.levels import Level, budget_of, search_player
from sevenfold.bots.players import Player, ask_player
from sevenfold.core.game import AnyGame, SeenState
from sevenfold.core.moves import Move
from sevenfold.core.standing import MatchScore
from sevenfold.search.decide import Budget
from sevenfold.server.protocol.table import Search
from sevenfold.server.tables.bots.other_players import OtherPlayers

T = TypeVar("T")

THREADS = 2

NICENESS = 10
"""The niceness of the threads, on Linux: other threads go first."""

MILLISECONDS = {Level.HARD: 20.0, Level.EXPERT: 100.0}
"""How long a move may take: a cap, for machines that are slow or busy."""

UNSHARED = 4
"""How many decisions may be asked for at a time before each gets a smaller budget."""

OF_ALL_CORES = 0.4
"""The share of all cores' time that bots may think; most of the rest goes to messages."""

LATELY = 2.0
"""Over how long the rate of decisions is averaged, in seconds."""

LEAST_MOVES = 1_000
"""The smallest budget of a decision, in simulated moves: at most a millisecond."""

MOVES_A_MILLISECOND = 1_000
"""How many moves a thread simulates in a millisecond, in the slowest game.

It turns a short time into a number of moves: a search looks at its clock only every few milliseconds.
"""

log = structlog.get_logger()


def _unheard(_: float) -> None:
    pass


def capped_budget(game: AnyGame, level: Level) -> Budget:
    """The budget of a level that searches, for a table that waits."""
    return replace(budget_of(game, level), milliseconds=MILLISECONDS[level])


class Thinkers:
    """Decides for bots that search, and for hints, with a budget by load."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._rate = 0.0
        """Decisions per second. A decision counts for less the longer ago it was."""
        self._rate_at = clock()
        self._pool = ThreadPoolExecutor(THREADS, "thinker", initializer=stand_back)
        self._asked = 0
        self._search: dict[str, Search] = {}
        self._search_changed = asyncio.Event()
        self.took: Callable[[float], None] = _unheard
        """Is told how long each search took, with its waiting, in seconds."""
        self._review: dict[str, Search] = {}
        self.others = OtherPlayers()

    def search(self, game: str) -> Search:
        """Whether a game can be searched."""
        return self._search.get(game, "missing")

    def set_search(self, game: str, search: Search) -> None:
        """Say whether a game can be searched."""
        self._search[game] = search
        self._search_changed.set()
        self._search_changed = asyncio.Event()

    def review(self, game: str) -> Search:
        """Whether rounds of a game can be reviewed, which takes more machine code than a search."""
        return self._review.get(game, "missing")

    def set_review(self, game: str, review: Search) -> None:
        """Say whether rounds of a game can be reviewed."""
        self._review[game] = review

    @property
    def asked(self) -> int:
        """How many searches go on or wait for a thread."""
        return self._asked

    def share(self, budget: Budget) -> Budget:
        """A budget reduced by load: the longer the queue and the more often bots decide, the smaller."""
        moves = budget.moves * UNSHARED // max(UNSHARED, self._asked)
        each = 1000 * OF_ALL_CORES * (os.cpu_count() or 1) / max(self._rate, 0.1)
        moves = min(moves, int(each * MOVES_A_MILLISECOND))
        milliseconds = each if budget.milliseconds is None else min(each, budget.milliseconds)
        return replace(budget, moves=max(LEAST_MOVES, moves), milliseconds=milliseconds)

    def _count(self) -> None:
        """Count a decision."""
        now = self._clock()
        self._rate = self._rate * exp((self._rate_at - now) / LATELY) + 1 / LATELY
        self._rate_at = now

    async def choose(
        self,
        game: AnyGame,
        seen: SeenState,
        seat: int,
        level: Level,
        seed: int,
        score: MatchScore | None = None,
    ) -> Move:
        """The move of a bot that searches; `score` is how the match stands."""
        return await self.run(lambda: ask_player(self.player(game, level, seed), seen, seat, score))

    def player(self, game: AnyGame, level: Level, seed: int) -> Player[SeenState]:
        """A bot that searches, with the budget that there is now."""
        budget = self.share(capped_budget(game, level))
        return search_player(game, Random(seed), budget, budget.milliseconds)

    async def choose_at_board(
        self, game: AnyGame, player: Player[SeenState], seen: SeenState, seat: int
    ) -> Move:
        """The move of a bot that searches at a board, once the game can be searched: no load changes it."""
        await self.is_ready(game.meta.name)
        return await self.run(lambda: player(seen, seat))

    async def is_ready(self, game: str) -> None:
        """Wait until a game can be searched."""
        while self.search(game) != "ready":
            await self._search_changed.wait()

    async def run(self, think: Callable[[], T]) -> T:
        """Run this in one of the threads."""
        self._asked += 1
        self._count()
        began = monotonic()
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, think)
        finally:
            self._asked -= 1
            self.took(monotonic() - began)

    def close(self) -> None:
        """Start no more work."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def stand_back(niceness: int = NICENESS) -> None:
    """Lower the priority of this thread. Only Linux has a priority for a single thread."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, get_native_id(), niceness)

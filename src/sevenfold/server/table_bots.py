"""The bots of one table: how well each plays, and what those that search have thought of."""

import asyncio
import random
from collections.abc import Mapping

import structlog

from sevenfold.bots.levels import Level
from sevenfold.bots.players import PLAYERS, Player
from sevenfold.core.game import AnyGame, SeenState
from sevenfold.core.match import AnyMatch
from sevenfold.core.moves import Move
from sevenfold.server.thinkers import Thinkers

log = structlog.get_logger()


class TableBots:
    """A bot that searches begins when it is asked (`consider`); `choose` takes what it has found by then.

    What is not ready is chosen by rules, at once. So is everything where a game cannot be searched.
    """

    def __init__(self, game: AnyGame, levels: Mapping[int, Level], thinkers: Thinkers) -> None:
        self._game = game
        self._thinkers = thinkers
        self._seed = random.getrandbits(32)
        self._levels: dict[int, Level] = {}
        self._quick: dict[int, Player[SeenState]] = {}
        self.seat(levels)
        self._about = (0, 0)
        self._thought: asyncio.Task[Move] | None = None
        """The version and the seat that somebody thinks about, and the thought."""

    def __contains__(self, seat: int) -> bool:
        return seat in self._levels

    def seat(self, levels: Mapping[int, Level]) -> None:
        """Bots at these seats, and no others, play so well from now on."""
        for seat, level in levels.items():
            if self._levels.get(seat) != level:
                quick = Level.MEDIUM if level.searches else level
                self._quick[seat] = PLAYERS[quick](self._game, random.Random(self._seed))
        self._levels = dict(levels)

    def searches(self, seat: int) -> bool:
        """Whether the bot at a seat searches, and can."""
        return self._levels[seat].searches and self._thinkers.search(self._game.meta.name) == "ready"

    def consider(self, match: AnyMatch, seat: int) -> asyncio.Task[Move]:
        """Begin to think about a move of a bot that searches, or go on."""
        about = match.version, seat
        if self._thought is None or self._about != about:
            self.forget()
            self._about = about
            self._thought = asyncio.create_task(self._think(match.seen(seat), seat))
        return self._thought

    async def _think(self, seen: SeenState, seat: int) -> Move:
        try:
            return await self._thinkers.choose(self._game, seen, seat, self._levels[seat], self._seed)
        except Exception:
            log.exception("a bot could not search", game=self._game.meta.name)
            return self._quick[seat](seen, seat)

    def is_ready(self, match: AnyMatch, seat: int) -> bool:
        """Whether the bot has its move: at once, unless it searches."""
        return not self.searches(seat) or self._found(match, seat) is not None

    def choose(self, match: AnyMatch, seat: int) -> Move:
        """The bot's move: what it has found, or by rules."""
        return self._found(match, seat) or self._quick[seat](match.seen(seat), seat)

    def _found(self, match: AnyMatch, seat: int) -> Move | None:
        thought = self._thought
        if thought is None or self._about != (match.version, seat) or not thought.done():
            return None
        return None if thought.cancelled() else thought.result()

    def forget(self) -> None:
        """Give up what is thought about."""
        if self._thought is not None:
            self._thought.cancel()
            self._thought = None

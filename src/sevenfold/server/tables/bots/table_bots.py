"""The bots of one table: who each is, and what those that take time have thought of."""

import asyncio
import random
from collections.abc import Mapping

import structlog

from sevenfold.bots.at_boards import BoardPlayer, board_player
from sevenfold.bots.levels import Level
from sevenfold.bots.players import PLAYERS, Player
from sevenfold.core.game import AnyGame, SeenState
from sevenfold.core.match import AnyMatch
from sevenfold.core.moves import Move
from sevenfold.search.standing import MatchScore
from sevenfold.server.system import is_due
from sevenfold.server.tables.bots.other_players import OtherPlayer, offered
from sevenfold.server.tables.bots.thinkers import Thinkers

log = structlog.get_logger()


class TableBots:
    """The bots of one table. One that takes time starts with `consider`; `choose` takes what it has found.

    Bots that search and players of other packages take time. A move that is not ready is Medium's, at
    once. So is every move if the game cannot be searched, or the player fails.

    At a board, whose seed is given, they play as `board_player` says: whatever takes time is waited for.
    """

    def __init__(
        self, game: AnyGame, bots: Mapping[int, str], thinkers: Thinkers, board: bytes | None = None
    ) -> None:
        self._game = game
        self._thinkers = thinkers
        self._board = board
        self._at_board: dict[int, BoardPlayer[SeenState]] = {}
        self._seed = random.getrandbits(32)
        self._bots: dict[int, str] = {}
        self._quick: dict[int, Player[SeenState]] = {}
        self._others: dict[int, OtherPlayer] = {}
        self.seat(bots)
        self._about = (0, 0)
        self._thought: asyncio.Task[Move] | None = None
        """The thought under way; `_about` is the version and the seat that it is about."""

    def __bool__(self) -> bool:
        return bool(self._bots)

    def __contains__(self, seat: int) -> bool:
        return seat in self._bots

    def seat(self, bots: Mapping[int, str]) -> None:
        """Set the bots from now on, by seat: each is a level, or the name of a player."""
        for seat, bot in bots.items():
            if self._board is not None:
                self._at_board[seat] = board_player(self._game, Level(bot), self._board, seat)
            elif self._bots.get(seat) != bot:
                self._others.pop(seat, None)
                if bot in offered(self._game.meta.name):
                    self._others[seat] = OtherPlayer(bot, self._game, self._seed)
                quick = Level.EASY if bot == Level.EASY else Level.MEDIUM
                self._quick[seat] = PLAYERS[quick](self._game, random.Random(self._seed))
        self._bots = dict(bots)

    @property
    def are_at_board(self) -> bool:
        """Whether they play at a board."""
        return self._board is not None

    def takes_time(self, seat: int) -> bool:
        """Whether the bot at a seat is too slow to move on the event loop."""
        return seat in self._others or self._searches(seat)

    def _searches(self, seat: int) -> bool:
        if seat in self._at_board:
            return self._at_board[seat].searches
        level = self._bots[seat]
        return level in (Level.HARD, Level.EXPERT) and self._thinkers.search(self._game.meta.name) == "ready"

    def consider(self, match: AnyMatch, seat: int) -> asyncio.Task[Move]:
        """Begin the thought of a bot that takes time, or return the one under way."""
        about = match.version, seat
        if self._thought is None or self._about != about:
            self.cancel_thought()
            self._about = about
            standing = MatchScore(match.options, match.totals, match.round_number - 1)
            self._thought = asyncio.create_task(self._think(match.seen(seat), seat, standing))
        return self._thought

    async def _think(self, seen: SeenState, seat: int, standing: MatchScore) -> Move:
        try:
            if seat in self._at_board:
                return await self._thinkers.choose_at_board(self._game, self._at_board[seat], seen, seat)
            if seat in self._others:
                return await self._thinkers.others.ask(self._others[seat], seen, seat)
            level = Level(self._bots[seat])
            return await self._thinkers.choose(self._game, seen, seat, level, self._seed, standing)
        except Exception as error:
            bot, game = self._bots[seat], self._game.meta.name
            if is_due(f"{bot} in {game}: {type(error).__name__}"):
                log.exception("a bot could not move, and Medium moves for it", bot=bot, game=game)
            return self._at_once(seen, seat)

    def _at_once(self, seen: SeenState, seat: int) -> Move:
        if seat in self._at_board:
            bot = self._at_board[seat]
            return self._game.medium(seen, seat) if bot.searches else bot(seen, seat)
        return self._quick[seat](seen, seat)

    def is_ready(self, match: AnyMatch, seat: int) -> bool:
        """Whether the bot has its move: at once, unless it takes time."""
        return not self.takes_time(seat) or self._found(match, seat) is not None

    def choose(self, match: AnyMatch, seat: int) -> Move:
        """The bot's move: what it has found, or Medium's."""
        return self._found(match, seat) or self._at_once(match.seen(seat), seat)

    def _found(self, match: AnyMatch, seat: int) -> Move | None:
        thought = self._thought
        if thought is None or self._about != (match.version, seat) or not thought.done():
            return None
        return None if thought.cancelled() else thought.result()

    def cancel_thought(self) -> None:
        """Cancel the thought under way."""
        if self._thought is not None:
            self._thought.cancel()
            self._thought = None

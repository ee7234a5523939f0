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
from sevenfold.core.standing import MatchScore
from sevenfold.games import is_brought
from sevenfold.server.storage.rows import AT_RANDOM
from sevenfold.server.system import is_due
from sevenfold.server.tables.bots.other_players import OtherPlayer, moved, offered
from sevenfold.server.tables.bots.thinkers import Thinkers
from sevenfold.server.tables.faults import Failed, Place, place_of

log = structlog.get_logger()


class TableBots:
    """The bots of one table. One that takes time starts with `consider`; `choose` takes what it has found.

    Bots that search and players of other packages take time. A move of a bot that searches and is not ready
    is Medium's, at once; so is every move if the game cannot be searched.

    At a board, whose seed is given, they play as `board_player` says: whatever takes time is waited for.

    Where another package brings the game, all of its bots are that package's, and think in the process apart
    (`apart.py`). A claim that must be answered at once they pass.

    A bot that errs is given up: random legal moves are played for it from then on, and `erred` names it until
    the table's row says so.
    """

    def __init__(
        self,
        game: AnyGame,
        bots: Mapping[int, str],
        thinkers: Thinkers,
        board: bytes | None = None,
        table: str = "",
    ) -> None:
        self._game = game
        self._thinkers = thinkers
        self._board = board
        self._table = table
        self._is_brought = is_brought(game.meta.name)
        self._at_board: dict[int, BoardPlayer[SeenState]] = {}
        self._seed = random.getrandbits(32)
        self._bots: dict[int, str] = {}
        self._quick: dict[int, Player[SeenState]] = {}
        """The player of each seat that moves at once, for itself or for one that takes time."""
        self._others: dict[int, OtherPlayer] = {}
        self.erred: dict[int, str] = {}
        """The bots that erred since this was last cleared, by seat."""
        self.seat(bots)
        self._about = (0, 0)
        self._thought: asyncio.Task[Move] | None = None
        """The thought under way; `_about` is the version and the seat that it is about."""

    def __bool__(self) -> bool:
        return bool(self._bots)

    def __contains__(self, seat: int) -> bool:
        return seat in self._bots

    def seat(self, bots: Mapping[int, str]) -> None:
        """Set the bots from now on, by seat: each is a level, the name of a player, or AT_RANDOM."""
        for seat, bot in bots.items():
            if self._bots.get(seat) != bot:
                self._others.pop(seat, None)
                self._at_board.pop(seat, None)
                if bot == AT_RANDOM:
                    self._quick[seat] = self._random_player(seat)
                elif self._board is not None:
                    self._at_board[seat] = board_player(self._game, Level(bot), self._board, seat)
                    self._quick[seat] = self._game.medium
                else:
                    self._seat(seat, bot)
        self._bots = dict(bots)

    def _seat(self, seat: int, bot: str) -> None:
        if bot in offered(self._game.meta.name):
            self._others[seat] = OtherPlayer(bot, self._game.meta.name, self._seed, seat)
        quick = Level.EASY if bot == Level.EASY else Level.MEDIUM
        self._quick[seat] = PLAYERS[quick](self._game, random.Random(self._seed))

    def _random_player(self, seat: int) -> Player[SeenState]:
        return PLAYERS["random"](self._game, random.Random(f"{self._seed} {seat}"))

    @property
    def are_at_board(self) -> bool:
        """Whether they play at a board."""
        return self._board is not None

    def takes_time(self, seat: int) -> bool:
        """Whether the bot at a seat is too slow to move on the event loop, or must not think there."""
        return self._is_apart(seat) or self._searches(seat)

    def _is_apart(self, seat: int) -> bool:
        return self._bots[seat] != AT_RANDOM and (seat in self._others or self._is_brought)

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
            self._thought = asyncio.create_task(self._think(match.seen(seat), seat, match.score))
        return self._thought

    async def _think(self, seen: SeenState, seat: int, score: MatchScore) -> Move:
        if self._is_apart(seat):
            return await self._think_apart(seen, seat, score)
        try:
            if seat in self._at_board:
                return await self._thinkers.choose_at_board(self._game, self._at_board[seat], seen, seat)
            level = Level(self._bots[seat])
            return await self._thinkers.choose(self._game, seen, seat, level, self._seed, score)
        except Exception as error:
            bot, game = self._bots[seat], self._game.meta.name
            if is_due(f"{bot} in {game}: {type(error).__name__}"):
                log.exception("a bot could not move, and Medium moves for it", bot=bot, game=game)
            return self._at_once(seen, seat)

    async def _think_apart(self, seen: SeenState, seat: int, score: MatchScore) -> Move:
        bot, searches = self._bots[seat], self._searches(seat)
        if searches and seat in self._at_board:
            await self._thinkers.is_ready(self._game.meta.name)
        player: Player[SeenState] = self._quick[seat]
        if seat in self._others:
            player = self._others[seat]
        elif seat in self._at_board:
            player = self._at_board[seat]
        elif searches:
            player = self._thinkers.player(self._game, Level(bot), self._seed)
        others = self._thinkers.others
        try:
            return await others.ask(self._game, bot, player, seen, seat, score, searches=searches)
        except Failed as failed:
            return self._give_up(seen, seat, bot, failed, failed.where)

    async def medium(self, match: AnyMatch, seat: int) -> Move:
        """Medium's move for a person who is late. One that errs makes a random move."""
        seen, medium = match.seen(seat), self._game.medium
        try:
            if not self._is_brought:
                return moved(medium, self._game, seen, seat)
            return await self._thinkers.others.ask(self._game, Level.MEDIUM, medium, seen, seat)
        except Exception as error:
            self._log(seat, Level.MEDIUM, error, getattr(error, "where", None) or place_of(error))
            return self._random_player(seat)(seen, seat)

    def _at_once(self, seen: SeenState, seat: int) -> Move:
        if self._is_apart(seat):
            return self._game.rules.default_move(seen) or self._random_player(seat)(seen, seat)
        bot = self._at_board.get(seat)
        player = self._quick[seat] if bot is None or bot.searches else bot
        if self._bots[seat] == AT_RANDOM:
            return player(seen, seat)
        try:
            return moved(player, self._game, seen, seat)
        except Exception as error:
            return self._give_up(seen, seat, self._bots[seat], error, place_of(error))

    def _give_up(self, seen: SeenState, seat: int, bot: str, error: Exception, where: Place | None) -> Move:
        """A random move, as all of the bot's will be from now on."""
        self._log(seat, bot, error, where)
        if self._bots.get(seat) == bot:  # nobody has taken its seat meanwhile
            self.erred[seat] = bot
            self.seat(self._bots | {seat: AT_RANDOM})
        return self._random_player(seat)(seen, seat)

    def _log(self, seat: int, bot: str, error: Exception, where: Place | None) -> None:
        log.error(
            "a bot has erred: random moves are played for it",
            game=self._game.meta.name,
            table=self._table,
            seat=seat,
            bot=bot,
            error=str(error) if isinstance(error, Failed) else f"{type(error).__name__}: {error}",
            file=where and where.file,
            line=where and where.line,
        )

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

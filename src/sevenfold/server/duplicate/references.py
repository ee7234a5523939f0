"""What bots of other levels make of a board: played aside, when somebody first compares, and then kept.

They think in the thread of what takes long, a decision at a time: nobody waits for a whole round, and bots
at tables get no smaller budgets.
"""

from collections.abc import Awaitable, Callable
from functools import partial
from time import monotonic

import structlog

from sevenfold.bots.at_boards import board_player
from sevenfold.bots.levels import Level
from sevenfold.core import dealing
from sevenfold.core.match import AnyMatch
from sevenfold.core.moves import Move
from sevenfold.core.options import read_options
from sevenfold.games import is_brought, load_game
from sevenfold.server.duplicate.lines import line_of
from sevenfold.server.errors import StorageProblem, Vanished
from sevenfold.server.protocol.boards import BotsPlay
from sevenfold.server.rounds.reading import Reader
from sevenfold.server.storage.boards import BoardRow, BotAtBoard
from sevenfold.server.storage.store import Store
from sevenfold.server.tables.bots.thinkers import Thinkers
from sevenfold.server.tables.jobs import Jobs

REFERENCES = (Level.EASY, Level.MEDIUM, Level.EXPERT)
"""The levels that are shown beside people's results."""

Run = Callable[[Callable[[], Move]], Awaitable[Move]]
"""Has something thought out aside."""

log = structlog.get_logger()


class References:
    """Plays boards by the levels that can be played here."""

    def __init__(self, store: Store, thinkers: Thinkers, jobs: Jobs, reader: Reader) -> None:
        self._store = store
        self._thinkers = thinkers
        self._jobs = jobs
        self._reader = reader
        self._took: dict[tuple[str, Level], float] = {}
        """How long a level took for its last board of a game, in seconds."""

    async def find(self, board: BoardRow, seat: int) -> tuple[tuple[BotAtBoard, ...], BotsPlay | None]:
        """What bots made of a board at a seat, as far as that is known; the rest is begun to be played."""
        known = await self._store.boards.bots(board.id, seat)
        is_ready = self._thinkers.search(board.game) == "ready"
        missing = [level for level in REFERENCES if level not in {each.level for each in known}]
        playable = [level for level in missing if is_ready or not level.searches]
        if not playable or (not is_ready and Level(board.bots).searches):
            return known, None
        self._jobs.start(f"board {board.id} {seat}", lambda: self._play_all(board, seat, tuple(playable)))
        took = [self._took.get((board.game, level)) for level in playable]
        return known, BotsPlay(seconds=None if None in took else sum(each or 0.0 for each in took))

    async def _play_all(self, board: BoardRow, seat: int, levels: tuple[Level, ...]) -> None:
        for level in levels:
            began = monotonic()
            try:
                match = await play(board, seat, level, self._run(board, seat))
                self._took[board.game, level] = monotonic() - began
                result = match.results[-1][seat]
                line = tuple(move.text for move in line_of(match.entries, seat))
                await self._store.boards.add_bot(BotAtBoard(board.id, seat, level, result, line))
            except (StorageProblem, Vanished):  # it is tried again when somebody next compares
                return
            except Exception:
                log.exception("a board is not played by a bot", board=board.id, level=level)
                return

    def _run(self, board: BoardRow, seat: int) -> Run:
        """Bots of another package's game think in the process apart."""
        if is_brought(board.game):
            return lambda think: self._thinkers.others.run(think, Move)
        return partial(self._reader.run_dear, (board.id, seat))


async def play(board: BoardRow, seat: int, level: Level, run: Run) -> AnyMatch:
    """A board played by a level at a seat, among the board's bots."""
    game = load_game(board.game)
    value, options = board.board(game), read_options(game.meta.options, board.options)
    match: AnyMatch = value.begin(game, options, board.players)
    players = [
        board_player(game, level if at == seat else Level(board.bots), board.after, at)
        for at in range(board.players)
    ]
    while not match.over:
        if match.round_over:
            dealing.next_round(value.dealer, match)
            continue
        acting = match.acting[0]
        player, seen = players[acting], match.seen(acting)
        match.play(acting, await run(partial(player, seen, acting)))
        dealing.draw(value.dealer, match)
    return match

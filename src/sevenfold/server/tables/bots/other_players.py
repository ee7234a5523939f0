"""Players of packages that the host has installed, as bots at tables (docs/bots.md).

Each player has a thread of its own, and a table waits for its move only for PATIENCE seconds. So a player
that fails or never answers loses its own moves, and holds up nobody else.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future
from functools import cache
from operator import index
from queue import SimpleQueue
from random import Random
from threading import Thread
from time import monotonic

import structlog

from sevenfold.bots.levels import Level
from sevenfold.bots.players import PLAYERS, Player, find_player
from sevenfold.bots.plugins import plugin_names
from sevenfold.core.game import AnyGame, SeenState
from sevenfold.core.moves import Move
from sevenfold.core.violations import OK
from sevenfold.core.visibility import duplicate
from sevenfold.games import load_game
from sevenfold.server.errors import OptionInvalid

PATIENCE = 2.0
"""How long a table waits for a move, in seconds."""

log = structlog.get_logger()


class TakesTooLong(Exception):
    """A player has not answered in time, or has not even finished with an earlier question."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} has not answered within {PATIENCE:g} seconds")
        self.player = name


class NoMove(Exception):
    """A player's answer is not a legal move."""

    def __init__(self, name: str, answer: object) -> None:
        super().__init__(f"{name} answered {answer!r}, which is no legal move")
        self.player = name


@cache
def offered(game: str) -> tuple[str, ...]:
    """The players of other packages that can be chosen in a game: those that can be constructed for it."""
    return tuple(name for name in plugin_names() if name not in PLAYERS and _can_be_made(name, game))


def _can_be_made(name: str, game: str) -> bool:
    try:
        find_player(name)(load_game(game), Random(0))
    except Exception as error:
        log.warning("a player is not offered", player=name, game=game, error=repr(error))
        return False
    return True


def check_bot(game: str, name: str) -> None:
    """Raise OptionInvalid unless a bot of this name can be chosen: a level, or an offered player."""
    bots = [*Level, *offered(game)]
    if name not in bots:
        raise OptionInvalid(name="bot", value=name, range=" ".join(bots))


class OtherPlayer:
    """A player of another package at one seat. It is constructed when it is first asked for a move."""

    def __init__(self, name: str, game: AnyGame, seed: int) -> None:
        self.name = name
        self._game = game
        self._seed = seed
        self._made: Player[SeenState] | None = None

    def move(self, seen: SeenState, seat: int) -> Move:
        """Its move, checked. Raises NoMove, and whatever the player itself raises."""
        if self._made is None:
            self._made = find_player(self.name)(self._game, Random(self._seed))
        answer = self._made(duplicate(seen), seat)
        try:
            move = Move(*map(index, answer))  # its numbers may be NumPy's
        except TypeError:
            raise NoMove(self.name, answer) from None
        if self._game.rules.check(seen, seat, move) != OK:
            raise NoMove(self.name, answer)
        return move


class OtherPlayers:
    """Asks players of other packages, each in its thread."""

    def __init__(self) -> None:
        self._threads: dict[str, _Answering] = {}

    async def ask(self, player: OtherPlayer, seen: SeenState, seat: int) -> Move:
        """A player's move. Raises TakesTooLong, NoMove, and what the player raises."""
        if player.name not in self._threads:
            self._threads[player.name] = _Answering(player.name)
        thread = self._threads[player.name]
        if thread.hangs:
            raise TakesTooLong(player.name)
        answer = asyncio.wrap_future(thread.put(lambda: player.move(seen, seat)))
        try:
            return await asyncio.wait_for(answer, PATIENCE)
        except TimeoutError:
            raise TakesTooLong(player.name) from None


class _Answering:
    """A thread that answers one question after the other. The process can end while it runs."""

    def __init__(self, name: str) -> None:
        self._asked: SimpleQueue[tuple[Future[Move], Callable[[], Move]]] = SimpleQueue()
        self._since: float | None = None
        """When the thread began the question that it is working on; None between questions."""
        Thread(target=self._answer, name=f"player {name}", daemon=True).start()

    @property
    def hangs(self) -> bool:
        """Whether the thread has worked on one question for too long."""
        since = self._since
        return since is not None and monotonic() - since > PATIENCE

    def put(self, question: Callable[[], Move]) -> Future[Move]:
        """Queue a question. One that is cancelled before its turn is skipped."""
        answer: Future[Move] = Future()
        self._asked.put((answer, question))
        return answer

    def _answer(self) -> None:
        while True:
            answer, question = self._asked.get()
            if answer.set_running_or_notify_cancel():
                self._since = monotonic()
                try:
                    answer.set_result(question())
                except BaseException as error:
                    answer.set_exception(error)
                self._since = None

"""Players that other packages bring, as bots at tables: players by name, and those of other packages' games.

They play in the process apart (`apart.py`), and a table waits for a move only for PATIENCE seconds. So a
player that fails or never answers holds up nobody else. docs/bots.md tells authors what to expect.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from operator import index
from random import Random
from time import monotonic
from typing import Any, TypeVar

import structlog

from sevenfold.bots.levels import Level
from sevenfold.bots.players import PLAYERS, Player, ask_player, find_player
from sevenfold.bots.plugins import plugin_names
from sevenfold.core.game import AnyGame, SeenState
from sevenfold.core.moves import Move
from sevenfold.core.standing import MatchScore
from sevenfold.core.violations import OK
from sevenfold.core.visibility import duplicate
from sevenfold.games import game_names, load_game
from sevenfold.search.warm import warm_up_search
from sevenfold.server.errors import OptionInvalid
from sevenfold.server.tables.bots.apart import Apart, TookTooLong, ask_once
from sevenfold.server.tables.faults import Failed

T = TypeVar("T")

PATIENCE = 5.0
"""How long a table waits for a move, in seconds."""

MADE_WITHIN = 60.0
"""How long it may take to make a player, or to read the machine code of the game that it searches, in s."""

REST = 60.0
"""How long a player that took too long is asked for nothing at any table, in seconds."""

MOST_MADE = 1000
"""How many players that were made the process apart keeps."""

log = structlog.get_logger()


class NoMove(Failed):
    """A player's answer is not a legal move."""

    def __init__(self, answer: object) -> None:
        super().__init__(f"{answer!r} is no legal move")


def checked(game: AnyGame, seen: SeenState, seat: int, answer: object) -> Move:
    """A player's answer as a move. Raises NoMove."""
    try:
        move = Move(*map(index, answer))  # type: ignore[call-overload]  # its numbers may be NumPy's
    except TypeError:
        raise NoMove(answer) from None
    if game.rules.check(seen, seat, move) != OK:
        raise NoMove(answer)
    return move


def moved(
    player: Player[SeenState], game: AnyGame, seen: SeenState, seat: int, score: MatchScore | None = None
) -> Move:
    """A player's move. Raises NoMove, and what the player raises."""
    return checked(game, seen, seat, ask_player(player, duplicate(seen), seat, score))


# --- players by name ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class OtherPlayer:
    """A player of another package at one seat of a table. It is made where it is first asked for a move."""

    name: str
    game: str
    seed: int
    at: int

    def __call__(self, seen: Any, seat: int) -> Move:
        """Its move, as it gives it."""
        return _made(self)(seen, seat)

    def in_match(self, score: MatchScore) -> Player[Any]:
        """The player that knows the score, if it wants to."""
        return partial(ask_player, _made(self), score=score)


@lru_cache(MOST_MADE)
def _made(player: OtherPlayer) -> Player[SeenState]:
    return find_player(player.name)(load_game(player.game), Random(player.seed))


def prepare(player: Player[SeenState], searched: str | None) -> None:
    """Make a player, or read the machine code of the game that it searches, before its time is counted."""
    if isinstance(player, OtherPlayer):
        _made(player)
    if searched is not None:
        warm_up_search(load_game(searched))


Problems = dict[str, dict[str, str | None]]
"""Why players cannot be made for games, by the names of both; None where they can."""


@cache
def offered(game: str) -> tuple[str, ...]:
    """The players of other packages that can be chosen in a game: those that can be made for it."""
    problems = _problems()
    return tuple(name for name in problems if problems[name].get(game, "") is None)


@cache
def _problems() -> Problems:
    """Of all players, which are made apart as they play; each by itself if one of them ends the process."""
    names = [name for name in plugin_names() if name not in PLAYERS]
    try:
        found = _tried(names) if names else {}
    except Failed:
        found = {}
        for name in names:
            try:
                found |= _tried([name])
            except Failed as failed:
                log.warning("a player is not offered", player=name, error=str(failed))
    for name, problems in found.items():
        for game, why in problems.items():
            if why is not None:
                log.warning("a player is not offered", player=name, game=game, error=why)
    return found


def _tried(names: list[str]) -> Problems:
    return ask_once(partial(problems_of, names), Problems, MADE_WITHIN)


def problems_of(names: list[str]) -> Problems:
    """Why each player cannot be made for each of the games."""
    return {name: {game: _problem(name, game) for game in game_names()} for name in names}


def _problem(name: str, game: str) -> str | None:
    try:
        find_player(name)(load_game(game), Random(0))
    except BaseException as error:
        return repr(error)
    return None


def check_bot(game: str, name: str) -> None:
    """Raise OptionInvalid unless a bot of this name can be chosen: a level, or an offered player."""
    bots = [*Level, *offered(game)]
    if name not in bots:
        raise OptionInvalid(name="bot", value=name, range=" ".join(bots))


# --- asked at tables ------------------------------------------------------------------------------------


class OtherPlayers:
    """Asks players of other packages, one after the other, in the process apart."""

    def __init__(self) -> None:
        self._apart = Apart()
        self._prepared: set[tuple[int, str, object]] = set()
        """What is ready: by how often the process was started, the game, the player or what it searches."""
        self._rests: dict[tuple[str, str], float] = {}
        """Until when a player is asked for nothing, by its game and name."""

    async def ask(
        self,
        game: AnyGame,
        bot: str,
        player: Player[SeenState],
        seen: SeenState,
        seat: int,
        score: MatchScore | None = None,
        *,
        searches: bool = False,
    ) -> Move:
        """The move of a bot of this name, which is legal; in a match it knows the score.

        Raises Failed, TookTooLong.
        """
        searched = game.meta.name if searches else None
        known = player if isinstance(player, OtherPlayer) else searched
        rests = self._rests.get((game.meta.name, bot), 0.0)
        if monotonic() < rests:
            raise TookTooLong(PATIENCE)
        try:
            if known is not None and (self._apart.started, game.meta.name, known) not in self._prepared:
                await self._apart.run(partial(prepare, player, searched), type(None), MADE_WITHIN)
                if len(self._prepared) >= MOST_MADE:
                    self._prepared.clear()
                self._prepared.add((self._apart.started, game.meta.name, known))
            answer = await self._apart.run(partial(moved, player, game, seen, seat, score), Move, PATIENCE)
        except TookTooLong:
            self._rests[game.meta.name, bot] = monotonic() + REST
            raise
        return checked(game, seen, seat, answer)

    def for_thread(self, game: AnyGame, bot: str, player: Player[SeenState]) -> Player[SeenState]:
        """The player for a thread beside this event loop, which waits for its moves. It raises as `ask`."""
        loop = asyncio.get_running_loop()

        def choose(seen: SeenState, seat: int) -> Move:
            return asyncio.run_coroutine_threadsafe(self.ask(game, bot, player, seen, seat), loop).result()

        return choose

    async def run(self, think: Callable[[], T], answer: type[T]) -> T:
        """What else calls a player of another package, such as a hint. Raises Failed, TookTooLong."""
        return await self._apart.run(think, answer, PATIENCE)

    async def stop(self) -> None:
        """End the process apart."""
        await self._apart.stop()

"""Lockup, put together from the modules of this game."""

from sevenfold.core.game import Game
from sevenfold.core.parts import game_of
from sevenfold.games.lockup import notation, refusals, rules, story, view
from sevenfold.games.lockup.bot import player
from sevenfold.games.lockup.meta import META, LockupOptions
from sevenfold.games.lockup.state import Seen, State

GAME: Game[State, Seen, LockupOptions] = game_of(
    __name__, META, State, rules, refusals, notation, view, story, player.choose
)

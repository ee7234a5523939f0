"""Gin rummy, put together from the modules of this game."""

from sevenfold.core.game import Game
from sevenfold.core.parts import game_of
from sevenfold_gin import notation, refusals, rules, story, view
from sevenfold_gin.bot import player
from sevenfold_gin.meta import META, GinOptions
from sevenfold_gin.state import Seen, State

GAME: Game[State, Seen, GinOptions] = game_of(
    __name__, META, State, rules, refusals, notation, view, story, player.choose
)

"""Shedding, put together from the modules of this game."""

from sevenfold.core.game import Game
from sevenfold.core.parts import game_of
from sevenfold.games._shedding import notation, refusals, rules, story, view
from sevenfold.games._shedding.bot import player
from sevenfold.games._shedding.meta import META, SheddingOptions
from sevenfold.games._shedding.state import Seen, State

GAME: Game[State, Seen, SheddingOptions] = game_of(
    __name__, META, State, rules, refusals, notation, view, story, player.choose
)

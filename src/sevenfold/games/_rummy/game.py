"""Rummy, put together from the modules of this game."""

from sevenfold.core.game import Game
from sevenfold.core.parts import game_of
from sevenfold.games._rummy import notation, refusals, rules, story, view
from sevenfold.games._rummy.bot import player
from sevenfold.games._rummy.meta import META, RummyOptions
from sevenfold.games._rummy.state import Seen, State

GAME: Game[State, Seen, RummyOptions] = game_of(
    __name__, META, State, rules, refusals, notation, view, story, player.choose
)

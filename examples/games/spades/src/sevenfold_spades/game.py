"""Spades, put together from the modules of this game."""

from sevenfold.core.game import Game
from sevenfold.core.parts import game_of
from sevenfold_spades import notation, refusals, rules, story, view
from sevenfold_spades.bot import player
from sevenfold_spades.meta import META, SpadesOptions
from sevenfold_spades.state import Seen, State

GAME: Game[State, Seen, SpadesOptions] = game_of(
    __name__, META, State, rules, refusals, notation, view, story, player.choose
)

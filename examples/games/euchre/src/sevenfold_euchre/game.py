"""Euchre, put together from the modules of this game."""

from sevenfold.core.game import Game
from sevenfold.core.parts import game_of
from sevenfold_euchre import notation, refusals, rules, story, view
from sevenfold_euchre.bot import player
from sevenfold_euchre.meta import META, EuchreOptions
from sevenfold_euchre.state import Seen, State

GAME: Game[State, Seen, EuchreOptions] = game_of(
    __name__, META, State, rules, refusals, notation, view, story, player.choose
)

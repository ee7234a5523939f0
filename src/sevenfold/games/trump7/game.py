"""Trump 7, put together from the modules of this game."""

from sevenfold.core.game import Game
from sevenfold.core.parts import game_of
from sevenfold.games.trump7 import notation, refusals, rules, story, view
from sevenfold.games.trump7.bot import player
from sevenfold.games.trump7.meta import META, Trump7Options
from sevenfold.games.trump7.state import Seen, State

GAME: Game[State, Seen, Trump7Options] = game_of(
    __name__, META, State, rules, refusals, notation, view, story, player.choose
)

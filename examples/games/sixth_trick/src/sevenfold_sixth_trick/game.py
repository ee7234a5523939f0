"""Sixth Trick, put together from the modules of this game."""

from sevenfold.core.game import Game
from sevenfold.core.parts import game_of
from sevenfold_sixth_trick import notation, refusals, rules, story, view
from sevenfold_sixth_trick.bot import player
from sevenfold_sixth_trick.meta import META, SixthTrickOptions
from sevenfold_sixth_trick.state import Seen, State

GAME: Game[State, Seen, SixthTrickOptions] = game_of(
    __name__, META, State, rules, refusals, notation, view, story, player.choose
)

"""Stub, put together from the modules of this game."""

from sevenfold.core.game import Game
from sevenfold.core.parts import game_of
from sevenfold.games._stub import notation, refusals, rules, story, view
from sevenfold.games._stub.bot import player
from sevenfold.games._stub.meta import META, StubOptions
from sevenfold.games._stub.state import Seen, State

GAME: Game[State, Seen, StubOptions] = game_of(
    __name__, META, State, rules, refusals, notation, view, story, player.choose
)

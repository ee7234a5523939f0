"""LockSeven, put together from the modules of this game."""

from sevenfold.core.game import Game
from sevenfold.core.parts import game_of
from sevenfold.core.protocols import Claims, Clock
from sevenfold.games.lockseven import dealing, notation, refusals, rules, story, view
from sevenfold.games.lockseven.bot import player
from sevenfold.games.lockseven.meta import META, LockSevenOptions
from sevenfold.games.lockseven.state import Seen, State

GAME: Game[State, Seen, LockSevenOptions] = game_of(
    __name__,
    META,
    State,
    rules,
    refusals,
    notation,
    view,
    story,
    player.choose,
    claims=Claims(
        are_open=dealing.calls_open,
        clock=Clock(
            time=dealing.time,
            at_time=dealing.at_time,
            is_brief=dealing.is_brief,
            check_premove=dealing.check_call,
        ),
    ),
)

"""LockSeven, put together from the modules of this room."""

from sevenfold.core.game import Game
from sevenfold.games.lockseven import dealing, notation, position, refusals, rules, story, view
from sevenfold.games.lockseven.bot import player
from sevenfold.games.lockseven.meta import META, LockSevenOptions
from sevenfold.games.lockseven.state import State

GAME: Game[State, LockSevenOptions] = Game(
    meta=META,
    state=State,
    rules=rules,
    refusals=refusals,
    notation=notation,
    view=view,
    position=position,
    story=story,
    choose=player.choose,
    claims_open=dealing.calls_open,
    thrown_in=rules.thrown_in,
    is_listed=rules.is_listed,
    clock=dealing.clock,
    as_of=dealing.as_of,
    in_passing=dealing.in_passing,
    check_ahead=dealing.check_call,
    parts_of=view.parts_of,
)

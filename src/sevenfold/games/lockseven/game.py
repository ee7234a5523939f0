"""LockSeven, put together from the modules of this room."""

from sevenfold.core.game import Claims, Clock, Game
from sevenfold.games.lockseven import (
    coach,
    dealing,
    decided,
    notation,
    position,
    refusals,
    rules,
    sample,
    story,
    view,
)
from sevenfold.games.lockseven.bot import player, reasons
from sevenfold.games.lockseven.bot.beginner import forget
from sevenfold.games.lockseven.bot.candidates import candidates
from sevenfold.games.lockseven.meta import META, LockSevenOptions
from sevenfold.games.lockseven.state import Seen, State

GAME: Game[State, Seen, LockSevenOptions] = Game(
    meta=META,
    state=State,
    rules=rules,
    refusals=refusals,
    notation=notation,
    view=view,
    position=position,
    story=story,
    manner=story.manner,
    coach=coach,
    deciding=decided,
    choose=player.choose,
    sample=sample,
    forget=forget,
    reasons=reasons,
    candidates=candidates,
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

"""Lockup, put together from the modules of this room."""

from sevenfold.core.game import Game
from sevenfold.games.lockup import coach, decided, notation, position, refusals, rules, sample, story, view
from sevenfold.games.lockup.bot import player, reasons
from sevenfold.games.lockup.bot.beginner import forget
from sevenfold.games.lockup.meta import META, LockupOptions
from sevenfold.games.lockup.state import Seen, State

GAME: Game[State, Seen, LockupOptions] = Game(
    meta=META,
    state=State,
    rules=rules,
    refusals=refusals,
    notation=notation,
    view=view,
    position=position,
    story=story,
    coach=coach,
    deciding=decided,
    choose=player.choose,
    sample=sample,
    forget=forget,
    reasons=reasons,
)

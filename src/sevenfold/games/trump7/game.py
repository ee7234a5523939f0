"""Trump 7, put together from the modules of this room."""

from sevenfold.core.game import Game
from sevenfold.games.trump7 import coach, decided, notation, position, refusals, rules, sample, story, view
from sevenfold.games.trump7.bot import learnt, player, reasons
from sevenfold.games.trump7.bot.beginner import forget
from sevenfold.games.trump7.bot.candidates import candidates
from sevenfold.games.trump7.meta import META, Trump7Options
from sevenfold.games.trump7.state import Seen, State

GAME: Game[State, Seen, Trump7Options] = Game(
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
    learnt=learnt.choose,
    sample=sample,
    forget=forget,
    reasons=reasons,
    candidates=candidates,
)

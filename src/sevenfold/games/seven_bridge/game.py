"""Seven Bridge, put together from the modules of this room."""

from sevenfold.core.game import Claims, Game
from sevenfold.games.seven_bridge import (
    claims,
    coach,
    decided,
    notation,
    position,
    refusals,
    rules,
    sample,
    story,
    view,
)
from sevenfold.games.seven_bridge.bot import player, reasons
from sevenfold.games.seven_bridge.bot.beginner import forget
from sevenfold.games.seven_bridge.bot.candidates import candidates
from sevenfold.games.seven_bridge.meta import META, SevenBridgeOptions
from sevenfold.games.seven_bridge.state import Seen, State

GAME: Game[State, Seen, SevenBridgeOptions] = Game(
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
    candidates=candidates,
    reasons=reasons,
    claims=Claims(are_open=claims.claims_open, by_several=claims.pon_by_several),
)

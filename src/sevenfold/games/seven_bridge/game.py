"""Seven Bridge, put together from the modules of this room."""

from sevenfold.core.game import Game
from sevenfold.games.seven_bridge import claims, notation, position, refusals, rules, story, view
from sevenfold.games.seven_bridge.bot import player
from sevenfold.games.seven_bridge.meta import META, SevenBridgeOptions
from sevenfold.games.seven_bridge.state import State

GAME: Game[State, SevenBridgeOptions] = Game(
    meta=META,
    state=State,
    rules=rules,
    refusals=refusals,
    notation=notation,
    view=view,
    position=position,
    story=story,
    choose=player.choose,
    claims_open=claims.claims_open,
)

"""Seven Bridge, put together from the modules of this room."""

from sevenfold.core.game import Game
from sevenfold.games.seven_bridge import claims, notation, policy, rules, sample, story
from sevenfold.games.seven_bridge.meta import META, SevenBridgeOptions
from sevenfold.games.seven_bridge.state import State

GAME: Game[State, SevenBridgeOptions] = Game(
    meta=META,
    state=State,
    rules=rules,
    notation=notation,
    story=story,
    choose=policy.choose,
    sample=sample,
    claims_open=claims.claims_open,
)

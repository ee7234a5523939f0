"""Seven Bridge, put together from the modules of this game."""

from sevenfold.core.game import Game, Thinking
from sevenfold.core.parts import game_of
from sevenfold.core.protocols import Claims
from sevenfold.games.seven_bridge import claims, notation, refusals, rules, story, view
from sevenfold.games.seven_bridge.bot import player
from sevenfold.games.seven_bridge.meta import META, SevenBridgeOptions
from sevenfold.games.seven_bridge.state import Seen, State

GAME: Game[State, Seen, SevenBridgeOptions] = game_of(
    __name__,
    META,
    State,
    rules,
    refusals,
    notation,
    view,
    story,
    player.choose,
    thinking=Thinking(hard=60_000, expert=240_000),
    claims=Claims(are_open=claims.claims_open, by_several=claims.pon_by_several),
)

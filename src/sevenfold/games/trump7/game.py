"""Trump 7, put together from the modules of this room."""

from sevenfold.core.game import Game
from sevenfold.games.trump7 import notation, policy, rules, sample, story
from sevenfold.games.trump7.meta import META, Trump7Options
from sevenfold.games.trump7.state import State

GAME: Game[State, Trump7Options] = Game(
    meta=META, state=State, rules=rules, notation=notation, story=story, choose=policy.choose, sample=sample
)

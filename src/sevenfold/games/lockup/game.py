"""Lockup, put together from the modules of this room."""

from sevenfold.core.game import Game
from sevenfold.games.lockup import notation, policy, rules, sample, story
from sevenfold.games.lockup.meta import META, LockupOptions
from sevenfold.games.lockup.state import State

GAME: Game[State, LockupOptions] = Game(
    meta=META, state=State, rules=rules, notation=notation, story=story, choose=policy.choose, sample=sample
)

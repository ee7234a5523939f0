"""LockSeven, put together from the modules of this room."""

from sevenfold.core.game import Game
from sevenfold.core.parts import all_rules, furnished, whole_view
from sevenfold.core.protocols import Claims, Clock
from sevenfold.games.lockseven import dealing, notation, refusals, rules, story, view
from sevenfold.games.lockseven.bot import player
from sevenfold.games.lockseven.meta import META, LockSevenOptions
from sevenfold.games.lockseven.state import Seen, State

GAME: Game[State, Seen, LockSevenOptions] = furnished(
    Game(
        meta=META,
        state=State,
        rules=all_rules(rules),
        refusals=refusals,
        notation=notation,
        view=whole_view(view),
        story=story,
        manner=story.manner,
        choose=player.choose,
        claims=Claims(
            are_open=dealing.calls_open,
            clock=Clock(
                time=dealing.time,
                at_time=dealing.at_time,
                is_brief=dealing.is_brief,
                check_premove=dealing.check_call,
            ),
        ),
    ),
    __name__.rpartition(".")[0],
)

"""Trump 7, put together from the modules of this room."""

from sevenfold.core.game import Game
from sevenfold.core.parts import all_rules, furnished, whole_view
from sevenfold.games.trump7 import notation, refusals, rules, story, view
from sevenfold.games.trump7.bot import player
from sevenfold.games.trump7.meta import META, Trump7Options
from sevenfold.games.trump7.state import Seen, State

GAME: Game[State, Seen, Trump7Options] = furnished(
    Game(
        meta=META,
        state=State,
        rules=all_rules(rules),
        refusals=refusals,
        notation=notation,
        view=whole_view(view),
        story=story,
        choose=player.choose,
    ),
    __name__.rpartition(".")[0],
)

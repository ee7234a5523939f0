"""Tops, put together from the modules of this room."""

from sevenfold.core.game import Game
from sevenfold.core.parts import all_rules, furnished, whole_view
from sevenfold.games._shedding import notation, refusals, rules, story, view
from sevenfold.games._shedding.bot import player
from sevenfold.games._shedding.meta import META, TopsOptions
from sevenfold.games._shedding.state import Seen, State

GAME: Game[State, Seen, TopsOptions] = furnished(
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

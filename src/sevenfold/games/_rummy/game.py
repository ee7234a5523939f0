"""Melds, put together from the modules of this room."""

from sevenfold.core.game import Game
from sevenfold.core.parts import all_rules, furnished, whole_view
from sevenfold.games._rummy import notation, refusals, rules, story, view
from sevenfold.games._rummy.bot import player
from sevenfold.games._rummy.meta import META, MeldsOptions
from sevenfold.games._rummy.state import Seen, State

GAME: Game[State, Seen, MeldsOptions] = furnished(
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

"""Euchre, put together from the modules of this room."""

from sevenfold.core.game import Game
from sevenfold.core.parts import all_rules, furnished, whole_view
from sevenfold_euchre import notation, refusals, rules, story, view
from sevenfold_euchre.bot import player
from sevenfold_euchre.meta import META, EuchreOptions
from sevenfold_euchre.state import Seen, State

GAME: Game[State, Seen, EuchreOptions] = furnished(
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

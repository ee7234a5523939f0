"""Compile what searches and reviews of a game call, so that nobody waits for it.

`python -m sevenfold.search.warm GAME...` does so for searches at the lowest priority, and prints the name of
each game in turn; or, for one that cannot be compiled, its name, a tab and the reason. With `--reviews` it
compiles what reviews take besides. Of several such processes one compiles a game, and the others read its
machine code then.
"""

import os
import sys
from contextlib import redirect_stdout
from typing import Any

from sevenfold.compiled import CompiledUnavailable
from sevenfold.compiled.cpu.cache import compiled_by_one
from sevenfold.compiled.cpu.engine import load_engine
from sevenfold.core import dealing
from sevenfold.core.dealer import Dealer
from sevenfold.core.game import Game
from sevenfold.games import load_game
from sevenfold.search.luck import played_on
from sevenfold.search.trials import Trials


def warm_up_search(game: Game[Any, Any, Any]) -> None:
    """Try one move, and play on as bots that search do. That compiles what a search takes, or reads it from
    the cache. Raises NoSample.
    """
    game = game.by_learnt()
    match = dealing.begin(Dealer(b"warm"), game, game.meta.options(), game.meta.seats(None))
    seat = match.acting[0]
    seen = match.seen(seat)
    Trials(game, seen, seat, 0).run([game.choose(seen, seat)], 1)


def warm_up_review(game: Game[Any, Any, Any]) -> None:
    """Play a round on by the player of reviews: that is what they take besides a search.

    It takes as long again to compile, so bots that search need not wait for it.
    """
    match = dealing.begin(Dealer(b"warm"), game, game.meta.options(), game.meta.seats(None))
    played_on(game.by_learnt(), match.state, 0, 0)


REVIEWS = "--reviews"


def main() -> None:
    """Compile for the games that the command line names."""
    if hasattr(os, "nice"):
        os.nice(19)
    for name in sys.argv[1:]:
        if name != REVIEWS:
            with redirect_stdout(sys.stderr):  # what a game prints is no answer
                why_not = _compile(name, reviews=REVIEWS in sys.argv)
            sys.stdout.write(f"{name}{why_not}\n")
            sys.stdout.flush()


def _compile(name: str, *, reviews: bool = False) -> str:
    """Compile for a game; or return a tab and why not, since a search by plain Python takes far too long."""
    game = load_game(name).by_learnt()
    try:
        load_engine(game)
    except CompiledUnavailable as error:
        return f"\t{error.reason}"
    with compiled_by_one(name):
        (warm_up_review if reviews else warm_up_search)(game)
    return ""


if __name__ == "__main__":
    main()

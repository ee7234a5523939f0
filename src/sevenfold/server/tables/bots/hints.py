"""Hints: a move and why, by Medium at once, and by a search as soon as it is there."""

from functools import partial

from sevenfold.bots.levels import Level
from sevenfold.core.game import AnyGame, SeenState
from sevenfold.core.moves import Move
from sevenfold.core.remarks import Reason
from sevenfold.core.written import WrittenMove, take_apart
from sevenfold.games import is_brought
from sevenfold.search.advice import advise
from sevenfold.search.decide import Budget
from sevenfold.server.protocol.from_server import Hint, Loss
from sevenfold.server.tables.bots.thinkers import Thinkers, capped_budget

OTHERS = 2
"""How many other moves a searched hint shows, with what each would lose."""

SEED = 7
"""Fixed, so that the same question has the same answer."""


async def by_medium(thinkers: Thinkers, game: AnyGame, seen: SeenState, seat: int, version: int) -> Hint:
    """What Medium would do. Raises Failed where another package's player errs."""
    if is_brought(game.meta.name):
        return await thinkers.others.run(partial(of_medium, game, seen, seat, version), Hint)
    return of_medium(game, seen, seat, version)


def of_medium(game: AnyGame, seen: SeenState, seat: int, version: int) -> Hint:
    """What Medium would do, thought out here."""
    move = game.medium(seen, seat)
    return Hint(version=version, move=_written(game, move), reason=_reason(game, seen, seat, move))


async def by_search(thinkers: Thinkers, game: AnyGame, seen: SeenState, seat: int, version: int) -> Hint:
    """What an expert would do, and what other moves would lose. Raises as `by_medium`."""
    budget = thinkers.share(capped_budget(game, Level.EXPERT))
    search = partial(of_search, game, seen, seat, version, budget)
    return await (thinkers.others.run(search, Hint) if is_brought(game.meta.name) else thinkers.run(search))


def of_search(game: AnyGame, seen: SeenState, seat: int, version: int, budget: Budget) -> Hint:
    """What a search finds, here."""
    advice = advise(game, seen, seat, budget, SEED)
    return Hint(
        version=version,
        move=_written(game, advice.move),
        reason=_reason(game, seen, seat, advice.move),
        others=tuple(Loss(_written(game, loss.move), loss.by) for loss in advice.losses[:OTHERS]),
        searched=True,
    )


def _reason(game: AnyGame, seen: SeenState, seat: int, move: Move) -> Reason | None:
    return None if game.reasons is None else game.reasons.explain(seen, seat, move)


def _written(game: AnyGame, move: Move) -> WrittenMove:
    return take_apart(game.notation.write(move))

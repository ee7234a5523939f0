"""Hints: a move and why, by Medium at once, and by a search as soon as it is there."""

from sevenfold.bots.levels import Level
from sevenfold.core.game import AnyGame, SeenState
from sevenfold.core.moves import Move
from sevenfold.core.remarks import Reason
from sevenfold.core.written import WrittenMove, take_apart
from sevenfold.search.advice import Advice, advise
from sevenfold.server.protocol import Hint, Loss
from sevenfold.server.tables.bots.thinkers import Thinkers, capped_budget

OTHERS = 2
"""How many other moves a searched hint shows, with what each would lose."""

SEED = 7
"""Fixed, so that the same question has the same answer."""


def by_medium(game: AnyGame, seen: SeenState, seat: int, version: int) -> Hint:
    """What Medium would do."""
    move = game.medium(seen, seat)
    return Hint(version=version, move=_written(game, move), reason=_reason(game, seen, seat, move))


async def by_search(thinkers: Thinkers, game: AnyGame, seen: SeenState, seat: int, version: int) -> Hint:
    """What an expert would do, and what other moves would lose."""

    def think() -> Advice:
        return advise(game, seen, seat, thinkers.share(capped_budget(game, Level.EXPERT)), SEED)

    advice = await thinkers.run(think)
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

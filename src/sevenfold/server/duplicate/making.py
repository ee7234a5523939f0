"""New boards: from a seed, or from a round that was played."""

from typing import NamedTuple

import msgspec

from sevenfold.core.deal import MatchSoFar
from sevenfold.core.duplicate import Board
from sevenfold.core.game import AnyGame
from sevenfold.core.log import Dealt, write_deal, write_hand
from sevenfold.core.options import Options
from sevenfold.server.storage.boards import BoardKind, BoardRow
from sevenfold.server.storage.rows import new_table_id
from sevenfold.server.tables.seating.plan import new_key


class Source(NamedTuple):
    """Where the cards of a board come from: a round with its deal as a table dealt it, or a seed alone."""

    dealt: Dealt
    so_far: MatchSoFar
    deal_id: str
    table: str | None = None
    deal: int | None = None


def new_board(
    kind: BoardKind,
    game: AnyGame,
    options: Options,
    players: int,
    *,
    seed: bytes,
    bots: str,
    created: int,
    closes: int | None = None,
    pseudonym_key: str | None = None,
    source: Source | None = None,
) -> BoardRow:
    """A board with the cards of its source, else those that follow from its seed.

    Who knows the seed knows nothing of who its persons are: the secret that names them is apart.
    """
    board_id = new_table_id()
    if source is None:
        board, pack = Board.of_seed(game, options, players, seed), game.rules.pack(options)
        dealt = Dealt(board.first, write_deal(pack, board.deal), write_hand(pack, board.deal.rest))
        source = Source(dealt, game.so_far(players, board.round), board_id)
    return BoardRow(
        id=board_id,
        kind=kind,
        game=game.meta.name,
        rules=game.meta.rules_version,
        options=msgspec.to_builtins(options),
        players=players,
        seed=seed,
        dealt=source.dealt,
        round=source.so_far.round,
        scores=tuple(source.so_far.scores),
        carried=tuple(source.so_far.carried),
        bots=bots,
        created=created,
        deal_id=source.deal_id,
        table=source.table,
        deal=source.deal,
        closes=closes,
        pseudonym_key=pseudonym_key or new_key(),
    )

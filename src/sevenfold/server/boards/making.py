"""New boards."""

from typing import Any

import msgspec

from sevenfold.core.duplicate import Board
from sevenfold.core.log import Dealt, write_deal, write_hand
from sevenfold.core.options import Options
from sevenfold.games import load_game
from sevenfold.server.storage.boards import BoardRow
from sevenfold.server.storage.rows import new_table_id


def board_of_seed(seed: bytes, options: Options, *, game: str, players: int, **fields: Any) -> BoardRow:
    """A board with the cards that follow from a seed. `fields` are the others that it has."""
    loaded = load_game(game)
    board = Board.of_seed(loaded, options, players, seed)
    pack = loaded.rules.pack(options)
    board_id = new_table_id()
    return BoardRow(
        id=board_id,
        deal_id=board_id,
        game=game,
        options=msgspec.to_builtins(options),
        players=players,
        seed=seed,
        dealt=Dealt(board.first, write_deal(pack, board.deal), write_hand(pack, board.deal.rest)),
        round=board.round,
        **fields,
    )

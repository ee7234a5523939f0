"""Boards: deals that several may play, what they brought whom, and the links by which others play them."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

import msgspec
from sqlalchemy import bindparam, select

from sevenfold.core.duplicate import Board, after
from sevenfold.core.game import AnyGame
from sevenfold.core.log import Dealt, Entry, read_deal
from sevenfold.core.options import read_options
from sevenfold.server.storage.backend import Backend
from sevenfold.server.storage.mapping import Mapper
from sevenfold.server.storage.results import READ, RESULTS, Result
from sevenfold.server.storage.rows import as_text, read_entry
from sevenfold.server.storage.schema import board_bots, board_links, boards
from sevenfold.server.storage.statements import Statement, WriteStep
from sevenfold.server.storage.sweeping import Sweep

BoardKind = Literal["again", "day", "event", "evening"]
"""What a board is: made from a finished round, or one of the deals of a day, of an event or of an evening."""


class BoardRow(msgspec.Struct, frozen=True, kw_only=True):
    """A board as it is kept. `seed` and `dealt` are secret.

    `scores` and `carried` are what its round knew of the match (`Meta.memory`).
    `bots` is the level at all other seats. `table` and `deal` name the round that it was made from, and
    `deal_id` its deal. From `closes` on, in ms since 1970, nobody plays it any more; None is never.
    `pseudonym_key` is the secret that names the persons of its tables; an event has one for all its boards.
    """

    id: str
    kind: BoardKind
    game: str
    rules: int
    options: dict[str, str | int]
    players: int
    seed: bytes
    pseudonym_key: str
    dealt: Dealt
    round: int
    bots: str
    created: int
    deal_id: str
    scores: tuple[int, ...] = ()
    carried: tuple[int, ...] = ()
    table: str | None = None
    deal: int | None = None
    closes: int | None = None

    @property
    def is_played_once(self) -> bool:
        """Whether everybody plays it once at most, until it closes: as one of a day or of an event."""
        return self.kind != "again"

    @property
    def after(self) -> bytes:
        """The seed of its tables, from which no card of the board follows."""
        return after(self.seed)

    def board(self, game: AnyGame) -> Board:
        """The board as a value."""
        pack = game.rules.pack(read_options(game.meta.options, self.options))
        deal = read_deal(pack, self.dealt.deal, self.dealt.rest, self.players)
        return Board(deal, self.dealt.first, self.seed, self.round, self.scores, self.carried)


class BotAtBoard(NamedTuple):
    """What a level made of a board at a seat, among the board's bots; `line` is the moves of the seat."""

    board: str
    seat: int
    level: str
    result: int
    line: tuple[str, ...]


class BoardLink(NamedTuple):
    """A link by which others play a board at a seat; `by` is the name of whoever made it, if any."""

    key: str
    board: str
    seat: int
    person: int
    by: str | None


_BOARDS = Mapper(BoardRow, boards)
_BOT = Mapper(BotAtBoard, board_bots)
_LINKED = Mapper(BoardLink, board_links)

_ADD = Statement(lambda insert: insert(boards).on_conflict_do_nothing(), boards.c.keys())
_BY_ID = Statement(select(boards).where(boards.c.id == bindparam("board")))
_OF_CARDS = Statement(
    select(boards)
    .where(
        boards.c.deal_id == bindparam("deal"),
        boards.c.dealt == bindparam("cards"),
        boards.c.kind == "again",
    )
    .order_by(boards.c.created, boards.c.id)
)
"""Where a deal is played on with other cards, these have a board of their own."""
_ADD_SOURCE = Statement(
    "INSERT INTO results (board_id, seat, table_id, person_id, name, number, counts, begun, ended, result)"
    " SELECT id, :seat, :table_id, (SELECT id FROM persons WHERE id = :person_id), :name, 0, :counts,"
    " created, created, :result FROM boards WHERE id = :board_id ON CONFLICT DO NOTHING"
)
"""Before all tries at the board. Not where another process has just made it."""

_TRIES = Statement(f"{READ} FROM results WHERE board_id = :board AND person_id = :person ORDER BY number")
_AT_SEAT = "FROM results WHERE board_id = :board AND seat = :seat AND result IS NOT NULL"
_PLAYED = Statement(f"{READ} {_AT_SEAT} ORDER BY begun, table_id")
_LAST_LOGS = Statement(
    "SELECT table_id, seq, entry FROM log WHERE table_id IN (SELECT table_id FROM (SELECT table_id"
    f" {_AT_SEAT} ORDER BY begun DESC, table_id DESC LIMIT :most) AS last) ORDER BY table_id, seq"
)
_ADD_LINK = Statement(lambda insert: insert(board_links).on_conflict_do_nothing(), board_links.c.keys())
_LINKS = (
    'SELECT key, board_id, seat, person_id, persons.name AS "by" FROM board_links'
    " JOIN persons ON persons.id = board_links.person_id"
)
_LINK_OF = Statement(f"{_LINKS} WHERE board_id = :board AND person_id = :person AND seat = :seat")
_LINK_BY_KEY = Statement(f"{_LINKS} WHERE key = :key")
_IS_OFFERED = Statement("SELECT 1 AS found FROM board_links WHERE board_id = :board LIMIT 1")
_ADD_BOT = Statement(
    lambda insert: insert(board_bots).on_conflict_do_nothing(),
    _BOT.columns,
)
_BOTS = Statement(
    f"SELECT {', '.join(_BOT.columns)} FROM board_bots WHERE board_id = :board AND seat = :seat"
)
_UNPLAYED = Sweep(
    "boards",
    "created < :created_before"
    " AND NOT EXISTS (SELECT 1 FROM results WHERE board_id = boards.id AND number > 0"
    " AND (person_id IS NOT NULL OR result IS NOT NULL))"
    " AND NOT EXISTS (SELECT 1 FROM board_links WHERE board_id = boards.id)"
    " AND NOT EXISTS (SELECT 1 FROM event_boards WHERE board_id = boards.id)"
    " AND NOT EXISTS (SELECT 1 FROM tables WHERE tables.id = boards.table_id)",
)


class BoardStore:
    """The part of the database that has boards."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    async def add(self, board: BoardRow, source: Iterable[Result] = ()) -> BoardRow:
        """Keep a board, with what the round brought from which it was made, and return it: the one that is
        there already, if its id or its round has one.
        """
        await self._backend.write(self.adding([board]), _ADD_SOURCE.of(list(map(RESULTS.row, source))))
        made = await self.of_cards(board.deal_id, as_text(board.dealt)) if board.kind == "again" else None
        return made or await self.find(board.id) or board

    @staticmethod
    def adding(new: Sequence[BoardRow]) -> WriteStep:
        """The step that keeps boards, but for those that are there already."""
        return _ADD.of([_BOARDS.row(board) for board in new])

    async def find(self, board: str) -> BoardRow | None:
        """A board; None if there is none of this id."""
        return _BOARDS.first(await self._backend.rows(_BY_ID, {"board": board}))

    async def of_cards(self, deal: str, dealt: str) -> BoardRow | None:
        """The board of a deal that was made from a finished round with these cards, as a log has them; None
        if none was.
        """
        return _BOARDS.first(await self._backend.rows(_OF_CARDS, {"deal": deal, "cards": dealt}))

    async def tries(self, board: str, person: int) -> tuple[Result, ...]:
        """How often somebody has begun to play a board, the first time before others."""
        return RESULTS.all(await self._backend.rows(_TRIES, {"board": board, "person": person}))

    async def played(self, board: str, seat: int) -> tuple[Result, ...]:
        """What a board brought those who have played it to its end at a seat, the earliest first."""
        return RESULTS.all(await self._backend.rows(_PLAYED, {"board": board, "seat": seat}, long=True))

    async def last_logs(self, board: str, seat: int, most: int) -> dict[str, list[Entry]]:
        """The logs of those who were last to play a board to its end at a seat, by table.

        Raises TableDamaged.
        """
        asked = {"board": board, "seat": seat, "most": most}
        found: dict[str, list[Entry]] = defaultdict(list)
        for row in await self._backend.rows(_LAST_LOGS, asked, long=True):
            found[row["table_id"]].append(read_entry(row["table_id"], row["seq"], row["entry"]))
        return found

    async def link(self, wanted: BoardLink) -> BoardLink:
        """A person's link to a board and a seat: `wanted`, or the one that they have made before.

        Raises Vanished if the person was deleted meanwhile.
        """
        await self._backend.write(_ADD_LINK.of([_LINKED.row(wanted)]))
        asked = {"board": wanted.board, "person": wanted.person, "seat": wanted.seat}
        return _LINKED.first(await self._backend.rows(_LINK_OF, asked)) or wanted

    async def by_key(self, key: str) -> BoardLink | None:
        """The link with this key; None if there is none, any more."""
        return _LINKED.first(await self._backend.rows(_LINK_BY_KEY, {"key": key}))

    async def is_offered(self, board: str) -> bool:
        """Whether somebody has made a link by which others play a board."""
        return bool(await self._backend.rows(_IS_OFFERED, {"board": board}))

    async def bots(self, board: str, seat: int) -> tuple[BotAtBoard, ...]:
        """What levels made of a board at a seat, as far as that is known."""
        return _BOT.all(await self._backend.rows(_BOTS, {"board": board, "seat": seat}))

    async def add_bot(self, bot: BotAtBoard) -> None:
        """Keep what a level made of a board. Raises Vanished if the board was deleted meanwhile."""
        await self._backend.write(_ADD_BOT.of([_BOT.row(bot)]))

    async def sweep(self, created_before: int) -> int:
        """Delete old boards that nobody has played or can play any more. Return how many there were."""
        return await _UNPLAYED.run(self._backend, {"created_before": created_before})

"""Results: to whom a board was dealt, and what it brought them.

What is begun counts. Whoever gives a deal up, or has not finished it when its board closes, has it played on
by bots. It stands for themselves alone then: others are compared with what was finished, but on an evening
with whatever came out, as several sit at each table.

A row is written in the transaction that deals, and ended in the one in which the round ends: neither a crash
nor a table that is deleted loses one. It is theirs to whom the hand was dealt, whatever becomes of the seat.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from sevenfold.bots.levels import Level
from sevenfold.core.duplicate import given_up
from sevenfold.core.standing import Standing
from sevenfold.server.storage.backend import Backend
from sevenfold.server.storage.mapping import Mapper
from sevenfold.server.storage.rows import TableRow, now
from sevenfold.server.storage.schema import results
from sevenfold.server.storage.statements import Row, Statement, Values, WriteStep


class Result(NamedTuple):
    """What a board brought somebody at a table; `result` is None before the end.

    `number` counts their tries from 1; 0 is the round from which the board was made. Without `person` and
    `bot` it is that of a person who was deleted.
    """

    board: str
    seat: int
    table: str
    person: int | None
    bot: str | None
    name: str | None
    number: int
    counts: bool
    given_up: bool
    result: int | None
    is_there: bool
    """Whether the table is, so that the round can be played on or looked at."""
    lowest: int | None = None
    highest: int | None = None
    """Of what others have finished at this seat, bots included; read with one's own that are given up."""
    after_close: bool = False
    """Whether the round of its evening was over: bots have finished it."""

    @property
    def is_in_play(self) -> bool:
        """Whether they may still play on there."""
        return self.result is None and self.is_there

    @property
    def brought(self) -> int:
        """The result of one that has ended."""
        assert self.result is not None
        return self.result

    def standing(self, sign: int) -> int | None:
        """What it brought them in their own standing, as read by READ_OWN; None if it does not count.

        `sign` is as in `core.duplicate`.
        """
        if self.result is None or not self.counts:
            return None
        if not self.given_up:
            return self.result
        finished = (each for each in (self.lowest, self.highest) if each is not None)
        return given_up(self.result, finished, sign)


def beside_bots(at_board: Sequence[Result]) -> frozenset[tuple[str, int]]:
    """The tables and seats of persons at whose table bots have played a board to its end for somebody else.

    What came out there counts for them, and is marked.
    """
    tables = {each.table for each in at_board if each.given_up or each.after_close}
    stand = (each for each in at_board if each.bot is None and not each.given_up)
    return frozenset((each.table, each.seat) for each in stand if each.table in tables)


class StandingResult(NamedTuple):
    """What a board of a day or of an event brought a person, as it stands for them: `result` is the worse one
    where they gave it up. `medium` is what Medium made of it at their seat, where that is known.
    """

    board: str
    kind: str
    game: str
    given_up: bool
    result: int
    medium: int | None


RESULTS = Mapper(Result, results)

_COLUMNS = (
    f"SELECT {', '.join(f'results.{name}' for name in RESULTS.columns)},"
    " EXISTS (SELECT 1 FROM tables WHERE tables.id = results.table_id) AS is_there,"
    " EXISTS (SELECT 1 FROM boards WHERE boards.id = results.board_id AND boards.kind = 'evening'"
    " AND boards.closes <= results.ended) AS after_close"
)
READ = f"{_COLUMNS}, NULL AS lowest, NULL AS highest"
"""What a statement begins with that finds results."""

COUNTED = "results.result IS NOT NULL AND results.counts"
FINISHED = f"{COUNTED} AND NOT results.given_up"
"""With what others are compared, but on evenings: there with all that is COUNTED."""


def finished_at(what: str, row: str) -> str:
    """The SQL for the `min` or `max` of what was finished at a row's board and seat, bots included."""
    return (
        f"(SELECT {what}(result) FROM (SELECT others.result FROM results AS others"
        f" WHERE others.board_id = {row}.board_id AND others.seat = {row}.seat AND others.result IS NOT NULL"
        f" AND others.counts AND NOT others.given_up"
        " UNION ALL SELECT board_bots.result FROM board_bots"
        f" WHERE board_bots.board_id = {row}.board_id AND board_bots.seat = {row}.seat) AS finished)"
    )


def _of_own(what: str) -> str:
    return f"CASE WHEN results.given_up THEN {finished_at(what, 'results')} END"


READ_OWN = f"{_COLUMNS}, {_of_own('min')} AS lowest, {_of_own('max')} AS highest"
"""The same for those of one person."""

_BEGIN = Statement(lambda insert: insert(results), [*RESULTS.columns, "begun"])

END_RESULTS = Statement(
    "UPDATE results SET result = :result, ended = last.at,"
    " given_up = results.given_up OR CASE WHEN last.kind = 'evening' THEN EXISTS (SELECT 1 FROM seats"
    " WHERE seats.table_id = :table AND seats.seat = :seat AND seats.substitute)"
    " ELSE last.closes IS NOT NULL AND last.at >= last.closes END"
    " FROM (SELECT tables.board, boards.kind, boards.closes, log.at"
    " FROM tables JOIN boards ON boards.id = tables.board"
    " JOIN log ON log.table_id = tables.id WHERE tables.id = :table ORDER BY log.seq DESC LIMIT 1) AS last"
    " WHERE results.board_id = last.board AND results.seat = :seat AND results.table_id = :table"
    " AND results.ended IS NULL"
)
"""Does nothing at a table of no board.

What ends after the board has closed was not finished; on an evening, where a bot plays for who is away.
Who is at fault there when a round ends is noted before bots finish it.
"""

_GIVE_UP = Statement(
    "UPDATE results SET given_up = TRUE WHERE board_id = :board AND seat = :seat AND table_id = :table"
    " AND bot IS NULL AND ended IS NULL"
)
"""Note that whoever was dealt a board does not play it to its end."""

_UNFINISHED = Statement(
    "SELECT DISTINCT results.table_id FROM results JOIN boards ON boards.id = results.board_id"
    " JOIN tables ON tables.id = results.table_id"
    " WHERE results.ended IS NULL AND NOT tables.over AND (boards.closes <= :now OR (results.given_up"
    " AND NOT EXISTS (SELECT 1 FROM results AS others WHERE others.board_id = results.board_id"
    " AND others.table_id = results.table_id AND others.bot IS NULL AND NOT others.given_up)))"
    " ORDER BY results.table_id"
)
_OF_PERSON = Statement(
    f"{READ_OWN}, boards.kind, boards.game, medium.result AS medium"
    " FROM results JOIN boards ON boards.id = results.board_id"
    " LEFT JOIN board_bots AS medium ON medium.board_id = results.board_id AND medium.seat = results.seat"
    f" AND medium.level = '{Level.MEDIUM}'"
    f" WHERE results.person_id = :person AND {COUNTED} AND boards.kind <> 'again'"
    " AND (boards.kind <> 'evening' OR boards.closes <= :now) ORDER BY results.ended, results.board_id"
)
"""Of a board of an evening nothing is told before it opens for all."""


class ResultStore:
    """The part of the database that has results."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    async def give_up(self, row: TableRow, seats: Iterable[int]) -> None:
        """Note that the persons to whom a board was dealt at these seats do not play it to its end."""
        await self._backend.write(giving_up(row, seats))

    async def unfinished(self) -> list[str]:
        """The tables that bots are to finish: nobody plays there for a result any more."""
        return [row["table_id"] for row in await self._backend.rows(_UNFINISHED, {"now": now()}, long=True)]

    async def of_person(self, person: int, signs: Mapping[str, int]) -> tuple[StandingResult, ...]:
        """A person's standing results: what the boards of days and of events have brought them, as far as it
        counts, in order. `signs` are those of the games, by name; boards of other games are left out.
        """
        rows = await self._backend.rows(_OF_PERSON, {"person": person, "now": now()}, long=True)
        return tuple(_standing(row, signs[row["game"]]) for row in rows if row["game"] in signs)


def _standing(row: Row, sign: int) -> StandingResult:
    each = RESULTS.read(row)
    result = each.standing(sign)
    assert result is not None
    return StandingResult(each.board, row["kind"], row["game"], each.given_up, result, row["medium"])


def giving_up(row: TableRow, seats: Iterable[int]) -> WriteStep:
    """The step of `ResultStore.give_up`. It changes nothing where the round is over."""
    return _GIVE_UP.of([{"board": row.board, "table": row.id, "seat": seat} for seat in sorted(seats)])


def beginning(row: TableRow, number: int = 1, *, counts: bool = True, bots: bool = False) -> WriteStep:
    """The step that keeps to whom a board is dealt at a new table, together with the table.

    Bots are among them on an evening alone: elsewhere nobody is compared with the board's own.
    """
    assert row.board is not None
    return _BEGIN.of(
        [
            RESULTS.row(
                Result(
                    *(row.board, seat, row.id, holder.person, holder.bot, holder.name, number),
                    counts=counts,
                    given_up=False,
                    result=None,
                    is_there=True,
                ),
                begun=row.created,
            )
            for seat, holder in enumerate(row.seats)
            if bots or holder.person is not None
        ]
    )


def ends_of(table: str, standing: Standing) -> list[Values]:
    """For each seat of a table whose match is over, what its last round brought."""
    if not standing.over or standing.result is None:
        return []
    return [{"table": table, "seat": seat, "result": result} for seat, result in enumerate(standing.result)]

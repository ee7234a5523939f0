"""Today's deals as they are asked for: what each person may know of them, and the tables for them.

Nothing is remembered between calls but results that are many (`day_results.py`), so a restart, at midnight
too, changes nothing. A deal is one of the day on which its board was made.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import date

import msgspec

from sevenfold.bots.levels import Level
from sevenfold.core.meta import Meta
from sevenfold.games import game_names, is_game, load_game, load_meta
from sevenfold.server.duplicate.boards import Boards
from sevenfold.server.duplicate.calendar import DAY, Calendar
from sevenfold.server.duplicate.day_results import DayResults, Results, Together, best, together
from sevenfold.server.duplicate.making import new_board
from sevenfold.server.duplicate.seeds import DEALS_A_DAY, seed_of
from sevenfold.server.duplicate.streak import streak
from sevenfold.server.errors import DayDealUnknown, DayUnknown
from sevenfold.server.protocol.table import TableInfo
from sevenfold.server.protocol.today import BestRound, Day, DayDeal, DayGame, Lamp
from sevenfold.server.rounds.access import LAST
from sevenfold.server.storage.boards import BoardRow
from sevenfold.server.storage.days import DayBoard
from sevenfold.server.storage.results import Result
from sevenfold.server.storage.rows import PersonRow, now, pseudonym
from sevenfold.server.storage.store import Store
from sevenfold.server.tables.making import find_meta
from sevenfold.server.times import iso

SEAT = 0
"""From which seat everybody plays the deals of a day."""

BOTS = Level.MEDIUM
"""How well the bots play on each day: the same wherever it is played, and no wall for whoever is new."""

WEEK = 7
"""How many lamps are shown."""

EARLIEST = date(2026, 1, 1)
"""No day before it is asked for: there were no deals."""


class TodaysDeals:
    """The deals of each day."""

    def __init__(self, store: Store, boards: Boards, calendar: Calendar) -> None:
        self._store = store
        self._boards = boards
        self._results = DayResults(store)
        self.calendar = calendar

    async def today(self, person: int) -> Day:
        """Today, as a person stands to it."""
        return await self._shown(self.calendar.date_at(now()), person)

    async def on(self, text: str, person: int) -> Day:
        """The day of a date, as a person stands to it. Raises DayUnknown for one that is no day so far."""
        return await self._shown(self._read(text), person)

    def _read(self, text: str) -> date:
        with suppress(ValueError):
            day = date.fromisoformat(text)
            if day.isoformat() == text and EARLIEST <= day <= self.calendar.date_at(now()):
                return day
        raise DayUnknown(date=text)

    # --- played -----------------------------------------------------------------------------------

    async def begin(
        self, game: str, number: int, person: PersonRow, pace: int, name: str | None
    ) -> TableInfo:
        """A person's table with a deal of today: a new one, or the one that they have begun.

        Raises GameUnknown, DayDealUnknown, and what `Boards.begin` raises.
        """
        meta = find_meta(game)
        if not 1 <= number <= DEALS_A_DAY or meta.name not in _games():
            raise DayDealUnknown(game=game, number=str(number))
        board = await self._board(self.calendar.date_at(now()), meta, number)
        return await self._boards.begin(board, SEAT, person, pace, name)

    async def _board(self, day: date, meta: Meta, number: int) -> BoardRow:
        """The board of a deal of today, which is made when somebody first asks for it."""
        found = await self._find(day, meta.name, number)
        if found is None:
            made = await self._store.boards.add(self._new_board(day, meta, number))
            await self._store.days.add(day, DayBoard(meta.name, number, made.id))
            found = await self._find(day, meta.name, number)  # another process may have been first
        if found is None:
            raise DayDealUnknown(game=meta.name, number=str(number))
        return found

    async def _find(self, day: date, game: str, number: int) -> BoardRow | None:
        for each in await self._store.days.boards(day):
            if (each.game, each.number) == (game, number):
                return await self._store.boards.find(each.board)
        return None

    def _new_board(self, day: date, meta: Meta, number: int) -> BoardRow:
        return new_board(
            "day",
            load_game(meta.name),
            meta.options(),
            meta.players.default,
            seed=seed_of(self._store.day_secret, day, meta.name, number),
            bots=BOTS,
            created=now(),
            closes=self.calendar.end(day),
        )

    async def _bots(self, game: str, boards: Sequence[DayBoard]) -> Level:
        """The level of a game's bots on a day, which is that of its boards."""
        for each in boards:
            board = await self._store.boards.find(each.board) if each.game == game else None
            if board is not None:
                return Level(board.bots)
        return BOTS

    # --- shown ------------------------------------------------------------------------------------

    async def _shown(self, day: date, person: int) -> Day:
        today = self.calendar.date_at(now())
        seen = await self._seen(day, person, over=day < today)
        played = await self._store.days.played(person)
        row = streak(played, today)
        return Day(
            date=day.isoformat(),
            ends=iso(self.calendar.end(day)),
            over=day < today,
            streak=row.now,
            longest=row.longest,
            lamps=tuple(Lamp(date=each.isoformat(), lit=each in played) for each in _week(day)),
            games=tuple([await self._game(load_meta(game), seen) for game in _games()]),
            best=await self._best(seen if day < today else await self._seen(day - DAY, person, over=True)),
        )

    async def _seen(self, day: date, person: int, *, over: bool) -> "_DaySeen":
        boards = await self._store.days.boards(day)
        mine = await self._store.days.tries(day, person)
        return _DaySeen(person, boards, mine, await self._results.of(day, boards), over=over)

    async def _best(self, seen: "_DaySeen") -> BestRound | None:
        found = best(seen.results, seen.plays)
        board = await self._store.boards.find(found.board) if found is not None else None
        if found is None or board is None:
            return None
        theirs = await self._store.days.result(found.board, found.table)
        if theirs is None or theirs.result is None:
            return None
        deal = next(each for each in seen.boards if each.board == found.board)
        return BestRound(
            game=deal.game,
            number=deal.number,
            pseudonym=pseudonym(board.pseudonym_key, theirs.person),
            name=theirs.name,
            you=theirs.person == seen.person,
            result=theirs.result,
            place=found.place,
            round=_round_of(theirs),
        )

    async def _game(self, meta: Meta, seen: "_DaySeen") -> DayGame:
        mine = [each.board for each in seen.boards if each.game == meta.name]
        found = seen.together(mine, meta)
        return DayGame(
            game=meta.name,
            unit=meta.unit,
            players=meta.players.default,
            bots=await self._bots(meta.name, seen.boards),
            deals=tuple(seen.deal(meta, number) for number in range(1, seen.most(meta.name) + 1)),
            total=found.total if found else None,
            place=found.place if found else None,
            others=found.others if found else (),
        )


def _games() -> tuple[str, ...]:
    """The games that have deals each day."""
    return tuple(game for game in game_names() if not load_meta(game).draft)


def _week(day: date) -> list[date]:
    """The seven days up to this one."""
    return [day - DAY * back for back in reversed(range(WEEK))]


class _DaySeen:
    """A day as one person may see it. `mine` are their tries, `results` those of all."""

    def __init__(
        self,
        person: int,
        boards: Sequence[DayBoard],
        mine: Sequence[Result],
        results: Results,
        *,
        over: bool,
    ) -> None:
        self.person = person
        self.boards = boards
        self.results = results
        self._over = over
        self._mine = {each.board: each for each in reversed(mine)}
        self._own = _standing(mine, {each.board: each.game for each in boards})

    @property
    def plays(self) -> frozenset[str]:
        """The boards at which the person may still play on."""
        return frozenset(each.board for each in self._mine.values() if each.is_in_play)

    def together(self, boards: Sequence[str], meta: Meta) -> Together | None:
        """How the person did at those of these boards of a game that they have finished."""
        return together(self.results, self.person, self._own, boards, meta.sign)

    def most(self, game: str) -> int:
        """How many deals a game has on this day: those that it was given, which were more once."""
        return max([DEALS_A_DAY, *(each.number for each in self.boards if each.game == game)])

    def deal(self, meta: Meta, number: int) -> DayDeal:
        """A deal as the person stands to it."""
        wanted = meta.name, number
        board = next((each.board for each in self.boards if (each.game, each.number) == wanted), None)
        mine = self._mine.get(board) if board is not None else None
        if board is None or mine is None:
            return _untouched(number, over=self._over or number > DEALS_A_DAY)
        if mine.result is None and (mine.given_up or not mine.is_there):
            return msgspec.structs.replace(_untouched(number, over=True), state="given_up")
        if mine.result is None:
            state = "late" if self._over else "begun"
            return msgspec.structs.replace(_untouched(number, over=self._over), state=state, table=mine.table)
        result = self._own.get(board)
        found = self.together([board], meta)
        return DayDeal(
            number=number,
            state="late" if result is None else "given_up" if mine.given_up else "finished",
            table=mine.table if mine.is_there else None,
            board=board,
            round=_round_of(mine),
            result=result,
            place=found.place if found else None,
        )


def _standing(mine: Sequence[Result], games: Mapping[str, str]) -> dict[str, int]:
    """What boards brought somebody in their own standing; `games` are those of the boards."""
    known = [each for each in mine if is_game(games.get(each.board, ""))]
    found = ((each.board, each.standing(load_meta(games[each.board]).sign)) for each in known)
    return {board: result for board, result in found if result is not None}


def _untouched(number: int, *, over: bool) -> DayDeal:
    return DayDeal(
        number=number,
        state="missed" if over else "open",
        table=None,
        board=None,
        round=None,
        result=None,
        place=None,
    )


def _round_of(played: Result) -> str | None:
    """The id of a round that was played, which is the last of its table; None if that is gone."""
    return f"{played.table}.{LAST}" if played.is_there else None

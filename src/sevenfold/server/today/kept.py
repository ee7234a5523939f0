"""The results of a day, the same for all who ask: made by a thread, and kept where they are many."""

import asyncio
from collections.abc import Sequence
from datetime import date

from sevenfold.games import is_game, load_meta
from sevenfold.server.rounds.reading import Latest
from sevenfold.server.storage.days import DayBoard
from sevenfold.server.storage.store import Store
from sevenfold.server.today.results import Results, results_of

MANY = 500
"""From so many results on they are kept: for as many milliseconds as there are, so that making them anew
takes a small part of one core. Fewer are made in no time for whoever asks.
"""

DAYS = 4
"""Of how many days they are kept."""


class DayResults:
    """The results of days. Somebody's own are not taken from here: they may be newer."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: Latest[Results] = Latest(DAYS)
        self._until: dict[date, float] = {}
        self._making = asyncio.Lock()

    async def of(self, day: date, boards: Sequence[DayBoard]) -> Results:
        """All that counts of a day with these boards, as it is now or was a while ago."""
        async with self._making:  # others who ask meanwhile take what the first has made
            kept = self._kept.find(day)
            now = asyncio.get_running_loop().time()
            if kept is not None and now < self._until[day]:
                return kept
            rows = {each.board: await self._store.days.counted(each.board) for each in boards}
            made = await asyncio.to_thread(results_of, rows, _games(boards))
            return self._keep(day, made, sum(map(len, rows.values())))

    def _keep(self, day: date, made: Results, results: int) -> Results:
        if results >= MANY:
            self._until[day] = asyncio.get_running_loop().time() + results / 1000
            self._kept.put(day, made)
        return made


def _games(boards: Sequence[DayBoard]) -> dict[str, tuple[list[str], int]]:
    """The boards of each game in order, with its sign."""
    known = dict.fromkeys(each.game for each in boards if is_game(each.game))
    return {
        game: ([each.board for each in boards if each.game == game], load_meta(game).sign) for game in known
    }

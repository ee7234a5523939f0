"""What is said at one table."""

import asyncio
import unicodedata
from collections.abc import Callable
from time import monotonic

import msgspec

from sevenfold.server.errors import TalkRefused, TooMany
from sevenfold.server.limits import Buckets, Rate
from sevenfold.server.names.characters import are_shown, has_too_many_marks
from sevenfold.server.protocol import LONGEST_TEXT, Line, Say
from sevenfold.server.storage.rows import now
from sevenfold.server.storage.store import Store
from sevenfold.server.times import iso

KEPT = 50
"""How many of the last lines a newcomer is shown."""

EACH = Rate(8, 20)
"""How much one guest may say."""


class TableTalk:
    """The last lines of a table. Nothing that is said reaches the match."""

    def __init__(self, table: str, store: Store, clock: Callable[[], float] = monotonic) -> None:
        self._table = table
        self._store = store
        self._clock = clock
        self._lines: list[Line] | None = None
        self._reading = asyncio.Lock()
        self._said = Buckets(EACH)

    def hear(self, number: int) -> bool:
        """Note the number of the last line, maybe said in another process; return whether it is new here."""
        known = self._lines is None or (self._lines[-1].number if self._lines else 0) >= number
        if not known:
            self._lines = None
        return not known

    async def since(self, number: int) -> tuple[Line, ...]:
        """The lines after that number, as far as they are kept."""
        lines = await self._all()
        if not lines or lines[-1].number <= number:
            return ()
        return tuple(line for line in lines if line.number > number)

    async def _all(self) -> list[Line]:
        if self._lines is not None:
            return self._lines
        async with self._reading:
            if self._lines is None:  # else another task has read them meanwhile
                self._lines = await self._store.friends.talk(self._table, KEPT)
            return self._lines

    async def say(
        self, guest: int, seat: int | None, name: str | None, said: Say, *, free_text: bool
    ) -> None:
        """Say something. Raises TalkRefused, TooMany, StorageFull."""
        said = check_said(said, free_text=free_text)
        wait = self._said.take(guest, self._clock())
        if wait:
            raise TooMany(what="talk", seconds=str(int(wait) + 1))
        line = Line(
            number=0,
            seat=seat,
            name=name,
            phrase=said.phrase,
            reaction=said.reaction,
            text=said.text,
            at=iso(now()),
        )
        while not await self._add(line, guest):
            continue  # another line has taken the number

    async def _add(self, line: Line, guest: int) -> bool:
        """Keep a line with the next number; False if another line has it. Nobody is told of it before."""
        lines = await self._all()
        line = msgspec.structs.replace(line, number=lines[-1].number + 1 if lines else 1)
        is_kept = await self._store.friends.add_line(self._table, line, guest)
        self._lines = None
        return is_kept


def check_said(said: Say, *, free_text: bool) -> Say:
    """One phrase, one reaction or one line of text, with single spaces. Raises TalkRefused."""
    if [said.phrase, said.reaction, said.text].count(None) != 2:
        raise TalkRefused(reason="empty")
    if said.text is None:
        return said
    if not free_text:
        raise TalkRefused(reason="phrases_only")
    if not are_shown(said.text) or has_too_many_marks(said.text):
        raise TalkRefused(reason="characters")
    text = unicodedata.normalize("NFC", " ".join(said.text.split()))
    if not text:
        raise TalkRefused(reason="empty")
    if len(text) > LONGEST_TEXT:
        raise TalkRefused(reason="long", most=str(LONGEST_TEXT))
    return msgspec.structs.replace(said, text=text)

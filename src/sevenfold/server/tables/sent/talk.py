"""What is said at one table."""

import asyncio
import unicodedata
from collections.abc import Callable
from time import monotonic
from typing import NamedTuple

import msgspec

from sevenfold.server.errors import TalkRefused, TooMany
from sevenfold.server.limits import Buckets, Rate
from sevenfold.server.names.characters import are_shown, has_too_many_marks
from sevenfold.server.protocol.limits import LONGEST_TEXT
from sevenfold.server.protocol.talk import Line, Say
from sevenfold.server.storage.rows import now
from sevenfold.server.storage.store import Store
from sevenfold.server.times import iso

KEPT = 50
"""How many of the last lines a newcomer is shown."""

EACH = Rate(8, 20)
"""How much one person may say."""


class Speaker(NamedTuple):
    """Who says something: a person, who goes by `pseudonym` in public, at a seat or None as a spectator."""

    person: int
    pseudonym: str
    seat: int | None
    name: str | None


class TableTalk:
    """The last lines of a table. Nothing that is said reaches the match."""

    def __init__(self, table: str, store: Store, clock: Callable[[], float] = monotonic) -> None:
        self._table = table
        self._store = store
        self._clock = clock
        self._lines: list[Line] | None = None
        """The lines as they are kept; None when they must be read again."""
        self._known: list[Line] = []
        """The lines as they were last read: all that was told since the last cut is among them or older."""
        self._asked = 0
        """Counts how often they had to be read again, so that nothing read before that is kept."""
        self.cuts = 0
        """How often lines have gone, since whoever said them has deleted their data. Everybody is told."""
        self._reading = asyncio.Lock()
        self._said = Buckets(EACH)

    def note_line(self, number: int) -> bool:
        """Note the number of the last line, maybe said in another process; return whether it is new here."""
        known = self._lines is None or (self._lines[-1].number if self._lines else 0) >= number
        if not known:
            self.mark_stale()
        return not known

    def mark_stale(self) -> None:
        """Have the lines read again before they are told: some may be new, and others gone."""
        self._lines = None
        self._asked += 1

    async def lines(self) -> list[Line]:
        """All lines that are kept, at most the last KEPT."""
        async with self._reading:
            while self._lines is None:
                asked = self._asked
                read = await self._store.friends.talk(self._table, KEPT)
                self._compare(read)
                if asked == self._asked:
                    self._lines = read
            return self._lines

    def _compare(self, read: list[Line]) -> None:
        """Note whether lines have gone since they were last read. A number may be given anew."""
        there = {line.number: line for line in read}
        first = read[0].number if len(read) == KEPT else 0
        if any(line.number >= first and there.get(line.number) != line for line in self._known):
            self.cuts += 1
        self._known = read

    async def say(self, speaker: Speaker, said: Say, *, free_text: bool) -> None:
        """Say something. Raises TalkRefused, TooMany, StorageFull."""
        said = check_said(said, free_text=free_text)
        wait = self._said.take(speaker.person, self._clock())
        if wait:
            raise TooMany(what="talk", seconds=str(int(wait) + 1))
        line = Line(
            number=0,
            seat=speaker.seat,
            name=speaker.name,
            pseudonym=speaker.pseudonym,
            phrase=said.phrase,
            reaction=said.reaction,
            text=said.text,
            at=iso(now()),
        )
        while not await self._add(line, speaker.person):
            continue  # another line has taken the number

    async def _add(self, line: Line, person: int) -> bool:
        """Keep a line with the next number; False if another line has it. Nobody is told of it before."""
        lines = await self.lines()
        line = msgspec.structs.replace(line, number=lines[-1].number + 1 if lines else 1)
        is_kept = await self._store.friends.add_line(self._table, line, person)
        self.mark_stale()
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

"""What the database has said after each act of a whole club: it outlives whatever is deleted."""

from collections import defaultdict
from typing import NamedTuple

from sevenfold.core.log import Entry
from sevenfold.server.storage.rows import TableRow, read_entry
from tests.server.two_apps import House


class Try(NamedTuple):
    """A row of results as it was read: what somebody made of a board at a table."""

    board: str
    table: str
    seat: int
    person: int | None
    counts: bool
    begun: int
    """The act in which they were dealt it."""
    ended: int | None
    """That in which it ended, or in which they left for good; None before."""
    owner: int | None
    """Whose it is now: it may have been brought along to another person."""


class Books:
    """What the database has said after each act."""

    def __init__(self, house: House) -> None:
        self._house = house
        self.tables: dict[str, TableRow] = {}
        self.logs: dict[str, list[Entry]] = defaultdict(list)
        self.logged_at: dict[str, list[int]] = defaultdict(list)
        """The act in which each entry came."""
        self.boards: dict[str, tuple[str | None, int | None]] = {}
        """The table and the deal that a board was made from."""
        self.tries: dict[tuple[str, str, int], Try] = {}
        self.links: dict[str, tuple[str, int]] = {}
        """The rounds to which links lead."""
        self.cards: dict[str, str] = {}
        """The boards to which links lead."""
        self.invitations: dict[str, str] = {}
        """The tables to which links lead."""
        self.events: dict[str, dict[int, str]] = defaultdict(dict)
        """The boards of events, by number."""
        self.browsers: tuple[int, ...] = ()
        """The sessions that there are."""
        self.made_one: list[tuple[int, int, int]] = []
        """In which act a person became which other."""
        self._persons: dict[bytes, int] = {}
        self.seats: dict[int, dict[tuple[str, int], int]] = {}
        """After each act: who sat where."""
        self.have_been: dict[str, set[int]] = defaultdict(set)
        """Who has ever sat or watched at each table."""
        self.shown: dict[int, set[tuple[str, int, int]]] = {}
        """After each act: to whom which hand was shown, by table and seat."""

    def person_of(self, tokens: list[bytes]) -> int | None:
        """Whose browser it is that has these tokens."""
        return next((self._persons[each] for each in tokens if each in self._persons), None)

    def one_person(self, at: int, former: int, person: int) -> None:
        """A browser of one person has become another's."""
        if (former, person) not in [each[1:] for each in self.made_one]:
            self.made_one.append((at, former, person))

    async def read(self, at: int) -> None:
        """Read what there is after an act."""
        await self._read_tables(at)
        rows = self._house.rows
        for row in await rows("SELECT table_id, deal, key FROM round_links"):
            self.links[row["key"]] = row["table_id"], row["deal"]
        for row in await rows("SELECT board_id, key FROM board_links"):
            self.cards[row["key"]] = row["board_id"]
        for row in await rows("SELECT id, table_id, deal FROM boards"):
            self.boards.setdefault(row["id"], (row["table_id"], row["deal"]))
        for row in await rows("SELECT event_id, number, board_id FROM event_boards"):
            self.events[row["event_id"]][row["number"]] = row["board_id"]
        await self._read_tries(at)
        self._persons = {}
        for row in await rows("SELECT person_id, token_hash, next_hash FROM sessions"):
            for token in (row["token_hash"], row["next_hash"]):
                if token is not None:
                    self._persons[bytes(token)] = row["person_id"]
        self.browsers = tuple(row["id"] for row in await rows("SELECT id FROM sessions ORDER BY id"))

    async def _read_tables(self, at: int) -> None:
        rows = self._house.rows
        ends = {
            row["table_id"]: row["ends"]
            for row in await rows("SELECT table_id, max(seq) AS ends FROM log GROUP BY table_id")
        }
        for row in await rows("SELECT id, link, watch_link, code FROM tables"):
            table = row["id"]
            for name in ("link", "watch_link", "code"):
                if row[name] is not None:
                    self.invitations[row[name]] = table
            log = self.logs[table]
            if table not in self.tables or (ends.get(table, 0) and not log):
                found = await self._house.store.tables.find(table)
                if found is not None:
                    self.tables[table] = found
            if ends.get(table, 0) > len(log):
                news = await rows(
                    "SELECT seq, entry FROM log WHERE table_id = :table AND seq > :after ORDER BY seq",
                    table=table,
                    after=len(log),
                )
                log += [read_entry(table, each["seq"], each["entry"]) for each in news]
                self.logged_at[table] += [at] * len(news)
        self.seats[at] = {
            (row["table_id"], row["seat"]): row["person_id"]
            for row in await rows("SELECT table_id, seat, person_id FROM seats WHERE person_id IS NOT NULL")
        }
        for row in await rows("SELECT table_id, person_id FROM members WHERE person_id IS NOT NULL"):
            self.have_been[row["table_id"]].add(row["person_id"])
        for (table, _), person in self.seats[at].items():
            self.have_been[table].add(person)
        self.shown[at] = {
            (row["table_id"], row["person_id"], seat)
            for row in await rows("SELECT table_id, person_id, looks FROM members WHERE looks > 0")
            for seat in range(8)
            if row["looks"] >> seat & 1
        }

    async def _read_tries(self, at: int) -> None:
        asked = "SELECT board_id, table_id, seat, person_id, bot, counts, ended FROM results WHERE number > 0"
        for row in await self._house.rows(asked):
            if row["bot"] is not None:
                continue
            key = row["board_id"], row["table_id"], row["seat"]
            before = self.tries.get(key)
            ended, person = (before.ended, before.person) if before is not None else (None, None)
            if ended is None:  # whoever had it at its end
                has_left = before is not None and key[1:] not in self.seats[at]
                ended = at if row["ended"] is not None or has_left else None
                person = row["person_id"] or person
            self.tries[key] = Try(
                *key,
                person=person,
                counts=bool(row["counts"]),
                begun=before.begun if before is not None else at,
                ended=ended,
                owner=row["person_id"],
            )

"""What was shown to whom of which deal, read off the bytes and the logs alone, and what is against the laws.

Nothing of the server's own idea of who may see what is asked. A deal is told by what shows it: by the place
that was asked for (a table, a round, a board, a link), and wherever a hand of it is named, card by card.
"""

import gzip
import json
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple

from sevenfold.core.log import Dealt
from sevenfold.core.match import AnyMatch
from sevenfold.core.replaying import replay
from sevenfold.games import load_game
from sevenfold.server.storage.rows import TableRow
from sevenfold.testing.secrecy import IMAGINED, Secrets, Viewer, words_in
from tests.server.club import Club, Sent
from tests.server.club_books import Try

Deal = tuple[str, int]
"""The cards, wherever they lie: the table that dealt them and which of its deals, or a board and 0."""

Hand = frozenset[tuple[str, int]]
"""Cards and how often each is there."""

FEWEST = 6
"""So many cards tell of which deal they are: four may lie together in two deals."""


class Finding(NamedTuple):
    """Something against a law."""

    law: str
    at: int
    person: int | None
    what: str


class Played:
    """A table's match as its log says, entry by entry."""

    def __init__(self, row: TableRow, entries: list[Any]) -> None:
        match: AnyMatch = replay(load_game(row.game), row.log(tuple(entries[:1])))
        self.secrets = Secrets(match)
        self.row = row
        self.deals: list[int] = []
        """After each entry: which deal of the table it is, from 0."""
        self.over: list[bool] = []
        self.hands: dict[Hand, set[tuple[int, int]]] = defaultdict(set)
        """Of which deal and seat a hand was, at any time."""
        self._versions: dict[Viewer, list[tuple[int, int, bool]]] = defaultdict(list)
        self._note(match, 0)
        for entry in entries[1:]:
            self.secrets.follow(entry)
            self._note(match, self.deals[-1] + isinstance(entry, Dealt))

    def _note(self, match: AnyMatch, deal: int) -> None:
        self.deals.append(deal)
        self.over.append(match.round_over)
        for seat in range(match.players):
            hand = Counter(match.view(seat).hand)
            if hand.total() >= FEWEST:
                self.hands[frozenset(hand.items())].add((deal, seat))
        for viewer in self.secrets.viewers:
            self._versions[viewer].append((match.ledger(viewer).version, deal, match.round_over))

    def at_version(self, viewer: Viewer, version: int) -> tuple[int, bool]:
        """Which deal a viewer sees at a version, and whether it is over."""
        versions = self._versions[viewer]
        found = bisect_right(versions, version, key=lambda each: each[0])
        if found and (versions[found - 1][0] == version or found == len(versions)):
            found -= 1  # else it is amid an entry, such as cards that are dealt one by one
        _, deal, over = versions[found]
        return deal, over

    def is_past_its_log(self, viewer: Viewer, message: dict[str, Any]) -> bool:
        """Whether the log was not read so far: the table was deleted in the act in which it went on."""
        version: int = message["version"]
        return version > self._versions[viewer][-1][0]


class Shown(NamedTuple):
    """Something of a deal was shown to a person."""

    at: int
    deal: Deal
    table: str | None
    """The table in play at which it was shown; None for what is finished."""
    door: str


class Law:
    """All that was shown in a club, and what of it is against the laws."""

    def __init__(self, club: Club) -> None:
        self.club = club
        self.books = club.books
        self.played: dict[str, Played] = {}
        for table, entries in club.books.logs.items():
            if entries and table in club.books.tables:
                self.played[table] = Played(club.books.tables[table], entries)
        self.cards: set[str] = set()
        self._hands: dict[Hand, set[Deal]] = defaultdict(set)
        for table, played in self.played.items():
            for entry in club.books.logs[table]:
                if isinstance(entry, Dealt):
                    self.cards |= {
                        card for text in (*entry.deal.values(), entry.rest) for card in text.split()
                    }
            if played.row.branched_from is None or played.row.board is not None:
                for hand, where in played.hands.items():
                    self._hands[hand] |= {self.deal(table, deal) for deal, _ in where}
        self._keys = {
            key.hex(): self.deal(table, deal)
            for table, played in self.played.items()
            for deal in range(played.deals[-1] + 1)
            for key in keys_of(played.row, deal)
        }
        """What all cards of a deal follow from."""
        self.shown: dict[int, list[Shown]] = defaultdict(list)
        """What each person was shown, in order."""
        for sent in club.sent:
            if sent.person is not None:
                self.shown[sent.person] += [
                    Shown(sent.at, deal, sent.place.get("table"), sent.door)
                    for deal in sorted(self.deals_in(sent))
                ]

    # --- which deal it is -------------------------------------------------------------------------

    def deal(self, table: str, number: int) -> Deal:
        """The deal that was dealt at a table as its `number`th, from 0."""
        row = self.books.tables.get(table)
        if row is None or number:
            return table, number
        if row.board is not None:
            return self.deal_of_board(row.board)
        source = self._source(row)
        return source if source is not None and self._has_same_cards(table, source) else (table, 0)

    def _source(self, row: TableRow) -> Deal | None:
        """The deal of the round from which a table is played on."""
        return self.deal_of_round(row.branched_from.round) if row.branched_from is not None else None

    def _has_same_cards(self, table: str, source: Deal) -> bool:
        """Whether the cards of a table's first deal are those of another deal."""
        log, there = self.books.logs[table], self._dealt(source)
        return bool(log) and isinstance(log[0], Dealt) and there is not None and log[0].deal == there.deal

    def _dealt(self, deal: Deal) -> Dealt | None:
        """The entry with which a deal began."""
        name, number = deal
        tables = [name, *(each.table for each in self.books.tries.values() if each.board == name)]
        for table in tables:
            found = [each for each in self.books.logs.get(table, ()) if isinstance(each, Dealt)]
            if number < len(found):
                return found[number]
        return None

    def deal_of_board(self, board: str) -> Deal:
        """The deal of a board: that of the round that it was made from, if it was."""
        table, number = self.books.boards.get(board, (None, None))
        if table is None or number is None:
            return board, 0
        return self._numbered(table, number)

    def _numbered(self, table: str, number: int) -> Deal:
        row = self.books.tables.get(table)
        return self.deal(table, number - (row.first_round if row is not None else 1))

    def deal_of_round(self, round_id: str, at: int | None = None) -> Deal | None:
        """The deal of a round by its id or the key of a link, the last one as it was in an act."""
        table, _, number = round_id.partition(".")
        if not number:
            linked = self.books.links.get(round_id)
            return self._numbered(*linked) if linked is not None else None
        if number != "last":
            return self._numbered(table, int(number)) if number.isdigit() else None
        played = self.played.get(table)
        if played is None:
            return None
        entries = self._entries(table, at)
        finished = [
            deal for deal, over in zip(played.deals[:entries], played.over[:entries], strict=True) if over
        ]
        return self.deal(table, finished[-1] if finished else 0)

    def _entries(self, table: str, at: int | None) -> int:
        """How many entries a table's log had after an act."""
        when = self.books.logged_at[table]
        return max(1, len(when) if at is None else bisect_right(when, at))

    # --- what was shown ---------------------------------------------------------------------------

    def deals_in(self, sent: Sent) -> set[Deal]:
        """The deals of which something was shown by what was sent."""
        found: set[Deal] = set()
        for part in parts_of(sent):
            words = words_in(part)
            found |= {self._keys[word] for word in words & self._keys.keys()}
            if not words & self.cards:
                continue
            hands = {deal for hand in _hands_in(part, self.cards) for deal in self._hands.get(hand, ())}
            found |= hands
            if not hands or "event" not in sent.place:  # an event has several
                found |= self._by_place(sent, part)
        return found

    def _by_place(self, sent: Sent, part: Any) -> set[Deal]:
        """The deals about which somebody asked."""
        place, books = sent.place, self.books
        if "table" in place and place["table"] in self.played:
            number = self._number_at(sent, part)
            source = self._source(self.books.tables[place["table"]]) if number == 0 else None
            return {self.deal(place["table"], number)} | ({source} if source is not None else set())
        if "round_id" in place:
            deal = self.deal_of_round(place["round_id"], sent.at)
            return {deal} if deal is not None else set()
        if "board" in place:
            return {self.deal_of_board(place["board"])}
        if "event" in place:
            return {self.deal_of_board(board) for board in books.events.get(place["event"], {}).values()}
        key = place.get("key") or place.get("path", "").rpartition("/")[2]
        if key in books.cards:
            return {self.deal_of_board(books.cards[key])}
        if key in books.links:
            return {self._numbered(*books.links[key])}
        if key in books.invitations and books.invitations[key] in self.played:
            table = books.invitations[key]
            return {self.deal(table, self.played[table].deals[self._entries(table, sent.at) - 1])}
        return set()

    def _number_at(self, sent: Sent, part: Any) -> int:
        table = sent.place["table"]
        played = self.played[table]
        if isinstance(part, dict) and "view" in part and "version" in part:
            return played.at_version(part["view"]["seat"], part["version"])[0]
        return played.deals[self._entries(table, sent.at) - 1]

    def story(self, finding: Finding) -> str:
        """What was done that has to do with a finding: by its person, or at the tables that it names."""
        tables = {table for table in self.books.tables if table in finding.what}
        tables |= {each.table for each in self.books.tries.values() if each.board in finding.what}
        told = [
            str(step)
            for step in self.club.steps
            if step.person in (finding.person, None) or any(table in step.text for table in tables)
            if "play at" not in step.text
        ]
        return "\n".join([f"{finding.law}: person {finding.person}: {finding.what}", *told])

    # --- what is against the laws -----------------------------------------------------------------

    def findings(self) -> list[Finding]:
        """All that is against the laws."""
        return [
            *self._counted(),
            *self._counted_twice(),
            *self._hidden_hands(),
            *self._strangers(),
            *self._acted(),
        ]

    def they(self, person: int, at: int) -> dict[int, int]:
        """All that a person has been until an act, whose browsers have become theirs, each until it did."""
        found = {person: at}
        for when, former, whose in reversed(self.books.made_one):
            if when < found.get(whose, 0):
                found[former] = max(found.get(former, 0), when)
        return found

    def _whoever_is(self, person: int) -> int:
        """The same number for all who have ever become one another, also back and forth."""
        found: set[int] = set()
        more = {person}
        while more:
            found |= more
            pairs = [{former, whose} for _, former, whose in self.books.made_one]
            more = {each for pair in pairs if pair & more for each in pair} - found
        return min(found)

    def known_to(self, person: int, until: int) -> Iterator[tuple[int, Shown]]:
        """What somebody was shown, and since when they know it: whoever became them brings what they knew."""
        for each in self.shown.get(person, ()):
            if each.at < until:
                yield each.at, each
        for at, former, whose in self.books.made_one:
            if whose == person and at < until:
                for known, each in self.known_to(former, at):
                    yield max(known, at), each

    def _counted(self) -> Iterator[Finding]:
        """(a), (b): whose try counts was shown nothing of the deal from elsewhere before its end.

        Where two who play the same board become one person, the earlier counts, whatever the later one saw at
        its table.
        """
        for each in self.books.tries.values():
            if each.counts and each.person is not None:
                yield from self._from_elsewhere(each, each.person)

    def _from_elsewhere(self, each: Try, person: int) -> Iterator[Finding]:
        deal, end = self.deal_of_board(each.board), each.ended if each.ended is not None else 10**9
        told: set[str] = set()
        for known, shown in self.known_to(person, end):
            is_own = shown.table == each.table and shown.at >= each.begun
            if shown.deal != deal or known >= end or is_own or self._is_a_later_try(shown, each):
                continue
            when = "before" if known < each.begun else "during"
            if shown.door not in told:
                told.add(shown.door)
                what = (
                    f"{when} their try {each.begun}..{each.ended} at {each.table}, {deal} was shown in act"
                    f" {shown.at} (known since {known}) by {shown.door} {shown.table or ''}"
                )
                yield Finding(f"shown {when}", shown.at, person, what)

    def _is_a_later_try(self, shown: Shown, each: Try) -> bool:
        """Whether it was shown at the table of a try at the same board that began later."""
        return any(
            other.table == shown.table and other.board == each.board and other.begun > each.begun
            for other in self.books.tries.values()
        )

    def _counted_twice(self) -> Iterator[Finding]:
        """Nobody has two tries that count."""
        found: dict[tuple[int, Deal], list[Try]] = defaultdict(list)
        for each in self.books.tries.values():
            if each.counts and each.owner is not None:
                found[each.owner, self.deal_of_board(each.board)].append(each)
        for (person, deal), tries in found.items():
            if len(tries) > 1:
                yield Finding(
                    "counted twice", tries[-1].begun, person, f"{deal} at {[each.table for each in tries]}"
                )

    def _hidden_hands(self) -> Iterator[Finding]:
        """At a table: nobody is told of a card that they could not know, or by a hand that is not theirs."""
        for sent in self.club.sent:
            table = sent.place.get("table", "")
            if sent.door != "socket" or table not in self.played:
                continue
            message = json.loads(sent.data)
            if "view" not in message:
                continue
            viewer = message["view"]["seat"]
            if self.played[table].is_past_its_log(viewer, message):
                continue
            for card in self.played[table].secrets.leaks(viewer, message):
                yield Finding("hidden", sent.at, sent.person, f"told of {card} as {viewer} at {table}")
            over = self.played[table].at_version(viewer, message["version"])[1]
            if viewer is not None and not over and not self._may_see(sent, table, viewer):
                yield Finding("not theirs", sent.at, sent.person, f"the hand of {viewer} at {table}")

    def _strangers(self) -> Iterator[Finding]:
        """(c): without a link, a round is shown to whoever has been at a table with its cards."""
        there: dict[Deal, set[int]] = defaultdict(set)
        for table, played in self.played.items():
            for number in range(played.deals[-1] + 1):
                there[self.deal(table, number)] |= self.books.have_been[table]
        for sent in self.club.sent:
            asked = sent.place.get("round_id", "")
            if "." not in asked or sent.person is None or not self.deals_in(sent):
                continue
            deal = self.deal_of_round(asked, sent.at)
            if deal is not None and not self.they(sent.person, sent.at).keys() & there[deal]:
                yield Finding("a stranger's", sent.at, sent.person, f"{deal} by {sent.door} {asked}")

    def _may_see(self, sent: Sent, table: str, seat: int) -> bool:
        """Whether a hand was theirs, or shown to them, before or after an act."""
        return any(
            self.books.seats.get(at, {}).get((table, seat)) == sent.person
            or (table, sent.person, seat) in self.books.shown.get(at, ())
            for at in (sent.at - 1, sent.at)
        )

    def _acted(self) -> Iterator[Finding]:
        """(e), law 10: nobody acts for two seats in a match, or of a deal that is in play at two tables; a
        hand goes from nobody to another; nobody who acts has seen another hand at that table.
        """
        persons: dict[tuple[str, int, int], set[int]] = defaultdict(set)
        acted: dict[tuple[int, str], dict[int, int]] = defaultdict(dict)
        for act in self.club.acts:
            before = {
                seat
                for person, until in self.they(act.person, act.at).items()
                for seat, first in acted[person, act.table].items()
                if first <= until
            }
            if before - {act.seat}:
                what = f"acted for {act.seat} at {act.table}, and before for {sorted(before)}"
                yield Finding("two seats", act.at, act.person, what)
            acted[act.person, act.table].setdefault(act.seat, act.at)
            if act.table in self.played:
                number, _ = self.played[act.table].at_version(act.seat, act.version)
                persons[act.table, number, act.seat].add(self._whoever_is(act.person))
        for (table, number, seat), who in persons.items():
            if len(who) > 1:
                what = f"seat {seat} of deal {number} at {table} was played by {sorted(who)}"
                yield Finding("handed on", 0, None, what)
        yield from self._saw_and_acted()

    def _saw_and_acted(self) -> Iterator[Finding]:
        seen: dict[tuple[int, str, int], list[tuple[int, int]]] = defaultdict(list)
        for sent in self.club.sent:
            table = sent.place.get("table", "")
            if sent.door == "socket" and table in self.played and sent.person is not None:
                message = json.loads(sent.data)
                if "view" in message and message["view"]["seat"] is not None:
                    viewer = message["view"]["seat"]
                    number, over = self.played[table].at_version(viewer, message["version"])
                    if not over:
                        seen[sent.person, table, number].append((sent.at, viewer))
        for act in self.club.acts:
            if act.table in self.played:
                number, _ = self.played[act.table].at_version(act.seat, act.version)
                others = {
                    seat
                    for person, until in self.they(act.person, act.at).items()
                    for at, seat in seen[person, act.table, number]
                    if at < until and seat != act.seat
                }
                if others:
                    what = (
                        f"acted for {act.seat} at {act.table}, deal {number}, and had seen {sorted(others)}"
                    )
                    yield Finding("saw and acted", act.at, act.person, what)


def keys_of(row: TableRow, deal: int) -> tuple[bytes, bytes]:
    """The key of a table's deal, and its seed."""
    number = row.first_round + deal
    return row.dealer.key(number), row.dealer.deal_seed(number)


def parts_of(sent: Sent) -> list[Any]:
    """What was sent, read: a message, the lines of a file, or a page as a text."""
    data = gzip.decompress(sent.data) if sent.data[:2] == b"\x1f\x8b" else sent.data
    if "ndjson" in sent.kind or "json" in sent.kind:
        return [json.loads(line) for line in data.splitlines() if line]
    return [data.decode(errors="replace").replace(",", " ")] if "css" not in sent.kind else []


def _hands_in(value: Any, cards: set[str]) -> Iterator[Hand]:
    """Everything in a message that may be a hand: a text of cards, or a list of them."""
    if isinstance(value, dict):
        for name, each in value.items():
            if name not in IMAGINED:
                yield from _hands_in(each, cards)
    elif isinstance(value, list):
        texts = [each for each in value if isinstance(each, str)]
        if len(texts) == len(value) >= FEWEST and set(texts) <= cards:
            yield frozenset(Counter(texts).items())
        for each in value:
            yield from _hands_in(each, cards)
    elif isinstance(value, str):
        words = value.split()
        if len(words) >= FEWEST and set(words) <= cards:
            yield frozenset(Counter(words).items())

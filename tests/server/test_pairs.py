"""Two acts at one moment: every two things that can be asked for at one place, at two processes.

A rule that is looked up by one statement and relied on by another holds for whoever comes alone, and not for
two at once. So every act of the API is done at the same time as every other of its place, and then the rules
are looked up in the database. A new route or message needs an act here, or a reason why it keeps nothing.
"""

import asyncio
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable
from functools import partial
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any, NamedTuple, get_args

import msgspec
import pytest

from sevenfold.core import dealing
from sevenfold.core.log import Entry
from sevenfold.core.match import AnyMatch
from sevenfold.core.options import read_options
from sevenfold.core.replaying import replay
from sevenfold.games import load_game
from sevenfold.server.http.browsers_api import hash_of_key
from sevenfold.server.http.door import DoorWord
from sevenfold.server.protocol.from_client import ClientMessage
from sevenfold.server.protocol.http import NewTable
from sevenfold.server.protocol.settings import TableSettings
from sevenfold.server.rounds import review_queue, reviews
from sevenfold.server.storage.rows import TableRow, new_table_id, now
from sevenfold.server.storage.statements import Statement
from sevenfold.server.tables.making import new_table
from sevenfold.server.tables.play import take_back
from sevenfold.server.tables.seating import absence, plan, promises, returning, spectators
from sevenfold.server.timings import Timings
from sevenfold.testing.running import Message, any_move, to_act
from tests.server.test_events import in_days
from tests.server.test_rounds import entries_of
from tests.server.test_routes import routes
from tests.server.two_apps import House, Person, a_house

PEOPLE = ("host", "one", "two", "watcher", "three", "back", "new", "newer")
"""Who is there: at a table the first three sit, and the last two are still to come. Another says in play that
a seat is theirs.
"""

AT_ONCE = Timings(away_before_return=0)
"""Somebody may say at once that the seat of a person who is away is theirs."""

CHANGING = ("POST", "PUT", "PATCH", "DELETE")


class Scene(NamedTuple):
    """A place where something goes on, and what its addresses and messages are filled in with."""

    place: str
    people: dict[str, Person]
    values: dict[str, str]


Do = Callable[[Scene, Person, int, Callable[[], Awaitable[None]]], Awaitable[list[str]]]
"""Do something at the scene as a person, who is of a number, once it may begin. Return what was refused."""


class Act(NamedTuple):
    """Something that can be asked for. All of `who` do it at the same time."""

    places: tuple[str, ...]
    name: str
    who: tuple[str, ...]
    do: Do


def asks(places: str, route: str, who: str, *bodies: object) -> Act:
    """A request, by its method and route; the second of those who ask sends the second body. A body may be a
    function of the scene.
    """
    method, path = route.split()

    async def do(
        scene: Scene, person: Person, number: int, begin: Callable[[], Awaitable[None]]
    ) -> list[str]:
        address = path
        for name, value in scene.values.items():
            for kind in ("str", "int"):
                address = address.replace(f"{{{name}:{kind}}}", value)
        assert "{" not in address, address
        body = bodies[number % len(bodies)] if bodies else None
        await begin()
        answer = await person.ask(method, address, body(scene) if callable(body) else body)
        if answer.status_code < 400:
            return []
        code: str = answer.json()["code"]
        return [code]

    return Act(tuple(places.split()), route, tuple(who.split()), do)


def sends(places: str, type_: str, who: str, /, **fields: Any) -> Act:
    """A message over the socket. A field may be a function of the first message."""

    def filled_in(message: Message) -> Message:
        return {key: value(message) if callable(value) else value for key, value in fields.items()}

    async def do(scene: Scene, person: Person, _: int, begin: Callable[[], Awaitable[None]]) -> list[str]:
        return await person.send(scene.values["table"], type_, filled_in, begin)

    return Act(tuple(places.split()), type_, tuple(who.split()), do)


def version(message: Message) -> int:
    return int(message.get("version", 0))


def a_move(message: Message) -> str:
    return any_move(message) if message.get("view") and to_act(message) else "2S"


def watcher(message: Message) -> str:
    there = message["table"]["spectators"]
    return there[0]["id"] if there else ""


def one_of_evening(scene: "Scene") -> Message:
    return {"pseudonym": scene.values["pseudonym"]}


def in_place_of_three(scene: "Scene") -> Message:
    return {"in_place_of": scene.values["three"]}


KEY = "ABCDE FGHJK MNPQR STVWX"

SETTINGS = {"free_text": True, "watching": True, "over_shoulder": True, "take_back": "agreed"}

ACTS = (
    # --- events and evenings
    asks("event", "POST /api/events", "one", {"name": "E", "game": "lockup", "kind": "evening", "deals": 1}),
    asks("event evening", "POST /api/events/{event:str}/people", "new newer", {"name": "Same", "team": 0}),
    asks("event evening", "DELETE /api/events/{event:str}/people/me", "one"),
    asks("event evening", "DELETE /api/events/{event:str}/people/{pseudonym:str}", "host"),
    asks("event evening", "DELETE /api/events/{event:str}", "host"),
    asks("event", "POST /api/events/{event:str}/deals/{number:int}/tables", "one one two", {"pace": 10_000}),
    asks("evening", "POST /api/events/{event:str}/people/me/here", "one two"),
    asks("evening", "POST /api/events/{event:str}/people", "one back", {}, in_place_of_three),
    asks("evening", "POST /api/events/{event:str}/second", "host host", one_of_evening, {"pseudonym": None}),
    asks(
        "evening",
        "POST /api/events/{event:str}/asking/{asking:str}",
        "host host",
        {"agree": True},
        {"agree": False},
    ),
    asks("evening", "POST /api/events/{event:str}/begin", "host"),
    asks("evening", "POST /api/events/{event:str}/next", "host host", {}),
    asks("evening", "POST /api/events/{event:str}/end", "host"),
    # --- what everybody may do
    asks("event", "POST /api/session", "one"),
    asks("event evening waiting", "PUT /api/session", "one", {"name": "Other"}),
    asks("event evening waiting in_play round attaching door", "DELETE /api/session", "one"),
    # --- another browser: `new` asks by a link of `one`
    asks("attaching", "POST /api/browsers/link", "one"),
    asks("attaching", "POST /api/browsers/link/answer", "one one", {"attach": True}, {"attach": False}),
    asks("attaching", "POST /api/browser_links/{key:str}", "new newer", {"bring": True}),
    asks("attaching", "DELETE /api/browsers/{browser:int}", "one"),
    asks("attaching", "DELETE /api/browsers", "one new"),
    asks("attaching", "POST /api/browsers/key", "one"),
    asks("attaching door", "POST /api/browsers/key/use", "new newer", {"key": KEY, "bring": True}),
    # --- the door: `new` and `newer` have a link of `one` for one person
    asks("door", "POST /api/door", "new newer", {"word": KEY}),
    asks("door", "POST /api/introductions", "one", {"once": True, "days": 1}),
    asks("door", "POST /api/introductions/{key:str}", "new newer", {"name": "Same"}),
    asks("door", "DELETE /api/introductions/{introduction:int}", "one"),
    # --- tables
    asks("waiting", "POST /api/tables", "one", {"game": "lockup"}),
    asks(
        "waiting in_play playing", "POST /api/invitations/{key:str}", "new newer", {"seat": 3, "name": "Same"}
    ),
    asks("waiting in_play playing over attaching", "POST /api/tables/{table:str}/leave", "one watcher"),
    asks("waiting", "POST /api/invitations/{key:str}/return", "new newer", {"seat": 1, "name": "Same"}),
    asks("waiting", "POST /api/tables/{table:str}/start", "host", {"salt": None}),
    asks("waiting in_play over", "DELETE /api/tables/{table:str}", "host"),
    asks("playing", "POST /api/tables/{table:str}/reports", "one", {"words": "Look"}),
    sends("waiting", "start", "host", fill="medium"),
    sends("waiting", "set_options", "host", players=2),
    sends("waiting", "take_seat", "one two", seat=3),
    sends("waiting", "add_salt", "one", salt="0" * 32),
    sends("waiting in_play", "set_bot", "host", seat=3, bot="easy"),
    sends("in_play", "set_settings", "host", settings=SETTINGS | {"watching": False}),
    sends("playing", "set_pace", "host", pace=9_000),
    sends("waiting in_play", "set_open", "host", open=False),
    sends("waiting in_play playing over", "remove", "host", seat=1),
    sends("in_play", "remove_spectator", "host", spectator=watcher),
    sends("in_play", "pass_host", "host", seat=1),
    sends("waiting in_play", "set_name", "one two", name="Same"),
    sends("playing", "set_pause", "one two", paused=True),
    sends("in_play", "show_hand", "one", shown=True, to=watcher),
    sends("playing", "play", "host one two", version=version, move=a_move),
    sends("playing", "ask_take_back", "host one", version=version),
    sends("playing", "answer_take_back", "one two", agree=True),
    sends("in_play", "answer_return", "host one", agree=True),
    sends("playing", "say", "one two watcher", reaction="clap"),
    sends("over", "next_round", "one two", version=version),
    sends("over", "rematch", "host one two", draw=False),
    # --- finished rounds, boards, days
    asks("round", "POST /api/rounds/{round_id:str}/link", "host host"),
    asks("round", "POST /api/rounds/{round_id:str}/tables", "host", {"at": 0, "seat": 0}),
    asks("round", "POST /api/rounds/{round_id:str}/again", "host host", {"pace": 10_000}),
    asks("round", "POST /api/rounds/{round_id:str}/cards", "host host", {}),
    asks("round", "POST /api/cards/{key:str}/tables", "one one", {"pace": 10_000}),
    asks("round", "POST /api/today/{game:str}/{number:int}/tables", "one one two", {"pace": 10_000}),
    asks("round", "POST /api/rounds/{round_id:str}/review", "host host", {"known": True}, {"known": False}),
    asks("round", "POST /api/rounds/{round_id:str}/reports", "host", {"words": "Look", "at": 0}),
)

KEEPS_NOTHING = {
    "POST /api/games/{game:str}/lessons/{lesson:str}/{step:str}",
    "POST /api/games/{game:str}/practice/{number:int}",
    "POST /api/qr",
    "POST /api/rounds/open",
    "POST /api/rounds/{round_id:str}/what-if",
    "POST /api/rounds/{round_id:str}/review/try",
    "hello",
    "ping",
    "select",
    "ask_hint",
}
"""What is answered without writing anything."""

PLACES = ("event", "evening", "waiting", "in_play", "playing", "over", "round", "attaching", "door")
"""Where things go on; `in_play` is about who is at a table in play, `playing` about what is played there."""


def test_every_changing_route_and_message_is_done_in_pairs() -> None:
    """A new one gets an act above, or a line in KEEPS_NOTHING."""
    asked = {f"{method} {path}" for method in CHANGING for path in routes(method)}
    sent = {str(each.__struct_config__.tag) for each in get_args(ClientMessage)}
    done = {act.name for act in ACTS}
    assert asked | sent == done | KEEPS_NOTHING
    assert not done & KEEPS_NOTHING


# --- the places --------------------------------------------------------------------------------------


async def make_event(people: dict[str, Person], kind: str) -> dict[str, str]:
    """An event in which three take part; at an evening of teams, two of them in the first team of three."""
    wanted = {"name": "Thursday", "game": "trump7", "kind": kind, "deals": 3, "players": 3}
    more = {"until": in_days(2)} if kind == "own_time" else {"movement": "teams"}
    made = (await people["host"].ask("POST", "/api/events", wanted | more)).json()
    for number, (name, team) in enumerate((("one", 0), ("three", 0), ("two", 1))):
        body = {"name": f"Person {number}", "team": team}
        joined = await people[name].ask("POST", f"/api/events/{made['id']}/people", body)
        assert joined.status_code == 200, joined.text
    standings = (await people["one"].ask("GET", f"/api/events/{made['id']}")).json()["standings"]
    person = next(each["pseudonym"] for each in standings if each["you"])
    three = next(each["pseudonym"] for each in standings if each["name"] == "Person 1")
    found = {"event": made["id"], "pseudonym": person, "number": "1", "three": three}
    if kind == "own_time":
        return found
    body = {"in_place_of": three}
    asked = (await people["back"].ask("POST", f"/api/events/{made['id']}/people", body)).json()
    return found | {"asking": asked["asking"][0]["pseudonym"]}


def seated(people: dict[str, Person], **settings: Any) -> TableRow:
    """A table that waits, with three persons and a spectator."""
    wanted = NewTable(
        game="lockup",
        friends=True,
        pace=10_000,
        options={"target": 1},
        settings=msgspec.convert(SETTINGS | settings, TableSettings),
    )
    row = new_table(people["host"].id, wanted, "Host")
    row = plan.sat_down(row, people["one"].id, 1, "One")
    row = plan.sat_down(row, people["two"].id, 2, "Two")
    return spectators.watching(row, people["watcher"].id, "Watcher")


def started(row: TableRow, match: AnyMatch) -> TableRow:
    row = plan.filled(row, "medium")
    return plan.replace(row, started=True, standing=match.standing)


def in_play(row: TableRow) -> tuple[TableRow, list[Entry]]:
    """A table at which the host has moved and asks to take that back."""
    row = promises.settled(started(row, dealing.begin(row.dealer, *_game(row))))
    match: AnyMatch = dealing.begin(row.dealer, *_game(row))
    while match.acting != (1,) or not any(step.seat == 0 for step in match.round.steps[-1:]):
        if match.round_over:
            dealing.next_round(row.dealer, match)
        seat = match.acting[0]
        match.play(seat, match.game.medium(match.seen(seat), seat))
        dealing.draw(row.dealer, match)
    row = plan.replace(row, standing=match.standing, waits_for=2)
    request = take_back.ask(match, 0, take_back.Terms.of(row), claims_open=False)
    return plan.replace(row, request=request), match.entries


def _game(row: TableRow) -> tuple[Any, Any, int]:
    game = load_game(row.game)
    return game, read_options(game.meta.options, row.options), row.players


async def make_table(house: House, people: dict[str, Person], place: str) -> dict[str, str]:
    row, entries = seated(people), list[Entry]()
    if place in ("in_play", "playing"):
        row, entries = in_play(row)
    if place == "in_play":
        row = returning.asked(row, people["back"].id, 2, "Two", frozenset(), AT_ONCE)
    elif place in ("over", "round"):
        entries = entries_of("lockup", 1)
        row = started(row, replay(load_game("lockup"), row.log(tuple(entries))))
    row = plan.replace(row, id=new_table_id())
    await house.store.tables.add(row, entries)
    return {
        "table": row.id,
        "key": row.link or "",
        "seat": "1",
        "round_id": f"{row.id}.1",
        "game": "lockup",
        "number": "1",
    }


async def make_link(house: House, people: dict[str, Person]) -> dict[str, str]:
    """A link by which `new` asks; they have a table of their own, and whose they would become has a key."""
    one, new = people["one"], people["new"]
    link = (await one.ask("POST", "/api/browsers/link")).json()["key"]
    own = (await new.ask("POST", "/api/tables", {"game": "lockup", "friends": True, "name": "New"})).json()
    assert (await new.ask("POST", f"/api/browser_links/{link}", {"bring": True})).status_code == 200
    assert (await new.ask("GET", f"/api/browser_links/{link}")).json()["state"] == "asked"
    await house.store.backend.write(Statement("UPDATE persons SET key_hash = NULL").of([{}]))
    await house.store.attaching.set_key(one.id, hash_of_key(KEY) or b"")
    further = secrets.token_bytes(32)
    await house.store.backend.write(
        Statement(
            "INSERT INTO sessions (person_id, token_hash, used, expires)"
            " VALUES (:person, :token, 0, :expires)"
        ).of([{"person": one.id, "token": further, "expires": now() + 10**9}])
    )
    [found] = await house.rows("SELECT id FROM sessions WHERE token_hash = :token", token=further)
    return {"key": link, "table": own["id"], "browser": str(found["id"])}


async def make_introduction(house: House, people: dict[str, Person]) -> dict[str, str]:
    """A link by which one person comes in; whoever made it has a key, which is the word of the server too."""
    await house.store.backend.write(Statement("UPDATE persons SET key_hash = NULL").of([{}]))
    await house.store.attaching.set_key(people["one"].id, hash_of_key(KEY) or b"")
    for process in house.processes:
        process.state.door.word = process.state.door.word or DoorWord(KEY, house.store.server_id)
    made = (await people["one"].ask("POST", "/api/introductions", {"once": True, "days": 1})).json()
    return {"key": made["key"], "introduction": str(made["id"])}


async def make(house: House, people: dict[str, Person], place: str) -> Scene:
    if place == "attaching":
        return Scene(place, people, await make_link(house, people))
    if place == "door":
        return Scene(place, people, await make_introduction(house, people))
    if place in ("event", "evening"):
        kind = "own_time" if place == "event" else place
        return Scene(place, people, await make_event(people, kind))
    values = await make_table(house, people, place)
    if place == "round":
        offered = await people["host"].ask("POST", f"/api/rounds/{values['round_id']}/cards", {"seat": 0})
        values["key"] = offered.json()["key"]
    return Scene(place, people, values)


# --- what holds afterwards ---------------------------------------------------------------------------


def twice(found: list[Any]) -> list[Any]:
    """What is there more than once, besides None."""
    return [each for each, times in Counter(found).items() if times > 1 and each is not None]


async def broken_in_event(house: House, scene: Scene, refused: dict[str, list[str]]) -> list[str]:
    event, removal = scene.values["event"], "DELETE /api/events/{event:str}/people/{pseudonym:str}"
    [found] = await house.rows("SELECT count(*) AS number FROM events WHERE id = :event", event=event)
    if not found["number"]:
        played = await house.rows(
            "SELECT id FROM boards JOIN results ON results.board_id = boards.id"
            " WHERE kind = 'event' AND NOT EXISTS (SELECT 1 FROM event_boards WHERE board_id = boards.id)"
        )
        return [f"deleted, and played {len(played)} times"] if played else []
    people = await house.rows("SELECT * FROM event_people WHERE event_id = :event", event=event)
    there = [each for each in people if each["gone"] is None]
    said = [f"{name} is twice" for name in twice([each["name"] for each in there])]
    said += [
        f"{n} of team {team}"
        for team, n in Counter(each["team"] for each in there).items()
        if n > 3 > 0 and team is not None
    ]
    mine = [each for each in people if each["person_id"] == scene.people["one"].id]
    if removal in refused and not refused[removal] and mine:
        said += ["removed, and not for good"] if not mine[0]["removed"] or mine[0]["gone"] is None else []
    said += [f"{name} has a place of somebody who is there" for name in given_twice(there)]
    said += ["removed, and there"] if any(each["removed"] for each in there) else []
    said += ["two seconds" for _ in twice([each["second"] is not None or None for each in there])]
    sat = await house.rows(
        "SELECT round, person_id FROM event_tables JOIN seats ON seats.table_id = event_tables.table_id"
        " WHERE event_id = :event AND person_id IS NOT NULL",
        event=event,
    )
    said += [
        f"twice in a round: {each}" for each in twice([(each["round"], each["person_id"]) for each in sat])
    ]
    return said + await played_twice(house)


def given_twice(there: list[Any]) -> list[str]:
    """Who has the place of somebody who takes part, too."""
    people = {each["person_id"] for each in there}
    return [each["name"] for each in there if each["in_place_of"] in people]


async def played_twice(house: House) -> list[str]:
    """Who has begun a board twice that is played once."""
    found = await house.rows(
        "SELECT board_id, person_id FROM results JOIN boards ON boards.id = results.board_id"
        " WHERE kind <> 'again' AND person_id IS NOT NULL GROUP BY board_id, person_id HAVING count(*) > 1"
    )
    at_once = await house.rows(
        "SELECT tries.person_id FROM results AS tries JOIN tables ON tables.id = tries.table_id"
        " WHERE NOT tables.over AND tries.person_id IS NOT NULL"
        " GROUP BY tries.board_id, tries.person_id HAVING count(*) > 1"
    )
    counted = await house.rows(
        "SELECT person_id FROM results WHERE counts AND person_id IS NOT NULL"
        " GROUP BY board_id, person_id HAVING count(*) > 1"
    )
    return [f"played twice: {each}" for each in (*found, *at_once, *counted)]


async def broken_at_table(house: House, scene: Scene, _: dict[str, list[str]]) -> list[str]:
    row = await house.store.tables.find(scene.values["table"])
    if row is None:
        return []
    sitting = [holder.person for holder in row.seats]
    names = [each.name for each in row.seats if each.person] + [each.name for each in row.watchers]
    said = [
        f"person {person} is there twice" for person in twice(sitting + [each.person for each in row.members])
    ]
    said += [f"{name} is twice" for name in twice(names)]
    said += [
        "two say that a seat is theirs"
        for _ in twice([each.kind == "asking" or None for each in row.members])
    ]
    coming = [each.seat for each in row.members if each.kind == "coming"]
    said += [f"two come to seat {seat}" for seat in twice(coming)]
    said += ["no host" for _ in [row.host] if row.person_seats and row.host not in row.person_seats]
    said += ["more pauses than there are" for number in row.pauses if number > absence.PAUSES]
    if row.started:
        said += [
            "a free seat in play" for each in row.seats if not (each.person or each.bot or row.standing.over)
        ]
        log = row.log(await house.store.logs.entries(row.id))
        match: AnyMatch = replay(load_game(row.game), log)
        said += ["another standing"] if match.standing != row.standing and match.round_over else []
    if row.rematch is not None and await house.store.tables.find(row.rematch) is None:
        said += ["a rematch that is not there"]
    again = await house.rows(
        "SELECT id FROM tables WHERE pseudonym_key = :pseudonym_key AND id <> :table",
        pseudonym_key=row.pseudonym_key,
        table=row.id,
    )
    return said + (["two rematches"] if len(again) > 1 else []) + await sat_otherwise(house, row)


async def sat_otherwise(house: House, row: TableRow) -> list[str]:
    """Seats of which it is kept that somebody else has sat there last."""
    last = {each.seat: each for each in await house.store.rounds.tenures(row.id)}
    return [
        f"seat {seat}: {holder} after {last.get(seat)}"
        for seat, holder in enumerate(row.seats)
        if holder.person is not None and (seat not in last or last[seat].person != holder.person)
    ]


async def broken_in_round(house: House, _scene: Scene, _: dict[str, list[str]]) -> list[str]:
    waiting = await house.rows(
        "SELECT person_id FROM reviews WHERE state = 'open' GROUP BY person_id HAVING count(*) > 1"
    )
    said = [f"too many reviews of {each}" for each in waiting if each["person_id"] is not None]
    return said + await played_twice(house)


async def broken_in_attaching(house: House, scene: Scene, refused: dict[str, list[str]]) -> list[str]:
    """The table of `new` has them or whose they became, and nobody is there who was forgotten."""
    row = await house.store.tables.find(scene.values["table"])
    one, new = scene.people["one"].id, scene.people["new"].id
    said = ["a stranger's seat"] if row is not None and row.seats[0].person not in (one, new) else []
    sessions = await house.rows(
        "SELECT person_id FROM sessions WHERE id <> :further", further=int(scene.values["browser"])
    )
    left = Counter(each["person_id"] for each in sessions)
    said += ["three browsers of one link and a key"] if left[one] > 3 else []
    said += ["two browsers of the former person"] if left[new] > 1 else []
    return said + await broken_at_table(house, scene, refused)


async def broken_at_door(house: House, scene: Scene, _: dict[str, list[str]]) -> list[str]:
    """One has come by a link for one, and nobody is in by it besides."""
    made = int(scene.values["introduction"])
    came = await house.rows("SELECT came FROM introductions WHERE id = :made", made=made)
    people = await house.rows(
        "SELECT person_id FROM admissions WHERE introduction_id = :made"
        " AND EXISTS (SELECT 1 FROM sessions WHERE sessions.person_id = admissions.person_id)",
        made=made,
    )
    return ["several have come"] * (came[0]["came"] > 1) + ["several are in"] * (len(people) > 1)


BROKEN = {
    "door": broken_at_door,
    "attaching": broken_in_attaching,
    "event": broken_in_event,
    "evening": broken_in_event,
    "round": broken_in_round,
}
"""Which rules are looked up at a place."""

# --- at once -----------------------------------------------------------------------------------------


class Start:
    """All who are to begin wait here for the last."""

    def __init__(self, count: int) -> None:
        self._left = count
        self._all = asyncio.Event()

    def here(self) -> None:
        self._left -= 1
        if self._left <= 0:
            self._all.set()

    async def wait(self, waited: list[bool]) -> None:
        waited.append(True)
        self.here()
        await self._all.wait()


async def do_at_once(scene: Scene, acts: tuple[Act, ...]) -> dict[str, list[str]]:
    """Do these acts at the same time. Return what was refused, by their names."""
    doing = [(act, name, number) for act in acts for number, name in enumerate(act.who)]
    start, refused = Start(len(doing)), {act.name: list[str]() for act in acts}

    async def do(act: Act, name: str, number: int) -> None:
        waited: list[bool] = []
        try:
            refused[act.name] += await act.do(scene, scene.people[name], number, partial(start.wait, waited))
        finally:
            if not waited:
                start.here()

    await asyncio.gather(*(do(*each) for each in doing))
    return refused


async def forgotten(house: House) -> None:
    """Finish what is left to do for those who have deleted their data."""
    for person in await house.store.forgetting.to_do():
        await house.processes[0].state.forgetting._finish(person)


FAULTS = {"internal", "storage_away", "internal_server_error"}
"""No pair of acts is answered so."""


def the_rules_hold(where: Path | str, folder: Path, place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Do every two acts of a place at once, and look up the rules after each pair."""
    monkeypatch.setattr(reviews, "POSSIBLE", frozenset({"missing"}))
    monkeypatch.setattr(review_queue, "EVALUATED", frozenset())
    here = [act for act in ACTS if place in act.places]

    async def run() -> dict[str, list[str]]:
        said: dict[str, list[str]] = {}
        async with a_house(where, folder, AT_ONCE, person_reviews_waiting=1) as house:
            people = {name: await house.person() for name in PEOPLE}
            for acts in combinations_with_replacement(here, 2):
                scene = await make(house, people, place)
                refused = await do_at_once(scene, acts)
                await forgotten(house)
                wrong = [code for codes in refused.values() for code in codes if code in FAULTS]
                wrong += await BROKEN.get(place, broken_at_table)(house, scene, refused)
                if wrong:
                    said[" + ".join(act.name for act in acts)] = wrong
                if place in ("attaching", "door"):
                    people |= {name: await house.person() for name in ("one", "new", "newer")}
                for act in acts:
                    if act.name == "DELETE /api/session":
                        people |= {name: await house.person() for name in act.who}
        return said

    assert asyncio.run(run()) == {}


@pytest.mark.parametrize("place", PLACES)
def test_the_rules_hold_whatever_two_acts_are_done_at_once(
    tmp_path: Path, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    the_rules_hold(tmp_path, tmp_path, place, monkeypatch)


@pytest.mark.parametrize("place", ["over"])  # tests/long has all places
def test_the_rules_hold_at_two_processes_whatever_two_acts_are_done_at_once(
    postgres_url: str, tmp_path: Path, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    the_rules_hold(postgres_url, tmp_path, place, monkeypatch)

"""The endpoints under /api at the door: the word, and links that let others in."""

from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from sevenfold.server.errors import LinkUnknown, NameRefused, SessionUnknown, TooMany, Vanished, WordWrong
from sevenfold.server.http.door import Door
from sevenfold.server.http.opens import Opens
from sevenfold.server.http.routes import AnyRequest, ThePerson, TheStore, delete, get, post, visitor_of
from sevenfold.server.http.sessions import find_person
from sevenfold.server.keeping import DAY
from sevenfold.server.limits import Limited, Limiter
from sevenfold.server.names import check_name
from sevenfold.server.protocol.door import (
    ComeIn,
    DoorInfo,
    NewIntroduction,
    OwnIntroduction,
    SayWord,
    ShownIntroduction,
)
from sevenfold.server.storage.admissions import Introduction
from sevenfold.server.storage.rows import now
from sevenfold.server.times import iso

TheDoor = NamedDependency[Door]
TheLimiter = NamedDependency[Limiter]


@get("/door", opens=Opens.TO_ALL)
async def read_door(request: AnyRequest, store: TheStore, door: TheDoor) -> DoorInfo:
    """Read who may come in, and whether whoever asks may."""
    try:
        person = await find_person(request, store)
    except SessionUnknown:
        return DoorInfo(door.access, inside=not door.is_closed)
    return DoorInfo(door.access, inside=door.is_in(person))


@post("/door", opens=Opens.TO_ALL, status_code=204, errors=(WordWrong, TooMany, Vanished))
async def say_word(
    request: AnyRequest,
    data: JSONBody[SayWord],
    person: ThePerson,
    store: TheStore,
    door: TheDoor,
    limiter: TheLimiter,
) -> None:
    """Come in by the word, for as long as it is the server's."""
    if door.word is None:
        raise WordWrong
    await door.word.check(data.word, limiter, visitor_of(request, person))
    await store.admissions.say_word(person.id, door.word.hash)
    store.persons.forget(person.id)


@get("/introductions/{key:str}", opens=Opens.TO_ALL, errors=(LinkUnknown,))
async def read_introduction(
    key: FromPath[str], person: ThePerson, store: TheStore, door: TheDoor
) -> ShownIntroduction:
    """Read what a link says that lets people in. This changes nothing."""
    found = await store.admissions.find(key)
    if found is None:
        raise LinkUnknown
    used = found.once and found.came > 0
    return ShownIntroduction(
        by=found.by,
        state="open" if found.is_open else "used" if used else "over",
        inside=door.is_in(person),
        name=person.name,
    )


@post(
    "/introductions/{key:str}",
    opens=Opens.TO_ALL,
    limit=Limited.BROWSERS,
    status_code=204,
    errors=(LinkUnknown, NameRefused, Vanished),
)
async def come_in(key: FromPath[str], data: JSONBody[ComeIn], person: ThePerson, store: TheStore) -> None:
    """Come in by such a link, for good."""
    name = check_name(data.name) if data.name is not None else None
    await store.admissions.come(key, person.id)
    store.persons.forget(person.id)
    if name is not None:
        await store.persons.rename(person.id, name)


@post("/introductions", keyed="invitations", limit=Limited.INTRODUCTIONS, errors=(Vanished,))
async def make_introduction(
    data: JSONBody[NewIntroduction], person: ThePerson, store: TheStore
) -> OwnIntroduction:
    """Make a link that lets others in."""
    return _own(await store.admissions.make(person.id, now() + data.days * DAY, once=data.once))


@get("/introductions", limit=Limited.LISTS)
async def list_introductions(person: ThePerson, store: TheStore) -> tuple[OwnIntroduction, ...]:
    """List one's links that let others in and have not ended, the newest first."""
    return tuple(map(_own, await store.admissions.of(person.id)))


@delete("/introductions/{introduction:int}", errors=(LinkUnknown,))
async def end_introduction(introduction: FromPath[int], person: ThePerson, store: TheStore) -> None:
    """End such a link of one's own. Whoever has come by it stays in."""
    if not await store.admissions.end(introduction, person.id):
        raise LinkUnknown


def _own(made: Introduction) -> OwnIntroduction:
    return OwnIntroduction(made.id, made.key, iso(made.made), iso(made.expires), made.once, made.came)


HANDLERS = (
    read_door,
    say_word,
    read_introduction,
    come_in,
    make_introduction,
    list_introductions,
    end_introduction,
)

"""A session's token is replaced, and nobody loses their seat by that."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

from sevenfold.server.storage.opening import open_database
from sevenfold.server.storage.rows import PersonRow, now
from sevenfold.server.storage.store import Store
from sevenfold.server.storage.upgrade import migrate

OLD, NEW, OTHER = (bytes([number]) * 32 for number in range(3))

SOON, LATER = now() + 86_400_000, now() + 2 * 86_400_000


def with_person(folder: Path, work: Callable[[Store, PersonRow], Awaitable[None]]) -> None:
    async def run() -> None:
        url = f"sqlite:///{folder / 'sevenfold.db'}"
        await migrate(url)
        store = Store(open_database(url))
        await store.persons.add(OLD, SOON)
        person = await store.persons.find(OLD)
        assert person is not None
        await work(store, person)
        await store.close()

    asyncio.run(run())


def test_until_the_new_token_is_used_both_are_good(tmp_path: Path) -> None:
    async def work(store: Store, person: PersonRow) -> None:
        assert await store.persons.offer_token(person, NEW, LATER)
        for token in (OLD, OLD, NEW):
            found = await store.persons.find(token)
            assert found == PersonRow(person.id, LATER, session=person.session)

    with_person(tmp_path, work)


def test_once_the_new_token_is_used_the_old_one_is_good_for_a_moment_alone(tmp_path: Path) -> None:
    async def work(store: Store, person: PersonRow) -> None:
        await store.persons.offer_token(person, NEW, LATER)
        assert await store.persons.find(NEW)
        assert await store.persons.find(OLD)  # for requests sent before the new token had arrived
        store.persons.kept_for = 0
        assert await store.persons.find(OLD) is None
        assert await store.persons.find(NEW) == PersonRow(person.id, LATER, session=person.session)

    with_person(tmp_path, work)


def test_of_two_tokens_that_are_offered_at_once_one_is_kept(tmp_path: Path) -> None:
    async def work(store: Store, person: PersonRow) -> None:
        offered = await asyncio.gather(
            *(store.persons.offer_token(person, token, LATER) for token in (NEW, OTHER))
        )
        assert sorted(offered) == [False, True]
        kept = [await store.persons.find(token) is not None for token in (NEW, OTHER)]
        assert kept == offered

    with_person(tmp_path, work)


def test_a_token_that_never_came_is_replaced_by_the_next_one(tmp_path: Path) -> None:
    async def work(store: Store, person: PersonRow) -> None:
        await store.persons.offer_token(person, NEW, LATER)
        again = await store.persons.find(OLD)
        assert again is not None
        assert await store.persons.offer_token(again, OTHER, LATER + 1)
        assert await store.persons.find(NEW) is None
        assert await store.persons.find(OTHER) == PersonRow(person.id, LATER + 1, session=person.session)

    with_person(tmp_path, work)

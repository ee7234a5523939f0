"""A session's token is changed, and nobody loses their seat by it."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from sevenfold.server import store as stores
from sevenfold.server.database import create_engine, migrate
from sevenfold.server.rows import Guest, now
from sevenfold.server.store import Store

OLD, NEW, OTHER = (bytes([number]) * 32 for number in range(3))

SOON, LATER = now() + 1_000_000, now() + 2_000_000


def with_guest(folder: Path, work: Callable[[Store, Guest], Awaitable[None]]) -> None:
    async def run() -> None:
        url = f"sqlite+aiosqlite:///{folder / 'sevenfold.db'}"
        await migrate(url)
        store = Store(create_engine(url))
        await store.add_guest(OLD, SOON)
        guest = await store.guest(OLD)
        assert guest is not None
        await work(store, guest)
        await store.close()

    asyncio.run(run())


def test_until_the_new_token_is_used_both_are_good(tmp_path: Path) -> None:
    async def work(store: Store, guest: Guest) -> None:
        assert await store.offer_token(guest, NEW, LATER)
        for token in (OLD, OLD, NEW):
            found = await store.guest(token)
            assert found == Guest(guest.id, LATER)

    with_guest(tmp_path, work)


def test_once_the_new_token_is_used_the_old_one_is_good_for_a_moment_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(store: Store, guest: Guest) -> None:
        await store.offer_token(guest, NEW, LATER)
        assert await store.guest(NEW)
        assert await store.guest(OLD)  # what was asked before the new one had come
        monkeypatch.setattr(stores, "GUEST_KEPT", 0)
        assert await store.guest(OLD) is None
        assert await store.guest(NEW) == Guest(guest.id, LATER)

    with_guest(tmp_path, work)


def test_of_two_tokens_that_are_offered_at_once_one_is_kept(tmp_path: Path) -> None:
    async def work(store: Store, guest: Guest) -> None:
        offered = await asyncio.gather(*(store.offer_token(guest, token, LATER) for token in (NEW, OTHER)))
        assert sorted(offered) == [False, True]
        kept = [await store.guest(token) is not None for token in (NEW, OTHER)]
        assert kept == offered

    with_guest(tmp_path, work)


def test_a_token_that_never_came_is_replaced_by_the_next_one(tmp_path: Path) -> None:
    async def work(store: Store, guest: Guest) -> None:
        await store.offer_token(guest, NEW, LATER)
        again = await store.guest(OLD)
        assert again is not None
        assert await store.offer_token(again, OTHER, LATER + 1)
        assert await store.guest(NEW) is None
        assert await store.guest(OTHER) == Guest(guest.id, LATER + 1)

    with_guest(tmp_path, work)

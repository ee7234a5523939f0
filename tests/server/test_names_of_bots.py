"""Bots are called by their faces. None is called like somebody who is or was at its table."""

import json
import secrets
from collections.abc import Callable
from functools import reduce
from pathlib import Path

import pytest

from sevenfold.server.errors import NameRefused
from sevenfold.server.names.bots import BOT_NAMES, faces_like
from sevenfold.server.storage.rows import SeatHolder, TableRow
from sevenfold.server.tables.seating import plan, rematch
from sevenfold.server.tables.sent.presence import not_dealt
from sevenfold.testing.running import Message
from tests.server.together import MakePersons, start_with

CATALOGS = Path(__file__).parents[2] / "web/src/lib/i18n"


def test_the_server_knows_what_the_page_calls_bots() -> None:
    catalogs = [
        json.loads((CATALOGS / f"{each}.json").read_text("utf-8")) for each in ("en", "zh-Hans", "ja")
    ]
    faces = {key.removeprefix("bot.") for key in catalogs[0] if key.startswith("bot.")}
    assert {face: tuple(catalog[f"bot.{face}"] for catalog in catalogs) for face in faces} == BOT_NAMES


@pytest.mark.parametrize("face", BOT_NAMES)
def test_a_person_called_like_a_bot_bars_its_face_in_every_language(face: str) -> None:
    assert all(face in faces_like(name) for name in BOT_NAMES[face])


@pytest.mark.parametrize(
    ("name", "faces"),
    [
        ("HARU", {"owl"}),
        ("Hаru", {"owl"}),  # a Cyrillic a
        ("ꓡeo", {"lion"}),  # a Lisu L
        ("大カ", {"bear"}),  # a katakana ka
        ("ゴロ一", {"bear"}),  # a Chinese one
        ("Tomas", {"frog"}),
        ("Anna", set()),
        ("阿", set()),
    ],
)
def test_so_does_one_whose_name_looks_like_a_bots(name: str, faces: set[str]) -> None:
    assert faces_like(name) == faces


def row(*seats: SeatHolder) -> TableRow:
    return TableRow(
        id="t",
        game="lockup",
        rules=1,
        options={},
        players=len(seats),
        seed=secrets.token_bytes(32),
        pseudonym_key="",
        pace=0,
        created=0,
        standing=not_dealt(len(seats)),
        waits_for=0,
        host=0,
        seats=seats,
    )


HARU = SeatHolder(person=1, name="Haru")
BOT = SeatHolder(bot="easy")

GOING: dict[str, Callable[[TableRow], TableRow]] = {
    "stays": lambda row: row,
    "leaves": lambda row: plan.gone(row, 0),
    "is removed": lambda row: plan.gone(row, 0, removed=True),
    "leaves after the match": lambda row: plan.gone(row, 0, over=True),
    "takes another name": lambda row: plan.renamed(row, 0, "Anna"),
    "goes to a rematch": lambda row: rematch.again(row, [1, 0, 2]),
    "had left before a rematch": lambda row: rematch.again(plan.gone(row, 0, over=True), [1, 0, 2]),
    "leaves, and somebody else comes": lambda row: plan.sat_down(plan.gone(row, 0), 2, 0, "Anna"),
}


@pytest.mark.parametrize("how", GOING)
def test_a_name_that_was_at_the_table_is_never_given_to_a_bot(how: str) -> None:
    assert "owl" in plan.barred_faces(GOING[how](row(HARU, BOT, SeatHolder(person=3, name="Bea"))))


def test_somebody_who_goes_through_all_names_leaves_some_for_the_bots() -> None:
    at_table = row(SeatHolder(person=1, name="Anna"), BOT, BOT)
    names = [names[0] for names in BOT_NAMES.values()]
    with pytest.raises(NameRefused, match="alike"):
        reduce(lambda at_table, name: plan.renamed(at_table, 0, name), names, at_table)
    at_table = reduce(lambda row, name: plan.renamed(row, 0, name), names[: plan.MOST_BARRED], at_table)
    assert len(plan.barred_faces(at_table)) == plan.MOST_BARRED
    assert plan.renamed(at_table, 0, names[0]).seats[0].name == names[0]


def test_the_page_is_told_which_faces_are_barred(persons: MakePersons) -> None:
    host, friend = persons(2)
    table = start_with(host, friend, name="Haru")
    assert barred(host.get(f"/tables/{table}").json()) == {"owl"}
    with friend.socket(table) as socket:
        socket.hello()
        socket.send("set_name", name="Leо")  # a Cyrillic o
        socket.send("set_name", name="Bea")
        while "lion" not in barred(seen := socket.receive("table", "snapshot")["table"]) or (
            seen["seats"][1]["name"] != "Bea"
        ):
            continue
    host.post(f"/tables/{table}/leave").raise_for_status()
    after = friend.get(f"/tables/{table}").json()
    assert after["seats"][0]["bot"] is not None
    assert barred(after) == {"owl", "lion"}


def barred(table: Message) -> set[str]:
    return set(table["barred_faces"])

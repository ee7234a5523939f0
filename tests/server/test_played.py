"""The list of what is over has all rounds in which somebody sat, also at tables that they have left."""

import json
from contextlib import closing

import msgspec
import pytest

import sevenfold
from sevenfold.core import dealing
from sevenfold.core.dealer import Dealer
from sevenfold.core.log import Log
from sevenfold.core.match import AnyMatch
from sevenfold.server.rounds.shown import summaries
from sevenfold.testing.running import Message, Person, Server
from tests.server.test_forgetting import forget
from tests.server.test_pages_of_tables import pages
from tests.server.test_rounds import leave_after, replay, write
from tests.server.test_secrets_on_the_wire import entries_of
from tests.server.together import OVER, MakePersons, join, seats_of, start_with


def played(server: Server, table: str, rounds: int) -> AnyMatch:
    """A table's own match after so many rounds, which are kept as they are some seconds after their end.

    Persons sit at all seats, so that nobody moves meanwhile.
    """
    game = sevenfold.load_game("lockup")
    with closing(server.database()) as connection:
        (text,) = connection.execute("SELECT options FROM tables WHERE id = ?", [table]).fetchone()
    log = Log("lockup", game.meta.rules_version, json.loads(text), 4, tuple(entries_of(server, table)))
    match: AnyMatch = sevenfold.replay(game, log)
    while len(match.results) < rounds:
        if match.round_over:
            dealing.next_round(Dealer(b"played"), match)
        seat = match.acting[0]
        match.play(seat, game.choose(match.seen(seat), seat))
        dealing.draw(Dealer(b"played"), match)
    write(server, table, match.entries)
    keep_rounds(server, table, match)
    return match


def keep_rounds(server: Server, table: str, match: AnyMatch) -> None:
    """Keep the finished rounds of a match in short, as is done some seconds after their end."""
    with closing(server.database()) as connection, connection:
        connection.execute("DELETE FROM kept_rounds WHERE table_id = ?", [table])
        for each in summaries(match):
            summary = msgspec.json.encode(each).decode()
            connection.execute(
                "INSERT INTO kept_rounds (table_id, deal, ends, summary, shown) VALUES (?, ?, ?, ?, ?)",
                [table, each.deal, each.ends, summary, b""],
            )


def end_match(server: Server, table: str) -> None:
    with closing(server.database()) as connection, connection:
        connection.execute(f"UPDATE tables SET {OVER} WHERE id = ?", [table])


def listed(person: Person, table: str) -> Message | None:
    """The table in the list of what is over."""
    found = [each for page in pages(person, "?over=true") for each in page if each["id"] == table]
    assert len(found) < 2
    return found[0] if found else None


def ids(table: Message | None) -> list[str]:
    assert table is not None
    return [each["id"] for each in table["rounds"]]


def test_whoever_has_left_finds_the_rounds_in_which_they_sat(server: Server, persons: MakePersons) -> None:
    host, friend, one_more, another, stranger = persons(5)
    table = start_with(host, friend, one_more, another, settings={"watching": True})
    one = played(server, table, 1)
    assert listed(host, table) is None  # it goes on
    assert listed(friend, table) is None
    friend.post(f"/tables/{table}/leave").raise_for_status()
    leave_after(server, table, len(one.entries))
    two = played(server, table, 2)

    left = listed(friend, table)
    assert left is not None
    assert (left["left"], left["your_turn"], left["watching"]) == (True, False, False)
    assert ids(left) == [f"{table}.1"]
    assert left["rounds"][0]["result"] == list(one.standing.result or ())
    assert left["standing"]["scores"] == list(one.standing.scores)
    assert seats_of(left, "name")[:2] == ["Host", "Friend 1"]
    assert [left[secret] for secret in ("link", "code", "watch_link", "spectators")] == [None, None, None, []]
    replay(friend, ids(left)[0])
    assert listed(stranger, table) is None

    assert listed(host, table) is None
    end_match(server, table)
    mine = listed(host, table)
    assert mine is not None
    assert (mine["left"], mine["standing"]["scores"]) == (False, list(two.standing.scores))
    assert ids(mine) == [f"{table}.1", f"{table}.2"]
    for each in ids(mine):
        replay(host, each)
    assert ids(listed(friend, table)) == [f"{table}.1"]
    assert table not in [each["id"] for page in pages(friend) for each in page]

    forget(server, friend)
    assert listed(host, table) is not None


def test_whoever_comes_back_to_a_table_that_goes_on_has_it_among_those(
    server: Server, persons: MakePersons
) -> None:
    host, friend, *others = persons(4)
    table = start_with(host, friend, *others, settings={"watching": True})
    info = host.get(f"/tables/{table}").json()
    one = played(server, table, 1)
    friend.post(f"/tables/{table}/leave").raise_for_status()
    leave_after(server, table, len(one.entries))
    assert listed(friend, table) is not None
    join(friend, info["watch_link"]).raise_for_status()
    assert listed(friend, table) is None
    end_match(server, table)
    watched = listed(friend, table)
    assert watched is not None
    assert (watched["left"], watched["watching"]) == (False, True)
    assert ids(watched) == [f"{table}.1"]


@pytest.mark.parametrize(
    ("rounds", "goes_on", "over"), [("at_once", 1, 1), ("match_end", 0, 1), ("never", 0, 0)]
)
def test_rounds_are_listed_when_the_table_shows_them(
    server: Server, persons: MakePersons, rounds: str, goes_on: int, over: int
) -> None:
    host, friend, *others = persons(4)
    table = start_with(host, friend, *others, settings={"rounds": rounds})
    one = played(server, table, 1)
    friend.post(f"/tables/{table}/leave").raise_for_status()
    leave_after(server, table, len(one.entries))
    assert (listed(friend, table) is not None) == bool(goes_on)
    end_match(server, table)
    assert (listed(friend, table) is not None) == bool(over)
    mine = listed(host, table)
    assert mine is not None
    assert len(mine["rounds"]) == over

"""Databases of SQLite with very many people: of a day, of an event, and with very many tables of one person.

Each row is a copy of one that the server has made itself, so that it is whole.
"""

from collections.abc import Iterable, Mapping
from sqlite3 import Connection
from typing import Any

import msgspec

from sevenfold.core import dealing
from sevenfold.core.dealer import Dealer
from sevenfold.core.log import Entry, Log
from sevenfold.core.match import AnyMatch
from sevenfold.core.replaying import replay
from sevenfold.core.standing import Standing
from sevenfold.games import load_game
from sevenfold.server.rounds.shown import summaries

Values = Mapping[str, Any]

FIRST = 1_000_000
"""The number of the first person who is made here."""


def copy(connection: Connection, table: str, of: Values, changes: Iterable[Values]) -> None:
    """Add copies of the rows in which these columns have these values, each with these changes."""
    where = " AND ".join(f"{name} = ?" for name in of)
    found = connection.execute(f"SELECT * FROM {table} WHERE {where}", list(of.values()))
    names = [column[0] for column in found.description]
    rows = [dict(zip(names, row, strict=True)) for row in found]
    places = ", ".join("?" * len(names))
    connection.executemany(
        f"INSERT INTO {table} VALUES ({places})",
        ([*(row | dict(change)).values()] for change in changes for row in rows),
    )


def persons(connection: Connection, number: int) -> range:
    """Add so many persons, and return their numbers."""
    first = connection.execute("SELECT max(max(id) + 1, ?) FROM persons", [FIRST]).fetchone()[0]
    added = range(first, first + number)
    connection.executemany(
        "INSERT INTO persons (id, name) VALUES (?, ?)", ((person, f"Player {person}") for person in added)
    )
    connection.executemany(
        "INSERT INTO sessions (person_id, token_hash, used, expires) VALUES (?, ?, 0, ?)",
        ((person, person.to_bytes(32, "big"), 2**62) for person in added),
    )
    return added


def table_of(person: int, board: str) -> str:
    """The id of a person's copy of a table at a board."""
    return f"{person:x}{board}"[:16]


def play_out(connection: Connection, table: str) -> None:
    """Play a table's first round to its end by the rules' players, and keep it; so its match is over."""
    asked = connection.execute("SELECT game, rules, options, players FROM tables WHERE id = ?", [table])
    game_name, rules, options, players = asked.fetchone()
    texts = connection.execute("SELECT entry FROM log WHERE table_id = ? ORDER BY seq", [table]).fetchall()
    entries = tuple(msgspec.json.decode(text, type=Entry) for (text,) in texts)
    game, dealer = load_game(game_name), Dealer(b"crowds")
    match: AnyMatch = replay(game, Log(game_name, rules, msgspec.json.decode(options), players, entries))
    dealing.draw(dealer, match)
    while not match.round_over:
        seat = match.acting[0]
        match.play(seat, game.choose(match.seen(seat), seat))
        dealing.draw(dealer, match)
    connection.execute("DELETE FROM log WHERE table_id = ?", [table])
    connection.executemany(
        "INSERT INTO log (table_id, seq, entry, at) VALUES (?, ?, ?, 1)",
        ((table, seq, _text(entry)) for seq, entry in enumerate(match.entries, 1)),
    )
    connection.executemany(
        "INSERT INTO kept_rounds (table_id, deal, ends, summary, shown) VALUES (?, ?, ?, ?, ?)",
        ((table, each.deal, each.ends, _text(each), b"") for each in summaries(match)),
    )
    connection.executemany(
        "UPDATE results SET ended = 1, result = ? WHERE table_id = ? AND seat = ?",
        ((result, table, seat) for seat, result in enumerate(match.results[-1])),
    )
    over = _text(msgspec.structs.replace(match.standing, over=True))
    connection.execute("UPDATE tables SET over = TRUE, standing = ? WHERE id = ?", [over, table])


def _text(value: object) -> str:
    return msgspec.json.encode(value).decode()


def play_board(
    connection: Connection, board: str, table: str, people: Iterable[int], *, logs: bool = False
) -> None:
    """Have these persons have played a board, each at a copy of a table that `play_out` has played.

    Without their `logs` the copies have no more of them than the first entry.
    """
    players = list(people)
    text = connection.execute("SELECT standing FROM tables WHERE id = ?", [table]).fetchone()[0]
    standing = msgspec.json.decode(text, type=Standing)
    brought = ((each, (each % 13, *standing.result[1:])) for each in players) if standing.result else ()
    copy(
        connection,
        "tables",
        {"id": table},
        (
            {
                "id": table_of(each, board),
                "board": board,
                "standing": _text(msgspec.structs.replace(standing, result=result)),
            }
            for each, result in brought
        ),
    )
    places = [{"table_id": table_of(each, board)} for each in players]
    own = [place | {"person_id": each} for place, each in zip(places, players, strict=True)]
    sat = {"table_id": table, "person_id": _player(connection, table)}
    for name in ("seats", "tenures"):
        copy(connection, name, sat, own)
    copy(connection, "seats", {"table_id": table, "bot": _bot(connection, table)}, places)
    copy(connection, "log", {"table_id": table} if logs else {"table_id": table, "seq": 1}, places)
    results = ({"board_id": board, "ended": 1, "result": each % 13} for each in players)
    copy(connection, "results", sat, (place | result for place, result in zip(own, results, strict=True)))


def _player(connection: Connection, table: str) -> int:
    asked = "SELECT person_id FROM seats WHERE table_id = ? AND person_id IS NOT NULL"
    person: int = connection.execute(asked, [table]).fetchone()[0]
    return person


def _bot(connection: Connection, table: str) -> str:
    asked = "SELECT bot FROM seats WHERE table_id = ? AND bot IS NOT NULL"
    bot: str = connection.execute(asked, [table]).fetchone()[0]
    return bot


def copy_tables(connection: Connection, table: str, number: int) -> None:
    """Give whoever has a table so many more like it."""
    ids = [f"{table[:8]}{number:08}" for number in range(number)]
    copy(connection, "tables", {"id": table}, ({"id": id_, "created": at} for at, id_ in enumerate(ids, 1)))
    for name in ("seats", "tenures", "log", "kept_rounds"):
        copy(connection, name, {"table_id": table}, ({"table_id": id_} for id_ in ids))


def copy_board(connection: Connection, board: str, new: str, day: str, closes: int) -> None:
    """Have a board of a day be one of another day, which closes then."""
    copy(connection, "boards", {"id": board}, [{"id": new, "closes": closes}])
    copy(connection, "day_boards", {"board_id": board}, [{"board_id": new, "day": day}])


def take_part(connection: Connection, event: str, people: Iterable[int], boards: Mapping[int, str]) -> None:
    """Have these persons have played boards of an event, by number, at the tables of `play_board` or none."""
    players = list(people)
    connection.executemany(
        "INSERT INTO event_people (event_id, person_id, name, joined, removed) VALUES (?, ?, ?, 0, 0)",
        ((event, each, f"Player {each}") for each in players),
    )
    connection.executemany(
        "INSERT INTO results (board_id, seat, table_id, person_id, number, counts, begun, ended, result)"
        " VALUES (?, 0, ?, ?, 1, 1, 0, 1, ?)"
        " ON CONFLICT (board_id, seat, table_id) DO UPDATE SET result = excluded.result",
        (
            (board, table_of(each, board), each, (each * number) % 13)
            for each in players
            for number, board in boards.items()
        ),
    )

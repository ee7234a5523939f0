"""Tables whose log is written before anybody opens them: a deal, moves, or a round but for its end."""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from itertools import count

import msgspec

from sevenfold.core import dealing
from sevenfold.core.dealer import Dealer
from sevenfold.core.log import Dealt, Played
from sevenfold.core.options import read_options
from sevenfold.games import load_game
from tests.browser.server import Server


@contextmanager
def opened(server: Server) -> Iterator[sqlite3.Connection]:
    """The server's database; what was written is kept at the end."""
    with closing(sqlite3.connect(server.data / "sevenfold.db")) as database, database:
        yield database


def write_log(database: sqlite3.Connection, table: str, entries: Iterable[msgspec.Struct]) -> None:
    """Write these entries in place of a table's log."""
    database.execute("DELETE FROM log WHERE table_id = ?", [table])
    rows = [(table, seq, msgspec.json.encode(entry).decode()) for seq, entry in enumerate(entries, 1)]
    database.executemany("INSERT INTO log (table_id, seq, entry) VALUES (?, ?, ?)", rows)


def stack(server: Server, table: str, deal: Dealt, moves: Iterable[str] = ()) -> None:
    """Write a deal and moves, `1 call H`, into the log of a table."""
    played = [Played(*move.split(" ", 1)) for move in moves]
    with opened(server) as database:
        write_log(database, table, [deal, *played])


def begin_at_first_seat(server: Server, table: str) -> None:
    """Have the player at the first seat begin the round that is dealt."""
    with opened(server) as database:
        (entry,) = database.execute("SELECT entry FROM log WHERE table_id = ?", [table]).fetchone()
        deal = msgspec.structs.replace(msgspec.json.decode(entry, type=Dealt), first=0)
        write_log(database, table, [deal])


def play_by_rules(server: Server, table: str, moves_left: int) -> None:
    """Write a first round into a table's log that nobody has opened yet, but for so many moves at its end.

    The player at the first seat is to act then. Seeds are tried until a round comes in which somebody plays.
    """
    with opened(server) as database:
        found = database.execute("SELECT game, options, players FROM tables WHERE id = ?", [table])
        name, options, players = found.fetchone()
        game = load_game(name)
        known = msgspec.json.decode(options, type=dict[str, str | int])
        for seed in count():
            dealer = Dealer(seed.to_bytes(32, "big"))
            match = dealing.begin(dealer, game, read_options(game.meta.options, known), players)
            turns = []
            while not match.round_over:
                if 0 in match.acting and not match.claims_open:
                    turns.append(match.version)
                (seat, *_) = match.acting
                match.play(seat, game.choose(match.seen(seat), seat))
                dealing.draw(dealer, match)
            cut = [turn for turn in turns if match.version - turn >= moves_left]
            if cut and not match.thrown_in:
                break
        write_log(database, table, match.entries[: cut[-1]])
        database.execute("UPDATE tables SET seed = ? WHERE id = ?", [seed.to_bytes(32, "big"), table])

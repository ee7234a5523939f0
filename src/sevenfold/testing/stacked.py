"""Tables whose log is written before anybody opens them: a deal, moves, or a round without its end."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from itertools import count

import msgspec

from sevenfold.core import dealing
from sevenfold.core.dealer import Dealer
from sevenfold.core.legal import legal_moves
from sevenfold.core.log import Dealt, Played
from sevenfold.core.match import AnyMatch
from sevenfold.core.options import read_options
from sevenfold.core.replaying import replay
from sevenfold.games import load_game
from sevenfold.testing.served import Served


@contextmanager
def opened(server: Served) -> Iterator[sqlite3.Connection]:
    """The server's database; changes are committed at the end."""
    with closing(sqlite3.connect(server.data / "sevenfold.db")) as database, database:
        yield database


def write_log(database: sqlite3.Connection, table: str, entries: Iterable[msgspec.Struct]) -> None:
    """Write these entries in place of a table's log. It was not promised that they would be dealt."""
    database.execute("UPDATE tables SET promise = NULL, terms = NULL WHERE id = ?", [table])
    database.execute("DELETE FROM log WHERE table_id = ?", [table])
    rows = [(table, seq, msgspec.json.encode(entry).decode()) for seq, entry in enumerate(entries, 1)]
    database.executemany("INSERT INTO log (table_id, seq, entry) VALUES (?, ?, ?)", rows)


def stack(server: Served, table: str, deal: Dealt, moves: Iterable[str] = ()) -> None:
    """Write a deal and moves, `1 call H`, into the log of a table."""
    played = [Played(*move.split(" ", 1)) for move in moves]
    with opened(server) as database:
        write_log(database, table, [deal, *played])


def begin_at_first_seat(server: Served, table: str) -> None:
    """Have the player at the first seat begin the round that is dealt."""
    with opened(server) as database:
        (entry,) = database.execute("SELECT entry FROM log WHERE table_id = ?", [table]).fetchone()
        deal = msgspec.structs.replace(msgspec.json.decode(entry, type=Dealt), first=0)
        write_log(database, table, [deal])


When = Callable[[AnyMatch], bool]


def always(_match: AnyMatch) -> bool:
    return True


def some_card_is_refused(match: AnyMatch) -> bool:
    """Whether the first seat is to play a card, and some of its cards are not legal."""
    moves = legal_moves(match.game.rules, match.state, 0)
    return all(move.cards for move in moves) and len(moves) < len(match.view(0).hand)


def begin_match(database: sqlite3.Connection, table: str, seed: int) -> tuple[AnyMatch, Dealer]:
    """A match of a table's game and options, dealt from this seed, from which the table deals too."""
    found = database.execute("SELECT game, options, players FROM tables WHERE id = ?", [table])
    name, options, players = found.fetchone()
    game = load_game(name)
    known = read_options(game.meta.options, msgspec.json.decode(options, type=dict[str, str | int]))
    key = seed.to_bytes(32, "big")
    database.execute("UPDATE tables SET seed = ? WHERE id = ?", [key, table])
    dealer = Dealer(key)
    return dealing.begin(dealer, game, known, players), dealer


def deal_the_same(server: Served, table: str) -> None:
    """Write the same deal into the log of a table each time."""
    with opened(server) as database:
        match, _ = begin_match(database, table, seed=0)
        write_log(database, table, match.entries)


def play_by_rules(
    server: Served, table: str, moves_left: int, *, to_last: bool = False, when: When = always
) -> tuple[str, ...]:
    """Write a round without its last moves into a table's log, while nobody has the table open.

    At least `moves_left` moves are left out. It is the first round, or with `to_last` the one that ends the
    match. The player at the first seat is then to act, in a position for which `when` holds; returns their
    cards. Seeds are tried until a round has such a position.
    """
    with opened(server) as database:
        for seed in count():
            match, dealer = begin_match(database, table, seed)
            turns = play_round(match, dealer, when)
            while to_last and not match.over:
                dealing.next_round(dealer, match)
                turns = play_round(match, dealer, when)
            cut = [turn for turn in turns if match.version - turn >= moves_left]
            if cut and not match.thrown_in:
                break
        entries = match.entries[: cut[-1]]
        write_log(database, table, entries)
    return replay(match.game, msgspec.structs.replace(match.log, entries=tuple(entries))).view(0).hand


def play_round(match: AnyMatch, dealer: Dealer, when: When) -> list[int]:
    """Play the round by rules; returns the versions at which the first seat was to act and `when` held."""
    turns = []
    while not match.round_over:
        if 0 in match.acting and not match.claims_open and when(match):
            turns.append(match.version)
        (seat, *_) = match.acting
        match.play(seat, match.game.choose(match.seen(seat), seat))
        dealing.draw(dealer, match)
    return turns

"""What a table promises of its deals (docs/fairness.md): told before the first, settled with it.

A table that is dealt as soon as it is made promises nothing: nobody could have known the promise before.
"""

from sevenfold.core.options import read_options, written_options
from sevenfold.core.promise import (
    BOT,
    FREE,
    NO_SALT,
    DealKey,
    DealPromise,
    DealTerms,
    Fairness,
    deal_key,
    options_text,
)
from sevenfold.core.promise import promise_of as root_of
from sevenfold.core.shuffle import derive
from sevenfold.games import load_game
from sevenfold.server.storage.rows import SeatHolder, TableRow
from sevenfold.server.tables.seating.plan import replace, with_seat

ID_DIGITS = 12
"""Of a table's id, as `new_table_id` makes it."""


def promised(row: TableRow) -> TableRow:
    """A new table that promises its deals."""
    return replace(row, promise=root_of(row.seed))


def settled(row: TableRow) -> TableRow:
    """A table whose first deal comes now: its terms stay as they are, and the salts are in them."""
    if row.promise is None:
        return row
    seats = tuple(replace(holder, salt=None) for holder in row.seats)
    return replace(row, terms=_terms(row), seats=seats)


def with_salt(row: TableRow, seat: int, salt: str | None) -> TableRow:
    """What a person adds to the deals of the match that comes next; None leaves it as it is."""
    return row if salt is None else with_seat(row, seat, replace(row.seats[seat], salt=salt))


def told(row: TableRow) -> DealPromise | None:
    """What is told of the deals of a table's match, with the terms as they are now."""
    if row.promise is None:
        return None
    return DealPromise(row.promise, row.terms or _terms(row))


def told_of_rematch(row: TableRow) -> DealPromise | None:
    """The same for the match that can come after this one."""
    if row.rematch is not None:
        return None
    table, seed = rematch_of(row)
    return DealPromise(root_of(seed), _terms(replace(row, id=table)))


def rematch_of(row: TableRow) -> tuple[str, bytes]:
    """The id and the seed of the table of a rematch, so that it can be promised before it is made."""
    secret = row.pseudonym_key.encode()
    return derive(secret, f"table/{row.id}").hex()[:ID_DIGITS], derive(secret, f"seed/{row.id}")


def key_of(row: TableRow, deal: int, round_number: int) -> DealKey | None:
    """The key of a deal, to be told when its round may be looked at; None where nothing was promised."""
    if row.promise is None or row.terms is None:
        return None
    return deal_key(row.seed, deal, round_number)


def fairness_of(row: TableRow, deal: int, round_number: int) -> Fairness | None:
    """The same, with all else that is needed to check the deal."""
    key = key_of(row, deal, round_number)
    if key is None or row.promise is None or row.terms is None:
        return None
    return Fairness(promise=row.promise, terms=row.terms, deal=deal, key=key.key, path=key.path)


def _terms(row: TableRow) -> str:
    game = load_game(row.game)
    options = read_options(game.meta.options, row.options)
    pack = game.rules.pack(options)
    return DealTerms(
        table=row.id,
        game=row.game,
        rules=row.rules,
        options=options_text(written_options(options)),
        pack=tuple(pack.names[kind] for kind in pack.cards),
        hand=game.rules.hand_size(options, row.players),
        seats=tuple(_seat(holder) for holder in row.seats),
    ).text


def _seat(holder: SeatHolder) -> str:
    if holder.person is None:
        return FREE if holder.bot is None else BOT
    return holder.salt or NO_SALT

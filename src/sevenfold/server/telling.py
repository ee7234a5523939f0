"""What a seat is told: of a match, by its own view, events and choices alone; and of the table."""

from collections.abc import Container, Iterable
from datetime import UTC, datetime
from typing import Any

import msgspec

from sevenfold.cards.pack import CardError
from sevenfold.core.match import Match
from sevenfold.core.moves import Extension
from sevenfold.games import ROOMS, load_meta
from sevenfold.server.problems import Malformed
from sevenfold.server.protocol import Choices, Seat, Snapshot, TableInfo, Update
from sevenfold.server.store import TableRow


def snapshot(match: Match[Any], seat: int, table: TableInfo) -> Snapshot:
    """Everything a client needs."""
    return Snapshot(
        version=match.version,
        table=table,
        view=match.view(seat),
        standing=match.standing,
        choices=choices(match, seat),
        events=tuple(match.events(seat)),
    )


def can_update(match: Match[Any], since: int) -> bool:
    """Whether the events since then are still there: those of this round are, its deal among them."""
    return max(1, match.round_version - 1) <= since <= match.version


def update(match: Match[Any], seat: int, since: int) -> Update:
    """What happened since then."""
    return Update(
        since=since,
        version=match.version,
        view=match.view(seat),
        standing=match.standing,
        choices=choices(match, seat),
        events=tuple(match.events(seat, since)),
    )


def choices(match: Match[Any], seat: int, chosen: Iterable[str] = ()) -> Choices:
    """What the seat may do with the cards chosen. Raises Malformed for what is no choice of cards."""
    names = tuple(chosen)
    cards, twice = _read_choice(match, names)
    extension: Extension = match.extend(seat, cards, twice)
    return Choices(
        version=match.version,
        chosen=names,
        cards=tuple(match.pack.write_mask(extension.cards).split()),
        moves=tuple(match.game.notation.write(move) for move in extension.moves),
    )


def _read_choice(match: Match[Any], names: tuple[str, ...]) -> tuple[int, int]:
    cards = twice = 0
    try:
        kinds = [match.pack.kind(name) for name in names]
    except CardError:
        raise Malformed(at="$.cards") from None
    if match.pack.too_many(kinds):
        raise Malformed(at="$.cards")
    for kind in kinds:
        twice |= cards & 1 << kind
        cards |= 1 << kind
    return cards, twice


def table_info(row: TableRow, seat: int, connected: Container[int]) -> TableInfo:
    """The table as this seat is told of it."""
    return TableInfo(
        id=row.id,
        game=row.game,
        preset=_preset(row),
        options=row.options,
        players=row.players,
        seats=tuple(
            Seat(seat=number, you=number == seat, bot=sitter.bot, connected=number in connected)
            for number, sitter in enumerate(row.seats)
        ),
        pace=row.pace,
        created=iso(row.created),
        standing=row.standing,
        version=row.version,
    )


def _preset(row: TableRow) -> str | None:
    presets = load_meta(row.game).presets if row.game in ROOMS else {}
    return next(
        (name for name, options in presets.items() if msgspec.to_builtins(options) == row.options), None
    )


def iso(time: int) -> str:
    """A time in ms since 1970 as ISO 8601 in UTC."""
    return datetime.fromtimestamp(time / 1000, UTC).isoformat(timespec="milliseconds")

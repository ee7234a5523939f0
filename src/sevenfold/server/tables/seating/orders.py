"""Orders that somebody at a table sends over the socket, which change the table but not its match."""

from sevenfold.games import load_meta
from sevenfold.server.errors import NotSeated, Removed
from sevenfold.server.protocol.from_client import (
    AddSalt,
    PassHost,
    Remove,
    RemoveSpectator,
    SetName,
    SetOpen,
    SetOptions,
    SetPause,
    SetSettings,
    ShowHand,
    TakeSeat,
)
from sevenfold.server.storage.rows import TableRow
from sevenfold.server.tables.seating import absence, plan, promises, spectators

OfHost = SetOptions | SetSettings | SetOpen | Remove | RemoveSpectator | PassHost
Order = OfHost | AddSalt | TakeSeat | SetName | SetPause | ShowHand


def carried_out(row: TableRow, person: int, order: Order) -> TableRow:
    """The table after an order. Raises what `plan` raises, NotSeated, NotHost, AtBoard."""
    seat = require_seat(row, person)
    if not isinstance(order, AddSalt | SetName | SetPause):
        plan.require_no_board(row, "order")
    if isinstance(order, OfHost):
        plan.require_host(row, seat)
        return _by_host(row, order)
    match order:
        case AddSalt(salt):
            return row if row.started else promises.with_salt(row, seat, salt)
        case TakeSeat(to):
            return plan.moved_to(row, seat, to)
        case SetName(name):
            return plan.renamed(row, seat, name)
        case SetPause(paused):
            if row.is_of_evening:  # the others would wait at all tables
                plan.require_no_board(row, "pause")
            return absence.paused(row, seat, "asked") if paused else plan.replace(row, pause=None)
        case ShowHand(shown, to):
            return spectators.with_hand(row, seat, to, shown=shown)


def _by_host(row: TableRow, order: OfHost) -> TableRow:
    match order:
        case SetOptions():
            meta, players = load_meta(row.game), order.players or row.players
            options, seats = plan.resolve_options(meta, order.preset, order.options, players)
            return plan.with_options(row, options, seats)
        case SetSettings(settings):
            return plan.with_settings(row, settings)
        case SetOpen(is_open):
            return plan.opened(row) if is_open else plan.closed(row)
        case Remove(seat):
            return plan.gone(row, seat, removed=True)
        case RemoveSpectator(spectator):
            return spectators.without_spectator(row, spectator)
        case PassHost(seat):
            return plan.passed_on(row, seat)


def require_seat(row: TableRow, person: int) -> int:
    """The seat of a person. Raises NotSeated."""
    seat = row.seat_of(person)
    if seat is None:
        raise NotSeated(table=row.id)
    return seat


def seat_or_spectator(row: TableRow, person: int) -> int | None:
    """The seat of a person who is at the table; None for a spectator, and for whoever is to have a seat.

    Raises NotSeated, Removed.
    """
    seat = row.seat_of(person)
    if seat is not None or row.watches(person) or row.is_to_sit(person):
        return seat
    member = row.member(person)
    raise (Removed if member is not None and member.kind == "removed" else NotSeated)(table=row.id)

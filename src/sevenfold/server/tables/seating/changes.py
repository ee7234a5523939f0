"""Changes of a table that may depend on how its match stands: each turns a row into a new row."""

from collections.abc import Callable, Mapping

from sevenfold.cards.masks import mask_of
from sevenfold.core.standing import Standing
from sevenfold.server.errors import (
    HandDealt,
    LinkUnknown,
    OptionInvalid,
    RoundStillPlayed,
    SeatClosed,
    SeatsFree,
)
from sevenfold.server.storage.rows import AT_RANDOM, FREE, SeatHolder, TableRow
from sevenfold.server.tables.seating import plan, promises, spectators
from sevenfold.server.tables.seating.orders import require_seat, seat_or_spectator

Change = Callable[[TableRow, Standing], TableRow]
"""Makes a new row from a row and from how the match stands, as everybody sees it."""

LONGEST_PAUSE = 10_000


def start(person: int, fill: str | None, salt: str | None = None) -> Change:
    """The host starts, with bots at the free seats. Raises NotHost, AlreadyStarted, SeatsFree."""

    def change(row: TableRow, _: Standing) -> TableRow:
        seat = require_seat(row, person)
        plan.require_host(row, seat)
        plan.require_waiting(row, "start")
        row = plan.filled(row, fill) if fill is not None else row
        if row.free:
            raise SeatsFree(seats=" ".join(map(str, row.free)))
        row = promises.with_salt(row, seat, salt)
        return plan.replace(row, started=True, waits_for=mask_of(row.person_seats))

    return change


def sit_down(person: int, seat: int, name: str | None, key: str) -> Change:
    """A newcomer takes a seat, by a link or code. Raises LinkUnknown, SeatClosed, HandDealt, and what `plan`
    raises.
    """

    def change(row: TableRow, standing: Standing) -> TableRow:
        if key not in (row.link, row.code):
            raise LinkUnknown
        new = plan.sat_down(row, person, seat, name)
        if not plan.is_open(row, row.seats[seat], standing, row.pseudonym_of(person)):
            is_dealt = row.settings.joining == "at_once" and row.seats[seat].hand_of is not None
            raise (HandDealt if is_dealt else SeatClosed)(seat=str(seat))
        return new

    return change


def delete(person: int) -> Change:
    """The host does away with the table. Raises NotSeated, NotHost.

    Nobody sits there then, so that it is deleted. But where others have played they keep it, and only the
    host leaves.
    """

    def change(row: TableRow, standing: Standing) -> TableRow:
        seat = require_seat(row, person)
        plan.require_host(row, seat)
        if row.started and row.person_seats != {seat}:
            return plan.gone(row, seat, over=standing.over)
        return plan.replace(row, seats=(FREE,) * row.players, host=None)

    return change


def leave(person: int) -> Change:
    """A spectator leaves, or a person. Raises NotSeated, Removed."""

    def change(row: TableRow, standing: Standing) -> TableRow:
        seat = seat_or_spectator(row, person)
        if seat is None:
            return plan.without_member(row, person)
        return plan.gone(row, seat, over=standing.over)

    return change


def remove(person: int) -> Change:
    """Somebody is taken from the table by the server's host. Raises NotSeated, Removed."""

    def change(row: TableRow, standing: Standing) -> TableRow:
        seat = seat_or_spectator(row, person)
        if seat is not None:
            return plan.gone(row, seat, removed=True, over=standing.over)
        if row.watches(person):
            return spectators.without_spectator(row, row.pseudonym_of(person))
        return plan.without_member(row, person)

    return change


def set_bot(person: int, seat: int, bot: str | None) -> Change:
    """The host chooses the bot at a seat: at a free one before the start, at a bot's own between rounds.

    None frees the seat before the start. Raises NotHost, SeatUnknown, SeatTaken, AlreadyStarted,
    RoundStillPlayed, OptionInvalid, AtBoard.
    """

    def change(row: TableRow, standing: Standing) -> TableRow:
        plan.require_host(row, require_seat(row, person))
        plan.require_no_board(row, "bots")
        if not row.started or bot is None:
            return plan.with_bot(row, seat, bot)
        bots = [number for number, holder in enumerate(row.seats) if holder.bot is not None]
        if seat not in bots:
            raise OptionInvalid(name="seat", value=str(seat), range=" ".join(map(str, bots)))
        if standing.next_first is None and not standing.over:
            raise RoundStillPlayed
        return plan.with_seat(row, seat, SeatHolder(bot=bot))

    return change


def bots_erred(erred: Mapping[int, str]) -> Change:
    """Random moves are played for these bots from now on, by seat."""

    def change(row: TableRow, _: Standing) -> TableRow:
        for seat, bot in erred.items():
            if row.seats[seat].bot == bot:
                row = plan.with_seat(row, seat, SeatHolder(bot=AT_RANDOM, name=bot))
        return row

    return change


def set_pace(person: int, pace: int) -> Change:
    """The host sets how long bots take, in ms. Raises NotHost."""

    def change(row: TableRow, _: Standing) -> TableRow:
        plan.require_host(row, require_seat(row, person))
        return plan.replace(row, pace=pace)

    return change


def check_pace(pace: int) -> None:
    """Raise OptionInvalid unless it is a pace for bots."""
    if not 0 <= pace <= LONGEST_PAUSE:
        raise OptionInvalid(name="pace", value=str(pace), range=f"0 to {LONGEST_PAUSE}")

"""Who sits at a table, who is its host, and what its settings are: each change as a new row.

Nothing here reads or writes the database. A change that is not possible raises an error and changes nothing.
"""

import secrets
from collections.abc import Mapping
from collections.abc import Set as AbstractSet

import msgspec

from sevenfold.bots.levels import Level
from sevenfold.core.meta import Meta, UnknownPreset, WrongNumberOfSeats
from sevenfold.core.options import OptionError, Options
from sevenfold.core.standing import Standing
from sevenfold.server.errors import (
    AlreadyStarted,
    AlreadyThere,
    AtBoard,
    Full,
    NameRefused,
    NotHost,
    OptionInvalid,
    PresetUnknown,
    Removed,
    SeatTaken,
    SeatUnknown,
)
from sevenfold.server.names import check_name
from sevenfold.server.names.bots import faces_like
from sevenfold.server.protocol.settings import TableSettings
from sevenfold.server.storage.rows import FREE, Member, SeatHolder, TableRow, now

DIGITS = 9
"""How many digits a code that is said aloud has; docs/protocol.md has the arithmetic."""

CODE_LASTS = 24 * 3600 * 1000
"""How long a code leads to its table, in ms."""

MOST_BARRED = 10
"""How many bots' names persons may use up at a table, of 16: the rest is for the bots that sit there."""

LEFT_TO = Level.MEDIUM
"""The bot that takes the seat of a person who has left."""

replace = msgspec.structs.replace


def is_open(row: TableRow, holder: SeatHolder, standing: Standing, pseudonym: str | None = None) -> bool:
    """Whether a newcomer may take a seat now; `pseudonym` is who they are in public, if that is known.

    A hand that was dealt to somebody who has left goes to nobody else in its deal.
    """
    if row.link is None or holder.person is not None or standing.over:
        return False
    if not row.started:
        return holder.bot is None
    if standing.next_first is not None:
        return True
    return row.settings.joining == "at_once" and holder.hand_of in (None, pseudonym)


def new_key() -> str:
    """The secret of a link: 128 bits."""
    return secrets.token_urlsafe(16)


def new_code() -> str:
    """A code to be said aloud."""
    return f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"


def resolve_options(
    meta: Meta, preset: str | None, options: Mapping[str, object], players: int | None
) -> tuple[Options, int]:
    """The options and the number of seats that somebody wants. Raises PresetUnknown, OptionInvalid."""
    try:
        return meta.make_options(preset, options), meta.seats(players)
    except UnknownPreset as error:
        raise PresetUnknown(preset=error.preset, known=" ".join(error.known)) from None
    except OptionError as error:
        raise OptionInvalid(name=error.name, value=str(error.value), range=error.range) from None
    except WrongNumberOfSeats as error:
        raise OptionInvalid(name="players", value=str(error.players), range=error.takes) from None


def require_host(row: TableRow, seat: int) -> None:
    """Raises NotHost unless the seat is the host's."""
    if seat != row.host:
        raise NotHost(table=row.id)


def require_no_board(row: TableRow, what: str) -> None:
    """Raises AtBoard where a board is played: its round must be as at all other tables."""
    if row.board is not None:
        raise AtBoard(table=row.id, what=what)


def require_waiting(row: TableRow, what: str) -> None:
    """Raises AlreadyStarted if the table has started."""
    if row.started:
        raise AlreadyStarted(what=what)


def seat_holder_at(row: TableRow, seat: int) -> SeatHolder:
    """Who sits at a seat. Raises SeatUnknown."""
    if not 0 <= seat < row.players:
        raise SeatUnknown(seat=str(seat))
    return row.seats[seat]


def with_seat(row: TableRow, seat: int, holder: SeatHolder) -> TableRow:
    """The table with somebody else at a seat. It remembers which bots could be taken for who sat there."""
    seats = (*row.seats[:seat], holder, *row.seats[seat + 1 :])
    return replace(row, seats=seats, barred_faces=tuple(sorted(barred_faces(row))))


def barred_faces(row: TableRow) -> frozenset[str]:
    """The faces that no bot has here, as its name looks like that of a person who is or was at the table."""
    here = (faces_like(holder.name) for holder in row.seats if holder.name is not None)
    return frozenset(row.barred_faces).union(*here)


def names_at(row: TableRow, but: int) -> list[str | None]:
    """The names of those who sit or watch there, except those of the person `but`."""
    seated = [holder.name for holder in row.seats if holder.person != but]
    return seated + [each.name for each in row.watchers if each.person != but]


def check_name_at(row: TableRow, name: str, but: int) -> str:
    """The name of a person as it is kept at this table. Raises NameRefused."""
    kept = check_name(name, names_at(row, but))
    if len(barred_faces(row) | faces_like(kept)) > MOST_BARRED:
        raise NameRefused(reason="alike", name=kept)
    return kept


def remembering(old: TableRow, new: TableRow, logged: int) -> TableRow:
    """The new row, which remembers what more than one person could see at the old one.

    They need not be connected. `logged` is how many entries the log has.
    """
    in_company = len(old.person_seats) + old.is_watched > 1
    return replace(new, seen_to=logged) if in_company else new


# --- links ------------------------------------------------------------------------------------------


def opened(row: TableRow) -> TableRow:
    """Open to newcomers, with new links and a new code."""
    watch_link = new_key() if row.settings.watching else None
    return replace(row, link=new_key(), watch_link=watch_link, code=new_code(), code_ends=now() + CODE_LASTS)


def closed(row: TableRow) -> TableRow:
    """Closed to newcomers. Those who sit or watch there stay."""
    return replace(row, link=None, code=None, code_ends=0)


def with_settings(row: TableRow, settings: TableSettings) -> TableRow:
    """Other settings. Raises AlreadyStarted."""
    for name in ("take_back", "clock", "counter", "rounds"):
        if getattr(settings, name) != getattr(row.settings, name):
            require_waiting(row, name)
    watch_link = (row.watch_link or new_key()) if settings.watching else None
    watchers_stay = settings.watching or not row.settings.watching
    members = row.members if watchers_stay else without_watchers(row.members)
    return replace(row, settings=settings, watch_link=watch_link, members=members)


# --- coming and going -------------------------------------------------------------------------------


def come_to(row: TableRow, person: int) -> None:
    """Check that a person may come to a table. Raises Removed, AlreadyThere."""
    member = row.member(person)
    if member is not None and member.kind == "removed":
        raise Removed(table=row.id)
    seat = row.seat_of(person)
    if seat is None and member is not None and row.is_to_sit(person):
        seat = member.seat
    if seat is not None:
        raise AlreadyThere(seat=str(seat))


def sat_down(row: TableRow, person: int, seat: int, name: str | None) -> TableRow:
    """A person takes a free seat, or in play a bot's. They are no longer a spectator.

    At a table without a host they become the host. Raises Removed, AlreadyThere, SeatUnknown, SeatTaken,
    NameRefused.
    """
    come_to(row, person)
    holder = seat_holder_at(row, seat)
    is_promised = any((each.kind, each.seat) == ("coming", seat) for each in row.members)
    if holder.person is not None or is_promised or (holder.bot is not None and not row.started):
        raise SeatTaken(seat=str(seat))
    kept = check_name_at(row, name, but=person) if name is not None else None
    holder = SeatHolder(person=person, name=kept, since=now(), away=now())
    row = with_seat(without_member(row, person), seat, holder)
    return replace(row, request=None, host=seat if row.host is None else row.host)


def gone(row: TableRow, seat: int, *, removed: bool = False, over: bool = False) -> TableRow:
    """A person leaves for good, or is `removed`, which also renews the links. Raises SeatUnknown.

    Before the start the seat becomes free; in play a bot takes it; after the match it stays empty, and keeps
    their name. If the host leaves, the person who has sat longest becomes the host. If somebody is removed,
    all spectators go too, since any of them may be that person in another window: they need the new link.
    """
    holder = seat_holder_at(row, seat)
    if holder.person is None:
        raise SeatUnknown(seat=str(seat))
    members = tuple(each for each in row.members if (each.kind, each.seat) != ("asking", seat))
    if removed:
        members = (*without_watchers(members), Member(holder.person, "removed"))
    left = SeatHolder(name=holder.name) if over else SeatHolder(bot=LEFT_TO) if row.started else FREE
    row = with_seat(replace(row, members=members, request=None), seat, left)
    if row.pause is not None and row.pause.seat == seat:
        row = replace(row, pause=None)
    if removed and row.link is not None:
        row = opened(row)
    elif removed and row.watch_link is not None:
        row = replace(row, watch_link=new_key())
    return replace(row, host=longest_there(row)) if row.host == seat else row


def longest_there(row: TableRow, among: AbstractSet[int] | None = None) -> int | None:
    """The seat of the person who has sat longest, or of these persons; None where nobody sits."""
    persons = row.person_seats if among is None else row.person_seats & among
    return min(persons, key=lambda seat: (row.seats[seat].since, seat), default=None)


def without_member(row: TableRow, person: int) -> TableRow:
    """A spectator leaves."""
    return replace(row, members=tuple(each for each in row.members if each.person != person))


def without_watchers(members: tuple[Member, ...]) -> tuple[Member, ...]:
    """All spectators leave."""
    return tuple(each for each in members if each.kind != "watcher")


# --- what the host does -----------------------------------------------------------------------------


def passed_on(row: TableRow, seat: int) -> TableRow:
    """Another person is the host. Raises SeatUnknown."""
    if seat_holder_at(row, seat).person is None:
        raise SeatUnknown(seat=str(seat))
    return replace(row, host=seat)


def with_bot(row: TableRow, seat: int, bot: str | None) -> TableRow:
    """Put a bot at a seat, change it, or free the seat. Raises AlreadyStarted, SeatUnknown, SeatTaken."""
    require_waiting(row, "seats")
    if seat_holder_at(row, seat).person is not None:
        raise SeatTaken(seat=str(seat))
    return with_seat(row, seat, SeatHolder(bot=bot))


def filled(row: TableRow, bot: str) -> TableRow:
    """Bots at all free seats."""
    for seat in row.free:
        row = with_seat(row, seat, SeatHolder(bot=bot))
    return row


def with_options(row: TableRow, options: Options, players: int) -> TableRow:
    """Other options before the start. Raises AlreadyStarted, Full."""
    require_waiting(row, "options")
    row = replace(row, options=msgspec.to_builtins(options))
    return row if players == row.players else _with_players(row, players)


def _with_players(row: TableRow, players: int) -> TableRow:
    """Another number of seats. A person whose seat is gone takes a free one, else a bot's. Raises Full."""
    seats = list(row.seats[:players]) + [FREE] * (players - row.players)
    moved: dict[int, int] = {}
    for seat in sorted(row.person_seats):
        if seat < players:
            continue
        free = next((n for n, each in enumerate(seats) if each == FREE), None)
        free = (
            next((n for n, each in enumerate(seats) if each.person is None), None) if free is None else free
        )
        if free is None:
            raise Full(what="seats")
        seats[free], moved[seat] = row.seats[seat], free
    host = row.host if row.host is None else moved.get(row.host, row.host)
    return replace(row, players=players, seats=tuple(seats), host=host)


def told(row: TableRow, seat: int, seq: int) -> TableRow:
    """A person was told which moves were made for them, up to log entry `seq`."""
    return with_seat(row, seat, replace(row.seats[seat], told=seq))


# --- what everybody does ----------------------------------------------------------------------------


def moved_to(row: TableRow, seat: int, to: int) -> TableRow:
    """A person moves to a free seat before the start. Raises AlreadyStarted, SeatUnknown, SeatTaken."""
    require_waiting(row, "seats")
    if to == seat:
        return row
    if seat_holder_at(row, to) != FREE:
        raise SeatTaken(seat=str(to))
    row = with_seat(with_seat(row, to, row.seats[seat]), seat, FREE)
    return replace(row, host=to if row.host == seat else row.host)


def renamed(row: TableRow, seat: int, name: str) -> TableRow:
    """A person takes another name. Raises NameRefused."""
    kept = check_name_at(row, name, but=row.seats[seat].person or 0)
    return with_seat(row, seat, replace(row.seats[seat], name=kept))

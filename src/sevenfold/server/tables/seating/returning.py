"""Back without one's session: somebody says which seat is theirs, and the others there believe them or not.

They are `asking` until everybody else has said yes, somebody has said no, or the time is over. A yes is
needed, and who is silent is passed over. Then they are `coming`: a bot plays the deal to its end, since a
hand that was dealt to a person goes to no other person, and they have the seat as soon as no deal is in play.

Whoever had the seat until then stays its `owner` and is never asked: they have it again as soon as no deal is
in play, or at once while it is still theirs. So a stolen seat lasts a deal. Of several who say that a seat is
theirs, who had it first has it: `since` says who that is. Each change is a new row.
"""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from sevenfold.cards.masks import kinds_of
from sevenfold.core.standing import Standing
from sevenfold.server.errors import ReturnRefused, SeatUnknown
from sevenfold.server.protocol.table import Coming, ReturnRequest
from sevenfold.server.storage.rows import Member, MemberKind, SeatHolder, TableRow, now
from sevenfold.server.tables.seating import plan
from sevenfold.server.tables.seating.plan import replace, with_seat
from sevenfold.server.times import TIMER_EARLY, iso
from sevenfold.server.timings import Timings


def _of(row: TableRow, *kinds: MemberKind) -> Iterator[Member]:
    return (each for each in row.members if each.kind in kinds)


def _seat(member: Member) -> int:
    if member.seat is None:
        raise ValueError(f"somebody is {member.kind}, and for no seat")
    return member.seat


def asking(row: TableRow) -> Member | None:
    """Who says that a seat is theirs: one at a time."""
    return next(_of(row, "asking"), None)


def is_between(row: TableRow, standing: Standing) -> bool:
    """Whether no deal is in play, as far as everybody may know."""
    return not row.started or standing.over or standing.next_first is not None


# --- to say that a seat is one's own ------------------------------------------------------------------


def offered(row: TableRow, here: AbstractSet[int], timings: Timings) -> tuple[int, ...]:
    """The seats of persons who have been away for so long that somebody may say it is theirs."""
    if row.board is not None:
        return ()
    return tuple(
        seat for seat in sorted(row.person_seats) if _is_long_away(row.seats[seat], seat, here, timings)
    )


def _is_long_away(holder: SeatHolder, seat: int, here: AbstractSet[int], timings: Timings) -> bool:
    return seat not in here and holder.away is not None and now() - holder.away >= timings.away_before_return


def asked(
    row: TableRow, person: int, seat: int, name: str, here: AbstractSet[int], timings: Timings
) -> TableRow:
    """Somebody who is not there says that a seat is theirs. `here` are the seats of those who are.

    Raises ReturnRefused, Removed, AlreadyThere, SeatUnknown, NameRefused.
    """
    if row.board is not None:
        raise ReturnRefused(reason="board")
    plan.come_to(row, person)
    holder = plan.seat_holder_at(row, seat)
    if holder.person is None:
        raise SeatUnknown(seat=str(seat))
    if asking(row) is not None or any(each.seat == seat for each in _of(row, "coming")):
        raise ReturnRefused(reason="asked")
    if row.person_seats == {seat}:
        raise ReturnRefused(reason="alone")
    if not _is_long_away(holder, seat, here, timings):
        raise ReturnRefused(reason="early")
    if now() - holder.asked_for < timings.between_returns:
        raise ReturnRefused(reason="often")
    nameless = with_seat(row, seat, replace(holder, name=None))  # it is their own name that they give
    kept = plan.check_name_at(nameless, name, but=person)
    member = Member(person, "asking", seat, now(), kept)
    row = with_seat(plan.without_member(row, person), seat, replace(holder, asked_for=now()))
    return replace(row, members=(*row.members, member))


def answered(row: TableRow, seat: int, *, agree: bool) -> TableRow:
    """Somebody who sits there believes them, or does not: one no ends it. Raises ReturnRefused."""
    member = asking(row)
    if member is None or member.seat == seat:
        raise ReturnRefused(reason="nothing")
    if not agree:
        return plan.without_member(row, member.person)
    return _with(row, replace(member, agreed=member.agreed | 1 << seat))


def ends(row: TableRow, timings: Timings) -> int | None:
    """When the time for answers is over, in ms since 1970; None where nobody asks."""
    member = asking(row)
    return None if member is None else member.since + timings.return_answered


def _with(row: TableRow, member: Member) -> TableRow:
    return replace(row, members=(*plan.without_member(row, member.person).members, member))


# --- what follows ---------------------------------------------------------------------------------------


def updated(
    row: TableRow, standing: Standing, persons: AbstractSet[int], logged: int, timings: Timings
) -> TableRow:
    """The table after all that follows by itself. `persons` are connected, `logged` is as for `seated`."""
    row = _with_own_persons(row, row.seats_of(persons))
    row = _with_owners(row, persons)
    row = _settled(row, timings)
    return seated(row, persons, logged) if is_between(row, standing) else row


def _with_own_persons(row: TableRow, here: AbstractSet[int]) -> TableRow:
    """Whoever sits there is back: nobody else who came after them is let in."""
    for member in _of(row, "asking", "coming"):
        seat = _seat(member)
        if seat in here and row.seats[seat].since < member.since:
            row = plan.without_member(row, member.person)
    return row


def _with_owners(row: TableRow, persons: AbstractSet[int]) -> TableRow:
    """Owners who are here come back, in the place of others who say that the seat is theirs."""
    owners = [each for each in _of(row, "owner") if each.person in persons and _seat(each) < row.players]
    for owner in owners:
        others = [each for each in _of(row, "asking", "coming") if each.seat == owner.seat]
        if all(owner.since < other.since for other in others):
            for other in others:
                row = plan.without_member(row, other.person)
            row = _with(row, replace(owner, kind="coming"))
    return row


def _settled(row: TableRow, timings: Timings) -> TableRow:
    """Let them in if everybody else believes them, or somebody does and the time is over."""
    member = asking(row)
    if member is None:
        return row
    others = row.person_seats - {member.seat}
    agreed = others & frozenset(kinds_of(member.agreed))
    over = now() + TIMER_EARLY >= member.since + timings.return_answered
    if agreed and (over or agreed == others):
        return _let_in(row, member)
    return plan.without_member(row, member.person) if over or not others else row


def _let_in(row: TableRow, member: Member) -> TableRow:
    """A bot plays for whoever has the seat, and does not wait for them, until the other one has it."""
    seat = _seat(member)
    if row.pause is not None and (row.pause.seat, row.pause.why) == (seat, "absent"):
        row = replace(row, pause=None)
    row = with_seat(row, seat, replace(row.seats[seat], substitute=True))
    return _with(row, replace(member, kind="coming", agreed=0))


def is_due(row: TableRow) -> bool:
    """Whether the end of a deal changes who sits there, or which seats are open."""
    return any(True for _ in _of(row, "coming")) or any(holder.hand_of for holder in row.seats)


def seated(row: TableRow, persons: AbstractSet[int], logged: int) -> TableRow:
    """No deal is in play: whoever was to have a seat has it, and no hand is anybody's any more.

    `logged` is how many entries the log has: of moves before them nobody is told that a bot made them.
    """
    for seat, holder in enumerate(row.seats):
        if holder.hand_of is not None:
            row = with_seat(row, seat, replace(holder, hand_of=None))
    for member in _of(row, "coming"):
        if _seat(member) < row.players:
            row = _given(row, member, logged, here=member.person in persons)
    return row


def nobody_coming(row: TableRow) -> TableRow:
    """Whoever was to have a seat has deleted their data."""
    return replace(row, members=tuple(each for each in row.members if each.kind != "coming"))


def _given(row: TableRow, member: Member, logged: int, *, here: bool) -> TableRow:
    """Somebody has a seat; who had it before them stays its owner, and who came after them is out."""
    seat, was = _seat(member), row.seats[_seat(member)]
    holder = SeatHolder(
        person=member.person,
        name=member.name,
        since=member.since,
        told=logged,
        away=None if here else now(),
        asked_for=was.asked_for,
    )
    kept = [
        each
        for each in row.members
        if each.seat != seat or (each.kind == "owner" and each.since < member.since)
    ]
    if was.person is not None and was.since < member.since:
        kept.append(Member(was.person, "owner", seat, was.since, was.name))
        if row.host == seat:  # the host's role is not let to anybody
            row = replace(row, host=plan.longest_there(row, row.person_seats - {seat}))
    row = replace(with_seat(row, seat, holder), members=tuple(kept), request=None)
    return row if row.host is not None else replace(row, host=seat)


# --- what is shown ---------------------------------------------------------------------------------------


def shown(row: TableRow, timings: Timings) -> ReturnRequest | None:
    """Who says that a seat is theirs, as those who sit there are asked."""
    member = asking(row)
    if member is None:
        return None
    agreed = tuple(sorted(kinds_of(member.agreed)))
    until = iso(member.since + timings.return_answered)
    return ReturnRequest(seat=_seat(member), name=member.name or "", agreed=agreed, until=until)


def coming(row: TableRow) -> tuple[Coming, ...]:
    """Who is to have a seat, as everybody is told."""
    return tuple(Coming(seat=_seat(each), name=each.name) for each in _of(row, "coming"))


def comes_to(row: TableRow, person: int) -> int | None:
    """The seat that somebody is to have; None where they are to have none."""
    member = row.member(person)
    return member.seat if member is not None and member.kind == "coming" else None

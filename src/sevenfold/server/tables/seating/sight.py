"""Who has seen which hand: looked at and kept with every change of a table (law 10).

A change may be anything: somebody leaves, sits down, is removed, looks over a shoulder. What matters is only
who acts for which seat, and who is shown which hand, before it and after it. A change is refused, or what has
been seen is added to the row in the same transaction.

Nobody plays for two seats in one match. That is stricter than the law, and simpler: a seat's points stay with
who earned them. And a hand that was dealt to a person goes to no other person in that deal: a bot may play it
on, and its seat keeps whose it was (`hand_of`) until the deal is over. Persons are told apart by their
sessions. Somebody with two browsers of which neither is attached to the other is two persons, and no server
can know it. So what can be seen is made visible: spectators are listed by name, and a hand is shown to the
one spectator whom its holder picks. With several processes, one that has not heard of a change yet may show a
hand that was shown before it, for as long as a notice takes. It asks the database before somebody comes or
leaves.
"""

from collections.abc import Iterator
from typing import NamedTuple

from sevenfold.cards.masks import kinds_of, mask_of
from sevenfold.core.match import AnyMatch
from sevenfold.server.errors import HandDealt, HandSeen, PlayedElsewhere
from sevenfold.server.storage.rows import Member, TableRow
from sevenfold.server.tables.seating.plan import replace, with_seat

NO_DEAL = 0
"""The deal while no hand is secret: before the start, between two rounds, and after the match."""


def secret_deal(match: AnyMatch) -> int:
    """The number of the deal whose hands are secret, or NO_DEAL."""
    return NO_DEAL if match.round_over else match.deals


class Sight(NamedTuple):
    """For which seat somebody has played in this match, and the hands that they saw in this deal, as bits."""

    played: int | None
    hands: int


def with_seen(old: TableRow, new: TableRow, deal: int) -> TableRow:
    """The changed table, with what everybody has done and seen. `deal` is the number of the deal, or NO_DEAL.

    Raises PlayedElsewhere, HandSeen, HandDealt if somebody would act for a seat for which they may not.
    """
    new = _with_looks(old, new)
    if not old.started or (new.seats, new.members) == (old.seats, old.members):
        return new
    new = _with_hands(old, new, deal)
    members = {member.person: _without_old_deals(member, deal) for member in new.members}
    for person in _persons(old):
        seen = sight(old, person, deal)
        seat = new.seat_of(person)
        if seat is None:
            member = members.get(person) or Member(person, "gone")
            if member.kind == "asking" and old.member(person) != member:
                _check_asking(seen, member)
            members[person] = replace(
                member,
                played=seen.played,
                hands=seen.hands,
                deal=deal if seen.hands else NO_DEAL,
            )
        elif seat != old.seat_of(person):
            _check_newcomer(seen, seat)
    if deal != NO_DEAL:
        _check_hands(old, new)
    kept = (each for each in members.values() if each.kind != "gone" or each.played is not None or each.hands)
    return replace(new, members=tuple(kept))


def sight(row: TableRow, person: int, deal: int) -> Sight:
    """What somebody has done and seen."""
    kept, seat = row.member(person), row.seat_of(person)
    hands = kept.hands if kept is not None and kept.deal == deal else 0
    shown = row.hands_shown_to(person) if seat is None else (seat,)
    played = seat if seat is not None or kept is None else kept.played
    return Sight(played, hands | mask_of(shown) if deal != NO_DEAL else 0)


def _check_newcomer(seen: Sight, seat: int) -> None:
    if seen.played not in (None, seat):
        raise PlayedElsewhere(seat=str(seen.played))
    others = seen.hands & ~(1 << seat)
    if others:
        raise HandSeen(seats=" ".join(map(str, kinds_of(others))))


def _check_asking(seen: Sight, member: Member) -> None:
    """Whoever says that a seat is theirs has seen no hand, not even that one, and played for no other."""
    if seen.played not in (None, member.seat):
        raise PlayedElsewhere(seat=str(seen.played))
    if seen.hands:
        raise HandSeen(seats=" ".join(map(str, kinds_of(seen.hands))))


def _dealt_to(row: TableRow, seat: int) -> str | None:
    """The person whose hand it is, who sits there or has left; None where only bots have had it."""
    holder = row.seats[seat]
    return row.pseudonym_of(holder.person) if holder.person is not None else holder.hand_of


def _check_hands(old: TableRow, new: TableRow) -> None:
    """Raise HandDealt if somebody would go on with a hand that was dealt to somebody else."""
    for seat in new.person_seats:
        whose = _dealt_to(old, seat)
        if whose not in (None, _dealt_to(new, seat)):
            raise HandDealt(seat=str(seat))


def _with_hands(old: TableRow, new: TableRow, deal: int) -> TableRow:
    """Keep whose hand it is that a bot plays on."""
    for seat in range(min(old.players, new.players)):
        holder = new.seats[seat]
        whose = _dealt_to(old, seat) if holder.person is None and deal != NO_DEAL else None
        if holder.hand_of != whose:
            new = with_seat(new, seat, replace(holder, hand_of=whose))
    return new


def _persons(row: TableRow) -> Iterator[int]:
    """All of whom anything is known here."""
    yield from (holder.person for holder in row.seats if holder.person is not None)
    yield from (member.person for member in row.members)


def _with_looks(old: TableRow, new: TableRow) -> TableRow:
    """End what somebody was shown by a person who no longer sits there, or if nobody shows their hand."""
    stays = mask_of(
        seat
        for seat in new.person_seats
        if seat < old.players and old.seats[seat].person == new.seats[seat].person
    )
    looks = stays if new.settings.over_shoulder else 0
    if not any(each.looks & ~looks for each in new.members):
        return new
    return replace(new, members=tuple(replace(each, looks=each.looks & looks) for each in new.members))


def _without_old_deals(member: Member, deal: int) -> Member:
    return member if member.deal == deal else replace(member, hands=0, deal=NO_DEAL)

"""Spectators at a table, and the persons who show them their hands: each change as a new row.

Nothing here reads or writes the database. A change that is not possible raises an error and changes nothing.
"""

from sevenfold.server.errors import Full, HandsHidden, SpectatorUnknown
from sevenfold.server.names import check_name
from sevenfold.server.storage.rows import Member, TableRow, now
from sevenfold.server.tables.seating.plan import come_to, names_at, new_key, replace, without_member

MOST_WATCHERS = 100


def watching(row: TableRow, person: int, name: str | None) -> TableRow:
    """A person comes as a spectator. Raises Removed, AlreadyThere, Full, NameRefused."""
    come_to(row, person)
    if row.watches(person):
        return row
    if len(row.watchers) >= MOST_WATCHERS:
        raise Full(what="watchers")
    kept = check_name(name, names_at(row, but=person)) if name is not None else None
    row = without_member(row, person)
    return replace(row, members=(*row.members, Member(person, "watcher", since=now(), name=kept)))


def by_pseudonym(row: TableRow) -> dict[str, Member]:
    """The spectators, by who they are in public."""
    return {row.pseudonym_of(member.person): member for member in row.watchers}


def find(row: TableRow, spectator: str) -> Member:
    """A spectator, by who they are in public. Raises SpectatorUnknown."""
    try:
        return by_pseudonym(row)[spectator]
    except KeyError:
        raise SpectatorUnknown(spectator=spectator) from None


def without_spectator(row: TableRow, spectator: str) -> TableRow:
    """Remove a spectator, who cannot come back, and renew the link. Raises SpectatorUnknown."""
    removed = Member(find(row, spectator).person, "removed")
    row = without_member(row, removed.person)
    return replace(row, members=(*row.members, removed), watch_link=row.watch_link and new_key())


def with_hand(row: TableRow, seat: int, spectator: str | None, *, shown: bool) -> TableRow:
    """A person lets a spectator look over their shoulder, or no longer; None is all spectators.

    They are shown to one after the other, never to all at once. Raises HandsHidden, SpectatorUnknown.
    """
    if shown and not row.settings.over_shoulder:
        raise HandsHidden
    if shown and spectator is None:
        raise SpectatorUnknown(spectator="")
    those = row.watchers if spectator is None else (find(row, spectator),)
    members = {each.person: each for each in row.members}
    for each in those:
        looks = each.looks | 1 << seat if shown else each.looks & ~(1 << seat)
        members[each.person] = replace(each, looks=looks)
    return replace(row, members=tuple(members.values()))

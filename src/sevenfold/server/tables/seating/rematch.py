"""The table of a rematch, where the same persons play again."""

from collections.abc import Sequence

from sevenfold.cards.masks import mask_of
from sevenfold.server.storage.rows import FREE, Member, SeatHolder, TableRow, now
from sevenfold.server.tables.seating.plan import LEFT_TO, barred_faces, opened, replace, with_settings
from sevenfold.server.tables.seating.promises import promised, rematch_of
from sevenfold.server.tables.seating.returning import seated

NOT_ALONG = ("gone", "asking")
"""Members who do not come along."""


def again(row: TableRow, new_seats: Sequence[int]) -> TableRow:
    """A new table with everybody from an old one. Whoever sat at seat `n` now sits at `new_seats[n]`.

    It has the id and the seed of its promise. Bots take the seats of persons who have left.
    """
    row = seated(row, frozenset(), 0)
    seats = [FREE] * row.players
    for seat, holder in enumerate(row.seats):
        left = holder.person is None and holder.bot is None
        kept = replace(holder, told=0, substitute=False)
        seats[new_seats[seat]] = SeatHolder(bot=LEFT_TO) if left else kept
    table, seed = rematch_of(row)
    made = replace(
        row,
        id=table,
        seed=seed,
        created=now(),
        waits_since=now(),
        edition=0,
        host=None if row.host is None else new_seats[row.host],
        link=None,
        code=None,
        code_ends=0,
        watch_link=None,
        pause=None,
        rematch=None,
        request=None,
        ready=None,
        host_away=None,
        barred_faces=tuple(sorted(barred_faces(row))),
        seen_to=0,
        pauses=(),
        branched_from=None,
        board=None,
        seats=tuple(seats),
        members=tuple(_again(each, new_seats) for each in row.members if each.kind not in NOT_ALONG),
        promise=None,
        terms=None,
    )
    made = opened(made) if row.link is not None else with_settings(made, row.settings)
    made = replace(made, waits_for=mask_of(made.person_seats))
    return promised(made)


def _again(member: Member, new_seats: Sequence[int]) -> Member:
    """A member at the table of a rematch: nobody has played or seen anything there yet."""
    seat = member.seat if member.seat is None else new_seats[member.seat]
    return Member(member.person, member.kind, seat, member.since, member.name)


def with_rematch(row: TableRow, table: str) -> TableRow:
    """Note the table of the rematch, unless there is one already."""
    return row if row.rematch is not None else replace(row, rematch=table)

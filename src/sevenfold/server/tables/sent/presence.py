"""What is shown of a table besides its match: who sits there, who is there, what is settled."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple, TypeAlias, get_type_hints

import msgspec

from sevenfold.core.meta import Meta
from sevenfold.core.options import read_options
from sevenfold.core.standing import Standing
from sevenfold.core.views import View, gap_fields, seat_fields
from sevenfold.games import is_game, load_game, load_meta
from sevenfold.server.protocol.table import (
    BranchedFrom,
    GoingOn,
    ReturnRequest,
    Search,
    Seat,
    SeatClock,
    Spectator,
    TableInfo,
    TakeBackRequest,
)
from sevenfold.server.storage.boards import BoardRow
from sevenfold.server.storage.events import EventRow
from sevenfold.server.storage.rows import TableRow
from sevenfold.server.tables.bots.other_players import offered
from sevenfold.server.tables.seating import promises, returning
from sevenfold.server.tables.seating.plan import barred_faces, is_open
from sevenfold.server.tables.seating.spectators import by_pseudonym
from sevenfold.server.times import iso


class Presence(NamedTuple):
    """A table at one moment, without its match. Two that are equal look the same to everybody."""

    row: TableRow
    search: Search
    connected: frozenset[int] = frozenset()
    """The seats of persons who are there."""
    watching: frozenset[int] = frozenset()
    """The spectators who are there, as persons."""
    clocks: tuple[SeatClock, ...] = ()
    take_back: TakeBackRequest | None = None
    returning: ReturnRequest | None = None
    going_on: GoingOn | None = None


def not_dealt(players: int) -> Standing:
    """The standing of a match that has not begun."""
    return Standing(
        round=0,
        result=None,
        results=(),
        scores=(0,) * players,
        over=False,
        winners=(),
        next_first=None,
    )


NOBODY: frozenset[int] = frozenset()


def table_info(
    shown: Presence,
    seat: int | None,
    standing: Standing | None = None,
    *,
    shown_by: frozenset[int] = NOBODY,
    there: bool = True,
    promised: bool = False,
    comes_to: int | None = None,
    pseudonym: str | None = None,
) -> TableInfo:
    """The table as a seat sees it. None is for everybody else, who is not shown its links and code.

    `shown_by` are the seats that show this spectator their hands, and `comes_to` is the one that they are to
    have. Who is not `there`, and has only found a link, is not told who watches. `pseudonym` is who they are
    in public, where that is known: their own seat may be open to them alone. With `promised` it says what is
    promised of the deals.
    """
    row = shown.row
    meta = load_meta(row.game) if is_game(row.game) else None
    standing = standing or row.standing
    rules_changed = has_other_rules(row)
    nearest, differs = nearest_of(row)
    sits = seat is not None
    told = promised and not rules_changed
    return TableInfo(
        id=row.id,
        game=row.game,
        preset=None if differs else nearest,
        nearest=nearest,
        differs=differs,
        options=row.options,
        players=row.players,
        seats=tuple(
            _seat(shown, number, seat, standing, shown_by, pseudonym) for number in range(row.players)
        ),
        unit=meta.unit if meta else "round",
        to_right=meta is not None and meta.to_right,
        best_total=meta.best_total if meta else "highest",
        seat_fields=seat_fields(_view(row.game)) if meta else (),
        gap_fields=gap_fields(_view(row.game)) if meta else (),
        bids=load_game(row.game).view.BIDS if meta else (),
        target=_number(row, meta.target if meta and not rules_changed else None),
        length=_number(row, meta.length if meta and not rules_changed else None),
        pace=row.pace,
        search=shown.search,
        bots=offered(row.game) if meta else (),
        created=iso(row.created),
        standing=standing,
        started=row.started,
        settings=row.settings,
        link=row.link if sits else None,
        code=row.code if sits else None,
        watch_link=row.watch_link if sits else None,
        watchers=len(shown.watching),
        spectators=tuple(_spectators(shown)) if there else (),
        pause=row.pause,
        clocks=shown.clocks,
        take_back=shown.take_back,
        returning=shown.returning if there else None,
        coming=returning.coming(row),
        comes_to=comes_to,
        going_on=shown.going_on,
        rematch=row.rematch,
        rules_changed=rules_changed,
        barred_faces=tuple(sorted(barred_faces(row))),
        promise=promises.told(row) if told else None,
        rematch_promise=promises.told_of_rematch(row) if told and standing.over else None,
        branched_from=_branched_from(row, seat),
        board=row.board,
        event=row.event if sits else None,
    )


def _branched_from(row: TableRow, viewer: int | None) -> BranchedFrom | None:
    """Where the match began. Only whoever began it is told by which id they found the round."""
    point = row.branched_from
    if point is None or row.board is not None:
        return None
    made_it = viewer == point.seat and row.seats[point.seat].since == row.created
    return BranchedFrom(
        round=point.round if made_it else None, at=point.at, seat=point.seat, cards=point.cards
    )


@cache
def _view(game: str) -> type[View]:
    """The type of a game's views."""
    view: type[View] = get_type_hints(load_game(game).view.show)["return"]
    return view


ByRules: TypeAlias = TableRow | BoardRow | EventRow
"""What is played by the rules of a game, as they were when it was made."""


def has_other_rules(row: ByRules) -> bool:
    """Whether a table, a board or an event was made by rules that this server does not have."""
    return not is_game(row.game) or load_meta(row.game).rules_version != row.rules


def nearest_of(row: ByRules) -> tuple[str | None, tuple[str, ...]]:
    """The preset that differs in the fewest options, and the options that differ; of other rules none."""
    return (None, ()) if has_other_rules(row) else nearest_preset(load_meta(row.game), row.options)


def table_info_for(shown: Presence, person: int, standing: Standing, *, promised: bool = False) -> TableInfo:
    """The table as a person sees it who sits or watches there."""
    shown_by = shown.row.hands_shown_to(person)
    return table_info(
        shown,
        shown.row.seat_of(person),
        standing,
        shown_by=shown_by,
        promised=promised,
        comes_to=returning.comes_to(shown.row, person),
    )


def _spectators(shown: Presence) -> Iterator[Spectator]:
    for pseudonym, member in by_pseudonym(shown.row).items():
        seen = shown.row.hands_shown_to(member.person)
        yield Spectator(
            id=pseudonym,
            name=member.name,
            connected=member.person in shown.watching,
            sees=tuple(sorted(seen)),
            played=member.played,
        )


def _seat(
    shown: Presence,
    number: int,
    viewer: int | None,
    standing: Standing,
    shown_by: frozenset[int],
    pseudonym: str | None,
) -> Seat:
    row = shown.row
    holder = row.seats[number]
    return Seat(
        seat=number,
        you=number == viewer,
        bot=holder.bot,
        free=number in row.free,
        name=holder.name,
        connected=number in shown.connected,
        substitute=holder.substitute,
        shows_hand=number in row.shown_hands,
        shows_you=number in shown_by,
        host=number == row.host,
        open=is_open(row, holder, standing, pseudonym),
        left=row.started and holder.person is None and holder.bot is None,
    )


def nearest_preset(meta: Meta, options: Mapping[str, str | int]) -> tuple[str | None, tuple[str, ...]]:
    """The preset that differs in the fewest options, and the options that differ."""
    chosen = msgspec.to_builtins(read_options(meta.options, options))
    differing = {
        name: tuple(
            option for option, value in msgspec.to_builtins(options).items() if chosen[option] != value
        )
        for name, options in meta.presets.items()
    }
    nearest = min(differing, key=lambda name: len(differing[name]))
    return nearest, differing[nearest]


def _number(row: TableRow, option: str | None) -> int | None:
    """The value of an option; None where it is 0, or came after the table was made."""
    return int(row.options.get(option, 0)) or None if option else None

"""New events, and the boards that they have."""

from datetime import datetime

import msgspec

from sevenfold.bots.levels import Level
from sevenfold.games import load_game
from sevenfold.server.duplicate.event_errors import EndRefused
from sevenfold.server.duplicate.making import new_board
from sevenfold.server.errors import NameRefused, OptionInvalid
from sevenfold.server.names import check_name
from sevenfold.server.protocol.events import NewEvent, TeamNames
from sevenfold.server.protocol.limits import (
    LONGEST_EVENT_DAYS,
    LONGEST_EVENT_NAME,
    LONGEST_TEAM_NAME,
    MOST_DEALS,
)
from sevenfold.server.storage.boards import BoardRow
from sevenfold.server.storage.events import EventRow
from sevenfold.server.storage.rows import new_seed, now
from sevenfold.server.tables.making import find_meta
from sevenfold.server.tables.seating.plan import new_key, resolve_options
from sevenfold.server.times import iso

LONGEST_ROUND = 120
"""How many minutes the clock of a round gives at most."""


def new_event(host: int, asked: NewEvent, bots: Level) -> tuple[EventRow, list[BoardRow]]:
    """An event and its boards, in order.

    Raises GameUnknown, PresetUnknown, OptionInvalid, NameRefused, EndRefused.
    """
    is_evening = asked.kind == "evening"
    meta = find_meta(asked.game)
    options, players = resolve_options(meta, asked.preset, asked.options, asked.players)
    if not 1 <= asked.deals <= MOST_DEALS:
        raise OptionInvalid(name="deals", value=str(asked.deals), range=f"1 to {MOST_DEALS}")
    created = now()
    event = EventRow(
        id=new_key(),
        name=check_name(asked.name, most=LONGEST_EVENT_NAME),
        host=host,
        kind=asked.kind,
        movement=(asked.movement or "individual") if is_evening else None,
        game=meta.name,
        rules=meta.rules_version,
        options=msgspec.to_builtins(options),
        players=players,
        bots=bots,
        listed=asked.listed,
        pseudonym_key=new_key(),
        created=created,
        begun=None if is_evening else created,
        closes=None if is_evening else read_end(asked.until, created),
        minutes=_read_minutes(asked.minutes) if is_evening else None,
        team_names=_read_team_names(asked.team_names) if is_evening and asked.movement == "teams" else None,
        clock=asked.clock if is_evening else None,
        starts=read_moment(asked.starts, created) if is_evening and asked.starts is not None else None,
    )
    game = load_game(meta.name)
    return event, [
        new_board(
            "evening" if is_evening else "event",
            game,
            options,
            players,
            seed=new_seed(),
            bots=bots,
            created=created,
            closes=event.closes,
            pseudonym_key=event.pseudonym_key,
        )
        for _ in range(asked.deals)
    ]


def _read_minutes(minutes: int | None) -> int | None:
    """Raises OptionInvalid."""
    if minutes is not None and not 1 <= minutes <= LONGEST_ROUND:
        raise OptionInvalid(name="minutes", value=str(minutes), range=f"1 to {LONGEST_ROUND}")
    return minutes


def _read_team_names(names: TeamNames | None) -> TeamNames | None:
    """Raises NameRefused."""
    found: list[str | None] = []
    try:
        for name in names or ():
            wanted = name is not None and name.strip()
            found.append(check_name(name, found, LONGEST_TEAM_NAME) if name and wanted else None)
    except NameRefused as refused:
        raise NameRefused(of="teams", **refused.values) from None
    return tuple(found) if any(found) else None


def read_end(until: str | None, created: int) -> int:
    """When an event ends that is made now, in ms since 1970. Raises EndRefused."""
    if until is None:
        raise EndRefused(reason="missing", latest=iso(_latest(created)))
    return read_moment(until, created)


def _latest(created: int) -> int:
    return created + LONGEST_EVENT_DAYS * 24 * 3600 * 1000


def read_moment(until: str, created: int) -> int:
    """A moment after now, and not too late, in ms since 1970. Raises EndRefused."""
    latest = _latest(created)
    try:
        moment = datetime.fromisoformat(until)
        ends = round(moment.timestamp() * 1000) if moment.tzinfo is not None else None
    except (ValueError, OverflowError, OSError):
        ends = None
    if ends is None:
        raise EndRefused(reason="unreadable", latest=iso(latest))
    if ends <= created:
        raise EndRefused(reason="past", latest=iso(latest))
    if ends > latest:
        raise EndRefused(reason="far", latest=iso(latest))
    return ends

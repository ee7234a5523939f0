"""Events: the same deals for several, at everybody's own time or all on one evening."""

from typing import Annotated, Literal

import msgspec

EventKind = Literal["own_time", "evening"]
"""Everybody plays the deals when they like, until a date; or all of them together, round by round."""

Movement = Literal["individual", "teams"]
"""Who sits where on an evening: everybody for themselves, or two teams."""

TeamNames = Annotated[tuple[str | None, ...], msgspec.Meta(min_length=2, max_length=2)]
"""What two teams are called; None is as any team of that number."""


EveningClock = Literal["relaxed", "fast"]
"""How much time a person has on an evening for a move, and beyond that for a deal: as `Clock` of a table."""


class NewEvent(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Ask for an event of so many `deals`; game, preset, options and players are as in `NewTable`.

    `until` is when one at one's own time ends, ISO 8601 with an offset. An evening has a `movement`, a
    `clock` for each decision, and if it is wanted `minutes` for each round; its invitation says when it
    `starts`; each of two teams may have a name in `team_names`. What is `listed` is shown to everybody here;
    else it takes the link. With `host_name` whoever asks is called so from now on.
    """

    name: str
    game: str
    preset: str | None = None
    options: dict[str, str | int | bool] = {}
    players: int | None = None
    kind: EventKind
    movement: Movement | None = None
    team_names: TeamNames | None = None
    deals: int
    until: str | None = None
    minutes: int | None = None
    clock: EveningClock = "fast"
    starts: str | None = None
    listed: bool = False
    host_name: str | None = None


class JoinEvent(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Take part in an event, under this name; without one, under that of the session. `team` is 0 or 1.

    With `in_place_of`, the pseudonym of somebody who takes part in an evening, whoever asks says that this is
    themselves, without their session. They take part once the host says yes, as somebody new.
    """

    name: str | None = None
    team: int | None = None
    in_place_of: str | None = None


class AnswerAsking(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Let somebody take part who says that a place is theirs, instead of whoever has it, or do not."""

    agree: bool


class EndRound(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Go on to the next round of an evening; where `round` is named, only if that one is played now."""

    round: int | None = None


class NameSecond(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Let somebody who takes part in an evening do all that its host may; None is for nobody."""

    pseudonym: str | None


class PlayEvent(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Ask for a table of one's own with a deal of an event. `pace` is as in `NewTable`."""

    pace: int = 900


class EnoughDeals(msgspec.Struct, frozen=True, kw_only=True):
    """With so many `deals` the better of two players, as Medium beside Easy, stands higher in 95 % of events.

    None is for more than 400: luck decides too much in one round.
    """

    game: str
    kind: EventKind
    deals: int | None


class EventAdvice(msgspec.Struct, frozen=True, kw_only=True):
    """What whoever makes an event may want to know: for games of which it was found out."""

    enough: tuple[EnoughDeals, ...]


class EventLine(msgspec.Struct, frozen=True, kw_only=True):
    """An event in a list. Its `id` leads to it."""

    id: str
    name: str
    kind: EventKind
    movement: Movement | None
    game: str
    players: int
    deals: int
    until: str | None
    """When it ends or has ended, UTC, ISO 8601; None for an evening before its end."""
    state: Literal["open", "running", "over"]
    host: str | None
    you_host: bool
    you_in: bool
    people: int


class EventList(msgspec.Struct, frozen=True, kw_only=True):
    """The listed events, until a week after their end, and all that whoever asks hosts or takes part in."""

    events: tuple[EventLine, ...]


class EventSeat(msgspec.Struct, frozen=True, kw_only=True):
    """What a deal of an evening brought at a seat of a table, once the results of its round are open."""

    table: int
    seat: int
    pseudonym: str
    name: str | None
    bot: str | None
    you: bool
    team: int | None
    result: int
    """What came out."""
    given_up: bool
    """They left, did not come or were not done in time: bots have played on. It may be worse in their own
    standing; what others at the table brought stands.
    """
    bots_finished: bool
    """Bots have played it to the end for somebody else at that table, or for all as the round was over."""
    round: str | None
    """What leads to the replay; None where the table is gone."""


class EventDeal(msgspec.Struct, frozen=True, kw_only=True):
    """A deal of an event, as whoever asks stands to it.

    At one's own time its states are those of a deal of today (`DayDeal`). It counts once it is `finished`, or
    was `given_up`: then as the worse of what came out and of the worst that was finished at the same seat.
    """

    number: int
    state: Literal["open", "begun", "finished", "late", "given_up", "missed", "running"]
    table: str | None
    """Their table, once they have begun it, as long as it is there."""
    board: str | None
    """What leads to the comparison of all who have played it, once they may look at it."""
    round: str | None
    """Their own round, once they have finished it; None where its table is gone."""
    result: int | None
    ahead: float | None
    """By how much that is better than the mean of the others' at the same seat; None without others."""
    of: int
    """How many others have played it from the same seat."""
    rows: tuple[EventSeat, ...]
    """On an evening: all tables side by side."""


class EventStanding(msgspec.Struct, frozen=True, kw_only=True):
    """How somebody stands, by the deals that whoever asks may know of.

    `ahead` is by how much they are better, on average, than the mean of the others at the same seat, over the
    deals that others have played too; `reach` is that of its 95 % confidence interval to either side, None
    for few.
    """

    place: int | None
    """Shared with whoever is as far ahead; None for who has finished fewer than half of them."""
    pseudonym: str
    name: str | None
    you: bool
    bot: str | None
    team: int | None
    finished: int
    """How many deals of the event they have finished, whoever may know of them."""
    given_up: int
    """How many of these bots have played to their end."""
    here: bool
    """On an evening: they are seated in the next round."""
    ahead: float | None
    reach: float | None


class EventTeam(msgspec.Struct, frozen=True, kw_only=True):
    """A team, and by how much it is ahead of the other at the same seats. `name` is None without its own."""

    team: int
    name: str | None
    total: float


class EventAsking(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody without their session says that they are `whose` place it is."""

    pseudonym: str
    whose: str | None
    you: bool


class EventTable(msgspec.Struct, frozen=True, kw_only=True):
    """A table of the round of an evening that is played now."""

    table: int
    people: tuple[str | None, ...]
    done: bool


class EventInfo(msgspec.Struct, frozen=True, kw_only=True):
    """An event, as whoever asks may know it: nothing of a deal that they may still play (law 9)."""

    id: str
    name: str
    kind: EventKind
    movement: Movement | None
    game: str
    preset: str | None
    nearest: str | None
    differs: tuple[str, ...]
    """As in `TableInfo`."""
    options: dict[str, str | int]
    players: int
    bots: str
    """The level of the bots."""
    deals: int
    until: str | None
    """When it ends or has ended, UTC, ISO 8601; None for an evening before its end."""
    minutes: int | None
    """The clock of a round of an evening."""
    clock: EveningClock | None
    """That of an evening for each decision."""
    starts: str | None
    """When an evening begins as its invitation says, UTC, ISO 8601."""
    state: Literal["open", "running", "over"]
    listed: bool
    rules_changed: bool
    """It was made by other rules than this server has: no deal is begun any more, and the standings stand."""
    host: str | None
    second: str | None
    """Who may do all that the host of an evening may: named by the host, or there for longest when the host
    was away for two minutes.
    """
    you_host: bool
    """Whoever asks may do what the host may."""
    you_in: bool
    you_here: bool
    """Whoever asks is seated in the next round."""
    people: int
    team: int | None
    round: int
    """The round of an evening that is played, from 1; 0 before it."""
    rounds: int | None
    round_ends: str | None
    table: str | None
    """Where whoever asks sits on an evening now."""
    boards: tuple[EventDeal, ...]
    standings: tuple[EventStanding, ...]
    known: int
    """Of how many deals the standings are: those that whoever asks may know of."""
    teams: tuple[EventTeam, ...] | None
    seats_now: tuple[EventTable, ...]
    asking: tuple[EventAsking, ...]
    """Who waits on an evening to be let back in, for who may answer; others find only themselves."""

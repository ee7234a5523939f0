"""A table, as it is shown to those who may know of it."""

from typing import Annotated, Literal

import msgspec

from sevenfold.core.meta import Unit
from sevenfold.core.promise import DealPromise
from sevenfold.core.standing import Standing
from sevenfold.server.protocol.settings import TableSettings

Search = Literal["ready", "preparing", "missing"]
"""Whether bots can search, which needs machine code. Until it is there they play like Medium."""


Salt = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{32}$", max_length=32)]  # `$` lets a line feed pass
"""What a person adds to the deals of a match: 16 random bytes as hexadecimal digits."""


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """Who sits at a seat: a person, a bot or nobody. `bot` is a bot's level, or the name of its player."""

    seat: int
    you: bool
    bot: str | None = None
    free: bool = False
    """Nobody sits there: the table has not started."""
    name: str | None = None
    """The name of a person; None if they have given none."""
    connected: bool = False
    """The person is there. A person who has gone is shown as absent within five seconds."""
    substitute: bool = False
    """A bot plays for the person until they are back."""
    shows_hand: bool = False
    """The person lets some spectator look over their shoulder; `spectators` says whom."""
    shows_you: bool = False
    """The person lets the spectator who is told this look over their shoulder."""
    host: bool = False
    open: bool = False
    """A newcomer may take it now."""
    left: bool = False
    """The person has left after the match; `name` is theirs."""


class Spectator(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who watches. `id` stays the same whatever they are called, and wherever they sit."""

    id: str
    name: str | None
    connected: bool
    sees: tuple[int, ...]
    """The seats over whose shoulders they may look."""
    played: int | None
    """The seat for which they have played in this match."""


class Pause(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table is paused: a seat asked for it, an absent one is to act, or the game's code erred when it was
    called for the seat. Nobody may move until it ends.
    """

    seat: int
    why: Literal["asked", "absent", "error"]
    until: str | None = None
    """When it ends by itself, UTC, ISO 8601; left out where there is no clock."""


class SeatClock(msgspec.Struct, frozen=True, kw_only=True):
    """The time that a person has. At the deadline Medium moves for the seat."""

    seat: int
    bank: int
    """What is left of their bank, which they have besides the time for each move, in ms."""
    deadline: str | None
    """When they must have moved, UTC, ISO 8601, the bank included; None while they need not."""


class TakeBackRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A seat asks to take back its last move, and what came after it."""

    seat: int
    move: str
    """The move as everybody has seen it; empty if it was not shown."""
    agreed: tuple[int, ...]
    """The seats that agree, the asking seat among them. Bots need not agree, and are not listed."""


WhyNoTakeBack = Literal["seen", "shown", "again", "many"]
"""Why a move is not taken back. Others have seen it; it showed the player something hidden; it replaces a
move that was taken back; or the player has taken back as often as a round allows."""


class TakeBackOffer(msgspec.Struct, frozen=True, kw_only=True):
    """What the seat may do about its last move: take it back, with `ask` if everybody agrees, or not."""

    ask: bool = False
    why_not: WhyNoTakeBack | None = None


class ReturnRequest(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who is not there says that a seat is theirs: everybody else who sits there is asked.

    They are called `name`. One no ends it. They are let in once all have said yes, or at `until` if somebody
    has: who has not answered by then is passed over.
    """

    seat: int
    name: str
    agreed: tuple[int, ...]
    """The seats that believe them."""
    until: str
    """UTC, ISO 8601."""


class Coming(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who has the `seat` as soon as no deal is in play. Until then a bot plays on, or its holder.

    They see the table as a spectator who is shown no hand.
    """

    seat: int
    name: str | None


class GoingOn(msgspec.Struct, frozen=True, kw_only=True):
    """The persons at `seats` have seen the result. The others see it until they go on, or until `until`."""

    seats: tuple[int, ...]
    until: str
    """UTC, ISO 8601."""


class BranchedFrom(msgspec.Struct, frozen=True, kw_only=True):
    """The moment of a finished round from which a table was played on.

    `round` is its id, for whoever made the table alone. `at` are the steps that stood there, and `seat` is
    the one that they took. With the `same` cards, whoever has seen the round may know all hands; `fresh` ones
    were dealt anew among what that seat could not rule out.
    """

    round: str | None
    at: int
    seat: int
    cards: Literal["same", "fresh"]


class TableInfo(msgspec.Struct, frozen=True, kw_only=True):
    """A table as it is shown to one of its players or spectators, or to somebody with a link to it."""

    id: str
    game: str
    preset: str | None
    """The preset that has these options, if one has."""
    nearest: str | None
    """The preset with the fewest options that differ."""
    differs: tuple[str, ...]
    """The options that differ from the nearest preset."""
    options: dict[str, str | int]
    players: int
    seats: tuple[Seat, ...]
    unit: Unit
    """What a round is called."""
    to_right: bool
    """Play goes to the right."""
    best_total: Literal["highest", "lowest"]
    """Which total wins."""
    seat_fields: tuple[str, ...]
    """The fields of a view that hold a seat, or several."""
    gap_fields: tuple[str, ...]
    """The fields that have a number a seat, or none, such as bids: 0 is a number there."""
    bids: tuple[str, ...]
    """The kinds of moves that lie among the bids though they say neither a suit nor a number."""
    target: int | None
    """The points that end the match; None if points do not end it."""
    length: int | None
    """The number of rounds after which the match ends; None if rounds do not end it."""
    pace: int
    search: Search
    bots: tuple[str, ...]
    """The bots that can be chosen besides the levels, as in GameInfo."""
    created: str
    """UTC, ISO 8601."""
    standing: Standing
    started: bool
    """The cards have been dealt. Before that the table waits for persons, and has no snapshot."""
    settings: TableSettings
    link: str | None
    """The key of the link by which newcomers take a seat; None while the table is closed to them.

    Only those who sit there are told it. The same is true of `code` and `watch_link`.
    """
    code: str | None
    """The same as nine digits that can be said aloud. It ends after a day; the host can renew it."""
    watch_link: str | None
    """The key of the link by which spectators come."""
    watchers: int
    """How many spectators are there."""
    spectators: tuple[Spectator, ...]
    """The spectators, also those who are away; only those who sit or watch there are told."""
    pause: Pause | None
    clocks: tuple[SeatClock, ...]
    take_back: TakeBackRequest | None
    returning: ReturnRequest | None
    """Who says that a seat is theirs; only those who are there are told."""
    coming: tuple[Coming, ...]
    """Who has a seat as soon as no deal is in play."""
    comes_to: int | None
    """The seat that whoever is told this has then."""
    going_on: GoingOn | None
    """Who has gone on from the result that is shown; None where nobody has."""
    rematch: str | None
    """The table at which the same persons play again."""
    rules_changed: bool
    """It was dealt by other rules than this server has. It can be read and put away, not played on."""
    barred_faces: tuple[str, ...]
    """The faces that no bot has: its name could be taken for that of a person who is or was at the table."""
    promise: DealPromise | None = None
    """What the table promises of its deals; only those who sit or watch there are told, and not in a list."""
    rematch_promise: DealPromise | None = None
    """After the match: what would be promised of the deals of a rematch."""
    branched_from: BranchedFrom | None = None
    """Where its match began, if not with a deal of its own."""
    board: str | None = None
    """The board that is played there, for one round: others may play the same cards (docs/protocol.md)."""
    event: str | None = None
    """The event to which that board belongs; only those who sit there are told."""


class ReplayRound(msgspec.Struct, frozen=True, kw_only=True):
    """A finished round of a match. `round` is its number in the match, and `result` what it brought.

    A deal that was `thrown_in` has no result, and the next deal has the same number.
    """

    id: str
    round: int
    result: tuple[int, ...] | None
    thrown_in: bool


class ListedTable(TableInfo, frozen=True, kw_only=True):
    """A table in the list of the person's tables."""

    your_turn: bool
    """The table waits for the person: for their move, or for them to ask for the next round."""
    since: str | None
    """Since when it waits for somebody; UTC, ISO 8601."""
    watching: bool
    """The person is a spectator there."""
    left: bool = False
    """The person is no longer there: the table is shown as it was after the last round in which they sat."""
    rounds: tuple[ReplayRound, ...] = ()
    """In the list of what is over: the finished rounds that the person may look at again."""

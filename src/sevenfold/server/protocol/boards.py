"""The same cards for several: a round played again, its cards offered to others, results compared."""

from typing import Literal

import msgspec

from sevenfold.core.duplicate import Interval, Placing


class PlayAgain(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Ask for a table with the cards of a finished round, for one round alone with bots.

    Without `seat` it is the seat that whoever asks had, or from which they were shown the round. `pace` is as
    in `NewTable`.
    """

    seat: int | None = None
    pace: int = 900


class OfferCards(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Ask for a link by which others play the cards of a finished round, at a seat as in `PlayAgain`."""

    seat: int | None = None


class CardsLink(msgspec.Struct, frozen=True, kw_only=True):
    """The key of a link to the cards of a board at one seat; it is the same each time."""

    key: str
    board: str


class OfferedCards(msgspec.Struct, frozen=True, kw_only=True):
    """What a link to cards leads to. Nothing is told of who has played them."""

    board: str
    game: str
    preset: str | None
    nearest: str | None
    differs: tuple[str, ...]
    """As in `TableInfo`."""
    options: dict[str, str | int]
    players: int
    seat: int
    bots: str
    """The level of the bots at the other seats."""
    by: str | None
    """The name of whoever made the link, if they have one."""
    table: str | None
    """Where whoever asks has begun to play them, as long as it is there."""
    finished: bool
    """They have played them to the end."""


class TakeCards(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Ask for a table of one's own with the cards of a link. `name` and `pace` are as in `NewTable`."""

    name: str | None = None
    pace: int = 900


class Divergence(msgspec.Struct, frozen=True, kw_only=True):
    """Where a way first leaves one's own: at the seat's move number `turn`, after `at` steps of that round.

    There `move` was made, and in one's own round `instead`. `at` is None for a bot.
    """

    at: int | None
    turn: int
    move: str
    instead: str


class BoardEntry(msgspec.Struct, frozen=True, kw_only=True):
    """One round that was played at a board, at the seat that is compared."""

    pseudonym: str
    """Who they are in public: the same for all rounds of one person at this board. Empty for a bot."""
    name: str | None
    bot: str | None
    """The level that played it for comparison; it is not one of the others."""
    you: bool
    result: int
    """What it brought them."""
    given_up: bool
    """They gave it up, or were not done in time: bots have played on. So `result` is the worse of what came
    out and of the worst that was finished, and others are not compared with it, but on an evening.
    """
    bots_finished: bool
    """As in `EventSeat`."""
    ahead: float
    """By how much that is better than the others' on average, in the game's points."""
    round: str | None
    """The id of the round, where it may be looked at now."""
    again: bool
    """They knew the cards: it stands apart, and nothing is compared with it."""
    at_table: bool
    """It is the round from which the board was made; others may have had the other seats there."""
    line: tuple[str, ...]
    """The seat's own moves, as they are written; empty for the oldest of very many rounds."""
    diverged: Divergence | None
    """Where they first did otherwise than whoever asks; None where they did not."""


class BotsPlay(msgspec.Struct, frozen=True):
    """Bots play a board aside, to be compared with.

    `seconds` is how long they will take about, by how long they took for the game's last; None where none was
    played since the server started.
    """

    seconds: float | None


class Compared(msgspec.Struct, frozen=True, kw_only=True):
    """What whoever asks made of a board beside others at the same seat.

    Rounds that stand apart do not count among the others. `mean` is by how much theirs is ahead of these on
    average, None for few and for one that was given up.
    """

    board: str
    kind: Literal["again", "day", "event", "evening"]
    game: str
    options: dict[str, str | int]
    players: int
    seat: int
    round: str | None
    """The id of their own round; None where its table is gone."""
    bots: str
    """The level of the bots at the other seats."""
    best_total: Literal["highest", "lowest"]
    """Which result is best."""
    entries: tuple[BoardEntry, ...]
    place: Placing | None
    """Theirs; None without a round of theirs."""
    mean: Interval | None
    bots_play: BotsPlay | None = None
    """Bots of other levels that are not among the entries yet play it now; None where none does."""

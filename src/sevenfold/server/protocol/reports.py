"""Reports: somebody thinks that a rule or a bot is wrong, and tells the host of the moment that they saw."""

import msgspec

from sevenfold.core.events import Event
from sevenfold.core.records import Record
from sevenfold.core.standing import Standing
from sevenfold.core.views import View


class ReportTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Report the moment that the person sees at a table just now.

    `words` say what is wrong. `seat` is that of the bot which is meant; null for a rule, or anything else.
    """

    words: str
    seat: int | None = None


class ReportRound(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Report a moment of a finished round. `at` and `from` are as in its address."""

    words: str
    at: int
    seat: int | None = None
    viewer: str | None = msgspec.field(default=None, name="from")


class MomentReport(msgspec.Struct, frozen=True, kw_only=True):
    """A report as a file: nothing in it that its author could not see. Nobody is named.

    `deal` counts those that were thrown in; `round` does not. `at` is how many steps stood, in a finished
    round. `viewer` is the seat whose view it is, None for a spectator; with `open` all hands were seen.
    `bots` says who played each seat, None for a person.
    """

    id: str
    made: str
    """UTC, ISO 8601."""
    sevenfold: str
    game: str
    rules: int
    options: dict[str, str | int]
    players: int
    table: str
    deal: int
    round: int
    at: int | None
    viewer: int | None
    open: bool
    bots: tuple[str | None, ...]
    seat: int | None
    words: str
    view: View
    standing: Standing
    events: tuple[Event, ...]
    """What the author had been told of the round."""
    record: Record | None = None
    """The whole round, where it is over and all may be seen."""

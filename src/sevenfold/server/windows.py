"""What everybody at a table waits for, whoever is asked and whatever he answers (law 8).

While claims are open, time passes in windows, each as long as any other of its kind. Shortly before its end
the answers are in, and the log is written; then all are told that it is over. Where a game has a clock, as
LockSeven's deal, each step of it is a window: the rules go on at once to the next seat that is asked, but the
table shows one step after the other.
"""

import asyncio

from sevenfold.core.match import AnyMatch
from sevenfold.core.moves import Move
from sevenfold.server.store import TableRow

CLAIM_WINDOW = 4000
"""How long claims are open where several persons sit, in ms."""

CARD_WINDOW = 160
"""How long claims are open in passing, in ms; less where one person sits alone and sets a shorter pace."""

SETTLING = 30
"""How long before a window's end the answers are in, in ms: they are logged by then, and do not delay it."""


class Windows:
    """The windows of one table, and how far its match's clock has been shown."""

    def __init__(self) -> None:
        self._deal = 0
        self._shown = 0
        """How far the clock of this deal has been shown: on a table just opened, from its beginning."""
        self._version = 0
        """The version, as all may know it, at which a window was opened last."""
        self._ends = 0.0
        """When it ends, by the loop's clock."""
        self._closed = False
        """Whether it has ended, and no other follows."""
        self.settled = False
        """Whether the answers are in."""
        self.at_once = False
        """Whether a clock is shown at once: one person sits alone with bots that do not pause."""
        self.patient = False
        """Whether a person who is asked is waited for: the only one, unless he is soon asked again."""
        self.kept: dict[int, Move] = {}
        """What a seat will answer when it is asked."""

    def look(self, match: AnyMatch, row: TableRow) -> None:
        """Open the window that is due; to be done before anything is asked of a match that has gone on."""
        if self._deal != match.deals:
            self._deal, self._shown, self.kept = match.deals, 0, {}
        alone = sum(sitter.guest is not None for sitter in row.seats) == 1
        claims = match.game.claims
        in_passing = bool(
            claims and claims.clock and claims.clock.is_brief(match.game.at_time(match.state, self._shown))
        )
        length = CARD_WINDOW if in_passing else CLAIM_WINDOW
        if alone:
            length = min(CARD_WINDOW, row.pace) if in_passing else row.pace
        self.at_once = length == 0 and match.clock > 0
        self.patient = alone and (length == 0 or not in_passing)
        if self.at_once:
            self._shown = match.clock
        version = match.ledger(None).version - self.behind(match)
        if version != self._version:
            self._version, self.settled = version, False
            self._closed = length == 0 and not self.at_once
            self._ends = asyncio.get_running_loop().time() + length / 1000

    def behind(self, match: AnyMatch) -> int:
        """How far the clock has gone on that is not shown yet."""
        return match.clock - self._shown if match.claims_open or match.thrown_in else 0

    def is_open(self, match: AnyMatch) -> bool:
        """Whether all wait for claims."""
        return self.behind(match) > 0 or (match.claims_open and not self._closed)

    @property
    def left(self) -> float:
        """How long it is until the answers must be in, then until the window ends, in seconds."""
        due = self._ends if self.settled else self._ends - SETTLING / 1000
        return max(0, due - asyncio.get_running_loop().time())

    def end(self, match: AnyMatch) -> None:
        """Show the next step of the clock, or close claims."""
        if self.behind(match):
            self._shown += 1
        else:
            self._closed = True

"""The claim window: everybody at a table waits for it, whoever is asked and whatever they answer (law 8).

While claims are open, time passes in windows, and all windows of one kind are equally long. Shortly before a
window ends, all claims are answered together, so an instant claim looks like any other. At its end everybody
is told that it is over, whether or not the answers are written yet, so a slow disk tells nothing. A claim is
told once it is written.

After a discard in Seven Bridge a window takes `claim_window` of `Timings` where several persons sit; whoever
has not answered by then has passed. How long it lasts is in `claims` of `Snapshot` and `Update`, which all
may know.
Bots pass at once and unseen, and claim when the window closes. With the joker two seats can pon one discard
(`Claims.by_several`): all who can are asked at once, so each has the whole window, and the answers are made
in the order of SB-4.10 at its end. Where the joker lies open only one seat can pon, and its pon is told at
once.

Where a game has a clock (`Clock` in core/protocols.py), such as LockSeven's deal, each step is a window of
`card_window`. The rules go on at once to the next seat that is asked, however many cards away, but the table
shows one step after the other, each by the state as it was at that time (`Clock.at_time`). Who loads the
table during the deal sees it from its first card. A seat may call at any time; the call counts at its next
card.

Where one person sits with bots, nobody is there whom time could deceive: a window lasts as long as the bots'
pace and waits for that person. A card takes a fifth of that pace, and the deal stops wherever the person may
call. If the bots do not pause, the deal is shown at once up to there.

A `ClaimWindow` is a state machine without a clock of its own: its owner says what time it is. Its methods
come in two groups: those that change it, and those that only answer a question.
"""

import math
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import Enum

from sevenfold.core.match import AnyMatch
from sevenfold.core.moves import Move
from sevenfold.server.protocol.from_server import ClaimTime
from sevenfold.server.timings import USUAL, Timings

CARDS_A_PAUSE = 5
"""How many brief windows fit into the pace of the bots, where one person sits alone with them."""

LAG = 1.0
"""How far a clock may be behind other processes', in seconds. If it is further behind, it does not pause."""


class WaitsFor(Enum):
    """What a window waits for."""

    ANSWERS = "answers"
    """The missing answers: bots choose theirs, and persons who have not answered pass."""
    END = "end"
    """Its end, after the answers were made."""


@dataclass(frozen=True)
class WindowDue:
    """What a window waits for, and when that is due, in seconds."""

    what: WaitsFor
    at: float


class ClaimWindow:
    """The window of one table, and how far its match's clock has been shown.

    `persons` are the seats at which persons sit, `pace` is that of the bots in ms. Where several processes
    share the table (`shared`), each has a window of its own, and all of them end at the same time.
    """

    def __init__(
        self, persons: AbstractSet[int], pace: int, *, shared: bool = False, timings: Timings = USUAL
    ) -> None:
        self._persons = persons
        self.pace = pace
        self._shared = shared
        self._timings = timings
        self.is_first = not shared
        """Whether this process makes the answers. Others wait, and make them at the end if none have come."""
        self._deal = 0
        self._shown = 0
        """How far the clock of this deal has been shown. A table just opened shows it from the beginning."""
        self._version = 0
        """The version that everybody knew when the last window was opened."""
        self._ends = 0.0
        self._closed = False
        """Whether it has ended, and no other follows."""
        self._answered = False
        """Whether the answers were made."""
        self._is_told = False
        """Whether clients are told its time: where several persons sit, and the window is not brief."""
        self._waits_for_lone_person = False
        """Whether to wait for a person who is asked: the only one there, whom time cannot deceive."""
        self.shows_clock_at_once = False
        """Whether a clock is shown all at once: one person sits alone with bots that do not pause."""
        self._queued: dict[int, Move] = {}

    # --- what changes it --------------------------------------------------------------------------

    def open_if_due(self, match: AnyMatch, now: float, began: float | None = None) -> None:
        """Open the window that is due. Call this whenever the match has gone on, or the pace was changed.

        `began` is when another process wrote what opens the window; None means now.
        """
        if match.game.claims is None:
            return
        if self._deal != match.deals:
            self._deal, self._shown, self._queued = match.deals, 0, {}
        alone = len(self._persons) == 1
        brief = match.game.is_brief(match.game.at_time(match.state, self._shown))
        length = self._timings.card_window if brief else self._timings.claim_window
        if alone:
            length = math.ceil(self.pace / CARDS_A_PAUSE) if brief else self.pace
        self._is_told = not alone and not brief
        self.shows_clock_at_once = length == 0 and match.clock > 0
        self._waits_for_lone_person = alone
        if self.shows_clock_at_once:
            self._shown = match.clock
        version = match.ledger(None).version - self.clock_steps_hidden(match)
        if version != self._version:
            self._version, self._answered = version, False
            if not match.clock:  # what was claimed is gone; a clock's claims wait for the seat's next card
                self._queued = {}
            self._closed = length == 0 and not self.shows_clock_at_once
            began = now if began is None or alone else began
            self._ends = began + length / 1000

    def advance(self, match: AnyMatch, now: float) -> WindowDue | None:
        """End the window if its time has come. Return what is due next; None if nothing happens by itself.

        At the end the next step of the clock is shown, or claims are closed.
        """
        self.open_if_due(match, now)
        if self.is_open(match) and self._answered and now >= self._ends:
            began = None
            if self.clock_steps_hidden(match):
                self._shown += 1
                began = self._next_began(now)
            else:
                self._closed = True
            self.open_if_due(match, now, began)
        return self.due(match)

    def _next_began(self, now: float) -> float | None:
        """When the next step of a clock began: as the last one ended, so that processes do not drift apart.

        A step is shown for at least half of its time, unless the whole clock is far behind. None means now.
        """
        if not self._shared:
            return None
        late = now - self._ends
        return self._ends if late > LAG else max(self._ends, now - self._timings.card_window / 2000)

    def mark_answered(self) -> None:
        """Note that the answers were made: only the end is still due."""
        self._answered = True

    def seat(self, persons: AbstractSet[int], pace: int) -> None:
        """Set the seats of persons and the bots' pace. Call `open_if_due` afterwards."""
        self._persons, self.pace = persons, pace

    def queue(self, match: AnyMatch, seat: int, move: Move) -> None:
        """Keep a claim until the answers are made, or until the seat is next asked; a pass withdraws it."""
        self._queued.pop(seat, None)
        if move != match.game.rules.default_move(match.state):
            self._queued[seat] = move

    def queue_only(self, claims: Mapping[int, Move]) -> None:
        """Keep exactly these claims, which several processes have collected."""
        self._queued = dict(claims)

    def take_queued(self, seat: int) -> Move | None:
        """Take out the claim that a seat made before it was asked; None if there is none."""
        return self._queued.pop(seat, None)

    # --- what is asked of it ------------------------------------------------------------------------

    @property
    def is_common(self) -> bool:
        """Whether it is shared by several persons, who may be connected to several processes."""
        return self._shared and len(self._persons) > 1

    @property
    def queued(self) -> frozenset[int]:
        """The seats whose claims are kept."""
        return frozenset(self._queued)

    def clock_steps_hidden(self, match: AnyMatch) -> int:
        """How many steps of the clock are not shown yet."""
        if match.game.claims is None:
            return 0
        return match.clock - self._shown if match.claims_open or match.thrown_in else 0

    def is_open(self, match: AnyMatch) -> bool:
        """Whether everybody waits for claims, even if nobody is in fact asked."""
        return self.clock_steps_hidden(match) > 0 or (match.claims_open and not self._closed)

    def is_over(self, match: AnyMatch, now: float) -> bool:
        """Whether its time is over and nobody is asked any more, even if nothing has closed it yet."""
        return now >= self._ends and match.game.rules.default_move(match.state) is None

    def time(self, match: AnyMatch, now: float) -> ClaimTime | None:
        """How long claims are taken, as all are told; None if that depends on one person, or is brief."""
        if not (self._is_told and self.is_open(match)):
            return None
        left = round(1000 * (self._ends - now)) - self._timings.answered_early  # later the answers are made
        return ClaimTime(length=self._timings.claim_window, left=max(0, left))

    def passing(self, match: AnyMatch) -> Move | None:
        """The pass of the seat that is asked for a claim; None if no seat is asked, as far as is shown."""
        return None if self.clock_steps_hidden(match) else match.game.rules.default_move(match.state)

    def asks_person(self, match: AnyMatch) -> bool:
        """Whether a person is asked."""
        return self.passing(match) is not None and match.acting[0] in self._persons

    def asks_person_after(self, match: AnyMatch) -> bool:
        """Whether a person is asked now, or would be if every bot asked before them passed."""
        return any(match.round.asked(seat) is not None for seat in self._persons)

    def asks_together(self, match: AnyMatch) -> bool:
        """Whether all who can claim are asked at once, and their answers kept until the window ends.

        It is so where several persons sit and several seats might be asked: the second must have as long as
        the first, and must not see that there was one (law 8).
        """
        several = len(self._persons) > 1 and match.game.claims_by_several(match.state)
        return several and self.is_open(match)

    def keeps_claims(self, match: AnyMatch) -> bool:
        """Whether claims are kept until the answers are made."""
        return match.clock > 0 or self.asks_together(match)

    def question(self, match: AnyMatch) -> int:
        """A number of what claims are kept for: the deal, or where all are asked together this one window."""
        return match.deals if match.clock else match.ledger(None).version

    def queues(self, match: AnyMatch, move: Move) -> bool:
        """Whether a claim is kept until the answers are made, even if its seat is asked right now.

        It is kept where several persons sit: otherwise its speed would reveal that it was decided on before.
        """
        return len(self._persons) > 1 and move != self.passing(match)

    def waits_for_person(self, match: AnyMatch) -> bool:
        """Whether nothing goes on before a person has answered."""
        return self._waits_for_lone_person and self.asks_person(match) and match.acting[0] not in self._queued

    def due(self, match: AnyMatch) -> WindowDue | None:
        """What is due next; None where no window is open, or a person is waited for."""
        if not self.is_open(match) or self.waits_for_person(match):
            return None
        if self._answered:
            return WindowDue(WaitsFor.END, self._ends)
        return WindowDue(
            WaitsFor.ANSWERS, self._ends - (self._timings.answered_early / 1000 if self.is_first else 0)
        )

"""What everybody at a table waits for, whoever is asked and whatever they answer (law 8).

While claims are open, time passes in windows, each as long as any other of its kind. Shortly before a window
ends the answers are in. At its end all are told that it is over, whether or not they are written. Where a
game has a clock, as LockSeven's deal, each step of it is a window: the rules go on at once to the next seat
that is asked, but the table shows one step after the other.

A `ClaimWindow` is a state machine that has no clock: its owner says what time it is. `follow`, `advance`,
`settle`, `seat` and `queue` change it; asking it something changes nothing.
"""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import Enum

from sevenfold.cards.masks import lowest
from sevenfold.core.match import AnyMatch
from sevenfold.core.moves import Move
from sevenfold.core.visibility import duplicate
from sevenfold.server.protocol import ClaimTime

CLAIM_WINDOW = 4000
"""How long claims are open where several persons sit, in ms."""

CARD_WINDOW = 160
"""How long claims are open for a moment, in ms; less where one person sits alone and sets a shorter pace."""

LAG = 1.0
"""By how many seconds a clock may be behind others' that show it too: then it goes on without a pause."""

SETTLING = 30
"""How long before a window's end the answers are in, in ms: mostly they are logged by then."""


class What(Enum):
    """What a window waits for."""

    ANSWERS = "answers"
    """The answers of bots and of persons who have not answered, who pass."""
    END = "end"
    """Its end, after the answers were made."""


@dataclass(frozen=True)
class Due:
    """What a window waits for, and when that is due, in seconds."""

    what: What
    at: float


class ClaimWindow:
    """The window of one table, and how far its match's clock has been shown.

    `persons` are the seats at which persons sit, `pace` is that of the bots in ms. Where it is `shared` by
    several processes, each has its own, which ends when the others do.
    """

    def __init__(self, persons: AbstractSet[int], pace: int, *, shared: bool = False) -> None:
        self._persons = persons
        self.pace = pace
        self._shared = shared
        self.is_first = not shared
        """Whether the answers are made here; elsewhere they are awaited, and made at the end if none come."""
        self._deal = 0
        self._shown = 0
        """How far the clock of this deal has been shown: on a table just opened, from its beginning."""
        self._version = 0
        """The version, as all may know it, at which a window was opened last."""
        self._ends = 0.0
        self._closed = False
        """Whether it has ended, and no other follows."""
        self._settled = False
        """Whether the answers were made."""
        self._is_told = False
        """Whether its time is told: where several persons wait for it, longer than for a step of a clock."""
        self._patient = False
        """Whether a person who is asked is waited for: the only one, unless they are soon asked again."""
        self.at_once = False
        """Whether a clock is shown at once: one person sits alone with bots that do not pause."""
        self._queued: dict[int, Move] = {}

    # --- what changes it --------------------------------------------------------------------------

    def follow(self, match: AnyMatch, now: float, began: float | None = None) -> None:
        """Open the window that is due; to be done whenever the match has gone on, or the pace was changed.

        It has begun now, or when another process has written what opens it.
        """
        if match.game.claims is None:
            return
        if self._deal != match.deals:
            self._deal, self._shown, self._queued = match.deals, 0, {}
        alone = len(self._persons) == 1
        brief = match.game.is_brief(match.game.at_time(match.state, self._shown))
        length = CARD_WINDOW if brief else CLAIM_WINDOW
        if alone:
            length = min(CARD_WINDOW, self.pace) if brief else self.pace
        self._is_told = not alone and not brief
        self.at_once = length == 0 and match.clock > 0
        self._patient = alone and (length == 0 or not brief)
        if self.at_once:
            self._shown = match.clock
        version = match.ledger(None).version - self.unshown(match)
        if version != self._version:
            self._version, self._settled = version, False
            self._closed = length == 0 and not self.at_once
            began = now if began is None or alone else began
            self._ends = began + length / 1000

    def advance(self, match: AnyMatch, now: float) -> Due | None:
        """End the window if its time has come; what is due then, None if nothing comes by itself.

        At the end the next step of the clock is shown, or claims are closed.
        """
        self.follow(match, now)
        if self.is_open(match) and self._settled and now >= self._ends:
            began = None
            if self.unshown(match):
                self._shown += 1
                began = self._next_began(now)
            else:
                self._closed = True
            self.follow(match, now, began)
        return self.due(match)

    def _next_began(self, now: float) -> float | None:
        """When the next step of a clock began: after the last, so that several processes do not drift apart.

        A step is shown for half of its time at least, unless the whole clock is far behind.
        """
        if not self._shared:
            return None
        late = now - self._ends
        return self._ends if late > LAG else max(self._ends, now - CARD_WINDOW / 2000)

    def settle(self) -> None:
        """The answers were made: only the end is waited for."""
        self._settled = True

    def seat(self, persons: AbstractSet[int], pace: int) -> None:
        """Other persons sit there, or the bots have another pace; `follow` then."""
        self._persons, self.pace = persons, pace

    def queue(self, match: AnyMatch, seat: int, move: Move) -> None:
        """Keep a claim until the seat is asked next; a pass takes it back."""
        self._queued.pop(seat, None)
        if move != match.game.rules.default_move(match.state):
            self._queued[seat] = move

    def queue_only(self, claims: Mapping[int, Move]) -> None:
        """Keep these claims of seats, and no others: several processes have kept them."""
        self._queued = dict(claims)

    def take_queued(self, seat: int) -> Move | None:
        """The claim that a seat has made before it was asked; it is kept no longer."""
        return self._queued.pop(seat, None)

    # --- what is asked of it ------------------------------------------------------------------------

    @property
    def is_common(self) -> bool:
        """Whether it is of several persons, who may be connected to several processes."""
        return self._shared and len(self._persons) > 1

    @property
    def queued(self) -> frozenset[int]:
        """The seats whose claims are kept."""
        return frozenset(self._queued)

    def unshown(self, match: AnyMatch) -> int:
        """How far the clock has gone on that is not shown yet."""
        if match.game.claims is None:
            return 0
        return match.clock - self._shown if match.claims_open or match.thrown_in else 0

    def is_open(self, match: AnyMatch) -> bool:
        """Whether all wait for claims, though nobody may be asked."""
        return self.unshown(match) > 0 or (match.claims_open and not self._closed)

    def is_over(self, match: AnyMatch, now: float) -> bool:
        """Whether its time is over and nobody is asked any more, though that may not have been noticed."""
        return now >= self._ends and match.game.rules.default_move(match.state) is None

    def time(self, match: AnyMatch, now: float) -> ClaimTime | None:
        """How long claims are open, as all may know; None where that hangs on a person, or is a moment."""
        if not (self._is_told and self.is_open(match)):
            return None
        return ClaimTime(length=CLAIM_WINDOW, left=max(0, round(1000 * (self._ends - now))))

    def passing(self, match: AnyMatch) -> Move | None:
        """The pass of the seat that is asked whether it claims; None when none is, as far as is shown."""
        return None if self.unshown(match) else match.game.rules.default_move(match.state)

    def asks_person(self, match: AnyMatch) -> bool:
        """Whether a person is asked."""
        return self.passing(match) is not None and match.acting[0] in self._persons

    def asks_person_after(self, match: AnyMatch) -> bool:
        """Whether a person is asked if whoever is asked passes, and all after them, at the same time."""
        rules, state = match.game.rules, duplicate(match.state)
        while (passing := rules.default_move(state)) is not None:
            seat = lowest(rules.acting(state))
            if seat in self._persons:
                return True
            rules.apply(state, seat, passing)
        return False

    def keeps(self, match: AnyMatch, move: Move) -> bool:
        """Whether a claim is kept until the answers are in, also if its seat is asked just now.

        It is where several persons sit: else its speed would tell that it was decided on before.
        """
        return len(self._persons) > 1 and move != self.passing(match)

    def waits_for_person(self, match: AnyMatch) -> bool:
        """Whether nothing goes on before a person has answered."""
        return self._patient and self.asks_person(match) and match.acting[0] not in self._queued

    def due(self, match: AnyMatch) -> Due | None:
        """What is due next; None where no window is open, or a person is waited for."""
        if not self.is_open(match) or self.waits_for_person(match):
            return None
        if self._settled:
            return Due(What.END, self._ends)
        return Due(What.ANSWERS, self._ends - (SETTLING / 1000 if self.is_first else 0))

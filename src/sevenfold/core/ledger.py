"""What one viewer has been told of a match: versions and events, kept as moves are made.

A version counts the deals and moves that the viewer was told of. A move that they are told nothing of does
not count. The end of claims always does, whoever was asked (law 8). What the game's clock shows is added.
"""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any, Generic

import msgspec

from sevenfold.core import legal, steps
from sevenfold.core.events import Event
from sevenfold.core.game import Game, S, V
from sevenfold.core.moves import CHANCE, Move
from sevenfold.core.steps import Step
from sevenfold.core.tricks import NOBODY
from sevenfold.core.written import take_apart


class _Undone(msgspec.Struct, frozen=True, gc=False):
    """A move that the viewer was told of, at `version`, and that was taken back, at `at`."""

    version: int
    at: int


class VisibleStep(msgspec.Struct, frozen=True, gc=False):
    """What the viewer was told of a step.

    `counted` is the version without the clock, `move` what they were told of the move, `claims_open` whether
    something could be claimed. `undone` are the moves that the step took back.
    """

    version: int
    counted: int
    move: str | None
    claims_open: bool
    undone: tuple[_Undone, ...] = ()


@dataclass(frozen=True)
class Told:
    """What a viewer was told of a round by some time: a value that stays as it is."""

    version: int = 0
    """The version as the viewer may know it."""
    deal_version: int = 0
    """The version of this round's deal."""
    all_events: tuple[Event, ...] = ()
    """The events of the round; the `count` of a take-back depends on who is told, and when."""
    undone: Mapping[int, tuple[_Undone, ...]] = field(default_factory=dict)
    """For the version of each take-back, the moves that it took back."""

    def events(self, since: int = 0) -> list[Event]:
        """The events of this round after version `since`, as the viewer may know them.

        Moves that were taken back are not among them. The `count` of a take-back is how many of the moves
        that the viewer was told of by `since` do not count any more.
        """
        later = self.all_events[bisect_right(self.all_events, since, key=_version_of) :]
        return [self._counted(event, since) if event.kind == "take_back" else event for event in later]

    def without(self, steps: int) -> "Told":
        """The same without the last steps of the game's clock, which are not shown yet."""
        return self.by(self.version - steps)

    def by(self, version: int) -> "Told":
        """What of it the viewer had been told by an earlier version."""
        known = bisect_right(self.all_events, version, key=_version_of)
        return replace(self, version=version, all_events=self.all_events[:known])

    def _counted(self, event: Event, since: int) -> Event:
        count = sum(undone.version <= since < undone.at for undone in self.undone.get(event.version, ()))
        return msgspec.structs.replace(event, count=count)


class Ledger(Generic[S, V]):
    """What one viewer, a seat or None for a spectator, is told of one round. `read` brings it up to date.

    `state` is that after the deal, `number` the number of the round, and `version` the viewer's before it.
    Each step is read once, so the cost of asking again does not grow with the round. The events of a step are
    made when they are first asked for.
    """

    def __init__(
        self, game: Game[S, V, Any], viewer: int | None, state: S, number: int, version: int = 0
    ) -> None:
        self._game = game
        self._viewer = viewer
        self.deal_version = version + 1
        """The version of this round's deal."""
        self._went_back = False
        """Whether moves were taken back."""
        self._steps: list[Step[S]] = []
        """Those that are read and stand."""
        self._visible: list[VisibleStep] = []
        self._seen: list[V] = []
        """What the viewer saw before the first step whose events are not made yet, and after each since."""
        begins = game.rules.begins(state)
        seat = None if begins == NOBODY else begins
        self._events = [Event(kind="deal", version=self.deal_version, seat=seat, count=number)]
        self._ends: list[int] = []
        """How many events there are up to each step whose events are made."""
        self._note(state, self.deal_version, None)

    def copy(self) -> "Ledger[S, V]":
        """The same ledger once more: it can be read on by itself."""
        made = copy(self)
        made._visible, made._seen, made._events = self._visible[:], self._seen[:], self._events[:]
        made._ends, made._steps = self._ends[:], self._steps[:]
        return made

    @property
    def seen(self) -> V:
        """The state as the viewer may see it, after the last step read."""
        return self._seen[-1]

    def _note(self, state: S, counted: int, move: str | None, undone: tuple[_Undone, ...] = ()) -> None:
        version = counted + self._game.time(state)
        seen, claims_open = self._game.seen(state, self._viewer), self._game.claims_open(state)
        self.version = version  # from here on nothing of the game is called: it may raise
        self._seen.append(seen)
        self._visible.append(VisibleStep(version, counted, move, claims_open, undone))

    def read(self, steps: Sequence[Step[S]]) -> None:
        """Go on with the steps of this round that are not in the ledger yet."""
        while len(self._steps) < len(steps):
            self._add(steps[len(self._steps)])

    def _add(self, step: Step[S]) -> None:
        last = self._visible[-1]
        move = self._game.visible_move(self.seen, step.seat, step.move, self._viewer)
        counted = last.counted
        if move is not None:
            counted += 2 if self._ends_claims(step) else 1
        self._note(step.after, counted, move)
        self._steps.append(step)

    def go_back(self, step: Step[S]) -> None:
        """Note that moves were taken back; all before must have been read.

        If claims were open, that closes them, which counts too.
        """
        self._went_back = True
        last, stand = self._visible[-1], steps.add(self._steps, step)
        counted, gone = last.counted + 1 + last.claims_open, self._visible[stand + 1 :]
        at = counted + self._game.time(step.after)
        undone = [before for each in gone for before in each.undone]
        undone += [_Undone(each.version, at) for each in gone if each.move is not None]
        del self._visible[stand + 1 :]
        with_events = len(self._ends)
        if with_events > stand:  # some of what is gone was told
            del self._ends[stand:]
            del self._events[self._ends[-1] if self._ends else 1 :]
            self._seen = [self._game.seen(step.before, self._viewer)]
        else:
            del self._seen[stand - with_events + 1 :]
        self._note(step.after, counted, None, tuple(undone))

    def _ends_claims(self, step: Step[S]) -> bool:
        """Whether this move closes the claims; an answer that nobody else is told of leaves them open."""
        if not self._game.claims_open(step.before):
            return False
        public = self._game.seen(step.before, None)
        return self._game.visible_move(public, step.seat, step.move, None) is not None

    def after(self, count: int) -> VisibleStep:
        """How far the viewer was told once this many steps of the round stood, of those that stand now."""
        return self._visible[count]

    def visible_version_of(self, index: int) -> int | None:
        """The version of the event for move `index` of this round, from 0; None if there is no event."""
        step = self._visible[index + 1]
        return None if step.move is None else step.counted + self._game.time(self._steps[index].before)

    @property
    def told(self) -> Told:
        """All that the viewer was told of this round."""
        self._make_events()
        visible = self._visible if self._went_back else ()
        undone = {step.version: step.undone for step in visible if step.undone}
        return Told(self.version, self.deal_version, tuple(self._events), undone)

    def events(self, since: int = 0) -> list[Event]:
        """The events of this round after version `since`, as in `Told`."""
        return self.told.events(since)

    def _make_events(self) -> None:
        made = len(self._ends)
        unread = range(made, len(self._steps))
        try:
            for index, before, after in zip(unread, self._seen, self._seen[1:], strict=False):
                step, told = self._steps[index], self._visible[index + 1]
                if step.to is None:
                    version, move = told.counted, told.move
                    self._events += _events(self._game, step, self._viewer, version, move, before, after)
                else:
                    self._events.append(Event(kind="take_back", version=told.version, seat=step.seat))
                self._ends.append(len(self._events))
        finally:  # the game's story may have raised at a later step
            del self._seen[: len(self._ends) - made]

    def holds(self, version: int, move: Move) -> bool:
        """Whether a move that the seat decided on at an earlier version of this round may still be made.

        Where several seats move at the same time, another's move may come first. That does not matter if the
        seat itself has not moved since, nothing was taken back, and it still has the same choices: the cards
        that it may choose first, and what the cards of this move may become.
        """
        seat, now = self._viewer, self._visible[-1]
        if version == now.version:
            return True
        index = bisect_right(self._visible, version, key=_version_of) - 1
        if seat is None or index < 0 or version > now.version:
            return False
        then, before = self._visible[index], self._steps[index].before
        moved = any(step.seat == seat or step.to is not None for step in self._steps[index:])
        if moved or then.claims_open or now.claims_open:
            return False
        return self._may_do(self._game.seen(before, seat), seat, move) == self._may_do(self.seen, seat, move)

    def _may_do(self, seen: V, seat: int, move: Move) -> object:
        rules = self._game.rules
        if not legal.may_act(rules, seen, seat):
            return None
        return legal.extend(rules, seen, seat), legal.extend(rules, seen, seat, move.cards, move.twice)


def _version_of(dated: Any) -> int:
    version: int = dated.version
    return version


def step_events(game: Game[S, V, Any], step: Step[S], viewer: int | None, version: int) -> list[Event]:
    """What a viewer is told of one move: the move itself, then what it brought about.

    `version` is without the clock. The move's own event adds the clock's time before the move; the events
    that it brought about add the time after it.
    """
    before, after = game.seen(step.before, viewer), game.seen(step.after, viewer)
    visible = game.visible_move(before, step.seat, step.move, viewer)
    return _events(game, step, viewer, version, visible, before, after)


def _events(
    game: Game[S, V, Any],
    step: Step[S],
    viewer: int | None,
    version: int,
    visible: str | None,
    before: V,
    after: V,
) -> list[Event]:
    made, version = version + game.time(step.before), version + game.time(step.after)
    events: list[Event] = []
    if visible is not None and step.seat == CHANCE:
        events.append(Event(kind="chance", version=made, move=visible))
    elif visible is not None:
        events.append(Event.of_move(made, step.seat, visible, game.manner(take_apart(visible))))
    events += game.story.consequences(before, after, viewer, version)
    if game.rules.over(step.after) and not game.rules.thrown_in(step.after):
        events.append(Event(kind="round", version=version, scores=tuple(game.returns(step.after))))
    return events

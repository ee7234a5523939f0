"""What one viewer has been told of a match: versions and events, kept as moves are made.

A version counts the deals and moves that the viewer was told of. A move that they are told nothing of does
not count. The end of claims always does, whoever was asked (law 8). What the game's clock shows is added.
"""

from bisect import bisect_right
from collections.abc import Sequence
from copy import copy
from typing import Any, Generic

import msgspec

from sevenfold.core import legal
from sevenfold.core.events import Event
from sevenfold.core.game import Game, S, V
from sevenfold.core.moves import CHANCE, Move
from sevenfold.core.tricks import NOBODY
from sevenfold.core.written import take_apart


class Step(msgspec.Struct, Generic[S], frozen=True, gc=False):  # no reference cycles
    """One move of a round, with the states before and after it. `version` is the match's version after it.

    A step can also take moves back. Then `to` is the version that the match went back to, and `move` the
    first move taken back.
    """

    version: int
    seat: int
    move: Move
    before: S
    after: S
    to: int | None = None


def standing_steps(steps: Sequence[Step[S]]) -> list[Step[S]]:
    """The moves of a round that were not taken back."""
    standing: list[Step[S]] = []
    for step in steps:
        if step.to is None:
            standing.append(step)
        else:
            standing = [each for each in standing if each.version <= step.to]
    return standing


class _VisibleStep(msgspec.Struct, frozen=True, gc=False):
    """What the viewer was told of a step.

    `counted` is the version without the clock, `move` what they were told of the move, `claims_open` whether
    something could be claimed.
    """

    version: int
    counted: int
    move: str | None
    claims_open: bool


class Ledger(Generic[S, V]):
    """The ledger of one viewer: a seat, or None for a spectator. `read` brings it up to date.

    Each step is read once, so the cost of asking again does not grow with the round. The events of a step are
    made when they are first asked for.
    """

    def __init__(self, game: Game[S, V, Any], viewer: int | None) -> None:
        self._game = game
        self._viewer = viewer
        self.version = 0
        """The version as the viewer may know it."""
        self.deal_version = 0
        """The version of this round's deal."""
        self._steps: Sequence[Step[S]] = ()
        self._visible: list[_VisibleStep] = []
        self._seen: list[V] = []
        """What the viewer saw before the first step whose events are not made yet, and after each since."""
        self._with_events = 0
        self._events: list[Event] = []

    def copy(self) -> "Ledger[S, V]":
        """The same ledger once more: it can be read on by itself."""
        made = copy(self)
        made._visible, made._seen, made._events = self._visible[:], self._seen[:], self._events[:]
        return made

    @property
    def seen(self) -> V:
        """The state as the viewer may see it, after the last step read."""
        return self._seen[-1]

    def begin_round(self, state: S, number: int) -> None:
        """The next round was dealt; the last one must have been read to its end."""
        self.deal_version = self.version + 1
        begins = self._game.rules.begins(state)
        seat = None if begins == NOBODY else begins
        self._events = [Event(kind="deal", version=self.deal_version, seat=seat, count=number)]
        self._visible, self._seen, self._steps, self._with_events = [], [], (), 0
        self._note(state, self.deal_version, None)

    def _note(self, state: S, counted: int, move: str | None) -> None:
        self.version = counted + self._game.time(state)
        self._seen.append(self._game.seen(state, self._viewer))
        self._visible.append(_VisibleStep(self.version, counted, move, self._game.claims_open(state)))

    def read(self, steps: Sequence[Step[S]]) -> None:
        """Go on with the steps of this round that are not in the ledger yet."""
        self._steps = steps
        for step in steps[max(0, len(self._visible) - 1) :]:
            self._add(step)

    def _add(self, step: Step[S]) -> None:
        last = self._visible[-1]
        if step.to is not None:  # if it closes claims, that counts too
            closed = self._game.claims_open(step.before)
            self._note(step.after, last.counted + 1 + closed, None)
            return
        move = self._game.story.visible_move(self.seen, step.seat, step.move, self._viewer)
        counted = last.counted
        if move is not None:
            counted += 2 if self._ends_claims(step) else 1
        self._note(step.after, counted, move)

    def _ends_claims(self, step: Step[S]) -> bool:
        """Whether this move closes the claims; an answer that nobody else is told of leaves them open."""
        if not self._game.claims_open(step.before):
            return False
        public = self._game.seen(step.before, None)
        return self._game.story.visible_move(public, step.seat, step.move, None) is not None

    def visible_version_of(self, index: int) -> int | None:
        """The version of the event for move `index` of this round, from 0; None if there is no event."""
        step = self._visible[index + 1]
        return None if step.move is None else step.counted + self._game.time(self._steps[index].before)

    def events(self, since: int = 0) -> list[Event]:
        """The events of this round after version `since`, as the viewer may know them."""
        unread = range(self._with_events, len(self._steps))
        for index, before, after in zip(unread, self._seen, self._seen[1:], strict=False):
            step, told = self._steps[index], self._visible[index + 1]
            if step.to is not None:
                self._events.append(self._take_back(index, told.version))
                continue
            self._events += _events(self._game, step, self._viewer, told.counted, told.move, before, after)
        del self._seen[:-1]
        self._with_events = len(self._steps)
        return self._events[bisect_right(self._events, since, key=_version_of) :]

    def _take_back(self, index: int, version: int) -> Event:
        """The event of moves taken back; its `count` is how many of them the viewer was told of."""
        gone_back = self._steps[index]
        stood = {step.version for step in standing_steps(self._steps[:index])}
        undone = sum(
            step.version in stood and step.version > (gone_back.to or 0) and told.move is not None
            for step, told in zip(self._steps[:index], self._visible[1:], strict=False)
        )
        return Event(kind="take_back", version=version, seat=gone_back.seat, count=undone)

    def holds(self, version: int, move: Move) -> bool:
        """Whether a move that the seat decided on at an earlier version of this round may still be made.

        Where several seats move at the same time, another's move may come first. That does not matter if the
        seat itself has not moved since, and still has the same choices: the cards that it may choose first,
        and what the cards of this move may become.
        """
        seat, now = self._viewer, self._visible[-1]
        if version == now.version:
            return True
        index = bisect_right(self._visible, version, key=_version_of) - 1
        if seat is None or index < 0 or version > now.version:
            return False
        then, before = self._visible[index], self._steps[index].before
        moved = any(step.seat == seat for step in self._steps[index:])
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
    visible = game.story.visible_move(before, step.seat, step.move, viewer)
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
        events.append(Event(kind="round", version=version, scores=tuple(game.rules.returns(step.after))))
    return events

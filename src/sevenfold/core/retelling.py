"""A round told again, moment by moment, as one viewer knew it: what a replay shows.

A moment is a version of the round that the viewer was told of. Moves that were taken back do not stand, so
they are left out, and what was told of them too.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Generic, NamedTuple

from msgspec.structs import replace as with_fields

from sevenfold.core.events import Event
from sevenfold.core.game import Game, S, V
from sevenfold.core.ledger import step_events
from sevenfold.core.match import Match
from sevenfold.core.moment import Moment
from sevenfold.core.moves import CHANCE
from sevenfold.core.round import Round, asked
from sevenfold.core.standing import Standing
from sevenfold.core.views import View


@dataclass(frozen=True)
class Retold(Generic[V]):
    """A round at one version of it, as a viewer was told then."""

    at: int
    """How many steps of the round stood."""
    moment: Moment[V]
    events: tuple[Event, ...]
    """What the viewer was told since the moment before."""
    claims_open: bool = False
    """Whether something could be claimed: then only the seat that is asked is shown that it is to act."""
    hands: tuple[tuple[str, ...], ...] | None = None
    """The hand of every seat, each as that seat saw it, where all are shown."""
    to_act: tuple[int, ...] = ()
    """The seats that knew that they were to act: the viewer, or where all hands are shown any seat."""
    has_choice: bool = False
    """Whether one of them had more than one legal move."""

    @property
    def view(self) -> View:
        """The view as it was sent."""
        if self.hands is None and not self.claims_open:
            return self.moment.view
        return with_fields(self.moment.view, acting=self.to_act)


class _Place(NamedTuple, Generic[S]):
    """Where a moment lies: after `at` steps, at a version, in a state, of which the viewer sees all or what
    the clock showed. `is_end` is false while the clock shows less than the state.
    """

    at: int
    version: int
    state: S
    claims_open: bool
    is_end: bool


def retell(
    match: Match[S, V], viewer: int | None, *, all_hands: bool = False, together: bool = False
) -> Iterator[Retold[V]]:
    """The round of a match, told again to a seat or a spectator (None).

    With `all_hands` each moment of a spectator has the hands of all seats besides, and what a
    seat did or met is told in its own words. That is the sum of what the seats saw: no full state is shown.
    `together`: where several seats could claim, all were asked at once, as at a table of several persons.
    Raises NoSuchSeat.

    >>> import random, sevenfold
    >>> match = sevenfold.new_match(sevenfold.load_game("lockup"), seed=7)
    >>> while not match.round_over:
    ...     step = match.play(match.acting[0], match.legal(match.acting[0]).choice(random.Random(1)))
    >>> told = list(sevenfold.core.retelling.retell(match, 0))
    >>> [(each.at, each.moment.version, each.has_choice) for each in told[:2]]
    [(0, 1, True), (1, 2, False)]
    >>> told[-1].moment == match.moment(0)
    True
    """
    teller = _Teller(match, None if all_hands else viewer, all_hands, together)
    since = 0
    for place in teller.places():
        yield teller.told_at(place, since)
        since = place.version


class _Teller(Generic[S, V]):
    def __init__(self, match: Match[S, V], viewer: int | None, all_hands: bool, together: bool) -> None:
        self._game: Game[S, V, Any] = match.game
        self._round: Round[S, V] = match.round
        self._viewer = viewer
        self._all_hands = all_hands
        self._together = together
        self._ledger = match.ledger(viewer)
        self._told = self._ledger.told
        self._before: Standing = match.at(match.round.dealt_at).standing
        self._after: Standing = match.standing
        if all_hands:
            self._told = replace(self._told, all_events=self._in_own_words())

    def _in_own_words(self) -> tuple[Event, ...]:
        """The events of a spectator, each of a seat as that seat was told of it, with its cards."""
        told = self._told.all_events
        seats: dict[int, set[int]] = {}
        for event in told:
            if event.seat is not None:
                seats.setdefault(event.version, set()).add(event.seat)
        own: dict[tuple[str, int | None, int], list[Event]] = {}
        for index, step in enumerate(self._round.steps):
            version = self._ledger.visible_version_of(index)
            if version is None or step.to is not None:
                continue
            counted = self._ledger.after(index + 1).counted
            for seat in seats.get(version, ()):
                for event in step_events(self._game, step, seat, counted):
                    if event.seat == seat:
                        own.setdefault(_key(event), []).append(event)
        return tuple(own[_key(event)].pop(0) if own.get(_key(event)) else event for event in told)

    # --- which moments there are --------------------------------------------------------------------

    def places(self) -> Iterator[_Place[S]]:
        """One for each version. Where several states have the same one, the first in which somebody who is
        shown here is to act, or else the first.
        """
        kept: _Place[S] | None = None
        for place in self._all_places():
            if kept is not None and place.version != kept.version:
                yield kept
                kept = None
            if kept is None or (not self._to_act(kept) and self._to_act(place)):
                kept = place
        if kept is not None:
            yield kept

    def _all_places(self) -> Iterator[_Place[S]]:
        states, shown = self._round.states, 0
        for at, state in enumerate(states):
            told, time = self._ledger.after(at), self._game.time(state)
            for step in range(shown, time):
                yield _Place(at, told.counted + step, self._game.at_time(state, step), True, False)
            shown = time
            is_open = told.claims_open
            yield _Place(at, told.version, state, is_open, True)
            if is_open and self._closes(at):
                yield _Place(at, told.version + 1, state, False, True)

    def _closes(self, at: int) -> bool:
        """Whether claims ended after this many steps with nobody asked any more, and play went on.

        A claim that was made is told at once instead.
        """
        if at == len(self._round.steps):
            return False
        step = self._round.steps[at]
        mover = self._game.seen(step.before, None if step.seat == CHANCE else step.seat)
        goes_on = self._game.rules.default_move(mover) is None
        return goes_on and self._ledger.after(at + 1).counted == self._ledger.after(at).counted + 2

    # --- what is told at each ------------------------------------------------------------------------

    def told_at(self, place: _Place[S], since: int) -> Retold[V]:
        """The moment at a place; `since` is the version of the one before."""
        moment = self._moment(place, self._viewer)
        to_act = self._to_act(place)
        return Retold(
            place.at,
            moment,
            moment.events(since),
            claims_open=place.claims_open,
            hands=self._hands(place) if self._all_hands else None,
            to_act=to_act,
            has_choice=any(_is_choice(self._moment(place, seat)) for seat in to_act),
        )

    def _moment(self, place: _Place[S], viewer: int | None) -> Moment[V]:
        ended = place.is_end and self._game.rules.over(place.state)
        standing = self._after if ended else self._before
        seen = self._game.seen(self._asked(place, viewer) or place.state, viewer)
        return Moment(self._game, viewer, seen, standing, self._told.by(place.version))

    def _asked(self, place: _Place[S], seat: int | None) -> S | None:
        """The state in which a seat is asked for a claim, if it was asked then with others."""
        several = self._together and place.claims_open and place.is_end and seat is not None
        if not (several and self._game.claims_by_several(place.state)):
            return None
        return asked(self._game, place.state, seat or 0)

    def _to_act(self, place: _Place[S]) -> tuple[int, ...]:
        """Who of those who are shown here knew that they were to act."""
        if not place.is_end:
            return ()
        if self._all_hands:
            seats: tuple[int, ...] = tuple(range(self._round.players))
        else:
            seats = () if self._viewer is None else (self._viewer,)
        return tuple(seat for seat in seats if self._may_act(place, seat))

    def _may_act(self, place: _Place[S], seat: int) -> bool:
        seen = self._game.seen(self._asked(place, seat) or place.state, seat)
        if place.claims_open and self._game.rules.default_move(seen) is None:
            return False  # claims have still to end
        return bool(self._game.rules.acting(seen) >> seat & 1)

    def _hands(self, place: _Place[S]) -> tuple[tuple[str, ...], ...]:
        return tuple(self._moment(place, seat).view.hand for seat in range(self._round.players))


def _key(event: Event) -> tuple[str, int | None, int]:
    """What an event has in common with the same one as another viewer was told of it."""
    return event.kind, event.seat, event.version


def _is_choice(moment: Moment[V]) -> bool:
    return len(list(islice(moment.legal, 2))) > 1

"""A round: one deal of a match, with every state on the way to its result, and what each viewer was told."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, overload

from sevenfold.cards.masks import kinds_of, lowest
from sevenfold.core import steps, violations, visibility
from sevenfold.core.choosing import violation
from sevenfold.core.deal import Deal, MatchSoFar
from sevenfold.core.game import Game, S, V
from sevenfold.core.given import seat_number
from sevenfold.core.ledger import Ledger
from sevenfold.core.log import (
    Dealt,
    Entry,
    LogError,
    Played,
    TakenBack,
    read_seat,
    seat_text,
)
from sevenfold.core.moves import CHANCE, Move
from sevenfold.core.options import Options
from sevenfold.core.playout import MOST_MOVES
from sevenfold.core.steps import Step
from sevenfold.core.violations import IllegalMove
from sevenfold.errors import SevenfoldError


class RoundNotOver(SevenfoldError):
    """A new deal was asked for while a round is played, or after the end of the match, which `over` says.

    >>> import sevenfold
    >>> match = sevenfold.new_match(sevenfold.load_game("lockup"), seed=7)
    >>> match.next_round()
    Traceback (most recent call last):
        ...
    sevenfold.RoundNotOver: the round is not over; match.round_over says when it is
    """

    def __init__(self, *, over: bool) -> None:
        ended, going_on = "the match is over", "the round is not over; match.round_over says when it is"
        super().__init__(ended if over else going_on)
        self.over = over


class EndlessRound(SevenfoldError):
    """A round has had MOST_MOVES moves and is not over: an error of the game's rules.

    >>> raise EndlessRound("whist")
    Traceback (most recent call last):
        ...
    sevenfold.core.round.EndlessRound: whist: a round is not over after 10000 moves; its rules must end it
    """

    def __init__(self, game: str) -> None:
        super().__init__(f"{game}: a round is not over after {MOST_MOVES} moves; its rules must end it")
        self.game = game


class Beginning(NamedTuple, Generic[S, V]):
    """What a round begins with. `dealt` is its deal as entry number `entry` of the match's log, `state` the
    state after it.
    """

    game: Game[S, V, Any]
    options: Options
    players: int
    so_far: MatchSoFar
    deal: Deal
    first: int
    dealt: Dealt
    entry: int
    state: S


@dataclass(frozen=True)
class Past(Generic[S, V]):
    """What is kept of a round when the next begins: its part of the log, to play it again from."""

    beginning: Beginning[S, V]
    entries: tuple[Entry, ...]
    result: tuple[int, ...] | None
    carried: tuple[int, ...] = ()
    """What the match carries on after it."""
    told: dict[int | None, int] = field(default_factory=dict, compare=False)
    """The last version of each viewer, as far as it was asked for."""

    def again(self, earlier: "Sequence[Past[S, V]]") -> "Round[S, V]":
        """The round once more, with all its states; it takes some milliseconds. `earlier` came before it."""
        return Round(self.beginning, earlier)._again(self.entries)


class Round(Generic[S, V]):
    """One deal of a match and all that came of it. `match.round` is played; `match.rounds` has all of them.

    `so_far` says which it is, `deal` who was dealt what, `first` who acted first. `steps` are the moves that
    stand. Those that were taken back are in `entries` alone, so that they take no memory to speak of.

    >>> import sevenfold
    >>> match = sevenfold.new_match(sevenfold.load_game("lockup"), seed=7)
    >>> step = match.play(match.acting[0], match.legal(match.acting[0])[0])
    >>> match.round
    <Round 1 of lockup: 1 moves>
    >>> [match.write(step.move) for step in match.round.steps], len(match.round.states)
    (['7S'], 2)
    """

    def __init__(
        self,
        beginning: Beginning[S, V],
        earlier: "Sequence[Past[S, V]]" = (),
        viewers: Iterable[int | None] = (),
    ) -> None:
        self.beginning = beginning
        self.earlier = tuple(earlier)
        """What is kept of the rounds before."""
        self.game, self.options, self.players = beginning.game, beginning.options, beginning.players
        self.so_far, self.deal, self.first = beginning.so_far, beginning.deal, beginning.first
        self.state: S = beginning.state
        """The state now, with all that is hidden."""
        self.entries: list[Entry] = [beginning.dealt]
        """This round's part of the log: its deal, then an entry for each move made or taken back."""
        self.steps: list[Step[S]] = []
        """The moves that stand; a step with `to` where some were taken back."""
        self.taken_back: list[tuple[int, int]] = []
        """For each time that moves were taken back: who asked, and how many moves of theirs stood then."""
        self.drawn = 0
        """How many moves of chance stand."""
        self._ledgers: dict[int | None, Ledger[S, V]] = {}
        for viewer in viewers:
            self.ledger(viewer)

    def __repr__(self) -> str:
        return f"<Round {self.so_far.round} of {self.game.meta.name}: {len(self.steps)} moves>"

    # --- what changes it --------------------------------------------------------------------------

    def play(self, seat: int, move: Move) -> Step[S]:
        """Check a move and make it. Whatever is raised, nothing has changed then.

        Raises IllegalMove, NoSuchSeat, EndlessRound, and what the rules themselves raise.
        """
        self.check(self.state, seat, move)
        if len(self.steps) >= MOST_MOVES:
            raise EndlessRound(self.game.meta.name)
        after = visibility.duplicate(self.state)
        self.game.rules.apply(after, seat, move)
        entry = Played(seat_text(seat), self.game.notation.write(move))
        step = Step(self.version + 1, seat, move, self.state, after)
        self.state = after
        self.drawn += seat == CHANCE
        self._add(step, entry)
        return step

    def take_back(self, seat: int, to: int) -> Step[S]:
        """Set the round back to what it was after entry number `to` of the log, as a seat asked.

        Chance will make the same moves again. A round that is over cannot be reopened, nor a clock turned
        back, and an entry that was taken back itself is no way back. Raises LogError.
        """
        if not self.dealt_at <= to < self.version or self.over:
            raise LogError(f"the match cannot go back to entry {to}")
        stand = steps.count_until(self.steps, to)
        if to != (self.steps[stand - 1].version if stand else self.dealt_at):
            raise LogError(f"the match cannot go back to entry {to}, which was taken back itself")
        state = self.steps[stand - 1].after if stand else self.beginning.state
        if self.game.time(state) != self.game.time(self.state):
            raise LogError(f"the clock cannot be turned back to entry {to}")
        gone = next((each.move for each in self.steps[stand:] if each.to is None), self.steps[stand].move)
        ledgers = [self.ledger(viewer) for viewer in self._ledgers]  # read before the moves go
        self.state = visibility.duplicate(state)
        step = Step(self.version + 1, seat, gone, state, self.state, to)
        self._add(step, TakenBack(seat_text(seat), to))
        for ledger in ledgers:
            ledger.go_back(step)
        self.taken_back.append((seat, self.moves_of(seat)))
        self.drawn = self.moves_of(CHANCE)
        return step

    def apply_entry(self, entry: Played | TakenBack) -> None:
        """Do again what an entry of a log says. Raises IllegalMove, LogError."""
        seat = read_seat(entry.seat, self.players)
        if isinstance(entry, Played):
            self.play(seat, self.game.notation.parse(entry.move))
        else:
            self.take_back(seat, entry.to)

    def _add(self, step: Step[S], entry: Entry) -> None:
        self.entries.append(entry)
        steps.add(self.steps, step)

    # --- copies -----------------------------------------------------------------------------------

    def copy(self) -> "Round[S, V]":
        """The same round once more, to be played on by itself; the states of moves made are shared."""
        made = Round.__new__(type(self))
        made.__dict__.update(self.__dict__)
        made.state = visibility.duplicate(self.state)
        made.entries, made.steps, made.taken_back = self.entries[:], self.steps[:], self.taken_back[:]
        made._ledgers = {viewer: ledger.copy() for viewer, ledger in self._ledgers.items()}
        return made

    def until(self, entry: int) -> "Round[S, V]":
        """The round as it was after this entry of the log, to be played on by itself.

        It is quick, unless moves were taken back later: then they are made again, which takes milliseconds.
        """
        entries = self.entries[: entry - self.dealt_at + 1]
        later = self.entries[len(entries) :]
        if any(isinstance(each, TakenBack) for each in later):
            return self._again(entries)
        made = self.copy()
        made.entries, made._ledgers = entries, {}
        del made.steps[steps.count_until(made.steps, entry) :]
        made.state = visibility.duplicate(made.states[-1])
        made.drawn = made.moves_of(CHANCE)
        return made

    def _again(self, entries: Iterable[Entry], viewers: Iterable[int | None] = ()) -> "Round[S, V]":
        """The round, played again from the log as far as it is given, with the ledgers of `viewers`."""
        made = Round(self.beginning, self.earlier, viewers)
        for entry in entries:
            if not isinstance(entry, Dealt):
                made.apply_entry(entry)
        return made

    def as_past(self) -> Past[S, V]:
        """What is kept of it when the next round begins."""
        told = {viewer: self.ledger(viewer).version for viewer in self._ledgers}
        carried = self.game.carried(self.state)
        return Past(self.beginning, tuple(self.entries), self.result, carried, told)

    # --- what can be seen -------------------------------------------------------------------------

    @property
    def dealt_at(self) -> int:
        """The number of its deal's entry in the match's log, from 1 on."""
        return self.beginning.entry

    @property
    def version(self) -> int:
        """The number of its last entry in the match's log."""
        return self.beginning.entry + len(self.entries) - 1

    @property
    def states(self) -> list[S]:
        """The state as it was dealt, and that after each step that stands, with all that is hidden."""
        return [self.beginning.state, *(step.after for step in self.steps)]

    @property
    def viewers(self) -> tuple[int | None, ...]:
        """Those whose ledgers are kept."""
        return tuple(self._ledgers)

    @property
    def acting(self) -> tuple[int, ...]:
        """The seats that may act now."""
        return tuple(kinds_of(self.game.rules.acting(self.state)))

    @property
    def over(self) -> bool:
        """Whether the round has ended."""
        return self.game.rules.over(self.state)

    @property
    def thrown_in(self) -> bool:
        """Whether the deal was thrown in: then there was no round, and the cards are dealt afresh."""
        return self.game.rules.thrown_in(self.state)

    @property
    def result(self) -> tuple[int, ...] | None:
        """What it brought each seat; None before its end, and for a deal that was thrown in."""
        if not self.over or self.thrown_in:
            return None
        return tuple(self.game.returns(self.state))

    def moves_of(self, seat: int) -> int:
        """How many moves of a seat, or of chance, stand."""
        return sum(step.seat == seat and step.to is None for step in self.steps)

    def check(self, state: S, seat: int, move: Move) -> None:
        """Raises IllegalMove unless the seat may make this move in this state of the round, or NoSuchSeat."""
        if refused := self.refusal(state, seat, move):
            try:
                raise refused
            finally:
                del refused  # else it refers to this frame and the frame to it, with all callers

    def refusal(self, state: S, seat: int, move: Move) -> IllegalMove | None:
        """Why a seat's move would be refused in this state of the round; None for a legal one.

        Raises NoSuchSeat.
        """
        if seat != CHANCE:
            seat = seat_number(seat, self.players)
        found = violation(self.game.rules, state, seat, move)
        if found == violations.OK:
            return None
        values = self.game.refusals.details(state, seat, move, found)
        return IllegalMove(self.game.violation_name(found), values)

    def asked(self, seat: int) -> S | None:
        """The state in which the seat is asked for a claim, if all who are asked before it pass; None if it
        is not asked.
        """
        return asked(self.game, self.state, seat)

    def peek(self, viewer: int | None) -> V:
        """What a viewer sees, for reading only: with a ledger it is the ledger's own state, not a copy.

        Raises NoSuchSeat.
        """
        if viewer in self._ledgers:
            return self.ledger(viewer).seen
        return self.game.seen(self.state, None if viewer is None else seat_number(viewer, self.players))

    def ledger(self, viewer: int | None) -> Ledger[S, V]:
        """What a seat, or a spectator (None), has been told so far. It is kept. Raises NoSuchSeat."""
        if viewer not in self._ledgers:
            viewer = None if viewer is None else seat_number(viewer, self.players)
            self._ledgers[viewer] = self._new_ledger(viewer)
        ledger = self._ledgers[viewer]
        ledger.read(self.steps)
        return ledger

    def _new_ledger(self, viewer: int | None) -> Ledger[S, V]:
        if self.taken_back:  # what was told of moves that do not stand counts too
            return self._again(self.entries, (viewer,)).ledger(viewer)
        before, number = self._version_before(viewer), self.so_far.round
        return Ledger(self.game, viewer, self.beginning.state, number, before)

    def _version_before(self, viewer: int | None) -> int:
        """The viewer's version at the end of the round before; rounds are played again as far as it takes."""
        known = len(self.earlier)
        while known and viewer not in self.earlier[known - 1].told:
            known -= 1
        for index in range(known, len(self.earlier)):
            past = self.earlier[index]
            past.told[viewer] = past.again(self.earlier[:index]).ledger(viewer).version
        return self.earlier[-1].told[viewer] if self.earlier else 0


def asked(game: Game[S, V, Any], state: S, seat: int) -> S | None:
    """The state in which a seat is asked for a claim, from this one on, as `Round.asked` says it.

    Raises EndlessRound.
    """
    for _ in range(MOST_MOVES):
        passing = game.rules.default_move(state)
        if passing is None:
            return None
        first = lowest(game.rules.acting(state))
        if first == seat:
            return state
        state = visibility.duplicate(state)
        game.rules.apply(state, first, passing)
    raise EndlessRound(game.meta.name)


class Rounds(Sequence[Round[S, V]]):
    """The rounds of a match, those too that were thrown in. Each but the last is played again from the log
    when it is asked for, which takes some milliseconds; so a long match takes little memory.
    """

    def __init__(self, last: Round[S, V]) -> None:
        self._last = last

    def __len__(self) -> int:
        return len(self._last.earlier) + 1

    @overload
    def __getitem__(self, index: int) -> Round[S, V]: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Round[S, V]]: ...

    def __getitem__(self, index: int | slice) -> Round[S, V] | Sequence[Round[S, V]]:
        numbers = range(len(self))[index]
        return [self[each] for each in numbers] if isinstance(numbers, range) else self._round(numbers)

    def _round(self, number: int) -> Round[S, V]:
        earlier = self._last.earlier
        return self._last if number == len(earlier) else earlier[number].again(earlier[:number])
